/** Moments as clocks and calendars of a time zone show them. */
import { type Reading, readable, unreadable } from "./model.ts";

/** A moment on the wall clock: month 1–12, day 1–31, hour 0–23. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** Tells the local time of a moment in milliseconds since 1970, UTC. */
export type Clock = (at: number) => LocalTime;

/** Formatters are costly to make and never change. */
const clocks = new Map<string, Clock>();

/** The wall clock of a time zone of the tz database. A zone that does not exist is unreadable. */
export function clockOf(timeZone: string): Reading<Clock> {
  const known = clocks.get(timeZone);
  if (known !== undefined) return readable(known);
  try {
    const clock = makeClock(timeZone);
    clocks.set(timeZone, clock);
    return readable(clock);
  } catch {
    return unreadable(`the time zone "${timeZone}" does not exist`);
  }
}

function makeClock(timeZone: string): Clock {
  const exact = exactClock(timeZone);
  const offsets = new Map<number, number>();
  /** How much the clock is ahead of UTC when a day in UTC begins. */
  const offsetOn = (day: number): number => {
    const known = offsets.get(day);
    if (known !== undefined) return known;
    const { year, month, day: date, hour, minute, second } = exact(day * DAY);
    const offset = Date.UTC(year, month - 1, date, hour, minute, second) - day * DAY;
    offsets.set(day, offset);
    return offset;
  };
  return (at) => {
    if (at < 0 || at >= END_OF_TIME) return exact(at);
    const day = Math.floor(at / DAY);
    const offset = offsetOn(day);
    return offset === offsetOn(day + 1) ? shownAt(at + offset) : exact(at);
  };
}

/**
 * Asks the time zone database about each moment, which is slow. Within a day in UTC at whose ends the clock is as much
 * ahead, it is so all day: since 1970, no zone has changed its clock and changed it back within less than six days.
 */
function exactClock(timeZone: string): (at: number) => LocalTime & { readonly second: number } {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return {
      year: part("year"),
      month: part("month"),
      day: part("day"),
      hour: part("hour"),
      minute: part("minute"),
      second: part("second"),
    };
  };
}

function shownAt(local: number): LocalTime {
  const date = new Date(local);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From here on, each moment is looked up. */
const END_OF_TIME = Date.UTC(10_000, 0, 1);

/** Number of the calendar day: consecutive days have consecutive numbers, whatever their length was. */
export function dayNumber(time: LocalTime): number {
  return Date.UTC(time.year, time.month - 1, time.day) / DAY;
}

/**
 * Number of the clock hour: consecutive hours have consecutive numbers. Counted in elapsed hours that begin where the
 * zone's clock shows minute zero, so that a change to or from summer time neither breaks nor lengthens a run.
 */
export function hourNumber(at: number, time: LocalTime): number {
  const minuteOfHour = Math.floor(at / MINUTE) % 60;
  const shift = (time.minute - minuteOfHour + 60) % 60;
  return Math.floor((at + shift * MINUTE) / HOUR);
}

/** How many days the month has. */
export function daysInMonth({ year, month }: Pick<LocalTime, "year" | "month">): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
