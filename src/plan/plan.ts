/**
 * Plans: makes the steps from the live game to the manifests. In: both sides. Out: a plan with all
 * requests.
 *
 *  1. References to resources that neither side has are refused (`danglingLive`).
 *  2. Every live resource is identified with the desired one that it is (`identify.ts`).
 *  3. Policies give desired resources the live values that they leave to the admin panel
 *     (`policies.ts`).
 *  4. Undeclared resources are kept or deleted (`scope.ts`).
 *  5. Both sides are compared: a resource is created, updated, replaced or deleted (`changes.ts`,
 *     `replacements.ts`).
 *  6. Targets are looked up (`selected-steps.ts`).
 *  7. Changes become requests, each taken when the service would accept it (`simulate.ts`,
 *     `world.ts`, `step.ts`).
 *  8. Steps that the targets do not need are left out (`selected-steps.ts`).
 *  9. Dangers for players and for the game are found (`hazards.ts`).
 * 10. Digests name the result (`digest.ts`).
 *
 * `points: 30` over a live 20 is one update of `achievement/first-win`: the step `PUT
 * achievements/first-win`, which needs no other and is no danger.
 */

import type { Dialect } from "../catalog/dialect.ts";
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { defined, memoizedBy } from "../ground/collections.ts";
import { canonicalJson, type Json } from "../ground/json.ts";
import { suggestionsFrom } from "../ground/nearest.ts";
import { parsePointer } from "../ground/pointer.ts";
import { inQuotes } from "../ground/words.ts";
import {
  addressOf,
  inAddressOrder,
  inCatalogOrder,
  kindNamed,
  namedReferences,
  valueIn,
} from "../model/catalog-lookup.ts";
import {
  type Checked,
  type Diagnostic,
  diagnostic,
  hasErrors,
  labelAt,
  mapErrors,
} from "../model/diagnostics.ts";
import {
  type Address,
  type Desired,
  type DesiredGame,
  type FieldChange,
  type Live,
  type LiveGame,
  membershipOf,
  type Plan,
  type Removed,
  type ResourceName,
  type Step,
  type Summary,
  type Target,
} from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { compareGames, type GameComparison } from "./changes.ts";
import { condensed, digestOfPlan, digestOfTouched, type Hash } from "./digest.ts";
import { findTouched } from "./freshness.ts";
import type { TwoGames } from "./games.ts";
import { type HazardOptions, prunedBy, withHazards } from "./hazards.ts";
import type { Identification } from "./identification.ts";
import { findTargets, selectSteps } from "./selected-steps.ts";
import { inSequence } from "./sequence.ts";
import { simulate } from "./simulate.ts";
import type { StepEffects } from "./step.ts";
import { type Thing, type ThingKey, valuesOf } from "./thing.ts";
import { notVerified } from "./verify.ts";
import { caseCollisions, renameSuggestions } from "./warnings.ts";

export interface PlanOptions extends HazardOptions {
  /** Only these and what they need. Default: everything. */
  readonly targets?: readonly ResourceName[] | undefined;
  readonly prune: boolean;
  readonly dialect: Dialect;
}

/** The input of a plan. */
export interface PlanInput extends TwoGames {
  readonly target: Target;
  readonly hash: Hash;
  /** The comparison of both sides. Default: it is made. */
  readonly compared?: GameComparison | undefined;
}

/** A plan, with what it does to the game. Only the plan is published. */
export interface Planned {
  readonly plan: Plan;
  readonly effects: StepEffects;
  readonly identification: Identification;
  /** The live game before the steps and after them, under the ids that resources will have. */
  readonly before: LiveGame;
  readonly after: LiveGame;
}

/**
 * Makes the plan of one game. Errors: references to nothing live, names that another resource
 * keeps, steps without a possible order, moves that cannot be decided, unknown targets.
 */
