/**
 * Which live resource is which wanted one. In: both sides. Out: the id that each live resource is to have, where it is not
 * the one that it has, and what earlier runs left to go. By default an id stays: `achievement/first-win` with `points: 30` in its
 * manifest is the live one with this id, whatever it is like.
 *
 * `moved` entries are answered for a whole chain or ring at once. A chain is applied from its end, so one of its ids is free
 * at every moment: what comes to an id pushes what is live there, up to the free one, and what nothing pushes has arrived. Only
 * where ids allow two answers (a whole ring, or a chain behind a free id), names decide.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { both } from "../manifest/wording.ts";
import { addressOf, customIdOf, kindAt, kindNamed } from "../model/catalog-lookup.ts";
import { append, pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Body, Desired, DesiredGame, Live, LiveGame, Moved } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { type ThingKey, Things, valuesOf } from "./thing.ts";

/** Which live resource is which desired one. Addresses are of the ids that resources will have in the end. */
export interface Identification {
  readonly things: Things;
  /** Whether no resource gets another id: then every live resource is the desired one of its address. */
  readonly isPlain: boolean;
  /** By live address: the address that the resource will have, where it is another one. */
  readonly renamed: ReadonlyMap<Address, Address>;
  /** Left by a replacement and deleted, with the id at which each was replaced. */
  readonly leftovers: ReadonlyMap<Live, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** The id that a live resource will have in the end. That of a leftover is its own. */
  goalIdOf(live: Live): string;
  /** The live resource that will have this address in the end; never a leftover. */
  ownerOf(address: Address): Live | undefined;
}

/** Decides which live resource is which desired one. Refusals are in `diagnostics`. */
export function identify(desired: DesiredGame, live: LiveGame, catalog: Catalog): Identification {
  const things = new Things(live.resources, catalog);
  const { goals, leftovers, diagnostics } = findGoals(desired, live, catalog);
  if (goals.size === 0) {
    return {
      things,
      isPlain: true,
      renamed: new Map(),
      leftovers,
      diagnostics,
      goalIdOf: ({ custom_id }) => custom_id,
      ownerOf: (address) => live.resources.get(address),
    };
  }
  const goalIdOf = (record: Live): string =>
    leftovers.has(record) ? record.custom_id : (goals.get(record) ?? record.custom_id);
  const owners = new Map<Address, Live>();
  const renamed = new Map<Address, Address>();
  for (const record of live.resources.values()) {
    if (leftovers.has(record)) continue;
    const address = addressOf(record.kind, goalIdOf(record));
    owners.set(address, record);
    if (address !== record.address) renamed.set(record.address, address);
  }
  const ownerOf = (address: Address): Live | undefined => owners.get(address);
  return { things, isPlain: false, renamed, leftovers, diagnostics, goalIdOf, ownerOf };
}

/** A live resource under the ids that it and everything else will have in the end, and without marks in its unique texts. */
export function underGoalIds(record: Live, identification: Identification, catalog: Catalog): Live {
  if (identification.isPlain) return record;
  const kind = kindNamed(catalog, record.kind);
  const custom_id = identification.goalIdOf(record);
  const named = withGoalReferences(record, identification, catalog);
  const body = { ...named.body, ...textsWithoutMarks(record, kind), custom_id };
  return { ...named, address: addressOf(record.kind, custom_id), custom_id, body };
}

/** A live resource with its own id, and with the ids that what it refers to will have in the end. */
export function withGoalReferences(record: Live, { things, goalIdOf }: Identification, catalog: Catalog): Live {
  const kind = kindNamed(catalog, record.kind);
  const thing = things.thingOf(things.keyOf(record));
  if (thing === undefined) return record;
  const idOf = (key: ThingKey): string => {
    const target = things.liveOf(key);
    return target === undefined ? things.firstIdOf(key) : goalIdOf(target);
  };
  const { body, links } = valuesOf(thing, idOf);
  return { ...record, address: addressOf(kind.name, goalIdOf(record)), body, links };
}

function textsWithoutMarks({ custom_id, body }: Live, kind: Kind): Body {
  if (markOf(custom_id) === undefined) return {};
  const texts: Record<string, string> = {};
  for (const name of uniqueTexts(kind)) {
    const bare = markOf(String(body[name]))?.bare;
    if (bare !== undefined) texts[name] = bare;
  }
  return texts;
}

