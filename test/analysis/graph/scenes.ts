/** Games to draw, and graphs written down so that a test can be read. */

import { type Design, designOf } from "../../../src/analysis/design/design.ts";
import { type Graph, graphOf } from "../../../src/analysis/graph/graph.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { GraphToShow } from "../../../src/view/graph/graph-mermaid.ts";
import { DEFAULT_PLAY } from "../../support/defaults.ts";
import { desiredGame, type GameText } from "../../support/games.ts";

/** A dragon that is also an enemy; two groups, one in the other; a reward; a spell that leads to nothing. */
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

export function designFor(written: GameText): Design {
  const { resources, managed } = desiredGame(written);
  return designOf(resources.values(), managed, DEFAULT_PLAY);
}

export function graphFor(written: GameText): Graph {
  return graphOf(designFor(written));
}

/** The dragons with a text in every place, in a game that is called like it. */
export function dragonsNamed(text: string): GraphToShow {
  const named = Object.entries(DRAGONS).map(([plural, list]) => [
    plural,
    list.map((each) => ({ ...each, name: `${each.custom_id} ${text}`, description: text })),
  ]);
  return { game: text, graph: graphFor(Object.fromEntries(named) as GameText) };
}

/** Nodes and edges as lines. */
export function written({ nodes, edges }: Graph): readonly string[] {
  return [
    ...nodes.map(({ address, is_declared }) => line(address, is_declared ? undefined : "?")),
    ...edges.map(({ from, to, relation }) => line(from, relation, to)),
  ];
}

function line(...words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined).join(" ");
}

/** A valid game with five resources for each achievement and a sixth for every second one, tangled a little. */
export function largeGame(achievements: number): GameText {
  const each = <T>(make: (index: number) => T): readonly T[] =>
    Array.from({ length: achievements }, (_, index) => make(index));
  const actions = Math.ceil(achievements * 0.6);
  const game: Record<string, readonly JsonObject[]> = {
    actions: Array.from({ length: actions }, (_, index) => ({
      custom_id: `act-${index}`,
      name: `Do the thing number ${index} again`,
      reactions: index % 7 === 3 ? [`act-${index - 1}`] : [],
    })),
    criteria: each((index) => index).flatMap((index): readonly JsonObject[] => [
      { custom_id: `count-${index}`, custom_action_id: `act-${index % actions}`, rule: `gte:${index + 1}` },
      {
        custom_id: `more-${index}`,
        custom_action_id: `act-${(index * 7) % actions}`,
        rule: `gte:${index + 5}`,
        streak: "days:3",
      },
    ]),
    criteria_groups: each((index) => ({
      custom_id: `group-${index}`,
      criteria: [
        `count-${index}`,
        `more-${index}`,
        ...(index % 5 === 0 ? [`count-${(index + 1) % achievements}`] : []),
      ],
      criteria_groups: index % 9 === 8 ? [`group-${index - 1}`] : [],
    })),
    rewards: Array.from({ length: Math.ceil(achievements / 2) }, (_, index) => ({ custom_id: `prize-${index}` })),
    achievements: each((index) => ({
      custom_id: `goal-${index}`,
      name: `An achievement with quite a long name, number ${index}`,
      description: `What has to be done for the achievement number ${index}, in a sentence.`,
      points: 5 * index,
      custom_criteria_group_id: `group-${index}`,
      rewards: index % 2 === 0 ? [`prize-${index / 2}`] : [],
    })),
  };
  const named = Object.entries(game).map(([plural, list]) => [
    plural,
    list.map((each) => ({ name: `Name of ${each.custom_id}`, ...each })),
  ]);
  return Object.fromEntries(named);
}
