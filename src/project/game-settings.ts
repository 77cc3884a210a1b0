/**
 * Settings of one game in the project file: of `lint`, of actions, and of its targets. Limits and
 * names keep their places in the file, because findings about them have no other place.
 */

import { dialectOf } from "../catalog/dialect.ts";
import { defined } from "../ground/collections.ts";
import { pointerTo } from "../ground/pointer.ts";
import { withoutVersion } from "../model/base-url.ts";

import type { Span } from "../model/source.ts";
import { gameNamed, type Project } from "./project.ts";
import type { Budget, LintRules, ServiceSettings } from "./project-schema.ts";
import { SERVICE_DEFAULTS } from "./variables.ts";

/** A value with its place in the project file. */
interface Placed<T> {
  readonly value: T;
  readonly span: Span;
}

/** Settings of `laurel lint` for one game. @internal */
export interface LintSettings {
  /** Rules that the project sets. */
  readonly rules: Readonly<LintRules>;
  readonly budget: Readonly<Partial<Record<keyof Budget, Placed<number>>>>;
}

/**
 * Returns the settings of one game. The game's rules and limits replace the project's. @internal
 */
export function lintSettingsOfGame(project: Project, game: string): LintSettings {
  const written = [
    { lint: project.settings.lint, at: pointerTo("lint") },
    { lint: gameNamed(project, game)?.lint, at: pointerTo("games", game, "lint") },
  ];
  const limits = written.flatMap(({ lint, at }) =>
    Object.entries(lint?.budget ?? {}).map(([name, value]) => {
      const span = project.source.locate(`${at}${pointerTo("budget", name)}`, "value");
      return [name, { value: Number(value), span }];
    }),
  );
  return {
    rules: Object.assign({}, ...written.map(({ lint }) => lint?.rules)),
    budget: Object.fromEntries(limits),
  };
}

/** Weight of an action in reports, and whether the game reports it. */
export interface ActionSettings {
  readonly effort?: number;
  readonly amount?: "count" | "measure";
  readonly reported?: boolean;
}

/** Settings with the place of their name in the project file. */
export interface PlacedActionSettings extends ActionSettings {
  readonly span: Span;
}

/** Settings about playing a game. */
export interface PlaySettings {
  /** By the `custom_id` of the action, in the order of the project file. */
  readonly actions: ReadonlyMap<string, ActionSettings>;
}

/** @internal */
export function actionSettingsOfGame(
  project: Project,
  game: string,
): ReadonlyMap<string, PlacedActionSettings> {
  const actions = Object.entries(gameNamed(project, game)?.actions ?? {});
  return new Map(
    actions.map(([id, { effort, ...settings }]) => {
      const span = project.source.locate(
        `${pointerTo("games", game)}/actions${pointerTo(id)}`,
        "key",
      );
      return [
        id,
        { span, ...settings, ...(effort === undefined ? {} : { effort: Number(effort) }) },
      ];
    }),
  );
}

/**
 * An environment of a game. Its own settings replace the project's, which replace the defaults.
 * @internal
 */
export interface WrittenTarget {
  readonly game: string;
  readonly environment: string;
  /** Absent: it is on the embedded service. */
  readonly game_id?: string;
  readonly service: ServiceSettings;
}

/** All environments of a game. @internal */
export function targetsOf({ settings }: Project, game: string): readonly WrittenTarget[] {
  return Object.entries(settings.games[game]?.environments ?? {}).map(
    ([environment, { game_id, service }]) => ({
      game,
      environment,
      ...defined({ game_id }),
      service: {
        ...SERVICE_DEFAULTS,
        ...settings.service,
        ...service,
        wire: dialectOf(settings.service?.wire, service?.wire),
      },
    }),
  );
}

/** All environments on a live service. @internal */
export function liveTargets(
  project: Project,
): readonly (WrittenTarget & { readonly game_id: string })[] {
  const all = Object.keys(project.settings.games).flatMap((game) => targetsOf(project, game));
  return all.flatMap(({ game_id, ...target }) =>
    game_id === undefined ? [] : [{ ...target, game_id }],
  );
}

/**
 * Returns the same text for all forms of a live game's address; undefined for the embedded service.
 * @internal
 */
export function placeOf({ service: { base_url }, game_id }: WrittenTarget): string | undefined {
  if (base_url === undefined || game_id === undefined) return undefined;
  const url = new URL(base_url);
  return `${url.origin}${withoutVersion(url.pathname)} ${game_id}`;
}

/**
 * Returns the place of a member of a target: in the environment, or in the settings of the project.
 * @internal
 */
export function targetSpan(
  project: Project,
  { game, environment }: WrittenTarget,
  name: "game_id" | "base_url" | "token_env",
): Span {
  const names = ["games", game, "environments", environment];
  if (name === "game_id") return project.source.locate(pointerTo(...names, name), "value");
  const isOwn =
    project.settings.games[game]?.environments[environment]?.service?.[name] !== undefined;
  return project.source.locate(pointerTo(...(isOwn ? names : []), "service", name), "value");
}
