/**
 * The world that is and the world that is wanted. In: both sides. Out: every resource that is not as it is to be, by an
 * identity that is not its id, and what stays although it differs. `points: 30` over a live 20 is one change with the live
 * resource before it, the declared one after it, and `/points` in between.
 *
 * An identity is the address that a resource is to have. What is replaced goes under an identity of its own, because the new
 * one gets its address; what a replacement has left keeps the address that it has. References name identities.
 */
import type { Catalog, Kind, KindName, Link } from "../catalog/types.ts";
import {
  addressOf,
  customIdOf,
  inAddressOrder,
  kindNamed,
  namesOf,
  referencesOfResource,
} from "../model/catalog-lookup.ts";
import { append } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { reachable } from "../model/graph.ts";
import { markOf } from "../model/marks.ts";
import type {
  Address,
  Desired,
  DesiredGame,
  FieldChange,
  Inventory,
  Kept,
  Live,
  LiveGame,
  Removed,
} from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { compare } from "./differences.ts";
import { byIdentity, REPLACED, underNewIds } from "./identities.ts";
import { fits, type Matching, match, uniqueTexts } from "./match.ts";
import { scopeOf } from "./scope.ts";

/** One identity that is not as it is to be. */
export interface Change {
  readonly address: Address;
  /** Under the id that it has. Absent: it is created. */
  readonly before?: Live;
  /** Absent: it goes. */
  readonly after?: Desired;
  /** What differs between the two, the id among it. */
  readonly fields: readonly FieldChange[];
  /** The address at which this one is replaced, or replaces another one. */
  readonly replaces?: Address;
  /** The entry that asks for its deletion. */
  readonly removed?: Removed;
}

