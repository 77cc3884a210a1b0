/** Rules about points and numbers of achievements: the project's own budget, tiers, and rewards that come twice. */

import { counted } from "../../manifest/wording.ts";
import { append, sum } from "../../model/collections.ts";
import { isJsonObject, isNumber, type Json } from "../../model/json.ts";
import type { Placed } from "../../project/lint-settings.ts";
import type { AchievementDesign, Titled } from "../design/design.ts";
import { achievementImplies } from "./impossible.ts";
import {
  isComplete,
  isGroupKnownThroughout,
  isLeftOpen,
  type LintedGame,
  type LintFinding,
  type LintRule,
  unsafeFix,
} from "./rule.ts";
import { STORES } from "./stores.ts";
import { stemOf, wordsOf } from "./words.ts";

const WORTH = ["race", "duel", "quiz", "hunt"].map(
  (game) =>
    `  - { custom_id: ${game}, name: "The ${game}", description: "Win the ${game}.", points: 5, custom_criteria_group_id: ${game} }\n`,
);

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
          return atPoints(each, `above the maximum of ${most.value}`, most, most.value);
        if (least === undefined || each.points >= least.value) return [];
        return atPoints(each, `below the minimum of ${least.value}`, least, least.value);
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
      return off.map((each) => {
        const nearest = Math.max(1, Math.round(each.points / step.value)) * step.value;
        return atPoints(each, `not a multiple of ${step.value}`, step, nearest);
      });
    },
  },
  {
    code: "worthless-achievement",
    severity: "warning",
    summary: "Achievement that gives nothing",
    explanation:
      "Nearly all other achievements give points or a reward, and this one gives neither. Nothing is found where several give nothing, where `budget.min_points` is 0, and where a store of `profiles` has no points.",
    bad: `achievements:
${WORTH.join("")}  - { custom_id: winner, name: Winner, description: Win., points: 0, custom_criteria_group_id: winner }`,
    good: `achievements:
${WORTH.join("")}  - { custom_id: winner, name: Winner, description: Win., points: 5, custom_criteria_group_id: winner }`,
    check: (game) => {
      const { achievements } = game.design;
      const { budget, profiles } = game.settings;
      if (budget.min_points?.value === 0 || profiles.some(({ value }) => STORES[value].points === "none")) return [];
      const found = withPoints(game).filter(({ points, rewards }) => points === 0 && rewards.length === 0);
      const [only, more] = found.filter((each) => !isLeftOpen(game, each, "rewards"));
      if (only === undefined || more !== undefined || achievements.size < ENOUGH) return [];
      const help = ["give it points or a reward", "or write budget: { min_points: 0 } if it is meant"];
      return [{ address: only.address, pointer: "/points", text: "no points and no rewards", help }];
    },
  },
  {
    code: "tier-worth-less",
    severity: "warning",
    summary: "Higher tier is worth less",
    explanation: "By its name, the achievement is a higher tier of another one, and it gives fewer points.",
    bad: `achievements:
  - { custom_id: one, name: Racer I, description: Come third., points: 10, custom_criteria_group_id: third }
  - { custom_id: two, name: Racer II, description: Come second., points: 5, custom_criteria_group_id: second }`,
    good: `achievements:
  - { custom_id: one, name: Racer I, description: Come third., points: 10, custom_criteria_group_id: third }
  - { custom_id: two, name: Racer II, description: Come second., points: 20, custom_criteria_group_id: second }`,
    after: ["harder-worth-less"],
    check: (game) =>
      laddersIn(withPoints(game)).flatMap((ladder) =>
        ladder.flatMap(({ achievement: higher }, index) => {
          const lower = ladder[index - 1]?.achievement;
          if (lower === undefined || higher.points >= lower.points) return [];
          return {
            ...{ address: higher.address, pointer: "/points" },
            text: `${higher.points} points for "${higher.custom_id}", and ${lower.points} for the tier below, "${lower.custom_id}"`,
            others: [{ address: lower.address, pointer: "/points", text: "the tier below" }],
            help: [`give "${higher.custom_id}" at least ${lower.points} points`],
            fixes: unsafeFix({ address: higher.address, pointer: "/points" }, `give it ${lower.points} points`, {
              write: lower.points,
            }),
          };
        }),
      ),
  },
  {
    code: "repeated-reward",
    severity: "warning",
    summary: "Reward that two achievements give",
    explanation:
      "Two achievements give the same title, or the same reward although every player who earns one has earned the other, so the player gets it twice. Rewards that come in amounts, such as coins, are left alone.",
    bad: `rewards:
  - { custom_id: champion, name: "Title: Champion" }
achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner, rewards: [champion] }
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: cup, rewards: [champion] }`,
    good: `rewards:
  - { custom_id: coins, name: 50 coins }
achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner, rewards: [coins] }
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: cup, rewards: [coins] }`,
    check: (game) => {
      const givers = new Map<string, AchievementDesign[]>();
      for (const each of game.design.achievements.values()) {
        if (!isLeftOpen(game, each, "rewards")) for (const id of new Set(each.rewards)) append(givers, id, each);
      }
      return [...givers].flatMap(([id, [first, ...more]]) => {
        const reward = game.design.rewards.get(id);
        if (first === undefined || reward === undefined || comesInAmounts(reward)) return [];
        const again = isTitle(reward)
          ? more[0]
          : more.slice(0, MOST_GIVERS).find((each) => isEarnedWith(game, first, each));
        if (again === undefined) return [];
        return {
          ...{ address: again.address, pointer: "/rewards", isKey: true },
          text: `"${id}" is given by "${first.custom_id}", too`,
          others: [{ address: first.address, pointer: "/rewards", isKey: true, text: "the same reward" }],
          help: ["give a reward of its own"],
        };
      });
    },
  },
];

