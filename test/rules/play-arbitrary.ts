/** Small games and plays at random, over a vocabulary so small that things meet. */
import fc from "fast-check";
import type { Json } from "../../src/ground/json.ts";
import type {
  ActionRules,
  Activity,
  CriterionRules,
  GroupRules,
  Player,
} from "../../src/rules/model.ts";

const ACTIONS = ["a", "b", "c"] as const;
const HOUR = 3_600_000;
const START = Date.parse("2026-02-27T20:30:00Z");

export const arbitraryActions: fc.Arbitrary<readonly ActionRules[]> = fc
  .tuple(
    ...ACTIONS.map(() =>
      fc.tuple(fc.subarray([...ACTIONS]), fc.constantFrom<Json>(null, { level: 2 })),
    ),
  )
  .map((drawn) =>
    drawn.map(([reactions, custom_data], index) => ({
      custom_id: ACTIONS[index] ?? "",
      reactions,
      custom_data,
    })),
  );

const condition = fc.constantFrom(
  ...[
    "activityData:class,eq,rogue",
    "activityData:level,gte,2",
    "activityData:level,gt,1",
    "activityData:level,lt,4",
  ],
  ...["betweenHours:20,6", "betweenHours:22,2", "month:2", "months:2,3", "dayOfMonth:last"],
  ...["activityData:level,eq,{action.level}", "dayOfMonth:{player.day}"],
);
const operator = fc.constantFrom("and", "or");

export const arbitraryConditions: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.record({
      operator,
      groups: fc.array(fc.record({ operator, conditions: fc.array(condition, { maxLength: 2 }) }), {
        maxLength: 2,
      }),
    }),
  },
);

export function arbitraryCriterion(custom_id: string): fc.Arbitrary<CriterionRules> {
  return fc.record({
    custom_id: fc.constant(custom_id),
    custom_action_id: fc.constantFrom(...ACTIONS),
    type: fc.constantFrom("sum", "sum", "average", "amount"),
    rule: fc
      .tuple(fc.constantFrom("gte", "gte", "gt", "eq", "lt", "lte"), fc.integer({ min: 0, max: 6 }))
      .map(([word, threshold]) => `${word}:${threshold}`),
    streak: fc.constantFrom(null, null, "days:1", "days:2", "hours:2", "hours:3"),
    conditions: arbitraryConditions,
  });
}

/** Groups that hold earlier ones only. `criteria`: ids to choose from. */
export function arbitraryGroups(
  criteria: readonly string[],
  count: number,
): fc.Arbitrary<readonly GroupRules[]> {
  const ids = Array.from({ length: count }, (_, index) => `g${index}`);
  return fc.tuple(
    ...ids.map((custom_id, index) =>
      fc.record({
        custom_id: fc.constant(custom_id),
        operator: fc.constantFrom("and", "or", "xor"),
        conditions: arbitraryConditions,
        criteria: fc.subarray([...criteria]),
        criteria_groups: fc.subarray(ids.slice(0, index)),
      }),
    ),
  );
}

export const arbitraryPlayer: fc.Arbitrary<Player> = fc.record({
  time_zone: fc.constantFrom("UTC", "America/St_Johns", "Pacific/Apia"),
  custom_data: fc.constantFrom<Json>(null, { day: 28 }, { day: "last" }),
});

/** What is reported, mostly in the order of time. */
export const arbitraryPlay: fc.Arbitrary<readonly Activity[]> = fc.array(
  fc.record({
    custom_action_id: fc.constantFrom(...ACTIONS),
    amount: fc.integer({ min: 0, max: 4 }),
    at: fc.integer({ min: 0, max: 80 }).map((quarters) => START + (quarters * HOUR * 3) / 4),
    custom_data: fc.constantFrom<Json>(
      null,
      { class: "rogue", level: 2 },
      { level: 5 },
      { level: "1.5" },
    ),
    custom_session_id: fc.constantFrom(null, "night"),
  }),
  { maxLength: 14 },
);
