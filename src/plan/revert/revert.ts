/**
 * The way back from an apply. In: one game's part of a report and what is live now. Out: the game as it should be,
 * for the same planner as always: what the apply touched is to be as it was read before it, and nothing else is spoken
 * of. Whatever the report cannot account for was done by somebody else since, and is not overwritten unasked.
 */
import type { Catalog, Kind, KindName } from "../../catalog/types.ts";
import { both } from "../../manifest/wording.ts";
import {
  addressesOfEntries,
  addressOf,
  addressOrder,
  customIdOf,
  gameOf,
  inCatalogOrder,
  kindNamed,
  namesOf,
  partsOfAddress,
  referencesOfResource,
  referrersOf,
  valueIn,
} from "../../model/catalog-lookup.ts";
import { readLike } from "../../model/codec.ts";
import { append, grouped } from "../../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../../model/diagnostics.ts";
import type {
  Address,
  Desired,
  DesiredGame,
  Live,
  LiveGame,
  Moved,
  Origin,
  ReadScope,
  Removed,
} from "../../model/model.ts";
import { isReplacement, movingIds, withoutMarks } from "../../model/temporary-ids.ts";
import { identify } from "../compare.ts";
import { fieldChanges, valueText } from "../diff.ts";
import { renamed, withNewIds } from "../moves.ts";
import { isTemporaryValue } from "../needs.ts";
import { asDesired } from "../replacement.ts";
import { footprintsOf, type ReportRun, type ResourceHistory } from "./report-reading.ts";

interface WayBack {
  readonly desired: DesiredGame;
  /** What stays lost although the resources come back. */
  readonly losses: readonly Diagnostic[];
}

/** What has to be read to find the way back: the kinds that were touched, and what may refer to what was made. */
export function readsBeforeReverting({ steps }: ReportRun, catalog: Catalog): ReadScope {
  const kinds = steps.flatMap(({ action, address }): KindName[] => {
    const { kind } = partsOfAddress(address);
    return action === "create" ? [kind, ...referrersOf(catalog, kind).map(({ name }) => name)] : [kind];
  });
  return { kinds: inCatalogOrder(catalog, new Set(kinds)), linksOf: () => true };
}

/**
 * `force`: what was changed since may be overwritten. Errors: what was changed since, otherwise; and what was made by
 * the apply and is used by others now.
 */
export function wayBack(run: ReportRun, live: LiveGame, catalog: Catalog, force: boolean): Checked<WayBack> {
  const order = addressOrder(catalog);
  const found = matchFootprints(footprintsOf(run.steps, catalog), live, run.file, catalog);
  if (found.value === undefined) return { diagnostics: found.diagnostics };
  const matched = [...found.value].sort((a, b) => order(a.footprint.resource, b.footprint.resource));
  const changed = force ? [] : matched.flatMap((each) => changedSince(each, catalog));
  const desired = desiredOf(matched, run, catalog);
  const diagnostics = [...changed, ...usedByOthers(desired.removed, matched, live, catalog)];
  if (hasErrors(diagnostics)) return { diagnostics };
  return { value: { desired, losses: matched.flatMap((each) => loss(each, catalog)) }, diagnostics };
}

/** A value is accounted for when it is as the apply left it, may have left it, or found it. */
function changedSince({ footprint, found, states, seen }: Matched, catalog: Catalog): readonly Diagnostic[] {
  const { certain, possible, before, resource } = footprint;
  if (found === undefined) {
    const isExpected = before === undefined || certain === undefined || possible === undefined;
    return isExpected ? [] : [since(resource, `${certain.address} was there after the apply, and is gone now.`)];
  }
  const kind = kindNamed(catalog, found.kind);
  // What was deleted and is live again may have been created by a revert that has not attached its members yet.
  const isAnew = before !== undefined && (certain === undefined || possible === undefined);
  const noMembers = Object.fromEntries(Object.keys(before?.links ?? {}).map((name) => [name, []]));
  const known = isAnew ? [...states, { ...before, links: noMembers }] : states;
  const fields = [
    ...changedFields(kind, seen ?? found, known, states[0]),
    ...changedMembers(kind, seen ?? found, known),
  ];
  if (fields.length === 0) return [];
  return [since(found.address, `${found.address} is not as the apply left it: ${fields.join("; ")}.`)];
}

