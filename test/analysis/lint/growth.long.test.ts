/** Large games are linted without holding everything against everything, and without losing a rung that is worth less. */
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { lint } from "../../../src/analysis/lint/lint.ts";
import type { LintedGame } from "../../../src/analysis/lint/rule.ts";
import { gameOf } from "./support.ts";

/** A ladder of achievements on each of a few actions; one rung in a hundred is worth less than the one below. */
function ladders(achievements: number, actions: number): LintedGame {
  const all = Array.from({ length: achievements }, (_, index) => index);
  return gameOf(
    stringify({
      actions: Array.from({ length: actions }, (_, index) => ({ custom_id: `do-${index}`, name: `Do it ${index}` })),
      criteria: all.map((index) => ({
        custom_id: `c${index}`,
        name: `Criterion ${index}`,
        custom_action_id: `do-${index % actions}`,
        rule: `gte:${index + 1}`,
      })),
      criteria_groups: all.map((index) => ({
        custom_id: `g${index}`,
        name: `Group ${index}`,
        criteria: [`c${index}`],
      })),
      achievements: all.map((index) => ({
        custom_id: `a${index}`,
        name: `Achievement ${index}`,
        description: `Do it ${index + 1} times.`,
        points: index % 100 === 99 ? 0 : index,
        custom_criteria_group_id: `g${index}`,
        rewards: index % 100 === 99 ? ["r"] : [],
        custom_data: { icon: `${index}.png` },
      })),
      rewards: [{ custom_id: "r", name: "Reward" }],
    }),
  );
}

/** Milliseconds that the rules take. */
function timeOf(game: LintedGame): number {
  const begin = performance.now();
  lint(game);
  return performance.now() - begin;
}

describe("large games", () => {
  it("take time that grows with their size, and not with its square", () => {
    timeOf(ladders(200, 4));
    const game = ladders(2000, 4);
    const [small, large] = [timeOf(ladders(250, 4)), timeOf(game)];
    // Eight times as much; the square would be sixty-four times.
    expect(large / Math.max(small, 20)).toBeLessThan(30);
    const found = lint(game).filter(({ code }) => code === "harder-worth-less");
    expect(new Set(found.map(({ address }) => address)).size).toBe(20);
  });
});
