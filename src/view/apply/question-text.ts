/** The question before an apply, with the numbers in it. */
import { both } from "../../manifest/wording.ts";
import type { Plan } from "../../model/model.ts";
import { safeText } from "../form/safe-text.ts";
import { renderPlace } from "../form/target-text.ts";
import { renderSummary } from "../plan/plan-text.ts";

/** `leftAlone`: games that were asked for too and are not touched. Ends with a blank: the answer stands behind it. */
export function renderQuestion(plans: readonly Plan[], leftAlone: readonly string[] = []): string {
  const lines = plans.map((plan) => {
    return `  game "${safeText(plan.game)}" (${safeText(plan.environment)}) ${renderPlace(plan)}: ${renderSummary(plan)}`;
  });
  const others =
    leftAlone.length === 0
      ? ""
      : `Skipped because of the problems above: ${both(leftAlone.map((game) => `"${safeText(game)}"`))}.\n`;
  return `\nChanges to apply:\n${lines.join("\n")}\n${others}Type "yes" to apply: `;
}

/** The question before a token goes to an address that only a file names. */
export function renderAddressQuestion(origin: string, token_env: string): string {
  return `\nThe token in ${safeText(token_env)} would be sent to ${safeText(origin)}.\nType "yes" to send it: `;
}
