/**
 * Decides which live resource is which desired one. In: both sides. Out: the id that each live resource will have, and what earlier
 * runs have left to delete. By default an id stays: `achievement/first-win` with `points: 30` in its manifest is the live resource
 * with this id, whatever its values are. `moved` entries are decided for a whole chain or ring at once (`chains.ts`), and what an
 * interrupted run has left by evidence (`unfinished.ts`).
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { append, pushAll } from "../ground/collections.ts";
import { both } from "../ground/words.ts";
import { addressOf, customIdOf, declaredUniqueTexts, kindAt, kindNamed, uniqueTexts } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Body, Desired, DesiredGame, Live, LiveGame, Moved } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { decideChains, type MarkedMove, type MoveRules, type Slots } from "./chains.ts";
import { fingerprintOfMove } from "./move-fingerprint.ts";
import { type ThingKey, Things, valuesOf } from "./thing.ts";
import { settleUnfinished } from "./unfinished.ts";

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
  /** The id that a live resource will have in the end. A leftover keeps its own. */
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
  const hasMark = new Set([...goals.keys()].map(({ kind }) => kind));
  const diagnostics: Diagnostic[] = [];
  for (const kind of catalog) {
    const entries = desired.moved.filter((entry) => entry.kind === kind.name);
    if (entries.length === 0 && !hasMark.has(kind.name)) continue;
    const decided = decideKind({ kind, entries, desired, live });
    pushAll(diagnostics, decided.diagnostics);
    for (const [record, id] of decided.goals) goals.set(record, id);
  }
  // A resource that is not identified has no claim to an id.
  if (diagnostics.some(({ code }) => code === "unfinished-run")) return { goals, leftovers: new Map(), diagnostics };
  const claims = settleClaims(goals, { desired, live, catalog });
  return { goals, leftovers: claims.leftovers, diagnostics: [...diagnostics, ...claims.diagnostics] };
}

interface KindInput {
  readonly kind: Kind;
  /** The `moved` entries of the kind. */
  readonly entries: readonly Moved[];
  readonly desired: DesiredGame;
  readonly live: LiveGame;
}

function decideKind(input: KindInput): Pick<Decision, "goals" | "diagnostics"> {
  const { kind, entries, desired, live } = input;
  const slots = slotsOf(kind, live, desired);
  const owners = ownersOfNames(kind, desired);
  const rules: MoveRules = {
    next: new Map(entries.map(({ from, to }) => [from, to])),
    isDeclared: (id) => desired.resources.has(addressOf(kind.name, id)),
    namedId: (record) => namesOf(kind, record).flatMap((name) => owners.get(name) ?? [])[0],
  };
  const { goals, unclear } = decideChains(slots, rules);
  const settled = settleUnfinished(slots, rules, goals);
  if (!settled.isClear) return { goals, diagnostics: [unfinishedRun(settled.unclear, slots, input)] };
  const settledIds = new Set([...settled.goals.keys()].map(({ custom_id }) => custom_id));
  const open = unclear.filter((run) => !run.some((id) => settledIds.has(id)));
  return {
    goals: new Map([...goals, ...settled.goals]),
    diagnostics: open.map((run) => unclearMove(run, input)),
  };
}

function slotsOf(kind: Kind, { resources }: LiveGame, desired: DesiredGame): Slots {
  const occupants = new Map<string, Live>();
  const marked: MarkedMove[] = [];
  const old: { readonly live: Live; readonly at: string }[] = [];
  for (const record of resources.values()) {
    if (record.kind !== kind.name) continue;
    const found = markOf(record.custom_id);
    if (found === undefined) occupants.set(record.custom_id, record);
    else if (found.mark === "old") old.push({ live: record, at: found.bare });
    else {
      const isCurrent = found.number === fingerprintOfMove(kind, found.bare, desired);
      marked.push({ live: record, to: found.bare, isReplaced: found.mark === "left", isCurrent });
    }
  }
  const replaced = old.filter(({ at }) => occupants.has(at));
  for (const { live, at } of old) if (!occupants.has(at)) occupants.set(at, live);
  return { occupants, marked, replaced };
}

/** By a unique text: the id that is declared with it. */
function ownersOfNames(kind: Kind, { resources }: DesiredGame): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const desired of resources.values()) {
    if (desired.kind !== kind.name) continue;
    for (const name of declaredUniqueTexts(kind, desired)) {
      owners.set(`${name} ${String(desired.body[name])}`, desired.custom_id);
    }
  }
  return owners;
}

/** The unique texts of a live resource, as they were before it got a mark. */
function namesOf(kind: Kind, { body }: Live): readonly string[] {
  return uniqueTexts(kind).map((name) => {
    const text = String(body[name]);
    return `${name} ${markOf(text)?.bare ?? text}`;
  });
}

function unclearMove(run: readonly string[], { kind, entries, desired }: KindInput): Diagnostic {
  const addresses = run.map((id) => addressOf(kind.name, id));
  const [address] = addresses;
  const detail = `The live game does not show whether ${both(addresses)} ${run.length === 1 ? "has" : "have"} moved already.`;
  return diagnostic("unclear-move", placesOf(entries.filter(({ from }) => run.includes(from))) + detail, {
    address,
    primary: address && labelAt(desired.sources.get(address), "", "what it is to become"),
    help: [
      "if the move is done everywhere, delete its entries",
      "if it is not, apply it alone, with all values as they are live; then delete its entries and make the other changes",
    ],
  });
}

/** The refusal where marks, names and entries do not give exactly one answer. */
function unfinishedRun(unclear: readonly Live[], { marked }: Slots, { kind }: KindInput): Diagnostic {
  const left = marked.map(({ live }) => live.address);
  const open = unclear.map(({ address }) => address);
  const [address] = left;
  const cause = `An interrupted apply has left ${both(left)}, and the manifests have changed since.`;
  const detail = `${cause} Marks, names and entries do not show which ${kind.label} ${both(open)} ${open.length === 1 ? "is" : "are"}.`;
  return diagnostic("unfinished-run", detail, {
    address,
    help: [
      "check out the commit whose apply was interrupted, and apply it again: it continues where it stopped",
      "then apply this commit; to take moves back, add their `moved` entries with `from` and `to` exchanged",
    ],
  });
}

/**
 * Decides between several resources that would get one id. The one whose create-only values fit the manifest gets it, a marked one is
 * deleted, and two without a mark are refused.
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

/** The refusal of a move to an id that another resource has and keeps. */
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
