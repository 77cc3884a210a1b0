/**
 * Puts steps in order. In: changes and both sides. Out: steps, each with what it needs, in an order in which every
 * step comes after its needs. It depends on nothing but its input: creations early, deletions late, then the catalog's
 * order, then ids. Where resources take unique values from each other in a ring, one of them gets temporary values first.
 */
import type { Catalog, KindName, Link } from "../catalog/types.ts";
import { addressOf, customIdOf, kindNamed, partsOfAddress, referencesOfResource } from "../model/catalog-lookup.ts";
import type { Scalars } from "../model/codec.ts";
import { addTo, grouped, pushAll } from "../model/collections.ts";
import { type Checked, compareText, type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import { findCycles, reachable } from "../model/graph.ts";
import type { Action, Address, Change, Live, LiveGame, Renames, Step, StepId } from "../model/model.ts";
import { movingIds } from "../model/temporary-ids.ts";
import { addressOfChange, type ComparedSides } from "./diff.ts";
import {
  indexSteps,
  mentionedBy,
  needsOf,
  type Planned,
  renamesBefore,
  type StepIndex,
  temporaryValue,
  uniqueKeysOf,
  type ValueDependency,
  valueDependencies,
} from "./needs.ts";
import { type BareStep, type StepInput, stepOf, temporaryStep, temporaryStepId } from "./steps.ts";

/** A step before hazards are known. */
export type OrderedStep = Omit<Step, "hazards">;

/** What the preferred order of steps depends on. */
type Sortable = Pick<Step, "id" | "action" | "address">;

/** A step that gives its resource temporary values, before the step that gives it the final ones. */
interface Detour {
  readonly claim: ValueDependency;
  readonly fields: Set<string>;
}

/** Everything that decides about the order, while it is being found. */
interface Ordering {
  readonly planned: readonly Planned[];
  /** Needs that nothing can change. */
  readonly needs: ReadonlyMap<StepId, ReadonlySet<StepId>>;
  /** Renames that a step comes after if it can. */
  readonly preferred: Map<StepId, Set<StepId>>;
  readonly claims: readonly ValueDependency[];
  /** By the resource's final address. */
  readonly detours: Map<Address, Detour>;
}

export function order(
  changes: readonly Change[],
  sides: ComparedSides,
  catalog: Catalog,
  scalars: Scalars,
): Checked<readonly OrderedStep[]> {
  if (changes.length === 0) return { value: [], diagnostics: [] };
  const { desired, live, actual } = sides;
  const context: StepInput = { catalog, desired: desired.resources, live, scalars };
  const planned = changes.map((change) => ({ change, step: stepOf(change, context) }));
  const index = indexSteps(planned, actual, catalog);
  const { claims, diagnostics } = valueDependencies(planned, index, sides, catalog);
  if (diagnostics.length > 0) return { diagnostics };

  const needs = new Map(planned.map((each) => [each.step.id, new Set(needsOf(each, index, catalog))]));
  for (const [id, more] of cycleNeeds(planned, live, catalog)) for (const need of more) needs.get(id)?.add(need);
  const preferred = new Map(planned.map((each) => [each.step.id, new Set(renamesBefore(each, index, catalog))]));
  const ordering: Ordering = { planned, needs, preferred, claims, detours: new Map() };
  for (;;) {
    const graph = graphOf(ordering);
    const sorted = sortSteps(graph, catalog);
    if ("order" in sorted)
      return { value: finished(sorted.order, graph.needs, ordering, index, sides, context), diagnostics: [] };
    const closed = sorted.cycles.filter((cycle) => !openCycle(cycle, ordering));
    if (closed.length === sorted.cycles.length) return { diagnostics: closed.slice(0, 1).map(cycleDiagnostic) };
  }
}

/** Steps with all that they need now. */
function graphOf({ planned, needs, preferred, claims, detours }: Ordering): {
  readonly steps: ReadonlyMap<StepId, Sortable>;
  readonly needs: ReadonlyMap<StepId, Set<StepId>>;
} {
  const steps = new Map<StepId, Sortable>(planned.map(({ step }) => [step.id, step]));
  const all = new Map(
    planned.map(({ step: { id } }) => [id, new Set([...(needs.get(id) ?? []), ...(preferred.get(id) ?? [])])]),
  );
  for (const detour of detours.values()) {
    const id = detourStep(detour);
    steps.set(id, { id, action: "update", address: detour.claim.holder.address });
    all.set(id, new Set());
    all.get(detour.claim.freedBy)?.add(id);
  }
  for (const claim of claims) {
    const detour = detours.get(claim.holder.address);
    const isFreed = detour?.fields.has(claim.field.name) === true;
    all.get(claim.taker)?.add(isFreed ? detourStep(detour) : claim.freedBy);
  }
  return { steps, needs: all };
}

function detourStep({ claim, fields }: Detour): StepId {
  return temporaryStepId(claim.holder.address, fields);
}

/**
 * Opens a cycle: a step in it does without the new id of something, or a resource in it makes way. Which one is the same
 * in every run: the first by address, of those that free a value that can be any.
 */
function openCycle(cycle: readonly StepId[], { needs, preferred, claims, detours }: Ordering): boolean {
  const before = new Map(cycle.map((id, place) => [id, cycle[(place + 1) % cycle.length] as StepId]));
  const inCycle = claims.filter(
    ({ taker, freedBy, holder, field }) =>
      before.get(taker) === freedBy && detours.get(holder.address)?.fields.has(field.name) !== true,
  );
  for (const [id, need] of before) {
    const soft = preferred.get(id);
    const isHard = needs.get(id)?.has(need) === true || inCycle.some(({ taker }) => taker === id);
    if (isHard || soft?.has(need) !== true) continue;
    soft.delete(need);
    return true;
  }
  const open = inCycle
    .filter(({ field }) => field.unique === true || field.type === "id")
    .filter(({ taker, freedBy }) => needs.get(taker)?.has(freedBy) !== true)
    .sort((a, b) => compareText(a.holder.address, b.holder.address));
  const [claim] = open;
  if (claim === undefined) return false;
  const { address } = claim.holder;
  const detour = detours.get(address) ?? { claim, fields: new Set() };
  // Everything that the same step would wait for, or it would find the cycle closed again.
  for (const each of open)
    if (each.taker === claim.taker && each.holder.address === address) detour.fields.add(each.field.name);
  detours.set(address, detour);
  return true;
}

/**
 * The steps with their requests. A step that names a resource by the id that it has keeps its place between the steps
 * that change this id, also when steps are sent side by side.
 */
function finished(
  sorted: readonly StepId[],
  needs: ReadonlyMap<StepId, Set<StepId>>,
  { planned, detours }: Ordering,
  index: StepIndex,
  { desired, actual, renames }: ComparedSides,
  context: StepInput,
): readonly OrderedStep[] {
  const { catalog } = context;
  const taken = detours.size === 0 ? new Set<string>() : uniqueKeysOf(desired, actual, catalog);
  const written = new Set(desired.moved.map(({ kind, from }) => addressOf(kind, from)));
  const temporaries = new Map(
    [...detours.values()].map((detour) => {
      const values = temporaryValues(detour, taken, written, catalog);
      return [detourStep(detour), { holder: detour.claim.holder, values }] as const;
    }),
  );
  const idChanges = [
    ...[...index.moves].map(([address, step]) => ({ step, address, id: customIdOf(address) })),
    ...[...temporaries].flatMap(([step, { holder, values }]) =>
      values.custom_id === undefined ? [] : [{ step, address: holder.address, id: values.custom_id }],
    ),
  ];
  const along = idsAlong(sorted, idChanges, renames);
  const byId = new Map(planned.map((each) => [each.step.id, each]));
  const withIds = renames.size > 0 || temporaries.size > 0;
  const steps = sorted.map((id): BareStep => {
    const each = byId.get(id);
    if (each !== undefined && !withIds) return each.step;
    const now = { ...context, idsNow: (kind: KindName, custom_id: string) => along.idAt(id, kind, custom_id) };
    if (each !== undefined) return stepOf(each.change, now);
    const { holder, values } = temporaries.get(id) as Temporary;
    return temporaryStep(holder, values, now);
  });
  for (const id of withIds ? sorted : []) {
    const each = byId.get(id);
    const mentioned = (holder: Live) => [holder.address, ...referencesOfResource(catalog, holder)];
    const addresses = each ? mentionedBy(each, index, catalog) : mentioned((temporaries.get(id) as Temporary).holder);
    for (const address of addresses) {
      const { last, next } = along.around(id, address);
      if (last !== undefined) needs.get(id)?.add(last);
      if (next !== undefined) needs.get(next)?.add(id);
    }
  }
  return steps.map((step) => ({ ...step, needs: [...(needs.get(step.id) ?? [])].sort(compareText) }));
}

/** What a detour does: a resource, and the values that it has for a while. */
interface Temporary {
  readonly holder: Live;
  readonly values: Readonly<Record<string, string>>;
}

function temporaryValues(
  { claim: { holder, actual }, fields }: Detour,
  taken: Set<string>,
  written: ReadonlySet<Address>,
  catalog: Catalog,
): Temporary["values"] {
  const kind = kindNamed(catalog, holder.kind);
  const ids = movingIds(actual.custom_id);
  // An id that an entry is about means something else to the next run.
  const aside = ids.find((id) => !written.has(addressOf(kind.name, id))) ?? ids[0];
  const free = kind.fields.filter(({ name }) => fields.has(name));
  return Object.fromEntries(
    free.map((field) => [field.name, field.type === "id" ? aside : temporaryValue(kind, field, taken)]),
  );
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
): { readonly order: readonly StepId[] } | { readonly cycles: readonly (readonly StepId[])[] } {
  const preferred = [...graph.steps.values()].sort(stepOrder(catalog)).map(({ id }) => id);
  const rank = new Map(preferred.map((id, position) => [id, position]));
  const sortedNeeds = (id: StepId): StepId[] =>
    [...(graph.needs.get(id) ?? [])].sort((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0));
  const done = new Set<StepId>();
  const order: StepId[] = [];
  const cycles: (readonly StepId[])[] = [];
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
        cycles.push(path.slice(path.findIndex(({ id }) => id === next)).map(({ id }) => id));
        // Whatever else these steps need is looked at when the cycle is open.
        for (const { id } of path.splice(0)) done.add(id);
      } else if (!done.has(next)) enter(next);
    }
  }
  return cycles.length === 0 ? { order } : { cycles };
}

