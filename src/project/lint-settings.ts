/**
 * What the project file says under `lint` for one game: which rules hold, how severe they are, and what the points may be.
 * Each limit keeps the place where it is written, because what is said about all achievements has no other place.
 */
import type { JsonObject } from "../model/json.ts";
import { LINT_NAMES, type LintCode } from "../model/lint-codes.ts";
import type { Span } from "../model/model.ts";
import { BUDGET_NAMES, type BudgetName, type RuleLevel, type StoreProfile } from "./lint-limits.ts";
import { type Project, projectPointer } from "./project.ts";
import { objectAt } from "./project-settings.ts";

/** A value with the place in the project file that gives it. */
export interface Placed<T> {
  readonly value: T;
  readonly span: Span;
}

/** What `laurel lint` is to look for in one game. */
export interface LintSettings {
  /** Rules that the project says something of. */
  readonly rules: Readonly<Partial<Record<LintCode, RuleLevel>>>;
  readonly budget: Readonly<Partial<Record<BudgetName, Placed<number>>>>;
  readonly profiles: readonly Placed<StoreProfile>[];
}

/** Where no project file says otherwise. */
export const DEFAULT_LINT: LintSettings = { rules: {}, budget: {}, profiles: [] };

/** What the project file says for one game: each rule and limit as the game has it, else as the project has it. */
export function lintSettingsOfGame(project: Project, game: string): LintSettings {
  const own = settingsAt(project, ["games", game, "lint"]);
  const shared = settingsAt(project, ["lint"]);
  return {
    rules: { ...shared.rules, ...own.rules },
    budget: { ...shared.budget, ...own.budget },
    profiles: own.profiles ?? shared.profiles ?? [],
  };
}

function settingsAt(
  { settings, source }: Project,
  names: readonly string[],
): Omit<LintSettings, "profiles"> & Partial<Pick<LintSettings, "profiles">> {
  const lint = names.reduce<JsonObject>(objectAt, settings);
  const place = (...more: readonly string[]): Span => source.locate(projectPointer(...names, ...more), "value");
  const [rules, budget] = [objectAt(lint, "rules"), objectAt(lint, "budget")];
  const { profiles } = lint;
  return {
    rules: Object.fromEntries(LINT_NAMES.flatMap((name) => (name in rules ? [[name, rules[name]]] : []))),
    budget: Object.fromEntries(
      BUDGET_NAMES.flatMap((name) =>
        name in budget ? [[name, { value: Number(budget[name]), span: place("budget", name) }]] : [],
      ),
    ),
    ...(Array.isArray(profiles)
      ? {
          profiles: profiles.map((value, index) => ({
            value: value as StoreProfile,
            span: place("profiles", String(index)),
          })),
        }
      : {}),
  };
}
