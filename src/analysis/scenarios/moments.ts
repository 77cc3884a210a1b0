/** Parses the times of scenarios: moments, with or without a zone, and durations. */
import { findClock } from "../../rules/local-time.ts";
import { failReading, type Reading, tryReading, unwrap } from "../../rules/model.ts";

const DAY = 86_400_000;

/** The first moment that is too late. */
const END_OF_TIME = Date.UTC(10_000, 0, 1);

/** A duration in calendar days, whose length depends on the time zone, and in exact time. */
interface Duration {
  readonly days: number;
  readonly milliseconds: number;
}

/** Parses a text that has the form of a duration. */
export function parseDuration(text: string): Duration {
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = ["w", "d", "h", "m", "s"].map(
    (unit) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0),
  );
  return { days: weeks * 7 + days, milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/** Parses a text that has the form of a moment. Without a zone, it is local time in `timeZone`. */
export function parseMoment(text: string, timeZone: string): Reading<number> {
  const [date = "", rest = ""] = text.split("T");
  const [time = ""] = rest.split(/[Z+-]/);
  return tryReading(() => {
    const local = Date.parse(`${date}T${time}Z`);
    // Date.parse reads 31 February as 3 March.
    if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) {
      return failReading(`there is no ${date} ${time}`);
    }
    if (!hasZone(text)) return findLocalMoment(local, timeZone);
    const at = Date.parse(text);
    return Number.isNaN(at) ? failReading(`there is no zone ${rest.slice(time.length)}`) : at;
  });
}

export function hasZone(moment: string): boolean {
  return /(?:Z|[+-][0-9:]{5})$/.test(moment);
}

/**
 * Adds a duration to a moment; unreadable after the year 9999. If the clock skips the resulting
 * time of day, the result is later by the length of the gap.
 */
export function addDuration(
  at: number,
  { days, milliseconds }: Duration,
  timeZone: string,
): number {
  // Without days the result is exact, even if the clock shows this time twice.
  if (days === 0) return checkMoment(at + milliseconds);
  const local = checkMoment(at + findOffset(at, timeZone) + days * DAY);
  const moment = tryReading(() => findLocalMoment(local, timeZone));
  return checkMoment(
    (moment.ok ? moment.value : local - findOffset(local - DAY, timeZone)) + milliseconds,
  );
}

function checkMoment(at: number): number {
  return at < END_OF_TIME ? at : failReading("this is after the year 9999");
}

/** Finds the moment of a local time. If a local time occurs twice, the first one is used. */
function findLocalMoment(local: number, timeZone: string): number {
  const candidates = [local - DAY, local + DAY].map(
    (around) => local - findOffset(around, timeZone),
  );
  const fitting = candidates.filter((at) => at + findOffset(at, timeZone) === local);
  const time = new Date(local).toISOString().slice(0, 16).replace("T", " ");
  return fitting.length > 0
    ? Math.min(...fitting)
    : failReading(`the clocks of ${timeZone} leave ${time} out`);
}

/** Finds the offset of the clock from UTC. */
function findOffset(at: number, timeZone: string): number {
  return unwrap(findClock(timeZone))(at).offset;
}
