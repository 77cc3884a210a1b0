/**
 * Checks `moved` and `removed` entries against each other and the declared resources. Only
 * contradictions are refused here. The planner decides about the effect on a live game.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { findCycles } from "../ground/graph.ts";
import { isJsonObject, scalarText } from "../ground/json.ts";
import { quoted } from "../ground/words.ts";
import { addressOf, addressOrder } from "../model/catalog-lookup.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import type { Address, DesiredGame, Removed } from "../model/model.ts";
import type { Span } from "../model/source.ts";
import { ALLOWED_BY_MOVED, MOVED } from "./forms.ts";
import type { Declaration } from "./hoist.ts";
import type { EntryList } from "./manifest-keys.ts";
import { originAt, type Part, sourceOf, startSpan } from "./parts.ts";
import { type ByAddress, type Dangling, danglingReferences, type Gone } from "./resolve.ts";

/** A well-formed entry: the id that is no longer declared, and its place. */
interface ManifestEntry {
  readonly kind: Kind;
  readonly part: Part;
  readonly id: string;
  readonly address: Address;
  readonly member: "from" | "custom_id";
}
export interface MovedEntry extends ManifestEntry {
  readonly to: string;
  readonly isAllowed: boolean;
  readonly target: Address;
}
interface RemovedEntry extends ManifestEntry {
  readonly reason: string;
  /** Whether the resource stays live and is no longer managed. */
  readonly keep: boolean;
}

/** The entries in their written order. */
export interface Entries {
  readonly moved: readonly MovedEntry[];
  readonly removed: readonly RemovedEntry[];
}

export function readEntries(lists: readonly EntryList[], catalog: Catalog): Entries {
  const moved: MovedEntry[] = [];
  const removed: RemovedEntry[] = [];
  for (const { form, list } of lists) {
    for (const part of list.elements) {
      const { value: written } = part;
      if (!isJsonObject(written)) continue;
      const textOf = (name: string): string => scalarText(written[name]) ?? "";
      const kind = catalog.find(({ name }) => name === written.kind);
      if (kind === undefined) continue;
      const { allow, keep } = written;
      const entry = (id: string) => ({ kind, part, id, address: addressOf(kind.name, id) });
      if (form.key === MOVED) {
        const isAllowed = allow === ALLOWED_BY_MOVED;
        const to = textOf("to");
        moved.push({
          ...entry(textOf("from")),
          member: "from",
          to,
          isAllowed,
          target: addressOf(kind.name, to),
        });
      } else {
        const reason = textOf("reason").trim();
        removed.push({
          ...entry(textOf("custom_id")),
          member: "custom_id",
          reason,
          keep: keep === true,
        });
      }
    }
  }
  return { moved, removed };
}

/** Returns the entries in the order of the catalog, then of ids. */
export function entriesOfGame(
  { moved, removed }: Entries,
  catalog: Catalog,
): Pick<DesiredGame, "moved" | "removed" | "forgotten"> {
  const compare = addressOrder(catalog);
  const sorted = <T extends ManifestEntry>(entries: readonly T[]): readonly T[] =>
    [...entries].sort((a, b) => compare(a.address, b.address));
  const plain = ({ kind, part }: ManifestEntry) => ({
    kind: kind.name,
    origin: originAt(startSpan(part)),
  });
  const [forgotten = [], deleted = []] = [true, false].map((keep): readonly Removed[] => {
    const chosen = sorted(removed.filter((entry) => entry.keep === keep));
    return chosen.map((entry) => ({ ...plain(entry), custom_id: entry.id, reason: entry.reason }));
  });
  return {
    moved: sorted(moved).map((entry) => {
      const moved = { ...plain(entry), from: entry.id, to: entry.to };
      return entry.isAllowed ? { ...moved, allow: ALLOWED_BY_MOVED } : moved;
    }),
    removed: deleted,
    ...(forgotten.length === 0 ? {} : { forgotten }),
  };
}

/** Returns the contradictions between entries and declarations. */
export function checkEntries(
  { moved, removed }: Entries,
  known: ByAddress,
  catalog: Catalog,
): readonly Diagnostic[] {
  const itself = ({ address, target }: MovedEntry): boolean => address === target;
  const usable = moved.filter((entry) => !itself(entry));
  const checking: Checking = {
    known,
    byFrom: firsts(usable, ({ address }) => address),
    byTo: firsts(usable, ({ target }) => target),
    byRemoved: firsts(removed, ({ address }) => address),
  };
  const { byFrom } = checking;
  const next = (from: Address): readonly MovedEntry[] => [byFrom.get(from) ?? []].flat();
  const inRings = new Set(findCycles(byFrom.keys(), next, ({ target }) => target).flat());
  // In a cycle each resource gets the id of another, so all ids are declared.
  const astray = usable.filter((entry) =>
    inRings.has(entry) ? !known.has(entry.target) : leadsNowhere(entry, checking),
  );
  return [
    ...moved.filter(itself).map((entry) => {
      const label = `${quoted(entry.id)} is moved to itself`;
      const help = ["delete the entry, or write the other id"];
      return problemAt("contradicting-entry", spanIn(entry, "to"), {
        label,
        address: entry.address,
        help,
      });
    }),
    ...usable.flatMap((entry) => contradicted(entry, checking)),
    ...danglingReferences(astray.map(unknownDestination), { known, gone: new Map() }, catalog),
    ...removed.flatMap((entry) => contradicted(entry, checking)),
  ];
}

