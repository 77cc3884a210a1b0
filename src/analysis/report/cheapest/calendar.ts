/**
 * Finds moments for what has to be done at certain times, each later than those before. Times are UTC: so is the player
 * that a way is played with.
 */
import { type Circumstances, isDay, isHour, isTimed } from "./circumstances.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A leap year begins, so that every day of the calendar comes within the days that are looked at. */
const BEGINNING = Date.UTC(2024, 0, 1);
const MOST_DAYS = 9 * 366;

export interface Calendar {
  /** When it can be done; undefined when it never can. */
  moment(circumstances: Circumstances): number | undefined;
  /**
   * When the intervals of a run can be, for each interval and each thing in it. In: the last interval first; out: in the
   * same order.
   */
  run(
    interval: "days" | "hours",
    slots: readonly (readonly Circumstances[])[],
  ): readonly (readonly number[])[] | undefined;
}

export function openCalendar(): Calendar {
  let latest = BEGINNING;
  const keep = (at: number): void => {
    latest = Math.max(latest, at);
  };
  return {
    moment: (circumstances) => {
      const first = startOfDay(latest);
      for (let day = 0; day < MOST_DAYS; day += 1) {
        const at = timeIn(circumstances, first + day * DAY);
        if (at === undefined) continue;
        keep(at);
        return at;
      }
      return undefined;
    },
    run: (interval, slots) => {
      // A day between keeps a run apart from what was done before it.
      const first = startOfDay(latest) + (latest === BEGINNING ? 0 : 2 * DAY);
      const step = interval === "days" ? DAY : HOUR;
      for (let end = first + (slots.length - 1) * step; end < first + MOST_DAYS * DAY; end += step) {
        const times = timesUpTo(end, step, slots);
        if (times === undefined) continue;
        keep(Math.max(...times.flat()));
        return times;
      }
      return undefined;
    },
  };
}

/** Whether so many days in a row are ever among them, each in any of the circumstances. */
export function hasDaysInARow(circumstances: readonly Circumstances[], count: number): boolean {
  if (circumstances.some((each) => !isTimed(each))) return true;
  let run = 0;
  for (let day = 0; day < MOST_DAYS; day += 1) {
    const date = new Date(BEGINNING + day * DAY);
    run = circumstances.some((each) => isDay(each, date)) ? run + 1 : 0;
    if (run >= count) return true;
  }
  return false;
}

function timesUpTo(
  end: number,
  step: number,
  slots: readonly (readonly Circumstances[])[],
): readonly (readonly number[])[] | undefined {
  const times: (readonly number[])[] = [];
  for (const [index, circumstances] of slots.entries()) {
    const start = end - index * step;
    const own: number[] = [];
    for (const each of circumstances) {
      const at = step === DAY ? timeIn(each, start) : isAt(each, start) ? start : undefined;
      if (at === undefined) return undefined;
      own.push(at);
    }
    times.push(own);
  }
  return times;
}

/** The first hour of the day at which it can be done. */
function timeIn(circumstances: Circumstances, day: number): number | undefined {
  if (!isDay(circumstances, new Date(day))) return undefined;
  for (let hour = 0; hour < 24; hour += 1) if (isHour(circumstances, hour)) return day + hour * HOUR;
  return undefined;
}

function isAt(circumstances: Circumstances, at: number): boolean {
  const time = new Date(at);
  return isHour(circumstances, time.getUTCHours()) && isDay(circumstances, time);
}

function startOfDay(at: number): number {
  return Math.floor(at / DAY) * DAY;
}
