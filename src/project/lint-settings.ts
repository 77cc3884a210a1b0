/**
 * The settings under `lint` for one game: rules, their severity, and limits for points. Each limit keeps its place in the
 * file, because findings about all achievements have no other place.
 */
import { type JsonObject, scalarText } from "../model/json.ts";
import { LINT_NAMES, type LintCode } from "../model/lint-codes.ts";
import type { Span } from "../model/model.ts";
import { BUDGET_NAMES, type BudgetName, type FieldType, type RuleLevel } from "./lint-limits.ts";
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
  /** What activities of an action have in their custom_data, by action. */
  readonly fields: ReadonlyMap<string, Placed<ActionFields>>;
}

/** The fields of an action by their dot paths: the values that there are, or which sort of value there is. */
export type ActionFields = Readonly<Record<string, readonly string[] | FieldType>>;

/** The defaults. */
export const DEFAULT_LINT: LintSettings = { rules: {}, budget: {}, fields: new Map() };

/** Those of one game: each rule and limit as the game has it, else as the project has it. */
export function lintSettingsOfGame(project: Project, game: string): LintSettings {
  const own = lintAt(project, ["games", game, "lint"]);
  const shared = lintAt(project, ["lint"]);
  return {
    rules: { ...shared.rules, ...own.rules },
    budget: { ...shared.budget, ...own.budget },
    fields: new Map([...shared.fields, ...own.fields]),
  };
}

function lintAt(project: Project, names: readonly string[]): LintSettings {
  const lint = settingsAt(project, ...names);
  const pointer = (...more: readonly string[]): string => projectPointer(...names, ...more);
  const place = (...more: readonly string[]): Span => project.source.locate(pointer(...more), "value");
  const [rules, budget, fields] = [objectAt(lint, "rules"), objectAt(lint, "budget"), objectAt(lint, "fields")];
  return {
    rules: Object.fromEntries(LINT_NAMES.flatMap((name) => (name in rules ? [[name, rules[name]]] : []))),
    budget: Object.fromEntries(
      BUDGET_NAMES.flatMap((name) =>
        name in budget ? [[name, { value: Number(budget[name]), span: place("budget", name) }]] : [],
      ),
    ),
    fields: new Map(
      Object.keys(fields).map((action) => [
        action,
        { value: fieldsIn(objectAt(fields, action)), span: project.source.locate(pointer("fields", action), "key") },
      ]),
    ),
  };
}

function fieldsIn(written: JsonObject): ActionFields {
  return Object.fromEntries(
    Object.entries(written).map(([field, values]) => [
      field,
      Array.isArray(values) ? values.map((value) => scalarText(value) ?? "") : (values as FieldType),
    ]),
  );
}
