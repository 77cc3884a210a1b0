/**
 * The whole of planning. In: both sides. Out: everything that would be done, with its requests. `points: 30` over a live 20:
 * matching and comparing (`goal.ts`) find one change of `achievement/first-win`, simulating makes it the step
 * `PUT achievements/first-win`, which needs no other, and hazards find no danger in it. The plan is one update.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import {
  customIdOf,
  inAddressOrder,
  inCatalogOrder,
  kindAt,
  kindNamed,
  namedReferences,
  valueIn,
} from "../model/catalog-lookup.ts";
import type { Scalars } from "../model/codec.ts";
import { memoizedBy } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors, labelAt } from "../model/diagnostics.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import type {
  Address,
  Desired,
  DesiredGame,
  FieldChange,
  LiveGame,
  Plan,
  Removed,
  Step,
  Summary,
  Target,
} from "../model/model.ts";
import { suggestionsFrom } from "../model/nearest.ts";
import { isAlike } from "../model/normalise.ts";
import { condensed, digestOfPlan, digestOfTouched, type Hash, touchedBy } from "./basis.ts";
import { compareGames, type GameComparison } from "./goal.ts";
import { type HazardOptions, prunedBy, withHazards } from "./hazards.ts";
import { afterSteps } from "./identities.ts";
import { inSequence } from "./ledger.ts";
import { selectSteps, targetsIn } from "./selected-steps.ts";
import { simulate } from "./simulate.ts";
import { notVerified } from "./verify.ts";
import { caseCollisions, renameSuggestions } from "./warnings.ts";

export interface PlanOptions extends HazardOptions {
  /** Only these and what they need. Default: everything. */
  readonly targets?: readonly Address[] | undefined;
  readonly prune: boolean;
  readonly scalars: Scalars;
}

/** What a plan is made from. */
export interface PlanInput {
  readonly target: Target;
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  readonly catalog: Catalog;
  readonly hash: Hash;
  /** What comparing the two sides gave, where that was done before. */
  readonly compared?: GameComparison;
}

/**
 * Makes the plan of one game. Errors: references to nothing live, names that somebody keeps, steps without a possible
 * order, moves that cannot be told, unknown targets.
 */
export function makePlan(input: PlanInput, options: PlanOptions): Checked<Plan> {
  const { target, desired, live, catalog, hash } = input;
  const dangling = danglingLive(desired, live, catalog);
  if (dangling.length > 0) return { diagnostics: dangling };
  const comparison = input.compared ?? compareGames(desired, live, { catalog, prune: options.prune });
  const targets = targetsIn(comparison, desired, { ...options, catalog });
  const problems = [...comparison.diagnostics, ...targets.diagnostics];
  if (hasErrors(problems)) return { diagnostics: problems };
  const simulated = simulate(comparison, { catalog, live, scalars: options.scalars });
  if (simulated.value === undefined) return { diagnostics: [...problems, ...simulated.diagnostics] };
  const chosen = selectSteps(simulated.value, targets.addresses, catalog);
  const before = comparison.live;
  const after = { ...before, resources: afterSteps(before.resources, chosen.steps) };
  const sides = { ...options, before, after, desired, catalog };
  const steps = withOverrideOrigins(withHazards(inSequence(chosen.steps), sides), comparison.desired);
  const touched = touchedBy(steps, live);
  const manifests = hash(canonicalJson(manifestsForm(desired, catalog, hash)));
  const basis = { manifests, live: digestOfTouched(touched, hash), touched };
  const kept = [...comparison.kept, ...chosen.kept];
  const not_verified = notVerified(desired, before, catalog);
  const pruned = options.known === undefined ? prunedBy(steps, desired) : [];
  const value: Plan = {
    ...target,
    digest: digestOfPlan({ ...target, basis, steps }, hash),
    basis,
    summary: summarise({ steps, kept, not_verified }, comparison),
    steps,
    kept,
    not_verified,
    managed: inCatalogOrder(catalog, desired.managed),
    not_compared: kindsNotCompared(desired, live, catalog),
    ...(pruned.length === 0 ? {} : { unknown: pruned.map(({ address }) => address) }),
  };
  const renames = renameSuggestions(comparison, catalog);
  const explained = new Set(renames.map(({ address }) => address));
  const collisions = caseCollisions(comparison, catalog).filter(({ address }) => !explained.has(address));
  return { value, diagnostics: [...problems, ...renames, ...collisions] };
}

