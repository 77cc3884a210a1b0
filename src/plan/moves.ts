/**
 * Decides which live resources are to get another id because of `moved` entries. In: entries and both sides. Out: the
 * renames that are left to do. There is no state file: whether an entry is done follows from what is live, and it is
 * answered for a whole chain or ring of entries at once.
 *
 * A chain is applied from its end: the last resource moves first, the one before it takes the id that became free.
 * So one id of the chain is free at every moment, what is live before the free id has not moved yet, and what is live
 * behind it has. A ring is opened by giving one of its resources a temporary id, and is a chain from then on. Only where
 * ids allow two answers, values decide: a ring of which nothing has moved looks like one that is done, and a chain may
 * lack resources that this game never had.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { both } from "../manifest/wording.ts";
import { addressOf, customIdOf, kindNamed, withIds } from "../model/catalog-lookup.ts";
import { pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import type { Json } from "../model/json.ts";
import type { Address, Desired, DesiredGame, Live, LiveGame, Moved, Renames } from "../model/model.ts";
import { isReplacement, movingIds, replacedId, withoutMarks } from "../model/temporary-ids.ts";
import { fieldChanges } from "./differences.ts";
import { isTemporaryValue } from "./needs.ts";

interface Moves {
  /** By the address that the resource is to have. */
  readonly renames: Renames;
  readonly diagnostics: readonly Diagnostic[];
}

export function resolveMoves(desired: DesiredGame, live: LiveGame, catalog: Catalog): Moves {
  const renames = new Map<Address, Live>();
  const diagnostics: Diagnostic[] = [];
  let seen = live;
  for (const kind of catalog) {
    const entries = desired.moved.filter((entry) => entry.kind === kind.name);
    if (entries.length === 0) continue;
    const ofKind = new Map<Address, Live>();
    for (const chain of chainsOf(kind, entries, desired)) {
      const decided = decideChain(chain, { kind, desired, live, seen });
      pushAll(diagnostics, decided.diagnostics);
      for (const [to, from] of decided.renames) ofKind.set(to, from);
    }
    for (const [to, from] of ofKind) renames.set(to, from);
    // What refers to these is compared under the ids that they will have.
    seen = renamed(seen, ofKind, catalog);
  }
  return { renames, diagnostics };
}

/** One place of a chain: an id that is declared, and the ids at which what leaves it may be found on its way. */
interface Slot {
  /** Absent for the start of a chain, at which nothing is declared. */
  readonly id?: string;
  /** Ids of earlier moves that lead on to the next place. */
  readonly passed: readonly string[];
  /** The entry by which resources leave. Absent at the end of a chain. */
  readonly entry?: Moved;
}

/** Places in the order in which resources pass them; in a ring the last one leads to the first. */
interface Chain {
  readonly places: readonly Slot[];
  readonly isRing: boolean;
}

function chainsOf({ name }: Kind, entries: readonly Moved[], desired: DesiredGame): readonly Chain[] {
  const byFrom = new Map(entries.map((entry) => [entry.from, entry]));
  const into = new Set(entries.map(({ to }) => to));
  const isDeclared = (id: string): boolean => desired.resources.has(addressOf(name, id));
  const done = new Set<Moved>();
  const follow = (start: string, isRing: boolean): Chain => {
    let last: { id?: string; passed: string[]; entry?: Moved } = isRing
      ? { id: start, passed: [] }
      : { passed: [start] };
    const places = [last];
    for (let entry = byFrom.get(start); entry !== undefined && !done.has(entry); entry = byFrom.get(entry.to)) {
      done.add(entry);
      last.entry ??= entry;
      if (isRing && entry.to === start) break;
      if (isDeclared(entry.to) || !byFrom.has(entry.to)) {
        last = { id: entry.to, passed: [] };
        places.push(last);
      } else last.passed.push(entry.to);
    }
    return { places, isRing };
  };
  const paths = entries.filter(({ from }) => !into.has(from)).map(({ from }) => follow(from, false));
  const rings = entries.flatMap((entry) =>
    done.has(entry) || !isDeclared(entry.from) ? [] : [follow(entry.from, true)],
  );
  return [...paths, ...rings];
}