const PHASE: Record<Action, number> = { rename: 1, create: 1, update: 1, replace: 1, attach: 2, detach: 3, delete: 4 };

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

function cycleDiagnostic(cycle: readonly StepId[]): Diagnostic {
  return diagnostic("order-cycle", `These steps need each other: ${[...cycle, cycle[0]].join(" -> ")}.`, {
    help: ["make the change in two parts, so that one of them no longer needs the other"],
  });
}

/** A step that gives a resource another id. Resources are known by their final address. */
interface IdChange {
  readonly step: StepId;
  readonly address: Address;
  readonly id: string;
}

interface IdsAlong {
  /** The id that a resource has when the step is sent, by its kind and its final id. */
  readonly idAt: (step: StepId, kind: KindName, id: string) => string;
  /** The last change of the resource's id before the step, and the first one after it. */
  readonly around: (step: StepId, address: Address) => Readonly<Record<"last" | "next", StepId | undefined>>;
}

/** `renames`: what is live under another id at the beginning. */
function idsAlong(sorted: readonly StepId[], changes: readonly IdChange[], renames: Renames): IdsAlong {
  const position = new Map(sorted.map((id, place) => [id, place]));
  const positionOf = (id: StepId): number => position.get(id) ?? 0;
  const inOrder = [...changes].sort((a, b) => positionOf(a.step) - positionOf(b.step));
  const byAddress = grouped(inOrder, ({ address }) => address);
  const before = (step: StepId, address: Address): IdChange | undefined =>
    byAddress.get(address)?.findLast((each) => positionOf(each.step) < positionOf(step));
  return {
    idAt: (step, kind, id) => {
      const address = addressOf(kind, id);
      if (!byAddress.has(address)) return id;
      return before(step, address)?.id ?? renames.get(address)?.custom_id ?? id;
    },
    around: (step, address) => ({
      last: before(step, address)?.step,
      next: byAddress.get(address)?.find((each) => positionOf(each.step) > positionOf(step))?.step,
    }),
  };
}

