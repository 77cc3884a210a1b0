/**
 * Finds why each change is in a plan: pending, behind or drift. In: the plan, the live game, the
 * manifests, and the manifests of two commits: the base, and the tip that `--base` names. Out: a
 * cause for every step and field, as `fourWay` finds it for each value. `points: 30` over a live 20
 * is pending with 20 at the base, drift with 30 there, and otherwise a conflict. With 30 at the
 * base and 20 at the tip, the branch is behind.
 *
 * An absent resource counts as a value: one that was deleted or made by hand is drift. A kind that
 * the base did not manage cannot have drifted. Values that the tip leaves to the admin panel count
 * as live ones, because merging the tip ends the difference.
 *
 * - A resource that the tip has added, and that is live: its deletion is behind, whatever its
 *   values are.
 * - A resource that the tip has deleted or renamed: its creation under the old id is behind, and so
 *   are references to it.
 * - `moved` entries that the branch has added rename the resources of both commits.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { defined } from "../ground/collections.ts";
import type { Json } from "../ground/json.ts";
import { nameIn, pointerTo } from "../ground/pointer.ts";
import type { BaseFacts } from "../model/base-facts.ts";
import { addressesOfEntries, kindNamed, valueIn } from "../model/catalog-lookup.ts";
import {
  type Address,
  type DesiredGame,
  type LiveGame,
  membershipOf,
  type Plan,
  type Step,
  type StepId,
} from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import type { Version } from "./changed-values.ts";
import type { CausedChange } from "./differences.ts";
import { type Base, keysThen, traceEarlier } from "./earlier.ts";
import { type CommitVersion, differencesIn, type ResourceVersions } from "./four-way.ts";
import type { Identification } from "./identification.ts";
import { asDesired } from "./policies.ts";
import { referencesOfLive, type ThingKey } from "./thing.ts";

/** Why a change is in a plan, from the mildest to the gravest. */
const CAUSES = ["pending", "behind", "drift", "conflict"] as const;
export type ChangeCause = (typeof CAUSES)[number];

export interface FieldCause {
  readonly cause: ChangeCause;
  /**
   * The value at the base, for a conflict and for a value that the service does not show. Absent:
   * there was none.
   */
  readonly base?: Json;
}

interface StepCause {
  /** The gravest of its fields'. */
  readonly cause: ChangeCause;
  /** In the order of the step's fields. */
  readonly fields: readonly FieldCause[];
}

/** The cause of each step of a plan, seen from a commit. No part of the plan. */
export interface PlanCauses {
  /** If the commit does not know the live game, everything is pending. */
  readonly base: BaseFacts;
  readonly steps: ReadonlyMap<StepId, StepCause>;
  /** How many steps of each. */
  readonly totals: Readonly<Record<ChangeCause, number>>;
}

/** The games that changes are judged by. */
interface ThreeGames {
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  readonly base: Base;
  /** The identification of the plan. */
  readonly identification: Identification;
}

/** Finds the cause of every step of a plan, and of every field of the step. */
export function causesOf(
  plan: Pick<Plan, "steps">,
  games: ThreeGames,
  catalog: Catalog,
): PlanCauses {
  const { facts, manifests } = games.base;
  const { idInEnd } = games.identification;
  const sidesAt = versionsAt(plan, games, catalog);
  const replaced = replacedIn(plan, games);
  /** The cause of a resource's own differences, or else of the replaced ones that it refers to. */
  const reasonFor = (sides: ResourceVersions | undefined): ChangeCause | undefined => {
    if (sides === undefined) return undefined;
    const ownCause = gravestOf(differencesIn(sides, idInEnd));
    if (ownCause !== undefined || sides.desired === undefined) return ownCause;
    const { values, keyOf } = sides.desired;
    const others = [...referencesOfLive(values, sides.kind, keyOf)].flatMap(
      (key) => replaced.get(key) ?? [],
    );
    return gravest(others.flatMap((address) => reasonFor(sidesAt(address)) ?? []));
  };
  const causeOfStep = (step: Step): StepCause => {
    const { action, address, replaces, fields } = step;
    const link = membershipOf(step);
    const sides = sidesAt(action === "delete" ? (replaces ?? address) : address);
    const differences = sides === undefined ? [] : differencesIn(sides, idInEnd);
    const byField = fields.map(({ path, not_shown }) => {
      // Only the manifests of both commits show such a change.
      if (not_shown && link === undefined) return notShownCause(sides, nameIn(path));
      if (not_shown) return PENDING;
      const changed = link === undefined ? path : pointerTo(link.name, link.member);
      return fieldCause(
        differences.filter((difference) => `${difference.path}/`.startsWith(`${changed}/`)),
      );
    });
    const isWhole = action === "create" || action === "delete";
    const ownCause = gravestOf(isWhole ? differences : byField.flatMap((field) => field ?? []));
    // Else it only serves another change. The rest cleans up after an interrupted run, which no
    // manifest declares.
    const reason = ownCause ?? reasonFor(replaces === undefined ? sides : sidesAt(replaces));
    const cause = reason ?? (manifests === undefined ? "pending" : "drift");
    return { cause, fields: byField.map((field) => field ?? { cause }) };
  };
  const steps = new Map(plan.steps.map((step) => [step.id, causeOfStep(step)]));
  const count = (cause: ChangeCause): number =>
    [...steps.values()].filter((step) => step.cause === cause).length;
  const totals = {
    pending: count("pending"),
    behind: count("behind"),
    drift: count("drift"),
    conflict: count("conflict"),
  };
  return { base: facts, steps, totals };
}

