/** Words for rules, conditions and sets of activities. The styles are those of the people who read them. */
import { both, counted, oneOf } from "../../manifest/wording.ts";
import type { Comparison, Reference } from "../../model/condition-grammar.ts";
import { type CompiledCondition, type ConditionGroup, type Conditions, referenceIn } from "../../rules/conditions.ts";
import type { Streak } from "../../rules/rule.ts";
import {
  type ActivitySet,
  type Box,
  DATE_KINDS,
  type DateKind,
  datesWhere,
  difference,
  hasAllDates,
  hasAllHours,
  intersection,
  isInHour,
  isNothing,
} from "./activity-sets.ts";
import { complementOf, type FieldValues } from "./field-values.ts";
import type { Interval, Value } from "./intervals.ts";

export const COMPARISON_SIGNS: Readonly<Record<Comparison, string>> = { eq: "=", gt: ">", gte: "≥", lt: "<", lte: "≤" };

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** `3 days` */
export function streakLength({ interval, count }: Streak): string {
  return counted(count, interval.slice(0, -1));
}

/** Such as `on each of 3 days in a row`. `length`: what `streakLength` gives. */
export function streakWords(length: string): string {
  if (length.startsWith("1 ")) return `within one ${length.slice("1 ".length)}`;
  return `${length.endsWith("days") ? "on" : "in"} each of ${length} in a row`;
}

/** What differs between the places where conditions are put in words. */
export interface ConditionStyle {
  readonly field: (path: readonly string[], operator: Comparison, operand: string) => string;
  readonly reference: (reference: Reference) => string;
}

/** When something counts, such as `on the last day of a month`. */
export function conditionWords(condition: CompiledCondition, { field, reference }: ConditionStyle): string {
  const found = referenceIn(condition);
  const text = "operand" in condition && "text" in condition.operand ? condition.operand.text : "";
  const operand = found === undefined ? text : reference(found);
  switch (condition.name) {
    case "activityData":
      return field(condition.field, condition.operator, operand);
    case "betweenHours": {
      const { from, duration } = condition;
      if (duration === 0) return "at no hour";
      return duration >= 24 ? "at any hour" : `from ${from}:00 to ${(from + duration) % 24}:00`;
    }
    case "dayOfMonth":
      if (operand === "last") return "on the last day of a month";
      return `on ${found === undefined ? `day ${Number(operand)}` : operand} of a month`;
    case "month":
      return `in ${found === undefined ? monthName(Number(operand)) : operand}`;
    case "months":
      return `in ${oneOf([...new Set(condition.months)].map(monthName))}`;
    case "nothing":
      return "never";
  }
}

/** The groups that decide what counts; none where everything does: an empty group lets everything pass. */
export function decidingGroups({ operator, groups }: Conditions): readonly ConditionGroup[] {
  const deciding = groups.filter(({ conditions }) => conditions.length > 0);
  return operator === "or" && deciding.length < groups.length ? [] : deciding;
}

function monthName(month: number): string {
  return MONTHS[month - 1] ?? String(month);
}

// Steps of a report: `on 7 days in a row, with class = rogue`.

const FIELD = "with ";

/** Such as `with class = rogue`. */
const STEP_STYLE: ConditionStyle = {
  field: (path, operator, operand) => `${FIELD}${path.join(".")} ${COMPARISON_SIGNS[operator]} ${operand}`,
  reference: ({ entity, path }) => `{${[entity, ...path].join(".")}}`,
};

/** Such as `on 7 days in a row`. */
export function runWords({ interval, count }: Streak): string {
  const lead = interval === "days" ? "on" : "in";
  return count === 1 ? `${lead} one ${interval.slice(0, -1)}` : `${lead} ${streakLength({ interval, count })} in a row`;
}

/** When and with what a step has to be done, in one phrase. */
export function noteWords(run: string, conditions: readonly CompiledCondition[]): string {
  const words = [...new Set(conditions.map((each) => conditionWords(each, STEP_STYLE)))];
  const isField = (each: string): boolean => each.startsWith(FIELD);
  const fields = words.filter(isField).map((each) => each.slice(FIELD.length));
  const field = fields.length === 0 ? [] : [FIELD + fields.join(" and ")];
  return [...(run === "" ? [] : [run]), ...field, ...words.filter((each) => !isField(each))].join(", ");
}

// What players are shown: `with map size of at least 3 and on the last day of a month`.

const COMPARED: Readonly<Record<Comparison, string>> = {
  eq: "",
  gt: "above ",
  gte: "of at least ",
  lt: "below ",
  lte: "of at most ",
};

const PLAYER_STYLE: ConditionStyle = {
  field: (path, operator, operand) => `with ${path.join(" ")} ${COMPARED[operator]}${operand}`,
  reference: ({ entity, path }) => `the ${entity}'s ${path.join(" ")}`,
};

/** More alternatives are not listed. */
const MOST_ALTERNATIVES = 6;

/** Which activities a set holds; `""` for all of them. */
export function setWords({ boxes, isComplete }: ActivitySet): string {
  if (!isComplete || boxes.length > MOST_ALTERNATIVES) return "under other conditions";
  return boxes.length === 0 ? "never" : boxes.map(boxWords).join(", or ");
}

function boxWords(box: Box): string {
  const fields = [...box.fields.values()].map(({ path, values }) => fieldWords(path, values));
  const open = [...box.open.values()].map(({ condition, holds }) => {
    return `${holds ? "" : "not "}${conditionWords(condition, PLAYER_STYLE)}`;
  });
  return both([
    ...fields,
    ...(hasAllDates(box) ? [] : [datesWords(box.dates)]),
    ...(hasAllHours(box) ? [] : [hoursWords(box)]),
    ...open,
  ]);
}

