/**
 * What a pull takes over from the live game. In: both sides, and with a base the manifests of an earlier commit. Out: what
 * the manifests are to say instead, as values. With a base, only drift is taken; what this branch changes stays.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { namesOf as namesIn } from "../manifest/parts.ts";
import {
  addressesOfEntries,
  addressOf,
  customIdOf,
  inAddressOrder,
  kindNamed,
  linkNamed,
  namesOf,
  referenceFields,
  referencesOfResource,
  sortedMembers,
  valueIn,
} from "../model/catalog-lookup.ts";
import { defined, memoizedBy } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { reachable } from "../model/graph.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Comparable, Desired, DesiredGame, FieldChange, Live, LiveGame } from "../model/model.ts";
import { type Base, underIdsOf } from "../plan/cause.ts";
import { compare, threeWayChanges, valueText } from "../plan/differences.ts";
import { compareGames } from "../plan/goal.ts";
import { isReplaced } from "../plan/identities.ts";

/** What becomes of one declaration. */
export interface TakenChange {
  readonly address: Address;
  readonly action: "update" | "add" | "remove";
  /** `before` is what the manifests said. */
  readonly fields: readonly FieldChange[];
  readonly desired?: Desired;
  /** Absent: it goes. */
  readonly after?: Desired | Live;
}

/** All that changes in the manifests. */
export interface Taken {
  readonly changes: readonly TakenChange[];
  /** What this branch and somebody else have changed, where no side is preferred. */
  readonly conflicts: readonly Diagnostic[];
  /** What is not taken because the files are preferred, or refer to it. */
  readonly kept: readonly Address[];
  /** Resources with a `moved` or `removed` entry that is not applied, and what an interrupted apply has left. */
  readonly waiting: readonly Address[];
}

/** What to take. */
export interface TakeOptions {
  /** Addresses; empty means all. */
  readonly targets: readonly Address[];
  readonly base?: Base;
  /** Which side wins a conflict. */
  readonly prefer?: "live" | "files";
}

type ThreeWayChange = ReturnType<typeof threeWayChanges>[number];

export function takenFromLive(
  desired: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
  { targets, base, prefer }: TakeOptions,
): Taken {
  const sides = compareGames(desired, live, { catalog, prune: false });
  const old = base?.game && underIdsOf(desired, base.game, catalog);
  const isChosen = ({ address }: Pick<Live, "address">): boolean => targets.length === 0 || targets.includes(address);
  const [conflicts, kept]: [Diagnostic[], Set<Address>] = [[], new Set()];
  const isTaken = (address: Address, cause: ThreeWayChange["cause"], change?: ThreeWayChange): boolean => {
    if (cause === "conflict" && prefer === undefined) conflicts.push(conflictOf(address, change, desired));
    if (cause === "conflict" && prefer === "files") kept.add(address);
    return cause === "drift" || (cause === "conflict" && prefer === "live");
  };
  const isEqual = (before: Desired | undefined, now: Desired | Live): boolean =>
    before !== undefined && compare(kindNamed(catalog, now.kind), before, now).length === 0;
  // What the base does not manage cannot have drifted.
  const isManaged = (kind: KindName, game = base?.game): boolean => game !== undefined && kindsOf(game).has(kind);
  const wanted = inAddressOrder(sides.desired.resources.values(), catalog);
  const gone = wanted.filter((each) => {
    const before = old?.get(each.address);
    if (!isChosen(each) || sides.live.resources.has(each.address)) return false;
    // What is new on this branch was not deleted.
    if (base !== undefined && before === undefined) return false;
    return isTaken(each.address, base === undefined || isEqual(before, each) ? "drift" : "conflict");
  });
  const updates = wanted.flatMap((each): TakenChange[] => {
    const [found, before] = [sides.live.resources.get(each.address), old?.get(each.address)];
    const isOpen = base === undefined || before !== undefined || isManaged(each.kind);
    if (!isChosen(each) || found === undefined || !isOpen) return [];
    const kind = kindNamed(catalog, each.kind);
    const versions = { base: base === undefined ? each : before, live: found, desired: each };
    const after = merged(kind, versions, (change, named) => {
      return (named === undefined || !kept.has(named)) && isTaken(each.address, change.cause, change);
    });
    const fields = compare(kind, each, after);
    const { address } = each;
    return fields.length === 0
      ? []
      : [{ address, action: "update", fields, desired: each, after: { ...each, ...after } }];
  });
  const going = new Map(gone.map((each) => [each.address, each]));
  const rest = new Map(wanted.flatMap((each) => (going.has(each.address) ? [] : [[each.address, each]])));
  for (const { address, after } of updates) rest.set(address, after as Desired);
  // What this branch refers to since the base is needed, with all that it refers to.
  const referred = (each: Desired | undefined) => (each === undefined ? [] : referencesOfResource(catalog, each));
  const named = new Set(base === undefined ? [] : [...rest.values()].flatMap((each) => [...referred(each)]));
  const needed = reachable(
    [...named].filter((address) => going.has(address)),
    (address) => referred(going.get(address)),
  );
  const undeclared = [...sides.live.resources.values()].filter(
    (each) => isChosen(each) && isManaged(each.kind, desired) && !sides.desired.resources.has(each.address),
  );
  const [removed, forgotten] = [addressesOfEntries(desired.removed), addressesOfEntries(desired.forgotten)];
  const added = undeclared.filter((found) => {
    const { address, kind, custom_id } = found;
    const before = base?.game?.resources.get(address);
    if (removed.has(address) || forgotten.has(address) || markOf(custom_id) !== undefined) return false;
    if (before === undefined) return base?.game === undefined || isManaged(kind);
    // This branch deletes it, and the live one may have been changed since.
    return isTaken(address, isEqual(before, found) ? "pending" : "conflict");
  });
  const underway = [...sides.world.values()].filter(
    ({ address, custom_id: id }) => !isReplaced(address) && (customIdOf(address) !== id || markOf(id) !== undefined),
  );
  const unapplied = undeclared.filter(({ address }) => removed.has(address) && !forgotten.has(address));
  const removals = gone.filter(({ address }) => !needed.has(address));
  return {
    changes: [
      ...updates,
      ...removals.map((each): TakenChange => ({ address: each.address, action: "remove", fields: [], desired: each })),
      ...inAddressOrder(added, catalog).map(
        (after): TakenChange => ({ address: after.address, action: "add", fields: [], after }),
      ),
    ],
    conflicts,
    kept: [...kept, ...[...needed].filter((address) => going.has(address))],
    waiting: [...new Set([...underway.filter(isChosen), ...unapplied].map(({ address }) => address))],
  };
}