// Links that must not lead back to where they start (docs/service.md#renames): cycles that changes would close are errors,
// and in nesting that is turned round the old link is removed before the new one is added.

interface LinkEdge {
  readonly from: Address;
  readonly to: Address;
}

/** An error for each cycle that the changes would close. */
export function closedCycles(
  changes: readonly Change[],
  sides: ComparedSides,
  catalog: Catalog,
): readonly Diagnostic[] {
  const own = changes.filter(({ replaces }) => replaces === undefined);
  const gone = new Set(own.flatMap((change) => (change.action === "delete" ? [change.live.address] : [])));
  return acyclicLinks(catalog).flatMap((link) => {
    const changed = new Set(own.filter((change) => concerns(change, link)).map(addressOfChange));
    const roots = [...changed].filter((address) => partsOfAddress(address).kind === link.to);
    // As everything will be when the plan is done.
    const edgesFrom = (from: Address): readonly LinkEdge[] => {
      const resource = sides.desired.resources.get(from) ?? sides.live.resources.get(from);
      return gone.has(from) ? [] : edgesOf(from, resource?.links[link.name], link);
    };
    return findCycles(roots, edgesFrom, ({ to }) => to)
      .filter((cycle) => cycle.some(({ from }) => changed.has(from)))
      .map((cycle) => problem(cycle, link, changed, sides));
  });
}

