/**
 * Keeps steps that give or take marks from being sent at the same time, and finds the steps that
 * show whether the service changes ids, and whether its PUT resets what a request leaves out. In:
 * steps in their order, and their effects. Out: the same order with more needs, and with the values
 * that are read back.
 */
import { addTo, compareText } from "../ground/collections.ts";
import { jsonText } from "../ground/json.ts";
import { markOf } from "../model/marks.ts";
import { otherRequestOf, type Step, type StepId } from "../model/model.ts";
import type { LeftOutValues } from "./put-content.ts";
import type { Simulated } from "./simulate.ts";
import { effectOf, type StepEffect, type StepEffects } from "./step.ts";
import type { Thing } from "./thing.ts";

export function inSequence({ steps, effects }: Simulated): Simulated {
  const proven = provingUpdates(provingIds(steps, effects));
  return { steps: oneAfterAnother(proven.steps, effects), effects: proven.effects };
}

/**
 * Sends the steps of a kind one after another if one of them has a mark: what a dead run leaves
 * then has one meaning.
 */
function oneAfterAnother(steps: readonly Step[], effects: StepEffects): readonly Step[] {
  const kindOf = (step: Step): string => effectOf(step, effects).kind.name;
  const marking = steps.filter(
    ({ id }) => hasMark(effects.get(id)?.before) || hasMark(effects.get(id)?.after),
  );
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
 * Reads the first new id of each kind back, because a service may ignore it in PUT
 * (docs/service.md#surprises). Every other new id waits for that, so that nothing else is renamed
 * or marked.
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

/**
 * Reads what PUT may have reset back after the first steps of each kind that leave it out. Later
 * updates of the kind wait for that, so that at most a few resources lose something.
 */
function provingUpdates({ steps, effects }: Simulated): Simulated {
  const latest = new Map<string, StepId>();
  const kept = new Map<string, Set<string>>();
  const proofs = new Map(effects);
  const ordered = steps.map((step) => {
    const isUnsure = otherRequestOf(step) !== undefined;
    if (step.request.method !== "PUT" && !isUnsure) return step;
    const { leftOut, ...effect } = effectOf(step, effects);
    const kind = effect.kind.name;
    const proof = latest.get(kind);
    // A step that may be sent another way proves nothing for others.
    if (leftOut !== undefined && !isUnsure) {
      if (isNew(leftOut, { kind, kept })) latest.set(kind, step.id);
      else proofs.set(step.id, effect);
    }
    return proof === undefined ? step : withNeed(step, proof);
  });
  return { steps: ordered, effects: proofs };
}

interface Known {
  readonly kind: string;
  /** By kind and name: the values that are read back. */
  readonly kept: Map<string, Set<string>>;
}

/**
 * A kept value may be the default to which PUT resets, so that only two different ones prove that
 * it resets nothing.
 */
const PROOFS = 2;

/** Whether a step leaves out a value that no earlier one has proven, and notes its values. */
function isNew({ values, links }: LeftOutValues, { kind, kept }: Known): boolean {
  const all = [
    ...Object.entries(values).map(([name, value]) => ({
      name,
      text: jsonText(value),
      needed: PROOFS,
    })),
    ...Object.keys(links).map((name) => ({ name, text: "", needed: 1 })),
  ];
  const open = all.filter(({ name, text, needed }) => {
    const known = kept.get(`${kind} ${name}`);
    return known === undefined || (known.size < needed && !known.has(text));
  });
  for (const { name, text } of open) addTo(kept, `${kind} ${name}`, text);
  return open.length > 0;
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
