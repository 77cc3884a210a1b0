/** Rules about `laurel-ignore` comments. They run after all others, in lint.ts. */
import type { LintRule } from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "unknown-ignore",
    severity: "warning",
    summary: "Comment that names no rule",
    explanation: "A `laurel-ignore` comment must name rules of `laurel lint`, separated by commas.",
    bad: `rewards:
  - { custom_id: cup, name: The cup } # laurel-ignore unused-rewards`,
    good: `rewards:
  - { custom_id: cup, name: The cup } # laurel-ignore unused-reward -- comes with the next season
achievements: []`,
  },
  {
    code: "idle-ignore",
    severity: "warning",
    summary: "Comment that switches nothing off",
    explanation:
      "The rule that a `laurel-ignore` comment names finds nothing there. Remove the comment, or move it to the right line.",
    bad: `leaderboards:
  # laurel-ignore missing-description -- players know it
  - { custom_id: renown, name: Renown, description: Points. }`,
    good: `leaderboards:
  # laurel-ignore missing-description -- players know it
  - { custom_id: renown, name: Renown }`,
  },
];
