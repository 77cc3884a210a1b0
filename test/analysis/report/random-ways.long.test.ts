/** In random small games: every way earns its achievement, and nothing cheaper does where it is exact. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Design } from "../../../src/analysis/design/design.ts";
import { costsOf, effortOf } from "../../../src/analysis/report/witness/effort.ts";
import { type CheapestWay, cheapestWay } from "../../../src/analysis/report/witness/witness.ts";
import type { ActionSettings } from "../../../src/project/game-settings.ts";
import { type CompiledRules, compile } from "../../../src/rules/compiled.ts";
import type { Activity } from "../../../src/rules/model.ts";
import { openProgress } from "../../../src/rules/play.ts";
import { designFrom } from "../../support/designs.ts";
import { runs } from "../../support/runs.ts";

const DAY = 86_400_000;

const criterion = fc.record({
  custom_action_id: fc.constantFrom("a", "b", "c"),
  type: fc.constantFrom("sum", "sum", "amount", "average"),
  rule: fc.constantFrom("gte:1", "gte:2", "gte:3", "gt:1", "eq:2", "lt:2", "lte:0", "eq:0", "lt:0", "gte:5"),
  streak: fc.constantFrom(null, null, null, "days:2", "hours:2", "days:1"),
  conditions: fc.constantFrom(
    null,
    null,
    { groups: [{ conditions: ["activityData:k,eq,1"] }] },
    { groups: [{ conditions: ["activityData:k,gte,2"] }] },
    { groups: [{ conditions: ["dayOfMonth:last"] }] },
    { groups: [{ conditions: ["activityData:k,lt,2", "activityData:j,eq,x"] }] },
    { operator: "or", groups: [{ conditions: ["month:1"] }, { conditions: ["activityData:k,eq,{player.k}"] }] },
    { groups: [{ conditions: ["activityData:k,eq,{activity.j}"] }] },
  ),
});
const operator = fc.constantFrom("and", "and", "or", "xor");
/** What the project file may say about an action. */
const settings: fc.Arbitrary<ActionSettings> = fc.record(
  {
    effort: fc.constantFrom(0.1, 0.5, 2, 3),
    amount: fc.constantFrom("count", "measure"),
    reported: fc.constantFrom(true, true, false),
  },
  { requiredKeys: [] },
);

const games = fc
  .record({
    ab: fc.boolean(),
    ac: fc.boolean(),
    bc: fc.boolean(),
    criteria: fc.array(criterion, { minLength: 4, maxLength: 4 }),
    outer: fc.record({ operator, criteria: fc.subarray(["0", "1", "2", "3"], { maxLength: 3 }) }),
    inner: fc.record({ operator, criteria: fc.subarray(["1", "2", "3"], { minLength: 1 }) }),
    isNested: fc.boolean(),
    actionSettings: fc.oneof(fc.constant({}), fc.dictionary(fc.constantFrom("a", "b", "c"), settings)),
  })
  .map(({ ab, ac, bc, criteria, outer, inner, isNested, actionSettings }) => {
    const own = criteria.map((_, index): [string, DesignPart] => [`${index}`, { criteria: [`${index}`] }]);
    const groups = { outer: { ...outer, criteria_groups: isNested ? ["inner"] : [] }, inner };
    const others = ["inner", ...own.map(([id]) => id)];
    return designFrom(
      {
        actions: {
          a: { reactions: [...(ab ? ["b"] : []), ...(ac ? ["c"] : [])] },
          b: { reactions: bc ? ["c"] : [] },
          c: {},
        },
        criteria: Object.fromEntries(criteria.map((each, index) => [`${index}`, each])),
        groups: { ...groups, ...Object.fromEntries(own) },
        achievements: Object.fromEntries([
          ["it", { custom_criteria_group_id: "outer" }],
          ...others.map((id): [string, DesignPart] => [id, { custom_criteria_group_id: id }]),
        ]),
      },
      actionSettings,
    );
  });

