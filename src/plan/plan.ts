/**
 * The whole of planning: scope, diff, order, hazards, and the plan as one value. In: both sides. Out: everything that
 * would be done, with its requests. Every plan is simulated in memory before it is returned, and must leave
 * nothing to do.
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import {
  customIdOf,
  inAddressOrder,
  inCatalogOrder,
  kindAt,
  kindNamed,
  namesOf,
  openReferences,
  valueIn,
} from "../model/catalog-lookup.ts";
import type { Scalars } from "../model/codec.ts";
import { defined, pushAll } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors, labelAt, MOST_SHOWN } from "../model/diagnostics.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import type {
  Action,
  Address,
  Desired,
  DesiredGame,
  Digest,
  FieldChange,
  LiveGame,
  Origin,
  Plan,
  Removed,
  Step,
  Summary,
  Target,
} from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { isAlike } from "../model/normalise.ts";
import { isTemporary } from "../model/temporary-ids.ts";
import { digestOfPlan, digestOfTouched, type Hash, touchedBy } from "./basis.ts";
import { compare, type GameComparison } from "./compare.ts";
import { addressOfChange } from "./diff.ts";
import { type FindUnearnable, prunedBy, withHazards } from "./hazards.ts";
import { notComparable, notVerified } from "./not-verified.ts";
import { closedCycles, order } from "./order.ts";
import { renameSuggestions } from "./rename-suggestions.ts";
import { selectSteps, unknownTargets } from "./selected-steps.ts";
import { simulate } from "./simulate.ts";

export interface PlanOptions {
  /** Only these and what they need; empty means everything. */
  readonly targets: readonly Address[];
  readonly prune: boolean;
  readonly scalars: Scalars;
  /** Every address that earlier manifests name. Absent: none were read. */
  readonly known?: ReadonlySet<Address>;
  /** What the plan makes impossible to earn, by the run-time rules. Absent: nothing is known of them. */
  readonly findUnearnable?: FindUnearnable;
}

/**
 * Makes the plan of one game. Errors: references to nothing live, names that somebody keeps, steps without a possible
 * order, unknown targets. A plan that would not lead to what is wanted is a bug and throws. `compared`: what comparing
 * these two sides gave, if that was done.
 */
export function makePlan(
  target: Target,
  desired: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
  options: PlanOptions,
  hash: Hash,
  compared?: GameComparison,
): Checked<Plan> {
  const problems: Diagnostic[] = [
    ...danglingLive(desired, live, catalog),
    ...unknownTargets(options.targets, [...desired.resources.keys(), ...live.resources.keys()]),
  ];
  if (hasErrors(problems)) return { diagnostics: problems };

  const between = compared ?? compare(desired, live, catalog, options.prune);
  pushAll(problems, between.diagnostics);
  if (hasErrors(problems)) return { diagnostics: problems };
  const { changes, sides } = between;
  const closed = closedCycles(changes, sides, catalog);
  if (closed.length > 0) return { diagnostics: [...problems, ...closed] };
  const ordered = order(changes, sides, catalog, options.scalars);
  if (ordered.value === undefined) return { diagnostics: ordered.diagnostics };
  const chosen = selectSteps(ordered.value, options.targets, catalog);
  const leftOut = new Set(chosen.kept.flatMap(({ address, reason }) => (reason === "not-targeted" ? [] : [address])));
  // Where nothing is different, the check would compare the same sides once more.
  const after = changes.length === 0 ? live : simulate(live, chosen.steps, catalog);
  const unreached = changes.length === 0 ? [] : leftUndone(desired, after, leftOut, catalog, options);
  if (unreached.length > 0 && hasWaiting(live)) return { diagnostics: [unfitting(unreached)] };
  assertReached(unreached);
  const attempts = chosen.steps.filter(({ fallback_of }) => fallback_of === undefined);
  if (attempts.length < chosen.steps.length && sides.actual.resources.size === sides.live.resources.size) {
    // If the service takes in PUT what would be replaced, that has to do, too. Leftovers then wait for another run.
    assertReached(leftUndone(desired, simulate(live, attempts, catalog), leftOut, catalog, options));
  }
  const hazardous = withHazards(chosen.steps, sides.live, after, desired, catalog, options);
  const steps = withOverrideOrigins(hazardous, desired, catalog);
  const kept = [...between.kept, ...chosen.kept];
  const touched = touchedBy(steps, live, catalog);
  const manifests = digestOfManifests(desired, catalog, hash);
  const basis = { manifests, live: digestOfTouched(touched, hash), touched };
  const digest = digestOfPlan({ ...target, basis, steps }, hash);
  const not_verified = notVerified(desired, sides.live, catalog);
  const summary = summarise({ steps, kept, not_verified }, desired, sides.live);
  const pruned = options.known === undefined ? prunedBy(chosen.steps, desired) : [];
  const unknown = pruned.length === 0 ? undefined : pruned.map(({ address }) => address);
  const value: Plan = {
    ...target,
    digest,
    basis,
    summary,
    steps,
    kept,
    not_verified,
    not_comparable: notComparable(not_verified, catalog),
    managed: inCatalogOrder(catalog, desired.managed),
    not_compared: kindsNotCompared(desired, live, catalog),
    ...defined({ unknown }),
  };
  return {
    value,
    diagnostics: [...problems, ...renameSuggestions(changes, between.kept, live, catalog)],
  };
}

