/**
 * The one comparison. In: two versions of a resource, or three of one value, in canonical form. Out: the fields and links
 * that differ. `points: 30` over a live 20 is `{ path: "/points", before: 20, after: 30 }`; with 20 at the base, it is
 * pending, and with 30 there, it has drifted.
 */

import type { Kind } from "../catalog/types.ts";
import { defined } from "../ground/collections.ts";
import { isJsonObject, type Json, jsonText } from "../ground/json.ts";
import { type Pointer, pointerTo } from "../ground/pointer.ts";
import { namesOf, valueIn } from "../model/catalog-lookup.ts";
import type { Comparable, FieldChange } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";

/** The fields that differ, then the links. What either side does not show is not compared. */
export function compare(kind: Kind, before: Comparable, after: Comparable): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  for (const name of namesOf(kind)) {
    const [was, is] = [valueIn(before, name), valueIn(after, name)];
    if (was !== undefined && is !== undefined && was !== is) changes.push(...fieldChanges(`/${name}`, was, is));
  }
  return changes;
}

/** The differences between two values of a field, down to the members of objects. Lists are compared whole. */
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
    const [then, was, is] = [base, before, after].map((value) => memberOf(value, name));
    return changesIn(path + pointerTo(name), { base: then, before: was, after: is });
  });
}

/** What is not there is `undefined`. */
type ThreeValues = Readonly<Partial<Record<"base" | "before" | "after", Json | undefined>>>;

/**
 * Who has changed a value since the base: nobody, or both to the same (`same`), the manifests (`pending`), somebody live
 * (`drift`), or both to something else (`conflict`). What is not there is `undefined`, which is a value, too.
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

/** A difference between live (`before`) and desired value, with who has made it. */
export type ThreeWayChange = ReturnType<typeof threeWayChanges>[number];

export function threeWayChanges(path: Pointer, values: ThreeValues) {
  return changesIn(path, values).flatMap((change) => {
    const cause = threeWay(change.base, change.before, change.after);
    return cause === "same" ? [] : [{ ...change, cause }];
  });
}

/** A value in a sentence. */
export function valueText(value: Json | undefined): string {
  return value === undefined ? "absent" : jsonText(value);
}

/** The member of a mapping. A value of any other form has no members. */
function memberOf(value: Json | undefined, name: string): Json | undefined {
  // A mapping without such a member may inherit one, such as `constructor`.
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