interface Sides {
  readonly kind: Kind;
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  /** The live game under the new ids of the kinds that this one refers to. */
  readonly seen: LiveGame;
}

/** What is live at an id: it has still to leave, or has come there by the entries. */
type Stage = "leaving" | "arrived";

/**
 * What was made to replace a resource of the chain is that resource if the old one is gone, and nothing to move if it is
 * still there.
 */
function decideChain(chain: Chain, sides: Sides): Moves {
  const { kind, live } = sides;
  const isBeside = (id: string): boolean =>
    isReplacement(id) && live.resources.has(addressOf(kind.name, replacedId(id)));
  const decided = decideWith(chain, sides, () => true);
  const isBlocked = decided.diagnostics.some(({ code }) => code === "both-live");
  if (!isBlocked || chain.places.every(({ passed }) => !passed.some(isReplacement))) return decided;
  for (const isLeft of [isBeside, isReplacement]) {
    const found = decideWith(chain, sides, (id) => !isLeft(id));
    if (found.diagnostics.length === 0) return found;
  }
  return decided;
}

function decideWith(chain: Chain, sides: Sides, isCandidate: (id: string) => boolean): Moves {
  const { kind, live } = sides;
  const { places, isRing } = chain;
  const find = (id: string): Live | undefined => live.resources.get(addressOf(kind.name, id));
  const written = new Set(places.flatMap(({ id, passed }) => (id === undefined ? passed : [id, ...passed])));
  const at = places.map(({ id }) => (id === undefined ? undefined : find(id)));
  const onTheWay = places.map(({ id, passed, entry }) => {
    if (entry === undefined) return [];
    // The ids that it passes, and temporary ones that no entry is about.
    const temporary = [...(id === undefined ? [] : [id]), ...passed].flatMap(movingIds);
    const ids = [...passed, ...temporary.filter((each) => !written.has(each))];
    return ids.filter(isCandidate).flatMap((each) => find(each) ?? []);
  });
  const next = (place: number): number => (place + 1) % places.length;
  const previous = (place: number): number => (place + places.length - 1) % places.length;
  const stages = new Map<number, Stage>();
  const conflicts = new Set<number>();
  /** One stage follows from another: what leaves makes what is next leave, what arrived came from what is before. */
  const settle = (place: number, stage: Stage): void => {
    for (let each = place; at[each] !== undefined && stages.get(each) !== stage; ) {
      if (stages.has(each)) {
        conflicts.add(each);
        return;
      }
      stages.set(each, stage);
      each = stage === "leaving" ? next(each) : previous(each);
    }
  };
  if (!isRing) settle(places.length - 1, "arrived");
  for (const [place, found] of onTheWay.entries()) {
    if (found.length === 0) continue;
    settle(place, "arrived");
    settle(next(place), "leaving");
  }
  const crowded = onTheWay.flatMap((found, place) => (found.length > 1 ? [place] : []));
  const blocked = crowded.length > 0 ? crowded : [...conflicts].map(previous);
  const diagnostics: Diagnostic[] = blocked.map((place) =>
    bothLive(places, place, onTheWay[place] ?? [], at[place], sides),
  );
  if (diagnostics.length > 0) return { renames: new Map(), diagnostics };
  const wantedAt = (place: number): Desired | undefined =>
    sides.desired.resources.get(addressOf(kind.name, places[place]?.id ?? ""));
  for (const run of openRuns(at, stages, isRing)) {
    const resources = run.map((place) => sides.seen.resources.get((at[place] as Live).address));
    const declared = run.map((place) => [wantedAt(place), wantedAt(next(place))] as const);
    // A whole ring has moved or has not: in between, one of its ids is free.
    const arrived = arrivedByValues(resources, declared, kind, isRing && run.length === places.length);
    if (arrived === undefined) diagnostics.push(unclear(run, places, sides));
    else for (const [index, place] of run.entries()) stages.set(place, index < arrived ? "arrived" : "leaving");
  }
  const renames = new Map<Address, Live>();
  for (const place of places.keys()) {
    const [waiting] = onTheWay[place] as readonly Live[];
    const found = waiting ?? (stages.get(place) === "leaving" ? at[place] : undefined);
    const to = places[next(place)]?.id;
    if (found !== undefined && to !== undefined) renames.set(addressOf(kind.name, to), found);
  }
  return { renames, diagnostics };
}

