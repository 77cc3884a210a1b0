/** How many days or hours in a row conditions leave at the most, by the calendar. */
import type { Streak } from "../../rules/rule.ts";
import { type Conjunction, dayPasses, hoursIn, lengthOfMonth } from "./condition-space.ts";

/** Two leap years and what lies around them: every run that there is begins and ends in it. */
const YEARS = 9;

/** So many hours may be there twice when clocks are put back (two of them at Troll station). */
const CLOCK_CHANGE = 2;

/** The longest run of intervals in which an activity can pass in one of the ways; undefined when it has no end. */
export function longestRun(ways: readonly Conjunction[], interval: Streak["interval"]): number | undefined {
  const isHours = interval === "hours";
  const hours = ways.map((way) => (isHours ? hoursIn(way) : [true]));
  let [run, longest, hasGap] = [0, 0, false];
  for (const [month, day, last] of days()) {
    const open = ways.map((way) => dayPasses(way, month, day, last));
    for (let hour = 0; hour < (isHours ? 24 : 1); hour += 1) {
      const passes = open.some((isOpen, index) => isOpen && hours[index]?.[hour] === true);
      hasGap ||= !passes;
      run = passes ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
  }
  if (!hasGap) return undefined;
  return isHours && longest > 0 ? longest + CLOCK_CHANGE : longest;
}

function* days(): Generator<readonly [month: number, day: number, last: number]> {
  for (let year = 0; year < YEARS; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      const last = lengthOfMonth(month, year % 4 === 0);
      for (let day = 1; day <= last; day += 1) yield [month, day, last];
    }
  }
}
