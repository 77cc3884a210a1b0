/**
 * The requests of an apply, as far as they matter for later ones. In: steps that are done, and
 * requests that got no answer, with their moments. Out: the moments that a later step must outlast.
 * Two things depend on time:
 *
 * - A request that got no answer may still be executed, and then undoes later steps. An example:
 *   the DELETE that detaches the criterion `x` from a group gets no answer and is repeated. If it
 *   is executed when another criterion has the id `x`, it detaches the wrong one.
 * - A reading that lags may show another resource under an id that an earlier step has moved.
 */
import { append } from "../ground/collections.ts";
import { addressOf, linkNamed, namedReferences } from "../model/catalog-lookup.ts";
import { type Address, membershipOf, type Step, type StepId } from "../model/model.ts";
import { effectOf, type StepEffect, type StepEffects } from "../plan/step.ts";

export class ApplyHistory {
  private readonly steps: readonly Step[];
  private readonly effects: StepEffects;
  private readonly dependents = new Map<StepId, Step[]>();
  /** By id: the moment at which a step moved it last. */
  private readonly moves = new Map<Address, number>();
  /** By step: the moment of the last late request that would undo the step. */
  private readonly threats = new Map<StepId, number>();
  private readonly threatening = new Map<StepId, Step>();
  private latest: number | undefined;

  constructor(steps: readonly Step[], effects: StepEffects) {
    this.steps = steps;
    this.effects = effects;
  }

  /** Records that the step was done by the moment. */
  recordDone(step: Step, moment: number): void {
    // The id of a created resource was free, so that no reading shows another resource under it.
    if (effectOf(step, this.effects).before === undefined) return;
    for (const address of this.makeTrace(step).moved) this.moves.set(address, moment);
  }

  /** Records that a request of the step, last sent at the moment, may still be executed. */
  recordLate(step: Step, moment: number): void {
    this.latest = Math.max(this.latest ?? moment, moment);
    const request = this.makeTrace(step);
    for (const later of this.stepsAfter(step)) {
      if (!isUndone(this.makeTrace(later), request)) continue;
      this.threats.set(later.id, Math.max(this.threats.get(later.id) ?? moment, moment));
      this.threatening.set(step.id, step);
    }
  }

  /** The moment of the last late request, if there is one. */
  get lastLate(): number | undefined {
    return this.latest;
  }

  /**
   * The moment of the last late request that would undo the step if it were executed after the
   * step.
   */
  lastLateBefore(step: Step): number | undefined {
    return this.threats.get(step.id);
  }

  /** The moment at which an earlier step last moved an id that the step reads back. */
  lastMoveBefore(step: Step): number | undefined {
    const { written, member } = this.makeTrace(step);
    const moments = [...written, ...(member === undefined ? [] : [member])].flatMap(
      (id) => this.moves.get(id) ?? [],
    );
    return moments.length === 0 ? undefined : Math.max(...moments);
  }

  /** The steps whose late requests would undo later steps. */
  get stepsThatUndo(): readonly Step[] {
    return [...this.threatening.values()];
  }

  /** All steps that need the step, directly or through others. */
  private stepsAfter({ id }: Step): Iterable<Step> {
    if (this.dependents.size === 0) {
      for (const step of this.steps)
        for (const need of step.needs) append(this.dependents, need, step);
    }
    const found = new Set(this.dependents.get(id));
    // A set also yields the elements that are added while it is read.
    for (const step of found)
      for (const dependent of this.dependents.get(step.id) ?? []) found.add(dependent);
    return found;
  }

  private makeTrace(step: Step): Trace {
    return makeTrace(step, effectOf(step, this.effects));
  }
}

/** The resources that a step is about, by the ids of its moment. */
interface Trace {
  /** The resource whose record or list it writes. */
  readonly written: ReadonlySet<Address>;
  /** The member that joins or leaves. */
  readonly member: Address | undefined;
  /** Ids that the step gives to a resource or takes from it. */
  readonly moved: ReadonlySet<Address>;
  /** Everything that its request names. */
  readonly named: ReadonlySet<Address>;
}

function makeTrace(step: Step, { kind, before, after, member: memberId, sent }: StepEffect): Trace {
  const ids = [before, after].flatMap((thing) =>
    thing === undefined ? [] : addressOf(kind.name, thing.id),
  );
  const written = new Set(ids);
  const link = linkNamed(kind, membershipOf(step)?.name ?? "");
  const member =
    link === undefined || memberId === undefined ? undefined : addressOf(link.to, memberId);
  const references = sent === undefined ? [] : namedReferences(kind, sent).map(({ to }) => to);
  const named = new Set([...written, ...(member === undefined ? [] : [member]), ...references]);
  return { written, member, moved: before?.id === after?.id ? new Set() : written, named };
}

/** Whether a request would undo a later step if it were executed after it. */
function isUndone(later: Trace, request: Trace): boolean {
  if (haveCommon(later.moved, request.named)) return true;
  // Members join and leave a list independently of each other.
  const areOtherMembers =
    [later, request].every(({ member }) => member !== undefined) && later.member !== request.member;
  return !areOtherMembers && haveCommon(later.written, request.written);
}

function haveCommon(some: ReadonlySet<Address>, others: ReadonlySet<Address>): boolean {
  return [...some].some((address) => others.has(address));
}
