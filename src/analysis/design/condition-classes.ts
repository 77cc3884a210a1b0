/**
 * Conditions compared by trying them: activities are finite up to what the conditions tell apart,
 * so each class of them has one that stands for it, and the run-time rules say which pass. In:
 * conditions, all of which have to let an activity count. Out: whether nothing passes, and whether
 * what passes one list passes another. `false` is "not certain".
 */
import type { Condition } from "../../catalog/conditions.ts";
import { grouped, memoizedBy, sum } from "../../ground/collections.ts";
import type { Json } from "../../ground/json.ts";
import type { WorkBudget } from "../../ground/work.ts";
import {
  acceptsActivity,
  type Conditions,
  findReference,
  hasReferences,
  listConditions,
} from "../../rules/conditions.ts";
import { findClock, type LocalTime } from "../../rules/local-time.ts";
import { unwrap } from "../../rules/model.ts";

/** Of more conditions, and where they tell more classes apart, nothing is certain. */
const MOST_CONDITIONS = 500;
const MOST_CLASSES = 1_000;

/** What conditions see of an activity. */
export interface ActivityClass {
  readonly custom_data: Json;
  readonly time: LocalTime;
}

const clock = unwrap(findClock("UTC"));
const listMoments = (start: number, count: number, step: number): readonly LocalTime[] =>
  Array.from({ length: count }, (_, index) => clock(start + index * step));

const HOUR = 3_600_000;
const HOURS = listMoments(Date.UTC(2024, 0, 1), 24, HOUR);
/** All days of a leap year, and the other last day of February. */
const DAYS = [...listMoments(Date.UTC(2024, 0, 1), 366, 24 * HOUR), clock(Date.UTC(2023, 1, 28))];

/**
 * Trials of conditions for all criteria of a game together, and those that each of many has at
 * least.
 */
const MOST_TRIALS = 20_000_000;
const LEAST_TRIALS = 10_000;

/**
 * How many trials of conditions there are for each criterion: the same whatever is looked at first.
 */
export function countTrials({
  criteria,
}: {
  readonly criteria: ReadonlyMap<string, unknown>;
}): number {
  return Math.max(LEAST_TRIALS, Math.floor(MOST_TRIALS / Math.max(1, criteria.size)));
}

/** Whether no activity can pass. `trials`: beyond them, it is not certain. */
export function acceptsNothing(
  filters: readonly Conditions[],
  trials = Number.POSITIVE_INFINITY,
): boolean {
  if (filters.length === 0) return false;
  // Many criteria share their conditions.
  const known = recallAnswers(filters);
  const answer = known.get(trials) ?? isCertainlyEmpty(filters, trials);
  known.set(trials, answer);
  return answer;
}

const recallAnswers = memoizedBy((_: readonly Conditions[]) => new Map<number, boolean>());

/** Whether there are too many classes or trials to find out if an activity can pass. */
export function isUndecided(filters: readonly Conditions[], trials: number): boolean {
  return filters.length > 0 && findClasses(filters.map(replaceReferences), trials) === undefined;
}

function isCertainlyEmpty(filters: readonly Conditions[], trials: number): boolean {
  const closed = filters.map(replaceReferences);
  return findClasses(closed, trials)?.some((activity) => passes(closed, activity)) === false;
}

/**
 * Whether every activity that passes `a` passes `b`. What refers to data is only compared as it is
 * written. `budget`: of trials.
 */
export function isSubset(
  a: readonly Conditions[],
  b: readonly Conditions[],
  budget: WorkBudget,
): boolean {
  // Where data are missing, nothing passes.
  const read = new Set(listReferringConditions(a));
  if (budget.left < 0 || !listReferringConditions(b).every((reference) => read.has(reference)))
    return false;
  const [from, to] = [a, b].map((filters) => filters.map(replaceReferences)) as [
    Conditions[],
    Conditions[],
  ];
  const classes = findClasses([...from, ...to]);
  budget.left -= (classes?.length ?? 0) * countConditions([...from, ...to]);
  return classes?.every((activity) => !passes(from, activity) || passes(to, activity)) ?? false;
}

function listReferringConditions(filters: readonly Conditions[]): readonly string[] {
  const all = filters.filter(hasReferences).flatMap(listConditions);
  return all.flatMap((condition) =>
    findReference(condition) === undefined ? [] : JSON.stringify(condition),
  );
}

/** What refers to data holds or not whatever the rest does, as if it read a field of its own. */
const replaceReferences = memoizedBy(({ operator, groups }: Conditions): Conditions => {
  const replaceReference = (condition: Condition): Condition =>
    findReference(condition) === undefined
      ? condition
      : {
          name: "activityData",
          field: [JSON.stringify(condition)],
          operator: "eq",
          operand: { text: "1" },
        };
  return {
    operator,
    groups: groups.map((group) => ({
      ...group,
      conditions: group.conditions.map(replaceReference),
    })),
  };
});

