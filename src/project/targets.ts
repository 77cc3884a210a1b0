/** Targets: where games go as the project file writes it, and when two are the same place. */

import { pointerTo } from "../manifest/parts.ts";
import type { Span } from "../model/model.ts";
import type { Project } from "./project.ts";
import type { ServiceSettings } from "./project-schema.ts";
import { SERVICE_DEFAULTS } from "./variables.ts";

/** An environment of a game. Its own settings go before those of the project, and these before the defaults. */
export interface WrittenTarget {
  readonly game: string;
  readonly environment: string;
  /** Absent: it is on the embedded service. */
  readonly game_id?: string;
  readonly service: ServiceSettings;
}

/** All environments of a game. */
export function targetsOf({ settings }: Project, game: string): readonly WrittenTarget[] {
  return Object.entries(settings.games[game]?.environments ?? {}).map(([environment, { game_id, service }]) => ({
    ...{ game, environment, game_id },
    service: { ...SERVICE_DEFAULTS, ...settings.service, ...service },
  }));
}

/** All environments on a live service. */
export function liveTargets(project: Project): readonly (WrittenTarget & { readonly game_id: string })[] {
  const all = Object.keys(project.settings.games).flatMap((game) => targetsOf(project, game));
  return all.flatMap(({ game_id, ...target }) => (game_id === undefined ? [] : [{ ...target, game_id }]));
}

/** The part of the address before `/v1`, which may end in a slash, in `/v1` or in both (docs/service.md#transport). */
export function pathPrefix({ pathname }: Pick<URL, "pathname">): string {
  return pathname.replace(/\/+$/, "").replace(/\/v1$/, "");
}

/** One text for each place, however its address is written; undefined for the embedded service. */
export function placeOf({ service: { base_url }, game_id }: WrittenTarget): string | undefined {
  if (base_url === undefined || game_id === undefined) return undefined;
  const url = new URL(base_url);
  return `${url.origin}${pathPrefix(url)} ${game_id}`;
}

/** Where a member of a target is written: in the environment, or in the settings of the project. */
export function targetSpan(
  project: Project,
  { game, environment }: WrittenTarget,
  name: "game_id" | "base_url" | "token_env",
): Span {
  const names = ["games", game, "environments", environment];
  if (name === "game_id") return project.source.locate(pointerTo(...names, name), "value");
  const isOwn = project.settings.games[game]?.environments[environment]?.service?.[name] !== undefined;
  return project.source.locate(pointerTo(...(isOwn ? names : []), "service", name), "value");
}
