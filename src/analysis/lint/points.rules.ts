/** Rules about points and numbers of achievements: the project's own budget, and the published limits of stores. */

import { counted } from "../../manifest/wording.ts";
import { sum } from "../../model/collections.ts";
import { STORE_PROFILES, type StoreLimits } from "../../project/lint-limits.ts";
import type { Placed } from "../../project/lint-settings.ts";
import type { AchievementDesign } from "../design/design.ts";
import { isComplete, isLeftOpen, type LintedGame, type LintFinding, type LintRule } from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "over-point-budget",
    severity: "error",
    summary: "Over the budget of points",
    explanation: "All achievements together give more points than `budget.total_points` in the project file.",
    project: `lint:
  budget: { total_points: 100 }`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 60, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., points: 90, custom_criteria_group_id: cup }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 40, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., points: 60, custom_criteria_group_id: cup }`,
    check: (game) => {
      const limit = game.settings.budget.total_points;
      const total = totalOf(game);
      if (limit === undefined || total === undefined || total <= limit.value) return [];
      const text = `all achievements together give ${total} points, ${total - limit.value} more than this`;
      return [{ span: limit.span, text, help: ["give some of them fewer points, or raise the budget"] }];
    },
  },
  {
    code: "achievement-count",
    severity: "error",
    summary: "Too many or too few achievements",
    explanation:
      "There are more achievements than `budget.max_achievements` in the project file, or fewer than `budget.min_achievements`.",
    project: `lint:
  budget: { max_achievements: 1 }`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: cup }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner }`,
    check: (game) => {
      const { max_achievements: most, min_achievements: fewest } = game.settings.budget;
      const count = game.design.achievements.size;
      if (!isComplete(game, "achievement")) return [];
      const number = `there ${count === 1 ? "is" : "are"} ${counted(count, "achievement")}`;
      const help = ["change the manifests, or the budget"];
      return [
        ...(most !== undefined && count > most.value
          ? [{ span: most.span, text: `${number}, ${count - most.value} more than this`, help }]
          : []),
        ...(fewest !== undefined && count < fewest.value
          ? [{ span: fewest.span, text: `${number}, ${fewest.value - count} fewer than this`, help }]
          : []),
      ];
    },
  },
  {
    code: "points-out-of-range",
    severity: "error",
    summary: "Points outside of the budget",
    explanation: "The points are above `budget.max_points` in the project file, or below `budget.min_points`.",
    project: `lint:
  budget: { min_points: 5, max_points: 100 }`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 500, custom_criteria_group_id: winner }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 50, custom_criteria_group_id: winner }`,
    check: (game) => {
      const { max_points: most, min_points: least } = game.settings.budget;
      return withPoints(game).flatMap((each) => {
        if (most !== undefined && each.points > most.value)
          return atPoints(each, `above the maximum of ${most.value}`, most);
        if (least === undefined || each.points >= least.value) return [];
        return atPoints(each, `below the minimum of ${least.value}`, least);
      });
    },
  },
  {
    code: "points-off-step",
    severity: "error",
    summary: "Points not in steps",
    explanation: "The points are no multiple of `budget.step` in the project file.",
    project: `lint:
  budget: { step: 5 }`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 17, custom_criteria_group_id: winner }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 15, custom_criteria_group_id: winner }`,
    check: (game) => {
      const { step } = game.settings.budget;
      if (step === undefined) return [];
      const off = withPoints(game).filter(({ points }) => points % step.value !== 0);
      return off.map((each) => atPoints(each, `not a multiple of ${step.value}`, step));
    },
  },
  {
    code: "store-limit",
    severity: "error",
    summary: "Over a store's limit",
    explanation: "A store of the project file's `profiles` does not accept the achievements as they are.",
    project: `lint:
  profiles: [apple-game-center]`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 150, custom_criteria_group_id: winner }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 100, custom_criteria_group_id: winner }`,
    check: (game) =>
      game.settings.profiles.flatMap((profile) => {
        const limits: StoreLimits = STORE_PROFILES[profile.value];
        return [...storeTotals(game, limits, profile), ...storeTiers(game, limits)];
      }),
  },
];

function atPoints({ address, points }: AchievementDesign, what: string, limit: Placed<number>): LintFinding {
  const text = `${counted(points, "point")}: ${what}`;
  return { address, pointer: "/points", text, others: [{ span: limit.span, text: "the budget" }] };
}

/** Achievements whose points are as declared. */
function withPoints(game: LintedGame): readonly AchievementDesign[] {
  return [...game.design.achievements.values()].filter((each) => !isLeftOpen(game, each, "points"));
}

/** The points of all achievements; undefined where some are not known. */
function totalOf(game: LintedGame): number | undefined {
  const known = withPoints(game);
  if (!isComplete(game, "achievement") || known.length < game.design.achievements.size) return undefined;
  return sum(known.map(({ points }) => points));
}

function storeTotals(
  game: LintedGame,
  { title, max_achievements, min_achievements, total_points }: StoreLimits,
  { span }: Placed<unknown>,
): readonly LintFinding[] {
  if (!isComplete(game, "achievement")) return [];
  const count = game.design.achievements.size;
  const total = totalOf(game);
  const found: string[] = [];
  if (max_achievements !== undefined && count > max_achievements) {
    found.push(`${title} accepts ${counted(max_achievements, "achievement")}, and there are ${count}`);
  }
  if (min_achievements !== undefined && count < min_achievements) {
    found.push(`${title} requires at least ${counted(min_achievements, "achievement")}, and there are ${count}`);
  }
  if (total_points !== undefined && total !== undefined && total > total_points) {
    const points = total.toLocaleString("en-US");
    found.push(`${title} accepts ${counted(total_points, "point")} in all, and there are ${points}`);
  }
  return found.map((text) => ({ span, text, help: ["change the manifests, or remove the profile"] }));
}

function storeTiers(game: LintedGame, { title, tiers }: StoreLimits): readonly LintFinding[] {
  if (tiers === undefined) return [];
  const words = tiers.map(([least, most]) => `${least} to ${most}`).join(", ");
  return withPoints(game)
    .filter(({ points }) => !tiers.some(([least, most]) => points >= least && points <= most))
    .map(({ address, points }) => {
      return { address, pointer: "/points", text: `${title} accepts ${words}, and this is ${points}` };
    });
}
