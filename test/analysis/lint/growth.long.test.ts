/**
 * Large games are linted without holding everything against everything, and without losing a rung
 * that is worth less.
 */
import { describe, expect, it } from "vitest";
import { lint } from "../../../src/analysis/lint/lint.ts";
import type { LintedGame } from "../../../src/analysis/lint/rule.ts";
import { gameOf } from "./support.ts";

/**
 * A ladder of achievements on each of a few actions; one rung in a hundred is worth less than the
 * one below.
 */
function ladders(achievements: number, actions: number): LintedGame {
  const indexes = Array.from({ length: achievements }, (_, index) => index);
  const criteria = indexes.map((index) => {
    return {
      custom_id: `c${index}`,
      custom_action_id: `do-${index % actions}`,
      rule: `gte:${index + 1}`,
    };
  });
  const earned = indexes.map((index) => ({
    custom_id: `a${index}`,
    description: `Do it ${index + 1} times.`,
    custom_criteria_group_id: `g${index}`,
    points: index % 100 === 99 ? 0 : index,
  }));
  const named = (list: readonly { readonly custom_id: string }[]) =>
    list.map((resource) => ({ ...resource, name: `Name of ${resource.custom_id}` }));
  return gameOf(
    JSON.stringify({
      actions: named(indexes.slice(0, actions).map((index) => ({ custom_id: `do-${index}` }))),
      criteria: named(criteria),
      criteria_groups: named(
        indexes.map((index) => ({ custom_id: `g${index}`, criteria: [`c${index}`] })),
      ),
      achievements: named(earned),
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
    const small = timeOf(ladders(250, 4));
    const large = timeOf(game);
    // Eight times as much; the square would be sixty-four times.
    expect(large / Math.max(small, 20)).toBeLessThan(30);
    const found = lint(game).filter(({ code }) => code === "harder-worth-less");
    expect(new Set(found.map(({ address }) => address)).size).toBe(20);
  });
});
