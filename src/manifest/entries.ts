/**
 * `moved` and `removed` entries: whether they fit each other and the resources. What they mean for a live game is decided by
 * the planner; here only what can mean nothing at all is refused.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { addressOf, addressOrder } from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { findCycles } from "../model/graph.ts";
import type { Address, Moved, Removed, Span } from "../model/model.ts";
import { MOVED } from "./forms.ts";
import type { Declaration } from "./hoist.ts";
import type { EntryList } from "./manifest-keys.ts";
import { jsonOf, originAt, type Part, sourceOf, startSpan } from "./parts.ts";
import { problemAt } from "./problem.ts";
import { type ByAddress, type Dangling, danglingReferences, type Gone } from "./resolve.ts";
import { quoted } from "./wording.ts";

/** A well-formed entry of either sort: the id that is declared no more, and where it is written. */
interface ManifestEntry {
  readonly kind: Kind;
  readonly part: Part;
  readonly id: string;
  readonly address: Address;
  readonly member: "from" | "custom_id";
}
interface MovedEntry extends ManifestEntry {
  readonly to: string;
  readonly target: Address;
}
interface RemovedEntry extends ManifestEntry {
  readonly reason: string;
  /** Whether the resource stays live and is only forgotten. */
  readonly keep: boolean;
}

/** The entries in the order in which they are written. */
export interface Entries {
  readonly moved: readonly MovedEntry[];
  readonly removed: readonly RemovedEntry[];
}

export function readEntries(lists: readonly EntryList[], catalog: Catalog): Entries {
  const moved: MovedEntry[] = [];
  const removed: RemovedEntry[] = [];
  for (const { form, list } of lists) {
    for (const part of list.elements) {
      const written = jsonOf(part) as Readonly<Record<string, string>> & { readonly keep?: boolean };
      const kind = catalog.find(({ name }) => name === written.kind);
      if (kind === undefined) continue;
      const { from = "", to = "", custom_id = "", reason = "", keep } = written;
      const entry = (id: string) => ({ kind, part, id, address: addressOf(kind.name, id) });
      if (form.key === MOVED) moved.push({ ...entry(from), member: "from", to, target: addressOf(kind.name, to) });
      else removed.push({ ...entry(custom_id), member: "custom_id", reason: reason.trim(), keep: keep === true });
    }
  }
  return { moved, removed };
}

/** Moves without their places, in the order of the catalog, then of ids. */
export function sortedMoved({ moved }: Entries, catalog: Catalog): readonly Moved[] {
  return sorted(moved, catalog).map(({ kind, id, to, part }) => {
    return { kind: kind.name, from: id, to, origin: originAt(startSpan(part)) };
  });
}

/** The same for deletions, or for what is kept. */
export function sortedRemoved({ removed }: Entries, catalog: Catalog, keep: boolean): readonly Removed[] {
  const chosen = removed.filter((entry) => entry.keep === keep);
  return sorted(chosen, catalog).map(({ kind, id, reason, part }) => {
    return { kind: kind.name, custom_id: id, reason, origin: originAt(startSpan(part)) };
  });
}

function sorted<T extends ManifestEntry>(entries: readonly T[], catalog: Catalog): readonly T[] {
  const compare = addressOrder(catalog);
  return [...entries].sort((a, b) => compare(a.address, b.address));
}

/** What is wrong between the entries and the declarations. */
export function checkEntries({ moved, removed }: Entries, known: ByAddress, catalog: Catalog): readonly Diagnostic[] {
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
  // In a circle every resource takes the id of another one, so each of the ids is declared.
  const astray = usable.filter((entry) =>
    inRings.has(entry) ? !known.has(entry.target) : leadsNowhere(entry, checking),
  );
  return [
    ...moved.filter(itself).map((entry) => {
      const more = { address: entry.address, help: ["delete the entry, or write the other id"] };
      return problemAt("contradicting-entry", spanIn(entry, "to"), `${quoted(entry.id)} is moved to itself`, more);
    }),
    ...usable.flatMap((entry) => contradictedMove(entry, checking)),
    ...danglingReferences(astray.map(unknownDestination), { known, gone: new Map() }, catalog),
    ...removed.flatMap((entry) => contradictedRemoval(entry, checking)),
  ];
}

interface Checking {
  readonly known: ByAddress;
  /** The first entry that moves each address away. */
  readonly byFrom: ReadonlyMap<Address, MovedEntry>;
  /** The first entry that moves something to each address. */
  readonly byTo: ReadonlyMap<Address, MovedEntry>;
  readonly byRemoved: ReadonlyMap<Address, RemovedEntry>;
}

