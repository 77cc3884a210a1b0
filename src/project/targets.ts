/** Targets: where games go as the project file writes it, and when two are the same place. */

import { defined } from "../model/collections.ts";
import type { JsonObject } from "../model/json.ts";
import type { Span, Target } from "../model/model.ts";
import { type Project, projectPointer, settingsAt } from "./project.ts";
import { objectAt } from "./project-settings.ts";
import { DEFAULT_TOKEN } from "./variables.ts";

/** A live environment. The environment's own settings go before those of the project. */
export interface WrittenTarget {
  readonly base_url?: string;
  readonly game_id: string;
  readonly token_env: string;
}

/** Undefined where there is no such environment, or it is embedded. */
export function writtenTarget(project: Project, { game, environment }: Named): WrittenTarget | undefined {
  const own = settingsAt(project, "games", game, "environments", environment);
  if (typeof own.game_id !== "string") return undefined;
  const [special, shared] = [objectAt(own, "service"), settingsAt(project, "service")];
  const base_url = textOf("base_url", special, shared);
  const token_env = textOf("token_env", special, shared) ?? DEFAULT_TOKEN;
  return { ...defined({ base_url }), game_id: own.game_id, token_env };
}

/** All live environments. */
export function liveEnvironments(project: Project): readonly (Named & { readonly target: WrittenTarget })[] {
  return Object.keys(settingsAt(project, "games")).flatMap((game) =>
    Object.keys(settingsAt(project, "games", game, "environments")).flatMap((environment) => {
      const target = writtenTarget(project, { game, environment });
      return target === undefined ? [] : [{ game, environment, target }];
    }),
  );
}

function textOf(name: string, ...places: readonly JsonObject[]): string | undefined {
  const found = places.map((place) => place[name]).find((value) => value !== undefined);
  return typeof found === "string" ? found : undefined;
}

/** An environment by its names in the project file. */
export interface Named {
  readonly game: string;
  readonly environment: string;
}

/** The address as it is written: the values of variables are not repeated. */
export function writtenPlace({ base_url = "no base URL", game_id }: WrittenTarget): string {
  return `${base_url}, game id ${game_id}`;
}

/** The part of the address before `/v1`, which may end in a slash, in `/v1` or in both (docs/service.md#transport). */
export function pathPrefix({ pathname }: URL): string {
  return pathname.replace(/\/+$/, "").replace(/\/v1$/, "");
}

/** One text for each place, however its address is written. What is no address, such as `embedded`, is kept. */
export function placeOf({ base_url, game_id }: Pick<Target, "base_url" | "game_id">): string {
  if (!URL.canParse(base_url)) return `${base_url} ${game_id}`;
  const url = new URL(base_url);
  return `${url.origin}${pathPrefix(url)} ${game_id}`;
}

/** Where a member of a target is written: in the environment, or in the settings of the project. */
export function targetSpan(project: Project, { game, environment }: Named, name: keyof WrittenTarget): Span {
  const names = ["games", game, "environments", environment];
  const isOwn = name === "game_id" || settingsAt(project, ...names, "service")[name] !== undefined;
  const place = [...(isOwn ? names : []), ...(name === "game_id" ? [] : ["service"]), name];
  return project.source.locate(projectPointer(...place), "value");
}
