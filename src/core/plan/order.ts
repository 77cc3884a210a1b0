/**
 * Puts steps in order. In: changes and both sides. Out: steps, each with what it needs, in an order in which every
 * step comes after its needs. It depends on nothing but its input: creations early, deletions late, then the catalog's
 * order, then ids. Resources that take each other's names in a ring go through a temporary name.
 */
import type { Catalog, Kind } from "../../catalog/types.ts";
import { addressOf, kindNamed, partsOfAddress } from "../catalog-lookup.ts";
import { resourcePath, type Scalars } from "../codec.ts";
import { type Checked, compareText, type Diagnostic, diagnostic } from "../diagnostics.ts";
import type { Action, Address, Change, Links, Live, LiveGame, Renames, Step, StepId } from "../model.ts";
import { referencesOf } from "../references.ts";
import { circleNeeds } from "./circle-needs.ts";
import { type Claim, claimedKeys, findClaims, temporaryValue } from "./claims.ts";
import type { Sides } from "./compare.ts";
import { movingId } from "./moves.ts";
import { indexSteps, needsOf, type StepIndex, stepsThatMake } from "./needs.ts";
import { type BareStep, stepOf, temporaryStep } from "./steps.ts";

/** A step before hazards are known. */
export type OrderedStep = Omit<Step, "hazards">;

/** What the preferred order of steps depends on. */
interface Sortable {
  readonly id: StepId;
  readonly action: Action;
  readonly address: Address;
}

/** Steps by id with what they need, while the order is being found. */
interface Graph {
  readonly steps: Map<StepId, BareStep>;
  readonly needs: Map<StepId, Set<StepId>>;
  /** Where a resource is found after the last temporary step on it, which later ones have to follow. */
  readonly temporaries: Map<Address, { readonly step: StepId; readonly path: string }>;
  /** Temporary steps by what they name under its old id: they come before that gets another one. */
  readonly namedBefore: Map<Address, StepId[]>;
}

export function order(
  changes: readonly Change[],
  sides: Sides,
  catalog: Catalog,
  scalars: Scalars,
): Checked<readonly OrderedStep[]> {
  if (changes.length === 0) return { value: [], diagnostics: [] };
  const { desired, live, actual, renames } = sides;
  const inventories = { desired: desired.resources, live };
  const planned = changes.map((change) => ({ change, step: stepOf(change, catalog, inventories, scalars) }));
  const index = indexSteps(planned, actual, catalog);
  const { claims, diagnostics } = findClaims(planned, index, desired, live, actual, renames, catalog);
  if (diagnostics.length > 0) return { diagnostics };

  const graph: Graph = {
    steps: new Map(planned.map(({ step }) => [step.id, step])),
    needs: new Map(planned.map((each) => [each.step.id, new Set(needsOf(each, index, catalog))])),
    temporaries: new Map(),
    namedBefore: new Map(),
  };
  for (const { taker, freedBy } of claims) graph.needs.get(taker)?.add(freedBy);
  for (const [id, needs] of circleNeeds(planned, live, catalog))
    for (const need of needs) graph.needs.get(id)?.add(need);
  let taken: Set<string> | undefined;
  let open = claims;
  for (;;) {
    const sorted = sortSteps(graph, catalog);
    if ("order" in sorted) return { value: sorted.order.map((id) => finished(graph, id)), diagnostics: [] };
    const claim = claimIn(sorted.cycle, open);
    if (claim === undefined) return { diagnostics: [cycleDiagnostic(sorted.cycle)] };
    taken ??= claimedKeys(desired, actual, catalog);
    open = throughTemporary(graph, claim, open, index, taken, { live, renames, catalog, scalars });
  }
}

/**
 * Depth-first over the steps in their preferred order, each after its needs: deterministic, and a step that needs
 * nothing late is not made late by others. Without recursion, because chains of needs can be long.
 */
export function sortSteps(
  graph: {
    readonly steps: ReadonlyMap<StepId, Sortable>;
    readonly needs: ReadonlyMap<StepId, ReadonlySet<StepId>>;
  },
  catalog: Catalog,
): { readonly order: readonly StepId[] } | { readonly cycle: readonly StepId[] } {
  const preferred = [...graph.steps.values()].sort(stepOrder(catalog)).map(({ id }) => id);
  const rank = new Map(preferred.map((id, position) => [id, position]));
  const sortedNeeds = (id: StepId): StepId[] =>
    [...(graph.needs.get(id) ?? [])].sort((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0));
  const done = new Set<StepId>();
  const order: StepId[] = [];
  for (const start of preferred) {
    const path: { id: StepId; open: StepId[] }[] = [];
    const onPath = new Set<StepId>();
    const enter = (id: StepId): void => {
      path.push({ id, open: sortedNeeds(id) });
      onPath.add(id);
    };
    if (!done.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.open.pop();
      if (next === undefined) {
        path.pop();
        onPath.delete(top.id);
        done.add(top.id);
        order.push(top.id);
      } else if (onPath.has(next)) {
        return { cycle: path.slice(path.findIndex(({ id }) => id === next)).map(({ id }) => id) };
      } else if (!done.has(next)) enter(next);
    }
  }
  return { order };
}

const PHASE: Record<Action, number> = {
  rename: 1,
  create: 1,
  update: 1,
  replace: 1,
  attach: 2,
  detach: 3,
  delete: 4,
};

