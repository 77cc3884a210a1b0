/**
 * Targets: where games go as the project file writes it, when two are the same place, and what a project file changes of
 * where tokens go, against a base that was reviewed.
 */

import { both, oneOf } from "../manifest/wording.ts";
import { defined } from "../model/collections.ts";
import { type Diagnostic, diagnostic, type Label } from "../model/diagnostics.ts";
import type { JsonObject } from "../model/json.ts";
import type { Span, Target, Variables } from "../model/model.ts";
import { type Project, projectPointer, settingsAt } from "./project.ts";
import { objectAt, SERVICE_SETTINGS } from "./project-settings.ts";
import {
  ALLOWED_ORIGINS,
  ALLOWED_TOKEN_ENVS,
  ALLOWED_VARIABLES,
  isListed,
  isOriginAllowed,
  resolved,
  shownName,
  variablesIn,
} from "./variables.ts";

/** A live environment. The environment's own settings go before those of the project. */
export interface WrittenTarget {
  readonly base_url?: string;
  readonly game_id: string;
  readonly token_env: string;
}

/** Undefined where there is no such environment, or it is embedded. */
export function writtenTarget(project: Project, game: string, environment: string): WrittenTarget | undefined {
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
      const target = writtenTarget(project, game, environment);
      return target === undefined ? [] : [{ game, environment, target }];
    }),
  );
}

/** The `token_env` where none is written. */
export const DEFAULT_TOKEN = String(SERVICE_SETTINGS.find(({ name }) => name === "token_env")?.default);

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
export function writtenPlace({ base_url = "--base-url", game_id }: WrittenTarget): string {
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

/** The two sides. `base`: absent where the base commit has no project file. `ref`: its name, for people. */
export interface Sides {
  readonly head: Project;
  readonly base?: Project;
  readonly ref: string;
}

/** Flags that replace settings of the project file. */
export interface Given {
  readonly base_url: boolean;
  readonly game_id: boolean;
}

/** One refusal with all that changed in the chosen live environments, or none. */
export function changedTargets(
  sides: Sides,
  chosen: readonly Named[],
  given: Given,
  variables: Variables,
): readonly Diagnostic[] {
  const changes = chosen.flatMap((named) => changesOf(sides, named, given, variables));
  const [first, ...rest] = changes;
  if (first === undefined) return [];
  const lines = [...new Set(changes.map(({ text }) => `\n- ${text}`))];
  const why = sides.base === undefined ? `has no project file to compare with` : "has it otherwise";
  const detail = `The project file decides which token goes where, and ${sides.ref} ${why}. Nothing was sent.${lines.join("")}`;
  const allow = [...new Set(changes.map(({ allow }) => allow))];
  const help = [
    "if it is meant, merge the change on its own first",
    `or allow it outside of the repository, with ${both(allow)}`,
  ];
  return [diagnostic("target-changed", detail, { primary: first.label, others: rest.map(({ label }) => label), help })];
}

interface Change {
  readonly text: string;
  readonly label: Label;
  /** The variable that would allow it. */
  readonly allow: string;
}

function changesOf(
  { head, base, ref }: Sides,
  { game, environment }: Named,
  given: Given,
  variables: Variables,
): readonly Change[] {
  const now = writtenTarget(head, game, environment);
  if (now === undefined) return [];
  const own = base === undefined ? undefined : writtenTarget(base, game, environment);
  // Where the base does not have the environment, its target must be one that the base uses elsewhere.
  const before =
    own === undefined ? (base === undefined ? [] : liveEnvironments(base).map(({ target }) => target)) : [own];
  const change = (name: keyof WrittenTarget, text: string, allow: string): Change => ({
    text: `${game} (${environment}): ${text}`,
    label: { span: targetSpan(head, game, environment, name), text },
    allow,
  });
  const was = (values: readonly (string | undefined)[]): string =>
    oneOf([...new Set(values.map((value) => value ?? "none"))]) || "none";
  const changes: Change[] = [];
  const isPlaced = given.base_url || isOriginAllowed(resolved(now.base_url ?? "", variables) ?? "", variables);
  const alike = before.filter((each) => given.base_url || isSamePlace(each, now, variables));
  if (!isPlaced && alike.length === 0) {
    const from = was(before.map(({ base_url }) => base_url));
    changes.push(change("base_url", `base_url ${from} → ${was([now.base_url])}`, ALLOWED_ORIGINS));
  }
  // With an address that is allowed or changed, the token must still be one that the environment, or the address, had.
  const tokens =
    base === undefined ? [DEFAULT_TOKEN] : (own === undefined ? alike : before).map(({ token_env }) => token_env);
  if (!tokens.includes(now.token_env) && !isListed(variables, ALLOWED_TOKEN_ENVS, now.token_env)) {
    const from = was((tokens.length > 0 ? tokens : before.map(({ token_env }) => token_env)).map(shownName));
    changes.push(change("token_env", `token_env ${from} → ${shownName(now.token_env)}`, ALLOWED_TOKEN_ENVS));
  }
  // The first project file brings its own variables to an address that is allowed, but no token of another name.
  if (base === undefined) return changes;
  const known = new Set(before.flatMap(({ base_url = "", game_id }) => variablesIn(`${base_url} ${game_id}`)));
  const read = (name: "base_url" | "game_id"): void => {
    for (const variable of variablesIn(given[name] ? "" : (now[name] ?? ""))) {
      if (known.has(variable) || isListed(variables, ALLOWED_VARIABLES, variable)) continue;
      changes.push(change(name, `${name} reads ${variable}, which ${ref} does not`, ALLOWED_VARIABLES));
    }
  };
  read("base_url");
  // A game that is new may have an id of its own.
  if (own !== undefined) read("game_id");
  return changes;
}

function isSamePlace(one: WrittenTarget, other: WrittenTarget, variables: Variables): boolean {
  if (one.base_url === other.base_url) return true;
  const [left, right] = [one, other].map(({ base_url }) => resolved(base_url ?? "", variables));
  if (!left || !right) return false;
  return placeOf({ base_url: left, game_id: "" }) === placeOf({ base_url: right, game_id: "" });
}

/** Where a member of a target is written: in the environment, or in the settings of the project. */
export function targetSpan(project: Project, game: string, environment: string, name: keyof WrittenTarget): Span {
  const names = ["games", game, "environments", environment];
  const isOwn = name === "game_id" || settingsAt(project, ...names, "service")[name] !== undefined;
  const place = [...(isOwn ? names : []), ...(name === "game_id" ? [] : ["service"]), name];
  return project.source.locate(projectPointer(...place), "value");
}
