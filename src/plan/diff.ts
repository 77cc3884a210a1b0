/**
 * The one function that decides what changes. In: both sides in canonical form, what is to be pruned, and how links
 * can be written. Out: changes in the catalog's order. A value that the service does not show is not compared and is
 * counted instead, so that it can never be an eternal change.
 */
import type { Catalog, Kind, Link } from "../catalog/types.ts";
import { addressOrder, inAddressOrder, kindNamed } from "../model/catalog-lookup.ts";
import { pushAll } from "../model/collections.ts";
import type {
  Address,
  Change,
  Desired,
  DesiredGame,
  FieldChange,
  Inventory,
  Live,
  LiveGame,
  Renames,
} from "../model/model.ts";
import { fieldChanges } from "./differences.ts";
import type { Deletion } from "./scope.ts";

/** Both sides as they are compared: policies settled, the live one under its new ids. */
export interface ComparedSides {
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  /** As it is now but for new ids: with what replacements have left. */
  readonly actual: LiveGame;
  readonly renames: Renames;
}

export interface Difference {
  readonly changes: readonly Change[];
}

export function diff(
  desired: Inventory<Desired>,
  live: LiveGame,
  renames: Renames,
  doomed: readonly Deletion[],
  catalog: Catalog,
): Difference {
  const order = addressOrder(catalog);
  const changes: Change[] = [];
  for (const wanted of inAddressOrder(desired.values(), catalog)) {
    const kind = kindNamed(catalog, wanted.kind);
    const found = live.resources.get(wanted.address);
    if (found === undefined) {
      changes.push({ action: "create", desired: wanted });
      pushAll(changes, attachmentsOfNew(kind, wanted, live));
    } else {
      pushAll(changes, changesOf(kind, wanted, found, live, renames.get(wanted.address)));
    }
  }
  for (const each of [...doomed].sort((a, b) => order(a.live.address, b.live.address))) {
    changes.push({ action: "delete", ...each });
  }
  return { changes };
}

/** How a link's members are written: through its own endpoint, or as a member of the resource's body. */
export function writesByEndpoint(link: Link, kind: Kind, live: LiveGame): boolean {
  const write = live.access.get(`${kind.name}.${link.name}`)?.write ?? "unknown";
  return link.endpoint?.memberField !== undefined && write !== "field";
}

/** `before` is the resource as it was read when it is renamed: the id is then one more field that changes. */
function changesOf(
  kind: Kind,
  wanted: Desired,
  found: Live,
  live: LiveGame,
  before: Live | undefined,
): readonly Change[] {
  const fields = kind.fields.flatMap(({ name }) =>
    found.body[name] === undefined ? [] : fieldChanges(`/${name}`, found.body[name], wanted.body[name]),
  );
  const memberChanges: Change[] = [];
  for (const link of kind.links) {
    const before = found.links[link.name];
    const after = wanted.links[link.name];
    if (before === undefined || after === undefined) continue;
    if (writesByEndpoint(link, kind, live)) pushAll(memberChanges, membership(wanted, link, before, after));
    else pushAll(fields, fieldChanges(`/${link.name}`, before, after));
  }
  if (before !== undefined) {
    const [idField] = kind.fields;
    const newId: FieldChange = { path: `/${idField?.name}`, before: before.custom_id, after: wanted.custom_id };
    return [{ action: "rename", desired: wanted, live: before, fields: [newId, ...fields] }, ...memberChanges];
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

/** The address that a change is about. */
export function addressOfChange(change: Change): Address {
  if ("desired" in change) return change.desired.address;
  return change.action === "delete" ? change.live.address : change.address;
}

/** The names of changed fields and links that the service is not known to take in PUT. */
export function fixedNames(kind: Kind, names: ReadonlySet<string>, live: LiveGame): readonly string[] {
  const fields = kind.fields.filter((field) => field.createOnly === true && names.has(field.name));
  const links = kind.links.filter((link) => {
    const access = live.access.get(`${kind.name}.${link.name}`);
    return names.has(link.name) && !writesByEndpoint(link, kind, live) && access?.read !== "record";
  });
  return [...fields, ...links].map(({ name }) => name);
}
