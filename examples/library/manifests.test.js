// @ts-check
/**
 * Tests manifests with vitest: they are valid, their scenarios pass, and the design keeps its promises.
 *
 *   npx vitest run manifests.test.js
 */
import { fileURLToPath } from "node:url";
import * as laurel from "@laurel-progression/laurel";
import { describe, expect, it } from "vitest";

const project = fileURLToPath(new URL("../dungeon/laurel.yaml", import.meta.url));
const { games, diagnostics } = await laurel.report({ project });

it("is a valid project", () => {
  expect(laurel.renderDiagnostics(diagnostics)).toBe("");
});

it("passes its scenarios", async () => {
  const tested = await laurel.test({ project });
  const played = tested.games.flatMap(({ files }) => files.flatMap(({ scenarios }) => scenarios));
  expect(played.filter(({ passed }) => !passed)).toEqual([]);
  expect(laurel.hasErrors(tested.diagnostics)).toBe(false);
});

it("has no design mistakes", async () => {
  expect(laurel.renderDiagnostics((await laurel.lint({ project })).diagnostics)).toBe("");
});

describe.each(games)("the game $game", ({ economy: { totals, achievements } }) => {
  it("lets players earn every achievement", () => {
    const impossible = achievements.filter(({ way }) => way.certainty === "impossible");
    expect(impossible.map(({ custom_id }) => custom_id)).toEqual([]);
  });

  it("gives at most 10,000 points", () => {
    expect(totals.points).toBeLessThanOrEqual(10_000);
  });
});
