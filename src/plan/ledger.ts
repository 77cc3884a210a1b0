/**
 * Finds what each step needs. In: steps in their order, with what they change. Out: for each step
 * the earlier ones that touched a resource, an id, a name or a list that it touches. Steps that
 * need nothing of each other may be sent at once.
 */
import { append, compareText } from "../ground/collections.ts";
import type { StepId } from "../model/model.ts";
import type { MemberMove, Move } from "./moves.ts";
import { contentOfPut, linksOfPut, type PutInput } from "./put-content.ts";
import { referencesOf, type Thing, type ThingKey } from "./thing.ts";
import { type Transition, valuesLost } from "./world.ts";

/** Keys that a step touches: each stands for a resource, an id, a unique value or a list. */
interface Touch {
  /** Must not change while the step is sent. */
  readonly reads: readonly string[];
  /** Changed for other steps. */
  readonly writes: readonly string[];
  /** Keys whose readers must be done, although the step does not change them. */
  readonly follows: readonly string[];
}

/** A step's move, its resource before and after it, and what that changes for others. */
interface Taken {
  readonly move: Move;
  readonly before: Thing | undefined;
  readonly after: Thing | undefined;
  readonly transition: Transition;
}

export class Ledger {
  private readonly input: PutInput;
  private readonly writers = new Map<string, StepId>();
  /** The steps that have read a key since it was written. */
  private readonly readers = new Map<string, StepId[]>();

  constructor(input: PutInput) {
    this.input = input;
  }

  /** Records a step and returns the steps that it needs. */
  add(id: StepId, taken: Taken): readonly StepId[] {
    const { reads, writes, follows } = touchOf(taken, this.input);
    const needs = new Set<StepId>();
    const need = (ids: Iterable<StepId | undefined>): void => {
      for (const other of ids) if (other !== undefined && other !== id) needs.add(other);
    };
    for (const key of [...reads, ...writes]) need([this.writers.get(key)]);
    for (const key of [...writes, ...follows]) need(this.readers.get(key) ?? []);
    for (const key of reads) append(this.readers, key, id);
    for (const key of writes) {
      this.writers.set(key, id);
      this.readers.delete(key);
    }
    return [...needs].sort(compareText);
  }
}

const thingItself = (key: ThingKey): string => `thing ${key}`;
const idOfThing = (key: ThingKey): string => `id ${key}`;
const listOf = (key: ThingKey, link: string): string => `list ${key} ${link}`;
const joiningOf = (key: ThingKey, link: string): string => `joining ${key} ${link}`;

function touchOf({ move, before, after, transition: { was, is } }: Taken, input: PutInput): Touch {
  const { change } = move;
  if (move.act === "attach" || move.act === "detach") return touchOfMember(move, before, input);
  const references = new Set([...was.references, ...is.references]);
  const sent = before && after && contentOfPut(change, { after, members: [] }, input).thing;
  if (sent !== undefined) for (const target of referencesOf(sent)) references.add(target);
  // A replaced resource is deleted when the new one exists.
  if (move.act === "delete" && move.change.why.type === "replaced")
    references.add(move.change.why.by);
  const values = [...valuesLost(before, after), ...valuesLost(after, before)];
  const isNewId = before?.id !== after?.id;
  return {
    reads: [...references].map(idOfThing),
    writes: [
      thingItself(change.key),
      ...(isNewId ? [idOfThing(change.key)] : []),
      ...values.map(({ key }) => key),
      ...nestingChanged(before, after),
      ...listsWritten(before, sent ?? after, input),
    ],
    follows: [],
  };
}

/** A PUT that carries a list writes it: members must neither join nor leave at the same time. */
function listsWritten(
  before: Thing | undefined,
  after: Thing | undefined,
  input: PutInput,
): readonly string[] {
  const links = [before, after].flatMap((thing) =>
    thing === undefined
      ? []
      : linksOfPut(thing, [], input).map(({ name }) => listOf(thing.key, name)),
  );
  return [...new Set(links)];
}

/** Nesting is checked as a whole, so that changes of it come one after another. */
function nestingChanged(before: Thing | undefined, after: Thing | undefined): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const { kind } = after;
  const nested = kind.links.filter(({ acyclic }) => acyclic === true);
  return nested.flatMap(({ name }) =>
    before.members.get(name) === after.members.get(name) ? [] : [`nesting ${kind.name} ${name}`],
  );
}

function touchOfMember(
  { act, change, link, member }: MemberMove,
  owner: Thing | undefined,
  input: PutInput,
): Touch {
  const { key, kind, goal } = change;
  // The PUT that is sent where there is no such endpoint carries the whole list, so that every
  // member has to exist.
  const isUnsure = act === "attach" && input.live.wayOf(kind, link).by === "unknown";
  const sent =
    isUnsure && owner && contentOfPut(change, { after: owner, members: [] }, input).thing;
  const carried = sent ? [...sent.members.keys()] : [];
  const others = carried.filter((name) => name !== link.name).map((name) => listOf(key, name));
  const members = isUnsure ? (goal.members.get(link.name) ?? []) : [member];
  const used = [idOfThing(key), ...[...members].map(idOfThing), listOf(key, link.name)];
  return act === "attach"
    ? { reads: [...used, joiningOf(key, link.name)], writes: others, follows: [] }
    : { reads: used, writes: [], follows: [joiningOf(key, link.name)] };
}
