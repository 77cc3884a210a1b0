/** What plans mean to players, and the flag that refuses some of it. */
import { type Flags, texts } from "../cli/args/command.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { DesiredGame, LiveGame, Plan } from "../model/model.ts";
import { IMPACT_CLASS_NAMES, type Impact, impactRefusals, unknownImpact } from "../plan/impact.ts";
import { isEmpty } from "../plan/plan.ts";
import type { Semantics } from "../project/rules-settings.ts";

/** `live`: all of it that was read. What has nothing to do needs none of the code. */
export async function planImpact(
  plan: Plan,
  desired: DesiredGame,
  live: LiveGame,
  semantics: Semantics,
): Promise<readonly Impact[]> {
  if (isEmpty(plan)) return [];
  const { impactOfPlan } = await import("../analysis/impact/plan-impact.ts");
  return impactOfPlan(plan, desired, live, semantics);
}

/** Why a plan must not go ahead with `--fail-on`. `impact` is undefined for a plan that was saved without it. */
export function refusedImpact(impact: readonly Impact[] | undefined, flags: Flags): readonly Diagnostic[] {
  const given = new Set<string>(texts(flags, "fail-on"));
  const refused = new Set(IMPACT_CLASS_NAMES.filter((name) => given.has(name)));
  if (refused.size === 0) return [];
  return impact === undefined ? [unknownImpact()] : impactRefusals(impact, refused);
}
