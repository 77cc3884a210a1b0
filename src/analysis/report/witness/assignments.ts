/**
 * Values for what a way has to choose: for references, whose values the manifests lack unless they are about an action, and
 * moments. Several values are tried, because one may fit better to other conditions.
 */
import type { Reference } from "../../../catalog/conditions.ts";
import { type Json, scalarText } from "../../../model/json.ts";
import {
  acceptsOperand,
  type CompiledCondition,
  conditionsIn,
  referenceIn,
  valueAt,
} from "../../../rules/conditions.ts";
import type { Rules } from "../../../rules/model.ts";
import {
  type Box,
  FIRST_DAY,
  isInHour,
  isOnDay,
  MOST_DAYS,
  type Resolve,
  withValue,
} from "../../design/activity-sets.ts";
import type { Branch } from "../../design/branches.ts";
import type { Requirement } from "../../design/requirements.ts";

/** One choice of values. */
export interface Assignment {
  /** Gives the resolver for the conditions of a criterion on the action. */
  resolveFor(customActionId: string): Resolve;
  /** The player's custom_data. */
  readonly player: Json;
  /** Adds to an activity's custom_data what references to it read. */
  complete(data: Json): Json;
}

/** A value that a month, a day and a field can have. */
const FITS_ALL = "1";
const MOST_TRIED = 4;

export function assignmentsFor(rules: Rules, branch: Branch): readonly Assignment[] {
  const conditions = [...branch.must, ...branch.mustNot].flatMap(conditionsOf);
  const open = conditions.filter((each) => {
    const reference = referenceIn(each);
    return reference !== undefined && reference.entity !== "action";
  });
  if (open.length === 0) return [assignment(rules, open, FITS_ALL)];
  const words = conditions.flatMap(operandsIn);
  return [...new Set([FITS_ALL, ...words])].slice(0, MOST_TRIED).map((word) => assignment(rules, open, word));
}

function conditionsOf({ filters }: Requirement): readonly CompiledCondition[] {
  return filters.flatMap(conditionsIn);
}

function operandsIn(condition: CompiledCondition): readonly string[] {
  if (condition.name === "months") return condition.months.map(String);
  return "operand" in condition && "text" in condition.operand ? [condition.operand.text] : [];
}

function assignment(rules: Rules, open: readonly CompiledCondition[], word: string): Assignment {
  const values = new Map<string, { readonly reference: Reference; readonly value: string }>();
  for (const condition of open) {
    const reference = referenceIn(condition);
    if (reference === undefined) continue;
    const before = values.get(keyOf(reference))?.value ?? word;
    values.set(keyOf(reference), { reference, value: acceptsOperand(condition, before) ? before : FITS_ALL });
  }
  const valuesOf = (entity: Reference["entity"]) =>
    [...values.values()].filter(({ reference }) => reference.entity === entity);
  const put = (data: Json, entity: Reference["entity"]): Json =>
    valuesOf(entity).reduce((into, { reference, value }) => withValue(into, reference.path, jsonOf(value)), data);
  return {
    player: put(null, "player"),
    complete: (data) => put(data, "activity"),
    resolveFor: (customActionId) => (condition) => {
      const reference = referenceIn(condition);
      if (reference === undefined) return condition;
      const text =
        reference.entity === "action"
          ? scalarText(valueAt(rules.actions.get(customActionId)?.custom_data ?? null, reference.path))
          : (values.get(keyOf(reference))?.value ?? FITS_ALL);
      if (text === undefined || !acceptsOperand(condition, text)) return { name: "nothing" };
      return { ...condition, operand: { text } } as CompiledCondition;
    },
  };
}

function keyOf({ entity, path }: Reference): string {
  return JSON.stringify([entity, ...path]);
}

function jsonOf(word: string): Json {
  return /^-?[0-9]{1,15}$/.test(word) ? Number(word) : word;
}

// Moments, each later than those before. Times are UTC: so is the player of the way.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** After this time the calendar is the same again. */
export const CYCLE = (4 * 365 + 1) * DAY;

/** A leap year and another one have every kind of day; hours are looked through one by one. */
const MOST_DAYS_OF_HOURS = 2 * 366;

export interface Calendar {
  /** When it can be done; undefined when it never can. */
  moment(box: Box): number | undefined;
  /**
   * When the intervals of a run can be, for each interval and each thing in it. In: the last interval first; out: in the
   * same order.
   */
  run(interval: "days" | "hours", slots: readonly (readonly Box[])[]): readonly (readonly number[])[] | undefined;
}

export function openCalendar(): Calendar {
  let latest = FIRST_DAY;
  const keep = (at: number): void => {
    latest = Math.max(latest, at);
  };
  return {
    moment: (box) => {
      const first = startOfDay(latest);
      for (let day = 0; day < MOST_DAYS; day += 1) {
        const at = timeIn(box, first + day * DAY);
        if (at === undefined) continue;
        keep(at);
        return at;
      }
      return undefined;
    },
    run: (interval, slots) => {
      // A day between keeps a run apart from what was done before it.
      const first = startOfDay(latest) + (latest === FIRST_DAY ? 0 : 2 * DAY);
      const step = interval === "days" ? DAY : HOUR;
      const days = interval === "days" ? MOST_DAYS : MOST_DAYS_OF_HOURS;
      for (let end = first + (slots.length - 1) * step; end < first + days * DAY; end += step) {
        const times = timesUpTo(end, step, slots);
        if (times === undefined) continue;
        keep(Math.max(...times.flat()));
        return times;
      }
      return undefined;
    },
  };
}

function timesUpTo(
  end: number,
  step: number,
  slots: readonly (readonly Box[])[],
): readonly (readonly number[])[] | undefined {
  const times: (readonly number[])[] = [];
  for (const [index, boxes] of slots.entries()) {
    const start = end - index * step;
    const own: number[] = [];
    for (const each of boxes) {
      const at = step === DAY ? timeIn(each, start) : isAt(each, start) ? start : undefined;
      if (at === undefined) return undefined;
      own.push(at);
    }
    times.push(own);
  }
  return times;
}

/** The first hour of the day at which it can be done. */
function timeIn(box: Box, day: number): number | undefined {
  if (!isOnDay(box, day)) return undefined;
  for (let hour = 0; hour < 24; hour += 1) if (isInHour(box, hour)) return day + hour * HOUR;
  return undefined;
}

function isAt(box: Box, at: number): boolean {
  return isInHour(box, new Date(at).getUTCHours()) && isOnDay(box, at);
}

function startOfDay(at: number): number {
  return Math.floor(at / DAY) * DAY;
}
