/** Reads the members of a link from the link's own list, where the service has one (docs/service.md#kinds). */
import type { Catalog, Kind, KindName, Link } from "../catalog/types.ts";
import { kindNamed, linkNamed } from "../model/catalog-lookup.ts";
import { decodeMembers, linkPath } from "../model/codec.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject } from "../model/json.ts";
import type { LinkAccess } from "../model/model.ts";
import type { Client } from "./client.ts";
import { type ListOutcome, readList } from "./lists.ts";

/** `missing`: the service has no such list, or hides the resource it belongs to. */
export type MembersOutcome =
  | { readonly outcome: "ok"; readonly ids: readonly string[]; readonly warnings: readonly Diagnostic[] }
  | { readonly outcome: "missing" | "failed"; readonly failure: Diagnostic };

/**
 * The members of one link of one resource, sorted. A 404 is asked again with the parameters of the kind's own list:
 * a service that hides the resource from plain lists may hide it here as well (docs/service.md#surprises).
 */
export async function readMembers(client: Client, kind: Kind, link: Link, customId: string): Promise<MembersOutcome> {
  const path = linkPath(kind, customId, link);
  const form = `${kind.path}/*/${link.name}`;
  let list = await readList(client, { path, form, parameters: [], repeats: true });
  const hiding = Object.entries(kind.listQuery ?? {});
  if (list.outcome === "refused" && list.status === 404 && hiding.length > 0) {
    const parameters = hiding.map(([name, value]) => ({ name, value }));
    list = await readList(client, { path, form, parameters, repeats: true });
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
 * How a link can be written, found out by a GET on the link's own list at one existing resource: `field` when the catalog
 * or the service has no list to attach to. Then it also matters whether the plain record has it, which a page of the list
 * without `include` shows. Asked only when a plan depends on it.
 */
export async function probeAccess(
  client: Client,
  catalog: Catalog,
  kindName: KindName,
  linkName: string,
  customId: string,
  known: LinkAccess,
): Promise<Checked<LinkAccess>> {
  const kind = kindNamed(catalog, kindName);
  const link = linkNamed(kind, linkName);
  if (link === undefined) throw new Error(`no link "${linkName}" of ${kindName}`);
  const probe = link.endpoint?.memberField === undefined ? undefined : await readMembers(client, kind, link, customId);
  if (probe?.outcome === "failed") return { diagnostics: [probe.failure] };
  const write = probe?.outcome === "ok" ? "endpoint" : "field";
  if (write === "endpoint" || known.read !== "unclear") return { value: { ...known, write }, diagnostics: [] };
  const parameters = Object.entries(kind.listQuery ?? {}).map(([name, value]) => ({ name, value }));
  const plain = await readList(client, { path: kind.path, parameters, repeats: false });
  if (plain.outcome !== "ok") return { diagnostics: [plain.failure] };
  const isInRecord = plain.records.some((record) => isJsonObject(record) && Array.isArray(record[link.name]));
  return { value: { read: isInRecord ? "record" : "include", write }, diagnostics: [] };
}