/** Such links lead from a kind to itself. */
function acyclicLinks(catalog: Catalog): readonly Link[] {
  return catalog.flatMap(({ links }) => links.filter(({ acyclic }) => acyclic === true));
}

function concerns(change: Change, link: Link): boolean {
  if ("member" in change) return change.link === link.name;
  return "fields" in change ? change.fields.some(({ path }) => path === `/${link.name}`) : change.action === "create";
}

function edgesOf(from: Address, members: Iterable<string> = [], link: Link): readonly LinkEdge[] {
  return [...members].map((id) => ({ from, to: addressOf(link.to, id) }));
}

function problem(
  cycle: readonly LinkEdge[],
  link: Link,
  changed: ReadonlySet<Address>,
  { desired }: ComparedSides,
): Diagnostic {
  const begin = cycle.findIndex(({ from }) => changed.has(from));
  const members = [...cycle.slice(begin), ...cycle.slice(0, begin)].map(({ from }) => from);
  const first = members[0] as Address;
  const left = members.filter((address) => !changed.has(address));
  const detail = `With this change, ${first} would lead back to itself by ${link.name}: ${[...members, first].join(" -> ")}.`;
  return diagnostic("reference-cycle", detail, {
    address: first,
    primary: labelAt(desired, first, `/${link.name}`, "closes the circle"),
    help: [
      ...left.map((address) => `${address} stays as it is live; to change it, let the manifests decide about it`),
      "take one of them out of the list",
    ],
  });
}

/** An edge that one step adds or removes. */
interface ChangedEdge extends LinkEdge {
  readonly step: StepId;
}

