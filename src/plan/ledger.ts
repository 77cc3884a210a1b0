/**
 * What each step needs. In: steps in their order, with what they do. Out: the same steps with the earlier ones that touched
 * a resource, an id or a name that they touch. Everything else may be sent at once: `points: 30` needs nothing.
 */
import type { Link } from "../catalog/types.ts";
import { partsOfAddress } from "../model/catalog-lookup.ts";
import { append } from "../model/collections.ts";
import { compareText } from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Live, Step, StepId } from "../model/model.ts";
import type { Move } from "./moves.ts";
import type { Transition } from "./world.ts";

/** A step before what it needs and what is dangerous about it are known. */
export type BareStep = Omit<Step, "needs" | "hazards">;

export class Ledger {
  readonly steps: Step[] = [];
  private readonly writers = new Map<string, StepId>();
  /** Who has used a thing since it was written. */
  private readonly readers = new Map<string, StepId[]>();

  add(step: BareStep, move: Move, transition: Transition): void {
    const { reads, writes, follows } = touchedBy(move, step, transition);
    const needs = new Set<StepId>();
    const need = (ids: Iterable<StepId | undefined>): void => {
      for (const id of ids) if (id !== undefined && id !== step.id) needs.add(id);
    };
    for (const key of [...reads, ...writes]) need([this.writers.get(key)]);
    for (const key of [...writes, ...follows]) need(this.readers.get(key) ?? []);
    for (const key of reads) append(this.readers, key, step.id);
    for (const key of writes) {
      this.writers.set(key, step.id);
      this.readers.delete(key);
    }
    this.steps.push({ ...step, needs: [...needs].sort(compareText), hazards: [] });
  }
}

/**
 * `reads`: keys that no other step may write while this one is sent. `writes`: keys that this step changes. `follows`: keys
 * whose earlier readers must be done first.
 */
function touchedBy(
  { act, change: { address, replaces, after: goal }, kind, link, member = "" }: Move,
  { before, after, request, otherwise }: BareStep,
  { was, is }: Transition,
): Readonly<Record<"reads" | "writes" | "follows", readonly string[]>> {
  if (link !== undefined) {
    const joins = `joins ${address} ${link.name}`;
    const list = listKey(address, link);
    // The other way carries the whole list, so every member has to be there for it.
    const members = otherwise === undefined ? [member] : (goal?.links[link.name] ?? []);
    const used = [idKey(address), ...members.map((id) => idKey(`${link.to}/${id}`))];
    return act === "attach"
      ? { reads: [...used, list, joins], writes: [], follows: [] }
      : { reads: [...used, list], writes: [], follows: [joins] };
  }
  const references = new Set([...was.references, ...is.references]);
  // A replaced resource is deleted after its replacement exists.
  if (act === "delete" && replaces !== undefined) references.add(replaces);
  const changed = [...was.keys, ...is.keys].filter((key) => !was.keys.has(key) || !is.keys.has(key));
  const ownId = before?.custom_id === after?.custom_id ? [] : [idKey(address)];
  const isNew = before === undefined || after === undefined;
  const nested = kind.links.filter(
    ({ name, acyclic }) => acyclic === true && before?.links[name] !== after?.links[name],
  );
  // A list in the body would undo what its members' own requests do at the same time.
  const carried = kind.links.filter(({ name }) => request.body?.[name] !== undefined);
  const lists = carried.map((link) => listKey(address, link));
  return {
    reads: [...references].map(idKey),
    writes: [address, ...ownId, ...changed, ...lists, ...(isNew ? [] : nested.map(({ name }) => name))],
    follows: [],
  };
}

/** The members of one link of one resource, which a PUT writes as a whole and attaching and detaching change one by one. */
function listKey(address: Address, { name }: Link): string {
  return `list ${address} ${name}`;
}

function idKey(address: Address): string {
  return `id ${address}`;
}

/** Where something has a mark, a kind's steps go one after another: what a dead run leaves then has one meaning. */
export function inSequence(steps: readonly Step[]): readonly Step[] {
  const marking = steps.filter(({ before, after }) => hasMark(before) || hasMark(after));
  const kinds = new Set(marking.map(({ address }) => partsOfAddress(address).kind));
  if (kinds.size === 0) return steps;
  const last = new Map<string, StepId>();
  return steps.map((step) => {
    const { kind } = partsOfAddress(step.address);
    const before = last.get(kind);
    if (!kinds.has(kind)) return step;
    last.set(kind, step.id);
    return before === undefined ? step : { ...step, needs: [...new Set([...step.needs, before])].sort(compareText) };
  });
}

function hasMark(resource: Live | undefined): boolean {
  return Object.values(resource?.body ?? {}).some((value) => typeof value === "string" && markOf(value) !== undefined);
}