function changedFields(kind: Kind, found: Live, known: readonly Live[], left: Live | undefined): readonly string[] {
  const bodies = known.map((state) => withoutMarks(kind, state.body));
  const present = withoutMarks(kind, found.body);
  return kind.fields.flatMap((field) => {
    const { name, type } = field;
    const now = present[name];
    const values = bodies.flatMap((body) => (body[name] === undefined ? [] : [body[name]]));
    if (type === "id" || now === undefined || isTemporaryValue(field, now)) return [];
    const isKnown = values.some((value) => fieldChanges(`/${name}`, value, readLike(field, now, value)).length === 0);
    if (values.length === 0 || isKnown) return [];
    return [`"${name}" is ${valueText(now)} now, and was ${valueText(left?.body[name] ?? values[0])}`];
  });
}

function changedMembers(kind: Kind, found: Live, known: readonly Live[]): readonly string[] {
  return kind.links.flatMap(({ name }) => {
    const now = found.links[name];
    const lists = known.flatMap(({ links }) => (links[name] === undefined ? [] : [new Set(links[name])]));
    if (now === undefined || lists.length === 0) return [];
    const members = new Set([...now, ...lists.flatMap((list) => [...list])]);
    return [...members].sort().flatMap((member) => {
      const isThere = now.includes(member);
      if (lists.some((list) => list.has(member) === isThere)) return [];
      return [`"${name}" ${isThere ? "has" : "no longer has"} ${valueText(member)}`];
    });
  });
}

function since(address: Address, detail: string): Diagnostic {
  return diagnostic("changed-since", detail, {
    address,
    help: ["to go back nevertheless, and to lose what was changed since, add the flag: --force"],
  });
}

function desiredOf(matched: readonly Matched[], { file, head, steps }: ReportRun, catalog: Catalog): DesiredGame {
  const lines = new Map(steps.map(({ resource, line }) => [resource, line]));
  const originOf = (resource: Address): Origin => ({ file, line: lines.get(resource) ?? 1, column: 1 });
  const resources = new Map<Address, Desired>();
  for (const { footprint, found } of matched) {
    const { before } = footprint;
    if (before === undefined) continue;
    // What the report does not know of a live resource stays as it is.
    const ignore = found === undefined ? [] : unknownIn(before, catalog);
    resources.set(before.address, { ...before, ignore, create_only: false, origin: originOf(footprint.resource) });
  }
  const moved = matched.flatMap(({ entries }) => entries);
  const reason = `made by the apply of ${head.time}`;
  const removed = matched.flatMap(({ footprint, found, entries: [leaving] }): Removed[] => {
    if (footprint.before !== undefined || found === undefined) return [];
    if (leaving === undefined && resources.has(found.address)) return [];
    const custom_id = leaving?.to ?? found.custom_id;
    return [{ kind: found.kind, custom_id, reason, origin: originOf(footprint.resource) }];
  });
  // Where the old one is still there, what was made to take its place goes.
  const spare = matched.flatMap(({ heirs }) =>
    heirs
      .flatMap(waitingPlaces)
      .map((place): Removed => ({ ...partsOfAddress(place), reason, origin: originOf(place) })),
  );
  return { resources, managed: new Set(), moved, removed: [...removed, ...spare], sources: new Map() };
}

/** The fields and links that the service did not show. */
function unknownIn(resource: Live, catalog: Catalog): readonly string[] {
  return namesOf(kindNamed(catalog, resource.kind)).filter((name) => valueIn(resource, name) === undefined);
}

