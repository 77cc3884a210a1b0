/** Sets of activities hold what the run-time rules let count, however they are combined. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ActivitySet,
  type Box,
  DATE_KINDS,
  type DateKind,
  dataFor,
  difference,
  intersection,
  isInHour,
  isNothing,
  isSubset,
  longestRun,
  merged,
  setOf,
} from "../../../src/analysis/design/activity-sets.ts";
import { holdsValue } from "../../../src/analysis/design/field-values.ts";
import { contains } from "../../../src/analysis/design/intervals.ts";
import { ExactNumber, type Json } from "../../../src/model/json.ts";
import {
  type CompiledCondition,
  type Conditions,
  counts,
  parseConditions,
  resolveConditions,
  valueAt,
} from "../../../src/rules/conditions.ts";
import type { LocalTime } from "../../../src/rules/local-time.ts";
import { runs } from "../../support/runs.ts";

/** An activity, with its date and hour on the player's clock. */
interface DatedActivity {
  readonly date: DateKind;
  readonly hour: number;
  readonly custom_data: Json;
  readonly amount: number;
}

/** Whether the activity is in the set. `passes`: which conditions with references hold for it. */
function holdsActivity(
  { boxes }: ActivitySet,
  { date, hour, custom_data, amount }: DatedActivity,
  passes: (condition: CompiledCondition) => boolean = () => false,
): boolean {
  const index = DATE_KINDS.findIndex(({ month, day, isLast }) => {
    return month === date.month && day === date.day && isLast === date.isLast;
  });
  return boxes.some(
    (box) =>
      ((box.dates >> BigInt(index)) & 1n) === 1n &&
      isInHour(box, hour) &&
      contains(box.amount, BigInt(amount)) &&
      [...box.fields.values()].every(({ path, values }) => holdsValue(values, valueAt(custom_data, path))) &&
      [...box.open.values()].every(({ condition, holds }) => passes(condition) === holds),
  );
}

const operand = fc.constantFrom(
  "1",
  "2",
  "-3",
  "007",
  "76561198000000001",
  "76561198000000002",
  "mage",
  "bard",
  "true",
);
const field = fc.constantFrom("k", "j", "j.k");
const comparison = fc.constantFrom("eq", "gt", "gte", "lt", "lte");
const condition = fc.oneof(
  fc.tuple(field, comparison, operand).map(([name, word, value]) => `activityData:${name},${word},${value}`),
  fc.tuple(fc.nat(23), fc.nat(24)).map(([from, duration]) => `betweenHours:${from},${duration}`),
  fc.constantFrom("dayOfMonth:last", "dayOfMonth:28", "dayOfMonth:29", "dayOfMonth:31", "month:2", "months:1,2,3"),
  fc.constantFrom("activityData:k,eq,{player.k}", "dayOfMonth:{player.day}"),
);
const operator = fc.constantFrom("and", "or");
const conditions = fc
  .record({
    operator,
    groups: fc.array(fc.record({ operator, conditions: fc.array(condition, { maxLength: 3 }) }), { maxLength: 3 }),
  })
  .map((written) => {
    const read = parseConditions(written);
    if (!read.ok) throw new Error(read.reason);
    return read.value;
  });

const value = fc.constantFrom<Json>(
  ...[0, 1, 1.5, 2, -3, 7, "1", "1.0", "2.5", "007", "mage", "bard", "", "Mage", true, null],
  ...[
    new ExactNumber("76561198000000001"),
    "76561198000000002",
    new ExactNumber("1e400"),
    [1],
    { k: 2 },
    { k: "mage" },
  ],
);
const custom_data = fc.oneof(
  fc.constant<Json>(null),
  fc.dictionary(fc.constantFrom("k", "j"), value, { maxKeys: 2 }).map((data): Json => ({ ...data })),
);
const activity: fc.Arbitrary<DatedActivity> = fc.record({
  date: fc.nat(DATE_KINDS.length - 1).map((index) => DATE_KINDS[index] as (typeof DATE_KINDS)[number]),
  hour: fc.nat(23),
  custom_data,
  amount: fc.nat(9),
});
const player = fc.record({ k: fc.constantFrom<Json>(1, "mage", "1.5"), day: fc.constantFrom<Json>(28, "last", 31) });

/** What the run-time rules say. */
function isCounted(conditions: Conditions, done: DatedActivity, player: Json): boolean {
  const resolved = (condition: CompiledCondition): CompiledCondition => {
    const alone: Conditions = { operator: "and", groups: [{ operator: "and", conditions: [condition] }] };
    const reading = resolveConditions(alone, { action: null, activity: null, player });
    return (reading.ok ? reading.value.groups[0]?.conditions[0] : undefined) ?? { name: "nothing" };
  };
  const groups = conditions.groups.map((group) => ({ ...group, conditions: group.conditions.map(resolved) }));
  const { month, day, isLast } = done.date;
  const year = month === 2 && day === 28 && isLast ? 2023 : 2024;
  const time: LocalTime = { year, month, day, hour: done.hour, offset: 0 };
  const { custom_data, amount } = done;
  return counts(
    { ...conditions, groups },
    { custom_action_id: "a", amount, at: 0, custom_data, custom_session_id: null },
    time,
  );
}

