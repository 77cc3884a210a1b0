/** What a project says of rules and budgets. */
import { describe, expect, it } from "vitest";
import { parseText } from "../../../src/manifest/parse.ts";
import { lintSettingsOfGame } from "../../../src/project/game-settings.ts";
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
    const { rules, budget } = settings(
      "lint: { rules: { unused-action: off, unused-reward: off }, budget: { step: 5, max_points: 50 } }\n",
      "    lint: { rules: { unused-action: error }, budget: { step: 10 } }\n",
    );
    expect(rules).toEqual({ "unused-action": "error", "unused-reward": "off" });
    expect([budget.step?.value, budget.step?.span.start.line]).toEqual([10, 7]);
    expect([budget.max_points?.value, budget.max_points?.span.start.line]).toEqual([50, 2]);
  });

  it("refuse what is misspelt, with the nearest name", () => {
    expect(project("lint: { rules: { unused-actions: off } }\n").diagnostics[0]).toMatchObject({
      code: "unknown-field",
      help: ['did you mean "unused-action"?'],
    });
    expect(project("lint: { rules: { unused-action: warn } }\n").diagnostics[0]?.detail).toBe(
      '"unused-action": expected "off", "warning" or "error", found "warn".',
    );
    expect(project("lint: { budget: { step: 0 } }\n").diagnostics[0]).toMatchObject({ code: "out-of-range" });
  });

  it("decide which rules run, and how severe they are", () => {
    const board = "leaderboards: [{ custom_id: b, name: B }]\n";
    const severities = (rules: string) => found(board, `lint: { rules: ${rules} }\n`).map(({ severity }) => severity);
    expect(severities("{}")).toEqual(["warning"]);
    expect(severities("{ missing-description: error }")).toEqual(["error"]);
    expect(severities("{ missing-description: off }")).toEqual([]);
  });
});
