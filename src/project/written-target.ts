/** Where games go as the project file writes it, before variables are replaced: what problems may repeat. */
import type { JsonObject } from "../model/json.ts";
import type { Project } from "./project.ts";
import { objectAt, SERVICE_SETTINGS } from "./project-settings.ts";

/** A live environment. The environment's own settings go before those of the project. */
export interface WrittenTarget {
  readonly base_url?: string;
  readonly game_id: string;
  readonly token_env: string;
}

/** Undefined where there is no such environment, or it is embedded. */
export function writtenTarget(project: Project, game: string, environment: string): WrittenTarget | undefined {
  const own = objectAt(objectAt(objectAt(objectAt(project.settings, "games"), game), "environments"), environment);
  if (typeof own.game_id !== "string") return undefined;
  const [special, shared] = [objectAt(own, "service"), objectAt(project.settings, "service")];
  const base_url = textOf("base_url", special, shared);
  const token_env = textOf("token_env", special, shared) ?? DEFAULT_TOKEN;
  return { ...(base_url === undefined ? {} : { base_url }), game_id: own.game_id, token_env };
}

/** All live environments. */
export function writtenTargets(project: Project): readonly WrittenTarget[] {
  const games = objectAt(project.settings, "games");
  return Object.keys(games).flatMap((game) =>
    Object.keys(objectAt(objectAt(games, game), "environments")).flatMap(
      (environment) => writtenTarget(project, game, environment) ?? [],
    ),
  );
}

/** The `token_env` where none is written. */
export const DEFAULT_TOKEN = String(SERVICE_SETTINGS.find(({ name }) => name === "token_env")?.default);

function textOf(name: string, ...places: readonly JsonObject[]): string | undefined {
  const found = places.map((place) => place[name]).find((value) => value !== undefined);
  return typeof found === "string" ? found : undefined;
}