function isIn(set: ActivitySet, done: DatedActivity, player: Json): boolean {
  const passes = (condition: CompiledCondition): boolean =>
    isCounted({ operator: "and", groups: [{ operator: "and", conditions: [condition] }] }, done, player);
  return holdsActivity(set, done, passes);
}

describe("a set of activities", () => {
  it("holds what its conditions let count", () => {
    fc.assert(
      fc.property(conditions, fc.array(activity, { maxLength: 12 }), player, (written, all, values) => {
        const set = setOf([written]);
        for (const each of all) {
          const counted = isCounted(written, each, values);
          if (set.isComplete) expect(isIn(set, each, values)).toBe(counted);
          else if (isIn(set, each, values)) expect(counted).toBe(true);
        }
      }),
      runs(600),
    );
  });

  it("is compared by what is in it", () => {
    const seen = { subset: 0, nothing: 0 };
    fc.assert(
      fc.property(conditions, conditions, fc.array(activity, { maxLength: 12 }), player, (one, other, all, values) => {
        const [a, b] = [setOf([one]), setOf([other])];
        if (!a.isComplete || !b.isComplete) return;
        const [both, left] = [intersection(a, b), difference(a, b)];
        const isInside = isSubset(a, b);
        seen.subset += isInside ? 1 : 0;
        seen.nothing += isNothing(both) ? 1 : 0;
        for (const each of all) {
          const [inA, inB] = [isIn(a, each, values), isIn(b, each, values)];
          expect(isIn(both, each, values)).toBe(inA && inB);
          if (left.isComplete) expect(isIn(left, each, values)).toBe(inA && !inB);
          expect(isIn(merged(a), each, values)).toBe(inA);
          if (isInside && inA) expect(inB).toBe(true);
        }
      }),
      runs(600),
    );
    expect(seen.subset).toBeGreaterThan(40);
    expect(seen.nothing).toBeGreaterThan(20);
  });

  it("has an activity in each of its boxes", () => {
    fc.assert(
      fc.property(conditions, conditions, (one, other) => {
        for (const set of [setOf([one]), difference(setOf([one]), setOf([other]))]) {
          for (const box of set.boxes) {
            const done = oneIn(box);
            const isOpen = [...box.open.values()];
            const passes = (condition: CompiledCondition): boolean =>
              isOpen.some((test) => test.holds && test.condition === condition);
            expect(done).toBeDefined();
            if (done !== undefined) expect(holdsActivity({ boxes: [box], isComplete: true }, done, passes)).toBe(true);
          }
        }
      }),
      runs(400),
    );
  });

  const of = (...all: readonly string[]): ActivitySet => {
    const read = parseConditions({ groups: [{ conditions: [...all] }] });
    if (!read.ok) throw new Error(read.reason);
    return setOf([read.value]);
  };

  it.each<[string, string, boolean]>([
    ["activityData:k,gt,1", "activityData:k,gte,2", false],
    ["activityData:k,gte,2", "activityData:k,gt,1", true],
    ["activityData:id,eq,76561198000000001", "activityData:id,eq,76561198000000002", false],
    ["month:2", "months:1,2,3", true],
    ["dayOfMonth:31", "dayOfMonth:last", true],
    ["dayOfMonth:30", "dayOfMonth:last", false],
    ["betweenHours:23,2", "betweenHours:22,4", true],
    ["betweenHours:5,24", "betweenHours:0,24", true],
    ["activityData:class,eq,bard", "activityData:class,eq,Bard", false],
    ["activityData:map,gt,sea", "month:1", true],
  ])("%s is in %s: %s", (inner, outer, expected) => {
    expect(isSubset(of(inner), of(outer))).toBe(expected);
  });

  it.each<[readonly string[], "days" | "hours", number | undefined]>([
    [["dayOfMonth:last"], "days", 1],
    [["months:1,2"], "days", 60],
    [["months:1,2,3,4,5,6,7,8,9,10,11,12"], "days", undefined],
    [["betweenHours:9,8"], "hours", 10],
    [["betweenHours:22,4"], "hours", 6],
    [["month:2", "dayOfMonth:30"], "days", 0],
  ])("of %j has a run of %s: %s", (written, interval, expected) => {
    expect(longestRun(of(...written), interval)).toBe(expected);
  });
});

function oneIn(box: Box): DatedActivity | undefined {
  const custom_data = dataFor(box);
  const index = DATE_KINDS.findIndex((_, place) => ((box.dates >> BigInt(place)) & 1n) === 1n);
  const date = DATE_KINDS[index];
  const hour = Array.from({ length: 24 }, (_, each) => each).find((each) => ((box.hours >> each) & 1) === 1);
  if (custom_data === undefined || date === undefined || hour === undefined) return undefined;
  return { date, hour, custom_data, amount: Number(box.amount.least?.at ?? 0n) };
}