/**
 * Kinds that the manifests are not about, and of which something may be live. None for a game that manages no kind.
 */
function kindsNotCompared({ managed, resources }: DesiredGame, live: LiveGame, catalog: Catalog): readonly KindName[] {
  const others = catalog.map(({ name }) => name).filter((name) => !managed.has(name));
  if (managed.size === 0 || others.length === 0) return [];
  const declared = new Set([...resources.values()].map(({ kind }) => kind));
  const present = new Set([...live.resources.values()].map(({ kind }) => kind));
  return others.filter((name) => !declared.has(name) && (present.has(name) || !live.read.has(name)));
}

/** Whether there is nothing to do. */
export function isEmpty(plan: Plan): boolean {
  return plan.steps.length === 0;
}

/** References into kinds that are not managed must find something live. */
function danglingLive(desired: DesiredGame, live: LiveGame, catalog: Catalog): readonly Diagnostic[] {
  const missing = openReferences(desired, catalog).filter(({ to }) => !live.resources.has(to));
  return missing.map(({ from, by, to }, index) => {
    const { name, label } = kindAt(catalog, to);
    const custom_id = customIdOf(to);
    const ids = (): string[] =>
      [...live.resources.values()].flatMap((each) => (each.kind === name ? [each.custom_id] : []));
    return diagnostic(
      "dangling-reference",
      `${from} refers to the ${label} "${custom_id}", which is neither in the manifests nor live.`,
      {
        address: from,
        primary: labelAt(desired, from, `/${by}`, `no ${label} has this custom_id`),
        help: index < MOST_SHOWN ? didYouMean(custom_id, ids()) : [],
      },
    );
  });
}

/** What a plan would leave to be done; nothing, unless the planner has a bug or cannot use what a dead run has left. */
function leftUndone(
  desired: DesiredGame,
  after: LiveGame,
  leftOut: ReadonlySet<Address>,
  catalog: Catalog,
  options: PlanOptions,
): readonly Address[] {
  const { changes } = compare(desired, after, catalog, options.prune);
  const targets = new Set(options.targets);
  return changes
    .filter(({ replaces }) => replaces === undefined || !leftOut.has(replaces))
    .map(addressOfChange)
    .filter((address) => (targets.size === 0 || targets.has(address)) && !leftOut.has(address));
}

/** The self-check: a plan that leaves something to do is a bug in the planner, never something to apply. */
function assertReached(left: readonly Address[]): void {
  if (left.length > 0) throw new Error(`the plan would not lead to the desired state: ${left.slice(0, 5).join(", ")}`);
}

function hasWaiting(live: LiveGame): boolean {
  return [...live.resources.values()].some(({ custom_id }) => isTemporary(custom_id));
}

/** A replacement was interrupted, the manifests have changed since, and what was left does not fit the new ones. */
function unfitting(left: readonly Address[]): Diagnostic {
  const names = [...new Set(left)].slice(0, 5).join(", ");
  return diagnostic("order-cycle", `What an interrupted replacement left does not fit the manifests: ${names}.`, {
    help: ["restore the manifests that were being applied, apply them, and then make this change"],
  });
}

