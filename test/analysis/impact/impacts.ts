/** The impact of the plan from one game to another. */

import type { Impact } from "../../../src/analysis/impact/impacts.ts";
import { findUnearnable, impactOfPlan } from "../../../src/analysis/impact/plan-impact.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { DEFAULT_PLAY } from "../../support/defaults.ts";
import {
  desiredGame,
  type Entries,
  EXTENDED_ACCESS,
  type GameText,
  liveGame,
  shortHash,
  TARGET,
} from "../../support/games.ts";

interface More {
  readonly entries?: Entries;
  readonly access?: typeof EXTENDED_ACCESS;
}

/** Only the kinds that are declared afterwards are read. */
export function impactsBetween(before: GameText, after: GameText, more: More = {}): readonly Impact[] {
  const { plan, desired, live, play } = planned(before, after, more);
  return impactOfPlan(plan, { desired, live, play });
}

/** The hazards of all steps, as `name: sentence`. */
export function hazardsBetween(before: GameText, after: GameText, more: More = {}): readonly string[] {
  const { steps } = planned(before, after, more).plan;
  return steps.flatMap(({ hazards }) => hazards.map(({ name, sentence }) => `${name}: ${sentence}`));
}

function planned(before: GameText, after: GameText, { entries = {}, access = EXTENDED_ACCESS }: More) {
  const play = DEFAULT_PLAY;
  const desired = desiredGame(after, entries);
  const read = new Set(desired.managed);
  const live = liveGame(before, access);
  const resources = new Map([...live.resources].filter(([, { kind }]) => read.has(kind)));
  const options = {
    ...{ prune: true, targets: [], scalars: "native" as const },
    findUnearnable: findUnearnable(desired, play),
  };
  const made = makePlan(
    { target: TARGET, desired, live: { ...live, read, resources }, catalog, hash: shortHash },
    options,
  );
  if (made.value === undefined) throw new Error(JSON.stringify(made.diagnostics));
  return { plan: made.value, desired, live: { ...live, read, resources }, play };
}
