/**
 * Compares a resource with its goal. In: values of both, and the resources that ids in them stand
 * for. Out: each value that differs. `points: 30` over a live 20 is the difference `/points`.
 * References are compared by the resources that they lead to, not by ids.
 */
import type { Field, Kind, Link } from "../catalog/types.ts";
import type { Json } from "../ground/json.ts";
import { valueIn } from "../model/catalog-lookup.ts";
import type { Comparable, FieldChange } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { fieldChanges } from "./differences.ts";
import type { KeyOf, ThingKey } from "./thing.ts";

/** A value in which a resource differs from its goal. */
export type ChangedValue =
  | { readonly type: "value"; readonly name: string; readonly change: FieldChange }
  | {
      readonly type: "reference";
      readonly name: string;
      readonly before: ThingKey | null;
      readonly after: ThingKey | null;
    }
  | {
      readonly type: "members";
      readonly name: string;
      readonly before: ReadonlySet<ThingKey>;
      readonly after: ReadonlySet<ThingKey>;
    }
  | NotShownValue;

/**
 * A value that the record does not show, and whose declaration has changed since the base. Live, it
 * may be any value.
 */
export type NotShownValue =
  | { readonly type: "not-shown"; readonly name: string }
  /** `before`: the members at the base. */
  | {
      readonly type: "not-shown-members";
      readonly name: string;
      readonly before: ReadonlySet<ThingKey>;
    };

/** Values of a resource, and what the ids in them stand for. */
export interface Version<Values extends Comparable = Comparable> {
  readonly values: Values;
  readonly keyOf: KeyOf;
}

interface ComparedVersions {
  readonly now: Version;
  readonly goal: Version;
  /** Whether an id stands for the same resource in both. Equal ids then need no keys. */
  readonly hasSameIds: boolean;
}

/**
 * Finds the fields and links that the record does not show, and whose declarations have changed
 * since the base.
 */
export function notShownValues(
  { links }: Kind,
  now: Comparable,
  {
    changed,
    keyOf,
  }: {
    readonly changed: ReadonlyMap<string, readonly string[]> | undefined;
    readonly keyOf: KeyOf;
  },
): readonly NotShownValue[] {
  return [...(changed ?? [])].flatMap(([name, members]): readonly NotShownValue[] => {
    if (valueIn(now, name) !== undefined) return [];
    const link = links.find((each) => each.name === name);
    if (link === undefined) return [{ type: "not-shown", name }];
    return [
      { type: "not-shown-members", name, before: new Set(members.map((id) => keyOf(link.to, id))) },
    ];
  });
}

/** Compares the fields, then the links. A value that one side does not show is not compared. */
export function changedValues(
  { fields, links }: Kind,
  versions: ComparedVersions,
): readonly ChangedValue[] {
  return [
    ...fields.flatMap((field) => changedField(field, versions)),
    ...links.flatMap((link) => changedMembers(link, versions) ?? []),
  ];
}

function changedField(field: Field, versions: ComparedVersions): readonly ChangedValue[] {
  const { name } = field;
  const before = versions.now.values.body[name];
  const after = versions.goal.values.body[name];
  if (before === undefined || after === undefined) return [];
  if (field.type === "reference") {
    const reference = changedReference(field, { before, after }, versions);
    return reference === undefined ? [] : [reference];
  }
  if (before === after) return [];
  return fieldChanges(`/${name}`, before, after).map((change) => ({ type: "value", name, change }));
}

function changedReference(
  { name, to }: Extract<Field, { readonly type: "reference" }>,
  values: { readonly before: Json; readonly after: Json },
  { now, goal, hasSameIds }: ComparedVersions,
): ChangedValue | undefined {
  if (hasSameIds && values.before === values.after) return undefined;
  const before = typeof values.before === "string" ? now.keyOf(to, values.before) : null;
  const after = typeof values.after === "string" ? goal.keyOf(to, values.after) : null;
  return before === after ? undefined : { type: "reference", name, before, after };
}

/** The members on both sides, if they differ. */
export function changedMembers(
  { name, to }: Link,
  { now, goal, hasSameIds }: ComparedVersions,
): Extract<ChangedValue, { readonly type: "members" }> | undefined {
  const had = now.values.links[name];
  const has = goal.values.links[name];
  if (had === undefined || has === undefined || (hasSameIds && isAlike(had, has))) return undefined;
  const before = new Set(had.map((id) => now.keyOf(to, id)));
  const after = new Set(has.map((id) => goal.keyOf(to, id)));
  const isSame = before.size === after.size && [...before].every((key) => after.has(key));
  return isSame ? undefined : { type: "members", name, before, after };
}
