/** Examples of the rules about what players see, about `custom_data` and leaderboards, and about comments. */
import type { RuleExample } from "./rule-example.ts";

export const SHOWN_EXAMPLES = {
  "missing-description": {
    bad: `achievements:
  - { custom_id: winner, name: Winner, custom_criteria_group_id: winner }
`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }
`,
  },
  "same-description": {
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win!, custom_criteria_group_id: cup }
`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup!, custom_criteria_group_id: cup }
`,
  },
  "near-identical-names": {
    bad: `rewards:
  - { custom_id: laurels, name: Wreath of laurel }
  - { custom_id: laurels-gold, name: Wreath of laurell }
`,
    good: `rewards:
  - { custom_id: laurels, name: Wreath of laurel }
  - { custom_id: laurels-gold, name: Golden wreath of laurel }
`,
  },
  "secret-told": {
    bad: `actions:
  - { custom_id: ring-bell, name: Ring the cracked bell }
criteria:
  - { custom_id: bell-rung, name: The bell was heard, custom_action_id: ring-bell }
criteria_groups:
  - { custom_id: toll, name: Toll, criteria: [bell-rung] }
achievements:
  - custom_id: toll
    name: Toll
    description: Ring the cracked bell.
    is_secret: true
    custom_criteria_group_id: toll
`,
    good: `actions:
  - { custom_id: ring-bell, name: Ring the cracked bell }
criteria:
  - { custom_id: bell-rung, name: The bell was heard, custom_action_id: ring-bell }
criteria_groups:
  - { custom_id: toll, name: Toll, criteria: [bell-rung] }
achievements:
  - custom_id: toll
    name: Toll
    description: Somebody will hear it.
    is_secret: true
    custom_criteria_group_id: toll
`,
  },
  "description-disagrees": {
    bad: `criteria:
  - { custom_id: wins, name: Wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win 10 matches., custom_criteria_group_id: winner }
`,
    good: `criteria:
  - { custom_id: wins, name: Wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win 50 matches., custom_criteria_group_id: winner }
`,
  },
  "uneven-custom-data": {
    bad: `rewards:
  - { custom_id: cup, name: Cup, custom_data: { icon: cup.png } }
  - { custom_id: egg, name: Egg, custom_data: { icon: egg.png } }
  - { custom_id: key, name: Key, custom_data: { icon: key.png } }
  - { custom_id: map, name: Map, custom_data: { icon: map.png } }
  - { custom_id: hat, name: Hat, custom_data: { slot: head } }
`,
    good: `rewards:
  - { custom_id: cup, name: Cup, custom_data: { icon: cup.png } }
  - { custom_id: egg, name: Egg, custom_data: { icon: egg.png } }
  - { custom_id: key, name: Key, custom_data: { icon: key.png } }
  - { custom_id: map, name: Map, custom_data: { icon: map.png } }
  - { custom_id: hat, name: Hat, custom_data: { icon: hat.png, slot: head } }
`,
  },
  "custom-data-type": {
    bad: `rewards:
  - { custom_id: cup, name: Cup, custom_data: { weight: 3 } }
  - { custom_id: egg, name: Egg, custom_data: { weight: 1 } }
  - { custom_id: key, name: Key, custom_data: { weight: 1 } }
  - { custom_id: map, name: Map, custom_data: { weight: 0 } }
  - { custom_id: hat, name: Hat, custom_data: { weight: "2" } }
`,
    good: `rewards:
  - { custom_id: cup, name: Cup, custom_data: { weight: 3 } }
  - { custom_id: egg, name: Egg, custom_data: { weight: 1 } }
  - { custom_id: key, name: Key, custom_data: { weight: 1 } }
  - { custom_id: map, name: Map, custom_data: { weight: 0 } }
  - { custom_id: hat, name: Hat, custom_data: { weight: 2 } }
`,
  },
  "keeps-worst-score": {
    bad: `leaderboards:
  - custom_id: fastest-run
    name: Fastest run
    description: In seconds.
    type: custom
    ordering: smaller-is-better
`,
    good: `leaderboards:
  - custom_id: fastest-run
    name: Fastest run
    description: In seconds.
    type: custom
    ordering: smaller-is-better
    score_preference: prefer-lower
`,
  },
  "fewest-points-first": {
    bad: `leaderboards:
  - { custom_id: renown, name: Renown, description: Points., ordering: smaller-is-better }
`,
    good: `leaderboards:
  - { custom_id: renown, name: Renown, description: Points. }
`,
  },
  "idle-preference": {
    bad: `leaderboards:
  - { custom_id: renown, name: Renown, description: Points., score_preference: prefer-last }
`,
    good: `leaderboards:
  - { custom_id: renown, name: Renown, description: Points. }
  - { custom_id: arena, name: Arena, description: The rating., type: custom, score_preference: prefer-last }
`,
  },
  "session-board": {
    bad: `leaderboards:
  - { custom_id: cup, name: The cup, description: This year's., type: session, custom_session_id: "2026" }
`,
    good: `leaderboards:
  - { custom_id: cup-2026, name: The cup, description: This year's., type: custom }
`,
  },
  "unknown-ignore": {
    bad: `rewards:
  - { custom_id: cup, name: The cup } # laurel-ignore unused-rewards
`,
    good: `rewards:
  - { custom_id: cup, name: The cup } # laurel-ignore unused-reward -- comes with the next season
achievements: []
`,
  },
  "idle-ignore": {
    bad: `leaderboards:
  # laurel-ignore missing-description -- players know it
  - { custom_id: renown, name: Renown, description: Points. }
`,
    good: `leaderboards:
  # laurel-ignore missing-description -- players know it
  - { custom_id: renown, name: Renown }
`,
  },
} as const satisfies Readonly<Record<string, RuleExample>>;