export function makePlan(input: PlanInput, options: PlanOptions): Checked<Planned> {
  const { target, desired, live, catalog, hash } = input;
  const dangling = danglingLive(input);
  if (hasErrors(dangling)) return { diagnostics: dangling };
  const comparison =
    input.compared ?? compareGames(desired, live, { catalog, prune: options.prune });
  const targets = findTargets(comparison, desired, { ...options, catalog });
  const problems = [...comparison.diagnostics, ...targets.diagnostics];
  if (hasErrors(problems)) return { diagnostics: problems };
  const simulated = simulate(comparison, { catalog, live, dialect: options.dialect });
  if (simulated.value === undefined)
    return { diagnostics: mapErrors(simulated.diagnostics, (all) => [...problems, ...all]) };
  const chosen = selectSteps(simulated.value.steps, targets.addresses, catalog);
  const { steps: ordered, effects } = inSequence({ ...simulated.value, steps: chosen.steps });
  const before = comparison.renamedLive;
  const after = afterSteps(comparison, chosen.steps, effects);
  const { idInEnd } = comparison.identification;
  const sides = { ...options, before, after, desired, catalog, effects, idInEnd };
  const steps = withOverrideOrigins(withHazards(ordered, sides), comparison.desired);
  const touched = findTouched(steps, effects, live);
  const manifests = hash(canonicalJson(manifestsForm(desired, catalog, hash)));
  const basis = { manifests, live: digestOfTouched(touched, hash), touched };
  const kept = [...comparison.kept, ...chosen.kept];
  const not_verified = notVerified(desired, before, catalog);
  const pruned = options.known === undefined ? prunedBy(steps, desired) : [];
  const plan: Plan = {
    ...target,
    digest: digestOfPlan({ ...target, basis, steps }, effects, hash),
    basis,
    summary: summarise({ steps, kept, not_verified }, comparison),
    steps,
    kept,
    not_verified,
    managed: inCatalogOrder(catalog, desired.managed),
    not_compared: kindsNotCompared(desired, live, catalog),
    ...(pruned.length === 0 ? {} : { unknown: pruned.map(({ address }) => address) }),
  };
  const { identification } = comparison;
  const value = {
    plan,
    effects,
    identification,
    before: withLeftovers(before, identification),
    after,
  };
  const renames = renameSuggestions(comparison, catalog);
  const explained = new Set(renames.map(({ address }) => address));
  const collisions = caseCollisions(comparison, catalog).filter(
    ({ address }) => !explained.has(address),
  );
  return { value, diagnostics: [...problems, ...renames, ...collisions] };
}

/** The live game after the steps, under the ids that resources will have. */
function afterSteps(
  { renamedLive, identification }: GameComparison,
  steps: readonly Step[],
  effects: StepEffects,
): LiveGame {
  const ends = new Map<ThingKey, { readonly thing: Thing; readonly isDeleted: boolean }>();
  for (const { id } of steps) {
    const { before, after } = effects.get(id) ?? {};
    const thing = after ?? before;
    if (thing !== undefined) ends.set(thing.key, { thing, isDeleted: after === undefined });
  }
  const { things, leftovers, idInEnd: idOf } = identification;
  const resources = new Map(renamedLive.resources);
  const all = [...ends.values()];
  for (const { thing, isDeleted } of all) {
    const record = things.liveOf(thing.key);
    const isLeftover = record !== undefined && leftovers.has(record);
    if (isDeleted && !isLeftover) resources.delete(addressOf(thing.kind.name, idOf(thing.key)));
  }
  for (const { thing, isDeleted } of all) {
    if (isDeleted) continue;
    const custom_id = idOf(thing.key);
    const kind = thing.kind.name;
    const address = addressOf(kind, custom_id);
    resources.set(address, { address, kind, custom_id, ...valuesOf(thing, idOf), raw: thing.raw });
  }
  return { ...renamedLive, resources };
}

/** The game with what replacements have left, where the address of a leftover is free. */
function withLeftovers(live: LiveGame, { leftovers }: Identification): LiveGame {
  if (leftovers.size === 0) return live;
  const resources = new Map<Address, Live>(live.resources);
  for (const record of leftovers.keys())
    if (!resources.has(record.address)) resources.set(record.address, record);
  return { ...live, resources };
}

/** Unmanaged kinds that may have live resources. None for a game that manages no kind. */
function kindsNotCompared(
  { managed }: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
): readonly KindName[] {
  const others = catalog.map(({ name }) => name).filter((name) => !managed.has(name));
  if (managed.size === 0 || others.length === 0) return [];
  const present = new Set([...live.resources.values()].map(({ kind }) => kind));
  return others.filter((name) => present.has(name) || !live.read.has(name));
}

