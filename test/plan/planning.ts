import { findUnearnable } from "../../src/analysis/impact/plan-impact.ts";
import { catalog } from "../../src/catalog/index.ts";
import type { Checked, Diagnostic } from "../../src/model/diagnostics.ts";
import type { DesiredGame, LiveGame, Plan } from "../../src/model/model.ts";
import { makePlan, type PlanOptions } from "../../src/plan/plan.ts";
import { DEFAULT_PLAY } from "../support/defaults.ts";
import { shortHash, TARGET } from "../support/games.ts";

type Wish = Partial<Pick<PlanOptions, "prune" | "targets" | "isEmbedded">>;

/** The plan for two sides; problems fail the test. */
export function planned(desired: DesiredGame, live: LiveGame, wish: Wish = {}): Plan {
  const { value, diagnostics } = checked(desired, live, {
    findUnearnable: findUnearnable(desired, DEFAULT_PLAY),
    ...wish,
  });
  if (value === undefined) throw new Error(diagnostics.map(({ detail }) => detail).join("\n"));
  return value;
}

export function problems(desired: DesiredGame, live: LiveGame, wish: Wish = {}): readonly Diagnostic[] {
  return checked(desired, live, wish).diagnostics;
}

function checked(desired: DesiredGame, live: LiveGame, wish: Partial<PlanOptions>): Checked<Plan> {
  const options: PlanOptions = { prune: false, targets: [], scalars: "native", ...wish };
  return makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options);
}

/** The ids of a plan's steps. */
export function steps(plan: Plan): readonly string[] {
  return plan.steps.map(({ id }) => id);
}
