/**
 * Compares conditions by trial. Conditions divide activities into finitely many classes, and the
 * run-time rules are tried with one activity of each class. In: lists of conditions; an activity
 * passes a list if it passes all its conditions. Out: whether a list accepts no activity, and
 * whether it is a subset of another list. `false` means "not certain".
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

/** Limits; beyond them, no answer is certain. */
const MOST_CONDITIONS = 500;
const MOST_CLASSES = 1_000;

/** The parts of an activity that conditions read. */
export interface ActivityClass {
  readonly custom_data: Json;
  readonly time: LocalTime;
}

const clock = unwrap(findClock("UTC"));
const listMoments = (start: number, count: number, step: number): readonly LocalTime[] =>
  Array.from({ length: count }, (_, index) => clock(start + index * step));

const HOUR = 3_600_000;
const HOURS = listMoments(Date.UTC(2024, 0, 1), 24, HOUR);
/** All days of a leap year, and 28 February of a common year. */
const DAYS = [...listMoments(Date.UTC(2024, 0, 1), 366, 24 * HOUR), clock(Date.UTC(2023, 1, 28))];

/** Trials for all criteria of a game together, and the minimum for each criterion. */
const MOST_TRIALS = 20_000_000;
const LEAST_TRIALS = 10_000;

/** Counts the trials for each criterion, independently of the order of criteria. */
export function countTrials({
  criteria,
}: {
  readonly criteria: ReadonlyMap<string, unknown>;
}): number {
  return Math.max(LEAST_TRIALS, Math.floor(MOST_TRIALS / Math.max(1, criteria.size)));
}

/** Whether no activity can pass. Not certain if that takes more than `trials`. */
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

/** Whether the conditions have too many classes to find out if an activity can pass. */
export function isUndecided(filters: readonly Conditions[], trials: number): boolean {
  return filters.length > 0 && findClasses(filters.map(replaceReferences), trials) === undefined;
}

function isCertainlyEmpty(filters: readonly Conditions[], trials: number): boolean {
  const closed = filters.map(replaceReferences);
  return findClasses(closed, trials)?.some((activity) => passes(closed, activity)) === false;
}

/**
 * Whether every activity that passes `a` passes `b`. Conditions with references only equal
 * themselves. `budget` counts trials.
 */
export function isSubset(
  a: readonly Conditions[],
  b: readonly Conditions[],
  budget: WorkBudget,
): boolean {
  // A reference to missing data accepts no activity, so `a` must have every reference of `b`.
  const read = new Set(listReferringConditions(a));
  if (budget.left < 0 || !listReferringConditions(b).every((reference) => read.has(reference)))
    return false;
  const from = a.map(replaceReferences);
  const to = b.map(replaceReferences);
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

/**
 * Replaces conditions with references, which pass or fail independently of all others, by
 * conditions on fields of their own.
 */
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

/** Whether an activity of the class passes conditions without references. */
export function passes(
  filters: readonly Conditions[],
  { custom_data, time }: ActivityClass,
): boolean {
  const activity = { custom_action_id: "", amount: 0, at: 0, custom_session_id: null, custom_data };
  return filters.every((conditions) => acceptsActivity(conditions, activity, time));
}

/** Counts the single conditions. */
export const countConditions = memoizedBy((filters: readonly Conditions[]): number =>
  sum(filters.flatMap(({ groups }) => groups.map(({ conditions }) => conditions.length))),
);

/** Finds an activity of each class; undefined if there are too many classes. */
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

/** Finds the first time of each group of times that pass the same conditions. */
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
 * Combines the values of all fields that conditions read; undefined if there are more than `most`
 * combinations. Words that no condition names are equivalent to an absent field.
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

/** Lists the values of a field to try: absent, each operand, and values between the operands. */
function listFieldValues(conditions: readonly OnField[]): readonly (readonly FieldValue[])[] {
  const operands = conditions.flatMap(({ operand }) => ("text" in operand ? [operand.text] : []));
  const isOrdered = conditions.some(({ operator }) => operator !== "eq");
  const numbers = operands.filter((operand) => isOrdered && /^-?[0-9]+$/.test(operand)).map(BigInt);
  const between = numbers.flatMap((number) => [addHalf(number), addHalf(number - 1n)]);
  const path = conditions[0]?.field ?? [];
  return [[], ...[...new Set([...operands, ...between])].map((value) => [[path, value] as const])];
}

/** Returns the number plus one half. */
function addHalf(number: bigint): string {
  return number >= 0n ? `${number}.5` : `-${-number - 1n}.5`;
}

/** Builds `custom_data` from values; undefined if a field with a value would need inner fields. */
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
  const possible = members.filter((member): member is [string, Json] => member[1] !== undefined);
  return possible.length === members.length ? Object.fromEntries(possible) : undefined;
}

function parseValue(text: string): Json {
  return /^-?[0-9]{1,15}(\.5)?$/.test(text) ? Number(text) : text;
}
