/**
 * Whether a change makes an achievement easier or harder, by playing: ways to earn it before and after, and variants of them, each
 * under both sets of rules. Out: a history that earns it on one side only. None found means nothing.
 */
import { defined } from "../../model/collections.ts";
import { jsonText } from "../../model/json.ts";
import { type AchievementIn, treeOf } from "../design/direction.ts";
import { type CriterionTree, criteriaIn } from "../design/tree.ts";
import {
  combinationsOf,
  costOf,
  drafterOf,
  leastOf,
  type PlayBudget,
  playedOut,
  type Variant,
  type Way,
} from "../design/ways.ts";
import type { Witness, WitnessActivity, Witnesses } from "./impacts.ts";

/** Histories that are played for one achievement, and what they may cost. */
const MOST_PLAYS = 1_000;
const MOST_PLAYED = 200_000;
/** What it costs to draft what meets a criterion. */
const DRAFT_COST = 20;

export function witnessesOf(before: AchievementIn, after: AchievementIn): Witnesses {
  const budget: PlayBudget = { left: MOST_PLAYED };
  const played = new Set<string>();
  let [easier, harder]: (Way | undefined)[] = [];
  for (const way of candidatesOf(before, after, budget)) {
    const key = JSON.stringify(way);
    if (played.has(key)) continue;
    if (played.add(key).size > MOST_PLAYS || costOf(before, way) + costOf(after, way) > budget.left) break;
    const [was, is] = [before, after].map((side) => playedOut(side, way, budget));
    if (was === undefined) easier ??= is;
    if (is === undefined) harder ??= was;
    if (easier !== undefined && harder !== undefined) break;
  }
  return defined({ easier: easier && witnessFrom(easier), harder: harder && witnessFrom(harder) });
}

/** One of each side in turn, so that both are shown soon. */
function* candidatesOf(before: AchievementIn, after: AchievementIn, budget: PlayBudget): Generator<Way> {
  const open = [variantsOf(before, after, budget), variantsOf(after, before, budget)];
  for (let isLeft = true; isLeft; ) {
    const next = open.map((each) => each.next());
    for (const each of next) if (each.done !== true) yield each.value;
    isLeft = next.some(({ done }) => done !== true);
  }
}

/** Ways to earn it on one side: plain, with what only that side counts, and with other amounts. */
function* variantsOf(own: AchievementIn, other: AchievementIn, budget: PlayBudget): Generator<Way> {
  const others = new Map(criteriaIn(treeOf(other)).map((each) => [each.address, each]));
  const draft = drafterOf(own);
  for (const criteria of combinationsOf(treeOf(own))) {
    for (const variant of criteria.flatMap((each) => variantsFor(each, others.get(each.address)))) {
      if (budget.left < 0) return;
      const way = draft(criteria, variant);
      budget.left -= criteria.length * DRAFT_COST + (way?.activities.length ?? 0);
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
    { of },
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
