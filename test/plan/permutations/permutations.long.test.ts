/**
 * Resources exchange ids and names in every way, with links between them and with changes that
 * replace them. Every plan is broken off after every request, carried on, broken off again and
 * carried on, on a service that knows which resource is which. `npm run test:explore` tries others,
 * and more of them.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../support/runs.ts";
import { judge } from "./judge.ts";
import { recipes } from "./recipes.ts";

it.each([
  [2, 2, 2000],
  [3, 5, 600],
  [6, 12, 15],
])(
  "%i to %i resources exchange ids and names, wherever an apply is broken off",
  (least, most, count) => {
    const RUNS = runs(count);
    let refused = 0;
    fc.assert(
      fc.property(recipes(least, most), (recipe) => {
        if (judge(recipe) === "refused") refused += 1;
      }),
      RUNS,
    );
    expect(refused).toBeLessThan(RUNS.numRuns * 0.6);
  },
);
