/**
 * Compares the manifests with an earlier commit. In: both games. Out: the fields and links whose
 * declared values differ. Values that records do not show can be compared in no other way: `points:
 * 30`, with 20 at the commit, is a change whether or not `points` is shown.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import type { Json } from "../ground/json.ts";
import { both } from "../ground/words.ts";
import {
  fieldNamed,
  kindNamed,
  linkNamed,
  namesOf,
  sortedMembers,
  valueIn,
} from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import type { Address, Comparable, Desired, DesiredGame } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { traceEarlier } from "./earlier.ts";
import { isLeftToPanel } from "./policies.ts";

/**
 * By today's address: the names of fields and links with other declared values, each with the
 * earlier members of a link.
 */
export type DeclaredChanges = ReadonlyMap<Address, ReadonlyMap<string, readonly string[]>>;

/** Without a base, no declared value is known to have changed. */
export const NO_DECLARED_CHANGES: DeclaredChanges = new Map();

/**
 * Resources that the commit did not declare are left out, and so is what one of both leaves to the
 * admin panel.
 */
export function findDeclaredChanges(
  base: DesiredGame,
  desired: DesiredGame,
  catalog: Catalog,
): DeclaredChanges {
  const { resources, fateOf } = traceEarlier(base, desired);
  const idToday: IdToday = (kind, id) => {
    const fate = fateOf(kind, id);
    return fate.is === "same" ? fate.id : undefined;
  };
  const changes = new Map<Address, ReadonlyMap<string, readonly string[]>>();
  for (const resource of desired.resources.values()) {
    const before = resources.get(resource.address);
    if (before === undefined) continue;
    const changed = changedNames(
      kindNamed(catalog, resource.kind),
      { before, after: resource },
      idToday,
    );
    if (changed.size > 0) changes.set(resource.address, changed);
  }
  return changes;
}

/** Finds the id that a resource of the commit has today; undefined if it was replaced. */
type IdToday = (kind: string, id: string) => string | undefined;

function changedNames(
  kind: Kind,
  { before, after }: { readonly before: Desired; readonly after: Desired },
  idToday: IdToday,
): ReadonlyMap<string, readonly string[]> {
  const changed = new Map<string, readonly string[]>();
  for (const name of namesOf(kind)) {
    const isDecided = ![before, after].some((resource) => isLeftToPanel(resource, name));
    const value = valueIn(after, name);
    if (name === "custom_id" || value === undefined || !isDecided) continue;
    const was = valueToday(kind, before, { name, idToday });
    if (!isAlike(was.value, value)) changed.set(name, was.members);
  }
  return changed;
}

/**
 * The earlier value with the ids of today. A reference to a replaced resource is `undefined`, which
 * no value equals.
 */
function valueToday(
  kind: Kind,
  resource: Comparable,
  { name, idToday }: { readonly name: string; readonly idToday: IdToday },
): { readonly value: Json | undefined; readonly members: readonly string[] } {
  const link = linkNamed(kind, name);
  if (link !== undefined) {
    const ids = resource.links[name]?.map((id) => idToday(link.to, id)) ?? [];
    const members = sortedMembers(ids.filter((id) => id !== undefined));
    return { value: members.length === ids.length ? members : undefined, members };
  }
  const value = valueIn(resource, name);
  const field = fieldNamed(kind, name);
  const isReference = field?.type === "reference" && typeof value === "string";
  return { value: isReference ? idToday(field.to, value) : value, members: [] };
}

/** Warns of changed values that only creation can give, where the live ones are not shown. */
export function fixedValueWarning(
  { address }: Desired,
  names: readonly string[],
  { sources }: Pick<DesiredGame, "sources">,
): Diagnostic {
  const them = names.length === 1 ? "it" : "them";
  const detail = `${address}: the manifests changed ${both(names)} since the base commit. The service takes ${them} only at creation and does not show ${them}. Nothing is sent.`;
  return diagnostic("not-changeable", detail, {
    address,
    primary: labelAt(sources.get(address), `/${names[0] ?? ""}`, "not sent"),
    help: [
      "compare it in the admin panel: only a new resource, with another id, can get another value",
    ],
  });
}
