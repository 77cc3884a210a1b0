/**
 * Decides which values a PUT carries next to the changed ones, because PUT may reset omitted
 * values. In: a resource at one moment, and its change. Out: the resource as the request has it,
 * and the rest. If records do not show `points` and a manifest declares 50, every PUT of the
 * achievement has 50 (docs/service.md#updates).
 */
import type { Dialect } from "../catalog/dialect.ts";
import type { Link } from "../catalog/types.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject } from "../ground/json.ts";
import { sortedMembers } from "../model/catalog-lookup.ts";
import type { Body, Links, LiveGame } from "../model/model.ts";
import type { Change } from "./changes.ts";
import { unknownMembers } from "./encode.ts";
import { isLeftToPanel } from "./policies.ts";
import type { Thing, ThingKey } from "./thing.ts";
import type { World } from "./world.ts";

/** The service at the moment of the request. */
export interface PutInput {
  readonly live: LiveGame;
  readonly dialect: Dialect;
  readonly world: World;
}

/** The resource that a PUT writes. */
export interface PutSubject {
  /** The resource after the step. */
  readonly after: Thing;
  /** Further links to send. Every PUT has the links of `linksOfPut`. */
  readonly members: readonly string[];
}

interface PutContent {
  /** The resource as the request has it, without the links that the request leaves out. */
  readonly thing: Thing;
  /** Fields and links that the service does not show, and that have their declared values. */
  readonly notShown: readonly string[];
}

export function contentOfPut(
  change: Change,
  { after, members }: PutSubject,
  input: PutInput,
): PutContent {
  const { world } = input;
  const { body, references, members: lists } = declaredNotShown(change, after, input);
  // Before its own step, a resource can get a temporary id when the target does not exist yet.
  const present = [...references].filter(([, target]) => target === null || world.has(target));
  const presentLists = [...lists].map(
    ([name, keys]) => [name, new Set([...keys].filter((key) => world.has(key)))] as const,
  );
  const known: Thing = { ...after, members: new Map([...after.members, ...presentLists]) };
  const sent = linksOfPut(known, members, input).map(
    ({ name }): [string, ReadonlySet<ThingKey>] => {
      const keys = [...(known.members.get(name) ?? [])].filter((key) => !world.isDeleted(key));
      return [name, new Set(keys)];
    },
  );
  const thing: Thing = {
    ...after,
    body: { ...after.body, ...body },
    references: new Map([...after.references, ...present]),
    members: new Map(sent),
  };
  const names = [...Object.keys(body), ...present.map(([name]) => name), ...lists.keys()];
  return { thing, notShown: names };
}

/** Returns the links whose known members a PUT of the resource carries. */
export function linksOfPut(
  { kind, members: known }: Thing,
  members: readonly string[],
  { live, dialect: { update } }: Omit<PutInput, "world">,
): readonly Link[] {
  return kind.links.filter((link) => {
    const keys = known.get(link.name);
    if (keys === undefined) return false;
    const { by, inRecord } = live.wayOf(kind, link);
    if (inRecord || members.includes(link.name) || update === "whole") return true;
    // An empty list cannot be lost, and a strict service may refuse it.
    return update === "unknown" && (by === "creation" || by === "put") && keys.size > 0;
  });
}

type ValuesNotShown = Pick<Thing, "body" | "references" | "members">;

/**
 * The declared values that the service does not show of a resource, as far as policies do not leave
 * them to the panel.
 */
export function declaredNotShown(
  change: Change,
  now: Thing,
  input: Omit<PutInput, "world">,
): ValuesNotShown {
  const { update, nulls } = input.dialect;
  const body: Record<string, Json> = {};
  const references = new Map<string, ThingKey | null>();
  const declaration = change.type === "delete" ? change.heir : change;
  const by = declaration?.by;
  if (update === "patch" || declaration === undefined || by === undefined)
    return { body, references, members: new Map() };
  const { goal } = declaration;
  const isDeclared = (name: string): boolean => !isLeftToPanel(by, name);
  const isShown = (name: string): boolean =>
    now.body[name] !== undefined || now.references.has(name) || now.members.has(name);
  // A service that takes no null has nothing to lose there.
  const isSent = (declared: unknown): boolean => declared !== null || nulls === "send";
  const fields = now.kind.fields.filter(({ name }) => isDeclared(name) && !isShown(name));
  for (const { name, default: fallback = null } of fields) {
    const value = goal.body[name];
    const target = goal.references.get(name);
    const isDefault = (value ?? target ?? null) === fallback;
    // A PUT that resets the field gives it its default, and one that keeps it keeps what the admin
    // panel has set.
    if (isDefault && update === "unknown") continue;
    if (value !== undefined && isSent(value)) body[name] = value;
    if (target !== undefined && isSent(target)) references.set(name, target);
  }
  const sent = new Set(linksOfPut(goal, [], input).map(({ name }) => name));
  const members = [...goal.members].filter(
    ([name, keys]) => sent.has(name) && keys.size > 0 && isDeclared(name) && !isShown(name),
  );
  return { body, references, members: new Map(members) };
}

/**
 * Values of a live resource that a PUT does not carry, so that it may reset them. Members have the
 * ids of that moment.
 */
export interface LeftOutValues {
  readonly values: Body;
  readonly links: Links;
}

/**
 * Finds the values that may be lost. Undefined: nothing may be lost, or the dialect says what PUT
 * does.
 */
export function leftOutOfPut(
  change: Change,
  { after, members }: PutSubject,
  input: PutInput,
): LeftOutValues | undefined {
  const { dialect, world } = input;
  const first = world.firstOf(after.key);
  if (dialect.update !== "unknown" || first === undefined) return undefined;
  const { kind } = after;
  const carried = linksOfPut(after, members, input);
  const links: Record<string, readonly string[]> = {};
  for (const link of kind.links) {
    const { name } = link;
    if (carried.includes(link)) continue;
    const goal = change.type === "delete" ? undefined : change.goal.members.get(name);
    // Members that join or leave do so by steps of their own, at any time.
    const stay = [...(first.members.get(name) ?? [])].filter(
      (key) => !world.isDeleted(key) && (goal === undefined || goal.has(key)),
    );
    if (stay.length > 0) links[name] = sortedMembers(stay.map((key) => world.idOf(key)));
  }
  const linkNames = kind.links.map(({ name }) => name);
  const unknown = Object.entries(unknownMembers(kind, after.raw, dialect));
  // Members that cannot be read change with the resources that they show.
  const values = valuesIn(
    Object.fromEntries(unknown.filter(([name]) => !linkNames.includes(name))),
  );
  return Object.keys(values).length + Object.keys(links).length === 0
    ? undefined
    : { values, links };
}

/** The members of a record that have a value. */
function valuesIn(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isNothing(value)));
}

/** Whether there is nothing that could be lost. Zero and `false` are values. */
export function isNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return (isJsonList(value) || isJsonObject(value)) && Object.keys(value).length === 0;
}
