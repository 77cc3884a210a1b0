/** Orders steps that give or take marks. In: steps in their order. Out: the same, with more needs. */

import { compareText } from "../ground/collections.ts";
import { partsOfAddress } from "../model/catalog-lookup.ts";
import { markOf } from "../model/marks.ts";
import type { Step, StepId } from "../model/model.ts";
import type { StepEffect } from "./step.ts";
import type { Thing } from "./thing.ts";

/** Sends the steps of a kind one after another if one of them has a mark: what a dead run leaves then has one meaning. */
export function inSequence(steps: readonly Step[], effects: ReadonlyMap<StepId, StepEffect>): readonly Step[] {
  const kindOf = ({ address }: Step): string => partsOfAddress(address).kind;
  const marking = steps.filter(({ id }) => hasMark(effects.get(id)?.before) || hasMark(effects.get(id)?.after));
  const kinds = new Set(marking.map(kindOf));
  if (kinds.size === 0) return steps;
  const last = new Map<string, StepId>();
  return steps.map((step) => {
    const kind = kindOf(step);
    if (!kinds.has(kind)) return step;
    const before = last.get(kind);
    last.set(kind, step.id);
    return before === undefined ? step : { ...step, needs: [...new Set([...step.needs, before])].sort(compareText) };
  });
}

function hasMark(thing: Thing | undefined): boolean {
  if (thing === undefined) return false;
  return [thing.id, ...Object.values(thing.body)].some(
    (value) => typeof value === "string" && markOf(value) !== undefined,
  );
}
