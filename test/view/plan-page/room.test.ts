/** How much of a plan is on a page: the gravest first, a part for each plan, and a limit for everything. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_CHANGES, MOST_OF_ONE, MOST_VALUES, planBudgets } from "../../../src/view/plan/plan-html.ts";
import { planView } from "../../../src/view/plan/plan-view.ts";
import { share } from "../../../src/view/text/size-budget.ts";
import { runs } from "../../support/runs.ts";
import { shownGame } from "../markdown/pages.ts";
import { plan, step } from "../sample-plans.ts";
import { planPage } from "./pages.ts";

const changes = (count: number, size = 1) =>
  Array.from({ length: count }, (_, index) =>
    step("update", `reward/r${index}`, {
      fields: [{ path: "/description", before: "a".repeat(size), after: "b".repeat(size) }],
    }),
  );

const viewOf = (steps: ReturnType<typeof changes>) => planView({ plan: plan(steps), refusals: [] });

describe("the budget of a page", () => {
  it("is divided so that no part is larger than needed, nor smaller than others that need as much", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(200), (needs, room) => {
        const parts = share(needs, room);
        const sum = parts.reduce((total, part) => total + part, 0);
        expect(sum).toBeLessThanOrEqual(Math.max(room, 0));
        const least = Math.min(...parts.filter((part, index) => part < (needs[index] ?? 0)), Number.POSITIVE_INFINITY);
        for (const [index, part] of parts.entries()) {
          expect(part).toBeLessThanOrEqual(needs[index] ?? 0);
          expect(part).toBeLessThanOrEqual(least);
        }
        if (needs.reduce((total, need) => total + need, 0) <= room) expect(parts).toEqual(needs);
      }),
      runs(300),
    );
  });

  it("goes to changes with dangers first, in the order of the plan", () => {
    const steps = changes(MOST_CHANGES + 5);
    const danger = step("delete", "reward/last", { hazards: [{ name: "empties-kind", sentence: "None is left." }] });
    const [room] = planBudgets([viewOf([...steps, danger])]);
    expect(room?.steps.length).toBe(MOST_CHANGES);
    expect(room?.left).toBe(6);
    expect(room?.steps.at(-1)).toBe(danger);
    expect(room?.steps[0]).toBe(steps[0]);
  });

  it("holds no values beyond its measure, of one change and of all", () => {
    const [one] = planBudgets([viewOf(changes(1, MOST_OF_ONE))]);
    expect(one?.opened.size).toBe(0);
    const size = 20_000;
    const [all] = planBudgets([viewOf(changes(500, size))]);
    expect(all?.opened.size).toBe(Math.floor(MOST_VALUES / (2 * size + 4)));
  });

  it("is enough for a page of a plan of any size", () => {
    const page = planPage([shownGame(plan(changes(20_000, 5_000)))], {});
    expect(page.length).toBeLessThan(12_000_000);
    expect(page).toContain("18,000 more changes, not on this page");
    expect(page).toContain("The values are too large for this page");
    expect(page).toContain("laurel plan --target reward/r1999");
  });
});