/** Kinds that the manifests are not about, and of which something may be live. None for a game that manages no kind. */
function kindsNotCompared({ managed }: DesiredGame, live: LiveGame, catalog: Catalog): readonly KindName[] {
  const others = catalog.map(({ name }) => name).filter((name) => !managed.has(name));
  if (managed.size === 0 || others.length === 0) return [];
  const present = new Set([...live.resources.values()].map(({ kind }) => kind));
  return others.filter((name) => present.has(name) || !live.read.has(name));
}

/** Whether there is nothing to do. */
export function isEmpty(plan: Plan): boolean {
  return plan.steps.length === 0;
}

/** References into kinds that are not managed must find something live. */
function danglingLive(desired: DesiredGame, live: LiveGame, catalog: Catalog): readonly Diagnostic[] {
  const isThere = (address: Address): boolean => desired.resources.has(address) || live.resources.has(address);
  const missing = [...desired.resources.values()].flatMap((resource) =>
    namedReferences(kindNamed(catalog, resource.kind), resource)
      .filter(({ to }) => !isThere(to))
      .map(({ by, to }) => ({ from: resource.address, by, to })),
  );
  const suggestFor = memoizedBy(({ name }: Kind) =>
    suggestionsFrom([...live.resources.values()].flatMap(({ kind, custom_id }) => (kind === name ? [custom_id] : []))),
  );
  return missing.map(({ from, by, to }) => {
    const kind = kindAt(catalog, to);
    const { label } = kind;
    const custom_id = customIdOf(to);
    const detail = `${from} refers to the ${label} "${custom_id}", which is neither in the manifests nor live.`;
    return diagnostic("dangling-reference", detail, {
      address: from,
      primary: labelAt(desired.sources.get(from), `/${by}`, `no ${label} has this custom_id`),
      help: suggestFor(kind)(custom_id),
    });
  });
}

function summarise(
  { steps, kept, not_verified }: Pick<Plan, "steps" | "kept" | "not_verified">,
  { desired, live }: GameComparison,
): Summary {
  const counts = { create: 0, update: 0, rename: 0, replace: 0, delete: 0, attach: 0, detach: 0 };
  for (const { action, replaces } of steps) {
    if (replaces === undefined) counts[action] += 1;
    else if (action === "create") counts.replace += 1;
  }
  const touched = new Set([...steps, ...kept, ...not_verified].map(({ address }) => address));
  const present = [...desired.resources.keys()].filter((address) => live.resources.has(address));
  const unchanged = present.filter((address) => !touched.has(address)).length;
  return { ...counts, unchanged, kept: kept.length, not_verified: not_verified.length };
}

/** What the manifests say, without where they say it: the same on every machine and for every layout of files. */
function manifestsForm(
  { resources, managed, moved, removed, forgotten }: DesiredGame,
  catalog: Catalog,
  hash: Hash,
): Json {
  const named = ({ kind, custom_id }: Removed): Json => ({ kind, custom_id });
  const declared = inAddressOrder(resources.values(), catalog).map(({ address, body, links, ignore, create_only }) => ({
    address,
    body,
    links,
    ...(ignore.length === 0 ? {} : { ignore }),
    ...(create_only ? { create_only } : {}),
  }));
  return {
    managed: [...managed].sort(),
    resources: condensed(declared, hash),
    ...(moved.length === 0 ? {} : { moved: moved.map(({ kind, from, to }) => ({ kind, from, to })) }),
    ...(removed.length === 0 ? {} : { removed: removed.map(named) }),
    ...(forgotten === undefined ? {} : { forgotten: forgotten.map(named) }),
  };
}

/** With the place of the override that gives a value. */
function withOverrideOrigins(steps: readonly Step[], { resources }: DesiredGame): readonly Step[] {
  return steps.map((step) => {
    const wanted = resources.get(step.replaces ?? step.address);
    if (wanted?.overrides === undefined || step.action === "delete") return step;
    const fields = step.fields.map((field) => withOrigin(field, wanted));
    return { ...step, fields, origin: (step.link && wanted.overrides[step.link.name]) ?? step.origin };
  });
}

function withOrigin(field: FieldChange, wanted: Desired): FieldChange {
  const [name = "", ...inside] = field.path.split("/").slice(1);
  const value = valueIn(wanted, name) ?? null;
  // A value that a resource has for a while only, such as a temporary name, is not from an override.
  const isWanted = inside.length > 0 || Array.isArray(value) || isAlike(field.after ?? null, value);
  return { ...field, origin: isWanted ? wanted.overrides?.[name] : undefined };
}
