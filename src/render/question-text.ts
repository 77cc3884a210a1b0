/** The question before an apply, with the numbers in it. */
import type { Plan } from "../core/model.ts";
import { renderSummary } from "./plan-text.ts";
import { safeText } from "./safe-text.ts";

/** Ends with a blank, so that the answer stands behind it. */
export function renderQuestion(plans: readonly Plan[]): string {
  const lines = plans.map((plan) => {
    const where = safeText(`${plan.game} (${plan.environment}), game id ${plan.game_id} at ${plan.base_url}`);
    return `  ${where}: ${renderSummary(plan)}`;
  });
  return `\nThis will be done to:\n${lines.join("\n")}\nType "yes" to go ahead: `;
}
