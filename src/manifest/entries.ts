/**
 * `moved` and `removed` entries: whether they fit each other and the resources. What they mean for a live game is decided by the planner; here only what can mean nothing at all is refused.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { addressOf, addressOrder } from "../model/catalog-lookup.ts";
import { type Diagnostic, MOST_SHOWN } from "../model/diagnostics.ts";
import { findCycles } from "../model/graph.ts";
import type { Address, Moved, Removed, Span } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { MOVED } from "./forms.ts";
import type { Declaration } from "./hoist.ts";
import type { EntryList } from "./manifest-keys.ts";
import { jsonOf, type MapPart, originAt, type Part, sourceOf, startSpan } from "./parts.ts";
import { problemAt } from "./problem.ts";
import { type ByAddress, type Gone, idsOf } from "./resolve.ts";
import { both, quoted } from "./wording.ts";

/** A well-formed entry of either sort: which ids it names, and where. */
interface Entry {
  readonly kind: Kind;
  readonly part: MapPart;
}
interface MovedEntry extends Entry {
  readonly from: string;
  readonly to: string;
}
interface RemovedEntry extends Entry {
  readonly custom_id: string;
  readonly reason: string;
  /** Whether the resource stays live and is only forgotten. */
  readonly keep: boolean;
}

/** The well-formed entries in the order in which they are written, and what is wrong with the others. */
export interface Entries {
  readonly moved: readonly MovedEntry[];
  readonly removed: readonly RemovedEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

export function readEntries(lists: readonly EntryList[], catalog: Catalog): Entries {
  const moved: MovedEntry[] = [];
  const removed: RemovedEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<Part>();
  for (const { form, list } of lists) {
    for (const part of list.elements) {
      const written = jsonOf(part) as Readonly<Record<string, string>> & { readonly keep?: boolean };
      const kind = catalog.find(({ name }) => name === written.kind);
      if (part.type !== "map" || kind === undefined) continue;
      if (seen.has(part)) {
        const label = `this ${form.label} is listed a second time through an alias`;
        diagnostics.push(problemAt("contradicting-entry", startSpan(part), label));
        continue;
      }
      seen.add(part);
      const { from = "", to = "", custom_id = "", reason = "", keep } = written;
      if (form.key === MOVED) moved.push({ kind, part, from, to });
      else removed.push({ kind, part, custom_id, reason: reason.trim(), keep: keep === true });
    }
  }
  return { moved, removed, diagnostics };
}

/** Where a member of an entry is written. */
function memberSpan({ part }: Entry, name: string): Span {
  return sourceOf(part).locate(`/${name}`, "value");
}

/** The entries without their places, in the order of the catalog, then of ids. */
export function sortedMoved({ moved }: Entries, catalog: Catalog): readonly Moved[] {
  const plain = moved.map(
    ({ kind, part, from, to }): Moved => ({ kind: kind.name, from, to, origin: originAt(startSpan(part)) }),
  );
  return sortedBy(plain, ({ kind, from }) => addressOf(kind, from), catalog);
}

/** The same for deletions, or for what is kept. */
export function sortedRemoved({ removed }: Entries, catalog: Catalog, keep: boolean): readonly Removed[] {
  const plain = removed
    .filter((entry) => entry.keep === keep)
    .map(({ kind, part, custom_id, reason }) => ({
      kind: kind.name,
      custom_id,
      reason,
      origin: originAt(startSpan(part)),
    }));
  return sortedBy(plain, ({ kind, custom_id }) => addressOf(kind, custom_id), catalog);
}

function sortedBy<T>(entries: readonly T[], address: (entry: T) => Address, catalog: Catalog): readonly T[] {
  const compare = addressOrder(catalog);
  return [...entries].sort((a, b) => compare(address(a), address(b)));
}

interface Checking {
  readonly known: ByAddress;
  /** The first entry that moves each address away. */
  readonly byFrom: ReadonlyMap<Address, MovedEntry>;
  /** The first entry that moves something to each address. */
  readonly byTo: ReadonlyMap<Address, MovedEntry>;
  readonly byRemoved: ReadonlyMap<Address, RemovedEntry>;
}

/** What is wrong between the entries and the declarations. */
export function checkEntries({ moved, removed }: Entries, known: ByAddress): readonly Diagnostic[] {
  const usable = moved.filter(({ from, to }) => from !== to);
  const checking: Checking = {
    known,
    byFrom: firsts(usable, fromOf),
    byTo: firsts(usable, toOf),
    byRemoved: firsts(removed, goneOf),
  };
  const { byFrom } = checking;
  const entries = new Map([...byFrom].map(([from, entry]) => [from, [entry]]));
  const rings = findCycles(byFrom.keys(), (from) => entries.get(from) ?? [], toOf);
  const inRings = new Set(rings.flat());
  const unknown = usable.filter((entry) => !inRings.has(entry) && leadsNowhere(entry, checking));
  return [
    ...moved.filter(({ from, to }) => from === to).map(movedToItself),
    ...usable.flatMap((entry) => repeatedMove(entry, checking)),
    ...usable.flatMap((entry) => stillDeclared(entry, checking)),
    ...unknown.map((entry, index) => unknownDestination(entry, index < MOST_SHOWN ? known : new Map())),
    ...rings.flatMap((ring) => openRing(ring, checking)),
    ...removed.flatMap((entry) => contradictedRemoval(entry, checking)),
  ];
}

/** Why addresses are declared no more, for references that still name them. */
export function goneByEntries({ moved, removed }: Entries, known: ByAddress): ReadonlyMap<Address, Gone> {
  const byFrom = firsts(moved, fromOf);
  const moves = [...byFrom.values()].map((entry): [Address, Gone] => [
    fromOf(entry),
    {
      what: `is moved to ${quoted(entry.to)}`,
      label: { span: memberSpan(entry, "from"), text: "moved here" },
      help: () => [`write the new id: ${lastOf(entry, byFrom, known).to}`],
    },
  ]);
  const removals = removed.map((entry): [Address, Gone] => [
    goneOf(entry),
    {
      what: entry.keep ? "is no longer managed" : "is removed",
      label: { span: memberSpan(entry, "custom_id"), text: entry.keep ? "given up here" : "removed here" },
      help: () => ["take the reference out, or delete the `removed` entry"],
    },
  ]);
  return new Map([...moves, ...removals]);
}

/** The entry that a chain ends with: the first one that leads to something declared, or else the last. */
function lastOf(start: MovedEntry, byFrom: ReadonlyMap<Address, MovedEntry>, known: ByAddress): MovedEntry {
  const chain = new Set([start]);
  for (let last = start; ; ) {
    const next = known.has(toOf(last)) ? undefined : byFrom.get(toOf(last));
    if (next === undefined || chain.has(next)) return last;
    chain.add(next);
    last = next;
  }
}

function fromOf({ kind, from }: MovedEntry): Address {
  return addressOf(kind.name, from);
}

function toOf({ kind, to }: MovedEntry): Address {
  return addressOf(kind.name, to);
}

function goneOf({ kind, custom_id }: RemovedEntry): Address {
  return addressOf(kind.name, custom_id);
}

function firsts<T>(entries: readonly T[], address: (entry: T) => Address): ReadonlyMap<Address, T> {
  const found = new Map<Address, T>();
  for (const entry of entries) if (!found.has(address(entry))) found.set(address(entry), entry);
  return found;
}

function movedToItself(entry: MovedEntry): Diagnostic {
  const label = `${quoted(entry.from)} is moved to itself`;
  return problemAt("contradicting-entry", memberSpan(entry, "to"), label, {
    address: fromOf(entry),
    help: ["delete the entry, or write the other id"],
  });
}

/** One resource cannot become two, and two cannot become one. */
function repeatedMove(entry: MovedEntry, { byFrom, byTo }: Checking): readonly Diagnostic[] {
  const { kind, from, to } = entry;
  const [same, other] = [byFrom.get(fromOf(entry)), byTo.get(toOf(entry))];
  if (same !== undefined && same !== entry) {
    const others = [{ span: memberSpan(same, "from"), text: "first moved here" }];
    const help = [same.to === to ? "delete one of the two entries" : "one resource can become one other only"];
    const label = `the ${kind.label} ${quoted(from)} is moved a second time`;
    return [
      problemAt("contradicting-entry", memberSpan(entry, "from"), label, { address: fromOf(entry), others, help }),
    ];
  }
  if (other === undefined || other === entry) return [];
  const label = `another ${kind.label} is moved to ${quoted(to)} already`;
  const others = [{ span: memberSpan(other, "to"), text: "the other one" }];
  const help = [`decide which of the two becomes ${quoted(to)}; a \`removed\` entry deletes the other one`];
  return [problemAt("contradicting-entry", memberSpan(entry, "to"), label, { address: toOf(entry), others, help })];
}

/** An id that is moved away is free, unless something is moved into it: by a swap, or by the next move of a shift. */
function stillDeclared(entry: MovedEntry, { known, byFrom, byTo }: Checking): readonly Diagnostic[] {
  const address = fromOf(entry);
  const declaration = known.get(address);
  if (declaration === undefined || byTo.has(address) || byFrom.get(address) !== entry) return [];
  const { kind, from, to } = entry;
  const help = known.has(toOf(entry))
    ? [
        `if this is a new ${kind.label}, delete the entry once the move is done everywhere`,
        `otherwise delete the declaration: the ${kind.label} is ${quoted(to)} now`,
      ]
    : [`where it is declared, write the new id: ${to}`];
  return [
    problemAt("contradicting-entry", memberSpan(entry, "from"), `${quoted(from)} is moved away, and still declared`, {
      address,
      others: [{ span: idSpan(declaration), text: "declared here" }],
      help,
    }),
  ];
}

/** Whether an entry is the last of its chain and ends at nothing that is declared, for which there is no other reason. */
function leadsNowhere(entry: MovedEntry, { known, byFrom, byRemoved }: Checking): boolean {
  const to = toOf(entry);
  if (known.has(to) || byFrom.has(to) || byRemoved.has(to)) return false;
  // Otherwise the declaration has kept its old id, which is reported instead.
  return !known.has(fromOf(entry));
}

function unknownDestination(entry: MovedEntry, known: ByAddress): Diagnostic {
  const { kind, to } = entry;
  const near = didYouMean(to, idsOf(kind, known));
  const label = `there is no ${kind.label} ${quoted(to)} to move to`;
  return problemAt("dangling-reference", memberSpan(entry, "to"), label, {
    address: fromOf(entry),
    help:
      near.length > 0
        ? near
        : [`declare it; if the ${kind.label} is to go, write a \`removed\` entry in place of this one`],
  });
}

/** In a circle every resource takes the id of another one, so each of the ids is declared. */
function openRing(ring: readonly MovedEntry[], { known }: Checking): readonly Diagnostic[] {
  const missing = ring.filter((entry) => !known.has(toOf(entry)));
  const [first, ...rest] = ring;
  if (first === undefined || missing.length === 0) return [];
  const ids = both(missing.map(({ to }) => quoted(to)));
  const label = `these entries lead in a circle, and ${ids} ${missing.length === 1 ? "is" : "are"} not declared`;
  return [
    problemAt("contradicting-entry", memberSpan(first, "to"), label, {
      address: fromOf(first),
      others: rest.map((entry) => ({ span: memberSpan(entry, "to"), text: `leads to ${quoted(entry.to)}` })),
      help: [
        "if a resource has got an earlier id back, delete the older entry",
        "if they change places, declare every one of them",
      ],
    }),
  ];
}

/** What is removed is not declared, and is moved neither away nor in; and it is removed once. */
function contradictedRemoval(entry: RemovedEntry, checking: Checking): readonly Diagnostic[] {
  const { kind, custom_id } = entry;
  const address = goneOf(entry);
  const problem = (label: string, span: Span, text: string, help: string): readonly Diagnostic[] => [
    problemAt("contradicting-entry", memberSpan(entry, "custom_id"), label, {
      address,
      others: [{ span, text }],
      help: [help],
    }),
  ];
  const id = quoted(custom_id);
  const first = checking.byRemoved.get(address);
  if (first !== undefined && first !== entry) {
    const label = `the ${kind.label} ${id} is removed a second time`;
    return problem(label, memberSpan(first, "custom_id"), "first removed here", "delete one of the two entries");
  }
  const declaration = checking.known.get(address);
  if (declaration !== undefined) {
    const help = `to have the ${kind.label} again, delete the entry; otherwise delete the declaration`;
    return problem(`${id} is removed, and declared`, idSpan(declaration), "declared here", help);
  }
  const away = checking.byFrom.get(address);
  if (away !== undefined) {
    const help = "delete one of the two entries: it cannot be gone and have another id";
    return problem(`${id} is removed, and moved to ${quoted(away.to)}`, memberSpan(away, "from"), "moved here", help);
  }
  const into = checking.byTo.get(address);
  if (into === undefined) return [];
  const help = `delete the \`moved\` entry; where it was not applied, ${quoted(into.from)} needs a \`removed\` entry of its own`;
  return problem(
    `${id} is removed, and ${quoted(into.from)} is moved to it`,
    memberSpan(into, "to"),
    "moved here",
    help,
  );
}

function idSpan({ part, kind }: Declaration): Span {
  return sourceOf(part).locate(`/${kind.fields[0]?.name}`, "value");
}
