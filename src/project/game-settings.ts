/**
 * What the project file says about one game beside where it goes: the settings of `lint`, and those of actions. Limits and
 * names keep their places in the file, because findings about them have no other place.
 */
import type { Severity } from "../model/codes.ts";
import { type Json, type JsonObject, scalarText } from "../model/json.ts";
import type { LintCode } from "../model/lint-codes.ts";
import type { Span } from "../model/model.ts";
import { type Project, projectPointer, settingsAt } from "./project.ts";
import { objectAt } from "./project-settings.ts";

/** Levels of a rule. */
export type RuleLevel = Severity | "off";

type BudgetName = "total_points" | "max_achievements" | "min_achievements" | "max_points" | "min_points" | "step";

/** The fields of an action by their dot paths: the values that there are, or which sort of value there is. */
export type ActionFields = Readonly<Record<string, readonly string[] | "number" | "word" | "any">>;

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
  const place = (name: string, key: string, half: "key" | "value"): Span =>
    project.source.locate(projectPointer(...names, name, key), half);
  const budget = Object.entries(objectAt(lint, "budget")).map(([name, value]) => [
    name,
    { value: Number(value), span: place("budget", name, "value") },
  ]);
  const fields = Object.entries(objectAt(lint, "fields")).map(([action, value]): [string, Placed<ActionFields>] => [
    action,
    { value: fieldsIn(value as JsonObject), span: place("fields", action, "key") },
  ]);
  return { rules: objectAt(lint, "rules"), budget: Object.fromEntries(budget), fields: new Map(fields) };
}

function fieldsIn(written: JsonObject): ActionFields {
  const valuesOf = (values: Json): Json =>
    Array.isArray(values) ? values.map((value) => scalarText(value) ?? "") : values;
  const fields = Object.entries(written).map(([field, values]) => [field, valuesOf(values)]);
  return Object.fromEntries(fields) as ActionFields;
}

/** What the project file says about one action. What it leaves out is undefined. */
export interface ActionSettings {
  readonly effort?: number;
  readonly amount?: "count" | "measure";
  /** False: it is recorded by reactions only. */
  readonly reported?: boolean;
}

/** Settings with the place of their name in the project file. */
export interface PlacedActionSettings extends ActionSettings {
  readonly span: Span;
}

/** By the `custom_id` of the action, in the order of the project file. */
export type ActionSettingsById = ReadonlyMap<string, ActionSettings>;

/** What a project says about how its game is played. */
export interface PlaySettings {
  readonly actions: ActionSettingsById;
}

export const DEFAULT_PLAY: PlaySettings = { actions: new Map() };

export function actionSettingsOfGame(project: Project, game: string): ReadonlyMap<string, PlacedActionSettings> {
  const actions = Object.entries((settingsAt(project, "games", game).actions ?? {}) as JsonObject);
  return new Map(
    actions.map(([id, value]) => {
      const { effort, ...settings } = value as JsonObject;
      const span = project.source.locate(`${projectPointer("games", game)}/actions${projectPointer(id)}`, "key");
      return [id, { span, ...settings, ...(effort === undefined ? {} : { effort: Number(effort) }) }];
    }),
  );
}