/** Neighbouring places of whose resources nothing says yet whether they have moved. */
function openRuns(
  at: readonly (Live | undefined)[],
  stages: ReadonlyMap<number, Stage>,
  isRing: boolean,
): readonly (readonly number[])[] {
  const isOpen = (place: number): boolean => at[place] !== undefined && !stages.has(place);
  const order = [...at.keys()];
  // A ring is cut where something is missing, so that no run is cut in two.
  const cut = isRing ? order.findIndex((place) => !isOpen(place)) + 1 : 0;
  const runs: number[][] = [[]];
  for (const place of [...order.slice(cut), ...order.slice(0, cut)]) {
    if (isOpen(place)) runs.at(-1)?.push(place);
    else runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

/** What leaves the place cannot get its id, because something has it that stays. */
function bothLive(
  places: readonly Slot[],
  place: number,
  waiting: readonly Live[],
  found: Live | undefined,
  { kind, desired }: Sides,
): Diagnostic {
  const to = addressOf(kind.name, places[(place + 1) % places.length]?.id ?? "");
  const entry = places[place]?.entry as Moved;
  const from = (waiting[0] ?? found)?.address ?? addressOf(kind.name, entry.from);
  const detail =
    waiting.length > 1
      ? `${both(waiting.map(({ address }) => address))} would both become ${to}.`
      : `${from} cannot become ${to}, because both are live.`;
  return refused("both-live", [entry], detail, to, desired, [
    "if they are two resources, give the one that is new another id; what players have earned stays with each",
    "if one of them is not needed, delete it first, with a `removed` entry; what players have earned with it is lost",
  ]);
}

function unclear(run: readonly number[], places: readonly Slot[], { kind, desired }: Sides): Diagnostic {
  const entries = run.flatMap((place) => places[place]?.entry ?? []);
  const addresses = run.map((place) => addressOf(kind.name, places[place]?.id ?? ""));
  const detail = `The live game does not show whether ${both(addresses)} ${run.length === 1 ? "has" : "have"} moved already.`;
  return refused("unclear-move", entries, detail, addresses[0] as Address, desired, [
    "if the move is done everywhere, delete its entries",
    "if it is not, apply it alone, with all values as they are live; then delete its entries and make the other changes",
  ]);
}

function refused(
  code: "both-live" | "unclear-move",
  entries: readonly Moved[],
  detail: string,
  address: Address,
  desired: DesiredGame,
  help: readonly string[],
): Diagnostic {
  const lines = entries.map(({ origin }) => `${origin.file}:${origin.line}`);
  const places = `The moved ${entries.length === 1 ? "entry" : "entries"} at ${both([...new Set(lines)])}`;
  const primary = labelAt(desired, address, "", "what it is to become");
  return diagnostic(code, `${places}: ${detail}`, { address, primary, help });
}

/** In how many unique values, and in how many others, live resources differ from what is declared. */
interface Distance {
  readonly unique: number;
  readonly other: number;
}

/**
 * How many of neighbouring resources have arrived; those behind them have still to leave. What has arrived moved to a free
 * id, so it is never right behind one that has still to leave. Undefined if values are ambiguous: names have to
 * decide, and nothing else may contradict them. A wrong guess would give players what others have earned.
 * `declared`: for each resource, what is declared under its id and under the next one. `isWhole`: all or none.
 */
function arrivedByValues(
  resources: readonly (Live | undefined)[],
  declared: readonly (readonly [here: Desired | undefined, next: Desired | undefined])[],
  kind: Kind,
  isWhole: boolean,
): number | undefined {
  const distances = resources.map((found, index) => {
    const [here, next] = declared[index] ?? [undefined, undefined];
    return { arrived: distance(found, here, next, kind), leaving: distance(found, next, here, kind) };
  });
  // By how many have arrived.
  const sums = [sumOf(distances.map(({ leaving }) => leaving))];
  for (const { arrived, leaving } of distances) {
    const last = sums.at(-1) as Distance;
    sums.push(sumOf([last, arrived, { unique: -leaving.unique, other: -leaving.other }]));
  }
  const answers = [...sums.entries()].filter(([count]) => !isWhole || count === 0 || count === resources.length);
  const unique = Math.min(...answers.map(([, sum]) => sum.unique));
  const other = Math.min(...answers.map(([, sum]) => sum.other));
  const best = answers.filter(([, sum]) => sum.unique === unique && sum.other === other);
  const isTie = unique > 0 && answers.every(([, sum]) => sum.unique === unique);
  return best.length === 1 && !isTie ? best[0]?.[0] : undefined;
}

function sumOf(distances: readonly Distance[]): Distance {
  const sum = (name: keyof Distance): number => distances.reduce((total, each) => total + each[name], 0);
  return { unique: sum("unique"), other: sum("other") };
}

/** What is compared with one declaration must be comparable with the other one, too, or the count would be lopsided. */
function distance(
  found: Live | undefined,
  wanted: Desired | undefined,
  instead: Desired | undefined,
  kind: Kind,
): Distance {
  if (found === undefined || wanted?.create_only === true || instead?.create_only === true)
    return { unique: 0, other: 0 };
  if (wanted === undefined) return { unique: 1, other: 0 };
  const ignored = new Set([...wanted.ignore, ...(instead?.ignore ?? [])]);
  const differs = (name: string, before: Json | undefined, after: Json | undefined): boolean =>
    before !== undefined && !ignored.has(name) && fieldChanges(`/${name}`, before, after).length > 0;
  const body = withoutMarks(kind, found.body);
  const fields = kind.fields.filter(
    (field) =>
      field.type !== "id" &&
      !isTemporaryValue(field, body[field.name] ?? null) &&
      differs(field.name, body[field.name], wanted.body[field.name]),
  );
  // Members of the same kind may be on the move themselves.
  const links = kind.links.filter(
    ({ name, to }) => to !== kind.name && differs(name, found.links[name], wanted.links[name]),
  );
  const unique = fields.filter((field) => field.unique === true).length;
  return { unique, other: fields.length - unique + links.length };
}

/**
 * The live game as if the renames were done: resources under their new addresses, and everything that refers to them
 * with the new ids, because the service keeps references by the resource, not by its id (docs/service.md#renames). It
 * is read again after the apply, not assumed.
 */
export function renamed(live: LiveGame, renames: Renames, catalog: Catalog): LiveGame {
  return withNewIds(live, new Map([...renames].map(([to, from]) => [from.address, customIdOf(to)])), catalog);
}

/** The live game with other ids, in resources and in what refers to them. Two resources must not get the same. */
export function withNewIds(live: LiveGame, newIds: ReadonlyMap<Address, string>, catalog: Catalog): LiveGame {
  if (newIds.size === 0) return live;
  const idOf = (kind: KindName, id: string): string => newIds.get(addressOf(kind, id)) ?? id;
  const resources = new Map<Address, Live>();
  for (const resource of live.resources.values()) {
    const kind = kindNamed(catalog, resource.kind);
    const custom_id = idOf(resource.kind, resource.custom_id);
    const address = addressOf(resource.kind, custom_id);
    const own = { ...resource.body, [kind.fields[0]?.name ?? ""]: custom_id };
    resources.set(address, { ...resource, address, custom_id, ...withIds(kind, own, resource.links, idOf) });
  }
  return { ...live, resources };
}
