/**
 * Bad input as people write it, one mistake a folder: `manifests/`, `laurel.yaml` and `input.json` (for input that
 * cannot lie in a repository) go in, `expect/diagnostics.txt` is what a user reads.
 */

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { readGameFolder } from "../../src/files/manifests.ts";
import { readTextFile } from "../../src/files/read.ts";
import { checkGame } from "../../src/manifest/desired-game.ts";
import { strayOverrides } from "../../src/manifest/overrides.ts";
import { parseText, parseTexts } from "../../src/manifest/parse.ts";
import { CODES, type DiagnosticCode } from "../../src/model/codes.ts";
import { grouped } from "../../src/model/collections.ts";
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import { LINT_CODES } from "../../src/model/lint-codes.ts";
import { chooseGames } from "../../src/project/choose-games.ts";
import { parseProject } from "../../src/project/project.ts";
import { renderDiagnosticsText } from "../../src/view/findings/diagnostics-text.ts";
import { plainStyle } from "../../src/view/text/style.ts";
import { CASES_FOLDER, type CaseInput, INVALID_CASES, inputOf, prepareCase } from "../support/invalid-cases.ts";

/** Codes of other stages: plans, git, export, undo, diff and the targets of many games have tests of their own. */
const SHOWN_ELSEWHERE: readonly DiagnosticCode[] = [
  "no-project",
  "stale-constants",
  "invalid-template",
  "cannot-judge",
  "insecure-url",
  "missing-token",
  "more-problems",
  "parameter-not-supported",
  "looks-like-rename",
  "no-longer-managed",
  "target-gone",
  "not-in-commit",
  "left-out",
  "manifest-in-scenarios",
  "shared-target",
  "unknown-action",
];

const scratch = await mkdtemp(join(tmpdir(), "laurel-cases-"));
const seen = new Set<DiagnosticCode>();

afterAll(() => rm(scratch, { recursive: true, force: true }));

describe("each bad input is explained at its place", () => {
  it.each(INVALID_CASES)("%s", async (name) => {
    const folder = await prepareCase(name, scratch);
    const { diagnostics, texts } = await run(folder, await inputOf(name));
    for (const { code } of diagnostics) seen.add(code);
    const text = renderDiagnosticsText(diagnostics, { style: plainStyle, textOf: (file) => texts.get(file) });
    expect(text).not.toBe("");
    expectPlacesInFiles(diagnostics, texts);
    await expect(text).toMatchFileSnapshot(join(CASES_FOLDER, name, "expect", "diagnostics.txt"));
  });

  // What valid manifests mean is asked in tests of its own: test/lint holds every rule against its examples.
  it("shows every code of files, syntax, shape, resources and the project file", () => {
    const own = (Object.keys(CODES) as DiagnosticCode[]).filter(
      (code) => CODES[code].outcome === "invalid" && !Object.hasOwn(LINT_CODES, code),
    );
    const choosing: DiagnosticCode[] = [
      "unknown-game",
      "unknown-environment",
      "ambiguous-environment",
      "missing-target",
      "invalid-url",
    ];
    const missing = [...own, ...choosing].filter((code) => !seen.has(code) && !SHOWN_ELSEWHERE.includes(code));
    expect(missing).toEqual([]);
  });
});

async function run(
  folder: string,
  { choose = {} }: CaseInput,
): Promise<{ diagnostics: readonly Diagnostic[]; texts: ReadonlyMap<string, string> }> {
  const diagnostics: Diagnostic[] = [];
  const texts = new Map<string, string>();
  const environments: string[] = [];
  const projectFile = join(folder, "laurel.yaml");
  const hasProject = existsSync(projectFile);
  if (hasProject) {
    const { value: file, diagnostics: reading } = await readTextFile(projectFile, folder);
    diagnostics.push(...reading);
    if (file !== undefined) {
      texts.set(file.file, file.text);
      const project = parseProject(parseText(file.file, file.text));
      diagnostics.push(...project.diagnostics);
      const choice = { games: [], variables: {}, ...choose };
      const chosen = project.value === undefined ? undefined : chooseGames(project.value, choice);
      environments.push(...(chosen?.games ?? []).flatMap(({ value }) => value?.environments ?? []));
      diagnostics.push(...(chosen?.diagnostics ?? []), ...(chosen?.games ?? []).flatMap((each) => each.diagnostics));
    }
  }
  if (!hasProject || existsSync(join(folder, "manifests"))) {
    const game = await readGameFolder({ manifests: join(folder, "manifests") }, folder);
    for (const { file, text } of [...game.manifests, ...game.overrides]) texts.set(file, text);
    if (hasProject) diagnostics.push(...strayOverrides(game.overrides, environments));
    const overrides = grouped(game.overrides, ({ environment }) => environment).values();
    const loaded = checkGame(parseTexts(game.manifests), catalog, [[], ...overrides].map(parseTexts));
    diagnostics.push(...game.diagnostics, ...loaded.diagnostics);
  }
  return { diagnostics, texts };
}

function expectPlacesInFiles(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>): void {
  for (const { primary, others } of diagnostics) {
    for (const label of [...(primary === undefined ? [] : [primary]), ...others]) {
      const text = texts.get(label.span.file);
      if (text === undefined) continue;
      expect(label.span.end.offset).toBeLessThanOrEqual(text.length);
      expect(label.span.start.offset).toBeLessThanOrEqual(label.span.end.offset);
      expect(label.span.start.line).toBeLessThanOrEqual(text.split("\n").length);
    }
  }
}
