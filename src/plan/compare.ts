/**
 * Everything between reading and ordering: moves, policies, scope and diff. In: both sides. Out: what is different and
 * what is left alone, with the sides in the form in which they were compared.
 */
import type { Catalog } from "../catalog/types.ts";
import {
  addressesOfEntries,
  addressOf,
  customIdOf,
  inAddressOrder,
  kindNamed,
  namesOf,
} from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Address, Desired, DesiredGame, Inventory, Kept, Live, LiveGame, Renames } from "../model/model.ts";
import { movingIds, withoutMarks } from "../model/temporary-ids.ts";
import { type ComparedSides, type Difference, diff } from "./diff.ts";
import { fieldChanges } from "./differences.ts";
import { renamed, resolveMoves, withNewIds } from "./moves.ts";
import { asDesired, waitingReplacements, withReplacements } from "./replacement.ts";
import { scopeOf } from "./scope.ts";

/** What is different, and why some of it is left alone. */
export interface GameComparison extends Difference {
  readonly sides: ComparedSides;
  readonly kept: readonly Kept[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Which live resource is which, under the ids that they are to have. */
interface LiveIdentities {
  /** Live resources that are to get another id, as they are. */
  readonly renames: Renames;
  /** Live resources that replacements have left, as they are, by the address that they were to have. */
  readonly leftovers: ReadonlyMap<Address, readonly Live[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Decides what `moved` entries and ids of earlier runs mean for what is live. */
export function identify(desired: DesiredGame, live: LiveGame, catalog: Catalog, prune: boolean): LiveIdentities {
  const waiting = waitingReplacements(live, desired);
  const { finishing, leftovers } = underWay(desired, live, waiting, prune);
  const { renames: moves, diagnostics } = resolveMoves(desired, renamed(live, finishing, catalog), catalog);
  // What waits under a temporary id and is to move on gets its last id at once.
  const moved = [...moves].map(([to, from]) => [to, finishing.get(from.address) ?? from] as const);
  const passed = new Set([...moves.values()].map(({ address }) => address));
  const renames = new Map([...[...finishing].filter(([address]) => !passed.has(address)), ...moved]);
  return { renames, leftovers, diagnostics };
}

/** Moves, policies, scope, diff and replacements: everything before the order. */
export function compare(desired: DesiredGame, live: LiveGame, catalog: Catalog, prune: boolean): GameComparison {
  const { renames, leftovers: found, diagnostics } = identify(desired, live, catalog, prune);
  const actual = renamed(live, renames, catalog);
  // As they will be: what they hold may be one that only gets its id back.
  const leftovers = new Map(
    [...found].map(([address, list]) => [address, list.map((each) => actual.resources.get(each.address) ?? each)]),
  );
  const seen = withoutLeftovers(actual, leftovers, catalog);
  const resources = new Map([...desired.resources, ...undeclaredFinishing(renames, desired, seen, catalog)]);
  const settled = settle(resources, seen, catalog);
  const wanted = { ...desired, resources: settled.resources };
  const scope = scopeOf(wanted, seen, catalog, prune);
  const difference = diff(wanted.resources, seen, renames, scope.doomed, catalog);
  const sides = { desired: wanted, live: seen, actual, renames };
  return {
    ...difference,
    changes: withReplacements(difference.changes, { ...sides, leftovers }, catalog),
    sides,
    kept: inAddressOrder([...settled.kept, ...scope.kept], catalog),
    diagnostics: [...diagnostics, ...scope.diagnostics],
  };
}

/**
 * What an earlier run began. Where the old one of a replacement is gone, or a swap was left, only the id is missing;
 * otherwise all is open. What no manifest declares any more is an ordinary resource.
 */
function underWay(
  desired: DesiredGame,
  live: LiveGame,
  waiting: ReadonlyMap<Address, readonly Live[]>,
  prune: boolean,
): { readonly finishing: Renames; readonly leftovers: ReadonlyMap<Address, readonly Live[]> } {
  const finishing = new Map<Address, Live>();
  const leftovers = new Map<Address, readonly Live[]>();
  const origins = new Set(desired.moved.map(({ kind, from }) => addressOf(kind, from)));
  const removed = addressesOfEntries(desired.removed);
  const destinations = new Set(desired.moved.map(({ kind, to }) => addressOf(kind, to)));
  for (const [address, resources] of waiting) {
    // An id that a manifest declares is no leftover.
    const mine = resources.filter(({ address: at }) => !desired.resources.has(at) && !origins.has(at));
    const last = mine.at(-1);
    if (last === undefined) continue;
    const isPruned = prune && desired.managed.has(last.kind);
    const isWanted = desired.resources.has(address) || origins.has(address) || !(isPruned || removed.has(address));
    if (live.resources.has(address)) leftovers.set(address, mine);
    else if (isWanted) {
      finishing.set(address, last);
      if (mine.length > 1) leftovers.set(address, mine.slice(0, -1));
    }
  }
  for (const { address, kind, custom_id } of desired.resources.values()) {
    if ([live.resources, finishing, origins, destinations].some((taken) => taken.has(address))) continue;
    const [swapped] = movingIds(custom_id).flatMap((id) => live.resources.get(addressOf(kind, id)) ?? []);
    if (swapped !== undefined) finishing.set(address, swapped);
  }
  return { finishing, leftovers };
}

/** The game without leftovers: what refers to one is shown as referring to the resource that it replaces. */
function withoutLeftovers(
  live: LiveGame,
  leftovers: ReadonlyMap<Address, readonly Live[]>,
  catalog: Catalog,
): LiveGame {
  if (leftovers.size === 0) return live;
  const ids = new Map(
    [...leftovers].flatMap(([replaced, resources]) =>
      resources.map(({ address }) => [address, customIdOf(replaced)] as const),
    ),
  );
  const rest = new Map([...live.resources].filter(([address]) => !ids.has(address)));
  return withNewIds({ ...live, resources: rest }, ids, catalog);
}

/** What no manifest declares and was being replaced along with something else gets its id back, too. */
function undeclaredFinishing(
  finishing: Renames,
  desired: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
): ReadonlyMap<Address, Desired> {
  const open = [...finishing.keys()].filter((address) => !desired.resources.has(address));
  return new Map(
    open.flatMap((address) => {
      const found = live.resources.get(address);
      if (found === undefined) return [];
      const body = withoutMarks(kindNamed(catalog, found.kind), found.body);
      return [[address, asDesired({ ...found, body })] as const];
    }),
  );
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
    const { address, create_only, ignore } = wanted;
    const found = live.resources.get(address);
    const kind = kindNamed(catalog, wanted.kind);
    const names = create_only ? namesOf(kind).filter((name) => name !== kind.fields[0]?.name) : ignore;
    if (found === undefined || names.length === 0) {
      resources.set(address, wanted);
      continue;
    }
    // A name that a replacement has left marked is not what the resource should keep.
    const body = picked(withoutMarks(kind, found.body), names);
    const links = picked(found.links, names);
    const fields = names.flatMap((name) => {
      if (links[name] !== undefined) return fieldChanges(`/${name}`, links[name], wanted.links[name]);
      return body[name] === undefined ? [] : fieldChanges(`/${name}`, body[name], wanted.body[name]);
    });
    if (fields.length > 0) kept.push({ address, reason: create_only ? "create-only" : "ignored", fields });
    resources.set(address, {
      ...wanted,
      body: { ...wanted.body, ...body },
      links: { ...wanted.links, ...links },
    });
  }
  return { resources, kept };
}

function picked<Value>(
  values: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
