/**
 * Decides which live resource is which desired one. In: both sides. Out: the id that each live
 * resource will have, and what earlier runs have left to delete. By default an id stays:
 * `achievement/first-win` with `points: 30` in its manifest is the live resource with this id,
 * whatever its values are. `moved` entries are decided for a whole chain or ring at once
 * (`chains.ts`), and what an interrupted run has left by evidence (`unfinished.ts`).
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { pushAll } from "../ground/collections.ts";
import { both, nameText } from "../ground/words.ts";
import {
  addressOf,
  declaredUniqueTexts,
  kindNamed,
  uniqueTexts,
  valueIn,
} from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Desired, DesiredGame, Live, LiveGame, Moved } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { decideChains, type MarkedMove, type MoveRules, type Slots } from "./chains.ts";
import { type GoalIds, Identification } from "./identification.ts";
import { fingerprintOfMove, movesOfKind } from "./move-fingerprint.ts";
import { Things } from "./thing.ts";
import { settleUnfinished } from "./unfinished.ts";

/** The decision, with refusals and warnings in `diagnostics`. */
interface Identified {
  readonly identification: Identification;
  readonly diagnostics: readonly Diagnostic[];
}

/** Decides which live resource is which desired one. */
export function identify(desired: DesiredGame, live: LiveGame, catalog: Catalog): Identified {
  const { diagnostics, ...ids } = decideGoalIds(desired, live, catalog);
  const things = new Things(live.resources, catalog);
  return { identification: new Identification(things, live.resources, ids), diagnostics };
}

interface Decision extends GoalIds {
  readonly diagnostics: readonly Diagnostic[];
}

function decideGoalIds(desired: DesiredGame, live: LiveGame, catalog: Catalog): Decision {
  const goals = new Map<Live, string>();
  for (const record of live.resources.values()) {
    const bare = markOf(record.custom_id)?.bare;
    if (bare !== undefined) goals.set(record, bare);
  }
  if (goals.size === 0 && desired.moved.length === 0)
    return { goals, leftovers: new Map(), diagnostics: [] };
  const marked = new Set([...goals.keys()].map(({ kind }) => kind));
  const diagnostics: Diagnostic[] = [];
  for (const kind of catalog) {
    const entries = desired.moved.filter((entry) => entry.kind === kind.name);
    if (entries.length === 0 && !marked.has(kind.name)) continue;
    const decided = decideKind({ kind, entries, desired, live });
    pushAll(diagnostics, decided.diagnostics);
    for (const [record, id] of decided.goals) goals.set(record, id);
  }
  // A resource that is not identified has no claim to an id.
  if (diagnostics.some(({ code }) => code === "unfinished-run"))
    return { goals, leftovers: new Map(), diagnostics };
  const claims = settleClaims(goals, { desired, live, catalog });
  return {
    goals,
    leftovers: claims.leftovers,
    diagnostics: [...diagnostics, ...claims.diagnostics],
  };
}

interface KindInput {
  readonly kind: Kind;
  /** The `moved` entries of the kind. */
  readonly entries: readonly Moved[];
  readonly desired: DesiredGame;
  readonly live: LiveGame;
}

function decideKind(input: KindInput): Pick<Decision, "goals" | "diagnostics"> {
  const { kind, desired, live } = input;
  const slots = slotsOf(kind, live, desired);
  const owners = ownersOfNames(kind, desired);
  const rules: MoveRules = {
    ...movesOfKind(kind.name, desired),
    isDeclared: (id) => desired.resources.has(addressOf(kind.name, id)),
    namedId: (record) => namesOf(kind, record).flatMap((name) => owners.get(name) ?? [])[0],
  };
  const { goals, unclear } = decideChains(slots, rules);
  const settled = settleUnfinished(slots, rules, goals);
  if (!settled.isClear)
    return { goals, diagnostics: [unfinishedRun(settled.unclear, slots, input)] };
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
  const superseded = old.filter(({ at }) => occupants.has(at));
  for (const { live, at } of old) if (!occupants.has(at)) occupants.set(at, live);
  return { occupants, marked, superseded };
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
  return diagnostic(
    "unclear-move",
    placesOf(entries.filter(({ from }) => run.includes(from))) + detail,
    {
      address,
      primary: address && labelAt(desired.sources.get(address), "", "what it is to become"),
      help: [
        "if the move is done everywhere, delete its entries",
        "if it is not, apply it alone, with all values as they are live; then delete its entries and make the other changes",
      ],
    },
  );
}

