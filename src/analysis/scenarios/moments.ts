/** Times as scenarios write them: moments by the clock of a place, and how much later something happens. */
import { clockOf } from "../../rules/local-time.ts";
import { type Reading, read, reading, unreadable } from "../../rules/model.ts";

const DAY = 86_400_000;

/** The first moment that is not taken any more. */
const END_OF_TIME = Date.UTC(10_000, 0, 1);

/** So much time. Days are those of the calendar: their length is what the clocks of the place make it. */
interface Duration {
  readonly days: number;
  readonly milliseconds: number;
}

const DURATION = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;

/** Reads a text that is known to be in the form of a duration. */
export function parseDuration(text: string): Duration {
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = (DURATION.exec(text) ?? [])
    .slice(1)
    .map((digits = "0") => Number(digits));
  return { days: weeks * 7 + days, milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/** Reads a text that is known to be in the form of a moment. Without a zone, it is by the clock of `timeZone`. */
export function parseMoment(text: string, timeZone: string): Reading<number> {
  const [, date = "", time = "", zone] = /^([0-9-]{10})T([0-9:]{5,8})(Z|[+-][0-9:]{5})?$/.exec(text) ?? [];
  return reading(() => {
    const local = Date.parse(`${date}T${time}Z`);
    // Date.parse takes 31 February for 3 March.
    if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) {
      return unreadable(`there is no ${date} ${time}`);
    }
    if (zone === undefined) return read(momentAt(local, timeZone));
    const at = Date.parse(text);
    return Number.isNaN(at) ? unreadable(`there is no zone ${zone}`) : at;
  });
}

/** Whether nothing but a zone is missing for the text to be a moment. */
export function hasZone(text: string): boolean {
  return /(?:Z|[+-][0-9:]{5})$/.test(text);
}

/** A multiple of the duration after a moment. Where the clock leaves that time of day out, as much later. */
export function momentAfter(at: number, { days, milliseconds }: Duration, times: number, timeZone: string): number {
  const elapsed = milliseconds * times;
  // The moment itself is itself, also where the clock shows its time twice.
  if (days * times === 0) return checked(at + elapsed);
  const local = localOf(at, timeZone) + days * times * DAY;
  const found = momentAt(checked(local), timeZone);
  return checked((found.ok ? found.value : local - offsetAt(local - DAY, timeZone)) + elapsed);
}

/** Thrown when time runs out; the caller knows where. */
export class TooLate extends Error {}

function checked(at: number): number {
  if (at >= END_OF_TIME) throw new TooLate("this is after the year 9999");
  return at;
}

/** The moment at which the clock shows that time, the first one where it does so twice. */
function momentAt(local: number, timeZone: string): Reading<number> {
  const candidates = [local - DAY, local + DAY].map((around) => local - offsetAt(around, timeZone));
  const fitting = candidates.filter((at) => localOf(at, timeZone) === local);
  const shown = new Date(local).toISOString().slice(0, 16).replace("T", " ");
  return reading(() =>
    fitting.length > 0 ? Math.min(...fitting) : unreadable(`the clocks of ${timeZone} leave ${shown} out`),
  );
}

/** How far the clock is ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  const clock = clockOf(timeZone);
  if (!clock.ok) throw new Error("time zones are checked when scenarios are read");
  return clock.value(at).offset;
}

/** What the clock shows, as if it were UTC. */
function localOf(at: number, timeZone: string): number {
  return at + offsetAt(at, timeZone);
}
