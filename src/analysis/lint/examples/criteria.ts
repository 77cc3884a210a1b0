/** Examples of the rules about what can be earned: groups, criteria, streaks and conditions. */
import type { RuleExample } from "./rule-example.ts";

export const CRITERION_EXAMPLES = {
  "unreachable-achievement": {
    bad: `achievements:
  - { custom_id: champion, name: Champion, description: Win the cup. }
`,
    good: `achievements:
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: cup-won }
`,
  },
  "empty-group": {
    bad: `criteria_groups:
  - { custom_id: cup-won, name: The cup won }
`,
    good: `criteria_groups:
  - { custom_id: cup-won, name: The cup won, criteria: [win-final] }
`,
  },
  "impossible-group": {
    bad: `criteria:
  - { custom_id: many-kills, name: Many kills, custom_action_id: slay-enemy, rule: gte:10 }
  - { custom_id: few-kills, name: Few kills, custom_action_id: slay-enemy, rule: eq:0 }
criteria_groups:
  - { custom_id: peaceful, name: Peaceful warrior, criteria: [many-kills, few-kills] }
`,
    good: `criteria:
  - { custom_id: many-kills, name: Many kills, custom_action_id: slay-enemy, rule: gte:10 }
  - { custom_id: no-falls, name: No falls, custom_action_id: fall, rule: eq:0 }
criteria_groups:
  - { custom_id: peaceful, name: Peaceful warrior, criteria: [many-kills, no-falls] }
`,
  },
  "impossible-xor": {
    bad: `criteria:
  - { custom_id: pact-signed, name: The pact is signed, custom_action_id: sign-pact }
criteria_groups:
  - { custom_id: fire, name: The way of fire, criteria: [pact-signed] }
  - { custom_id: one-way, name: One way only, operator: xor, criteria: [pact-signed], criteria_groups: [fire] }
`,
    good: `criteria:
  - { custom_id: fire-pact, name: The pact of fire, custom_action_id: sign-fire-pact }
  - { custom_id: frost-pact, name: The pact of frost, custom_action_id: sign-frost-pact }
criteria_groups:
  - { custom_id: one-way, name: One way only, operator: xor, criteria: [fire-pact, frost-pact] }
`,
  },
  "one-sided-xor": {
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: fifty-wins, name: Fifty wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, operator: xor, criteria: [ten-wins, fifty-wins] }
`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: ten-losses, name: Ten losses, custom_action_id: lose, rule: gte:10 }
criteria_groups:
  - { custom_id: winner, name: Winner, operator: xor, criteria: [ten-wins, ten-losses] }
`,
  },
  "impossible-criterion": {
    bad: `criteria:
  - { custom_id: in-debt, name: In debt, custom_action_id: earn-gold, rule: lt:0 }
`,
    good: `criteria:
  - { custom_id: in-debt, name: In debt, custom_action_id: borrow-gold, rule: gte:1 }
`,
  },
  "always-met-criterion": {
    bad: `criteria:
  - { custom_id: rich, name: Rich, custom_action_id: earn-gold, rule: gte:0 }
`,
    good: `criteria:
  - { custom_id: rich, name: Rich, custom_action_id: earn-gold, rule: gte:10000 }
`,
  },
  "exact-total": {
    bad: `criteria:
  - { custom_id: hundred-coins, name: A hundred coins, custom_action_id: earn-gold, rule: eq:100 }
`,
    good: `criteria:
  - { custom_id: hundred-coins, name: A hundred coins, custom_action_id: earn-gold, rule: gte:100 }
  - { custom_id: a-twenty, name: A twenty rolled, custom_action_id: roll-dice, type: amount, rule: eq:20 }
`,
  },
  "average-of-one": {
    bad: `criteria:
  - { custom_id: steady-arm, name: Forty damage on average, custom_action_id: hit, type: average, rule: gte:40 }
criteria_groups:
  - { custom_id: steady, name: Steady, criteria: [steady-arm] }
`,
    good: `criteria:
  - { custom_id: steady-arm, name: Forty damage on average, custom_action_id: hit, type: average, rule: gte:40 }
  - { custom_id: much-damage, name: Two thousand damage in all, custom_action_id: hit, rule: gte:2000 }
criteria_groups:
  - { custom_id: steady, name: Steady, criteria: [steady-arm, much-damage] }
`,
  },
  "limit-without-goal": {
    bad: `criteria:
  - { custom_id: few-falls, name: At most three falls, custom_action_id: fall, rule: lte:3 }
criteria_groups:
  - { custom_id: careful, name: Careful, criteria: [few-falls] }
`,
    good: `criteria:
  - { custom_id: few-falls, name: At most three falls, custom_action_id: fall, rule: lte:3 }
  - { custom_id: tower-done, name: The tower done, custom_action_id: finish-tower }
criteria_groups:
  - { custom_id: careful, name: Careful, criteria: [few-falls, tower-done] }
`,
  },
  "limit-without-activity": {
    bad: `criteria:
  - { custom_id: few-falls, name: At most three falls, custom_action_id: fall, rule: lte:3 }
  - { custom_id: tower-done, name: The tower done, custom_action_id: finish-tower }
criteria_groups:
  - { custom_id: careful, name: Careful, criteria: [few-falls, tower-done] }
`,
    good: `criteria:
  # The game reports the number of falls when the tower is finished, and 0 if there were none.
  - { custom_id: few-falls, name: At most three falls, custom_action_id: finish-tower, type: amount, rule: lte:3 }
criteria_groups:
  - { custom_id: careful, name: Careful, criteria: [few-falls] }
`,
  },
  "duplicate-criterion": {
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: winner, name: A winner, custom_action_id: win, rule: gt:9 }
`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
`,
  },
  "subsumed-criterion": {
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: fifty-wins, name: Fifty wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins, fifty-wins] }
`,
    good: `criteria:
  - { custom_id: fifty-wins, name: Fifty wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [fifty-wins] }
