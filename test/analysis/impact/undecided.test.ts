/**
 * Whether anybody can earn an achievement is said only if it is certain: not where conditions are
 * too many to be tried.
 */
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { GameText } from "../../support/games.ts";
import { impactsBetween } from "./impacts.ts";

/** A game with one achievement, for what is done under conditions. */
function gameWith(conditions: readonly string[]): GameText {
  return parse(`
actions: [{ custom_id: win, name: Win }]
criteria:
  - { custom_id: wins, name: Wins, custom_action_id: win, conditions: { groups: [{ conditions: ${JSON.stringify(conditions)} }] } }
criteria_groups: [{ custom_id: wins, name: Wins, criteria: [wins] }]
achievements: [{ custom_id: hero, name: Hero, points: 5, custom_criteria_group_id: wins }]
`);
}

const NEVER = ["month:2", "dayOfMonth:30"];
const MANY = Array.from({ length: 600 }, (_, index) => `activityData:level,gt,${index}`);

it.each([
  ["more conditions on what nobody can do", NEVER, [...NEVER, ...MANY]],
  ["fewer conditions on what nobody can do", [...NEVER, ...MANY], NEVER],
])("%s do not make it possible or impossible", (_, before, after) => {
  const impacts = impactsBetween(gameWith(before), gameWith(after));
  expect(impacts.map(({ class: name }) => name)).toEqual(["unknown"]);
  expect(impacts[0]?.sentence).not.toMatch(/nobody could|can no longer/);
});
