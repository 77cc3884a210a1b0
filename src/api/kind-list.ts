/**
 * Reads the whole list of a kind. Out: its records in canonical form, with the members that the
 * service embeds in them.
 */
import type { Kind } from "../catalog/types.ts";
import { grouped } from "../ground/collections.ts";
import { isJsonObject, isNumber, type Json } from "../ground/json.ts";
import { counted, quoted } from "../ground/words.ts";
import { hidingFlags } from "../model/catalog-lookup.ts";
import { type DecodedRecord, decodeRecord, returnsDataAsText } from "../model/codec.ts";
import { type Checked, type Diagnostic, diagnostic, failed } from "../model/diagnostics.ts";
import type { UnreadRecord } from "../model/model.ts";
import type { Client } from "./client.ts";
import {
  type ListParameter,
  mayRefuseParameter,
  readFirstRecords,
  readList,
  sendsParameters,
} from "./lists.ts";
import { ownIdHelp, PATH_ID_HELP } from "./path-ids.ts";

export interface KindList {
  readonly kind: Kind;
  readonly records: readonly DecodedRecord[];
  readonly accepted: readonly ListParameter[];
  /** Whether the service took every parameter without which lists omit records. */
  readonly isWhole: boolean;
  /**
   * Finds help if paths lead to none of its records, although it shows them: the service may have
   * other ids in its paths.
   */
  readonly findPathHelp: () => string | undefined;
  /** Records that are left out. */
  readonly unread: readonly UnreadRecord[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads the list. `leavesOut`: records that cannot be read are left out; otherwise one of them
 * fails the reading.
 */
export async function readKindList(
  client: Client,
  kind: Kind,
  leavesOut = false,
): Promise<Checked<KindList>> {
  const filters = hidingParameters(kind);
  const parameters = [...includesOf(kind), ...filters];
  const repeats = leavesOut ? "if-persistent" : false;
  const list = await readList(client, { path: kind.path, parameters, repeats });
  if (list.outcome !== "ok") return failed(list.failure);
  const records: DecodedRecord[] = [];
  const unread: UnreadRecord[] = [];
  const { pathIds } = client;
  const read = recordReader(client, kind, list.records);
  for (const [index, value] of list.records.entries()) {
    const reading = read(value);
    if ("record" in reading) {
      records.push(reading.record);
      pathIds?.read({ kind: kind.name, custom_id: reading.record.custom_id }, value);
      continue;
    }
    const reason = `The service sent what cannot be read: ${reading.problem}.`;
    if (!leavesOut) return failed(client.problem("unexpected-response", reason, ...reading.help));
    unread.push(unreadRecord(client, kind, { custom_id: idIn(value), index, reason }));
  }
  const { accepted } = list;
  const refused = filters.filter((filter) => !accepted.includes(filter));
  const warnings = refused.map((filter) => refusedFilter(client, kind, filter));
  const isWhole = refused.length === 0;
  const findPathHelp = () => (pathIds === undefined ? ownIdHelp(list.records) : PATH_ID_HELP);
  // The warnings stay with the list, because a later reading can start from it.
  const value = { kind, records, accepted: list.accepted, isWhole, unread, warnings, findPathHelp };
  return { value, diagnostics: [] };
}

/** A record of a list, or the reason why it cannot be used. */
type RecordReading =
  | { readonly record: DecodedRecord }
  | { readonly problem: string; readonly help: readonly string[] };

/** Makes the function that reads each record of a list. Two records with one id are unusable. */
function recordReader(
  { pathIds }: Client,
  kind: Kind,
  all: readonly Json[],
): (value: Json) => RecordReading {
  const ids = grouped(all, idIn);
  const unusableId = pathIds?.unusableIn(kind, all);
  const dataIsText = returnsDataAsText(kind, all);
  return (value) => {
    const decoding = decodeRecord(kind, value, { dataIsText });
    if ("problem" in decoding) return { problem: decoding.problem, help: [] };
    const unusable = unusableId?.(value);
    if (unusable !== undefined) return { problem: unusable, help: [PATH_ID_HELP] };
    const copies = ids.get(decoding.record.custom_id)?.length ?? 1;
    if (copies === 1) return decoding;
    return { problem: `${counted(copies, "record")} have this custom_id`, help: [] };
  };
}

/** Warns that the list has no hidden records. */
function refusedFilter(client: Client, kind: Kind, { name, value }: ListParameter): Diagnostic {
  const parameter = `\`${name}=${value}\``;
  const why = sendsParameters(client)
    ? `The service refused ${parameter} for ${kind.path}.`
    : `${parameter} is not sent for ${kind.path}, because of \`service.wire.parameters: none\`.`;
  return diagnostic("parameter-not-supported", `${why} ${notSeen(kind)}`);
}

interface UnreadParts {
  readonly custom_id: string | undefined;
  /** Position in the list, from 0. */
  readonly index: number;
  readonly reason: string;
}

/** A record that is left out, in words without the token. */
function unreadRecord(
  client: Client,
  { name, label, path }: Kind,
  { custom_id, index, reason }: UnreadParts,
): UnreadRecord {
  const place = `record ${index + 1} of ${path}`;
  const what = custom_id === undefined ? `that is ${place}` : `${quoted(custom_id)} (${place})`;
  const { detail } = client.problem("left-out", `The ${label} ${what} is left out. ${reason}`);
  return custom_id === undefined ? { kind: name, detail } : { kind: name, custom_id, detail };
}

/** The id that a record has, also one of a wrong type; undefined where the record has none. */
function idIn(record: Json): string | undefined {
  const id = isJsonObject(record) ? record.custom_id : undefined;
  return typeof id === "string" || isNumber(id) ? String(id) : undefined;
}

/** The parameters that embed members in lists and records. */
export function includesOf(kind: Kind): readonly ListParameter[] {
  return kind.links.flatMap(({ include }) =>
    include === undefined ? [] : [{ name: "include", value: include }],
  );
}

/** The parameters that make lists of a kind show hidden records. */
export function hidingParameters({ listQuery }: Kind): readonly ListParameter[] {
  return listQuery === undefined ? [] : [{ name: listQuery.name, value: listQuery.all }];
}

/**
 * Finds out whether the service takes the parameter that shows hidden records, if the list has none
 * (docs/service.md#unknowns). Out: the list, which is not whole if the service ignores the
 * parameter. A list for hidden records alone has then no records. An empty list shows nothing in
 * that way, so that a service has to refuse an unknown parameter instead.
 */
export async function checkHiddenShown(client: Client, list: KindList): Promise<Checked<KindList>> {
  const { kind, records } = list;
  const { listQuery } = kind;
  if (listQuery === undefined) return { value: list, diagnostics: [] };
  const isEmpty = records.length === 0;
  const parameter = { name: isEmpty ? listQuery.unknown : listQuery.name, value: listQuery.hidden };
  const page = await readFirstRecords(client, kind.path, parameter);
  if (page.outcome === "failed") return failed(page.failure);
  const isRefused = mayRefuseParameter(kind.path, page);
  if (page.outcome === "refused" && !isRefused && page.status < 500) return failed(page.failure);
  const isTaken = isEmpty ? isRefused : page.outcome === "ok" && page.records.length === 0;
  if (isTaken) return { value: list, diagnostics: [] };
  const detail = `The service does not show that it takes \`${listQuery.name}=${listQuery.all}\` for ${kind.path}. ${notSeen(kind)}`;
  const warnings = [...list.warnings, diagnostic("parameter-not-supported", detail)];
  return { value: { ...list, isWhole: false, warnings }, diagnostics: [] };
}

function notSeen({ plural }: Kind): string {
  return `Records that the plain list of ${plural} leaves out are not seen.`;
}

/** Whether the service hides the record from plain lists (docs/service.md#achievements). */
export function isHidden(kind: Kind, { body }: DecodedRecord): boolean {
  return hidingFlags(kind).some((flag) => body[flag] === true);
}
