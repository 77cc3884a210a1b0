/**
 * Applies the policies of declared resources: `ignore` leaves fields to the admin panel, and
 * `create_only` all but the id. In: declared and live resources. Out: desired resources, in which
 * such fields have their live values. `points: 30` with `ignore: [points]` over a live 20 becomes
 * `points: 20`.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { pickMembers } from "../ground/collections.ts";
import { kindNamed, namesOf } from "../model/catalog-lookup.ts";
import type { Address, Desired, Inventory, Kept, Live } from "../model/model.ts";
import { compare } from "./differences.ts";

interface AppliedPolicies {
  readonly resources: Inventory<Desired>;
  /** Resources with values that differ and stay. */
  readonly kept: readonly Kept[];
}

/** Gives declared resources the live values of what their policies leave to the admin panel. */
export function applyPolicies(
  declared: Inventory<Desired>,
  live: Inventory<Live>,
  catalog: Catalog,
): AppliedPolicies {
  const kept: Kept[] = [];
  const resources = new Map<Address, Desired>();
  for (const resource of declared.values()) {
    const { address, create_only } = resource;
    const kind = kindNamed(catalog, resource.kind);
    const desired = withPanelValues(resource, live.get(address), kind);
    const fields = desired === resource ? [] : compare(kind, desired, resource);
    if (fields.length > 0)
      kept.push({ address, reason: create_only ? "create-only" : "ignored", fields });
    resources.set(address, desired);
  }
  return { resources, kept };
}

function withPanelValues(declared: Desired, live: Live | undefined, kind: Kind): Desired {
  if (live === undefined || (!declared.create_only && declared.ignore.length === 0))
    return declared;
  const names = namesOf(kind).filter((name) => isLeftToPanel(declared, name));
  const { body, links } = declared;
  return {
    ...declared,
    body: { ...body, ...pickMembers(live.body, names) },
    links: { ...links, ...pickMembers(live.links, names) },
  };
}

/** Whether policies leave a field or link of an existing resource to the admin panel. */
export function isLeftToPanel(
  { create_only, ignore }: Pick<Desired, "create_only" | "ignore">,
  name: string,
): boolean {
  return create_only ? name !== "custom_id" : ignore.includes(name);
}

/** Whether a live field or link keeps its value because no manifest decides it. */
export function isLeftAsItIs(declared: Desired | undefined, name: string): boolean {
  return declared === undefined || isLeftToPanel(declared, name);
}

/** Returns a live resource as if a manifest declared it with its present values. */
export function asDesired(live: Live): Desired {
  return { ...live, ignore: [], create_only: false, origin: { file: "", line: 0, column: 0 } };
}
