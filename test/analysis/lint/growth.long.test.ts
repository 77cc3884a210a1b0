/** Large games are linted without holding everything against everything. */
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
    const [small, large] = [timeOf(ladders(500, 4)), timeOf(ladders(4000, 4))];
    // Eight times as much; the square would be sixty-four times.
    expect(large / Math.max(small, 20)).toBeLessThan(30);
  });

  it("lose none of the rungs that are worth less than the one below", () => {
    const found = lint(ladders(2000, 2)).filter(({ code }) => code === "harder-worth-less");
    expect(new Set(found.map(({ address }) => address)).size).toBe(20);
  });

  /** What the limits of laurel allow in one place. */
  it.each<[string, object]>([
    [
      "a group of 1,000 criteria",
      {
        criteria: range(1_000).map((at) => criterion(at)),
        criteria_groups: [{ custom_id: "g", name: "G", criteria: range(1_000).map((at) => `c${at}`) }],
        achievements: [{ custom_id: "a", name: "A", description: "All.", custom_criteria_group_id: "g" }],
      },
    ],
    [
      "99 groups in each other, each with conditions",
      {
        criteria: range(99).map((at) => criterion(at)),
        criteria_groups: range(99).map((at) => ({
          ...{ custom_id: `g${at}`, name: `Group ${at}`, criteria: [`c${at}`] },
          ...{ criteria_groups: at === 98 ? [] : [`g${at + 1}`] },
          conditions: { groups: [{ conditions: [`activityData:field${at},gte,${at}`] }] },
        })),
        achievements: range(99).map((at) => ({
          ...{ custom_id: `a${at}`, name: `A ${at}`, description: `As ${at}.`, points: at },
          custom_criteria_group_id: `g${at}`,
        })),
      },
    ],
    [
      "20 groups that hold the next two each",
      {
        criteria: [criterion(0)],
        criteria_groups: range(20).map((at) => ({
          ...{ custom_id: `g${at}`, name: `Group ${at}`, criteria: ["c0"] },
          ...{ criteria_groups: [at + 1, at + 2].filter((next) => next < 20).map((next) => `g${next}`) },
          conditions: { groups: [{ conditions: [`activityData:field${at},gte,${at}`] }] },
        })),
        achievements: [{ custom_id: "a", name: "A", description: "All.", custom_criteria_group_id: "g0" }],
      },
    ],
    [
      "1 MB of conditions",
      {
        criteria: range(40).map((at) =>
          criterion(at, {
            groups: [{ conditions: range(1_000).map((each) => `activityData:field${each},gte,${each * at}`) }],
          }),
        ),
      },
    ],
  ])("are linted within seconds: %s", (_, game) => {
    expect(timeOf(gameOf(stringify(game)))).toBeLessThan(20_000);
  });
});

function range(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
}

function criterion(at: number, conditions: object | null = null) {
  return { custom_id: `c${at}`, name: `C ${at}`, custom_action_id: "do", rule: `gte:${at + 1}`, conditions };
}
