/**
 * Takes one change after another as the service would take it now. In: what has to change. Out:
 * steps with their requests, each after what it needs. `points: 30` is one PUT; a swap of two names
 * is three, because one of the two gets a temporary name first.
 */
import type { Field, Kind, KindName } from "../catalog/types.ts";
import { append, pickMembers } from "../ground/collections.ts";
import { collationKey } from "../model/collation.ts";
import {
  type Checked,
  type Diagnostic,
  diagnostic,
  type ErrorDiagnostic,
  type Errors,
  hasErrors,
} from "../model/diagnostics.ts";
import { isCarriedByCreation } from "../model/link-way.ts";
import { type IdMark, marked } from "../model/marks.ts";
import type { Body, Step, StepId } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { type Change, type Deletion, type GameComparison, shownIdOf } from "./changes.ts";
import { isMarkedForDeletion } from "./identify.ts";
import { Ledger } from "./ledger.ts";
import { fingerprintOfMove, movesOfKind } from "./move-fingerprint.ts";
import { inOrder, type MemberMove, type Move, movesOf, type SimulationInput } from "./moves.ts";
import { declaredNotShown } from "./put-content.ts";
import { type StepEffect, writeStep } from "./step.ts";
import { stuck } from "./stuck.ts";
import { type IdOf, referencesOf, type Thing, type ThingKey } from "./thing.ts";
import { type Transition, uniqueKey, uniqueValuesOf, valuesLost, World } from "./world.ts";

/** Steps in an order in which each comes after what it needs, and what each does. */
export interface Simulated {
  readonly steps: readonly Step[];
  readonly effects: ReadonlyMap<StepId, StepEffect>;
}

/** Finds the steps. Hazards are added by a later stage. */
export function simulate(comparison: GameComparison, input: SimulationInput): Checked<Simulated> {
  return new Simulation(comparison, input).run();
}

/** Something that keeps a step from being taken. `until` names the event that ends it. */
interface Obstacle {
  readonly until: string;
  /** The thing that has a value which the step needs, and the field of that value. */
  readonly held?: { readonly by: ThingKey; readonly field: string };
}

const created = (key: ThingKey): string => `created ${key}`;
const released = (key: ThingKey): string => `released ${key}`;
const unlinked = (link: string): string => `unlinked ${link}`;

class Simulation {
  private readonly comparison: GameComparison;
  private readonly input: SimulationInput;
  private readonly world: World;
  private readonly changes: ReadonlyMap<ThingKey, Change>;
  /** By the new resource: the deletion of the one that it replaces. */
  private readonly replaced: ReadonlyMap<ThingKey, Deletion>;
  private readonly ledger: Ledger;
  /** The id by which people know a thing. */
  private readonly shownId: IdOf;
  private readonly moves: readonly Move[];
  private readonly steps: Step[] = [];
  private readonly effects = new Map<StepId, StepEffect>();
  /** By thing: the steps that gave it temporary ids or names. */
  private readonly marks = new Map<ThingKey, StepId[]>();
  /** Places of moves that wait, by what they wait for. */
  private readonly waiting = new Map<string, number[]>();
  /** In the order of their places. */
  private readonly blocked = new Map<number, Obstacle>();
  private readonly diagnostics: Diagnostic[] = [];
  /** Places of moves that no longer wait, the last one first. */
  private woken: number[] = [];
  /** Number of moves that were attempted at least once. */
  private attempted = 0;

  constructor(comparison: GameComparison, input: SimulationInput) {
    this.comparison = comparison;
    this.input = input;
    this.world = new World(comparison.identification.things, input.live.resources, input.catalog);
    this.changes = new Map(comparison.changes.map((change) => [change.key, change]));
    this.replaced = indexReplacements(comparison.changes);
    this.ledger = new Ledger({ ...input, world: this.world });
    this.shownId = shownIdOf(comparison.identification, this.changes, (key) =>
      this.world.idOf(key),
    );
    const moves = comparison.changes.flatMap((change) => movesOf(change, input));
    this.moves = inOrder(moves, input.catalog, this.shownId);
  }