/** Of more achievements that give a reward, the rest is not compared. */
const MOST_GIVERS = 50;
/** With fewer achievements than this, one without points is no exception. */
const ENOUGH = 5;

/** `nearest`: the number of points that is allowed and nearest, if there is one. */
function atPoints(
  { address, points }: AchievementDesign,
  what: string,
  limit: Placed<number>,
  nearest?: number,
): LintFinding {
  const place = { address, pointer: "/points" };
  const text = `${counted(points, "point")}: ${what}`;
  const fixes = nearest === undefined ? [] : unsafeFix(place, `give it ${nearest} points`, { write: nearest });
  return { ...place, text, others: [{ span: limit.span, text: "the budget" }], fixes };
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

interface Rung {
  readonly achievement: AchievementDesign;
  readonly place: number;
}

const TIERS: readonly (readonly string[])[] = [
  ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"],
  ["bronze", "silver", "gold", "platinum", "diamond"],
  ["novice", "apprentice", "journeyman", "expert", "master", "grandmaster"],
];
/** Numbers behind these say which one it is, not how hard it is. */
const PARTS = new Set([
  "chapter",
  "act",
  "part",
  "episode",
  "book",
  "volume",
  "world",
  "level",
  "stage",
  "season",
  "phase",
  "year",
  "mission",
  "quest",
]);

/** Achievements whose names differ in a tier alone, lower tiers first: "Hunter I" and "Hunter II", "Bronze racer" and "Gold racer". */
function laddersIn(achievements: readonly AchievementDesign[]): readonly (readonly Rung[])[] {
  const ladders = new Map<string, Rung[]>();
  for (const achievement of achievements) {
    const words = wordsOf(achievement.name);
    for (const [series, names] of TIERS.entries()) {
      const at = words.findIndex((word, index) => names.includes(word) && (series > 0 || index === words.length - 1));
      const rest = words.filter((_, index) => index !== at);
      if (at < 0 || rest.length === 0 || rest.some((word) => PARTS.has(word))) continue;
      append(ladders, `${series} ${at} ${rest.join(" ")}`, { achievement, place: names.indexOf(words[at] ?? "") });
    }
  }
  // Gold and silver may be metals, and a master one who teaches.
  const sure = [...ladders].filter(([key, ladder]) => key.startsWith("0 ") || ladder.length > 2);
  return sure.map(([, ladder]) => ladder.sort((a, b) => a.place - b.place));
}

const CURRENCIES = new Set(
  [
    ...[
      "coin",
      "gold",
      "silver",
      "gem",
      "crystal",
      "xp",
      "point",
      "token",
      "energy",
      "credit",
      "ticket",
      "key",
      "cash",
      "money",
    ],
    ...["chest", "box", "crate", "pack", "potion", "booster", "life", "spin", "shard", "dust", "experience", "lootbox"],
  ].map(stemOf),
);

/** Whether it is meant to be given more than once: a number in its name or `custom_data`, or a currency. */
function comesInAmounts({ name, custom_data }: { readonly name: string; readonly custom_data: Json }): boolean {
  const hasAmount =
    isJsonObject(custom_data) &&
    Object.entries(custom_data).some(
      ([key, value]) => isNumber(value) && /amount|count|quantity|number|stack|value|coins|gems|xp/i.test(key),
    );
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  return hasAmount || words.some((word) => /\p{N}/u.test(word)) || CURRENCIES.has(stemOf(last));
}

/** A title is had or not: a second one is nothing. */
function isTitle({ custom_id, name }: Titled): boolean {
  return wordsOf(`${custom_id} ${name}`).includes("title");
}

/** Whether every player who earns one of them has earned the other. */
function isEarnedWith(game: LintedGame, one: AchievementDesign, other: AchievementDesign): boolean {
  const areKnown = [one, other].every(
    ({ custom_criteria_group_id: id }) => id !== null && isGroupKnownThroughout(game, id),
  );
  return areKnown && (achievementImplies(game, one, other) || achievementImplies(game, other, one));
}
