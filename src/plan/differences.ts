/**
 * Compares values. In: two versions of a resource, or four of one value, in canonical form. Out:
 * the fields and links that differ. `points: 30` over a live 20 is `{ path: "/points", before: 20,
 * after: 30 }`. With 20 at the base, the change is pending, and with 30 it is drift, unless the tip
 * has 20: then the branch is behind.
 */

import type { Kind } from "../catalog/types.ts";
import { defined } from "../ground/collections.ts";
import { isJsonObject, type Json, jsonText } from "../ground/json.ts";
import { type Pointer, pointerTo } from "../ground/pointer.ts";
import { namesOf, valueIn } from "../model/catalog-lookup.ts";
import type { Comparable, FieldChange } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";

/**
 * Finds the fields that differ, then the links. A value that one side does not show is not
 * compared.
 */
export function compare(kind: Kind, before: Comparable, after: Comparable): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  for (const name of namesOf(kind)) {
    const was = valueIn(before, name);
    const is = valueIn(after, name);
    if (was !== undefined && is !== undefined && was !== is)
      changes.push(...fieldChanges(`/${name}`, was, is));
  }
  return changes;
}

/** Compares two values of a field, down to the members of objects. Lists are compared whole. */
export function fieldChanges(
  path: Pointer,
  before: Json | undefined,
  after: Json | undefined,
): readonly FieldChange[] {
  return changesIn(path, { before, after });
}

/** A difference with the values that the base and the tip have there, if they have one. */
interface ChangeFromCommits extends FieldChange {
  readonly base?: Json;
  readonly tip?: Json;
}

function changesIn(path: Pointer, values: FourValues): readonly ChangeFromCommits[] {
  const { base, tip, before, after } = values;
  if (isAlike(before, after)) return [];
  if (!isJsonObject(before) || !isJsonObject(after))
    return [{ path, ...defined({ base, tip, before, after }) }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    return changesIn(path + pointerTo(name), {
      base: memberOf(base, name),
      tip: memberOf(tip, name),
      before: memberOf(before, name),
      after: memberOf(after, name),
    });
  });
}

/** The versions of a value. `undefined`: the version does not have it. */
type FourValues = Readonly<Partial<Record<"base" | "tip" | "before" | "after", Json | undefined>>>;

/**
 * Finds out who has changed a value since the base: the manifests (`pending`), somebody live
 * (`drift`), or both to different values (`conflict`). `same`: both sides have one value. An absent
 * value is `undefined` and is compared like any other.
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

/**
 * Finds out the same where the commit that `--base` names, the tip, can have changed the value,
 * too. `behind`: the live value is the tip's, and the branch has left the value as it was at the
 * base. Where the branch is not behind, the tip is the base.
 *
 * | base | tip | live | desired | cause |
 * | --- | --- | --- | --- | --- |
 * | 10 | any | 20 | 20 | same |
 * | 10 | 10 | 10 | 20 | pending |
 * | 10 | 20 | 10 | 20 | pending: the tip's change is not applied yet |
 * | 10 | 20 | 10 | 30 | pending |
 * | 10 | 20 | 20 | 10 | behind |
 * | 10 | 10 | 20 | 10 | drift |
 * | 10 | 20 | 30 | 10 | drift: no commit has 30 |
 * | 10 | 10 | 20 | 30 | conflict |
 * | 10 | 20 | 20 | 30 | conflict: tip and branch have changed it |
 * | 10 | 20 | 30 | 20 | conflict: no commit has 30 |
 * | 10 | 20 | 30 | 40 | conflict |
 */
export function fourWay(
  { base, tip }: Pick<FourValues, "base" | "tip">,
  live: Json | undefined,
  desired: Json | undefined,
): ReturnType<typeof threeWay> | "behind" {
  const cause = threeWay(base, live, desired);
  return cause === "drift" && isAlike(tip, live) ? "behind" : cause;
}

/** A difference between the live (`before`) and the desired value, with its cause. */
export interface CausedChange extends Omit<ChangeFromCommits, "tip"> {
  readonly cause: "pending" | "behind" | "drift" | "conflict";
}

export function causedChanges(path: Pointer, values: FourValues): readonly CausedChange[] {
  return changesIn(path, values).flatMap(({ tip, ...change }): readonly CausedChange[] => {
    const cause = fourWay({ base: change.base, tip }, change.before, change.after);
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
