/** Local times of moments in a time zone. */
import { inQuotes } from "../ground/words.ts";
import { failReading, type Reading, tryReading } from "./model.ts";

/** A moment on the wall clock: month 1–12, day 1–31, hour 0–23. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  /** How far the clock is ahead of UTC, in milliseconds. */
  readonly offset: number;
}

/** Returns the local time of a moment in milliseconds since 1970, UTC. */
export type WallClock = (at: number) => LocalTime;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Offsets of later days are not cached. */
const END_OF_TIME = Date.UTC(10_000, 0, 1);

/** The last moment that a Date can represent. */
const LAST_MOMENT = 8.64e15;

const clocks = new Map<string, WallClock>();

/** Returns the wall clock of a zone of the tz database. An unknown zone is unreadable. */
export function findClock(timeZone: string): Reading<WallClock> {
  return tryReading(() => {
    const clock = clocks.get(timeZone) ?? createClock(createFormat(timeZone));
    clocks.set(timeZone, clock);
    return clock;
  });
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return failReading(`the time zone ${inQuotes(timeZone)} does not exist`);
  }
}

/**
 * Creates a clock that caches the offsets of days, because looking up a moment in the time zone
 * database is slow. If the offset is the same at both ends of a day, it is the same all day: since
 * 1970, no zone has changed its clock twice within six days.
 */
function createClock(format: Intl.DateTimeFormat): WallClock {
  const offsets = new Map<number, number>();
  const findDayOffset = (day: number): number => {
    const offset = offsets.get(day) ?? readOffset(format, day * DAY);
    offsets.set(day, offset);
    return offset;
  };
  return (at) => {
    const today = Math.floor(at / DAY);
    const isKept = at >= 0 && at < END_OF_TIME && findDayOffset(today) === findDayOffset(today + 1);
    const offset = isKept ? findDayOffset(today) : readOffset(format, at);
    const date = new Date(Math.min(at + offset, LAST_MOMENT));
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      offset,
    };
  };
}

function readOffset(format: Intl.DateTimeFormat, at: number): number {
  const [, sign, ...parts] = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(format.format(at)) ?? [];
  const [hours, minutes, seconds] = parts.map((digits = "0") => Number(digits));
  const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -ahead : ahead;
}

/** Counts the calendar days since 1970: consecutive days differ by 1, whatever their length. */
export function countDays(time: LocalTime): number {
  return Date.UTC(time.year, time.month - 1, time.day) / DAY;
}

/**
 * Counts the clock hours since 1970: consecutive hours differ by 1. Hours are elapsed hours that
 * begin at minute zero of the zone's clock, so a change to or from summer time neither breaks nor
 * lengthens a run.
 */
export function countHours(at: number, { offset }: LocalTime): number {
  const shift = ((offset % HOUR) + HOUR) % HOUR;
  return Math.floor((at + shift) / HOUR);
}

/** Counts the days of the month. */
export function countDaysInMonth({ year, month }: Pick<LocalTime, "year" | "month">): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
