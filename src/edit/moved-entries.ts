/**
 * The `moved` and `removed` entries after renames, deletions and pulls. In: the entries as written,
 * and the changes. Out: entries with other ids, deleted ones, and new ones. An environment may be
 * at any earlier id of the resource, so every one of them has to lead to the new id: `a -> b` and
 * then a rename of `b` back to `a` gives `b -> a`, which moves what was renamed already, and does
 * nothing elsewhere. `a -> b` where the resource was renamed to `c` live gives `a -> c` and `c ->
 * b`.
 */

import { both, quoted } from "../ground/words.ts";
import type { Entries, MovedEntry } from "../manifest/entries.ts";
import { originAt, type Part, sourceOf, startSpan } from "../manifest/parts.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type Checked, diagnostic, type ErrorDiagnostic, failed } from "../model/diagnostics.ts";
import type { Address, Moved } from "../model/model.ts";

/** A resource that gets another id. */
export type NewId = Pick<Moved, "kind" | "from" | "to">;

/** Changes of entries that do not follow from renames and deletions. */
export interface EntryEdits {
  /**
   * Entries to add where no declaration gets another id. An existing entry with the same `to` then
   * leads to the new entry.
   */
  readonly inserted: readonly NewId[];
  /** Addresses whose `removed` entries are deleted. */
  readonly withdrawn: ReadonlySet<Address>;
}

/** Changes that happen together. */
interface IdChanges extends Partial<EntryEdits> {
  readonly renames: readonly NewId[];
}

/** The resources by the addresses that they have before the changes. */
interface ResourcesBefore {
  readonly isDeclared: (address: Address) => boolean;
  readonly isDeleted: (address: Address) => boolean;
}

/**
 * New ids of entries that are written already, entries that are deleted, and entries that are new.
 */
export interface EntryChanges {
  readonly rewritten: ReadonlyMap<Part, NewId>;
  readonly deleted: ReadonlySet<Part>;
  readonly added: readonly NewId[];
}

/** Decides the entries. An entry that leads to a deleted resource is deleted as well. */
export function entriesAfter(
  { renames, inserted = [], withdrawn = new Set() }: IdChanges,
  entries: Entries,
  { isDeclared, isDeleted }: ResourcesBefore,
): Checked<EntryChanges> {
  const all = new Paths(entries.moved, isDeclared);
  const dead = entries.moved.filter(({ target }) => isDeleted(all.endOf(target)));
  const paths = new Paths(
    entries.moved.filter((entry) => !dead.includes(entry)),
    isDeclared,
  );
  const rewritten = new Map<Part, NewId>();
  const added: NewId[] = [];
  for (const rename of renames) {
    const ambiguous = paths.ambiguousId(rename);
    if (ambiguous !== undefined) return failed(paths.refusal(rename, ambiguous));
    const { kind, from, to } = rename;
    const first = paths.wayBetween(addressOf(kind, to), addressOf(kind, from))?.[0];
    if (first === undefined) added.push(rename);
    else {
      // The way back: the first entry now leads from the present id, and earlier ones skip the id
      // that it led from.
      rewritten.set(first.part, rename);
      const before = paths.entryTo(first.address);
      if (before !== undefined) rewritten.set(before.part, { kind, from: before.id, to: first.to });
    }
  }
  for (const entry of inserted) {
    const { kind, from, to } = entry;
    added.push(entry);
    const before = paths.entryTo(addressOf(kind, to));
    if (before !== undefined) rewritten.set(before.part, { kind, from: before.id, to: from });
  }
  const revoked = entries.removed.filter(({ address }) => withdrawn.has(address));
  const deleted = new Set([...dead, ...revoked].map(({ part }) => part));
  return { value: { rewritten, deleted, added }, diagnostics: [] };
}

/** The ids that resources pass, by the entries. */
class Paths {
  private readonly entries: readonly MovedEntry[];
  private readonly isDeclared: (address: Address) => boolean;
  private readonly byFrom: ReadonlyMap<Address, MovedEntry>;
  private readonly byTo: ReadonlyMap<Address, MovedEntry>;

  constructor(entries: readonly MovedEntry[], isDeclared: (address: Address) => boolean) {
    this.entries = entries;
    this.isDeclared = isDeclared;
    this.byFrom = new Map(entries.map((entry) => [entry.address, entry]));
    this.byTo = new Map(entries.map((entry) => [entry.target, entry]));
  }

  entryTo(address: Address): MovedEntry | undefined {
    return this.byTo.get(address);
  }

  /**
   * Follows the entries from an address to a declared one. If no address on the way is declared,
   * returns the last one.
   */
  endOf(address: Address): Address {
    const passed = new Set<Address>();
    let end = address;
    while (!this.isDeclared(end) && !passed.has(end)) {
      passed.add(end);
      end = this.byFrom.get(end)?.target ?? end;
    }
    return end;
  }

  /** The entries that lead from one address to another; undefined if none do. */
  wayBetween(from: Address, to: Address): readonly MovedEntry[] | undefined {
    const way: MovedEntry[] = [];
    const passed = new Set<Address>();
    for (let here = from; here !== to; ) {
      const next = this.byFrom.get(here);
      if (next === undefined || passed.has(here)) return undefined;
      passed.add(here);
      way.push(next);
      here = next.target;
    }
    return way;
  }

  /** An address that can mean two resources, depending on what an environment has applied. */
  ambiguousId({ kind, from, to }: NewId): Address | undefined {
    const old = addressOf(kind, from);
    const now = addressOf(kind, to);
    if (this.byFrom.has(old)) return old;
    const way = this.wayBetween(now, old);
    if (way === undefined) return this.byTo.has(now) ? now : undefined;
    return way.slice(0, -1).find(({ target }) => this.isDeclared(target))?.target;
  }

  /**
   * Refuses a rename until the entries of all ids around it have done their work and are deleted.
   */
  refusal({ kind, from, to }: NewId, ambiguous: Address): ErrorDiagnostic {
    const near = this.connected([addressOf(kind, from), addressOf(kind, to)]);
    const cause =
      near.find(({ address }) => address === ambiguous) ??
      near.find(({ target }) => target === ambiguous);
    const label = cause?.kind.label ?? kind;
    const places = near.map(({ part }) => {
      const { file, line, column } = originAt(startSpan(part));
      return `${file}:${line}:${column}`;
    });
    const word = near.length === 1 ? "entry" : "entries";
    const detail = `Until the moved ${word} at ${both(places)} ${near.length === 1 ? "is" : "are"} applied, ${quoted(ambiguous.slice(kind.length + 1))} can mean either of two ${label}s.`;
    const text = `another ${label} is moved from here`;
    return diagnostic("cannot-rename", detail, {
      address: addressOf(kind, to),
      ...(cause === undefined
        ? {}
        : { primary: { span: sourceOf(cause.part).locate("/from", "value"), text } }),
      help: [
        `apply the plan in every environment, delete the moved ${word} at ${both(places)}, and rename again`,
      ],
    });
  }

  /** The entries on the paths through these addresses, in the order in which they are written. */
  private connected(addresses: readonly Address[]): readonly MovedEntry[] {
    const near = new Set<MovedEntry>();
    const open = [...addresses];
    for (let here = open.pop(); here !== undefined; here = open.pop()) {
      for (const entry of [this.byFrom.get(here), this.byTo.get(here)]) {
        if (entry === undefined || near.has(entry)) continue;
        near.add(entry);
        open.push(entry.address, entry.target);
      }
    }
    return this.entries.filter((entry) => near.has(entry));
  }
}
