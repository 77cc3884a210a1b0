/**
 * Whether a change makes an achievement easier or harder, by playing: ways to earn it before and after, and variants of them, each
 * under both sets of rules. Out: a history that earns it on one side only. None found means nothing.
 */
import { defined } from "../../model/collections.ts";
import { jsonText } from "../../model/json.ts";
import type { WorkBudget } from "../design/condition-classes.ts";
import { type AchievementIn, type CriterionTree, criteriaIn, treeOf } from "../design/tree.ts";
import { combinationsOf, drafterOf, leastOf, playedOut, type Variant, type Way } from "../design/ways.ts";
import type { Witness, WitnessActivity, Witnesses } from "./impacts.ts";

/** Histories that are played for each side of one achievement, and the criteria and conditions evaluated for them. */
const MOST_PLAYS = 500;
const MOST_PLAYED = 250_000;

export function witnessesOf(before: AchievementIn, after: AchievementIn): Witnesses {
  let [easier, harder]: (Way | undefined)[] = [];
  for (const [own, other] of [
    [before, after],
    [after, before],
  ] as const) {
    const budget: WorkBudget = { left: MOST_PLAYED };
    const played = new Set<string>();
    for (const way of variantsOf(own, other, budget)) {
      const key = JSON.stringify(way);
      if (played.has(key)) continue;
      const [was, is] = [before, after].map((side) => playedOut(side, way, budget));
      if (played.add(key).size > MOST_PLAYS || budget.left < 0) break;
      if (was === undefined) easier ??= is;
      if (is === undefined) harder ??= was;
      if (easier !== undefined && harder !== undefined) break;
    }
  }
  return defined({ easier: easier && witnessFrom(easier), harder: harder && witnessFrom(harder) });
}

/** Ways to earn it on one side: plain, with what only that side counts, and with other amounts. */
function* variantsOf(own: AchievementIn, other: AchievementIn, budget: WorkBudget): Generator<Way> {
  const others = new Map(criteriaIn(treeOf(other)).map((each) => [each.address, each]));
  const draft = drafterOf(own, budget);
  for (const criteria of combinationsOf(treeOf(own))) {
    const plain = draft(criteria);
    if (plain === undefined) continue;
    yield plain;
    for (const variant of [...criteria].flatMap((each) => variantsFor(each, others.get(each.address)))) {
      if (budget.left < 0) return;
      const way = draft(criteria, variant);
      if (way !== undefined) yield way;
    }
  }
}

/** Amounts around the thresholds of both sides, in one activity or two; a small or a large one first decides averages. */
function variantsFor(of: CriterionTree, same: CriterionTree | undefined): readonly Variant[] {
  const ends = [of, ...(same === undefined ? [] : [same])].flatMap(({ rule }) => {
    const at = Number(rule.threshold);
    return [leastOf(rule), at, at + 1, at - 1].filter((end) => end >= 0);
  });
  return [
    ...(same === undefined ? [] : [{ of, avoided: same.filters }]),
    ...[...new Set(ends)].flatMap((end) =>
      [[end], [Math.ceil(end / 2), Math.floor(end / 2)], [end, 0], [0, end], [2 * end + 1, end]].map((amounts) => ({
        of,
        amounts,
      })),
    ),
  ];
}

const HOUR = 3_600_000;

function witnessFrom({ activities: history, player }: Way): Witness {
  const activities: WitnessActivity[] = [];
  let latest = 0;
  for (const { custom_action_id, amount, at, custom_data } of history) {
    const last = activities.at(-1);
    const every_hours = (at - latest) / HOUR;
    latest = at;
    const isAlike =
      last?.custom_action_id === custom_action_id &&
      last.amount === amount &&
      jsonText(last.custom_data) === jsonText(custom_data) &&
      (last.times === 1 || last.every_hours === every_hours);
    if (isAlike) activities.splice(-1, 1, { ...last, times: last.times + 1, every_hours });
    else {
      const date_time_utc = new Date(at).toISOString();
      activities.push({ custom_action_id, amount, times: 1, date_time_utc, every_hours: 0, custom_data });
    }
  }
  return { player, activities };
}
