/**
 * Takes one change after another as the service would take it now. In: what is to change. Out: steps with their requests, in
 * an order in which the service takes each. `points: 30` is one PUT; a swap of two names is three, because somebody has to
 * make way (`parking`) where nothing is possible otherwise.
 */
import type { Field, Kind, Link } from "../catalog/types.ts";
import { customIdOf, kindNamed, partsOfAddress, sortedMembers } from "../model/catalog-lookup.ts";
import { append } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { type IdMark, marked } from "../model/marks.ts";
import type { Address, Body, Live, Step } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { type Change, type GameComparison, picked } from "./goal.ts";
import { type BareStep, Ledger } from "./ledger.ts";
import { isGoing } from "./match.ts";
import { inOrder, isCarried, isUnsure, type Move, movesOf, type SimulationInput } from "./moves.ts";
import { stepOf } from "./steps.ts";
import { stuck } from "./stuck.ts";
import { created, type Obstacle, released, type Transition, unlinked, World } from "./world.ts";

/** The steps in an order in which each comes after what it needs. Hazards are found by the stage after this one. */
export function simulate(comparison: GameComparison, input: SimulationInput): Checked<readonly Step[]> {
  return new Simulation(comparison, input).run();
}

class Simulation {
  private readonly comparison: GameComparison;
  private readonly input: SimulationInput;
  private readonly world: World;
  private readonly changes: ReadonlyMap<Address, Change>;
  private readonly ledger = new Ledger();
  private readonly moves: readonly Move[];
  /** Places of moves that wait, by what they wait for. */
  private readonly waiting = new Map<string, number[]>();
  /** In the order of their places. */
  private readonly blocked = new Map<number, Obstacle>();
  private readonly diagnostics: Diagnostic[] = [];
  /** Places of moves that wait no longer, the last one first. */
  private woken: number[] = [];

  constructor(comparison: GameComparison, input: SimulationInput) {
    this.comparison = comparison;
    this.input = input;
    this.world = new World(comparison.world, input.catalog);
    this.changes = new Map(comparison.changes.map((change) => [change.address, change]));
    this.moves = inOrder(
      comparison.changes.flatMap((change) => movesOf(change, input)),
      input.catalog,
    );
  }

  run(): Checked<readonly Step[]> {
    for (let place = 0; ; ) {
      const next = this.woken.pop() ?? (place < this.moves.length ? place++ : undefined);
      if (next === undefined) {
        if (this.blocked.size === 0) return { value: this.ledger.steps, diagnostics: [] };
        const way = this.wayOut();
        if (this.diagnostics.length > 0) return { diagnostics: this.diagnostics };
        if (way === undefined) return { diagnostics: this.problems() };
        this.take(way);
        continue;
      }
      const move = this.moves[next] as Move;
      const after = this.afterOf(move);
      if (this.diagnostics.length > 0) return { diagnostics: this.diagnostics };
      const obstacle = this.obstacleTo(move, after);
      if (obstacle === undefined) {
        this.blocked.delete(next);
        this.take({ move, after });
      } else {
        this.blocked.set(next, obstacle);
        append(this.waiting, obstacle.until, next);
      }
    }
  }

  private take({ move, after }: NextMove): void {
    const before = this.world.get(move.change.address);
    const step = stepOf(move, { before, after }, { ...this.input, world: this.world });
    const transition = this.world.change(before, after);
    this.ledger.add(step, move, transition);
    this.wake(step, transition);
  }

  /** Whatever waited for something that has happened now is tried again, in its order. */
  private wake({ before, after }: BareStep, { was, is }: Transition): void {
    const events: string[] = [];
    if (before === undefined && after !== undefined) events.push(created(after.address));
    for (const key of was.keys) if (!is.keys.has(key)) events.push(key);
    for (const target of was.references) if (!is.references.has(target)) events.push(released(target));
    if (before !== undefined) {
      for (const { name, acyclic } of kindNamed(this.input.catalog, before.kind).links)
        if (acyclic === true && before.links[name] !== after?.links[name]) events.push(unlinked(name));
    }
    const woken = events.flatMap((event) => this.waiting.get(event) ?? []).filter((place) => this.blocked.has(place));
    for (const event of events) this.waiting.delete(event);
    if (woken.length > 0) this.woken = [...new Set([...this.woken, ...woken])].sort((a, b) => b - a);
  }