type DesignPart = Readonly<Record<string, unknown>>;

/** The rules with the one achievement that is looked at. */
function rulesOfIt(design: Design): CompiledRules {
  const it = design.achievements.get("it");
  return compile({ ...design, achievements: new Map(it === undefined ? [] : [["it", it]]) });
}

function isEarned(compiled: CompiledRules, player: CheapestWay["player"], activities: readonly Activity[]): boolean {
  const progress = openProgress(compiled, { time_zone: "UTC", custom_data: player });
  return activities.some((each) => progress.record(each).earned.length > 0);
}

describe("the cheapest way, in random games", () => {
  it("earns the achievement, with the effort that is said, and not before its end", () => {
    fc.assert(
      fc.property(games, (design) => {
        const way = cheapestWay(design, "it");
        if (way.certainty !== "exact" && way.certainty !== "bound") return;
        expect(isEarned(rulesOfIt(design), way.player, way.activities)).toBe(true);
        expect(isEarned(rulesOfIt(design), way.player, way.activities.slice(0, -1))).toBe(false);
        const costs = costsOf(design.actionSettings);
        expect(way.effort).toBe(effortOf(way.activities, costs));
        const stepped = way.steps.flatMap((step) => Array.from({ length: step.times }, () => step));
        expect(effortOf(stepped, costs)).toBe(way.effort);
        for (const { custom_action_id: id } of way.steps) {
          expect(design.actionSettings.get(id)?.reported).not.toBe(false);
        }
        expect(way.at_least).toBeLessThanOrEqual(way.effort);
        expect(way.at_least === way.effort).toBe(way.certainty === "exact");
      }),
      runs(500),
    );
  });

  it("is not undercut by anything that a search through all that is short finds", () => {
    const counts = { exact: 0, bound: 0, unknown: 0, impossible: 0 };
    fc.assert(
      fc.property(games, (design) => {
        const way = cheapestWay(design, "it");
        counts[way.certainty] += 1;
        const below = way.certainty === "impossible" ? 3 : way.at_least;
        const compiled = rulesOfIt(design);
        for (const player of [way.player, { k: 2 }]) {
          for (const activities of allBelow(below, design)) {
            if (isEarned(compiled, player, activities))
              expect.fail(`${way.certainty}, at least ${below}: ${JSON.stringify(activities)}`);
          }
        }
      }),
      runs(100),
    );
    // Most small games are settled, or the property would say little.
    expect(counts.exact).toBeGreaterThan((counts.bound + counts.unknown) * 3);
  });
});

/** Everything that can be done with less effort, as far as there is not too much of it. */
function* allBelow(effort: number, design: Design): Generator<readonly Activity[]> {
  const all = [...design.criteria.values()];
  const reported = ["a", "b", "c"].filter((id) => design.actionSettings.get(id)?.reported !== false);
  const times = all.some(({ streak }) => streak !== null) ? [0, 3_600_000, DAY] : [0];
  const data = all.some(({ conditions }) => conditions !== null) ? [null, { k: 1, j: "x" }, { k: 2, j: 2 }] : [null];
  const letters = times.flatMap((time) =>
    data.flatMap((custom_data) =>
      reported.flatMap((custom_action_id) =>
        [0, 1, 2, 3].map(
          (amount): Activity => ({
            custom_action_id,
            amount,
            at: Date.UTC(2024, 0, 1) + time,
            custom_data,
            custom_session_id: null,
          }),
        ),
      ),
    ),
  );
  const costs = costsOf(design.actionSettings);
  let left = 1_000;
  function* extend(done: readonly Activity[], spent: number): Generator<readonly Activity[]> {
    for (const letter of letters) {
      const cost = spent + effortOf([letter], costs);
      if (cost >= effort - 1e-9 || letter.at < (done.at(-1)?.at ?? 0) || left <= 0) continue;
      left -= 1;
      yield [...done, letter];
      yield* extend([...done, letter], cost);
    }
  }
  yield* extend([], 0);
}