function fieldWords(path: readonly string[], values: FieldValues): string {
  const isNot = values.mayMiss || values.texts.isExcept;
  const { numbers, texts } = isNot ? complementOf(values) : values;
  const words = texts.isExcept ? ["anything else"] : [...texts.words, ...numbers.map(numberWords)];
  return `${isNot ? "not " : ""}with ${path.join(" ")} ${oneOf(words)}`;
}

/** Such as `of at least 3`, `from 3 to 5` or `3`. */
export function numberWords<V extends Value>({ least, most }: Interval<V>): string {
  const [from, to] = [least, most].map((end) => end && shown(end.at));
  if (least === null || most === null) {
    if (least !== null) return `${least.isOpen ? "above" : "of at least"} ${from}`;
    return most === null ? "of any number" : `${most.isOpen ? "below" : "of at most"} ${to}`;
  }
  if (from === to) return `${from}`;
  if (!least.isOpen && !most.isOpen) return `from ${from} to ${to}`;
  return `${least.isOpen ? "above" : "of at least"} ${from} and ${most.isOpen ? "below" : "of at most"} ${to}`;
}

function shown(value: Value): string {
  return typeof value === "bigint" ? value.toLocaleString("en-US") : String(value);
}

const ALL_MONTHS = MONTHS.map((_, index) => index + 1);

/** Such as `in March`, `on the last day of a month` or `on day 3 of May or June`. */
function datesWords(dates: bigint): string {
  const kinds = DATE_KINDS.filter((_, index) => ((dates >> BigInt(index)) & 1n) === 1n);
  const months = ALL_MONTHS.filter((each) => kinds.some(({ month }) => month === each));
  const isAre = (holds: (kind: DateKind) => boolean): boolean =>
    datesWhere((kind) => months.includes(kind.month) && holds(kind)) === dates;
  const isWholeYear = months.length === 12;
  const ofMonths = isWholeYear ? "a month" : oneOf(inOrder(months).map(monthName));
  if (isAre(() => true)) return `in ${ofMonths}`;
  if (isAre(({ isLast }) => isLast)) return `on the last day of ${ofMonths}`;
  if (isAre(({ isLast }) => !isLast)) return `on any but the last day of ${ofMonths}`;
  const days = new Set(kinds.map(({ day }) => day));
  if (isAre(({ day }) => days.has(day))) return `on day ${oneOf([...days].map(String))} of ${ofMonths}`;
  const besides = new Set(kinds.filter(({ isLast }) => !isLast).map(({ day }) => day));
  if (isAre(({ day, isLast }) => isLast || besides.has(day))) {
    return `on day ${oneOf([...besides].map(String))} or the last day of ${ofMonths}`;
  }
  const others = datesWhere(({ month }) => months.includes(month)) & ~dates;
  const missing = DATE_KINDS.filter((_, index) => ((others >> BigInt(index)) & 1n) === 1n);
  if (missing.length < kinds.length) {
    return `${isWholeYear ? "" : `in ${ofMonths}, `}but not ${datesWords(others)}`;
  }
  return `on ${counted(kinds.length, "certain day")} of the year`;
}

/** The months from the first behind a gap on: December, January, February. */
function inOrder(months: readonly number[]): readonly number[] {
  const start = months.findIndex((each) => !months.includes(each === 1 ? 12 : each - 1));
  return start <= 0 ? months : [...months.slice(start), ...months.slice(0, start)];
}

/** Such as `from 9:00 to 17:00`. */
function hoursWords(box: Box): string {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => isInHour(box, hour));
  const starts = hours.filter((hour) => !isInHour(box, (hour + 23) % 24));
  return oneOf(
    starts.map((start) => {
      let end = start;
      while (isInHour(box, end % 24)) end += 1;
      return `from ${start}:00 to ${end % 24}:00`;
    }),
  );
}

/** What a change of conditions lets count and what it no longer does. */
export interface SetChange {
  readonly before: ActivitySet;
  readonly after: ActivitySet;
  readonly gained: ActivitySet;
  readonly lost: ActivitySet;
}

export function setChange(before: ActivitySet, after: ActivitySet): SetChange {
  return { before, after, gained: difference(after, before), lost: difference(before, after) };
}

/** How what counts is put in words: `"Jump"`, or what is done. */
export interface CountedWords {
  readonly every: string;
  readonly only: (which: string) => string;
  readonly what: string;
}

/** The change as a clause: `now counts "A" only in March`, `no longer counts "A" in March`. Nothing where the same counts. */
export function setChangeWords({ before, after, gained, lost }: SetChange, words: CountedWords): string | undefined {
  if (isNothing(gained) && isNothing(lost)) return undefined;
  const [was, is] = [setWords(before), setWords(after)];
  if (is === "") return `now counts ${words.every}, not only ${was}`;
  if (was === "") return `now counts ${words.only(is)}`;
  if (isNothing(lost)) return `now also counts ${words.what} ${setWords(gained)}`;
  if (isNothing(gained)) return `no longer counts ${words.what} ${setWords(lost)}`;
  // Where nothing stays, the whole is shown.
  if (isNothing(intersection(before, after))) return `now counts ${words.only(is)}, no longer ${was}`;
  return `now also counts ${words.what} ${setWords(gained)}, but no longer ${setWords(lost)}`;
}
