/** What a project says of rules, budgets and stores. */
import { describe, expect, it } from "vitest";
import { parseText } from "../../../src/manifest/parse.ts";
import { lintSettingsOfGame } from "../../../src/project/lint-settings.ts";
import { parseProject } from "../../../src/project/project.ts";
import { found } from "./support.ts";

const project = (shared: string, own = "") =>
  parseProject(
    parseText(
      "laurel.yaml",
      `version: 1\n${shared}games:\n  g:\n    manifests: g\n    environments: { local: { embedded: true } }\n${own}`,
    ),
  );

function settings(shared: string, own = "") {
  const { value } = project(shared, own);
  if (value === undefined) throw new Error("the project file is not valid");
  return lintSettingsOfGame(value, "g");
}

describe("the settings of lint", () => {
  it("are those of the game, else those of the project, one by one", () => {
    const { rules, budget, profiles } = settings(
      "lint: { rules: { unused-action: off, unused-reward: off }, budget: { step: 5, max_points: 50 }, profiles: [google-play] }\n",
      "    lint: { rules: { unused-action: error }, budget: { step: 10 }, profiles: [] }\n",
    );
    expect(rules).toEqual({ "unused-action": "error", "unused-reward": "off" });
    expect([budget.step?.value, budget.step?.span.start.line]).toEqual([10, 7]);
    expect([budget.max_points?.value, budget.max_points?.span.start.line]).toEqual([50, 2]);
    expect(profiles).toEqual([]);
  });

  it("know where each store is written", () => {
    const { profiles } = settings("lint:\n  profiles:\n    - apple-game-center\n    - google-play\n");
    expect(profiles.map(({ value, span }) => [value, span.start.line])).toEqual([
      ["apple-game-center", 4],
      ["google-play", 5],
    ]);
  });

  it("refuse what is misspelt, with the nearest name", () => {
    expect(project("lint: { rules: { unused-actions: off } }\n").diagnostics[0]).toMatchObject({
      code: "unknown-field",
      help: ['did you mean "unused-action"?'],
    });
    expect(project("lint: { profiles: [stem] }\n").diagnostics[0]).toMatchObject({ code: "invalid-value" });
    expect(project("lint: { rules: { unused-action: warn } }\n").diagnostics[0]?.help[0]).toBe(
      'it is "off", "warning" or "error"',
    );
    expect(project("lint: { budget: { step: 0 } }\n").diagnostics[0]).toMatchObject({ code: "out-of-range" });
  });

  it("decide which rules run, and how severe they are", () => {
    const board = "leaderboards: [{ custom_id: b, name: B }]\n";
    const severities = (rules: string, ...only: "missing-description"[]) =>
      found(board, `lint: { rules: ${rules} }\n`, only).map(({ severity }) => severity);
    expect(severities("{}")).toEqual(["warning"]);
    expect(severities("{ missing-description: error }")).toEqual(["error"]);
    expect(severities("{ missing-description: off }")).toEqual([]);
    expect(severities("{ missing-description: off }", "missing-description")).toEqual(["warning"]);
  });
});