  run(): Checked<Simulated> {
    for (;;) {
      const place = this.nextPlace();
      const move = this.moves[place];
      if (move === undefined) {
        if (this.blocked.size === 0)
          return { value: { steps: this.steps, effects: this.effects }, diagnostics: [] };
        const way = this.wayOut();
        if (hasErrors(this.diagnostics)) return { diagnostics: this.diagnostics };
        if (way === undefined) return { diagnostics: this.problems() };
        this.take(way);
      } else this.attempt(move, place);
      if (hasErrors(this.diagnostics)) return { diagnostics: this.diagnostics };
    }
  }

  /** Returns the place of the next move to attempt; after the last one, a place without a move. */
  private nextPlace(): number {
    const woken = this.woken.pop();
    if (woken !== undefined) return woken;
    const place = this.attempted;
    this.attempted = Math.min(place + 1, this.moves.length);
    return place;
  }

  /** Takes a move, or has it wait for what prevents it. */
  private attempt(move: Move, place: number): void {
    const after = this.afterOf(move);
    if (hasErrors(this.diagnostics)) return;
    const obstacle = this.obstacleTo(move, after);
    if (obstacle === undefined) {
      this.blocked.delete(place);
      this.take({ move, after });
    } else {
      this.blocked.set(place, obstacle);
      append(this.waiting, obstacle.until, place);
    }
  }

  private take({ move, after }: NextMove): void {
    const { key } = move.change;
    const before = this.world.get(key);
    const { step, effect } = writeStep(
      { move, before, after },
      {
        ...this.input,
        world: this.world,
        shownId: this.shownId,
        replacedBy: (heir) => this.replaced.get(heir),
        marksOf: (marked) => this.marks.get(marked) ?? [],
      },
    );
    const transition = this.world.change(key, before, after);
    this.steps.push({
      ...step,
      needs: this.ledger.add(step.id, { move, before, after, transition }),
    });
    this.effects.set(step.id, effect);
    if (move.act === "mark" || move.act === "park") append(this.marks, key, step.id);
    if (after === undefined) this.forgetMarkOf(key);
    this.wake({ before, after }, transition);
  }

  /** A deleted resource needs no mark any more. */
  private forgetMarkOf(key: ThingKey): void {
    for (const place of this.blocked.keys()) {
      const move = this.moves[place];
      if (move?.act === "mark" && move.change.key === key) this.blocked.delete(place);
    }
  }

  /** Tries again, in their order, the moves that waited for something that has happened now. */
  private wake(
    { before, after }: Readonly<Record<"before" | "after", Thing | undefined>>,
    { was, is }: Transition,
  ): void {
    const lost = [...was.references].filter((target) => !is.references.has(target));
    const changed = (before?.kind.links ?? []).filter(
      ({ name, acyclic }) =>
        acyclic === true && before?.members.get(name) !== after?.members.get(name),
    );
    const events = [
      ...(before === undefined && after !== undefined ? [created(after.key)] : []),
      ...valuesLost(before, after).map(({ key }) => key),
      ...lost.map(released),
      ...changed.map(({ name }) => unlinked(name)),
    ];
    const woken = events
      .flatMap((event) => this.waiting.get(event) ?? [])
      .filter((place) => this.blocked.has(place));
    for (const event of events) this.waiting.delete(event);
    if (woken.length > 0)
      this.woken = [...new Set([...this.woken, ...woken])].sort((a, b) => b - a);
  }

  /** The resource as the move leaves it; undefined if the move deletes it. */
  private afterOf(move: Move): Thing | undefined {
    if (move.act === "create") return this.createdThing(move.change.goal);
    const now = this.world.get(move.change.key);
    if (now === undefined || move.act === "delete") return undefined;
    switch (move.act) {
      case "put":
        return withGoalValues(now, move.change.goal, move.names);
      case "mark":
      case "park":
        return withTexts(now, this.temporaryValues(move, now));
      default:
        return withMember(now, move);
    }
  }

  /** The new resource with the members that its creation carries; the others join afterwards. */
  private createdThing(goal: Thing): Thing {
    const { kind } = goal;
    const members = kind.links.map((link): [string, ReadonlySet<ThingKey>] => {
      const isCarried = isCarriedByCreation(link, this.input.live.wayOf(kind, link));
      return [link.name, (isCarried ? goal.members.get(link.name) : undefined) ?? new Set()];
    });
    return { ...goal, members: new Map(members) };
  }

