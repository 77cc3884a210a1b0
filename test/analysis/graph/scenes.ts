/** Games to draw, and their graphs. */

import { designOf } from "../../../src/analysis/design/design.ts";
import { buildGraph, type Graph } from "../../../src/analysis/graph/graph.ts";
import type { GraphToShow } from "../../../src/view/mask/results.ts";
import { DEFAULT_PLAY } from "../../support/defaults.ts";
import { desiredGame, type GameText } from "../../support/games.ts";

/**
 * A dragon that is also an enemy; two groups, one in the other; a reward; a spell that leads to
 * nothing.
 */
export const DRAGONS = {
  actions: [
    { custom_id: "cast-spell" },
    { custom_id: "slay-dragon", reactions: ["slay-enemy"] },
    { custom_id: "slay-enemy" },
  ],
  criteria: [
    { custom_id: "ten-dragons", custom_action_id: "slay-dragon", rule: "gte:10", streak: "days:3" },
    { custom_id: "an-enemy", custom_action_id: "slay-enemy", type: "amount", rule: "gt:2" },
  ],
  criteria_groups: [
    { custom_id: "dragons", criteria: ["ten-dragons"] },
    { custom_id: "all", operator: "or", criteria: ["an-enemy"], criteria_groups: ["dragons"] },
  ],
  rewards: [{ custom_id: "egg", name: "Dragon egg" }],
  achievements: [
    {
      custom_id: "slayer",
      name: "Dragon slayer",
      points: 50,
      is_secret: true,
      custom_criteria_group_id: "dragons",
      rewards: ["egg"],
    },
    { custom_id: "fighter", points: 1, custom_criteria_group_id: "all" },
  ],
  leaderboards: [{ custom_id: "points", type: "standard" }],
} as const satisfies GameText;

export function graphFor(written: GameText): Graph {
  const { resources, managed } = desiredGame(written);
  return buildGraph(designOf(resources.values(), managed, DEFAULT_PLAY));
}

/** The dragons with a text in every place, in a game that is called like it. */
export function dragonsNamed(text: string): GraphToShow {
  const named = Object.entries(DRAGONS).map(([plural, list]) => [
    plural,
    list.map((each) => ({ ...each, name: `${each.custom_id} ${text}`, description: text })),
  ]);
  return { game: text, graph: graphFor(Object.fromEntries(named) as GameText) };
}

/** A valid game with five resources for each achievement, tangled a little. */
export function largeGame(achievements: number): GameText {
  const indexes = Array.from({ length: achievements }, (_, index) => index);
  return {
    actions: indexes.map((index) => ({
      custom_id: `act-${index}`,
      name: `Do the thing number ${index} again`,
      reactions: index % 7 === 3 ? [`act-${index - 1}`] : [],
    })),
    criteria: indexes.flatMap((index) => [
      { custom_id: `count-${index}`, custom_action_id: `act-${index}`, rule: `gte:${index + 1}` },
      {
        custom_id: `more-${index}`,
        custom_action_id: `act-${(index * 7) % achievements}`,
        rule: "gte:5",
      },
    ]),
    criteria_groups: indexes.map((index) => ({
      custom_id: `group-${index}`,
      criteria: [`count-${index}`, `more-${index}`],
      criteria_groups: index % 9 === 8 ? [`group-${index - 1}`] : [],
    })),
    achievements: indexes.map((index) => ({
      custom_id: `goal-${index}`,
      name: `An achievement with quite a long name, number ${index}`,
      description: `What has to be done for the achievement number ${index}, in a sentence.`,
      custom_criteria_group_id: `group-${index}`,
    })),
  };
}
