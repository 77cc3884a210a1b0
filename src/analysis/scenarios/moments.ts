/**
 * Times as scenarios write them: moments by the clock of a place, and how much later something
 * happens.
 */
import { findClock } from "../../rules/local-time.ts";
import { failReading, type Reading, tryReading, unwrap } from "../../rules/model.ts";

const DAY = 86_400_000;

/** The first moment that is not taken any more. */
const END_OF_TIME = Date.UTC(10_000, 0, 1);

/**
 * So much time. Days are those of the calendar: their length is what the clocks of the place make
 * it.
 */
interface Duration {
  readonly days: number;
  readonly milliseconds: number;
}

/** Reads a text that is known to be in the form of a duration. */
export function parseDuration(text: string): Duration {
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = ["w", "d", "h", "m", "s"].map(
    (unit) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0),
  );
  return { days: weeks * 7 + days, milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/**
 * Reads a text that is known to be in the form of a moment. Without a zone, it is by the clock of
 * `timeZone`.
 */
export function parseMoment(text: string, timeZone: string): Reading<number> {
  const [date = "", rest = ""] = text.split("T");
  const [time = ""] = rest.split(/[Z+-]/);
  return tryReading(() => {
    const local = Date.parse(`${date}T${time}Z`);
    // Date.parse takes 31 February for 3 March.
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
 * A moment later by the duration, `unreadable` after the year 9999. Where the clock leaves that
 * time of day out, as much later.
 */
export function addDuration(
  at: number,
  { days, milliseconds }: Duration,
  timeZone: string,
): number {
  // The moment itself is itself, also where the clock shows its time twice.
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

/** The moment at which the clock shows that time, the first one where it does so twice. */
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

/** How far the clock is ahead of UTC. */
function findOffset(at: number, timeZone: string): number {
  return unwrap(findClock(timeZone))(at).offset;
}