`,
  },
  "repeated-criterion": {
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: ten-draws, name: Ten draws, custom_action_id: draw, rule: gte:10 }
criteria_groups:
  - { custom_id: regular, name: A regular, criteria: [ten-wins, ten-draws] }
  - { custom_id: winner, name: Winner, criteria: [ten-wins], criteria_groups: [regular] }
`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: ten-draws, name: Ten draws, custom_action_id: draw, rule: gte:10 }
  - { custom_id: cup, name: The cup, custom_action_id: win-cup }
criteria_groups:
  - { custom_id: regular, name: A regular, criteria: [ten-wins, ten-draws] }
  - { custom_id: winner, name: Winner, criteria: [cup], criteria_groups: [regular] }
`,
  },
  "pointless-streak": {
    bad: `criteria:
  - { custom_id: played, name: Played, custom_action_id: play, streak: days:1 }
`,
    good: `criteria:
  - { custom_id: played, name: Played, custom_action_id: play, streak: days:7 }
  # A hundred on one day is more than a hundred in all.
  - { custom_id: long-day, name: A long day, custom_action_id: play, rule: gte:100, streak: days:1 }
`,
  },
  "impossible-streak": {
    bad: `criteria:
  - custom_id: pay-days
    name: Sales on three pay days in a row
    custom_action_id: sell
    streak: days:3
    conditions: { groups: [{ conditions: ["dayOfMonth:last"] }] }
`,
    good: `criteria:
  - custom_id: new-year-days
    name: Sales on three days of January in a row
    custom_action_id: sell
    streak: days:3
    conditions: { groups: [{ conditions: ["month:1"] }] }
`,
  },
  "impossible-condition": {
    bad: `criteria:
  - custom_id: leap-fair
    name: Sold at the fair of the thirtieth of February
    custom_action_id: sell
    conditions: { groups: [{ conditions: ["month:2", "dayOfMonth:30"] }] }
`,
    good: `criteria:
  - custom_id: leap-fair
    name: Sold at the fair of the last of February
    custom_action_id: sell
    conditions: { groups: [{ conditions: ["month:2", "dayOfMonth:last"] }] }
`,
  },
  "needless-condition": {
    bad: `criteria:
  - custom_id: any-time
    name: Sold at any time
    custom_action_id: sell
    conditions: { groups: [{ conditions: ["betweenHours:0,24"] }] }
`,
    good: `criteria:
  - { custom_id: any-time, name: Sold at any time, custom_action_id: sell }
`,
  },
  "dead-reference": {
    bad: `actions:
  - { custom_id: finish-floor, name: Finish a floor, custom_data: { level: 3 } }
criteria:
  - custom_id: at-level
    name: Finished at the floor's own level
    custom_action_id: finish-floor
    conditions: { groups: [{ conditions: ["activityData:level,eq,{action.levle}"] }] }
`,
    good: `actions:
  - { custom_id: finish-floor, name: Finish a floor, custom_data: { level: 3 } }
criteria:
  - custom_id: at-level
    name: Finished at the floor's own level
    custom_action_id: finish-floor
    conditions: { groups: [{ conditions: ["activityData:level,eq,{action.level}"] }] }
`,
  },
} as const satisfies Readonly<Record<string, RuleExample>>;