function summarise(
  { steps, kept, not_verified }: Pick<Plan, "steps" | "kept" | "not_verified">,
  desired: DesiredGame,
  live: LiveGame,
): Summary {
  const own = steps.filter(({ replaces }) => replaces === undefined);
  const count = (action: Action): number => own.filter((step) => step.action === action).length;
  const replaced = new Set(steps.flatMap(({ replaces, fallback_of }) => (fallback_of === undefined ? [] : [replaces])));
  const touched = new Set([...steps, ...kept, ...not_verified].map(({ address }) => address));
  const unchanged = [...desired.resources.keys()].filter(
    (address) => live.resources.has(address) && !touched.has(address),
  ).length;
  return {
    create: count("create"),
    update: count("update"),
    rename: count("rename"),
    replace: replaced.size,
    delete: count("delete"),
    attach: count("attach"),
    detach: count("detach"),
    unchanged,
    kept: kept.length,
    not_verified: not_verified.length,
  };
}

/** The digest of what the manifests say. */
export function digestOfManifests(desired: DesiredGame, catalog: Catalog, hash: Hash): Digest {
  return hash(canonicalJson(manifestsForm(desired, catalog)));
}

/** What the manifests say, without where they say it: the same on every machine and for every layout of files. */
function manifestsForm({ resources, managed, moved, removed, forgotten }: DesiredGame, catalog: Catalog): Json {
  const named = ({ kind, custom_id }: Removed): Json => ({ kind, custom_id });
  return {
    managed: [...managed].sort(),
    resources: inAddressOrder(resources.values(), catalog).map(({ address, body, links, ignore, create_only }) => ({
      address,
      body,
      links,
      ...(ignore.length === 0 ? {} : { ignore }),
      ...(create_only ? { create_only } : {}),
    })),
    ...(moved.length === 0 ? {} : { moved: moved.map(({ kind, from, to }) => ({ kind, from, to })) }),
    ...(removed.length === 0 ? {} : { removed: removed.map(named) }),
    ...(forgotten === undefined ? {} : { forgotten: forgotten.map(named) }),
  };
}

type Overrides = Readonly<Record<string, Origin>>;

function withOverrideOrigins(steps: readonly Step[], desired: DesiredGame, catalog: Catalog): readonly Step[] {
  return steps.map((step) => {
    const wanted = desired.resources.get(step.replaces ?? step.address);
    if (wanted?.overrides === undefined || step.action === "delete") return step;
    const { overrides } = wanted;
    const shown = step.action === "create" ? withDefaults(step.fields, wanted, overrides, catalog) : step.fields;
    const fields = shown.map((field) => withOrigin(field, wanted, overrides));
    const origin = step.link === undefined ? undefined : overrides[step.link.name];
    return { ...step, fields, ...defined({ origin }) };
  });
}

/** In the order of the kind, together with the overridden ones that a creation does not have to give. */
function withDefaults(
  fields: readonly FieldChange[],
  wanted: Desired,
  overrides: Overrides,
  catalog: Catalog,
): readonly FieldChange[] {
  return namesOf(kindNamed(catalog, wanted.kind)).flatMap((name) => {
    const path = `/${name}`;
    const given = fields.find((field) => field.path === path);
    if (given !== undefined) return [given];
    const after = valueIn(wanted, name);
    const isAttached = (wanted.links[name] ?? []).length > 0;
    return after === undefined || isAttached || !Object.hasOwn(overrides, name) ? [] : [{ path, after }];
  });
}

function withOrigin(field: FieldChange, wanted: Desired, overrides: Overrides): FieldChange {
  const [name = "", ...inside] = field.path.split("/").slice(1);
  const origin = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
  if (origin === undefined) return field;
  const value = valueIn(wanted, name) ?? null;
  // A value that a resource has for a while only, such as a temporary name, is not from an override.
  const isWanted = inside.length > 0 || Array.isArray(value) || isAlike(field.after ?? null, value);
  return isWanted ? { ...field, origin } : field;
}
