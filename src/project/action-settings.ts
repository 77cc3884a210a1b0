/**
 * The settings under `actions` for one game: what laurel cannot read from manifests about the actions of players. Each
 * keeps its place in the file, because a name that the manifests lack is reported there.
 */
import { isJsonObject } from "../model/json.ts";
import type { Span } from "../model/model.ts";
import { type Project, projectPointer, settingsAt } from "./project.ts";
import { type AMOUNT_KINDS, objectAt } from "./project-settings.ts";

/** What the project file says about one action. What it leaves out is undefined. */
export interface ActionSettings {
  readonly effort?: number;
  readonly amount?: keyof typeof AMOUNT_KINDS;
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
  const written = settingsAt(project, "games", game).actions;
  const actions = isJsonObject(written) ? written : {};
  return new Map(
    Object.keys(actions).map((id) => {
      const { effort, amount, reported } = objectAt(actions, id);
      const span = project.source.locate(`${projectPointer("games", game)}/actions${projectPointer(id)}`, "key");
      return [
        id,
        {
          span,
          ...(effort === undefined ? {} : { effort: Number(effort) }),
          ...(amount === undefined ? {} : { amount: amount as keyof typeof AMOUNT_KINDS }),
          ...(reported === undefined ? {} : { reported: reported === true }),
        },
      ];
    }),
  );
}
