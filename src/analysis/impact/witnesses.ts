/**
 * Histories that show a change: one that earns an achievement on one side of it, and not on the other. Both are played by the
 * run-time rules.
 */
import { both, counted } from "../../manifest/wording.ts";
import { memoizedBy } from "../../model/collections.ts";
import { isJsonObject, type Json, jsonText } from "../../model/json.ts";
import type { Activity } from "../../rules/model.ts";
import { reachingActions } from "../../rules/play.ts";
import { dataFor, difference, setOf } from "../design/activity-sets.ts";
import { type Branch, branchesOf, inBoth } from "../design/branches.ts";
import { type AchievementDesign, isReported } from "../design/design.ts";
import { without } from "../design/intervals.ts";
import { activitiesOf, type Requirement } from "../design/requirements.ts";
import { requirementsIn, type Tree } from "../design/trees.ts";
import { CYCLE, openCalendar } from "../report/witness/assignments.ts";
import {
  earnedAt,
  MOST_CRITERIA,
  type SearchContext,
  searchContextOf,
  type WayOptions,
  waysOf,
} from "../report/witness/ways.ts";
import type { Witness, WitnessActivity } from "./impacts.ts";
import { nameOf, type Side } from "./sides.ts";
import { smallHistories } from "./small-histories.ts";

interface Version {
  readonly side: Side;
  readonly achievement: AchievementDesign;
}

/** Branches, variants of them and plays after which no more are tried. */
const MOST_BRANCHES = 48;
const MOST_VARIANTS = 96;
const MOST_PLAYS = 400;

const HOUR = 3_600_000;

/** Activities of the amount 0 by which an average is lowered. */
const MOST_NOTHING = 200;

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
  const [isTrue, isNot] = [treeOf(earned), treeOf(missed)];
  if (isTrue === undefined || requirementsIn(isTrue).length > MOST_CRITERIA) return undefined;
  return draftedWitness(earned, missed, isTrue, isNot) ?? shortWitness(earned, missed, isTrue, isNot);
}

/** By ways to earn it, and such ways after something that spoils the other side. */
function draftedWitness(earned: Version, missed: Version, isTrue: Tree, isNot: Tree | undefined): Witness | undefined {
  const context = searchContextOf(earned.side.design);
  const ways = branchesOf(isTrue);
  const apart = isNot === undefined ? ways : inBoth(ways, branchesOf(isNot, false));
  const [needed, spoilable] = [requirementsIn(isTrue), isNot === undefined ? [] : requirementsIn(isNot)];
  let [left, variants] = [MOST_PLAYS, MOST_VARIANTS];
  for (const branch of [...apart.branches.slice(0, MOST_BRANCHES), ...ways.branches.slice(0, MOST_BRANCHES)]) {
    for (const { narrowed, ...options } of variantsOf(branch)) {
      variants -= 1;
      if (variants < 0) return undefined;
      for (const { drafted, player } of waysOf(narrowed, context, earned.achievement, options)) {
        const plain = drafted.map(({ activity }) => activity);
        for (const activities of [plain, ...spoiledBy(spoilable, needed, plain, context)]) {
          left -= 1;
          if (left < 0) return undefined;
          if (!activities.every(({ amount }) => Number.isSafeInteger(amount))) continue;
          if (earnedAt(missed.side.design, missed.achievement.custom_id, player, activities) !== undefined) continue;
          if (activities === plain) return witnessFrom(plain, player);
          const last = earnedAt(earned.side.design, earned.achievement.custom_id, player, activities);
          if (last !== undefined) return witnessFrom(activities.slice(0, last + 1), player);
        }
      }
    }
  }
  return undefined;
}

/** By trying short histories of what matters to the criteria. */
function shortWitness(earned: Version, missed: Version, isTrue: Tree, isNot: Tree | undefined): Witness | undefined {
  const budget = budgetOf(earned.side);
  const requirements = [...(isNot === undefined ? [] : requirementsIn(isNot)), ...requirementsIn(isTrue)];
  let tried = 0;
  for (const activities of smallHistories(requirements, earned.side.design)) {
    tried += 1;
    budget.left -= 1;
    if (tried > MOST_TRIED || budget.left < 0) return undefined;
    const last = earnedAt(earned.side.design, earned.achievement.custom_id, null, activities);
    // What is earned before the last one was tried before.
    if (last !== activities.length - 1) continue;
    if (earnedAt(missed.side.design, missed.achievement.custom_id, null, activities) === undefined) {
      return witnessFrom(activities, null);
    }
  }
  return undefined;
}

/** Histories that are tried for one achievement, and for all of a side. */
const MOST_TRIED = 1_000;
const budgetOf = memoizedBy((_: Side) => ({ left: 50_000 }));

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