interface Checking {
  readonly known: ByAddress;
  /** The first entry with each address as `from`. */
  readonly byFrom: ReadonlyMap<Address, MovedEntry>;
  /** The first entry with each address as `to`. */
  readonly byTo: ReadonlyMap<Address, MovedEntry>;
  readonly byRemoved: ReadonlyMap<Address, RemovedEntry>;
}

/** Explains why addresses are no longer declared, for references to them. */
export function goneByEntries({ moved, removed }: Entries): ReadonlyMap<Address, Gone> {
  const moves = [...moved].reverse().map((entry): [Address, Gone] => {
    const label = { span: spanIn(entry), text: "moved here" };
    return [
      entry.address,
      { what: `is moved to ${quoted(entry.to)}`, label, help: `write the new id: ${entry.to}` },
    ];
  });
  const removals = removed.map((entry): [Address, Gone] => {
    const [what, text] = entry.keep
      ? ["is no longer managed", "given up here"]
      : ["is removed", "removed here"];
    const help = "take the reference out, or delete the `removed` entry";
    return [entry.address, { what, label: { span: spanIn(entry), text }, help }];
  });
  return new Map([...moves, ...removals]);
}

function firsts<T>(entries: readonly T[], address: (entry: T) => Address): ReadonlyMap<Address, T> {
  return new Map([...entries].reverse().map((entry) => [address(entry), entry]));
}

/**
 * Returns the place of a member of an entry; without a name, of the id that is no longer declared.
 */
function spanIn({ part, member }: ManifestEntry, name: string = member): Span {
  return sourceOf(part).locate(`/${name}`, "value");
}

function idSpan({ part }: Declaration): Span {
  return sourceOf(part).locate("/custom_id", "value");
}

/**
 * Returns the first contradiction of an entry. A resource cannot become two, two cannot become one,
 * and a removed resource cannot be declared. An id whose resource is renamed is free for another
 * one, as in a swap or in a chain of renames.
 */
function contradicted(
  entry: MovedEntry | RemovedEntry,
  { known, byFrom, byTo, byRemoved }: Checking,
): readonly Diagnostic[] {
  const { kind, id, address } = entry;
  const to = "to" in entry ? entry.to : undefined;
  const spanOfOther = (other: ManifestEntry | undefined, name?: string): Span | undefined =>
    other === undefined || other === entry ? undefined : spanIn(other, name);
  const again = to === undefined ? byRemoved.get(address) : undefined;
  const into = byTo.get("to" in entry ? entry.target : address);
  const declaration = to !== undefined && byTo.has(address) ? undefined : known.get(address);
  const still =
    to === undefined || known.has(addressOf(kind.name, to))
      ? "delete one of the two"
      : `where it is declared, write the new id: ${to}; if it was called ${to} before, exchange from and to`;
  const others: readonly (readonly [other: Span | undefined, what: string, help?: string])[] = [
    [spanOfOther(again), "removed by another entry"],
    [spanOfOther(byFrom.get(address)), "moved by another entry"],
    [spanOfOther(into, "to"), `${quoted(into?.id ?? "")} is moved to it`],
    [declaration && idSpan(declaration), "still declared", still],
  ];
  const [first] = others.flatMap(([span, what, help = "delete one of the two"]) =>
    span === undefined ? [] : [{ span, what, help }],
  );
  if (first === undefined) return [];
  const label = `${quoted(id)} is ${to === undefined ? "removed" : `moved to ${quoted(to)}`}, and ${first.what}`;
  const details = {
    address,
    others: [{ span: first.span, text: `${first.what} here` }],
    help: [first.help],
  };
  return [problemAt("contradicting-entry", spanIn(entry), { label, ...details })];
}

/**
 * Whether an entry is the last of its chain and its new id is not declared, without another mistake
 * as the reason.
 */
function leadsNowhere(
  { address, target }: MovedEntry,
  { known, byFrom, byRemoved }: Checking,
): boolean {
  // A declaration that has kept its old id is reported instead.
  return !known.has(target) && !byFrom.has(target) && !byRemoved.has(target) && !known.has(address);
}

function unknownDestination(entry: MovedEntry): Dangling {
  const { kind, to, address } = entry;
  const fix = `declare it; if the ${kind.label} is to go, write a \`removed\` entry in place of this one`;
  return { to: kind, id: to, span: spanIn(entry, "to"), by: address, use: " to move to", fix };
}
