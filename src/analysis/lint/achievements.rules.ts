/** Rules about achievements beside each other: which are earned together, and what they are worth. */
import { append, memoizedBy, sum } from "../../model/collections.ts";
import { actionsOf } from "../../rules/compiled.ts";
import { foldGroups } from "../../rules/groups.ts";
import { reachedActions } from "../../rules/play.ts";
import type { AchievementDesign, GroupDesign } from "../design/design.ts";
import { valuesOf } from "../design/intervals.ts";
import { achievementImplies } from "./impossible.ts";
import { isGroupKnownThroughout, isLeftOpen, type LintedGame, type LintRule, pairsOf, unsafeFix } from "./rule.ts";

const TWO_GROUPS = `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: fifty-wins, name: Fifty wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
  - { custom_id: champion, name: Champion, criteria: [fifty-wins] }
`;

export const rules: readonly LintRule[] = [
  {
    code: "twin-achievements",
    severity: "warning",
    summary: "Achievements that are earned together",
    explanation: "Two achievements have the same requirements, so every player who earns one earns the other with it.",
    isPairwise: true,
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: winner }`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: cup, name: The cup, custom_action_id: win-cup }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
  - { custom_id: champion, name: Champion, criteria: [cup] }
achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: champion }`,
    check: (game) =>
      comparedIn(game).twins.map(([first, second]) => {
        const pointer = "/custom_criteria_group_id";
        return {
          ...{ address: second.address, pointer, isKey: true },
          text: `"${first.custom_id}" and "${second.custom_id}" are always earned together`,
          others: [{ address: first.address, pointer, isKey: true, text: "the same requirements" }],
          help: ["make one of them require more, or merge them into one achievement"],
        };
      }),
  },
  {
    code: "harder-worth-less",
    severity: "warning",
    summary: "Harder achievement is worth less",
    explanation:
      "Every player who earns the harder achievement has also earned the easier one, yet it gives fewer points.",
    bad: `${TWO_GROUPS}achievements:
  - { custom_id: winner, name: Winner, description: Win 10., points: 50, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win 50., points: 20, custom_criteria_group_id: champion }`,
    good: `${TWO_GROUPS}achievements:
  - { custom_id: winner, name: Winner, description: Win 10., points: 20, custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win 50., points: 50, custom_criteria_group_id: champion }`,
    check: (game) =>
      comparedIn(game).ordered.flatMap(([harder, easier]) => {
        if (harder.points >= easier.points) return [];
        if (isLeftOpen(game, harder, "points") || isLeftOpen(game, easier, "points")) return [];
        return {
          ...{ address: harder.address, pointer: "/points" },
          text: `${harder.points} points for "${harder.custom_id}", and ${easier.points} for the easier "${easier.custom_id}"`,
          others: [{ address: easier.address, pointer: "/points", text: "easier, and worth more" }],
          help: [`give "${harder.custom_id}" at least ${easier.points} points`],
          fixes: unsafeFix({ address: harder.address, pointer: "/points" }, `give it ${easier.points} points`, {
            write: easier.points,
          }),
        };
      }),
  },
];

type Pair = readonly [AchievementDesign, AchievementDesign];

interface Compared {
  readonly twins: readonly Pair[];
  /** The harder one first. */
  readonly ordered: readonly Pair[];
}

/** Compares achievements that share an action, reactions included, once for each game. */
const comparedIn = memoizedBy((game: LintedGame): Compared => {
  const [twins, ordered]: [Pair[], Pair[]] = [[], []];
  const done = new Set<string>();
  for (const bucket of bucketsOf(game)) {
    for (const [{ achievement: a }, { achievement: b }] of pairsOf(bucket, ({ effort }) => effort)) {
      const key = `${a.custom_id} ${b.custom_id}`;
      if (done.has(key) || done.has(`${b.custom_id} ${a.custom_id}`)) continue;
      done.add(key);
      const [forward, back] = [achievementImplies(game, a, b), achievementImplies(game, b, a)];
      if (forward && back) twins.push([a, b]);
      else if (forward) ordered.push([a, b]);
      else if (back) ordered.push([b, a]);
    }
  }
  return { twins, ordered };
});

interface Weighed {
  readonly achievement: AchievementDesign;
  /** The thresholds of all criteria added up: similar achievements are neighbours in this order. */
  readonly effort: number;
}

/** Achievements by each of the actions that their players have done. Those that are partly left open are left out. */
function bucketsOf(game: LintedGame): Iterable<readonly Weighed[]> {
  const buckets = new Map<string, Weighed[]>();
  const effortOf = foldGroups<GroupDesign, null, number>({
    find: (id) => game.design.groups.get(id),
    keyOf: (id) => id,
    missing: () => 0,
    circular: () => 0,
    tooMany: () => 0,
    value: ({ criteria, criteria_groups }, _, inner) =>
      sum([...criteria.map((id) => thresholdOf(game, id)), ...criteria_groups.map((id) => inner(id, null))]),
  });
  for (const achievement of game.design.achievements.values()) {
    const id = achievement.custom_criteria_group_id;
    if (id === null || isLeftOpen(game, achievement, "custom_criteria_group_id")) continue;
    if (!isGroupKnownThroughout(game, id)) continue;
    const weighed = { achievement, effort: effortOf(id, null) };
    const reached = new Set(
      [...actionsOf(game.design, achievement)].flatMap((action) => [...reachedActions(game.design, action)]),
    );
    for (const action of reached) append(buckets, action, weighed);
  }
  return buckets.values();
}

function thresholdOf(game: LintedGame, criterion: string): number {
  const read = game.compiled.criterion(criterion);
  if (read?.rule.ok !== true || !read.streak.ok) return 0;
  return Number(valuesOf(read.rule.value).least?.at ?? 0n) * (read.streak.value?.count ?? 1);
}