/** Criteria of the missed side, and boxes of theirs, that a history is spoiled by. */
const MOST_SPOILED = 3;

/**
 * The history after something that the missed side counts, and that puts a criterion of it out of reach for some time: too
 * much for an upper end, too little for an average, or enough where only one of several may be met.
 */
function* spoiledBy(
  missed: readonly Requirement[],
  earned: readonly Requirement[],
  activities: readonly Activity[],
  { design, reach }: SearchContext,
): Generator<readonly Activity[]> {
  const later = activities.map((each) => ({ ...each, at: each.at + CYCLE }));
  for (const requirement of missed.slice(0, MOST_SPOILED)) {
    const { criterion, rule, values } = requirement;
    const reporting = [...reachingActions(requirement.design, [criterion.custom_action_id])].filter((id) =>
      isReported(design, id),
    );
    const only = reporting.find((id) => !reach(id).has(criterion.custom_action_id));
    const custom_action_id = only ?? reporting[0];
    if (custom_action_id === undefined) continue;
    const [least, most] = [Number(values.least?.at ?? 0n), Number(values.most?.at ?? 0n)];
    const size = activities.length + 1;
    const total = activities.reduce((sum, { amount }) => sum + amount, 0);
    // What only the missed side counts spoils nothing of the other one.
    const counted = earned.filter(({ criterion: { custom_action_id: id } }) => id === criterion.custom_action_id);
    const apart = counted.reduce((set, each) => difference(set, activitiesOf(each)), activitiesOf(requirement));
    const boxes = [...apart.boxes.slice(0, MOST_SPOILED), ...activitiesOf(requirement).boxes.slice(0, 1)];
    for (const box of boxes) {
      const data = dataFor(box);
      const at = openCalendar().moment(box);
      if (data === undefined || at === undefined || box.open.size > 0) continue;
      const done = { custom_action_id, at, custom_data: data, custom_session_id: null };
      if (values.most !== null) yield [{ ...done, amount: (most + 1) * size }, ...later];
      else if (rule.measure !== "average") yield [{ ...done, amount: Math.max(1, least) }, ...later];
      else if (least > 0) {
        const count = Math.min(MOST_NOTHING, Math.max(1, Math.floor(total / least) + 1 - activities.length));
        yield [...Array.from({ length: count }, () => ({ ...done, amount: 0 })), ...later];
      }
    }
  }
}

function witnessFrom(history: readonly Activity[], player: Json): Witness {
  const activities: { -readonly [Name in keyof WitnessActivity]: WitnessActivity[Name] }[] = [];
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
    if (isAlike) Object.assign(last, { times: last.times + 1, every_hours });
    else {
      const date_time_utc = new Date(at).toISOString();
      activities.push({ custom_action_id, amount, times: 1, date_time_utc, every_hours: 0, custom_data });
    }
  }
  return { player, activities };
}

/** A history in the words of players. */
export function witnessWords(witness: Witness, ...sides: readonly Side[]): string {
  return doneWords(witness, false, sides);
}

/** Two histories, each in as much detail as makes them differ. */
export function differingWords(one: Witness, other: Witness, ...sides: readonly Side[]): readonly [string, string] {
  const pair = (words: (witness: Witness) => string): readonly [string, string] => [words(one), words(other)];
  const ways = [
    pair((witness) => doneWords(witness, false, sides)),
    pair((witness) => doneWords(witness, true, sides)),
    pair((witness) => `${doneWords(witness, true, sides)} as players with ${jsonText(witness.player)}`),
  ] as const;
  return ways.find(([a, b]) => a !== b) ?? ways[2];
}

/** Such as `5 of "Jump" with map sea and 1 of "Run"`. An amount of 0 is said with its number of times. */
function doneWords({ activities }: Witness, isTimed: boolean, sides: readonly Side[]): string {
  const done = new Map<string, number>();
  for (const each of activities) {
    const { amount, times } = each;
    const what = whatWords(each, isTimed, sides) + everyWords(each);
    const [words, more] = amount === 0 ? [`of ${what} with the amount 0`, times] : [`of ${what}`, amount * times];
    done.set(words, (done.get(words) ?? 0) + more);
  }
  const amounts = [...done].map(([words, total]) => `${total.toLocaleString("en-US")} ${words}`);
  const shown = amounts.slice(0, MOST_WORDS);
  return both(amounts.length > shown.length ? [...shown, "more"] : shown);
}

/** A run is not one activity of the same amount. */
function everyWords({ amount, times, every_hours }: WitnessActivity): string {
  if (times < 2 || every_hours <= 0) return "";
  const [count, unit] = every_hours % 24 === 0 ? [every_hours / 24, "day"] : [every_hours, "hour"];
  return ` (${amount.toLocaleString("en-US")} every ${count === 1 ? unit : counted(count, unit)})`;
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