/** By live resource: the id that it will have, where that is another one than it has. */
type Goals = ReadonlyMap<Live, string>;

interface Decision extends Pick<Identification, "leftovers" | "diagnostics"> {
  readonly goals: Goals;
}

function findGoals(desired: DesiredGame, live: LiveGame, catalog: Catalog): Decision {
  const goals = new Map<Live, string>();
  for (const record of live.resources.values()) {
    const bare = markOf(record.custom_id)?.bare;
    if (bare !== undefined) goals.set(record, bare);
  }
  if (goals.size === 0 && desired.moved.length === 0) return { goals, leftovers: new Map(), diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  for (const kind of catalog) {
    if (!desired.moved.some((entry) => entry.kind === kind.name)) continue;
    const decided = new Moves(kind, desired, live).decide();
    pushAll(diagnostics, decided.diagnostics);
    for (const [record, id] of decided.goals) goals.set(record, id);
  }
  const claims = settleClaims(goals, { desired, live, catalog });
  return { goals, leftovers: claims.leftovers, diagnostics: [...diagnostics, ...claims.diagnostics] };
}

/** The entries of one kind, against what is live of it. */
class Moves {
  private readonly kind: Kind;
  private readonly entries: readonly Moved[];
  private readonly desired: DesiredGame;
  private readonly next: ReadonlyMap<string, string>;
  /** By the id at which it stands. What was replaced there still stands there, under its mark. */
  private readonly standing = new Map<string, Live>();
  /** What has left its id already, with the id that it is to have. */
  private readonly underWay: { readonly live: Live; readonly to: string; readonly isReplaced: boolean }[] = [];
  /** What was replaced at an id at which the new one stands already: it goes where that goes. */
  private readonly beside: { readonly live: Live; readonly at: string }[] = [];
  /** Ids whose resources have come there by the entries. */
  private readonly arrived = new Set<string>();
  /** Ids whose resources have still to leave. */
  private readonly leaving = new Set<string>();

  constructor(kind: Kind, desired: DesiredGame, live: LiveGame) {
    this.kind = kind;
    this.desired = desired;
    this.entries = desired.moved.filter((entry) => entry.kind === kind.name);
    this.next = new Map(this.entries.map(({ from, to }) => [from, to]));
    const replaced: { readonly live: Live; readonly at: string }[] = [];
    for (const resource of live.resources.values()) {
      if (resource.kind !== kind.name) continue;
      const { bare, mark } = markOf(resource.custom_id) ?? { bare: resource.custom_id };
      if (mark === undefined) this.standing.set(bare, resource);
      else if (mark === "old") replaced.push({ live: resource, at: bare });
      else this.underWay.push({ live: resource, to: bare, isReplaced: mark === "left" });
    }
    for (const old of replaced) {
      if (this.standing.has(old.at)) this.beside.push(old);
      else this.standing.set(old.at, old.live);
    }
  }

  decide(): Pick<Decision, "goals" | "diagnostics"> {
    const goals = new Map<Live, string>();
    const diagnostics: Diagnostic[] = [];
    for (const { live, to, isReplaced } of this.underWay) {
      const id = this.wanted(to) === undefined ? this.goalFrom(to) : to;
      goals.set(live, id);
      // What stands where something was replaced on its arrival is what replaces it.
      if (isReplaced) this.arrive(id);
      else this.push(id);
      this.arriveBefore(id);
    }
    for (const id of this.standing.keys()) {
      if (!this.next.has(id) || this.wanted(id) !== undefined) continue;
      this.leaving.add(id);
      this.push(this.goalFrom(id));
    }
    const runs = this.openRuns();
    const owners = runs.length === 0 ? new Map<string, string>() : this.ownersOfNames();
    for (const run of runs) {
      const arrived = this.arrivedByNames(run, owners);
      if (arrived === undefined) diagnostics.push(this.unclear(run));
      else for (const id of run.slice(arrived)) this.leaving.add(id);
    }
    for (const id of this.leaving) goals.set(this.standing.get(id) as Live, this.goalFrom(id));
    for (const { live, at } of this.beside) if (this.leaving.has(at)) goals.set(live, this.goalFrom(at));
    return { goals, diagnostics };
  }

  private wanted(id: string): Desired | undefined {
    return this.desired.resources.get(addressOf(this.kind.name, id));
  }

  /** Where what leaves the id goes: an entry may lead on to another one, as in a -> b and b -> c, where only c is declared. */
  private goalFrom(id: string): string {
    let to = this.next.get(id) ?? id;
    for (let count = 0; this.wanted(to) === undefined && count < this.next.size; count += 1) {
      to = this.next.get(to) ?? to;
    }
    return to;
  }

  /** What comes to an id makes those leave that stand before the next free one. Where none is free, they have come already. */
  private push(id: string): void {
    const path = new Set<string>();
    for (let here = id; this.standing.has(here); here = this.goalFrom(here)) {
      if (!this.next.has(here) || path.has(here)) return;
      path.add(here);
    }
    for (const address of path) this.leaving.add(address);
  }

  /** What has left for an id stood before it: what stands there now has come there, and so have all before that. */
  private arriveBefore(id: string): void {
    for (const from of this.next.keys()) if (this.goalFrom(from) === id) this.arrive(from);
  }

  private arrive(id: string): void {
    if (!this.standing.has(id) || this.arrived.has(id)) return;
    this.arrived.add(id);
    this.arriveBefore(id);
  }

  /** Neighbouring ids of whose resources nothing says yet whether they have moved, in the order in which resources pass them. */
  private openRuns(): readonly (readonly string[])[] {
    const isOpen = (id: string): boolean =>
      this.standing.has(id) && this.wanted(id) !== undefined && !this.leaving.has(id) && !this.arrived.has(id);
    const open = new Set([...this.next.keys()].filter(isOpen));
    const reached = new Set([...open].map((id) => this.goalFrom(id)));
    const runs: string[][] = [];
    const follow = (start: string): void => {
      const run: string[] = [];
      for (let id = start; open.delete(id); id = this.goalFrom(id)) run.push(id);
      if (run.length > 0) runs.push(run);
    };
    for (const id of [...open]) if (!reached.has(id)) follow(id);
    for (const id of [...open]) follow(id);
    return runs.filter((run) => !this.isSettled(run));
  }

  private isRing(run: readonly string[]): boolean {
    return this.goalFrom(run.at(-1) as string) === run[0];
  }

  /** What was replaced had arrived; and where the last one has no place to go to, all have. */
  private isSettled(run: readonly string[]): boolean {
    if (run.some((id) => this.standing.get(id)?.custom_id !== id)) return true;
    return !this.isRing(run) && this.standing.has(this.goalFrom(run.at(-1) as string));
  }

  /**
   * How many of a run have arrived; those behind have still to leave. An answer is contradicted where a declared name is live
   * on a resource to which it gives another id. New names are no evidence. Undefined where none or several are left.
   */
  private arrivedByNames(run: readonly string[], owners: ReadonlyMap<string, string>): number | undefined {
    const isContradicted = (arrived: number): boolean =>
      run.some((id, place) => {
        const arrival = place < arrived ? id : this.goalFrom(id);
        return this.namesAt(id).some((name) => (owners.get(name) ?? arrival) !== arrival);
      });
    const answers = this.isRing(run) ? [0, run.length] : [...run.keys(), run.length];
    const left = answers.filter((arrived) => !isContradicted(arrived));
    return left.length === 1 ? left[0] : undefined;
  }

  /** By a unique text: the id that is declared with it. What is left to the admin panel says nothing. */
  private ownersOfNames(): ReadonlyMap<string, string> {
    const owners = new Map<string, string>();
    for (const { kind, custom_id, body, ignore, create_only } of this.desired.resources.values()) {
      if (kind !== this.kind.name || create_only) continue;
      for (const name of uniqueTexts(this.kind)) {
        if (!ignore.includes(name)) owners.set(`${name} ${String(body[name])}`, custom_id);
      }
    }
    return owners;
  }

  private namesAt(id: string): readonly string[] {
    const { body } = this.standing.get(id) as Live;
    return uniqueTexts(this.kind).map((name) => {
      const text = String(body[name]);
      return `${name} ${markOf(text)?.bare ?? text}`;
    });
  }

  private unclear(run: readonly string[]): Diagnostic {
    const addresses = run.map((id) => addressOf(this.kind.name, id));
    const entries = this.entries.filter(({ from }) => run.includes(from));
    const detail = `The live game does not show whether ${both(addresses)} ${run.length === 1 ? "has" : "have"} moved already.`;
    const address = addresses[0] as Address;
    return diagnostic("unclear-move", placesOf(entries) + detail, {
      address,
      primary: labelAt(this.desired.sources.get(address), "", "what it is to become"),
      help: [
        "if the move is done everywhere, delete its entries",
        "if it is not, apply it alone, with all values as they are live; then delete its entries and make the other changes",
      ],
    });
  }
}

/**
 * Where several are to have one id: the one that fits its manifest has it, what a replacement has marked goes, and two
 * without a mark are refused.
 */
function settleClaims(
  goals: Goals,
  { desired, live, catalog }: { readonly desired: DesiredGame; readonly live: LiveGame; readonly catalog: Catalog },
): Pick<Identification, "leftovers" | "diagnostics"> {
  const claims = new Map<Address, Live[]>();
  for (const [record, id] of goals) append(claims, addressOf(record.kind, id), record);
  const leftovers = new Map<Live, string>();
  const diagnostics: Diagnostic[] = [];
  for (const [to, all] of claims) {
    const here = live.resources.get(to);
    if (here !== undefined && !goals.has(here)) all.push(here);
    const wanted = desired.resources.get(to);
    const rank = (record: Live): number =>
      (fits(kindAt(catalog, to), record, wanted) ? 0 : 4) +
      (isMarkedForDeletion(record.custom_id) ? 2 : 0) +
      (record.address === to ? 0 : 1);
    const [first, ...rest] = all.sort((a, b) => rank(a) - rank(b)) as [Live, ...Live[]];
    const rivals = [first, ...rest].filter((resource) => !isMarkedForDeletion(resource.custom_id));
    if (rivals.length > 1) diagnostics.push(bothLive(rivals, to, desired));
    for (const record of rest) leftovers.set(record, customIdOf(to));
  }
  return { leftovers, diagnostics };
}

/** Names of the fields, but the id, of which no two resources have the same text. */
export function uniqueTexts({ fields }: Kind): readonly string[] {
  return fields.flatMap(({ name, type, unique }) => (type !== "id" && unique === true ? [name] : []));
}

/** Whether the id has the mark of a replaced resource, which is then deleted. */
export function isMarkedForDeletion(custom_id: string): boolean {
  const mark = markOf(custom_id)?.mark;
  return mark === "old" || mark === "left";
}

/** Whether the values that are only taken at creation are as declared, as far as the service shows them. */
export function fits(kind: Kind, { body }: Live, wanted: Desired | undefined): boolean {
  if (wanted === undefined) return true;
  return kind.fields.every(
    ({ name, createOnly }) => createOnly !== true || body[name] === undefined || isAlike(body[name], wanted.body[name]),
  );
}

/** What leaves its id cannot get another one, because something has it that stays. */
function bothLive(rivals: readonly Live[], to: Address, desired: DesiredGame): Diagnostic {
  const coming = rivals.filter(({ address }) => address !== to).map(({ address }) => address);
  const entries = desired.moved.filter((entry) => entry.kind === rivals[0]?.kind && entry.to === customIdOf(to));
  const detail =
    coming.length > 1
      ? `${both(coming)} would both become ${to}.`
      : `${coming[0]} cannot become ${to}, because both are live.`;
  return diagnostic("both-live", placesOf(entries) + detail, {
    address: to,
    primary: labelAt(desired.sources.get(to), "", "what it is to become"),
    help: [
      "if they are two resources, give the one that is new another id; what players have earned stays with each",
      "if one of them is not needed, delete it first, with a `removed` entry; what players have earned with it is lost",
    ],
  });
}

/** Where the entries are, in front of what is wrong with them. */
function placesOf(entries: readonly Moved[]): string {
  const lines = [...new Set(entries.map(({ origin }) => `${origin.file}:${origin.line}`))];
  return lines.length === 0 ? "" : `The moved ${entries.length === 1 ? "entry" : "entries"} at ${both(lines)}: `;
}
