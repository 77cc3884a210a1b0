// @ts-check
/**
 * Tests manifests with vitest: they are valid, their scenarios pass, and the design keeps its promises.
 *
 *   npx vitest run manifests.test.js
 */
import { fileURLToPath } from "node:url";
import * as laurel from "@laurel-progression/laurel";
import { describe, expect, it } from "vitest";

const PROJECT = fileURLToPath(new URL("../dungeon/laurel.yaml", import.meta.url));
const { value: games = [], diagnostics } = await laurel.loadProject(PROJECT);

it("is a valid project", () => {
  expect(laurel.renderDiagnostics(diagnostics)).toBe("");
});

describe.each(games)("the game $name", (game) => {
  const { totals, achievements } = laurel.report(game);

  it("passes its scenarios", () => {
    const { passed, summary } = laurel.test(game);
    expect(passed, JSON.stringify(summary)).toBe(true);
  });

  it("has no design mistakes", () => {
    expect(laurel.renderDiagnostics(laurel.lint(game))).toBe("");
  });

  it("lets players earn every achievement", () => {
    const impossible = achievements.filter(({ way }) => way.certainty === "impossible");
    expect(impossible.map(({ custom_id }) => custom_id)).toEqual([]);
  });

  it("gives at most 10,000 points", () => {
    expect(totals.points).toBeLessThanOrEqual(10_000);
  });
});
