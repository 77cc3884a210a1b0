/** Examples of the rules about things beside each other: what uses what, what is undocumented, what is worth how much. */
import type { RuleExample } from "./rule-example.ts";

export const BESIDE_EXAMPLES = {
  "unused-action": {
    bad: `actions:
  - { custom_id: win, name: Win a match }
  - { custom_id: wave, name: Wave to the crowd }
criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
`,
    good: `actions:
  - { custom_id: win, name: Win a match }
  # What its reaction leads to is counted.
  - { custom_id: win-final, name: Win the final, reactions: [win] }
criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
`,
  },
  "unused-criterion": {
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: one-draw, name: One draw, custom_action_id: draw }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
`,
  },
  "unused-group": {
    bad: `criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
  - { custom_id: loser, name: Loser, criteria: [ten-losses] }
achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }
`,
    good: `criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }
`,
  },
  "unused-reward": {
    bad: `rewards:
  - { custom_id: cup, name: The cup }
  - { custom_id: wreath, name: A wreath of laurel }
achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner, rewards: [cup] }
`,
    good: `rewards:
  - { custom_id: cup, name: The cup }
achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner, rewards: [cup] }
`,
  },
  "duplicate-group": {
    bad: `criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
  - { custom_id: champion, name: Champion, operator: or, criteria: [ten-wins] }
`,
    good: `criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
`,
  },
  "undocumented-xor": {
    bad: `criteria_groups:
  - { custom_id: one-way, name: One way only, operator: xor, criteria: [fire-pact, frost-pact, storm-pact] }
`,
    good: `criteria_groups:
  - { custom_id: one-way, name: One way only, operator: xor, criteria: [fire-pact, frost-pact] }
`,
  },
  "undocumented-conditions": {
    bad: `criteria_groups:
  - { custom_id: golems, name: Golems of snow, criteria: [three-golems] }
  - custom_id: winter
    name: Winter
    criteria_groups: [golems]
    conditions: { groups: [{ conditions: ["months:12,1,2"] }] }
`,
    good: `criteria_groups:
  - custom_id: winter
    name: Winter
    criteria: [three-golems]
    conditions: { groups: [{ conditions: ["months:12,1,2"] }] }
`,
  },
  "undocumented-reactions": {
    bad: `actions:
  - { custom_id: slay-enemy, name: Slay an enemy }
  - { custom_id: slay-boss, name: Slay a boss, reactions: [slay-enemy] }
  - { custom_id: slay-undead, name: Slay the undead, reactions: [slay-enemy] }
  - { custom_id: slay-lich, name: Slay the lich, reactions: [slay-boss, slay-undead] }
criteria:
  - { custom_id: ten-enemies, name: Ten enemies, custom_action_id: slay-enemy, rule: gte:10 }
`,
    good: `actions:
  - { custom_id: slay-enemy, name: Slay an enemy }
  - { custom_id: slay-boss, name: Slay a boss, reactions: [slay-enemy] }
  - { custom_id: slay-lich, name: Slay the lich, reactions: [slay-boss] }
criteria:
  - { custom_id: ten-enemies, name: Ten enemies, custom_action_id: slay-enemy, rule: gte:10 }
`,
  },
  "twin-achievements": {
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: winner }
`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: cup, name: The cup, custom_action_id: win-cup }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
  - { custom_id: champion, name: Champion, criteria: [cup] }
achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: champion }
`,
  },
  "harder-worth-less": {
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: fifty-wins, name: Fifty wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
  - { custom_id: champion, name: Champion, criteria: [fifty-wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win 10., points: 50, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win 50., points: 20, custom_criteria_group_id: champion }
`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: fifty-wins, name: Fifty wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
  - { custom_id: champion, name: Champion, criteria: [fifty-wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win 10., points: 20, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win 50., points: 50, custom_criteria_group_id: champion }
`,
  },
  "worthless-achievement": {
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 0, custom_criteria_group_id: winner }
`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 5, custom_criteria_group_id: winner }
`,
  },
  "over-point-budget": {
    project: `lint:
  budget: { total_points: 100 }
`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 60, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., points: 90, custom_criteria_group_id: cup }
`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 40, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., points: 60, custom_criteria_group_id: cup }
`,
  },
  "achievement-count": {
    project: `lint:
  budget: { max_achievements: 1 }
`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: cup }
`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner }
`,
  },
  "points-out-of-range": {
    project: `lint:
  budget: { min_points: 5, max_points: 100 }
`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 500, custom_criteria_group_id: winner }
`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 50, custom_criteria_group_id: winner }
`,
  },
  "points-off-step": {
    project: `lint:
  budget: { step: 5 }
`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 17, custom_criteria_group_id: winner }
`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 15, custom_criteria_group_id: winner }
`,
  },
  "store-limit": {
    project: `lint:
  profiles: [apple-game-center]
`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 150, custom_criteria_group_id: winner }
`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 100, custom_criteria_group_id: winner }
`,
  },
} as const satisfies Readonly<Record<string, RuleExample>>;