function stepOrder(catalog: Catalog): (a: Sortable, b: Sortable) => number {
  const rank = new Map(catalog.map((kind, position) => [kind.name, position]));
  const rankOf = (address: Address): number => rank.get(partsOfAddress(address).kind) ?? 0;
  return (a, b) => {
    const phase = PHASE[a.action] - PHASE[b.action];
    if (phase !== 0) return phase;
    const kinds = rankOf(a.address) - rankOf(b.address);
    return (a.action === "delete" ? -kinds : kinds) || compareText(a.address, b.address) || compareText(a.id, b.id);
  };
}

/**
 * A claim that closes the cycle and can be opened by another value. Rather one whose steps have no other claim between
 * them, which would keep the cycle closed; then the first by address, so that it is always the same.
 */
function claimIn(cycle: readonly StepId[], claims: readonly Claim[]): Claim | undefined {
  const members = new Set(cycle);
  const inCycle = claims.filter(({ taker, freedBy }) => members.has(taker) && members.has(freedBy));
  const between = ({ taker, freedBy }: Claim): number =>
    inCycle.filter((each) => each.taker === taker && each.freedBy === freedBy).length;
  return inCycle
    .filter(({ field }) => field.unique === true || field.type === "id")
    .sort((a, b) => between(a) - between(b) || compareText(a.holder.address, b.holder.address))[0];
}

interface TemporaryContext {
  readonly live: LiveGame;
  readonly renames: Renames;
  readonly catalog: Catalog;
  readonly scalars: Scalars;
}

/** Frees the claimed value by a step of its own; returns the claims that are left. */
function throughTemporary(
  graph: Graph,
  claim: Claim,
  claims: readonly Claim[],
  index: StepIndex,
  taken: Set<string>,
  { live, renames, catalog, scalars }: TemporaryContext,
): readonly Claim[] {
  const { holder, actual, field } = claim;
  const kind = kindNamed(catalog, holder.kind);
  const isId = field.type === "id";
  const value = isId ? movingId(actual.custom_id) : temporaryValue(kind, field, taken);
  const earlier = graph.temporaries.get(holder.address);
  const path = earlier?.path ?? resourcePath(kind, actual.custom_id);
  const members = kind.links.flatMap(({ name, to }) => (holder.links[name] ?? []).map((id) => addressOf(to, id)));
  const moving = members.filter((address) => renames.has(address));
  const before = {
    ...holder,
    body: { ...holder.body, custom_id: actual.custom_id },
    links: linksBefore(kind, holder, renames),
  };
  const step = temporaryStep(kind, before, field.name, value, path, live, scalars);
  graph.steps.set(step.id, step);
  // What is replaced is still there as it was: only ids that a rename changes have to be waited for.
  const references = [...referencesOf(kind, holder.body, {})].filter((address) => !index.newcomers.has(address));
  graph.needs.set(
    step.id,
    new Set([...stepsThatMake(references, index), ...(earlier === undefined ? [] : [earlier.step])]),
  );
  graph.needs.get(claim.freedBy)?.add(step.id);
  if (isId)
    for (const earlierStep of graph.namedBefore.get(holder.address) ?? []) graph.needs.get(step.id)?.add(earlierStep);
  for (const address of moving) {
    graph.namedBefore.set(address, [...(graph.namedBefore.get(address) ?? []), step.id]);
    const moves = [index.moves.get(address), graph.temporaries.get(address)?.step];
    for (const move of moves) if (move !== undefined) graph.needs.get(move)?.add(step.id);
  }
  for (const repoint of index.repointsOf.get(holder.address) ?? []) graph.needs.get(repoint)?.add(step.id);
  const nextPath = isId ? resourcePath(kind, value) : path;
  graph.temporaries.set(holder.address, { step: step.id, path: nextPath });
  const main = graph.steps.get(claim.freedBy);
  if (isId && main !== undefined) {
    const otherwise = main.otherwise === undefined ? {} : { otherwise: { ...main.otherwise, path: nextPath } };
    graph.steps.set(main.id, { ...main, request: { ...main.request, path: nextPath }, ...otherwise });
  }
  const same = (each: Claim): boolean => each.holder.address === holder.address && each.field.name === field.name;
  const left = claims.filter((each) => !same(each));
  for (const { taker, freedBy } of claims.filter(same)) {
    // The same step may free a value of another field, too, which is still to be waited for.
    const isStillNeeded = left.some((each) => each.taker === taker && each.freedBy === freedBy);
    if (!isStillNeeded) graph.needs.get(taker)?.delete(freedBy);
    graph.needs.get(taker)?.add(step.id);
  }
  return left;
}

/** The links with the ids that their members have before anything is renamed. */
function linksBefore(kind: Kind, { links }: Live, renames: Renames): Links {
  return Object.fromEntries(
    kind.links
      .filter(({ name }) => links[name] !== undefined)
      .map(({ name, to }) => [
        name,
        (links[name] ?? []).map((id) => renames.get(addressOf(to, id))?.custom_id ?? id).sort(),
      ]),
  );
}

function finished({ steps, needs }: Graph, id: StepId): OrderedStep {
  return { ...(steps.get(id) as BareStep), needs: [...(needs.get(id) ?? [])].sort(compareText) };
}

function cycleDiagnostic(cycle: readonly StepId[]): Diagnostic {
  return diagnostic("order-cycle", `These steps need each other: ${[...cycle, cycle[0]].join(" -> ")}.`, {
    help: ["make the change in two parts, so that one of them no longer needs the other"],
  });
}
