/**
 * One resource of each kind and an attachment: seven creations and one member, eight POST requests.
 */
export const SMALL_GAME: Readonly<Record<string, string>> = {
  "actions.yaml": `actions:
  - { custom_id: fight, name: Fight }
  - { custom_id: slay, name: Slay, reactions: [fight], custom_data: { icon: sword.png } }
criteria:
  - { custom_id: ten-slain, name: Ten slain, custom_action_id: slay, rule: gte:10 }
`,
  "achievements.yaml": `criteria_groups:
  - { custom_id: slayers, name: Slayers, criteria: [ten-slain] }
rewards:
  - { custom_id: egg, name: Egg }
achievements:
  - { custom_id: slayer, name: Slayer, points: 50, custom_criteria_group_id: slayers, rewards: [egg] }
leaderboards:
  - { custom_id: points, name: Points }
`,
};

/** The requests that create it. */
export const SMALL_GAME_POSTS = 8;

/** Many resources that do not need each other. */
export function manyRewards(count: number): Readonly<Record<string, string>> {
  const lines = Array.from(
    { length: count },
    (_, index) => `  - { custom_id: coin-${index}, name: Coin ${index} }\n`,
  );
  return { "rewards.yaml": `rewards:\n${lines.join("")}` };
}
