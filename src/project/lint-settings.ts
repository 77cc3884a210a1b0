/**
 * The settings under `lint` for one game: rules, their severity, and limits for points. Each limit keeps its place in the
 * file, because findings about all achievements have no other place.
 */
import type { Json } from "../model/json.ts";
import { LINT_NAMES, type LintCode } from "../model/lint-codes.ts";
import type { Span } from "../model/model.ts";
import { BUDGET_NAMES, type BudgetName, type RuleLevel, type StoreProfile } from "./lint-limits.ts";
import { type Project, projectPointer, settingsAt } from "./project.ts";
import { objectAt } from "./project-settings.ts";

/** A value with the place in the project file that gives it. */
export interface Placed<T> {
  readonly value: T;
  readonly span: Span;
}

/** What `laurel lint` is to look for in one game. */
export interface LintSettings {
  /** Rules that the project sets. */
  readonly rules: Readonly<Partial<Record<LintCode, RuleLevel>>>;
  readonly budget: Readonly<Partial<Record<BudgetName, Placed<number>>>>;
  readonly profiles: readonly Placed<StoreProfile>[];
}

/** The defaults. */
export const DEFAULT_LINT: LintSettings = { rules: {}, budget: {}, profiles: [] };

/** Those of one game: each rule and limit as the game has it, else as the project has it. */
export function lintSettingsOfGame(project: Project, game: string): LintSettings {
  const own = lintAt(project, ["games", game, "lint"]);
  const shared = lintAt(project, ["lint"]);
  return {
    rules: { ...shared.rules, ...own.rules },
    budget: { ...shared.budget, ...own.budget },
    profiles: own.profiles ?? shared.profiles ?? [],
  };
}

type WrittenLint = Omit<LintSettings, "profiles"> & Partial<Pick<LintSettings, "profiles">>;

function lintAt(project: Project, names: readonly string[]): WrittenLint {
  const lint = settingsAt(project, ...names);
  const place = (...more: readonly string[]): Span => project.source.locate(projectPointer(...names, ...more), "value");
  const [rules, budget] = [objectAt(lint, "rules"), objectAt(lint, "budget")];
  const { profiles } = lint;
  const profile = (value: Json, index: number): Placed<StoreProfile> => ({
    value: value as StoreProfile,
    span: place("profiles", String(index)),
  });
  return {
    rules: Object.fromEntries(LINT_NAMES.flatMap((name) => (name in rules ? [[name, rules[name]]] : []))),
    budget: Object.fromEntries(
      BUDGET_NAMES.flatMap((name) =>
        name in budget ? [[name, { value: Number(budget[name]), span: place("budget", name) }]] : [],
      ),
    ),
    ...(Array.isArray(profiles) ? { profiles: profiles.map(profile) } : {}),
  };
}
