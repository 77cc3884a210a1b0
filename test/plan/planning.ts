import { findUnearnable } from "../../src/analysis/impact/plan-impact.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import type { Address, DesiredGame, LiveGame, Plan } from "../../src/model/model.ts";
import { makePlan } from "../../src/plan/plan.ts";
import { DEFAULT_PLAY } from "../support/defaults.ts";
import { shortHash, TARGET } from "../support/games.ts";

export interface Wish {
  readonly prune?: boolean;
  readonly targets?: readonly Address[];
  readonly scalars?: "native" | "string";
}

/** The plan for two sides; problems fail the test. */
export function planned(desired: DesiredGame, live: LiveGame, wish: Wish = {}): Plan {
  const { prune = false, targets = [], scalars = "native" } = wish;
  const options = { prune, targets, scalars, findUnearnable: findUnearnable(desired, DEFAULT_PLAY) };
  const { value, diagnostics } = makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options);
  if (value === undefined) throw new Error(diagnostics.map(({ detail }) => detail).join("\n"));
  return value;
}

export function problems(desired: DesiredGame, live: LiveGame, wish: Wish = {}): readonly Diagnostic[] {
  const { prune = false, targets = [], scalars = "native" } = wish;
  const options = { prune, targets, scalars };
  return makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options).diagnostics;
}

/** The ids of a plan's steps. */
export function steps(plan: Plan): readonly string[] {
  return plan.steps.map(({ id }) => id);
}
