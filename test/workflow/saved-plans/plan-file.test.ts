/** Writing a plan and reading it back, on random plans. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { sha256 } from "../../../src/files/hash.ts";
import { HAZARDS, type Plan } from "../../../src/model/model.ts";
import type { PlanCauses, StepCause } from "../../../src/plan/cause.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { parsePlanFile, savedPlan } from "../../../src/plan/plan-file.ts";
import { simulate } from "../../../src/plan/simulate.ts";
import { staleness, unmet } from "../../../src/plan/stale.ts";
import { renderPlansJson, withCauses } from "../../../src/view/plan/plan-json.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { DOCUMENTED_ACCESS, desiredGame, EXTENDED_ACCESS, liveGame, TARGET } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";

const situation = fc
  .record({
    desired: arbitraryGame({ allKinds: true }).map(desiredGame),
    live: fc
      .tuple(arbitraryGame({ allKinds: true }), fc.constantFrom(EXTENDED_ACCESS, DOCUMENTED_ACCESS))
      .map(([game, access]) => liveGame(game, access)),
    prune: fc.boolean(),
  })
  .map(({ desired, live, prune }) => {
    const plan = makePlan(TARGET, desired, live, catalog, { prune, targets: [], scalars: "native" }, sha256).value;
    return { live, plan };
  })
  .filter((made): made is { live: typeof made.live; plan: Plan } => made.plan !== undefined);

/** Causes as `--base` finds them, for every step and field. */
function causesOf({ steps }: Plan): PlanCauses {
  const found = steps.map(({ id, fields }): [string, StepCause] => [
    id,
    { cause: "conflict", fields: fields.map(() => ({ cause: "conflict", base: "was" })) },
  ]);
  return { ref: "main", commit: "c0ffee", has_game: true, steps: new Map(found), totals: TOTALS };
}

const TOTALS = { pending: 0, drift: 0, conflict: 1 };

const RUNS = runs(150);

describe("a saved plan", () => {
  it("written and read back is the same value", () => {
    fc.assert(
      fc.property(situation, fc.subarray([...HAZARDS]), ({ plan }, allowed) => {
        const saved = savedPlan(plan, new Set(allowed));
        const read = parsePlanFile({ file: "p.json", text: renderPlansJson([saved], [], sha256) }, catalog, sha256);
        expect(read.diagnostics).toEqual([]);
        expect(read.value).toEqual(JSON.parse(JSON.stringify([saved])));
        const caused = renderPlansJson([withCauses(saved, causesOf(saved))], [], sha256);
        expect(parsePlanFile({ file: "p.json", text: caused }, catalog, sha256)).toEqual(read);
      }),
      RUNS,
    );
  });

  it("fits what it was made on, and is applied already where it was carried out", () => {
    fc.assert(
      fc.property(situation, ({ live, plan }) => {
        expect(staleness(plan, live, catalog)).toBeUndefined();
        const after = simulate(live, plan.steps, catalog);
        expect(unmet(plan, after, catalog)).toEqual([]);
        if (plan.steps.length > 0) expect(staleness(plan, after, catalog)?.code).toBe("applied-already");
      }),
      RUNS,
    );
  });

  it("applied in part does not fit, wherever it stopped", () => {
    fc.assert(
      fc.property(situation, fc.nat(1000), ({ live, plan }, pick) => {
        if (plan.steps.length < 2) return;
        const done = 1 + (pick % (plan.steps.length - 1));
        const between = simulate(live, plan.steps.slice(0, done), catalog);
        expect(["stale-plan", "applied-already"]).toContain(staleness(plan, between, catalog)?.code);
        expect(unmet(plan, between, catalog).length === 0).toBe(
          staleness(plan, between, catalog)?.code === "applied-already",
        );
      }),
      RUNS,
    );
  });
});
