/**
 * Games to lint, from manifests and what a project file says about them, without a file on a disk.
 */

import { designOf } from "../../../src/analysis/design/design.ts";
import { lint } from "../../../src/analysis/lint/lint.ts";
import { buildLintedGame, type LintedGame } from "../../../src/analysis/lint/rule.ts";
import { parseText } from "../../../src/manifest/parse.ts";
import { type Diagnostic, hasErrors } from "../../../src/model/diagnostics.ts";
import type { LintCode } from "../../../src/model/lint-codes.ts";
import { actionSettingsOfGame, lintSettingsOfGame } from "../../../src/project/game-settings.ts";
import { parseProject } from "../../../src/project/project.ts";
import { load } from "../../support/load.ts";

const GAMES = "games: { g: { manifests: g, environments: { local: { embedded: true } } } }\n";

/** The game as rules get it. `project`: top-level settings of the project file. */
export function gameOf(manifests: string, project = ""): LintedGame {
  const desired = load(manifests);
  const settings = parseProject(parseText("laurel.yaml", `version: 1\n${GAMES}${project}`));
  if (settings.value === undefined || hasErrors(settings.diagnostics)) {
    throw new Error(settings.diagnostics.map(({ detail }) => detail).join("\n"));
  }
  const play = { actions: actionSettingsOfGame(settings.value, "g") };
  const design = designOf(desired.resources.values(), desired.managed, play);
  return buildLintedGame(design, desired, lintSettingsOfGame(settings.value, "g"));
}

/** What is found: everything, or what one rule finds. */
export function found(manifests: string, project = "", only?: LintCode): readonly Diagnostic[] {
  return lint(gameOf(manifests, project)).filter(({ code }) => only === undefined || code === only);
}

/** `code line:column` of everything that is found, in the order of lines. */
export function foundAt(manifests: string, project = ""): readonly string[] {
  return found(manifests, project)
    .map(({ code, primary }) => ({ code, start: primary?.span.start ?? { line: 0, column: 0 } }))
    .sort(
      (a, b) =>
        a.start.line - b.start.line ||
        a.start.column - b.start.column ||
        (a.code < b.code ? -1 : 1),
    )
    .map(({ code, start }) => `${code} ${start.line}:${start.column}`);
}

/** The codes that are found, each once. */
export function codesIn(manifests: string, project = ""): readonly string[] {
  return [...new Set(found(manifests, project).map(({ code }) => code))].sort();
}
