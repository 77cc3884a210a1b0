/** Reads the members of a link from the link's own list, where the service has one (service-contract.md §3). */
import type { Catalog, Kind, KindName, Link } from "../../catalog/types.ts";
import { kindNamed, linkNamed } from "../../core/catalog-lookup.ts";
import { decodeMembers, linkPath } from "../../core/codec.ts";
import { type Checked, type Diagnostic, diagnostic } from "../../core/diagnostics.ts";
import type { LinkAccess } from "../../core/model.ts";
import type { Client } from "./client.ts";
import { type ListOutcome, readList } from "./lists.ts";

/** `missing`: the service has no such list, or hides the resource it belongs to. */
export type MembersOutcome =
  | { readonly outcome: "ok"; readonly ids: readonly string[]; readonly warnings: readonly Diagnostic[] }
  | { readonly outcome: "missing" | "failed"; readonly failure: Diagnostic };

/**
 * The members of one link of one resource, sorted. A 404 is asked again with the parameters of the kind's own list:
 * a service that hides the resource from plain lists may hide it here as well (service-contract.md §6, trap 1).
 */
export async function readMembers(client: Client, kind: Kind, link: Link, customId: string): Promise<MembersOutcome> {
  const path = linkPath(kind, customId, link);
  let list = await readList(client, { path, parameters: [], repeats: true });
  const hiding = Object.entries(kind.listQuery ?? {});
  if (list.outcome === "refused" && list.status === 404 && hiding.length > 0) {
    const parameters = hiding.map(([name, value]) => ({ name, value, without: "" }));
    list = await readList(client, { path, parameters, repeats: true });
  }
  return membersOf(client, path, list);
}

function membersOf(client: Client, path: string, list: ListOutcome): MembersOutcome {
  if (list.outcome === "refused" && (list.status === 404 || list.status === 405)) {
    return { outcome: "missing", failure: list.failure };
  }
  if (list.outcome !== "ok") return { outcome: "failed", failure: list.failure };
  const members = decodeMembers(list.records);
  if (members !== undefined) return { outcome: "ok", ids: members.ids, warnings: list.warnings };
  const detail = `The list ${path} has a record without a "custom_id" that is text.`;
  return { outcome: "failed", failure: client.masked(diagnostic("unexpected-response", detail)) };
}

/**
 * How a link can be written, found out by a GET on the link's own list at one existing resource. Asked only when a
 * plan depends on it. `field` when the catalog or the service has no list to attach to.
 */
export async function probeEndpoint(
  client: Client,
  catalog: Catalog,
  kindName: KindName,
  linkName: string,
  customId: string,
): Promise<Checked<LinkAccess["write"]>> {
  const kind = kindNamed(catalog, kindName);
  const link = linkNamed(kind, linkName);
  if (link?.endpoint?.memberField === undefined) return { value: "field", diagnostics: [] };
  const probe = await readMembers(client, kind, link, customId);
  if (probe.outcome === "failed") return { diagnostics: [probe.failure] };
  return { value: probe.outcome === "ok" ? "endpoint" : "field", diagnostics: [] };
}
