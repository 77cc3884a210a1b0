/**
 * Finds the live resource that each resource of a report is now. An apply may have died anywhere, and so may an earlier
 * way back; both change ids in chains and rings, so it is the same question as the one about `moved` entries, and gets
 * the same answer: every id at which a resource may be leads back to the one that it had before the apply.
 */
import type { Catalog } from "../../catalog/types.ts";
import { addressOf, partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Checked } from "../../model/diagnostics.ts";
import { grouped } from "../../model/lists.ts";
import type { Address, Desired, DesiredGame, Live, LiveGame, Moved } from "../../model/model.ts";
import { isReplacement, movingIds } from "../../model/temporary-ids.ts";
import { identify } from "../compare.ts";
import { renamed, withNewIds } from "../new-ids.ts";
import { asDesired } from "../replacement-scene.ts";
import type { Footprint } from "./report-states.ts";

/** A resource of the report with the live one that it is now. */
export interface Matched {
  readonly footprint: Footprint;
  readonly found: Live | undefined;
  /** The live one with all ids as they are to be after the way back. */
  readonly seen: Live | undefined;
  /** What the apply may have left or found, under the same ids; as it certainly is first. */
  readonly states: readonly Live[];
  /** The ways back to the id that it had. */
  readonly entries: readonly Moved[];
  /** What the apply made to replace it. */
  readonly heirs: readonly Footprint[];
}

type World = "certain" | "possible";

/**
 * `file`: the report, where the entries come from. What was made to replace a resource is that resource. Errors: ids of
 * the report that others have now.
 */
export function matchFootprints(
  footprints: readonly Footprint[],
  live: LiveGame,
  file: string,
  catalog: Catalog,
): Checked<readonly Matched[]> {
  const heirs = heirsOf(footprints);
  const inherited = new Set([...heirs.values()].flat());
  const own = footprints.filter((footprint) => !inherited.has(footprint));
  const targets = new Set(own.flatMap(({ before }) => before?.address ?? []));
  const entries = new Map(own.map((each) => [each, entriesOf(each, heirs.get(each) ?? [], targets, file)]));
  const desired = formerGame(own, [...entries.values()].flat());
  const { renames, leftovers, diagnostics } = identify(desired, live, catalog, false);
  if (diagnostics.length > 0) return { diagnostics: diagnostics.map((each) => ({ ...each, help: HELP })) };
  const after = renamed(live, renames, catalog);
  const idsOfWaiting = [...leftovers].flatMap(([address, list]) =>
    list.map((each) => [each.address, partsOfAddress(address).custom_id] as const),
  );
  const seen = withNewIds(after, new Map([...idsOfWaiting, ...idsOfLeftovers(after, own, heirs)]), catalog);
  const leaving = new Set([...renames.values()].map(({ address }) => address));
  const waiting = new Set(idsOfWaiting.map(([address]) => address));
  const liveAt = (address: Address): Live | undefined =>
    renames.get(address) ?? (leaving.has(address) ? undefined : live.resources.get(address));
  const addresses = addressesOf(own, entries, (address) => liveAt(address) !== undefined);
  const worlds = (["certain", "possible"] as const).map((world) => statesIn(world, own, heirs, catalog));
  const matched = own.map((footprint): Matched => {
    const address = addresses.get(footprint);
    const found = address === undefined ? undefined : liveAt(address);
    return {
      footprint,
      found: found !== undefined && waiting.has(found.address) ? undefined : found,
      seen: address === undefined ? undefined : seen.resources.get(address),
      states: [
        ...worlds.flatMap((world) => world.get(footprint) ?? []),
        ...(footprint.before === undefined ? [] : [footprint.before]),
      ],
      entries: entries.get(footprint) ?? [],
      heirs: heirs.get(footprint) ?? [],
    };
  });
  return { value: matched, diagnostics };
}

/**
 * Where each resource is when ids are as they are to be. What was there before the apply comes first: something that the
 * apply made can be at an id that another one is to have again.
 */
function addressesOf(
  own: readonly Footprint[],
  entries: ReadonlyMap<Footprint, readonly Moved[]>,
  isLive: (address: Address) => boolean,
): ReadonlyMap<Footprint, Address> {
  const found = new Map<Footprint, Address>();
  for (const footprint of own) {
    const { before } = footprint;
    if (before !== undefined && isLive(before.address)) found.set(footprint, before.address);
  }
  const taken = new Set(found.values());
  for (const footprint of own) {
    if (footprint.before !== undefined) continue;
    const away = entries.get(footprint)?.map(({ kind, to }) => addressOf(kind, to)) ?? [];
    const made = [footprint.certain, footprint.possible].flatMap((state) => state?.address ?? []);
    const address = [...away, ...made].find((each) => isLive(each) && !taken.has(each));
    if (address === undefined) continue;
    found.set(footprint, address);
    taken.add(address);
  }
  return found;
}

