/**
 * Histories that show a change: one that earns an achievement on one side of it, and not on the other. Both are played by the
 * run-time rules.
 */
import { both } from "../../manifest/wording.ts";
import { append, memoizedBy } from "../../model/collections.ts";
import { isJsonObject, jsonText } from "../../model/json.ts";
import type { Witness, WitnessActivity } from "../../plan/impact.ts";
import type { Activity } from "../../rules/model.ts";
import { reachingActions } from "../../rules/play.ts";
import { difference, setOf } from "../design/activity-sets.ts";
import { type Branch, branchesOf, inBoth } from "../design/branches.ts";
import type { AchievementDesign } from "../design/design.ts";
import { without } from "../design/intervals.ts";
import { activitiesOf } from "../design/requirements.ts";
import { requirementsIn } from "../design/trees.ts";
import {
  earnedAt,
  MOST_CRITERIA,
  type Played,
  searchContextOf,
  type WayOptions,
  waysOf,
} from "../report/witness/ways.ts";
import { nameOf, type Side } from "./sides.ts";

interface Version {
  readonly side: Side;
  readonly achievement: AchievementDesign;
}

/** Branches, variants of them and plays after which no more are tried. */
const MOST_BRANCHES = 48;
const MOST_VARIANTS = 96;
const MOST_PLAYS = 400;

const HOUR = 3_600_000;

/** A history that earns the achievement as it is in `earned` and not as it is in `missed`; undefined where none was found. */
export function witnessOf(earned: Version, missed: Version): Witness | undefined {
  const known = witnessesOf(earned.achievement);
  const found = known.get(missed.achievement) ?? { witness: findWitness(earned, missed) };
  known.set(missed.achievement, found);
  return found.witness;
}

/** Each achievement is an object of its game, and its impact may be asked for several times. */
const witnessesOf = memoizedBy(
  (_: AchievementDesign) => new WeakMap<AchievementDesign, { readonly witness: Witness | undefined }>(),
);

function findWitness(earned: Version, missed: Version): Witness | undefined {
  const context = searchContextOf(earned.side.design);
  const [isTrue, isNot] = [treeOf(earned), treeOf(missed)];
  if (isTrue === undefined || requirementsIn(isTrue).length > MOST_CRITERIA) return undefined;
  const ways = branchesOf(isTrue);
  const apart = isNot === undefined ? ways : inBoth(ways, branchesOf(isNot, false));
  let [left, variants] = [MOST_PLAYS, MOST_VARIANTS];
  for (const branch of [...apart.branches.slice(0, MOST_BRANCHES), ...ways.branches.slice(0, MOST_BRANCHES)]) {
    for (const { narrowed, ...options } of variantsOf(branch)) {
      variants -= 1;
      if (variants < 0) return undefined;
      for (const way of waysOf(narrowed, context, earned.achievement, options)) {
        left -= 1;
        if (left < 0) return undefined;
        const activities = way.drafted.map(({ activity }) => activity);
        const at = earnedAt(missed.side.design, missed.achievement.custom_id, way.player, activities);
        if (at === undefined) return witnessFrom(way);
      }
    }
  }
  return undefined;
}

function treeOf({ side, achievement }: Version) {
  const id = achievement.custom_criteria_group_id;
  return id !== null && side.design.groups.has(id) ? side.forest.group(id) : undefined;
}

interface Variant extends WayOptions {
  readonly narrowed: Branch;
}

