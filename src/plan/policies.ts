/**
 * What manifests leave to others: `ignore` hands fields to the admin panel, `create_only` the whole resource once it is
 * there. Both change the desired side before it is compared: what must be left alone is wanted as it is, so the diff
 * knows no exceptions. In: both sides, the live one under its new ids. Out: what is wanted, and what was left alone.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import type { Address, Desired, FieldChange, Inventory, Kept, Live, LiveGame } from "../model/model.ts";
import { withoutMarks } from "../model/temporary-ids.ts";
import { fieldChanges } from "./diff.ts";

export interface Settled {
  readonly resources: Inventory<Desired>;
  readonly kept: readonly Kept[];
}

export function settle(desired: Inventory<Desired>, live: LiveGame, catalog: Catalog): Settled {
  const resources = new Map<Address, Desired>();
  const kept: Kept[] = [];
  for (const wanted of desired.values()) {
    const found = live.resources.get(wanted.address);
    const kind = kindNamed(catalog, wanted.kind);
    const names = found === undefined ? [] : namesLeft(wanted, kind);
    const fields = found === undefined ? [] : names.flatMap((name) => difference(name, wanted, found, kind));
    resources.set(wanted.address, found === undefined ? wanted : { ...asLive(wanted, found, names, kind), found });
    if (fields.length > 0) {
      kept.push({ address: wanted.address, reason: wanted.create_only ? "create-only" : "ignored", fields });
    }
  }
  return { resources, kept };
}

/** The fields and links that are left as they are live. The id is never one of them. */
function namesLeft(wanted: Desired, kind: Kind): readonly string[] {
  if (!wanted.create_only) return wanted.ignore;
  const fields = kind.fields.filter(({ type }) => type !== "id");
  return [...fields, ...kind.links].map(({ name }) => name);
}

function difference(name: string, wanted: Desired, found: Live, kind: Kind): readonly FieldChange[] {
  if (found.links[name] !== undefined) return fieldChanges(`/${name}`, found.links[name], wanted.links[name]);
  const body = withoutMarks(kind, found.body);
  if (body[name] !== undefined) return fieldChanges(`/${name}`, body[name], wanted.body[name]);
  return [];
}

function asLive(wanted: Desired, found: Live, names: readonly string[], kind: Kind): Desired {
  if (names.length === 0) return wanted;
  // A name that a replacement has left marked is not what the resource should keep.
  const unmarked = withoutMarks(kind, found.body);
  const body = Object.fromEntries(
    names.flatMap((name) => (unmarked[name] === undefined ? [] : [[name, unmarked[name]]])),
  );
  const links = Object.fromEntries(
    names.flatMap((name) => (found.links[name] === undefined ? [] : [[name, found.links[name]]])),
  );
  return { ...wanted, body: { ...wanted.body, ...body }, links: { ...wanted.links, ...links } };
}