  /** The resource as the move leaves it; undefined: gone. */
  private afterOf(move: Move): Live | undefined {
    const { act, change, kind, link, member, fields = [] } = move;
    const { address, after: goal } = change;
    const now = this.world.get(address);
    if (act === "create" && goal !== undefined) {
      const carried = kind.links.map((link): [string, readonly string[]] => [
        link.name,
        isCarried(kind, link, this.input.live) ? (goal.links[link.name] ?? []) : [],
      ]);
      const { custom_id, body } = goal;
      return { address, kind: kind.name, custom_id, body, links: Object.fromEntries(carried), raw: {} };
    }
    if (now === undefined || act === "delete") return undefined;
    if (act === "put" && goal !== undefined) {
      return withBody({ ...now, links: { ...now.links, ...picked(goal.links, fields) } }, picked(goal.body, fields));
    }
    if (act === "mark" || act === "park") return withBody(now, this.temporaryValues(move, now));
    const name = (link as Link).name;
    const rest = (now.links[name] ?? []).filter((other) => other !== member);
    return {
      ...now,
      links: { ...now.links, [name]: sortedMembers(act === "attach" ? [...rest, member as string] : rest) },
    };
  }

  /** Ids and names for a while. They say what the resource is to become. */
  private temporaryValues({ act, change, kind, fields }: Move, now: Live): Body {
    const { after, replaces } = change;
    const goal = replaces === undefined ? undefined : customIdOf(replaces);
    const hasArrived = goal === undefined || goal === now.custom_id;
    const isOnItsWay = after !== undefined || (act === "park" && !hasArrived && !isGoing(now));
    const mark: IdMark = isOnItsWay ? "moving" : hasArrived ? "old" : "left";
    const values = kind.fields.flatMap((field): [string, string][] => {
      const isId = field.type === "id";
      const present = String(now.body[field.name]);
      const isMeant = act === "mark" ? isId || this.isTakenOver(change, field, present) : fields?.includes(field.name);
      if (isMeant !== true) return [];
      const bare = isId ? (after?.custom_id ?? goal ?? present) : present;
      const value = marked(bare, mark, (text) => this.isTaken(kind, field.name, text));
      if (value === undefined) this.diagnostics.push(noRoom(now));
      return value === undefined ? [] : [[field.name, value]];
    });
    return Object.fromEntries(values);
  }

  /** Whether the one that replaces it is to have the same unique value. */
  private isTakenOver({ replaces }: Change, { name, unique }: Field, value: string): boolean {
    const heir = this.changes.get(replaces as Address)?.after;
    return unique === true && String(heir?.body[name]).toLowerCase() === value.toLowerCase();
  }

  private isTaken(kind: Kind, field: string, text: string): boolean {
    const { moved } = this.comparison.desired;
    const isWritten = moved.some((entry) => entry.kind === kind.name && (entry.from === text || entry.to === text));
    return isWritten || [...this.world.holdersOf(kind.name, `${kind.name} ${field} ${text.toLowerCase()}`)].length > 0;
  }

  /** Why the service would not take the move now. */
  private obstacleTo({ act, change, kind, link, member }: Move, after: Live | undefined): Obstacle | undefined {
    const { address, after: goal } = change;
    const now = this.world.get(address);
    if (now === undefined && act !== "create") return { until: created(address) };
    if (after === undefined) return this.obstacleToDeletion(change);
    if (act === "detach") return undefined;
    if (act === "attach") {
      const { name, to } = link as Link;
      // The other way to attach carries the whole list, so every member has to be there for it.
      const members = isUnsure(kind, link as Link, this.input.live) ? (goal?.links[name] ?? []) : [member as string];
      const missing = members.map((id): Address => `${to}/${id}`).find((target) => this.isToCome(target));
      if (missing !== undefined) return { until: created(missing) };
    } else {
      const had = this.world.references(now);
      for (const target of this.world.references(after)) {
        if (!had.has(target) && this.isToCome(target)) return { until: created(target) };
      }
      const taken = act === "mark" ? this.takenGoal(change) : this.takenValue(now, after);
      if (taken !== undefined) return taken;
    }
    const closing = now === undefined ? undefined : this.world.closesCycle(now, after);
    return closing === undefined ? undefined : { until: unlinked(closing) };
  }

  private isToCome(target: Address): boolean {
    return this.world.get(target) === undefined && this.changes.get(target)?.after !== undefined;
  }