/** Why addresses are declared no more, for references that still name them. */
export function goneByEntries({ moved, removed }: Entries): ReadonlyMap<Address, Gone> {
  const moves = [...moved].reverse().map((entry): [Address, Gone] => {
    const label = { span: spanIn(entry), text: "moved here" };
    return [entry.address, { what: `is moved to ${quoted(entry.to)}`, label, help: `write the new id: ${entry.to}` }];
  });
  const removals = removed.map((entry): [Address, Gone] => {
    const [what, text] = entry.keep ? ["is no longer managed", "given up here"] : ["is removed", "removed here"];
    const help = "take the reference out, or delete the `removed` entry";
    return [entry.address, { what, label: { span: spanIn(entry), text }, help }];
  });
  return new Map([...moves, ...removals]);
}

function firsts<T>(entries: readonly T[], address: (entry: T) => Address): ReadonlyMap<Address, T> {
  return new Map([...entries].reverse().map((entry) => [address(entry), entry]));
}

/** Where a member of an entry is written; without a name, the id that is declared no more. */
function spanIn({ part, member }: ManifestEntry, name: string = member): Span {
  return sourceOf(part).locate(`/${name}`, "value");
}

function idSpan({ part, kind }: Declaration): Span {
  return sourceOf(part).locate(`/${kind.fields[0]?.name}`, "value");
}

/** A contradiction: the entry, what is wrong with it, what it contradicts, and what to do. */
function contradiction(entry: ManifestEntry, label: string, other: readonly [Span, string], help: string): Diagnostic {
  const [span, text] = other;
  const { address } = entry;
  return problemAt("contradicting-entry", spanIn(entry), label, { address, others: [{ span, text }], help: [help] });
}

/**
 * One resource cannot become two, and two cannot become one. An id that is moved away is free, unless something is moved into
 * it: by a swap, or by the next move of a shift.
 */
function contradictedMove(entry: MovedEntry, { known, byFrom, byTo }: Checking): readonly Diagnostic[] {
  const { kind, id, to, address, target } = entry;
  const [same = entry, other = entry, declaration] = [byFrom.get(address), byTo.get(target), known.get(address)];
  if (same !== entry) {
    const label = `the ${kind.label} ${quoted(id)} is moved a second time`;
    return [contradiction(entry, label, [spanIn(same), "first moved here"], "delete one of the two entries")];
  }
  if (other !== entry) {
    const label = `another ${kind.label} is moved to ${quoted(to)} already`;
    const help = `decide which of the two becomes ${quoted(to)}; a \`removed\` entry deletes the other one`;
    return [contradiction(entry, label, [spanIn(other, "to"), "the other one"], help)];
  }
  if (declaration === undefined || byTo.has(address)) return [];
  const help = known.has(target)
    ? `delete the entry if this is a new ${kind.label}, otherwise the declaration: it is ${quoted(to)} now`
    : `where it is declared, write the new id: ${to}`;
  const label = `${quoted(id)} is moved away, and still declared`;
  return [contradiction(entry, label, [idSpan(declaration), "declared here"], help)];
}

/** Whether an entry is the last of its chain and ends at nothing that is declared, for which there is no other reason. */
function leadsNowhere({ address, target }: MovedEntry, { known, byFrom, byRemoved }: Checking): boolean {
  // A declaration that has kept its old id is reported instead.
  return !known.has(target) && !byFrom.has(target) && !byRemoved.has(target) && !known.has(address);
}

function unknownDestination(entry: MovedEntry): Dangling {
  const { kind, to, address } = entry;
  const fix = `declare it; if the ${kind.label} is to go, write a \`removed\` entry in place of this one`;
  return { to: kind, id: to, span: spanIn(entry, "to"), by: address, use: " to move to", fix };
}

/** What is removed is not declared, and is moved neither away nor in; and it is removed once. */
function contradictedRemoval(entry: RemovedEntry, { known, byFrom, byTo, byRemoved }: Checking): readonly Diagnostic[] {
  const { address, id } = entry;
  const [first, declaration] = [byRemoved.get(address), known.get(address)];
  const [away, into] = [byFrom.get(address), byTo.get(address)];
  const others: readonly (readonly [Span | undefined, string])[] = [
    [first === undefined || first === entry ? undefined : spanIn(first), "removed again"],
    [declaration && idSpan(declaration), "declared"],
    [away && spanIn(away), "moved away"],
    [into && spanIn(into, "to"), `${quoted(into?.id ?? "")} is moved to it`],
  ];
  return others
    .flatMap(([span, what]) => {
      if (span === undefined) return [];
      return contradiction(
        entry,
        `${quoted(id)} is removed, and ${what}`,
        [span, `${what} here`],
        "delete one of the two",
      );
    })
    .slice(0, 1);
}
