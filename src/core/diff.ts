/**
 * The one function that decides what changes. In: both sides in canonical form, what is to be pruned, and how links
 * can be written. Out: changes in the catalog's order. A value that the service does not show is not compared and is
 * counted instead, so that it can never be an eternal change.
 */
import equal from "fast-deep-equal";
import type { Catalog, Kind, Link } from "../catalog/types.ts";
import { addressOrder, kindNamed } from "./catalog-lookup.ts";
import { isJsonObject, type Json } from "./json.ts";
import type {
  Address,
  Change,
  Desired,
  FieldChange,
  Inventory,
  Live,
  LiveGame,
  NotComparable,
  Pointer,
} from "./model.ts";
import { comparableValue } from "./normalise.ts";

export interface Difference {
  readonly changes: readonly Change[];
  readonly notComparable: readonly NotComparable[];
}

export function diff(
  desired: Inventory<Desired>,
  live: LiveGame,
  prune: readonly Live[],
  catalog: Catalog,
): Difference {
  const order = addressOrder(catalog);
  const changes: Change[] = [];
  const hidden = new Map<string, NotComparable>();
  for (const wanted of [...desired.values()].sort((a, b) => order(a.address, b.address))) {
    const kind = kindNamed(catalog, wanted.kind);
    const found = live.resources.get(wanted.address);
    if (found === undefined) {
      changes.push({ action: "create", desired: wanted });
      changes.push(...attachmentsOfNew(kind, wanted, live));
    } else {
      changes.push(...changesOf(kind, wanted, found, live));
      countHidden(kind, wanted, found, hidden);
    }
  }
  for (const resource of [...prune].sort((a, b) => order(a.address, b.address))) {
    changes.push({ action: "delete", live: resource });
  }
  return { changes, notComparable: [...hidden.values()] };
}

/** How a link's members are written: through its own endpoint, or as a member of the resource's body. */
export function writesByEndpoint(link: Link, kind: Kind, live: LiveGame): boolean {
  const write = live.access.get(`${kind.name}.${link.name}`)?.write ?? "unknown";
  return link.endpoint?.memberField !== undefined && write !== "field";
}

/** The differences between two values of a field, down to the members of objects. Lists are compared whole. */
export function fieldChanges(path: Pointer, before: Json | undefined, after: Json | undefined): FieldChange[] {
  if (equal(comparable(before), comparable(after))) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return names.flatMap((name) => fieldChanges(`${path}/${escapePointer(name)}`, before[name], after[name]));
  }
  return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

function changesOf(kind: Kind, wanted: Desired, found: Live, live: LiveGame): readonly Change[] {
  const fields = kind.fields.flatMap((field) =>
    found.body[field.name] === undefined
      ? []
      : fieldChanges(`/${field.name}`, found.body[field.name], wanted.body[field.name]),
  );
  const memberChanges: Change[] = [];
  for (const link of kind.links) {
    const before = found.links[link.name];
    const after = wanted.links[link.name];
    if (before === undefined || after === undefined) continue;
    if (writesByEndpoint(link, kind, live)) memberChanges.push(...membership(wanted, link, before, after));
    else fields.push(...fieldChanges(`/${link.name}`, before, after));
  }
  const update: Change[] = fields.length === 0 ? [] : [{ action: "update", desired: wanted, live: found, fields }];
  return [...update, ...memberChanges];
}

function attachmentsOfNew(kind: Kind, wanted: Desired, live: LiveGame): readonly Change[] {
  return kind.links
    .filter((link) => link.onCreate === "attach" && writesByEndpoint(link, kind, live))
    .flatMap((link) => membership(wanted, link, [], wanted.links[link.name] ?? []));
}

function membership(
  owner: Desired,
  link: Link,
  before: readonly string[],
  after: readonly string[],
): readonly Change[] {
  const change = (action: "attach" | "detach", member: string): Change => ({
    action,
    address: owner.address,
    kind: owner.kind,
    custom_id: owner.custom_id,
    link: link.name,
    member,
    origin: owner.origin,
  });
  const [had, has] = [new Set(before), new Set(after)];
  return [
    ...after.filter((member) => !had.has(member)).map((member) => change("attach", member)),
    ...before.filter((member) => !has.has(member)).map((member) => change("detach", member)),
  ];
}

function countHidden(kind: Kind, wanted: Desired, found: Live, hidden: Map<string, NotComparable>): void {
  const names = [
    ...kind.fields.filter((field) => found.body[field.name] === undefined),
    ...kind.links.filter((link) => found.links[link.name] === undefined && (wanted.links[link.name] ?? []).length > 0),
  ].map(({ name }) => name);
  for (const field of names) {
    const key = `${kind.name}.${field}`;
    hidden.set(key, { kind: kind.name, field, resources: (hidden.get(key)?.resources ?? 0) + 1 });
  }
}

function comparable(value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : comparableValue(value);
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The address that a change is about. */
export function addressOfChange(change: Change): Address {
  if (change.action === "create" || change.action === "update") return change.desired.address;
  return change.action === "delete" ? change.live.address : change.address;
}
