/** The question before an apply, with the numbers in it. */
import type { Plan } from "../core/model.ts";
import { renderSummary } from "./plan-text.ts";
import { safeText } from "./safe-text.ts";
import { renderPlace } from "./target-text.ts";

/** Ends with a blank, so that the answer stands behind it. */
export function renderQuestion(plans: readonly Plan[]): string {
  const lines = plans.map((plan) => {
    return `  game "${safeText(plan.game)}" (${safeText(plan.environment)}) ${renderPlace(plan)}: ${renderSummary(plan)}`;
  });
  return `\nThis will be done to:\n${lines.join("\n")}\nType "yes" to go ahead: `;
}