  /** Temporary ids and names, with marks that say which id the resource will have. */
  private temporaryValues(move: TextMove, now: Thing): Body {
    const { change } = move;
    const mark = this.markFor(move, now);
    const values: Record<string, string> = {};
    for (const field of change.kind.fields) {
      const isId = field.type === "id";
      const present = isId ? now.id : String(now.body[field.name]);
      if (!this.getsMark(move, field, present)) continue;
      const bare = isId ? idInMark(move, present) : present;
      if (isId && change.type === "update" && this.isFree(change.kind, bare)) {
        values[field.name] = bare;
        continue;
      }
      const value = this.markedValue(change.kind, field, { bare, mark });
      if (value === undefined) this.diagnostics.push(noRoom(change));
      else values[field.name] = value;
    }
    return values;
  }

  /** Returns a value with a mark that no other resource has; undefined if it would be too long. */
  private markedValue(
    kind: Kind,
    field: Field,
    { bare, mark }: { readonly bare: string; readonly mark: IdMark },
  ): string | undefined {
    const hasNumber = field.type === "id" && mark !== "old";
    const number = hasNumber ? fingerprintOfMove(kind, bare, this.comparison.desired) : 1;
    const isTaken = (text: string): boolean => this.isTaken(kind, field.name, text);
    // A long id may have room for the mark alone.
    return marked(bare, { mark, number }, isTaken) ?? marked(bare, { mark, number: 1 }, isTaken);
  }

  /** Whether a move gives a field a temporary value. */
  private getsMark(move: TextMove, field: Field, present: string): boolean {
    if (move.act === "park") return move.fields.has(field.name);
    return field.type === "id" || this.isTakenOver(move.change, field, present);
  }

  /**
   * Chooses the mark of a resource:
   *
   * | resource                               | mark    |
   * |----------------------------------------|---------|
   * | stays, and gets another id             | moving  |
   * | moves, and has not arrived yet         | moving  |
   * | replaced at its present id             | old     |
   * | replaced at the id of its `moved` entry | left   |
   */
  private markFor(move: TextMove, now: Thing): IdMark {
    if (move.change.type === "update") return "moving";
    if (idInMark(move, now.id) === now.id) return "old";
    return move.act === "park" && !isMarkedForDeletion(now.id) ? "moving" : "left";
  }

  /** Whether the resource that replaces it will have the same unique value. */
  private isTakenOver({ why }: Deletion, { name, unique }: Field, value: string): boolean {
    const heir = why.type === "replaced" ? this.changes.get(why.by) : undefined;
    if (unique !== true || heir === undefined || heir.type === "delete") return false;
    return collationKey(String(heir.goal.body[name])) === collationKey(value);
  }

  private isTaken(kind: Kind, field: string, text: string): boolean {
    const isWritten = movesOfKind(kind.name, this.comparison.desired).neighbours.has(text);
    return isWritten || this.holderOf(kind.name, uniqueKey(kind.name, field, text)) !== undefined;
  }

  /**
   * A resource whose final id is free gets that one: a mark then shows that the ids form a ring.
   */
  private isFree(kind: Kind, id: string): boolean {
    return this.holderOf(kind.name, uniqueKey(kind.name, "custom_id", id)) === undefined;
  }

  /** A thing that has a unique value, other than `except`. */
  private holderOf(kind: KindName, value: string, except?: ThingKey): ThingKey | undefined {
    for (const holder of this.world.holdersOf(kind, value)) if (holder !== except) return holder;
    return undefined;
  }

  /** The reason why the service would not take the move now. */
  private obstacleTo(move: Move, after: Thing | undefined): Obstacle | undefined {
    const now = this.world.get(move.change.key);
    if (now === undefined && move.act !== "create") return { until: created(move.change.key) };
    if (move.act === "delete" || after === undefined) return this.obstacleToDeletion(move.change);
    if (move.act === "detach") return undefined;
    const obstacle =
      move.act === "attach" ? this.missingMember(move) : this.obstacleToValues(move, now, after);
    if (obstacle !== undefined) return obstacle;
    const closing = now === undefined ? undefined : this.world.closingLink(now, after);
    return closing === undefined ? undefined : { until: unlinked(closing) };
  }

