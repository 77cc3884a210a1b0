/** Reads one resource back after a write whose answer was lost (docs/service.md#surprises). */
import type { Catalog, Kind, Link } from "../catalog/types.ts";
import { hidingFlags, kindNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import { decodeRequestBody, resourcePath } from "../model/codec.ts";
import type { Checked } from "../model/diagnostics.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import type { Address, Live } from "../model/model.ts";
import type { Client, ReadOutcome } from "./client.ts";
import { refusesParameter } from "./lists.ts";
import { decodeListed, liveOf, readKindList, withoutCut } from "./reader.ts";

/**
 * The live resource at an address, or `absent`, by one request whatever the size of the game; undefined when only the
 * whole list shows it: the service may hide the resource, as `sent`, the body of the request, shows.
 */
export async function readSingle(
  client: Client,
  kind: Kind,
  address: Address,
  sent: JsonObject = {},
): Promise<Live | "absent" | undefined> {
  const { custom_id } = partsOfAddress(address);
  const answer = await readOne(client, kind, custom_id);
  if (answer.outcome === "refused" && answer.status === 404) return mayBeHidden(kind, sent) ? undefined : "absent";
  const record = answer.outcome === "ok" && isJsonObject(answer.body) ? answer.body.data : undefined;
  const decoding = record === undefined ? undefined : decodeListed(kind, record);
  if (decoding === undefined || "problem" in decoding || decoding.record.custom_id !== custom_id) return undefined;
  return liveOf(kind, withoutCut(client, kind, decoding.record), {});
}

/** The answer to a GET of the resource, with its links embedded as far as the service does that. */
function readOne(client: Client, kind: Kind, customId: string): Promise<ReadOutcome> {
  const wordsOf = (links: readonly Link[]): string => links.flatMap(({ include }) => include ?? []).join(",");
  const certain = kind.links.filter(({ includeIsAssumed }) => includeIsAssumed !== true);
  const includes = new Set([wordsOf(kind.links), wordsOf(certain), ""]);
  return client.memory.learn<ReadOutcome>(`${kind.path}/*`, async (known) => {
    const likely = [...includes].filter((include) => known?.parameters.has(include));
    let refused: ReadOutcome | undefined;
    for (const include of new Set([...likely, ...includes])) {
      const read = await client.read(resourcePath(kind, customId), include === "" ? {} : { include });
      if (read.outcome === "ok") return { result: read, taken: { parameters: new Set([include]), isPaged: false } };
      refused ??= read;
      if (!refusesParameter(read)) return { result: read };
    }
    return { result: refused as ReadOutcome };
  });
}

function mayBeHidden(kind: Kind, sent: JsonObject): boolean {
  const { body } = decodeRequestBody(kind, sent);
  return hidingFlags(kind).some((name) => body[name] !== false);
}

/**
 * The live resource at an address, or `absent`; diagnostics when the list could not be read to its end. Read from the
 * kind's whole list, because a single GET does not find hidden resources. Links with lists of their own are left out.
 */
export async function readBack(client: Client, catalog: Catalog, address: Address): Promise<Checked<Live | "absent">> {
  const { kind: kindName, custom_id } = partsOfAddress(address);
  const kind = kindNamed(catalog, kindName);
  const list = await readKindList(client, kind);
  if (list.outcome !== "ok") return { diagnostics: [list.failure] };
  const record = list.records.find((each) => each.custom_id === custom_id);
  return { value: record === undefined ? "absent" : liveOf(kind, record, {}), diagnostics: [] };
}