/** What the apply made goes only if nothing else has come to need it. */
function usedByOthers(
  removed: readonly Removed[],
  matched: readonly Matched[],
  live: LiveGame,
  catalog: Catalog,
): readonly Diagnostic[] {
  const doomed = addressesOfEntries(removed);
  const ours = new Set(
    matched.flatMap(({ found, footprint, heirs }) => [
      found?.address,
      ...[footprint, ...heirs].flatMap(addressesAfter),
    ]),
  );
  const users = new Map<Address, Address[]>();
  for (const resource of live.resources.values()) {
    if (ours.has(resource.address)) continue;
    for (const address of referencesOfResource(catalog, resource)) {
      if (doomed.has(address)) append(users, address, resource.address);
    }
  }
  return [...users].map(([address, by]) => {
    const detail = `${address} was made by the apply and would go, but ${by.join(", ")} ${by.length === 1 ? "uses" : "use"} it now.`;
    return diagnostic("still-referenced", detail, { address, help: ["point what uses it elsewhere first"] });
  });
}

function loss({ footprint: { before, certain }, found, heirs }: Matched, catalog: Catalog): readonly Diagnostic[] {
  const isReplaced = heirs.length > 0 && certain === undefined;
  if (before === undefined || (found !== undefined && !isReplaced)) return [];
  const { kind, custom_id, address } = before;
  const { playerData, label } = kindNamed(catalog, kind);
  const unseen = unknownIn(before, catalog).map((name) => `"${name}"`);
  const losses: string[] = [];
  if (playerData !== undefined) {
    losses.push(`its ${playerData} of before ${playerData.endsWith("s") ? "are" : "is"} lost`);
  }
  if (unseen.length > 0) losses.push(`the service never showed its ${both(unseen)}, so it is made without`);
  if (losses.length === 0) return [];
  const detail = `The ${label} "${custom_id}" was deleted and is created again; ${losses.join("; ")}.`;
  return [diagnostic("cannot-undo", detail, { address })];
}

/** A resource of the report with the live one that it is now. */
interface Matched {
  readonly footprint: ResourceHistory;
  readonly found: Live | undefined;
  /** The live one with all ids as they are to be after the way back. */
  readonly seen: Live | undefined;
  /** What the apply may have left or found, under the same ids; as it certainly is first. */
  readonly states: readonly Live[];
  /** The ways back to the id that it had. */
  readonly entries: readonly Moved[];
  /** What the apply made to replace it. */
  readonly heirs: readonly ResourceHistory[];
}

/**
 * `file`: the report, where the entries come from. What was made to replace a resource is that resource. Errors: ids of
 * the report that others have now.
 */
