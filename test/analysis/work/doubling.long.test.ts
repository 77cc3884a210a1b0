/** Twice the input takes at most 2.2 times the work, in every analysis. */
import { describe, expect, it } from "vitest";
import {
  conditioned,
  equalGroups,
  filtered,
  hub,
  ladder,
  longSteps,
  sharedGroup,
  streaks,
} from "../../../bench/explosions.js";
import type { GameText } from "../../support/games.ts";
import { ANALYSES, playWithin } from "./games.ts";

const OPERATORS = ["and", "or", "xor"];
const GAMES: readonly (readonly [name: string, make: (size: number) => GameText, size: number])[] =
  [
    ...OPERATORS.map(
      (operator) =>
        [`one ${operator}-group`, (size: number) => sharedGroup(size, operator), 20] as const,
    ),
    ...OPERATORS.map(
      (operator) =>
        [`equal ${operator}-groups`, (size: number) => equalGroups(size, operator), 15] as const,
    ),
    ...OPERATORS.map(
      (operator) =>
        [`${operator}-groups in each other`, (size: number) => ladder(size, operator), 5] as const,
    ),
    ["actions that react into one", hub, 300],
    // What one achievement takes has a limit of its own, up to which it grows with the square of
    // its criteria.
    ["criteria inside of many conditions", (size) => filtered(size, 100), 200],
    ["criteria with many conditions", conditioned, 20],
    ["long streaks", streaks, 100],
  ];

describe.each(Object.entries(ANALYSES))("%s", (_, spentOn) => {
  it.each(GAMES)("%s", (_, make, size) => {
    const small = spentOn(make(size));
    const large = spentOn(make(2 * size));
    // What takes no work at one size takes next to none at the other.
    expect(large).toBeLessThanOrEqual(2.2 * Math.max(small, size));
  });
});

it.each([1, 4])("%d times 100,000 activities", (scenarios) => {
  const played = (count: number) =>
    playWithin(hub(1), longSteps(count, ", every: 1h"), 5_000_000 * count);
  const small = played(scenarios);
  const large = played(2 * scenarios);
  expect(large.spent).toBeLessThanOrEqual(2.2 * small.spent);
});