  private missingMember({
    change: { kind, goal },
    link,
    member,
  }: MemberMove): Obstacle | undefined {
    // The PUT that is sent where there is no such endpoint carries the whole list, so that every
    // member has to exist.
    const isUnsure = this.input.live.wayOf(kind, link).by === "unknown";
    const members = isUnsure ? (goal.members.get(link.name) ?? []) : [member];
    const missing = [...members].find((key) => this.willBeCreated(key));
    return missing === undefined ? undefined : { until: created(missing) };
  }

  private obstacleToValues(move: Move, now: Thing | undefined, after: Thing): Obstacle | undefined {
    const had = now === undefined ? new Set<ThingKey>() : referencesOf(now);
    const notShown =
      move.act === "put" ? referencesOf(declaredNotShown(move.change, after, this.input)) : [];
    for (const target of [...referencesOf(after), ...notShown]) {
      if (!had.has(target) && this.willBeCreated(target)) return { until: created(target) };
    }
    return move.act === "mark" ? this.takenGoal(move.change) : this.takenValue(now, after);
  }

  private willBeCreated(key: ThingKey): boolean {
    return !this.world.has(key) && this.changes.get(key)?.type === "create";
  }

  /**
   * Finds a value that another thing has. A value that differs only in case or accents is in the
   * way if its holder will lose it: two resources that have such values at the same time show that
   * this service tells them apart.
   */
  private takenValue(now: Thing | undefined, after: Thing): Obstacle | undefined {
    const had = new Set(uniqueValuesOf(now).map(({ key }) => key));
    for (const { key, field, value } of valuesLost(after, now)) {
      for (const holder of this.world.holdersOf(after.kind.name, key)) {
        if (holder === after.key) continue;
        const isSame = valueOfThing(this.world.get(holder), field) === value;
        const mayBeSame = !had.has(key) && this.willLose(holder, field);
        if (isSame || mayBeSame) return { until: key, held: { by: holder, field } };
      }
    }
    return undefined;
  }

  /**
   * A resource that is replaced at another id is marked when that id is free. With a mark of an id
   * that a resource has, the next run would take that resource for the replacement.
   */
  private takenGoal({ key, kind, why }: Deletion): Obstacle | undefined {
    if (why.type !== "replaced") return undefined;
    const value = uniqueKey(kind.name, "custom_id", why.at);
    const holder = this.holderOf(kind.name, value, key);
    if (holder === undefined || holder === why.by) return undefined;
    return { until: value, held: { by: holder, field: "custom_id" } };
  }

  /** Whether a resource loses its value of a field anyway. */
  private willLose(key: ThingKey, field: string): boolean {
    const change = this.changes.get(key);
    if (change === undefined) return false;
    if (change.type === "delete") return true;
    return !isAlike(valueOfThing(this.world.get(key), field), valueOfThing(change.goal, field));
  }

  /**
   * A deletion waits until nothing refers to the resource that will not, and for what replaces it.
   */
  private obstacleToDeletion({ key, ...change }: Change): Obstacle | undefined {
    if (
      change.type === "delete" &&
      change.why.type === "replaced" &&
      this.willBeCreated(change.why.by)
    ) {
      return { until: created(change.why.by) };
    }
    for (const referrer of this.world.referrersOf(key)) {
      if (referrer !== key && this.willRelease(referrer, key)) return { until: released(key) };
    }
    return undefined;
  }

  private willRelease(referrer: ThingKey, target: ThingKey): boolean {
    const change = this.changes.get(referrer);
    if (change === undefined) return false;
    return change.type === "delete" || !referencesOf(change.goal).has(target);
  }

  /**
   * Parks a resource that has a value which a move needs, or deletes resources that only hold each
   * other.
   */
  private wayOut(): NextMove | undefined {
    for (const [place, obstacle] of this.blocked) {
      const way = this.parking(obstacle, this.moves[place]);
      if (way !== undefined) return way;
    }
    for (const [place] of this.blocked) {
      const move = this.moves[place];
      if (move?.act !== "delete" || !this.isHeldByDeletedOnly(move.change.key)) continue;
      this.blocked.delete(place);
      return { move, after: undefined };
    }
    return undefined;
  }

