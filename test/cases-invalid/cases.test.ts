/**
 * Bad input as people write it, one mistake a case: the files go in, and what is wrong with them
 * comes out.
 */

import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { diskTree } from "../../src/files/disk.ts";
import { grouped } from "../../src/ground/collections.ts";
import { checkGame } from "../../src/manifest/game/desired-game.ts";
import { strayOverrides } from "../../src/manifest/overrides.ts";
import { parseSource, parseSources } from "../../src/manifest/parse.ts";
import { CODES, type DiagnosticCode } from "../../src/model/codes.ts";
import type { Diagnostic, Label } from "../../src/model/diagnostics.ts";
import { LINT_CODES } from "../../src/model/lint-codes.ts";
import { parseProject } from "../../src/project/project.ts";
import { readGameFolder } from "../support/disk.ts";
import { CASE_FILES, casesIn, prepareCase } from "../support/invalid-cases.ts";

/**
 * Codes of other stages: plans, git, export, undo, diff and the targets of many games have tests of
 * their own.
 */
const SHOWN_ELSEWHERE: readonly DiagnosticCode[] = [
  "no-project",
  "outside-repository",
  "ignored-by-git",
  "untracked-by-git",
  "invalid-template",
  "cannot-judge",
  "no-scenarios",
  "not-analysed",
  "too-much-work",
  "insecure-url",
  "missing-token",
  "more-problems",
  "parameter-not-supported",
  "late-request",
  "looks-like-rename",
  "not-changeable",
  "differs-only-in-case",
  "no-longer-managed",
  "no-merge-base",
  "project-changed",
  "target-gone",
  "not-in-commit",
  "manifest-in-scenarios",
  "shared-target",
  "unknown-action",
  "unwritable-summary",
  "undefined-variable",
  "missing-target",
  "invalid-url",
];

/** Slips of the hand, each of which is one mistake. */
const MISTAKES = CASE_FILES.find((path) => basename(path) === "mistakes.txt") as string;

type Help = Diagnostic["help"][number];

const scratch = await mkdtemp(join(tmpdir(), "laurel-cases-"));
const seen = new Set<DiagnosticCode>();

afterAll(() => rm(scratch, { recursive: true, force: true }));

describe("each bad input is explained at its place", () => {
  it.each(CASE_FILES)("%s", async (path) => {
    const whole = readFileSync(path, "utf8");
    let text = whole.slice(0, whole.search(/^=== /m));
    const helpShown: Help[] = [];
    for (const [index, each] of casesIn(path).entries()) {
      const folder = join(scratch, basename(path), String(index));
      await prepareCase(each, folder);
      const { diagnostics, texts } = await run(folder);
      for (const { code } of diagnostics) seen.add(code);
      expect(diagnostics, each.title).not.toEqual([]);
      expectPlacesInFiles(diagnostics, texts);
      text += `=== ${each.given}> validate\n${diagnostics.map((problem) => linesOf(problem, helpShown)).join("")}`;
    }
    await expect(text).toMatchFileSnapshot(path);
  });

  it("makes one problem of one mistake", () => {
    const counts = casesIn(MISTAKES).map(({ title, found }) => [title, found.length]);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
  });

  it.each([
    ["with line breaks of Windows", (text: string) => text.replaceAll("\n", "\r\n")],
    ["after a byte order mark", (text: string) => `\ufeff${text}`],
  ])("finds the same %s", async (what, change) => {
    for (const path of CASE_FILES) {
      for (const [index, each] of casesIn(path).entries()) {
        // JSON has no byte order mark.
        const isKept = (name: string): boolean => name.endsWith(".json") && change("").length > 0;
        const files = new Map(
          [...each.files].map(([name, text]) => [name, isKept(name) ? text : change(text)]),
        );
        const folder = join(scratch, what, basename(path), String(index));
        await prepareCase({ ...each, files }, folder);
        const { diagnostics } = await run(folder);
        const found = diagnostics.map(
          ({ code, primary }) => `${primary?.span.start.line ?? ""} ${code}`,
        );
        expect(found, each.title).toEqual(each.found);
      }
    }
  });

  // What valid manifests mean is asked in tests of its own: test/lint holds every rule against its
  // examples.
  it("shows every code of files, syntax, shape, resources and the project file", () => {
    const invalid = (Object.keys(CODES) as DiagnosticCode[]).filter(
      (code) => CODES[code].outcome === "invalid" && !Object.hasOwn(LINT_CODES, code),
    );
    expect(invalid.filter((code) => !seen.has(code) && !SHOWN_ELSEWHERE.includes(code))).toEqual(
      [],
    );
  });
});

