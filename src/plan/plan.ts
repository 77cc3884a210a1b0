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
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors, labelAt, MOST_SHOWN } from "../model/diagnostics.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import type {
  Action,
  Address,
  Desired,
  DesiredGame,
  Digest,
  FieldChange,
  Kept,
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
import { digestOfPlan, digestOfTouched, type Hash, touchedBy } from "./basis.ts";
import { compareGames, type GameComparison } from "./goal.ts";
import { type FindUnearnable, prunedBy, withHazards } from "./hazards.ts";
import { inSequence } from "./ledger.ts";
import { notComparable, notVerified } from "./not-verified.ts";
import { renameSuggestions } from "./rename-suggestions.ts";
import { selectSteps, targetsIn } from "./selected-steps.ts";
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
  const { desired, live, catalog } = input;
  const dangling = danglingLive(desired, live, catalog);
  if (dangling.length > 0) return { diagnostics: dangling };
  const comparison = input.compared ?? compareGames(desired, live, { catalog, prune: options.prune });
  const targets = targetsIn(comparison, desired, options);
  const problems = [...comparison.diagnostics, ...targets.diagnostics];
  if (hasErrors(problems)) return { diagnostics: problems };
  const simulated = simulate(comparison, { catalog, live, scalars: options.scalars });
  if (simulated.diagnostics.length > 0) return { diagnostics: [...problems, ...simulated.diagnostics] };
  const chosen = selectSteps(simulated.steps, targets.addresses, catalog);
  const after = gameAfter(comparison, new Set(chosen.steps.map(({ address }) => address)));
  const sides = { before: comparison.live, after, desired, catalog };
  const ordered = inSequence(chosen.steps);
  const steps = withOverrideOrigins(withHazards(ordered, sides, options), comparison.desired, catalog);
  const made = { ...input, comparison, steps, kept: [...comparison.kept, ...chosen.kept] };
  return {
    value: planOf(made, options),
    diagnostics: [...problems, ...renameSuggestions(comparison, catalog)],
  };
}

interface Made extends PlanInput {
  readonly comparison: GameComparison;
  readonly steps: readonly Step[];
  readonly kept: readonly Kept[];
}

function planOf({ target, desired, live, catalog, hash, comparison, steps, kept }: Made, options: PlanOptions): Plan {
  const touched = touchedBy(steps, live, catalog);
  const basis = { manifests: digestOfManifests(desired, catalog, hash), live: digestOfTouched(touched, hash), touched };
  const pruned = options.known === undefined ? prunedBy(steps, desired) : [];
  const not_verified = notVerified(desired, comparison.live, catalog);
  return {
    ...target,
    digest: digestOfPlan({ ...target, basis, steps }, hash),
    basis,
    summary: summarise({ steps, kept, not_verified }, comparison),
    steps,
    kept,
    not_verified,
    not_comparable: notComparable(not_verified, catalog),
    managed: inCatalogOrder(catalog, desired.managed),
    not_compared: kindsNotCompared(desired, live, catalog),
    ...defined({ unknown: pruned.length === 0 ? undefined : pruned.map(({ address }) => address) }),
  };
}

/** The game as it is when what the plan is about is as it is to be. */
function gameAfter({ live, changes }: GameComparison, about: ReadonlySet<Address>): LiveGame {
  if (changes.length === 0) return live;
  const resources = new Map(live.resources);
  for (const { address, after, replaces } of changes) {
    if (!about.has(replaces ?? address) && !about.has(address)) continue;
    if (after !== undefined) {
      const { kind, custom_id, body, links } = after;
      resources.set(address, { address, kind, custom_id, body, links, raw: {} });
    } else if (replaces === undefined) resources.delete(address);
  }
  return { ...live, resources };
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

function summarise(
  { steps, kept, not_verified }: Pick<Plan, "steps" | "kept" | "not_verified">,
  { desired, live }: GameComparison,
): Summary {
  const own = steps.filter(({ replaces }) => replaces === undefined);
  const count = (action: Action): number => own.filter((step) => step.action === action).length;
  const replaced = new Set(steps.flatMap(({ action, replaces }) => (action === "create" ? (replaces ?? []) : [])));
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
