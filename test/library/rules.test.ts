/** Settings without a project file. */
import { describe, expect, it } from "vitest";
import * as laurel from "../../src/library.ts";

function gameOf(text: string, settings: laurel.ValidateOptions = {}): laurel.Game {
  const { value, diagnostics } = laurel.validate([{ file: "a.yaml", text }], settings);
  expect(diagnostics).toEqual([]);
  return value as laurel.Game;
}

/** Every kind is declared, so that what nothing uses is found. */
const NONE = "achievements: []\ncriteria: []\ncriteria_groups: []\n";

describe("settings without a project file", () => {
  const text = `actions: [{ custom_id: nap, name: Nap }]\n${NONE}`;

  it("set the severity of rules", () => {
    const severities = (rules: laurel.GameSettings["rules"] = {}) =>
      laurel.lint(gameOf(text, { rules })).map(({ severity }) => severity);
    expect(severities()).toEqual(["warning"]);
    expect(severities({ "unused-action": "error" })).toEqual(["error"]);
    expect(severities({ "unused-action": "off" })).toEqual([]);
  });

  it("give scenarios and overrides to a game", () => {
    const scenarios = [
      { file: "a.test.yaml", text: "scenarios: [{ name: A, steps: [{ do: nap }], expect: { earned: [] } }]" },
    ];
    expect(laurel.test(gameOf(text, { scenarios }))).toMatchObject({
      passed: true,
      summary: { scenarios: 1, failed: 0 },
    });
    expect(laurel.test(gameOf(text, { scenarios }), { filter: ["B"] })).toMatchObject({ passed: false });
    const none = laurel.test(gameOf(text));
    expect(none.passed).toBe(false);
    expect(none.diagnostics.map(({ code }) => code)).toEqual(["no-scenarios"]);
    const overrides = [{ file: "o.yaml", text: "actions: [{ custom_id: nap, name: Sleep }]" }];
    expect(gameOf(text, { overrides }).resources.get("action/nap")?.body.name).toBe("Sleep");
  });
});
