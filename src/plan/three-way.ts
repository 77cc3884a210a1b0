/**
 * Compares a resource at an earlier commit, live and in the manifests. In: the three versions, and the resources that ids in them stand
 * for. Out: each value in which live and manifests differ, with who has changed it since the commit. `points: 30` over a live 20 is
 * pending with 20 at the commit, drift with 30, and otherwise a conflict.
 */
import type { Kind, Link, ReferenceField } from "../catalog/types.ts";
import { compareText, defined } from "../ground/collections.ts";
import type { Json } from "../ground/json.ts";
import { pointerTo } from "../ground/pointer.ts";
import { fieldNamed, linkNamed, namesOf, sortedMembers, valueIn } from "../model/catalog-lookup.ts";
import type { Desired, DesiredGame, Links, Live } from "../model/model.ts";
import type { Version } from "./changed-values.ts";
import { type ThreeWayChange, threeWay, threeWayChanges } from "./differences.ts";
import { isLeftToPanel } from "./policies.ts";
import type { IdOf, ThingKey } from "./thing.ts";

/** A resource at the commit, live and in the manifests. Undefined if a side does not have it. */
export interface ResourceVersions {
  readonly kind: Kind;
  readonly base: Version<Desired> | undefined;
  readonly live: Version<Live> | undefined;
  readonly desired: Version<Desired> | undefined;
}

interface ThreeWayOptions {
  /** The manifests at the commit. Undefined if it has none of the game. */
  readonly game: DesiredGame | undefined;
  /** The id by which people know a resource. */
  readonly idOf: IdOf;
}

/** The versions of one value. */
interface ValueVersions {
  readonly base: Version | undefined;
  /** Live. */
  readonly before: Version | undefined;
  /** In the manifests. */
  readonly after: Version | undefined;
}

/**
 * Finds the values in which live (`before`) and manifests (`after`) differ. Values that one of them does not show, and values that policies
 * leave to the admin panel, are not compared.
 */
export function differencesIn(versions: ResourceVersions, { game, idOf }: ThreeWayOptions): readonly ThreeWayChange[] {
  const { kind, base, live, desired } = versions;
  const isManaged = base !== undefined || game?.managed.has(kind.name) === true;
  return namesOf(kind).flatMap((name): readonly ThreeWayChange[] => {
    const isLeft = (version: Version<Desired> | undefined): boolean =>
      live !== undefined && version !== undefined && isLeftToPanel(version.values, name);
    const isHidden = [live, desired].some((version) => version && valueIn(version.values, name) === undefined);
    if (isHidden || isLeft(desired)) return [];
    // If the base did not decide a value, the live one counts as its value.
    const three = { base: isManaged && !isLeft(base) ? base : live, before: live, after: desired };
    const link = linkNamed(kind, name);
    if (link !== undefined) return membersIn(link, three, idOf);
    const field = fieldNamed(kind, name);
    if (field?.type === "reference") return referencesIn(field, three, idOf);
    const readFrom = (version: Version | undefined): Json | undefined => version?.values.body[name];
    return threeWayChanges(`/${name}`, {
      base: readFrom(three.base),
      before: readFrom(three.before),
      after: readFrom(three.after),
    });
  });
}

function referencesIn({ name, to }: ReferenceField, three: ValueVersions, idOf: IdOf): readonly ThreeWayChange[] {
  const keyIn = (version: Version | undefined): ThingKey | null | undefined => {
    const id = version?.values.body[name];
    if (version === undefined || id === undefined) return undefined;
    return typeof id === "string" ? version.keyOf(to, id) : null;
  };
  const idFrom = (key: ThingKey | null | undefined): Json | undefined => (typeof key === "number" ? idOf(key) : key);
  const base = keyIn(three.base);
  const before = keyIn(three.before);
  const after = keyIn(three.after);
  const cause = threeWay(base, before, after);
  if (cause === "same") return [];
  return [
    { path: `/${name}`, ...defined({ base: idFrom(base), before: idFrom(before), after: idFrom(after) }), cause },
  ];
}

function membersIn({ name, to }: Link, three: ValueVersions, idOf: IdOf): readonly ThreeWayChange[] {
  const keysIn = (version: Version | undefined): ReadonlySet<ThingKey> | undefined => {
    const ids = version?.values.links[name];
    return version === undefined || ids === undefined ? undefined : new Set(ids.map((id) => version.keyOf(to, id)));
  };
  const base = keysIn(three.base);
  const before = keysIn(three.before);
  const after = keysIn(three.after);
  if (before !== undefined && after !== undefined) {
    const members = [...new Set([...before, ...after])].map((key) => ({ key, id: idOf(key) }));
    members.sort((a, b) => compareText(a.id, b.id));
    return members.flatMap(({ key, id }) => memberIn(pointerTo(name, id), key, { base, before, after }));
  }
  const listOf = (keys: ReadonlySet<ThingKey> | undefined): Links[string] | undefined =>
    keys && sortedMembers([...keys].map(idOf));
  const cause = threeWay(sortedKeys(base), sortedKeys(before), sortedKeys(after));
  if (cause === "same") return [];
  return [
    { path: `/${name}`, ...defined({ base: listOf(base), before: listOf(before), after: listOf(after) }), cause },
  ];
}

/** Compares whether a resource is a member. `true` if it is one, else undefined. */
function memberIn(
  path: string,
  key: ThingKey,
  sets: Readonly<Record<"base" | "before" | "after", ReadonlySet<ThingKey> | undefined>>,
): readonly ThreeWayChange[] {
  const isIn = (keys: ReadonlySet<ThingKey> | undefined): true | undefined =>
    keys?.has(key) === true ? true : undefined;
  const base = isIn(sets.base);
  const before = isIn(sets.before);
  const after = isIn(sets.after);
  const cause = threeWay(base, before, after);
  return cause === "same" ? [] : [{ path, ...defined({ base, before, after }), cause }];
}

function sortedKeys(keys: ReadonlySet<ThingKey> | undefined): readonly ThingKey[] | undefined {
  return keys && [...keys].sort((a, b) => a - b);
}
