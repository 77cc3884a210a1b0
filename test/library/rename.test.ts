/** `rename`: texts in, texts out. */
import { describe, expect, it } from "vitest";
import * as laurel from "../../src/library.ts";

const GAME = {
  file: "game.yaml",
  text: `actions:
  - { custom_id: jump, name: Jump }
criteria:
  - { custom_id: jumps, name: Jumps, custom_action_id: jump } # ten
`,
};
const OVERRIDES = { staging: [{ file: "staging.yaml", text: "actions: [{ custom_id: jump, name: Hop }]\n" }] };
const SCENARIOS = [
  { file: "a.test.yaml", text: "scenarios: [{ name: A, steps: [{ do: jump }], expect: { points: 0 } }]\n" },
];
const projectFor = (games: readonly string[]): string => `version: 1
lint: { fields: { jump: { height: number } } }
games:
${games.map((name) => `  ${name}: { manifests: ${name}, actions: { jump: { effort: 2 } }, environments: { local: { embedded: true } } }\n`).join("")}`;

describe("a rename", () => {
  it("changes all texts that name the resource, and no others", () => {
    const other = { file: "other.yaml", text: "rewards: [{ custom_id: jump, name: Jump }]\n" };
    const project = { file: "laurel.yaml", text: projectFor(["a"]), game: "a" };
    const options = { overrides: OVERRIDES, scenarios: SCENARIOS, project, moved: false };
    const { value, diagnostics } = laurel.rename([GAME, other], "action/jump", "leap", options);
    expect(diagnostics).toEqual([]);
    expect(value?.map(({ file }) => file)).toEqual(["game.yaml", "staging.yaml", "a.test.yaml", "laurel.yaml"]);
    for (const { before, after } of value ?? [])
      expect(after).toBe(before.replaceAll("jump", "leap").replace("leaps", "jumps"));
  });

  it("writes an entry unless told otherwise", () => {
    const [change] = laurel.rename([GAME], "action/jump", "action/leap").value ?? [];
    const game = laurel.validate([{ file: "game.yaml", text: change?.after ?? "" }]).value;
    expect(game?.moved).toMatchObject([{ kind: "action", from: "jump", to: "leap" }]);
  });

  it("leaves settings that other games may read", () => {
    const project = { file: "laurel.yaml", text: projectFor(["a", "b"]), game: "b" };
    const { value } = laurel.rename([GAME], "action/jump", "leap", { project });
    const after = value?.find(({ file }) => file === "laurel.yaml")?.after;
    expect(after).toContain("lint: { fields: { jump: { height: number } } }");
    expect(after).toContain("  a: { manifests: a, actions: { jump: { effort: 2 } }");
    expect(after).toMatch(
      / {2}b: \{ manifests: b, actions: \{ leap: .*lint: \{ fields: \{ leap: \{ height: number \} \} \}/,
    );
  });

  it.each([
    ["action/jumps", "leap", "unknown-target"],
    ["action/jump", "", "usage"],
    ["action/jump", "jump", "usage"],
    ["jump", "leap", "usage"],
  ] as const)("of %s to %j is refused", (address, to, code) => {
    const { value, diagnostics } = laurel.rename([GAME], address as laurel.Address, to);
    expect(value).toBeUndefined();
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
  });

  it("is refused for texts with errors, of whichever file", () => {
    const wrong = { file: "w.yaml", text: "games: 1\n", game: "a" };
    const files = { overrides: { x: [wrong] }, scenarios: [wrong], project: wrong };
    for (const [name, value] of Object.entries(files)) {
      expect(laurel.rename([GAME], "action/jump", "leap", { [name]: value }).diagnostics.length).toBeGreaterThan(0);
    }
  });
});