  /**
   * Gives temporary values to the holder of those that a move needs, if it will lose them anyway.
   */
  private parking({ held, until }: Obstacle, taker: Move | undefined): NextMove | undefined {
    if (held === undefined || taker === undefined) return undefined;
    const change = this.changes.get(held.by);
    const now = this.world.get(held.by);
    if (change === undefined || change.type === "create" || now === undefined) return undefined;
    const needed = new Set([until, ...uniqueValuesOf(this.afterOf(taker)).map(({ key }) => key)]);
    const fields = new Set<string>();
    for (const { key, field } of uniqueValuesOf(now)) {
      const isText = change.kind.fields.some(
        ({ name, type }) => name === field && type !== "choice",
      );
      if (isText && needed.has(key) && this.willLose(held.by, field)) fields.add(field);
    }
    const move: Move = { act: "park", change, fields };
    return fields.size === 0 ? undefined : { move, after: this.afterOf(move) };
  }

  private isHeldByDeletedOnly(key: ThingKey): boolean {
    const holders = [...this.world.referrersOf(key)].filter((holder) =>
      this.willRelease(holder, key),
    );
    return holders.every((holder) => this.changes.get(holder)?.type === "delete");
  }

  private problems(): Errors {
    const open = [...this.blocked].flatMap(([place, { held }]) => {
      const move = this.moves[place];
      if (move === undefined) return [];
      const keeper =
        held === undefined || this.willLose(held.by, held.field)
          ? undefined
          : this.world.get(held.by);
      return [
        {
          move,
          ...(keeper === undefined || held === undefined
            ? {}
            : { taken: { field: held.field, keeper } }),
        },
      ];
    });
    return stuck(open, this.comparison);
  }
}

function indexReplacements(changes: readonly Change[]): ReadonlyMap<ThingKey, Deletion> {
  const replaced = new Map<ThingKey, Deletion>();
  for (const change of changes) {
    if (change.type === "delete" && change.why.type === "replaced" && change.why.isNew)
      replaced.set(change.why.by, change);
  }
  return replaced;
}

/** A move with what it leads to. */
interface NextMove {
  readonly move: Move;
  readonly after: Thing | undefined;
}

/** A move that gives temporary values. */
type TextMove = Extract<Move, { readonly act: "mark" | "park" }>;

/**
 * The id that the resource gets, or at which it is replaced. A deleted resource is parked at its
 * present id, and so is one whose place an existing resource takes.
 */
function idInMark({ act, change }: TextMove, present: string): string {
  if (change.type === "update") return change.goal.id;
  const { why } = change;
  return why.type === "replaced" && (why.isNew || act === "mark") ? why.at : present;
}

/** The value of a unique field of a thing. */
function valueOfThing(thing: Thing | undefined, field: string) {
  return field === "custom_id" ? thing?.id : thing?.body[field];
}

function withTexts(now: Thing, { custom_id = now.id, ...texts }: Body): Thing {
  return { ...now, id: String(custom_id), body: { ...now.body, ...texts } };
}

/** The thing with the goal's values of some fields and links. */
function withGoalValues(now: Thing, goal: Thing, names: ReadonlySet<string>): Thing {
  const references = new Map(now.references);
  for (const [name, key] of goal.references) if (names.has(name)) references.set(name, key);
  const members = new Map(now.members);
  for (const [name, keys] of goal.members) if (names.has(name)) members.set(name, keys);
  const id = names.has("custom_id") ? goal.id : now.id;
  return {
    ...now,
    id,
    body: { ...now.body, ...pickMembers(goal.body, names) },
    references,
    members,
  };
}

function withMember(now: Thing, { act, link, member }: MemberMove): Thing {
  const list = new Set(now.members.get(link.name));
  if (act === "attach") list.add(member);
  else list.delete(member);
  return { ...now, members: new Map(now.members).set(link.name, list) };
}

/** The refusal of ids and names that leave no room for a mark. */
function noRoom({ address }: Change): ErrorDiagnostic {
  const detail = `${address} needs a temporary id or name, and its own is too long for a mark.`;
  const help = ["make the change in two parts, or shorten the id or the name first"];
  return diagnostic("order-cycle", detail, { address, help });
}