export interface GameComparison {
  /** What is declared, with what policies leave to the admin panel as it is live. */
  readonly desired: DesiredGame;
  /** The live game under the ids that its resources are to have, without what replacements have left. */
  readonly live: LiveGame;
  /** Everything live, by identity. */
  readonly world: Inventory<Live>;
  readonly changes: readonly Change[];
  readonly kept: readonly Kept[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Decides what is to change. Warnings and refusals are in `diagnostics`. */
export function compareGames(
  desired: DesiredGame,
  live: LiveGame,
  { catalog, prune }: { readonly catalog: Catalog; readonly prune: boolean },
): GameComparison {
  const matching = match(desired, live, catalog);
  const seen = seenUnder(matching, live, catalog);
  const settled = settle(desired.resources, seen, catalog);
  const wanted = { ...desired, resources: settled.resources };
  const scope = scopeOf({ desired: wanted, live: seen, catalog }, prune);
  const sides: ComparisonInput = { catalog, live, seen, wanted, matching, going: scope.going };
  const replaced = replacedIn(sides);
  const world = worldOf(sides, replaced);
  const changes = changesOf(sides, replaced, world);
  return {
    desired: wanted,
    live: seen,
    world,
    changes,
    kept: inAddressOrder([...settled.kept, ...scope.kept], catalog),
    diagnostics: [...matching.diagnostics, ...scope.diagnostics],
  };
}

interface ComparisonInput {
  readonly catalog: Catalog;
  readonly live: LiveGame;
  readonly seen: LiveGame;
  readonly wanted: DesiredGame;
  readonly matching: Matching;
  /** What is pruned or removed, with the entry that asks for it. */
  readonly going: ReadonlyMap<Address, Removed | undefined>;
}

/** Everything under the ids that it is to have. What replacements have left is shown as what it was replaced by. */
function seenUnder({ goals, leftovers }: Matching, live: LiveGame, catalog: Catalog): LiveGame {
  if (goals.size === 0) return live;
  const rest = [...live.resources].filter(([address]) => !leftovers.has(address));
  const plain = rest.map(([address, record]): [Address, Live] => [address, unmarked(record, catalog)]);
  return { ...live, resources: underNewIds(new Map(plain), goals, catalog) };
}

/** The resource with its unique texts as they were before it was marked. */
function unmarked(record: Live, catalog: Catalog): Live {
  if (markOf(record.custom_id) === undefined) return record;
  const texts = uniqueTexts(kindNamed(catalog, record.kind)).flatMap((name): [string, string][] => {
    const bare = markOf(String(record.body[name]))?.bare;
    return bare === undefined ? [] : [[name, bare]];
  });
  return { ...record, body: { ...record.body, ...Object.fromEntries(texts) } };
}

/** What policies leave to the admin panel is wanted as it is live, and kept where that differs. */
function settle(
  desired: Inventory<Desired>,
  live: LiveGame,
  catalog: Catalog,
): { readonly resources: Inventory<Desired>; readonly kept: readonly Kept[] } {
  const kept: Kept[] = [];
  const resources = new Map<Address, Desired>();
  for (const wanted of desired.values()) {
    const { address, create_only } = wanted;
    const kind = kindNamed(catalog, wanted.kind);
    const all = settled(wanted, live.resources.get(address), kind);
    const fields = all === wanted ? [] : compare(kind, all, wanted);
    if (fields.length > 0) kept.push({ address, reason: create_only ? "create-only" : "ignored", fields });
    resources.set(address, all);
  }
  return { resources, kept };
}

/** What a manifest declares, with what its policies leave to the admin panel as it is live. */
export function settled(wanted: Desired, live: Live | undefined, kind: Kind): Desired {
  const { body, links, create_only, ignore } = wanted;
  const left = create_only ? namesOf(kind).filter((name) => name !== kind.fields[0]?.name) : ignore;
  if (live === undefined || left.length === 0) return wanted;
  const [now, members] = [picked(live.body, left), picked(live.links, left)];
  return { ...wanted, body: { ...body, ...now }, links: { ...links, ...members } };
}

/** The members of these names. */
export function picked<Value>(
  values: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  const chosen: Record<string, Value> = {};
  for (const name of names) {
    const value = values[name];
    if (value !== undefined) chosen[name] = value;
  }
  return chosen;
}

/** Whether the link is part of the plain record, which a PUT that replaces would empty. */
export function isInRecord(kind: Kind, link: Link, { access }: LiveGame): boolean {
  return access.get(`${kind.name}.${link.name}`)?.isInRecord === true;
}

/** Whether members of the link can be given at creation only (docs/service.md#kinds). */
function isFixed(kind: Kind, link: Link, live: LiveGame): boolean {
  return link.endpoint?.memberField === undefined && !isInRecord(kind, link, live);
}

/** Addresses at which the live resource is replaced: something differs that only creation can change, or it holds such a one so. */
function replacedIn({ catalog, live, seen, wanted, matching, going }: ComparisonInput): ReadonlySet<Address> {
  const stale = matching.leftovers;
  const fixed = new Map(catalog.map((kind) => [kind.name, kind.links.filter((link) => isFixed(kind, link, live))]));
  const first = [...wanted.resources.values()].filter((resource) => {
    const current = seen.resources.get(resource.address);
    if (current === undefined) return false;
    if (!fits(kindNamed(catalog, resource.kind), current, resource)) return true;
    return fixed.get(resource.kind)?.some(({ name }) => {
      const [before, after] = [current.links[name], resource.links[name]];
      return before !== undefined && after !== undefined && !isAlike(before, after);
    });
  });
  if (first.length === 0 && stale.size === 0) return new Set();
  const holders = fixedHolders(live, matching, fixed);
  // What goes takes nothing with it.
  const holdersOf = (address: Address): readonly Address[] => (going.has(address) ? [] : (holders.get(address) ?? []));
  const held = reachable([...first.map(({ address }) => address), ...stale], holdersOf);
  return new Set(
    [...held].filter((address) => seen.resources.has(address) && !stale.has(address) && !going.has(address)),
  );
}

/** By identity: the addresses of what holds it by a link that only creation can change. */
function fixedHolders(
  live: LiveGame,
  { goals, leftovers }: Matching,
  fixed: ReadonlyMap<KindName, readonly Link[]>,
): Map<Address, Address[]> {
  const holders = new Map<Address, Address[]>();
  const identityOf = (address: Address, kind: KindName): Address =>
    leftovers.has(address) ? address : addressOf(kind, goals.get(address) ?? customIdOf(address));
  for (const { address, kind: name, links } of live.resources.values()) {
    if (leftovers.has(address)) continue;
    for (const link of fixed.get(name) ?? []) {
      for (const member of links[link.name] ?? []) {
        append(holders, identityOf(addressOf(link.to, member), link.to), identityOf(address, name));
      }
    }
  }
  return holders;
}

/** Everything live by identity. */
function worldOf({ catalog, live, matching }: ComparisonInput, replaced: ReadonlySet<Address>): Inventory<Live> {
  const { goals, leftovers } = matching;
  if (goals.size === 0 && replaced.size === 0) return live.resources;
  const identities = new Map<Address, string>();
  for (const { address, kind, custom_id } of live.resources.values()) {
    if (leftovers.has(address)) continue;
    const id = goals.get(address) ?? custom_id;
    const identity = replaced.has(addressOf(kind, id)) ? id + REPLACED : id;
    if (identity !== custom_id) identities.set(address, identity);
  }
  return byIdentity(live.resources, identities, catalog);
}

/**
 * What is declared, and of the rest what has to change with it: what is to get its id back, and what refers to something
 * that is replaced.
 */
function goalOf(
  { catalog, live, seen, wanted, matching, going }: ComparisonInput,
  replaced: ReadonlySet<Address>,
  world: Inventory<Live>,
): Iterable<Desired> {
  const { goals, leftovers } = matching;
  if (goals.size === 0 && replaced.size === 0) return wanted.resources.values();
  const passing = new Set([...leftovers, ...[...replaced].map((address): Address => `${address}${REPLACED}`)]);
  const renamed = new Set([...goals].map(([address, id]) => addressOf((live.resources.get(address) as Live).kind, id)));
  const others = [...seen.resources.values()].filter(({ address }) => {
    if (wanted.resources.has(address) || going.has(address)) return false;
    if (renamed.has(address) || replaced.has(address)) return true;
    const now = world.get(address);
    return now !== undefined && [...referencesOfResource(catalog, now)].some((target) => passing.has(target));
  });
  return inAddressOrder([...wanted.resources.values(), ...others.map(asDesired)], catalog);
}

/** A live resource as if it were declared as it is. */
export function asDesired(live: Live): Desired {
  return { ...live, ignore: [], create_only: false, origin: { file: "", line: 0, column: 0 } };
}

function changesOf(sides: ComparisonInput, replaced: ReadonlySet<Address>, world: Inventory<Live>): readonly Change[] {
  const { catalog, matching, going } = sides;
  const changes: Change[] = [];
  for (const after of goalOf(sides, replaced, world)) {
    const { address } = after;
    const before = world.get(address);
    if (before === undefined) {
      changes.push({ address, after, fields: [], ...(replaced.has(address) ? { replaces: address } : {}) });
      continue;
    }
    const fields = compare(kindNamed(catalog, after.kind), before, after);
    if (fields.length > 0) changes.push({ address, before, after, fields });
  }
  const gone = (address: Address, why: Pick<Change, "replaces" | "removed">): Change => {
    return { address, before: world.get(address) as Live, fields: [], ...why };
  };
  const left = [...matching.leftovers].map((address) => {
    const { kind } = world.get(address) as Live;
    return gone(address, { replaces: addressOf(kind, matching.goals.get(address) as string) });
  });
  const leaving = [
    ...[...going].map(([address, removed]) => gone(address, { removed })),
    ...[...replaced].map((replaces) => gone(`${replaces}${REPLACED}`, { replaces })),
    ...left,
  ];
  return [...changes, ...inAddressOrder(leaving, catalog)];
}