/** What was made to replace something and has not become it, by the ids of what is there instead. */
function idsOfLeftovers(
  { resources }: LiveGame,
  own: readonly Footprint[],
  heirs: ReadonlyMap<Footprint, readonly Footprint[]>,
): ReadonlyMap<Address, string> {
  return new Map(
    own.flatMap((each) =>
      (heirs.get(each) ?? [])
        .flatMap(waitingPlaces)
        .flatMap((address): [Address, string][] =>
          each.before !== undefined && resources.has(address) ? [[address, each.before.custom_id]] : [],
        ),
    ),
  );
}

/** Where a resource may wait that was made to replace another one. */
export function waitingPlaces({ certain, possible }: Footprint): readonly Address[] {
  const addresses = new Set([certain, possible].flatMap((state) => state?.address ?? []));
  return [...addresses].filter(isReplacement);
}

const HELP = ["give the resources their ids by hand, or with `moved` entries in the manifests"];

/** By what was replaced: what was made in its place. */
function heirsOf(footprints: readonly Footprint[]): ReadonlyMap<Footprint, readonly Footprint[]> {
  const made = grouped(
    footprints.filter(({ replaces }) => replaces !== undefined),
    ({ replaces }) => replaces as Address,
  );
  const heirs = new Map<Footprint, readonly Footprint[]>();
  for (const footprint of footprints) {
    if (footprint.before === undefined) continue;
    const mine = made.get(footprint.address);
    if (mine !== undefined) heirs.set(footprint, mine);
  }
  return heirs;
}

/** From every id at which the resource may be to the one that it had. At most one of them was another one's before. */
function entriesOf(
  footprint: Footprint,
  heirs: readonly Footprint[],
  targets: ReadonlySet<Address>,
  file: string,
): readonly Moved[] {
  const { before, certain, possible } = footprint;
  if (before === undefined) {
    // Made at an id that another one is to have again: it makes way, and goes from there.
    const held = certain?.address ?? possible?.address;
    return held === undefined || !targets.has(held) ? [] : [entry(held, wayOut(held), file)];
  }
  const states = [footprint, ...heirs].flatMap(({ certain, possible }) => [certain, possible]);
  const places = [
    ...states.flatMap((state) => state?.address ?? []),
    ...heirs.flatMap(({ replaces }) => replaces ?? []),
  ];
  const away = [...new Set(places)].filter((address) => address !== before.address);
  const shared = away.filter((address) => targets.has(address)).slice(0, 1);
  const ways = [...shared, ...away.filter((address) => !targets.has(address)), before.address];
  return ways.slice(1).map((to, index) => entry(ways[index] as Address, to, file));
}

function entry(from: Address, to: Address, file: string): Moved {
  const { kind, custom_id } = partsOfAddress(from);
  return { kind, from: custom_id, to: partsOfAddress(to).custom_id, origin: { file, line: 1, column: 1 } };
}

/** The address at which something waits for its deletion. */
function wayOut(address: Address): Address {
  const { kind, custom_id } = partsOfAddress(address);
  return addressOf(kind, movingIds(custom_id)[0] as string);
}

/** The game as it was, as far as the report knows it. */
function formerGame(footprints: readonly Footprint[], moved: readonly Moved[]): DesiredGame {
  const resources = new Map<Address, Desired>(
    footprints.flatMap(({ before }) => (before === undefined ? [] : [[before.address, asDesired(before)]])),
  );
  return { resources, managed: new Set(), moved, removed: [], sources: new Map() };
}

/** What the steps have made of each resource, with all ids as they were before them. */
function statesIn(
  world: World,
  footprints: readonly Footprint[],
  heirs: ReadonlyMap<Footprint, readonly Footprint[]>,
  catalog: Catalog,
): ReadonlyMap<Footprint, readonly Live[]> {
  const states = footprints.map((footprint): [Footprint, readonly Live[]] => [
    footprint,
    [footprint, ...(heirs.get(footprint) ?? [])].flatMap((each) => each[world] ?? []),
  ]);
  const newIds = new Map<Address, string>();
  for (const [{ before }, found] of states)
    if (before !== undefined) for (const state of found) newIds.set(state.address, before.custom_id);
  return new Map(
    states.map(([footprint, found]) => [
      footprint,
      found.flatMap((state) => [
        ...withNewIds(
          { resources: new Map([[state.address, state]]), read: new Set(), access: new Map() },
          newIds,
          catalog,
        ).resources.values(),
      ]),
    ]),
  );
}
