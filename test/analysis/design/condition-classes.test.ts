/** What is said about conditions holds for activities at random. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  acceptsNothing,
  isSubset,
  passes,
} from "../../../src/analysis/design/condition-classes.ts";
import type { Json } from "../../../src/ground/json.ts";
import { type Conditions, hasReferences, parseConditions } from "../../../src/rules/conditions.ts";
import { findClock } from "../../../src/rules/local-time.ts";
import { runs } from "../../support/runs.ts";

const operand = fc.constantFrom(
  "1",
  "2",
  "-3",
  "007",
  "76561198000000001",
  "76561198000000002",
  "mage",
  "true",
);
const field = fc.constantFrom("k", "j", "j.k", "__proto__");
const condition = fc.oneof(
  fc
    .tuple(field, fc.constantFrom("eq", "gt", "gte", "lt", "lte"), operand)
    .map(([name, word, value]) => `activityData:${name},${word},${value}`),
  fc.tuple(fc.nat(23), fc.nat(24)).map(([from, duration]) => `betweenHours:${from},${duration}`),
  fc.constantFrom(
    "dayOfMonth:last",
    "dayOfMonth:28",
    "dayOfMonth:29",
    "dayOfMonth:31",
    "month:2",
    "months:1,2,3",
  ),
  fc.constantFrom("activityData:k,eq,{player.k}"),
);
const operator = fc.constantFrom("and", "or");
const conditions = fc
  .record({
    operator,
    groups: fc.array(fc.record({ operator, conditions: fc.array(condition, { maxLength: 3 }) }), {
      maxLength: 2,
    }),
  })
  .map(read);
const value = fc.constantFrom<Json>(
  1,
  2,
  "2",
  -3,
  7,
  1.5,
  -3.5,
  "76561198000000001",
  "mage",
  true,
  null,
  { k: 2 },
);
const data = fc.oneof(
  fc.constant(null),
  fc.dictionary(fc.constantFrom("k", "j"), value),
) as fc.Arbitrary<Json>;
const at = fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2025, 0, 1) });

function read(written: Json): Conditions {
  const parsed = parseConditions(written);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
}

const only = (...all: readonly string[]): readonly Conditions[] => [
  read({ groups: [{ conditions: [...all] }] }),
];

function utcClock() {
  const clock = findClock("UTC");
  if (!clock.ok) throw new Error(clock.reason);
  return clock;
}

describe("conditions", () => {
  it("that are called empty or narrower are so for every activity", () => {
    const clock = utcClock();
    const seen = { empty: 0, narrower: 0 };
    fc.assert(
      fc.property(
        fc.array(conditions, { maxLength: 2 }),
        fc.array(conditions, { maxLength: 2 }),
        fc.array(fc.tuple(data, at), { minLength: 20, maxLength: 20 }),
        (a, b, activities) => {
          const empty = acceptsNothing(a);
          const narrower = isSubset(a, b, { left: 0 });
          if ([...a, ...b].some(hasReferences)) return;
          if (empty && a.length > 0) seen.empty += 1;
          const passing = activities
            .map(([custom_data, moment]) => ({ custom_data, time: clock.value(moment) }))
            .filter((each) => passes(a, each));
          if (empty) expect(passing).toEqual([]);
          const narrowed = narrower ? passing : [];
          seen.narrower += narrowed.length;
          expect(narrowed.filter((each) => !passes(b, each))).toEqual([]);
        },
      ),
      runs(2_000),
    );
    expect(seen.empty).toBeGreaterThan(20);
    expect(seen.narrower).toBeGreaterThan(200);
  });

  it.each([
    [only("month:2", "dayOfMonth:30"), true],
    [only("months:2,4", "dayOfMonth:31"), true],
    [only("dayOfMonth:last", "dayOfMonth:27"), true],
    [only("activityData:class,gt,rogue"), true],
    [only("activityData:class,eq,rogue", "activityData:class,gte,3"), true],
    [only("activityData:level,gte,5", "activityData:level,lt,5"), true],
    [only("month:2", "dayOfMonth:29"), false],
    [only("betweenHours:22,4", "betweenHours:3,2"), true],
    [only("activityData:level,gt,2", "activityData:level,lt,3"), false],
    [only("activityData:a,eq,1", "activityData:a.b,eq,1"), true],
    [only("month:1", "month:2", "activityData:a,eq,{player.a}"), true],
  ])("%j are empty: %s", (filters, expected) => {
    expect(acceptsNothing(filters)).toBe(expected);
  });

  it.each([
    [only("month:2", "dayOfMonth:29"), only("dayOfMonth:last"), true],
    [only("dayOfMonth:31"), only("dayOfMonth:last"), true],
    [only("dayOfMonth:last"), only("dayOfMonth:31"), false],
    [only("activityData:level,gte,3"), only("activityData:level,gt,2"), true],
    [
      only("activityData:class,eq,{player.class}", "month:1"),
      only("activityData:class,eq,{player.class}"),
      true,
    ],
    [only("month:1"), only("dayOfMonth:{player.day}"), false],
  ])("%j are within %j: %s", (a, b, expected) => {
    expect(isSubset(a, b, { left: 0 })).toBe(expected);
  });

  it.each([
    [only("month:2", "dayOfMonth:30"), 2 * 367],
    [only("activityData:level,gte,5", "activityData:level,lt,5"), 2 * 4],
  ])("%j are certainly empty within %d trials, and not within fewer", (filters, trials) => {
    expect([
      acceptsNothing(filters, trials),
      acceptsNothing(filters, trials - 1),
      acceptsNothing(filters),
    ]).toEqual([true, false, true]);
  });

  it("are not compared where there are too many", () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `activityData:level,gt,${index}`);
    expect([
      acceptsNothing(only(...many)),
      isSubset(only(...many), only("month:1"), { left: 0 }),
    ]).toEqual([false, false]);
  });
});
