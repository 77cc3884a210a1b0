/** Lint rules of a program's own, and settings without a project file. */
import { describe, expect, it } from "vitest";
import * as laurel from "../../src/library.ts";

const ICONS: laurel.CustomRule = {
  code: "studio/icons",
  severity: "warning",
  summary: "Reward without an icon",
  check: ({ resources }) =>
    [...resources.values()]
      .filter(({ kind, body }) => kind === "reward" && body.custom_data === null)
      .map(({ address }) => ({ address, text: "the reward has no icon", help: ["add one"] })),
};

function gameOf(text: string, settings: laurel.ValidateOptions = {}): laurel.Game {
  const { value, diagnostics } = laurel.validate([{ file: "a.yaml", text }], settings);
  expect(diagnostics).toEqual([]);
  return value as laurel.Game;
}

const found = (text: string, options: laurel.LintOptions = { rules: [ICONS] }) =>
  laurel.lint(gameOf(text), options).map(({ code, primary }) => `${code}:${primary?.span.start.line}`);

/** Every kind is declared, so that what nothing uses is found. */
const NONE = "achievements: []\ncriteria: []\ncriteria_groups: []\n";

describe("a rule of a program's own", () => {
  const rewards = [
    "rewards:\n",
    "  - { custom_id: b, name: Boots }\n",
    "  - { custom_id: c, name: Cloak, custom_data: { icon: c } }\n",
    NONE,
  ].join("");

  it("finds something beside the rules of laurel, in the order of lines", () => {
    expect(found(rewards)).toEqual(["studio/icons:2", "unused-reward:2"]);
    expect(found(rewards, { rules: [ICONS], only: ["unused-group"] })).toEqual(["studio/icons:2"]);
    const [finding] = laurel.lint(gameOf(rewards), { rules: [ICONS] });
    expect(finding).toMatchObject({
      severity: "warning",
      summary: ICONS.summary,
      address: "reward/b",
      help: ["add one"],
    });
    expect(
      laurel.renderDiagnostics(finding === undefined ? [] : [finding], [{ file: "a.yaml", text: rewards }]),
    ).toContain("warning[studio/icons]: Reward without an icon");
  });

  it.each([
    ["on its line", rewards.replace("Boots }", "Boots } # laurel-ignore studio/icons")],
    [
      "above it",
      rewards.replace("  - { custom_id: b", "  # laurel-ignore studio/icons, unused-reward\n  - { custom_id: b"),
    ],
    ["for the file", `# laurel-ignore-file studio/icons -- no art yet\n${rewards}`],
  ])("is switched off by a comment %s, and the command leaves the comment alone", (_, text) => {
    expect(found(text).filter((each) => !each.startsWith("unused-reward"))).toEqual([]);
    expect(found(text, {}).filter((each) => !each.startsWith("unused-reward"))).toEqual([]);
  });

  it("leaves comments that switch nothing off to be found", () => {
    const idle = `# laurel-ignore-file studio/icons\nrewards: [{ custom_id: c, name: Cloak, custom_data: { icon: c } }]\n`;
    expect(found(idle)).toContain("idle-ignore:1");
    expect(found("# laurel-ignore-file studioicons\nrewards: []\n")).toEqual(["unknown-ignore:1"]);
  });

  it("must have a code that no rule of laurel can have", () => {
    expect(() => found(rewards, { rules: [{ ...ICONS, code: "icons" }] })).toThrow("owner/name");
  });
});

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
