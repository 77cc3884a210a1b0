/** A tool for code review knows a finding again by its fingerprint: it stays while the same is wrong. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/files/hash.ts";
import { CODES, type DiagnosticCode } from "../../../src/model/codes.ts";
import { type Diagnostic, diagnostic } from "../../../src/model/diagnostics.ts";
import { type FindingLocator, findingsOf } from "../../../src/model/findings.ts";
import type { Position } from "../../../src/model/model.ts";
import { runCli, scratchFolder } from "../../support/cli.ts";
import { INVALID_CASES, inputOf, prepareCase } from "../../support/invalid-cases.ts";
import { runs } from "../../support/runs.ts";
import { runOf } from "./sarif-schema.ts";

const PLACES: FindingLocator = { pathOf: (file) => file, originOf: () => undefined, projectFile: "laurel.yaml" };

const fingerprints = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  findingsOf(diagnostics, PLACES, sha256).map(({ fingerprint }) => fingerprint);

const arbitraryPosition: fc.Arbitrary<Position> = fc
  .record({ line: fc.nat(50), column: fc.nat(50) })
  .map(({ line, column }) => ({ line: line + 1, column: column + 1, offset: line * 1000 + column }));

const arbitraryDiagnostic: fc.Arbitrary<Diagnostic> = fc
  .record({
    code: fc.constantFrom(...(Object.keys(CODES) as DiagnosticCode[])),
    detail: fc.constantFrom("It is wrong.", "It is declared at a.yaml:3.", "Another is wrong.", "a\nb"),
    address: fc.option(fc.constantFrom("action/a" as const, "reward/b" as const)),
    start: fc.option(arbitraryPosition),
    file: fc.constantFrom("a.yaml", "b.yaml"),
    game: fc.option(fc.constantFrom("one", "two")),
  })
  .map(({ code, detail, address, start, file, game }) => ({
    ...diagnostic(code, detail, {
      ...(address === null ? {} : { address }),
      ...(start === null ? {} : { primary: { span: { file, start, end: start }, text: detail } }),
    }),
    ...(game === null ? {} : { game }),
  }));

function shifted(each: Diagnostic, lines: number): Diagnostic {
  const move = (at: Position): Position => ({ ...at, line: at.line + lines, offset: at.offset + lines * 1000 });
  if (each.primary === undefined) return each;
  const { span, text } = each.primary;
  return { ...each, primary: { span: { ...span, start: move(span.start), end: move(span.end) }, text } };
}

describe("fingerprints", () => {
  it("are another for each finding of a run", () => {
    fc.assert(
      fc.property(fc.array(arbitraryDiagnostic, { maxLength: 30 }), (diagnostics) => {
        const found = fingerprints(diagnostics);
        expect(new Set(found).size).toBe(found.length);
      }),
      runs(300),
    );
  });

  it("stay when lines shift and when the problems come in another order", () => {
    const problems = fc
      .array(arbitraryDiagnostic, { maxLength: 30 })
      .chain((all) => fc.record({ all: fc.constant(all), mixed: fc.shuffledSubarray(all, { minLength: all.length }) }));
    fc.assert(
      fc.property(problems, fc.nat(40), ({ all, mixed }, lines) => {
        expect(fingerprints(mixed.map((each) => shifted(each, lines)))).toEqual(fingerprints(all));
      }),
      runs(300),
    );
  });

  it("stay when another problem is gone, unless it is its very like", () => {
    const alike = (each: Diagnostic) => JSON.stringify([each.code, each.address, each.primary?.span.file]);
    fc.assert(
      fc.property(fc.array(arbitraryDiagnostic, { minLength: 2, maxLength: 20 }), fc.nat(), (all, chosen) => {
        const gone = all[chosen % all.length] as Diagnostic;
        const rest = all.filter((each) => alike(each) !== alike(gone));
        const before = new Set(fingerprints(all));
        expect(fingerprints(rest).filter((each) => !before.has(each))).toEqual([]);
      }),
      runs(300),
    );
  });

  it("do not depend on what changes by itself: counts in hazards, words of a service", () => {
    const twice = (code: DiagnosticCode, a: string, b: string) =>
      expect(fingerprints([diagnostic(code, a)])).toEqual(fingerprints([diagnostic(code, b)]));
    twice("mass-change", "40 of 100 live actions would change.", "41 of 101 live actions would change.");
    twice("service-refused", "request 123 at 12:00", "request 124 at 13:00");
  });

  it("are one for the cause that all games have in common", () => {
    const missing = diagnostic("missing-token", "The variable LAUREL_API_TOKEN is not set.");
    const found = findingsOf(
      ["a", "b", "c"].map((game) => ({ ...missing, game })),
      PLACES,
      sha256,
    );
    expect(found).toHaveLength(1);
  });
});

/** Where the first line means something by itself, or the file is no text, nothing can be written above it. */
const FIRST_LINE_COUNTS = /^(?:034|035)-/;

describe("lines written above the mistakes of a golden case", () => {
  const cases = INVALID_CASES.filter((name) => !FIRST_LINE_COUNTS.test(name));
  it.each(cases)("%s", async (name) => {
    const folder = await prepareCase(name, await scratchFolder());
    if ((await inputOf(name)).files !== undefined) return;
    const files = (await readdir(join(folder, "manifests"), { recursive: true }).catch(() => [])).filter((file) =>
      /\.ya?ml$/.test(file),
    );
    const found = async (): Promise<readonly string[]> => {
      const run = await runCli(["validate", "--manifests", "manifests", "--format", "sarif"], { cwd: folder });
      return runOf(run.stdout).results.map(({ partialFingerprints }) => partialFingerprints["laurel/v1"]);
    };
    const before = await found();
    for (const file of files) {
      const path = join(folder, "manifests", file);
      await writeFile(path, `\n\n# above\n\n${await readFile(path, "utf8")}`);
    }
    expect(await found()).toEqual(before);
  });
});
