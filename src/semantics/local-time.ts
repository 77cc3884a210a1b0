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
    };
  };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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
export function daysInMonth(time: LocalTime): number {
  return new Date(Date.UTC(time.year, time.month, 0)).getUTCDate();
}
