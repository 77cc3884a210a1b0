/** Asks the rules about a game, as its project wants them, and takes out what comments in the manifests switch off. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import { LINT_CODES, LINT_NAMES, type LintCode } from "../../model/lint-codes.ts";
import type { RuleLevel } from "../../project/lint-limits.ts";
import type { LintSettings } from "../../project/lint-settings.ts";
import { type Ignores, idleIgnore, sift } from "./ignore-comments.ts";
import type { LintedGame } from "./linted-game.ts";
import { RULES } from "./rules.ts";

/** How severe a rule is under the settings. */
export function levelOf(code: LintCode, { rules }: Pick<LintSettings, "rules">): RuleLevel {
  return rules[code] ?? LINT_CODES[code].severity;
}

/**
 * What the rules find. `only`: the rules to ask; a rule that is asked for by name is asked although the project has it
 * off, with the severity that it has by itself.
 */
export function lint(game: LintedGame, ignores: Ignores, only: readonly LintCode[] = []): readonly Diagnostic[] {
  const { settings, desired } = game;
  const asked = new Set(only.length > 0 ? only : LINT_NAMES.filter((code) => levelOf(code, settings) !== "off"));
  const found = Object.entries(RULES).flatMap(([code, rule]) => (asked.has(code as LintCode) ? rule(game) : []));
  const { left, used } = sift(found, ignores.all, desired.resources);
  const idle = ignores.all.filter((each) => asked.has(each.code) && !used.has(each)).map(idleIgnore);
  return [
    ...left,
    ...(asked.has("unknown-ignore") ? ignores.diagnostics : []),
    ...(asked.has("idle-ignore") ? idle : []),
  ].map((each) => withSeverity(each, settings));
}

function withSeverity(found: Diagnostic, settings: LintSettings): Diagnostic {
  const level = levelOf(found.code as LintCode, settings);
  return level === "off" || level === found.severity ? found : { ...found, severity: level };
}
