/**
 * Compares values. In: two versions of a resource, or three of one value, in canonical form. Out: the fields and links that differ.
 * `points: 30` over a live 20 is `{ path: "/points", before: 20, after: 30 }`. With 20 at the base, the change is pending, and with 30
 * it is drift.
 */

import type { Kind } from "../catalog/types.ts";
import { defined } from "../ground/collections.ts";
import { isJsonObject, type Json, jsonText } from "../ground/json.ts";
import { type Pointer, pointerTo } from "../ground/pointer.ts";
import { namesOf, valueIn } from "../model/catalog-lookup.ts";
import type { Comparable, FieldChange } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";

/** Finds the fields that differ, then the links. A value that one side does not show is not compared. */
export function compare(kind: Kind, before: Comparable, after: Comparable): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  for (const name of namesOf(kind)) {
    const was = valueIn(before, name);
    const is = valueIn(after, name);
    if (was !== undefined && is !== undefined && was !== is) changes.push(...fieldChanges(`/${name}`, was, is));
  }
  return changes;
}

/** Compares two values of a field, down to the members of objects. Lists are compared whole. */
export function fieldChanges(path: Pointer, before: Json | undefined, after: Json | undefined): readonly FieldChange[] {
  return changesIn(path, { before, after });
}

/** A difference with the value that the base has there, if it has one. */
interface ChangeFromBase extends FieldChange {
  readonly base?: Json;
}

function changesIn(path: Pointer, values: ThreeValues): readonly ChangeFromBase[] {
  const { base, before, after } = values;
  if (isAlike(before, after)) return [];
  if (!isJsonObject(before) || !isJsonObject(after)) return [{ path, ...defined({ base, before, after }) }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    return changesIn(path + pointerTo(name), {
      base: memberOf(base, name),
      before: memberOf(before, name),
      after: memberOf(after, name),
    });
  });
}

/** The versions of a value. `undefined`: the version does not have it. */
type ThreeValues = Readonly<Partial<Record<"base" | "before" | "after", Json | undefined>>>;

/**
 * Finds out who has changed a value since the base: the manifests (`pending`), somebody live (`drift`), or both to different values
 * (`conflict`). `same`: both sides have one value. An absent value is `undefined` and is compared like any other.
 */
export function threeWay(
  base: Json | undefined,
  live: Json | undefined,
  desired: Json | undefined,
): "same" | "pending" | "drift" | "conflict" {
  if (isAlike(live, desired)) return "same";
  if (isAlike(base, desired)) return "drift";
  return isAlike(base, live) ? "pending" : "conflict";
}

/** A difference between the live (`before`) and the desired value, with its cause. */
export interface ThreeWayChange extends ChangeFromBase {
  readonly cause: "pending" | "drift" | "conflict";
}

export function threeWayChanges(path: Pointer, values: ThreeValues): readonly ThreeWayChange[] {
  return changesIn(path, values).flatMap((change): readonly ThreeWayChange[] => {
    const cause = threeWay(change.base, change.before, change.after);
    return cause === "same" ? [] : [{ ...change, cause }];
  });
}

/** The words for a value in a sentence. */
export function valueText(value: Json | undefined): string {
  return value === undefined ? "absent" : jsonText(value);
}

/** A member of a mapping. Other values have no members. */
function memberOf(value: Json | undefined, name: string): Json | undefined {
  // A mapping without such a member may inherit one, such as `constructor`.
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
