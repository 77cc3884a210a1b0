/**
 * Requests to resources. In: the parts of a path, such as `achievements` and
 * `achievement/first-win`. Out: the path that is sent, with the ids that the service has in its
 * paths: `achievements/17`.
 */
import type { KindName } from "../catalog/types.ts";
import { inQuotes } from "../ground/words.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { pathText } from "../model/codec.ts";
import type { ErrorDiagnostic } from "../model/diagnostics.ts";
import type { PathPart, PlannedRequest, ResourceId } from "../model/model.ts";
import type { Client, WriteOutcome } from "./client.ts";
import type { SendControl } from "./sender.ts";

/** The resources of a path whose ids in paths no record has shown. */
export function unknownIn({ pathIds }: Client, parts: readonly PathPart[]): readonly ResourceId[] {
  if (pathIds === undefined) return [];
  return parts.flatMap((part) =>
    typeof part === "string" || pathIds.idOf(part) !== undefined ? [] : [part],
  );
}

/** `unlisted`: no record has shown the id of a resource in the path. */
type SentPath =
  | { readonly path: string }
  | { readonly path?: undefined; readonly unlisted: ErrorDiagnostic };

/** Makes the path that is sent. */
export function sentPath(client: Client, parts: readonly PathPart[]): SentPath {
  const { pathIds } = client;
  if (pathIds === undefined) return { path: pathText(parts) };
  const words: string[] = [];
  for (const part of parts) {
    const id = typeof part === "string" ? undefined : pathIds.idOf(part);
    if (typeof part === "string") words.push(part);
    else if (id === undefined) return { unlisted: unlistedProblem(client, part) };
    else words.push(encodeURIComponent(id));
  }
  return { path: words.join("/") };
}

/** A resource that is deleted, or that lists do not show yet. */
function unlistedProblem(client: Client, { kind, custom_id }: ResourceId): ErrorDiagnostic {
  const member = client.pathIds?.member;
  const detail = `The service lists no ${addressOf(kind, custom_id)}, so its ${inQuotes(member ?? "")} for the path of the request is unknown.`;
  return client.problem("service-refused", detail);
}

/** A request, and the kind of the resource that it writes. */
interface KindWrite {
  readonly kind: KindName;
  readonly request: PlannedRequest;
}

/**
 * Sends a request of a plan. A resource that no list shows counts as one that the service answers
 * with 404.
 */
export async function writeTo(
  client: Client,
  { kind, request }: KindWrite,
  control?: SendControl,
): Promise<WriteOutcome> {
  const sent = sentPath(client, request.parts);
  if (sent.path === undefined) {
    return {
      outcome: "refused",
      status: 404,
      failure: sent.unlisted,
      fieldErrors: {},
      unconfirmed: 0,
    };
  }
  const outcome = await client.write({ ...request, path: sent.path }, control);
  if (outcome.outcome === "done") client.pathIds?.wrote(kind, request, outcome.answer);
  return outcome;
}