/** The refusal where marks, names and entries do not give exactly one answer. */
function unfinishedRun(
  unclear: readonly Live[],
  { marked }: Slots,
  { kind }: KindInput,
): Diagnostic {
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

/** Resources that would all have one id. */
interface Claim {
  readonly kind: Kind;
  readonly id: string;
  readonly claimants: Live[];
}

/**
 * Decides between several resources that would get one id. First comes a resource that was replaced
 * in vain, then one whose create-only values fit the manifest, then one without a mark, then the
 * one that has the id now. Marked ones that come after are deleted; two without a mark are refused.
 */
function settleClaims(
  goals: GoalIds["goals"],
  {
    desired,
    live,
    catalog,
  }: { readonly desired: DesiredGame; readonly live: LiveGame; readonly catalog: Catalog },
): Pick<Decision, "leftovers" | "diagnostics"> {
  const leftovers = new Map<Live, string>();
  const diagnostics: Diagnostic[] = [];
  for (const [address, { kind, id, claimants }] of claimsIn(goals, live, catalog)) {
    const declared = desired.resources.get(address);
    const here = live.resources.get(address);
    const preferences = [
      (record: Live): boolean => here !== undefined && isReplacedInVain(kind, record, here),
      (record: Live): boolean => canBecome(kind, record, declared),
      (record: Live): boolean => !isMarkedForDeletion(record.custom_id),
      (record: Live): boolean => record.custom_id === id,
    ];
    const compareClaims = (a: Live, b: Live): number =>
      preferences.reduce(
        (order, isPreferred) => order || Number(isPreferred(b)) - Number(isPreferred(a)),
        0,
      );
    const [, ...others] = [...claimants].sort(compareClaims);
    const rivals = claimants.filter(({ custom_id }) => !isMarkedForDeletion(custom_id));
    if (rivals.length > 1) diagnostics.push(bothLive(rivals, { kind, id, address }, desired));
    for (const record of others) leftovers.set(record, id);
  }
  return { leftovers, diagnostics };
}

function claimsIn(
  goals: GoalIds["goals"],
  live: LiveGame,
  catalog: Catalog,
): ReadonlyMap<Address, Claim> {
  const claims = new Map<Address, Claim>();
  for (const [record, id] of goals) {
    const address = addressOf(record.kind, id);
    const claim = claims.get(address) ?? {
      kind: kindNamed(catalog, record.kind),
      id,
      claimants: [],
    };
    claims.set(address, claim);
    claim.claimants.push(record);
  }
  for (const [address, { claimants }] of claims) {
    const here = live.resources.get(address);
    if (here !== undefined && !goals.has(here)) claimants.push(here);
  }
  return claims;
}

/** Whether the id has the mark of a replaced resource, which is then deleted. */
export function isMarkedForDeletion(custom_id: string): boolean {
  const mark = markOf(custom_id)?.mark;
  return mark === "old" || mark === "left";
}

/**
 * Whether the service has ignored the values for which a resource was replaced: the new one has the
 * same ones. Players have what they have earned on the older one (docs/service.md#transport).
 */
function isReplacedInVain(kind: Kind, replaced: Live, created: Live): boolean {
  if (markOf(replaced.custom_id)?.mark !== "old" || !isOlder(replaced, created)) return false;
  const fields = kind.fields.filter(({ createOnly }) => createOnly === true);
  const links = kind.links.filter(({ endpoint }) => endpoint?.memberField === undefined);
  const names = [...fields, ...links].map(({ name }) => name);
  const isSame = (name: string): boolean =>
    isAlike(valueIn(replaced, name), valueIn(created, name));
  return names.some((name) => valueIn(created, name) !== undefined) && names.every(isSame);
}

function isOlder({ createdAt: a }: Live, { createdAt: b }: Live): boolean {
  return a !== undefined && b !== undefined && a < b;
}

/**
 * Whether an update can make a live resource the desired one: values that only creation can give
 * agree, as far as they are shown.
 */
export function canBecome(kind: Kind, { body }: Live, desired: Desired | undefined): boolean {
  if (desired === undefined) return true;
  return kind.fields.every(
    ({ name, createOnly }) =>
      createOnly !== true || body[name] === undefined || isAlike(body[name], desired.body[name]),
  );
}

/** The refusal of a move to an id that another resource has and keeps. */
function bothLive(
  rivals: readonly Live[],
  {
    kind,
    id,
    address: to,
  }: { readonly kind: Kind; readonly id: string; readonly address: Address },
  desired: DesiredGame,
): Diagnostic {
  const coming = rivals.filter(({ custom_id }) => custom_id !== id).map(({ address }) => address);
  const entries = desired.moved.filter((entry) => entry.kind === kind.name && entry.to === id);
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
  const lines = [
    ...new Set(entries.map(({ origin }) => `${nameText(origin.file)}:${origin.line}`)),
  ];
  return lines.length === 0
    ? ""
    : `The moved ${entries.length === 1 ? "entry" : "entries"} at ${both(lines)}: `;
}