/** The kinds whose key is written, and those that are defined in place of an id. */
const kindsOf = memoizedBy(({ managed, resources }: DesiredGame): ReadonlySet<KindName> => {
  return new Set([...managed, ...[...resources.values()].map(({ kind }) => kind)]);
});

function conflictOf(address: Address, change: ThreeWayChange | undefined, { sources }: DesiredGame): Diagnostic {
  const { path = "", base, before, after } = change ?? {};
  const [live, own, old] = [before, after, base].map(valueText);
  const detail =
    change === undefined
      ? `One side deletes ${address}, and the other has changed it since the base.`
      : `${address} ${path.slice(1)}: live ${live}, in the manifests ${own}, at the base ${old}.`;
  const span = sources.get(address)?.locate(path, "value");
  const help = ["to take the live values: --prefer live; to keep those of the manifests: --prefer files"];
  const primary = span && { span, text: "changed here, and live" };
  return diagnostic("pull-conflict", detail, { address, help, ...defined({ primary }) });
}

type Versions = Readonly<Record<"live" | "desired", Comparable>> & { readonly base: Comparable | undefined };

/** A declared resource with the live values that are taken. Links are merged member by member. */
function merged(
  kind: Kind,
  { base, live, desired }: Versions,
  takes: (change: ThreeWayChange, named: Address | undefined) => boolean,
): Comparable {
  const [body, links]: [Record<string, Json>, Record<string, readonly string[]>] = [{}, {}];
  for (const name of namesOf(kind)) {
    const link = linkNamed(kind, name);
    const to = (link ?? referenceFields(kind).find((field) => field.name === name))?.to;
    const [then, now, own] = [base, live, desired].map((side) => {
      const value = side && valueIn(side, name);
      return link === undefined ? value : value && Object.fromEntries((value as string[]).map((id) => [id, true]));
    });
    if (own === undefined) continue;
    const isOpen = now !== undefined && name !== kind.fields[0]?.name;
    const changes = isOpen ? threeWayChanges(`/${name}`, { base: then, before: now, after: own }) : [];
    const value = changes.reduce<Json>((sum, change) => {
      const [, ...path] = namesIn(change.path);
      const id = link === undefined ? change.after : path[0];
      const named = to === undefined || change.after === undefined ? undefined : addressOf(to, String(id));
      return takes(change, named) ? (withAt(sum, path, change.before) ?? null) : sum;
    }, own);
    if (link === undefined) body[name] = value;
    else links[name] = sortedMembers(Object.keys(value as JsonObject));
  }
  return { body, links };
}

/** The value with another one, or none, below these names. */
function withAt(
  value: Json | undefined,
  [name, ...names]: readonly string[],
  other: Json | undefined,
): Json | undefined {
  if (name === undefined) return other;
  const { [name]: inner, ...rest } = value as JsonObject;
  const changed = withAt(inner, names, other);
  return changed === undefined ? rest : { ...(value as JsonObject), [name]: changed };
}
