import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logScale, scaleTo } from "../../../src/view/report/plots.ts";
import { runs } from "../../support/runs.ts";

describe.each([
  ["even", scaleTo],
  ["logarithmic", logScale],
])("a scale that is %s", (_, scale) => {
  it("keeps everything between its ends, in its order, and marks few round figures", () => {
    const figures = fc.tuple(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 1e12 }));
    fc.assert(
      fc.property(figures, ([a, b]) => {
        const { at, ticks } = scale(Math.max(a, b), 0, 100);
        expect(at(0)).toBe(0);
        expect(at(Math.max(a, b))).toBeLessThanOrEqual(100 + 1e-9);
        expect(Math.sign(at(a) - at(b))).toBe(Math.sign(a - b));
        expect(ticks.length).toBeLessThanOrEqual(10);
        expect(ticks.every((tick) => Number.isInteger(tick) && at(tick) <= 100 + 1e-9)).toBe(true);
        expect(new Set(ticks).size).toBe(ticks.length);
      }),
      runs(300),
    );
  });
});