/**
 * Code, place and words, with a number for help that was shown before; what it looks like is tested
 * with the view.
 */
function linesOf({ code, primary, detail, others, help }: Diagnostic, helpShown: Help[]): string {
  const at = ({ span: { source, start } }: Label): string =>
    `${source.name}:${start.line}:${start.column}`;
  const place = primary === undefined ? "" : `${at(primary)} `;
  const known = help
    .filter((each) => helpShown.includes(each))
    .map((each) => ` [${helpShown.indexOf(each) + 1}]`);
  const unknown = help.filter((each) => !helpShown.includes(each));
  const below = [
    ...others.map((label) => `${at(label)} ${label.text}`),
    ...unknown.map((each) => `[${helpShown.push(each)}] ${each}`),
  ];
  const words = `${place}${code}: ${primary?.text ?? detail}${known.join("")}\n`;
  return words + below.map((line) => `  ${line}\n`).join("");
}

async function run(
  folder: string,
): Promise<{ diagnostics: readonly Diagnostic[]; texts: ReadonlyMap<string, string> }> {
  const diagnostics: Diagnostic[] = [];
  const texts = new Map<string, string>();
  const environments: string[] = [];
  const projectFile = join(folder, "laurel.yaml");
  const hasProject = existsSync(projectFile);
  if (hasProject) {
    const disk = diskTree({ cwd: folder, env: {} });
    const { value: file, diagnostics: reading } = await disk.read(projectFile);
    diagnostics.push(...reading);
    if (file !== undefined) {
      texts.set(file.name, file.text);
      const project = parseProject(parseSource(file));
      diagnostics.push(...project.diagnostics);
      for (const game of Object.values(project.value?.settings.games ?? {}))
        environments.push(...Object.keys(game.environments));
    }
  }
  if (!hasProject || existsSync(join(folder, "manifests"))) {
    const game = await readGameFolder(
      { manifests: join(folder, "manifests") },
      { cwd: folder, env: {} },
    );
    const overriding = game.overrides.map(({ source }) => source);
    for (const { name, text } of [...game.manifests, ...overriding]) texts.set(name, text);
    if (hasProject) diagnostics.push(...strayOverrides(game.overrides, environments));
    const overrides = grouped(game.overrides, ({ environment }) => environment).values();
    const overridesOfEach = [
      [],
      ...[...overrides].map((all) => parseSources(all.map(({ source }) => source))),
    ] as const;
    const loaded = checkGame(parseSources(game.manifests), catalog, overridesOfEach);
    diagnostics.push(...game.diagnostics, ...loaded.diagnostics);
  }
  return { diagnostics, texts };
}

function expectPlacesInFiles(
  diagnostics: readonly Diagnostic[],
  texts: ReadonlyMap<string, string>,
): void {
  for (const { primary, others } of diagnostics) {
    for (const label of [...(primary === undefined ? [] : [primary]), ...others]) {
      const text = texts.get(label.span.source.name);
      if (text === undefined) continue;
      expect(label.span.end.offset).toBeLessThanOrEqual(text.length);
      expect(label.span.start.offset).toBeLessThanOrEqual(label.span.end.offset);
      expect(label.span.start.line).toBeLessThanOrEqual(text.split("\n").length);
    }
  }
}
