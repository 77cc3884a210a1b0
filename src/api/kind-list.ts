/** Reads the list of one kind and decodes its records. The list is the source of truth, a single GET is not (trap 1). */
import type { Kind, Link } from "../catalog/types.ts";
import { counted } from "../manifest/wording.ts";
import { type DecodedRecord, type Decoding, decodeRecord, isAddressable } from "../model/codec.ts";
import { append } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Client } from "./client.ts";
import { type ListParameter, readList } from "./lists.ts";

export interface KindList {
  readonly outcome: "ok";
  readonly kind: Kind;
  readonly records: readonly DecodedRecord[];
  /** Words of `include=` that made the service embed records. */
  readonly included: ReadonlySet<string>;
  /** Whether the service took every parameter without which its lists leave records out. */
  readonly isWhole: boolean;
  /** How many records a page of the list has at most. */
  readonly pageSize: number;
  readonly warnings: readonly Diagnostic[];
}

export type KindListOutcome = KindList | { readonly outcome: "failed"; readonly failure: Diagnostic };

/** The whole list of a kind, with the members of links embedded where the service does that. */
export async function readKindList(client: Client, kind: Kind): Promise<KindListOutcome> {
  const list = await readList(client, { path: kind.path, parameters: parametersFor(kind), repeats: false });
  if (list.outcome !== "ok") return { outcome: "failed", failure: list.failure };
  const records: DecodedRecord[] = [];
  const oddities = new Map<string, string[]>();
  for (const value of list.records) {
    const decoding = decodeListed(kind, value);
    if ("problem" in decoding) {
      const failure = diagnostic("unexpected-response", `The service sent what cannot be read: ${decoding.problem}.`);
      return { outcome: "failed", failure: client.masked(failure) };
    }
    const { record } = decoding;
    for (const [field, sentence] of Object.entries(record.oddities)) append(oddities, field, sentence);
    if (isAddressable(record.custom_id)) records.push(withoutCut(client, kind, record));
    else
      append(
        oddities,
        "",
        `A record of ${kind.path} has the custom_id "${record.custom_id}", which no request can name, and is left out`,
      );
  }
  const isIgnored = kind.links.some(({ name }) => hasPlainIds(list.records, name));
  const taken = isIgnored ? [] : list.accepted.filter((each) => each.name === "include");
  const isWhole = Object.keys(kind.listQuery ?? {}).every((name) => list.accepted.some((each) => each.name === name));
  const warnings = [...oddities.values()].map((sentences) => client.masked(oddValue(sentences)));
  const included = new Set(taken.map(({ value }) => value));
  return {
    outcome: "ok",
    kind,
    records,
    included,
    isWhole,
    pageSize: list.pageSize,
    warnings: [...list.warnings, ...warnings],
  };
}

function oddValue([first = "", ...others]: readonly string[]): Diagnostic {
  const more = others.length === 0 ? "" : ` The same holds for ${counted(others.length, "other record")}.`;
  return diagnostic("odd-value", `${first}.${more}`);
}

/**
 * Whether the records name a link's members by plain ids. Those belong to the record itself, in a service that takes
 * `include` without a word and does nothing about it: a PUT that replaces would empty them.
 */
function hasPlainIds(records: readonly Json[], link: string): boolean {
  return records.some((record) => {
    const members = isJsonObject(record) ? record[link] : undefined;
    return Array.isArray(members) && members.some((member) => typeof member === "string");
  });
}

function parametersFor(kind: Kind): readonly ListParameter[] {
  const includes = kind.links.flatMap((link): readonly ListParameter[] => {
    if (link.include === undefined) return [];
    const isPlain = link.includeIsAssumed === true && link.endpoint !== undefined;
    if (isPlain) return [{ name: "include", value: link.include }];
    const without =
      link.endpoint === undefined
        ? `The ${link.name} of ${kind.plural} can then be seen only if the plain list shows them.`
        : `The ${link.name} of ${kind.plural} are read one by one instead, where the service offers that.`;
    return [{ name: "include", value: link.include, without }];
  });
  const without = `Records that the plain list of ${kind.plural} leaves out are not seen.`;
  const filters = Object.entries(kind.listQuery ?? {}).map(([name, value]) => ({ name, value, without }));
  return [...includes, ...filters];
}

/** How many members of the link came as whole records within the record. */
export function embeddedLength({ links, embedded }: DecodedRecord, { name }: Link): number {
  return embedded.has(name) ? (links[name]?.length ?? 0) : 0;
}

/** The record without the lists of members that are known to be cut: not seen is not the same as that few. */
export function withoutCut({ memory }: Client, kind: Kind, record: DecodedRecord): DecodedRecord {
  const cut = kind.links.filter((link) => {
    const known = memory.embedded.get(`${kind.name}.${link.name}`);
    return known !== undefined && embeddedLength(record, link) >= known.cutAt;
  });
  const names = new Set(cut.map(({ name }) => name));
  const links = Object.fromEntries(Object.entries(record.links).filter(([name]) => !names.has(name)));
  return cut.length === 0 ? record : { ...record, links };
}

/**
 * Reads one record as lists and single reads give it. A link that it has as `null` is one that was not loaded, which is
 * not the same as an empty one.
 */
export function decodeListed(kind: Kind, value: Json): Decoding {
  const decoding = decodeRecord(kind, value);
  if ("problem" in decoding) return decoding;
  const raw = isJsonObject(value) ? value : {};
  const links = Object.fromEntries(Object.entries(decoding.record.links).filter(([name]) => raw[name] !== null));
  return { record: { ...decoding.record, links } };
}