function matchFootprints(
  footprints: readonly ResourceHistory[],
  live: LiveGame,
  file: string,
  catalog: Catalog,
): Checked<readonly Matched[]> {
  const heirs = heirsOf(footprints);
  const inherited = new Set([...heirs.values()].flat());
  const own = footprints.filter((footprint) => !inherited.has(footprint));
  const targets = new Set(own.flatMap(({ before }) => before?.address ?? []));
  const entries = new Map(own.map((each) => [each, entriesOf(each, heirs.get(each) ?? [], targets, file)]));
  // The game as it was, as far as the report knows it.
  const former = own.flatMap(({ before }) =>
    before === undefined ? [] : [[before.address, asDesired(before)] as const],
  );
  const moved = [...entries.values()].flat();
  const desired = { resources: new Map(former), managed: new Set<KindName>(), moved, removed: [], sources: new Map() };
  const { renames, leftovers, diagnostics } = identify(desired, live, catalog, false);
  if (diagnostics.length > 0) return { diagnostics: diagnostics.map((each) => ({ ...each, help: HELP })) };
  const after = renamed(live, renames, catalog);
  const idsOfWaiting = [...leftovers].flatMap(([address, list]) =>
    list.map((each) => [each.address, customIdOf(address)] as const),
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
  own: readonly ResourceHistory[],
  entries: ReadonlyMap<ResourceHistory, readonly Moved[]>,
  isLive: (address: Address) => boolean,
): ReadonlyMap<ResourceHistory, Address> {
  const found = new Map<ResourceHistory, Address>();
  for (const footprint of own) {
    const { before } = footprint;
    if (before !== undefined && isLive(before.address)) found.set(footprint, before.address);
  }
  const taken = new Set(found.values());
  for (const footprint of own) {
    if (footprint.before !== undefined) continue;
    const away = entries.get(footprint)?.map(({ kind, to }) => addressOf(kind, to)) ?? [];
    const address = [...away, ...addressesAfter(footprint)].find((each) => isLive(each) && !taken.has(each));
    if (address === undefined) continue;
    found.set(footprint, address);
    taken.add(address);
  }
  return found;
}

/** Where the resource is after the apply, and where it may be. */
function addressesAfter({ certain, possible }: ResourceHistory): readonly Address[] {
  return [certain, possible].flatMap((state) => state?.address ?? []);
}

/** What was made to replace something and has not become it, by the ids of what is there instead. */
function idsOfLeftovers(
  { resources }: LiveGame,
  own: readonly ResourceHistory[],
  heirs: ReadonlyMap<ResourceHistory, readonly ResourceHistory[]>,
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
function waitingPlaces(heir: ResourceHistory): readonly Address[] {
  return [...new Set(addressesAfter(heir))].filter(isReplacement);
}

const HELP = ["give the resources their ids by hand, or with `moved` entries in the manifests"];

/** By what was replaced: what was made in its place. */
function heirsOf(footprints: readonly ResourceHistory[]): ReadonlyMap<ResourceHistory, readonly ResourceHistory[]> {
  const made = grouped(
    footprints.filter(({ replaces }) => replaces !== undefined),
    ({ replaces }) => replaces as Address,
  );
  const heirs = new Map<ResourceHistory, readonly ResourceHistory[]>();
  for (const footprint of footprints) {
    if (footprint.before === undefined) continue;
    const mine = made.get(footprint.address);
    if (mine !== undefined) heirs.set(footprint, mine);
  }
  return heirs;
}

/** From every id at which the resource may be to the one that it had. At most one of them was another one's before. */
function entriesOf(
  footprint: ResourceHistory,
  heirs: readonly ResourceHistory[],
  targets: ReadonlySet<Address>,
  file: string,
): readonly Moved[] {
  const { before } = footprint;
  const entry = (from: Address, to: string): Moved => {
    const { kind, custom_id } = partsOfAddress(from);
    return { kind, from: custom_id, to, origin: { file, line: 1, column: 1 } };
  };
  if (before === undefined) {
    // Made at an id that another one is to have again: it makes way, and is deleted under a temporary id.
    const [held] = addressesAfter(footprint);
    return held === undefined || !targets.has(held) ? [] : [entry(held, movingIds(customIdOf(held))[0])];
  }
  const places = [...[footprint, ...heirs].flatMap(addressesAfter), ...heirs.flatMap(({ replaces }) => replaces ?? [])];
  const away = [...new Set(places)].filter((address) => address !== before.address);
  const shared = away.filter((address) => targets.has(address)).slice(0, 1);
  const stops = [...shared, ...away.filter((address) => !targets.has(address)), before.address];
  return stops.slice(1).map((to, index) => entry(stops[index] as Address, customIdOf(to)));
}

/** What the steps have made of each resource, with all ids as they were before them. */
function statesIn(
  world: "certain" | "possible",
  footprints: readonly ResourceHistory[],
  heirs: ReadonlyMap<ResourceHistory, readonly ResourceHistory[]>,
  catalog: Catalog,
): ReadonlyMap<ResourceHistory, readonly Live[]> {
  const states = footprints.map((footprint): [ResourceHistory, readonly Live[]] => [
    footprint,
    [footprint, ...(heirs.get(footprint) ?? [])].flatMap((each) => each[world] ?? []),
  ]);
  const newIds = new Map<Address, string>();
  for (const [{ before }, found] of states)
    if (before !== undefined) for (const state of found) newIds.set(state.address, before.custom_id);
  const withFormerIds = (state: Live): readonly Live[] => [
    ...withNewIds(gameOf([state]), newIds, catalog).resources.values(),
  ];
  return new Map(states.map(([footprint, found]) => [footprint, found.flatMap(withFormerIds)]));
}
