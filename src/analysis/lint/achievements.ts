/** Rules about achievements beside each other: which of them are earned together, and what they are worth. */

import { append, memoizedBy } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { actionsOf } from "../../rules/compiled.ts";
import type { AchievementDesign } from "../design/design.ts";
import { achievementImplies } from "../design/implication.ts";
import { rangeOf } from "../design/rule-range.ts";
import {
  finding,
  isComplete,
  isGroupKnownThroughout,
  isLeftOpen,
  type LintedGame,
  type LintRules,
  labelAt,
} from "./linted-game.ts";
import { pairsOf } from "./pairs.ts";

export const ACHIEVEMENT_RULES = {
  "twin-achievements": (game) =>
    comparedIn(game).twins.map(([first, second]) => {
      const text = `"${first.custom_id}" and "${second.custom_id}" are always earned together`;
      const part = { address: second.address, pointer: "/custom_criteria_group_id", isKey: true };
      const other = { address: first.address, pointer: "/custom_criteria_group_id", isKey: true };
      return finding(game, "twin-achievements", part, text, {
        others: [labelAt(game, other, "asks for the same")],
        help: ["let one of them ask for more, or make one achievement of them"],
      });
    }),

  "harder-worth-less": (game) =>
    comparedIn(game).ordered.flatMap(([harder, easier]): readonly Diagnostic[] => {
      if (harder.points >= easier.points) return [];
      if (isLeftOpen(game, harder, "points") || isLeftOpen(game, easier, "points")) return [];
      const text = `${harder.points} points for "${harder.custom_id}", and ${easier.points} for the easier "${easier.custom_id}"`;
      return [
        finding(game, "harder-worth-less", { address: harder.address, pointer: "/points" }, text, {
          others: [labelAt(game, { address: easier.address, pointer: "/points" }, "easier, and worth more")],
          help: [`give "${harder.custom_id}" at least ${easier.points} points`],
        }),
      ];
    }),

  "worthless-achievement": (game) =>
    [...game.design.achievements.values()].flatMap((achievement) => {
      const { address, points, rewards } = achievement;
      if (points > 0 || rewards.length > 0 || isLeftOpen(game, achievement, "points", "rewards")) return [];
      const help = ["give it points or a reward"];
      return [
        finding(game, "worthless-achievement", { address, pointer: "/points" }, "no points and no rewards", { help }),
      ];
    }),
} satisfies LintRules;

type Pair = readonly [AchievementDesign, AchievementDesign];

interface Compared {
  readonly twins: readonly Pair[];
  /** The harder one first: whoever has earned it has earned the other one. */
  readonly ordered: readonly Pair[];
}

/** Compares achievements that share an action, once for each game. */
const comparedIn = memoizedBy((game: LintedGame): Compared => {
  const [twins, ordered]: [Pair[], Pair[]] = [[], []];
  const done = new Set<string>();
  for (const bucket of bucketsOf(game)) {
    for (const [one, other] of pairsOf(bucket, ({ effort }) => effort)) {
      const [a, b] = [one.achievement, other.achievement];
      const key = `${a.custom_id} ${b.custom_id}`;
      if (done.has(key) || done.has(`${b.custom_id} ${a.custom_id}`)) continue;
      done.add(key);
      const [there, back] = [implies(game, a, b), implies(game, b, a)];
      if (there && back) twins.push([a, b]);
      else if (there) ordered.push([a, b]);
      else if (back) ordered.push([b, a]);
    }
  }
  return { twins, ordered };
});

function implies({ design }: LintedGame, a: AchievementDesign, b: AchievementDesign): boolean {
  return achievementImplies(a, design, b, design);
}

interface Weighed {
  readonly achievement: AchievementDesign;
  /** Grows with what is asked for: neighbours in this order are those to compare. */
  readonly effort: number;
}

/** Achievements by each of the actions that they are about. Those of which something is left open are left out. */
function bucketsOf(game: LintedGame): Iterable<readonly Weighed[]> {
  const buckets = new Map<string, Weighed[]>();
  if (!isComplete(game, "criterion", "criteria_group")) return [];
  for (const achievement of game.design.achievements.values()) {
    const id = achievement.custom_criteria_group_id;
    if (id === null || isLeftOpen(game, achievement, "custom_criteria_group_id")) continue;
    if (!isGroupKnownThroughout(game, id)) continue;
    const weighed = { achievement, effort: effortOf(game, id) };
    for (const action of actionsOf(game.design, achievement)) append(buckets, action, weighed);
  }
  return buckets.values();
}

const efforts = memoizedBy((_: LintedGame) => new Map<string, number>());

/** The thresholds of all criteria of the group, added up. */
function effortOf(game: LintedGame, id: string, path: readonly string[] = []): number {
  const known = efforts(game).get(id);
  if (known !== undefined) return known;
  const group = game.design.groups.get(id);
  if (group === undefined || path.includes(id)) return 0;
  const own = group.criteria.map((each) => {
    const read = game.compiled.criterion(each);
    if (read?.rule.ok !== true || !read.streak.ok) return 0;
    return Number(rangeOf(read.rule.value).least ?? 0n) * (read.streak.value?.count ?? 1);
  });
  const inner = group.criteria_groups.map((each) => effortOf(game, each, [...path, id]));
  const effort = [...own, ...inner].reduce((sum, each) => sum + each, 0);
  efforts(game).set(id, effort);
  return effort;
}
