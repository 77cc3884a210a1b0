/** The wall clock, held against what the time zone database says of each single moment. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findClock } from "../../src/rules/local-time.ts";
import { runs } from "../support/runs.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

type Shown = readonly [year: number, month: number, day: number, hour: number, minute: number];

function plainTime(timeZone: string, at: number): Shown {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
  formats.set(timeZone, format);
  const values = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => values.get(type) ?? 0;
  return [part("year"), part("month"), part("day"), part("hour"), part("minute")];
}

function shown(timeZone: string, at: number): Shown {
  const clock = findClock(timeZone);
  if (!clock.ok) throw new Error(clock.reason);
  const { year, month, day, hour, offset } = clock.value(at);
  return [
    year,
    month,
    day,
    hour,
    new Date(Math.floor((at + offset) / 60_000) * 60_000).getUTCMinutes(),
  ];
}

/**
 * Half hours of change, a day that was left out, offsets with seconds, clocks that change in
 * Ramadan.
 */
const ODD_ZONES = [
  ...[
    "Africa/Casablanca",
    "Africa/Monrovia",
    "America/New_York",
    "America/St_Johns",
    "Antarctica/Troll",
    "Asia/Gaza",
  ],
  ...[
    "Asia/Kathmandu",
    "Asia/Pyongyang",
    "Australia/Lord_Howe",
    "Europe/Vienna",
    "Pacific/Apia",
    "UTC",
  ],
];

describe("clockOf", () => {
  it("shows what the zone's clock shows, at any moment in any zone", () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    const at = fc.oneof(
      fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
      fc.integer({ min: Date.UTC(1890, 0, 1), max: 0 }),
    );
    fc.assert(
      fc.property(zone, at, (timeZone, moment) => {
        expect(shown(timeZone, moment)).toEqual(plainTime(timeZone, moment));
      }),
      runs(300),
    );
  });

  it.each(ODD_ZONES)("is right around every change of the clocks of %s", (timeZone) => {
    const offsetAt = (at: number): number => {
      const [year, month, day, hour, minute] = plainTime(timeZone, at);
      return Date.UTC(year, month - 1, day, hour, minute) - at;
    };
    // Some zones never change their clocks.
    expect(shown(timeZone, 0)).toEqual(plainTime(timeZone, 0));
    for (let day = 0; day < Date.UTC(2030, 0, 1); day += DAY) {
      if (offsetAt(day) === offsetAt(day + DAY)) continue;
      for (let at = day - 2 * HOUR; at < day + DAY + 2 * HOUR; at += HOUR / 2) {
        for (const moment of [at - 1, at])
          expect(shown(timeZone, moment)).toEqual(plainTime(timeZone, moment));
      }
    }
  });

  it("goes on to the last moment that there is", () => {
    expect(shown("Asia/Kathmandu", 8.64e15)[1]).toBe(9);
  });
});
