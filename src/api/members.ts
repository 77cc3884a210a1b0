/**
 * Reads the members of one resource from the link's own list, such as
 * `achievements/first-win/rewards`.
 */

import type { Kind } from "../catalog/types.ts";
import { defined } from "../ground/collections.ts";
import {
  decodeMembers,
  type LinkPlace,
  linkParts,
  linkPath,
  resourceParts,
} from "../model/codec.ts";
import { type Checked, type Errors, failed } from "../model/diagnostics.ts";
import type { Client } from "./client.ts";
import { hidingParameters } from "./kind-list.ts";
import { isTaken, readList } from "./lists.ts";
import { sentPath } from "./resource-paths.ts";
import { isGone } from "./transport.ts";

/**
 * Members, or the reason that they could not be read, with the words of the service. `unreadable`:
 * a record in the list has no id.
 */
type MembersOr<Reason extends string> = Checked<readonly string[] | "unreadable" | Reason>;

/**
 * `no-list`: the service has no such lists. `no-resource`: it has no such resource, or hides it.
 */
type LinkMembers = MembersOr<"no-list" | "no-resource">;

interface LinkOwner extends LinkPlace {
  /** A 404 then says no more than that the resource is hidden. */
  readonly mayBeHidden?: boolean;
}

/**
 * Reads the members from the link's own list, sorted. A 404 can be about the list or about the
 * resource (docs/service.md#errors): the list is missing only if the resource is there, and the
 * list is still not.
 */
export async function readLinkMembers(
  client: Client,
  kind: Kind,
  of: LinkOwner,
): Promise<LinkMembers> {
  const { value, ...first } = await readMemberList(client, kind, of);
  if (value !== "nothing") return { ...first, ...defined({ value }) };
  const { diagnostics } = first;
  if (of.mayBeHidden === true) return { value: "no-resource", diagnostics };
  const sent = sentPath(client, resourceParts(kind, of.custom_id));
  if (sent.path === undefined) return { value: "no-resource", diagnostics: [sent.unlisted] };
  const resource = sent.path;
  const shown = await client.read(resource);
  const parameters = hidingParameters(kind).filter((parameter) =>
    isTaken(client, kind.path, parameter),
  );
  const query = Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  const isHiding = isNothing(shown) && Object.keys(query).length > 0;
  const record = isHiding ? await client.read(resource, query) : shown;
  if (isNothing(record)) return { value: "no-resource", diagnostics };
  if (record.outcome !== "ok") return failed(record.failure);
  const { value: again, ...second } = await readMemberList(client, kind, of);
  return { ...second, ...defined({ value: again === "nothing" ? "no-list" : again }) };
}

/** `nothing`: a 404 or 410, with and without the parameters for hidden resources. */
async function readMemberList(
  client: Client,
  kind: Kind,
  of: LinkOwner,
): Promise<MembersOr<"no-list" | "nothing">> {
  const sent = sentPath(client, linkParts(kind, of));
  if (sent.path === undefined) return { value: "nothing", diagnostics: [sent.unlisted] };
  const { path } = sent;
  const request = { path, parameters: [], repeats: true };
  const parameters = hidingParameters(kind).filter((parameter) => isTaken(client, path, parameter));
  const plain = await readList(client, request);
  const isHiding = isNothing(plain) && parameters.length > 0;
  // With the parameters that show hidden resources (docs/service.md#surprises).
  const list = isHiding ? await readList(client, { ...request, parameters }) : plain;
  if (list.outcome !== "ok") {
    const diagnostics: Errors = [list.failure];
    if (list.outcome === "refused" && list.status === 405) return { value: "no-list", diagnostics };
    return isNothing(list) ? { value: "nothing", diagnostics } : { diagnostics };
  }
  const members = decodeMembers(list.records);
  if (members !== undefined) return { value: members.ids, diagnostics: [] };
  const detail = `The list ${linkPath(kind, of)} has a record without a "custom_id" that is text.`;
  return { value: "unreadable", diagnostics: [client.problem("unexpected-response", detail)] };
}

/** Whether the service answered 404 or 410. */
export function isNothing(read: { readonly outcome: string; readonly status?: number }): boolean {
  return read.outcome === "refused" && isGone(read.status ?? 0);
}