/** Whether an activity of the class counts. The conditions refer to no data. */
export function passes(
  filters: readonly Conditions[],
  { custom_data, time }: ActivityClass,
): boolean {
  const activity = { custom_action_id: "", amount: 0, at: 0, custom_session_id: null, custom_data };
  return filters.every((conditions) => acceptsActivity(conditions, activity, time));
}

/** How many conditions there are. */
export const countConditions = memoizedBy((filters: readonly Conditions[]): number =>
  sum(filters.flatMap(({ groups }) => groups.map(({ conditions }) => conditions.length))),
);

/**
 * One activity of each class that the conditions tell apart; undefined where there are too many.
 */
export function findClasses(
  filters: readonly Conditions[],
  trials = Number.POSITIVE_INFINITY,
): readonly ActivityClass[] | undefined {
  const size = countConditions(filters);
  if (size > MOST_CONDITIONS) return undefined;
  const most = Math.min(MOST_CLASSES, trials / Math.max(1, size));
  const all = filters.flatMap(listConditions);
  const selectConditions = (...names: readonly string[]): readonly Condition[] =>
    all.filter(({ name }) => names.includes(name));
  const onDays = selectConditions("dayOfMonth", "month", "months");
  if (onDays.length * DAYS.length > trials) return undefined;
  const days = findRepresentatives(DAYS, onDays);
  const hours = findRepresentatives(HOURS, selectConditions("betweenHours"));
  const data = combineData(selectConditions("activityData"), most / (days.length * hours.length));
  return data?.flatMap((custom_data) =>
    days.flatMap((day) => hours.map(({ hour }) => ({ custom_data, time: { ...day, hour } }))),
  );
}

/** The first of the times of each kind. */
function findRepresentatives(
  times: readonly LocalTime[],
  conditions: readonly Condition[],
): readonly LocalTime[] {
  const single = conditions.map(
    (condition) =>
      [{ operator: "and", groups: [{ operator: "and", conditions: [condition] }] }] as const,
  );
  const kinds = grouped(times, (time) =>
    single.map((alone) => passes(alone, { custom_data: null, time })).join(),
  );
  return [...kinds.values()].flatMap(([first]) => first ?? []);
}

type FieldValue = readonly [path: readonly string[], value: string];
type OnField = Extract<Condition, { name: "activityData" }>;

/**
 * The data that differ in what the conditions read, unless they are too many; absent is like every
 * word that no condition names.
 */
function combineData(conditions: readonly Condition[], most: number): readonly Json[] | undefined {
  const onFields = conditions.flatMap((condition) =>
    condition.name === "activityData" ? [condition] : [],
  );
  const choices = [...grouped(onFields, ({ field }) => field.join(".")).values()].map(
    listFieldValues,
  );
  if (choices.reduce((size, values) => size * values.length, 1) > most) return undefined;
  let combinations: (readonly FieldValue[])[] = [[]];
  for (const values of choices)
    combinations = combinations.flatMap((all) => values.map((one) => [...all, ...one]));
  return combinations.map(buildData).filter((data) => data !== undefined);
}

/**
 * What conditions tell apart in the field that they read: that it is absent, their operands, and
 * what lies between these.
 */
function listFieldValues(conditions: readonly OnField[]): readonly (readonly FieldValue[])[] {
  const operands = conditions.flatMap(({ operand }) => ("text" in operand ? [operand.text] : []));
  const isOrdered = conditions.some(({ operator }) => operator !== "eq");
  const numbers = operands.filter((operand) => isOrdered && /^-?[0-9]+$/.test(operand)).map(BigInt);
  const beside = numbers.flatMap((number) => [addHalf(number), addHalf(number - 1n)]);
  const path = conditions[0]?.field ?? [];
  return [[], ...[...new Set([...operands, ...beside])].map((value) => [[path, value] as const])];
}

/** The number and a half. */
function addHalf(number: bigint): string {
  return number >= 0n ? `${number}.5` : `-${-number - 1n}.5`;
}

/** Undefined where one field would have to be in another one that has a value itself. */
export function buildData(values: readonly FieldValue[]): Json | undefined {
  if (values.length === 0) return null;
  const members = [...grouped(values, ([path]) => path[0] ?? "")].map(
    ([key, within]): [string, Json | undefined] => {
      const leaf = within.find(([path]) => path.length === 1);
      if (leaf === undefined)
        return [key, buildData(within.map(([path, value]) => [path.slice(1), value]))];
      return [key, within.length > 1 ? undefined : parseValue(leaf[1])];
    },
  );
  const isPossible = members.every((member): member is [string, Json] => member[1] !== undefined);
  return isPossible ? Object.fromEntries(members as [string, Json][]) : undefined;
}

function parseValue(text: string): Json {
  return /^-?[0-9]{1,15}(\.5)?$/.test(text) ? Number(text) : text;
}
