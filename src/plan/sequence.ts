/**
 * Keeps steps that give or take marks from being sent at the same time, and finds the steps that show whether the service changes ids.
 * In: steps in their order, and their effects. Out: the same order with more needs, and with the ids that are read back.
 */
import { compareText } from "../ground/collections.ts";
import { markOf } from "../model/marks.ts";
import type { Step, StepId } from "../model/model.ts";
import type { Simulated } from "./simulate.ts";
import { effectOf, type StepEffect, type StepEffects } from "./step.ts";
import type { Thing } from "./thing.ts";

export function inSequence({ steps, effects }: Simulated): Simulated {
  const proven = provingIds(steps, effects);
  return { steps: oneAfterAnother(proven.steps, effects), effects: proven.effects };
}

/** Sends the steps of a kind one after another if one of them has a mark: what a dead run leaves then has one meaning. */
function oneAfterAnother(steps: readonly Step[], effects: StepEffects): readonly Step[] {
  const kindOf = (step: Step): string => effectOf(step, effects).kind.name;
  const marking = steps.filter(({ id }) => hasMark(effects.get(id)?.before) || hasMark(effects.get(id)?.after));
  const kinds = new Set(marking.map(kindOf));
  if (kinds.size === 0) return steps;
  const last = new Map<string, StepId>();
  return steps.map((step) => {
    const kind = kindOf(step);
    if (!kinds.has(kind)) return step;
    const before = last.get(kind);
    last.set(kind, step.id);
    return before === undefined ? step : withNeed(step, before);
  });
}

/**
 * Reads the first new id of each kind back, because a service may ignore it in PUT (docs/service.md#surprises). Every other new id
 * waits for that, so that nothing else is renamed or marked.
 */
function provingIds(steps: readonly Step[], effects: StepEffects): Simulated {
  const kindOf = (step: Step): string => effectOf(step, effects).kind.name;
  const renaming = steps.filter((step) => isNewId(effectOf(step, effects)));
  if (renaming.length === 0) return { steps, effects };
  const first = new Map<string, Step>();
  const needed = new Map<StepId, StepId>();
  let latest: StepId | undefined;
  for (const step of renaming) {
    const kind = kindOf(step);
    const proof = first.get(kind)?.id ?? latest;
    if (proof !== undefined) needed.set(step.id, proof);
    if (first.has(kind)) continue;
    first.set(kind, step);
    latest = step.id;
  }
  const read = new Map(effects);
  for (const step of first.values()) {
    const effect = effectOf(step, effects);
    read.set(step.id, { ...effect, verifies: ["custom_id", ...(effect.verifies ?? [])] });
  }
  return {
    steps: steps.map((step) => {
      const proof = needed.get(step.id);
      return proof === undefined ? step : withNeed(step, proof);
    }),
    effects: read,
  };
}

function isNewId({ before, after }: StepEffect): boolean {
  return before !== undefined && after !== undefined && before.id !== after.id;
}

function withNeed(step: Step, need: StepId): Step {
  return { ...step, needs: [...new Set([...step.needs, need])].sort(compareText) };
}

function hasMark(thing: Thing | undefined): boolean {
  if (thing === undefined) return false;
  return [thing.id, ...Object.values(thing.body)].some(
    (value) => typeof value === "string" && markOf(value) !== undefined,
  );
}
