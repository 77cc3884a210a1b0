/**
 * What the project file says about one game beside where it goes: the settings of `lint`, and those of actions. Limits and
 * names keep their places in the file, because findings about them have no other place.
 */
import { type Json, scalarText } from "../model/json.ts";
import type { LintCode } from "../model/lint-codes.ts";
import type { Span } from "../model/model.ts";
import { gameNamed, type Project, projectPointer, type WrittenLint } from "./project.ts";
import type { ActionFields, ActionSettings, BudgetName, RuleLevel } from "./project-schema.ts";

export type { ActionFields, ActionSettings, RuleLevel } from "./project-schema.ts";

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
  const own = lintAt(project, gameNamed(project, game)?.lint, ["games", game, "lint"]);
  const shared = lintAt(project, project.settings.lint, ["lint"]);
  return {
    rules: { ...shared.rules, ...own.rules },
    budget: { ...shared.budget, ...own.budget },
    fields: new Map([...shared.fields, ...own.fields]),
  };
}

function lintAt({ source }: Project, written: WrittenLint = {}, names: readonly string[]): LintSettings {
  const { rules = {}, budget = {}, fields = {} } = written;
  const limits = Object.entries(budget).map(([name, value]) => {
    return [name, { value: Number(value), span: source.locate(projectPointer(...names, "budget", name), "value") }];
  });
  const declared = Object.entries(fields).map(([action, value]): [string, Placed<ActionFields>] => {
    return [action, { value: fieldsIn(value), span: source.locate(projectPointer(...names, "fields", action), "key") }];
  });
  return { rules, budget: Object.fromEntries(limits), fields: new Map(declared) };
}

/** Values are compared as text. */
function fieldsIn(written: ActionFields): ActionFields {
  const fields = Object.entries(written).map(([field, values]) => {
    return [field, typeof values === "string" ? values : values.map((value: Json) => scalarText(value) ?? "")];
  });
  return Object.fromEntries(fields) as ActionFields;
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
  const actions = Object.entries(gameNamed(project, game)?.actions ?? {});
  return new Map(
    actions.map(([id, { effort, ...settings }]) => {
      const span = project.source.locate(`${projectPointer("games", game)}/actions${projectPointer(id)}`, "key");
      return [id, { span, ...settings, ...(effort === undefined ? {} : { effort: Number(effort) }) }];
    }),
  );
}