  /** A value that somebody else has. One that differs in case only, and stays, may be none for this service. */
  private takenValue(now: Live | undefined, after: Live): Obstacle | undefined {
    const had = new Set(this.world.uniqueValues(now).map(({ key }) => key));
    for (const { key, field, value } of this.world.uniqueValues(after)) {
      if (had.has(key)) continue;
      for (const holder of this.world.holdersOf(after.kind, key)) {
        if (holder === after.address) continue;
        const isSame = this.world.get(holder)?.body[field] === value;
        if (isSame || this.isToLose(holder, field)) return { until: key, holder, field };
      }
    }
    return undefined;
  }

  /** What was to get another id is replaced there when that is free: what stands there afterwards is what replaces it. */
  private takenGoal({ address, replaces }: Change): Obstacle | undefined {
    const kind = partsOfAddress(address).kind;
    const key = `${kind} custom_id ${customIdOf(replaces as Address).toLowerCase()}`;
    const [holder] = [...this.world.holdersOf(kind, key)].filter((other) => other !== address);
    return holder === undefined ? undefined : { until: key, holder, field: "custom_id" };
  }

  /** Whether a resource is to lose its value of a field anyway. */
  private isToLose(address: Address, field: string): boolean {
    const change = this.changes.get(address);
    if (change === undefined) return false;
    return change.after === undefined || !isAlike(this.world.get(address)?.body[field], change.after.body[field]);
  }

  /** What refers to a resource that goes lets go of it first, if it is to; and what replaces it is there, if it can be. */
  private obstacleToDeletion({ address, replaces }: Change): Obstacle | undefined {
    if (replaces !== undefined && this.isToCome(replaces)) return { until: created(replaces) };
    for (const referrer of this.world.referrersOf(address)) {
      if (referrer !== address && this.isToRelease(referrer, address)) return { until: released(address) };
    }
    return undefined;
  }

  private isToRelease(referrer: Address, target: Address): boolean {
    const change = this.changes.get(referrer);
    if (change === undefined) return false;
    return change.after === undefined || !this.world.references(change.after).has(target);
  }

  /** Where nothing is possible: who has what a move needs makes way, or what only holds each other goes. */
  private wayOut(): NextMove | undefined {
    for (const [place, obstacle] of this.blocked) {
      const way = this.parking(obstacle, this.moves[place] as Move);
      if (way !== undefined) return way;
    }
    for (const [place] of this.blocked) {
      const move = this.moves[place] as Move;
      if (!this.isHeldByGoingOnly(move)) continue;
      this.blocked.delete(place);
      return { move, after: undefined };
    }
    return undefined;
  }

  /** Gives other values for a while to the holder of those that a move needs, if it is to lose them anyway. */
  private parking({ holder, until }: Obstacle, taker: Move): NextMove | undefined {
    if (holder === undefined) return undefined;
    const [change, now, wanted] = [this.changes.get(holder), this.world.get(holder), this.afterOf(taker)];
    if (change === undefined || now === undefined) return undefined;
    const kind = kindNamed(this.input.catalog, now.kind);
    const needed = new Set([until, ...this.world.uniqueValues(wanted).map(({ key }) => key)]);
    const fields = this.world.uniqueValues(now).flatMap(({ key, field }) => {
      const isText = kind.fields.some(({ name, type }) => name === field && type !== "choice");
      return isText && needed.has(key) && this.isToLose(holder, field) ? [field] : [];
    });
    const move: Move = { act: "park", change, kind, fields };
    return fields.length === 0 ? undefined : { move, after: this.afterOf(move) };
  }

  private isHeldByGoingOnly({ act, change: { address } }: Move): boolean {
    const holders = [...this.world.referrersOf(address)].filter((holder) => this.isToRelease(holder, address));
    return act === "delete" && holders.every((holder) => this.changes.get(holder)?.after === undefined);
  }

  private problems(): readonly Diagnostic[] {
    const open = [...this.blocked].map(([place, { holder, field = "" }]) => {
      const keeper = holder === undefined || this.isToLose(holder, field) ? undefined : this.world.get(holder);
      return { move: this.moves[place] as Move, field, keeper };
    });
    return stuck(open, this.comparison);
  }
}

/** A move with what it leads to. */
interface NextMove {
  readonly move: Move;
  readonly after: Live | undefined;
}

function withBody(now: Live, values: Body): Live {
  const body = { ...now.body, ...values };
  return { ...now, body, custom_id: String(body.custom_id) };
}

/** The refusal of ids and names that leave no room for a mark. */
function noRoom({ address }: Live): Diagnostic {
  const detail = `${address} has to make way for a moment, and its id or name is too long for a mark.`;
  const help = ["make the change in two parts, or shorten the id or the name first"];
  return diagnostic("order-cycle", detail, { address, help });
}