/** The branch, and the same where a criterion is met by what does not meet another one that must not be met. */
function* variantsOf(branch: Branch): Generator<Variant> {
  yield { narrowed: branch };
  for (const [index, own] of branch.must.entries()) {
    for (const other of branch.mustNot) {
      if (own.rule.measure === other.rule.measure) {
        for (const values of without(own.values, other.values)) {
          const requirement = { ...own, values };
          yield { narrowed: { ...branch, must: branch.must.with(index, requirement) } };
        }
      }
      const id = other.criterion.custom_action_id;
      const counting = reachingActions(other.design, [id]);
      const isReactive = [...reachingActions(own.design, [own.criterion.custom_action_id])].some(
        (each) => !counting.has(each),
      );
      if (isReactive) yield { narrowed: branch, unreported: counting };
      const outside = difference(activitiesOf(own), setOf(other.filters));
      if (outside.boxes.length === 0 || other.filters.length === 0) continue;
      for (const box of outside.boxes.slice(0, 8)) {
        yield { narrowed: branch, within: new Map([[own, { boxes: [box], isComplete: true }]]) };
      }
    }
  }
}

function witnessFrom({ drafted, player }: Played): Witness {
  const activities: { -readonly [Name in keyof WitnessActivity]: WitnessActivity[Name] }[] = [];
  let latest = 0;
  for (const { activity } of drafted) {
    const { custom_action_id, amount, at, custom_data } = activity;
    const last = activities.at(-1);
    const every_hours = (at - latest) / HOUR;
    latest = at;
    const isAlike =
      last?.custom_action_id === custom_action_id &&
      last.amount === amount &&
      jsonText(last.custom_data) === jsonText(custom_data) &&
      (last.times === 1 || last.every_hours === every_hours);
    if (isAlike) Object.assign(last, { times: last.times + 1, every_hours });
    else {
      const date_time_utc = new Date(at).toISOString();
      activities.push({ custom_action_id, amount, times: 1, date_time_utc, every_hours: 0, custom_data });
    }
  }
  return { player, activities };
}

/** The activities of a history one by one. */
export function activitiesIn({ activities }: Witness): readonly Activity[] {
  return activities.flatMap(({ custom_action_id, amount, times, date_time_utc, every_hours, custom_data }) =>
    Array.from({ length: times }, (_, index): Activity => {
      const at = Date.parse(date_time_utc) + index * every_hours * HOUR;
      return { custom_action_id, amount, at, custom_data, custom_session_id: null };
    }),
  );
}

/** Two histories in the words of players, with as much of each as tells them apart. */
export function witnessWords(one: Witness, other: Witness, ...sides: readonly Side[]): readonly [string, string] {
  const [short, long] = [false, true].map((isTimed): [string, string] => {
    return [doneWords(one, isTimed, sides), doneWords(other, isTimed, sides)];
  }) as [[string, string], [string, string]];
  return short[0] === short[1] ? long : short;
}

/** Such as `5 of "Jump" with map sea and 1 of "Run"`. */
function doneWords({ activities }: Witness, isTimed: boolean, sides: readonly Side[]): string {
  const done = new Map<string, number[]>();
  for (const each of activities) append(done, whatWords(each, isTimed, sides), each.amount * each.times);
  const amounts = [...done].map(([what, all]) => {
    const total = all.reduce((sum, amount) => sum + amount, 0);
    return `${total.toLocaleString("en-US")} of ${what}`;
  });
  const shown = amounts.slice(0, MOST_WORDS);
  return both(amounts.length > shown.length ? [...shown, "more"] : shown);
}

/** More activities are not listed in a sentence. */
const MOST_WORDS = 4;

function whatWords(
  { custom_action_id, custom_data, date_time_utc }: WitnessActivity,
  isTimed: boolean,
  sides: readonly Side[],
): string {
  const fields = isJsonObject(custom_data) ? Object.entries(custom_data) : [];
  const data = fields.map(([key, value]) => `${key} ${typeof value === "string" ? value : jsonText(value)}`);
  const name = `"${nameOf(`action/${custom_action_id}`, ...sides)}"`;
  const time = isTimed ? ` on ${date_time_utc.slice(0, 10)} at ${date_time_utc.slice(11, 16)}` : "";
  return `${name}${data.length === 0 ? "" : ` with ${both(data)}`}${time}`;
}