/** For steps that add edges: the steps that remove edges of the cycles which would be closed otherwise. */
function cycleNeeds(
  planned: readonly Planned[],
  live: LiveGame,
  catalog: Catalog,
): ReadonlyMap<StepId, readonly StepId[]> {
  const needs = new Map<StepId, StepId[]>();
  const own = planned.filter(({ change }) => change.replaces === undefined);
  for (const link of acyclicLinks(catalog)) {
    const { added, removed } = changedEdges(own, link, live);
    if (added.length === 0 || removed.length === 0) continue;
    const present = [...live.resources.values()].flatMap(({ address, kind, links }) =>
      kind === link.to ? edgesOf(address, links[link.name], link) : [],
    );
    const all = [...present, ...added];
    const [onwards, back] = [grouped(all, ({ from }) => from), grouped(all, ({ to }) => to)];
    const edgesFrom = (address: Address): readonly LinkEdge[] => onwards.get(address) ?? [];
    if (findCycles(onwards.keys(), edgesFrom, ({ to }) => to).length === 0) continue;
    const ofLink = new Map<StepId, StepId[]>();
    for (const { from, to, step } of added) {
      const ahead = reachable([to], (address) => edgesFrom(address).map((edge) => edge.to));
      const behind = reachable([from], (address) => (back.get(address) ?? []).map((edge) => edge.from));
      const before = removed.filter((edge) => edge.step !== step && ahead.has(edge.from) && behind.has(edge.to));
      if (before.length > 0) ofLink.set(step, [...(ofLink.get(step) ?? []), ...before.map((edge) => edge.step)]);
    }
    const needsOf = (step: StepId): readonly StepId[] => ofLink.get(step) ?? [];
    const areInCycle = findCycles(ofLink.keys(), needsOf, (step) => step).length > 0;
    const found = areInCycle ? oneByOne(present, added, removed) : ofLink;
    for (const [step, before] of found) needs.set(step, [...(needs.get(step) ?? []), ...before]);
  }
  return needs;
}

/**
 * Steps that each add and remove an edge can seem to need each other. Then they are tried one after another, each when
 * it closes no cycle; what is left over has no order.
 */
function oneByOne(
  present: readonly LinkEdge[],
  added: readonly ChangedEdge[],
  removed: readonly ChangedEdge[],
): ReadonlyMap<StepId, readonly StepId[]> {
  const targets = new Map<Address, Set<Address>>();
  const add = ({ from, to }: LinkEdge): void => addTo(targets, from, to);
  const remove = ({ from, to }: LinkEdge): unknown => targets.get(from)?.delete(to);
  present.forEach(add);
  const [adds, removes] = [grouped(added, ({ step }) => step), grouped(removed, ({ step }) => step)];
  const closesNone = ({ from, to }: LinkEdge): boolean => !reachable([to], (at) => targets.get(at) ?? []).has(from);
  const isPossible = (step: StepId): boolean => {
    const gone = (removes.get(step) ?? []).filter(({ from, to }) => targets.get(from)?.has(to) === true);
    gone.forEach(remove);
    const isOpen = (adds.get(step) ?? []).every(closesNone);
    gone.forEach(add);
    return isOpen;
  };
  const open = new Set([...removes.keys(), ...adds.keys()].sort());
  const next = (): StepId | undefined => [...open].find(isPossible);
  const needs = new Map<StepId, readonly StepId[]>();
  let last: StepId | undefined;
  for (let step = next(); step !== undefined; step = next()) {
    removes.get(step)?.forEach(remove);
    adds.get(step)?.forEach(add);
    if (last !== undefined) needs.set(step, [last]);
    last = step;
    open.delete(step);
  }
  return needs;
}

/** Referrers remove the links to a deleted resource before it goes, so deletions remove none. */
function changedEdges(
  planned: readonly Planned[],
  link: Link,
  live: LiveGame,
): { readonly added: readonly ChangedEdge[]; readonly removed: readonly ChangedEdge[] } {
  const [added, removed]: [ChangedEdge[], ChangedEdge[]] = [[], []];
  for (const { change, step } of planned) {
    if (change.action === "delete" || !concerns(change, link)) continue;
    const { kind } = "member" in change ? change : change.desired;
    if (kind !== link.to) continue;
    const edges = (members: Iterable<string>): readonly ChangedEdge[] =>
      edgesOf(step.address, members, link).map((edge) => ({ ...edge, step: step.id }));
    if ("member" in change) pushAll(change.action === "attach" ? added : removed, edges([change.member]));
    else {
      const before = new Set(live.resources.get(step.address)?.links[link.name]);
      const after = new Set(change.desired.links[link.name]);
      pushAll(added, edges([...after].filter((id) => !before.has(id))));
      pushAll(removed, edges([...before].filter((id) => !after.has(id))));
    }
  }
  return { added, removed };
}
