/**
 * Compares a resource at two commits, live and in the manifests. In: the four versions, and the
 * resources that ids in them stand for. Out: each value in which live and manifests differ, with
 * who has changed it since the base. `points: 30` over a live 20 is pending with 20 at the base,
 * drift with 30, and otherwise a conflict. `fourWay` has all cases.
 */
import type { Kind, Link, ReferenceField } from "../catalog/types.ts";
import { compareText, defined } from "../ground/collections.ts";
import type { Json } from "../ground/json.ts";
import { pointerTo } from "../ground/pointer.ts";
import { fieldNamed, linkNamed, namesOf, sortedMembers, valueIn } from "../model/catalog-lookup.ts";
import type { Desired, Links, Live } from "../model/model.ts";
import type { Version } from "./changed-values.ts";
import { type CausedChange, causedChanges, fourWay } from "./differences.ts";
import { isLeftToPanel } from "./policies.ts";
import type { IdOf, ThingKey } from "./thing.ts";

/** A resource at a commit. */
export interface CommitVersion {
  /** Whether its kind is managed there, and no `removed` entry keeps it out of the manifests. */
  readonly isManaged: boolean;
  /** Undefined if it is not declared. */
  readonly version: Version<Desired> | undefined;
}

/** A resource at two commits, live and in the manifests. Undefined if a side does not have it. */
export interface ResourceVersions {
  readonly kind: Kind;
  readonly base: CommitVersion;
  /** The commit that `--base` names. It is the base unless the branch is behind. */
  readonly tip: CommitVersion;
  readonly live: Version<Live> | undefined;
  readonly desired: Version<Desired> | undefined;
}

/** The versions of one value. */
interface ValueVersions {
  readonly base: Version | undefined;
  readonly tip: Version | undefined;
  /** Live. */
  readonly before: Version | undefined;
  /** In the manifests. */
  readonly after: Version | undefined;
}

/**
 * Finds the values in which live (`before`) and manifests (`after`) differ. Values that one of them
 * does not show, and values that policies leave to the admin panel, are not compared. `idOf`: the
 * id by which people know a resource.
 */
export function differencesIn(versions: ResourceVersions, idOf: IdOf): readonly CausedChange[] {
  const { kind, live, desired } = versions;
  const { base, tip } = isOnlyOfTip(versions) ? ONLY_OF_TIP : versions;
  return namesOf(kind).flatMap((name): readonly CausedChange[] => {
    const isLeft = (version: Version<Desired> | undefined): boolean =>
      live !== undefined && version !== undefined && isLeftToPanel(version.values, name);
    const isHidden = [live, desired].some(
      (version) => version && valueIn(version.values, name) === undefined,
    );
    if (isHidden || isLeft(desired)) return [];
    // If a commit does not decide a value, the live one counts as its value.
    const decidedAt = ({ isManaged, version }: CommitVersion): Version | undefined =>
      isManaged && !isLeft(version) ? version : live;
    const four = { base: decidedAt(base), tip: decidedAt(tip), before: live, after: desired };
    const link = linkNamed(kind, name);
    if (link !== undefined) return membersIn(link, four, idOf);
    const field = fieldNamed(kind, name);
    if (field?.type === "reference") return referencesIn(field, four, idOf);
    const readFrom = (version: Version | undefined): Json | undefined => version?.values.body[name];
    return causedChanges(`/${name}`, {
      base: readFrom(four.base),
      tip: readFrom(four.tip),
      before: readFrom(four.before),
      after: readFrom(four.after),
    });
  });
}

/**
 * Whether the tip has a live resource that the branch has never had. Its values do not matter: all
 * of it would be deleted.
 */
function isOnlyOfTip({ base, tip, live, desired }: ResourceVersions): boolean {
  return (
    live !== undefined &&
    desired === undefined &&
    base.version === undefined &&
    tip.version !== undefined
  );
}

const ONLY_OF_TIP: Pick<ResourceVersions, "base" | "tip"> = {
  base: { isManaged: true, version: undefined },
  tip: { isManaged: false, version: undefined },
};

function referencesIn(
  { name, to }: ReferenceField,
  four: ValueVersions,
  idOf: IdOf,
): readonly CausedChange[] {
  const keyIn = (version: Version | undefined): ThingKey | null | undefined => {
    const id = version?.values.body[name];
    if (version === undefined || id === undefined) return undefined;
    return typeof id === "string" ? version.keyOf(to, id) : null;
  };
  const idFrom = (key: ThingKey | null | undefined): Json | undefined =>
    typeof key === "number" ? idOf(key) : key;
  const base = keyIn(four.base);
  const before = keyIn(four.before);
  const after = keyIn(four.after);
  const cause = fourWay({ base, tip: keyIn(four.tip) }, before, after);
  if (cause === "same") return [];
  return [
    {
      path: `/${name}`,
      ...defined({ base: idFrom(base), before: idFrom(before), after: idFrom(after) }),
      cause,
    },
  ];
}

function membersIn({ name, to }: Link, four: ValueVersions, idOf: IdOf): readonly CausedChange[] {
  const keysIn = (version: Version | undefined): ReadonlySet<ThingKey> | undefined => {
    const ids = version?.values.links[name];
    return version === undefined || ids === undefined
      ? undefined
      : new Set(ids.map((id) => version.keyOf(to, id)));
  };
  const base = keysIn(four.base);
  const tip = keysIn(four.tip);
  const before = keysIn(four.before);
  const after = keysIn(four.after);
  if (before !== undefined && after !== undefined) {
    const members = [...new Set([...before, ...after])].map((key) => ({ key, id: idOf(key) }));
    members.sort((a, b) => compareText(a.id, b.id));
    return members.flatMap(({ key, id }) =>
      memberIn(pointerTo(name, id), key, { base, tip, before, after }),
    );
  }
  const listOf = (keys: ReadonlySet<ThingKey> | undefined): Links[string] | undefined =>
    keys && sortedMembers([...keys].map(idOf));
  const cause = fourWay(
    { base: sortedKeys(base), tip: sortedKeys(tip) },
    sortedKeys(before),
    sortedKeys(after),
  );
  if (cause === "same") return [];
  return [
    {
      path: `/${name}`,
      ...defined({ base: listOf(base), before: listOf(before), after: listOf(after) }),
      cause,
    },
  ];
}

/** Compares whether a resource is a member. `true` if it is one, else undefined. */
function memberIn(
  path: string,
  key: ThingKey,
  sets: Readonly<Record<"base" | "tip" | "before" | "after", ReadonlySet<ThingKey> | undefined>>,
): readonly CausedChange[] {
  const isIn = (keys: ReadonlySet<ThingKey> | undefined): true | undefined =>
    keys?.has(key) === true ? true : undefined;
  const base = isIn(sets.base);
  const before = isIn(sets.before);
  const after = isIn(sets.after);
  const cause = fourWay({ base, tip: isIn(sets.tip) }, before, after);
  return cause === "same" ? [] : [{ path, ...defined({ base, before, after }), cause }];
}

function sortedKeys(keys: ReadonlySet<ThingKey> | undefined): readonly ThingKey[] | undefined {
  return keys && [...keys].sort((a, b) => a - b);
}