/** Whether there is nothing to do. */
export function isEmpty(plan: Plan): boolean {
  return plan.steps.length === 0;
}

/** The refusals of references to resources that neither side has. */
function danglingLive({ desired, live, catalog }: TwoGames): readonly Diagnostic[] {
  const isThere = (address: Address): boolean =>
    desired.resources.has(address) || live.resources.has(address);
  const missing = [...desired.resources.values()].flatMap((resource) => {
    const references = namedReferences(kindNamed(catalog, resource.kind), resource).filter(
      ({ to }) => !isThere(to),
    );
    return references.map((reference) => ({ ...reference, from: resource.address }));
  });
  const suggestFor = memoizedBy(({ name }: Kind) =>
    suggestionsFrom(
      [...live.resources.values()].flatMap(({ kind, custom_id }) =>
        kind === name ? [custom_id] : [],
      ),
    ),
  );
  return missing.map(({ from, by, kind: name, custom_id }) => {
    const kind = kindNamed(catalog, name);
    const { label } = kind;
    const detail = `${from} refers to the ${label} ${inQuotes(custom_id)}, which is neither in the manifests nor live.`;
    return diagnostic("dangling-reference", detail, {
      address: from,
      primary: labelAt(desired.sources.get(from), `/${by}`, `no ${label} has this custom_id`),
      help: suggestFor(kind)(custom_id),
    });
  });
}

function summarise(
  { steps, kept, not_verified }: Pick<Plan, "steps" | "kept" | "not_verified">,
  { desired, renamedLive }: GameComparison,
): Summary {
  const counts = { create: 0, update: 0, rename: 0, replace: 0, delete: 0, attach: 0, detach: 0 };
  for (const { action, replaces } of steps) {
    if (replaces === undefined) counts[action] += 1;
    else if (action === "create") counts.replace += 1;
  }
  const touched = new Set([...steps, ...kept, ...not_verified].map(({ address }) => address));
  const present = [...desired.resources.keys()].filter((address) =>
    renamedLive.resources.has(address),
  );
  const unchanged = present.filter((address) => !touched.has(address)).length;
  return { ...counts, unchanged, kept: kept.length, not_verified: not_verified.length };
}

/**
 * The content of the manifests without their places: the same on every machine and for every layout
 * of files.
 */
function manifestsForm(
  { resources, managed, moved, removed, forgotten }: DesiredGame,
  catalog: Catalog,
  hash: Hash,
): object {
  const named = ({ kind, custom_id }: Removed): Json => ({ kind, custom_id });
  const declared = inAddressOrder(resources.values(), catalog).map(
    ({ address, body, links, ignore, create_only }) => ({
      address,
      body,
      links,
      ...(ignore.length === 0 ? {} : { ignore }),
      ...(create_only ? { create_only } : {}),
    }),
  );
  return {
    managed: [...managed].sort(),
    resources: condensed(declared, hash),
    ...(moved.length === 0
      ? {}
      : { moved: moved.map(({ kind, from, to }) => ({ kind, from, to })) }),
    ...(removed.length === 0 ? {} : { removed: removed.map(named) }),
    ...(forgotten === undefined ? {} : { forgotten: forgotten.map(named) }),
  };
}

/** Adds the places of the overrides that give values. */
function withOverrideOrigins(steps: readonly Step[], { resources }: DesiredGame): readonly Step[] {
  return steps.map((step) => {
    const desired = resources.get(step.replaces ?? step.address);
    if (desired?.overrides === undefined || step.action === "delete") return step;
    const fields = step.fields.map((field) => withOrigin(field, desired));
    const link = membershipOf(step);
    const origin = (link && desired.overrides[link.name]) ?? step.origin;
    return { ...step, fields, ...(origin && { origin }) };
  });
}

function withOrigin(field: FieldChange, desired: Desired): FieldChange {
  const [name = "", ...inside] = parsePointer(field.path);
  const value = valueIn(desired, name) ?? null;
  // A temporary value, such as the name of a parked resource, is not from an override.
  const isFinal = inside.length > 0 || Array.isArray(value) || isAlike(field.after ?? null, value);
  return { ...field, ...defined({ origin: isFinal ? desired.overrides?.[name] : undefined }) };
}
