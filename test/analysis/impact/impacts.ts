/** Plans from one game to another, and their impact. */

import type { Impact } from "../../../src/analysis/impact/impacts.ts";
import { findPlanImpact, findUnearnable } from "../../../src/analysis/impact/plan-impact.ts";
import { DEFAULT_DIALECT } from "../../../src/catalog/dialect.ts";
import { catalog } from "../../../src/catalog/index.ts";
import type { DesiredGame, LiveGame } from "../../../src/model/model.ts";
import { makePlan, type Planned as PlannedGame } from "../../../src/plan/plan.ts";
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
export function impactsBetween(
  before: GameText,
  after: GameText,
  { entries = {}, access = EXTENDED_ACCESS }: More = {},
): readonly Impact[] {
  const desired = desiredGame(after, entries);
  const read = new Set(desired.managed);
  const live = liveGame(before, access);
  const resources = new Map([...live.resources].filter(([, { kind }]) => read.has(kind)));
  const { impacts } = planned({ ...live, read, resources }, desired) ?? {};
  if (impacts === undefined) throw new Error("there is no plan");
  return impacts;
}

export interface Planned extends PlannedGame {
  readonly impacts: readonly Impact[];
}

/** The plan, everything pruned, with its impact. */
export function planned(
  live: LiveGame,
  desired: DesiredGame,
  play = DEFAULT_PLAY,
): Planned | undefined {
  const options = {
    prune: true,
    dialect: DEFAULT_DIALECT,
    findUnearnable: findUnearnable(desired, play),
  } as const;
  const { value } = makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options);
  return value && { ...value, impacts: findPlanImpact(value, { desired, play, games: 1 }) };
}
