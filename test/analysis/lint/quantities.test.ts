/** Numbers as texts for players have them. */
import { describe, expect, it } from "vitest";
import { quantitiesIn } from "../../../src/analysis/lint/quantities.ts";
import { conversions } from "../../../src/analysis/lint/units.ts";

/** Roles and readings of all numbers: `count 5, count 300 s`. */
function read(text: string): string {
  return quantitiesIn(text)
    .map(({ role, bound, readings }) =>
      [role, bound, ...readings.map(({ value, unit }) => `${value}${unit === undefined ? "" : `×${unit.size}`}`)]
        .filter((part) => part !== undefined)
        .join(" "),
    )
    .join(", ");
}

describe("numbers", () => {
  it.each([
    ["Win ten matches", "count 10"],
    ["Win twenty-five matches", "count 25"],
    ["one hundred and fifty shells", "count 150"],
    ["two thousand three hundred and one", "count 2301"],
    ["a dozen dozen eggs", "count 144"],
    ["half a million coins", "count 500000"],
    ["1.5 billion cookies", "count 1500000000"],
    ["50k coins", "count 50000"],
    ["1,500 coins", "count 1500 1.5"],
    ["25 000 coins", "count 25000"],
    ["1,00,000 coins", "count 100000"],
    ["２５枚", "count 25"],
    ["٥٠ عملة", "count 50"],
    ["100万枚", "count 1000000"],
    ["2万5000体", "count 25000"],
    ["3億5千万", "count 350000000"],
    ["1만 2000번", "count 12000"],
    ["3 bin kez", "count 3000 3"],
    ["half of the 120 stars", "count 60 60 50×1"],
    ["30% of the 200 plants", "count 60 60 30×1"],
    ["half of the island", "label 50×1"],
    ["half dozen eggs", "count 6"],
    ["Visit it twice", "count 2"],
    ["for the third time", "count 3"],
    ["your 10th win", "count 10"],
  ])("%s: %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    "the 1920s",
    "a 24-hour race",
    "a three-legged race",
    "a 1v1",
    "a 4x4",
    "in 3D",
    "Season 4",
    "level 7",
    "on December 24th",
    "on 24/12/2026",
    "on 2026-12-24",
    "Summer 2026",
    "the four winds",
    "Snow White and the Seven Dwarfs",
    "the T-800",
    "the second door",
    "at 7 am",
    "a couple of friends",
    "dozens of friends",
  ])("%s counts nothing", (text) => {
    expect(quantitiesIn(text).filter(({ role }) => role === "count" || role === "level")).toEqual([]);
  });

  it.each([
    ["under 5 minutes", "most"],
    ["no more than 5", "most"],
    ["3 hits or fewer", "most"],
    ["at least five", "least"],
    ["no fewer than 5", "least"],
    ["more than 5", "least"],
    ["80% or more", "least"],
    ["50+ wins", "least"],
    ["5 wins", undefined],
    ["don't take longer than 5 minutes", "most"],
    ["never fall below 5", "least"],
    ["without losing 3 or more lives", "most"],
    ["don't stop until you have more than 5", "open"],
    ["5:30 or better", "open"],
    ["place 3 or higher", "open"],
    ["80 km/h or faster", "least"],
    ["80 seconds or faster", "most"],
  ])("%s is an end: %s", (text, bound) => {
    expect(quantitiesIn(text).map((each) => each.bound)).toEqual([bound]);
  });

  it("have units, and are converted", () => {
    const [hours] = quantitiesIn("10 hours");
    const [reading] = hours?.readings ?? [];
    expect(reading?.unit?.quantity).toBe("time");
    expect(reading?.unit === undefined ? [] : conversions(10, reading.unit)).toContain(600);
  });

  it("are found in any text", () => {
    for (const text of [
      "",
      "—",
      "%",
      "1".repeat(400),
      "१".repeat(50),
      "1-",
      "-1",
      "1:",
      "a",
      "an",
      "half a",
      "and and",
    ]) {
      expect(() => quantitiesIn(text)).not.toThrow();
    }
  });
});
