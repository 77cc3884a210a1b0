/** Rules about points and numbers of achievements: the project's own budget, and the published limits of stores. */
import { problemAt } from "../../manifest/problem.ts";
import { counted } from "../../manifest/wording.ts";
import type { Diagnostic, Label } from "../../model/diagnostics.ts";
import type { LintCode } from "../../model/lint-codes.ts";
import { STORE_PROFILES, type StoreLimits } from "../../project/lint-limits.ts";
import type { Placed } from "../../project/lint-settings.ts";
import type { AchievementDesign } from "../design/design.ts";
import { finding, isComplete, isLeftOpen, type LintedGame, type LintRules } from "./linted-game.ts";

export const POINT_RULES = {
  "over-point-budget": (game) => {
    const limit = game.settings.budget.total_points;
    const total = totalOf(game);
    if (limit === undefined || total === undefined || total <= limit.value) return [];
    const text = `all achievements together give ${total} points, ${total - limit.value} more than this`;
    return [atSetting("over-point-budget", limit, text, ["give some of them fewer points, or raise the budget"])];
  },

  "achievement-count": (game) => {
    const { max_achievements: most, min_achievements: fewest } = game.settings.budget;
    const count = game.design.achievements.size;
    if (!isComplete(game, "achievement")) return [];
    const there = `there ${count === 1 ? "is" : "are"} ${counted(count, "achievement")}`;
    return [
      ...(most !== undefined && count > most.value
        ? [atSetting("achievement-count", most, `${there}, ${count - most.value} more than this`)]
        : []),
      ...(fewest !== undefined && count < fewest.value
        ? [atSetting("achievement-count", fewest, `${there}, ${fewest.value - count} fewer than this`)]
        : []),
    ];
  },

  "points-out-of-range": (game) => {
    const { max_points: most, min_points: least } = game.settings.budget;
    return withPoints(game).flatMap((achievement) => {
      const { points } = achievement;
      if (most !== undefined && points > most.value) {
        return [atPoints(game, "points-out-of-range", achievement, `above the most, which is ${most.value}`, most)];
      }
      if (least !== undefined && points < least.value) {
        return [atPoints(game, "points-out-of-range", achievement, `below the least, which is ${least.value}`, least)];
      }
      return [];
    });
  },

  "points-off-step": (game) => {
    const { step } = game.settings.budget;
    if (step === undefined) return [];
    return withPoints(game)
      .filter(({ points }) => points % step.value !== 0)
      .map((achievement) => atPoints(game, "points-off-step", achievement, `no multiple of ${step.value}`, step));
  },

  "store-limit": (game) =>
    game.settings.profiles.flatMap((profile) => {
      const limits: StoreLimits = STORE_PROFILES[profile.value];
      return [...storeTotals(game, limits, profile), ...storeTiers(game, limits)];
    }),
} satisfies LintRules;

function atSetting(
  code: LintCode,
  { span }: Placed<unknown>,
  text: string,
  help: readonly string[] = ["change the manifests, or the budget"],
): Diagnostic {
  return problemAt(code, span, text, { help });
}

function atPoints(
  game: LintedGame,
  code: LintCode,
  { address, points }: AchievementDesign,
  what: string,
  limit: Placed<number>,
): Diagnostic {
  const others: readonly Label[] = [{ span: limit.span, text: "the budget" }];
  return finding(game, code, { address, pointer: "/points" }, `${counted(points, "point")}: ${what}`, { others });
}

/** Achievements whose points are as declared. */
function withPoints(game: LintedGame): readonly AchievementDesign[] {
  return [...game.design.achievements.values()].filter((each) => !isLeftOpen(game, each, "points"));
}

/** The points of all achievements; undefined where some are not known. */
function totalOf(game: LintedGame): number | undefined {
  const all = [...game.design.achievements.values()];
  if (!isComplete(game, "achievement") || withPoints(game).length < all.length) return undefined;
  return all.reduce((sum, { points }) => sum + points, 0);
}

function storeTotals(
  game: LintedGame,
  { title, max_achievements, min_achievements, total_points }: StoreLimits,
  profile: Placed<unknown>,
): readonly Diagnostic[] {
  if (!isComplete(game, "achievement")) return [];
  const count = game.design.achievements.size;
  const total = totalOf(game);
  const found: string[] = [];
  if (max_achievements !== undefined && count > max_achievements) {
    found.push(`${title} takes ${counted(max_achievements, "achievement")}, and there are ${count}`);
  }
  if (min_achievements !== undefined && count < min_achievements) {
    found.push(`${title} wants at least ${counted(min_achievements, "achievement")}, and there are ${count}`);
  }
  if (total_points !== undefined && total !== undefined && total > total_points) {
    found.push(
      `${title} takes ${counted(total_points, "point")} in all, and there are ${total.toLocaleString("en-US")}`,
    );
  }
  const help = ["change the manifests, or take the profile out"];
  return found.map((text) => problemAt("store-limit", profile.span, text, { help }));
}

function storeTiers(game: LintedGame, { title, tiers }: StoreLimits): readonly Diagnostic[] {
  if (tiers === undefined) return [];
  const words = tiers.map(([least, most]) => `${least} to ${most}`).join(", ");
  return withPoints(game)
    .filter(({ points }) => !tiers.some(([least, most]) => points >= least && points <= most))
    .map(({ address, points }) =>
      finding(game, "store-limit", { address, pointer: "/points" }, `${title} takes ${words}, and this is ${points}`),
    );
}