/** By resource that the plan replaces: the address that it and its replacement have. */
function replacedIn(
  { steps }: Pick<Plan, "steps">,
  { desired, identification }: ThreeGames,
): ReadonlyMap<ThingKey, Address> {
  const replaced = new Map<ThingKey, Address>();
  for (const { replaces: address } of steps) {
    if (address === undefined) continue;
    const owner = identification.ownerOf(address);
    const declared = desired.resources.get(address);
    if (owner !== undefined) replaced.set(identification.things.keyOf(owner), address);
    else if (declared !== undefined)
      replaced.set(identification.keyDeclared(declared.kind, declared.custom_id), address);
  }
  return replaced;
}

/** The gravest of some causes; nothing of none. */
function gravest(causes: Iterable<ChangeCause>): ChangeCause | undefined {
  const present = new Set(causes);
  return CAUSES.findLast((cause) => present.has(cause));
}

function gravestOf(causes: readonly FieldCause[]): ChangeCause | undefined {
  return gravest(causes.map(({ cause }) => cause));
}

/** The cause of a field with such differences in it. */
function fieldCause(differences: readonly CausedChange[]): FieldCause | undefined {
  const cause = gravestOf(differences);
  return cause === "conflict"
    ? { cause, ...defined({ base: differences[0]?.base }) }
    : cause && { cause };
}

const PENDING: FieldCause = { cause: "pending" };

/**
 * The cause of a changed declaration of a value that is not shown. The tip may have changed it,
 * too, and may be live.
 */
function notShownCause(sides: ResourceVersions | undefined, name: string): FieldCause {
  const valueAt = (version: Version | undefined) => version && valueIn(version.values, name);
  const base = valueAt(sides?.base.version);
  const tip = valueAt(sides?.tip.version);
  const desired = valueAt(sides?.desired);
  const isChangedByBoth = ![base, desired].some((value) => isAlike(tip, value));
  return { cause: isChangedByBoth ? "conflict" : "pending", ...defined({ base }) };
}

/** Finds a resource at a commit by its address in a plan. */
type VersionAt = (
  address: Address,
) => Pick<CommitVersion, "version"> & { readonly describe: (kind: Kind) => CommitVersion };

/** Finds the versions of the resource that a plan names by an address. */
function versionsAt(
  { steps }: Pick<Plan, "steps">,
  { desired, live, base: { manifests }, identification }: ThreeGames,
  catalog: Catalog,
): (address: Address) => ResourceVersions | undefined {
  const { keyNow, keyDeclared } = identification;
  // A deleted resource is named by its present id.
  const deleted = new Set(
    steps.flatMap(({ action, address, replaces }) =>
      action === "delete" && replaces === undefined ? address : [],
    ),
  );
  const atCommit = (game: DesiredGame | undefined): VersionAt => {
    const earlier = game && traceEarlier(game, desired);
    const keyOf = earlier && keysThen(earlier, identification);
    const kept = addressesOfEntries(game?.forgotten);
    return (address) => {
      const values = (deleted.has(address) ? game : earlier)?.resources.get(address);
      const version = values && keyOf && { values, keyOf };
      const manages = (kind: KindName): boolean =>
        game?.managed.has(kind) === true && !kept.has(address);
      return {
        version,
        describe: ({ name }) => ({ isManaged: version !== undefined || manages(name), version }),
      };
    };
  };
  const atBase = atCommit(manifests?.base);
  const atTip = manifests?.tip === manifests?.base ? atBase : atCommit(manifests?.tip);
  return (address) => {
    const isDeleted = deleted.has(address);
    const base = atBase(address);
    const now = isDeleted ? live.resources.get(address) : identification.ownerOf(address);
    const declared = isDeleted ? undefined : desired.resources.get(address);
    const resource = declared ?? now ?? base.version?.values;
    if (resource === undefined) return undefined;
    const kind = kindNamed(catalog, resource.kind);
    // No change is desired for an undeclared resource that stays.
    const kept =
      isDeleted || declared !== undefined || now === undefined ? undefined : asDesired(now);
    return {
      kind,
      base: base.describe(kind),
      tip: atTip(address).describe(kind),
      live: now && { values: now, keyOf: keyNow },
      desired:
        (declared && { values: declared, keyOf: keyDeclared }) ??
        (kept && { values: kept, keyOf: keyNow }),
    };
  };
}
