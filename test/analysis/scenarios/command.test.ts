/**
 * `laurel test` as a document, and on the example. What it says of scenarios is in test/cases/test.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles, writeProject } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";

const EXAMPLE = join(import.meta.dirname, "../../../examples/dungeon");
const MANIFEST = `
actions: [{ custom_id: slay, name: Slay }]
achievements:
  - custom_id: odd
    name: Odd
    custom_criteria_group_id:
      custom_id: odd
      name: Odd
      criteria:
        - { custom_id: odd, name: Odd, custom_action_id: slay, conditions: { groups: [{ conditions: ["moonPhase:full"] }] } }
`;
const SCENARIO =
  "scenarios:\n  - name: it is odd\n    steps: [{ do: slay }]\n    expect: { earned: [odd], points: 0 }\n";

describe("laurel test", () => {
  it("warns of what the rules cannot judge, and is JSON by its schema", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "game/game.yaml": MANIFEST, "game/a.test.yaml": SCENARIO });
    await writeProject(cwd, { manifests: "game" });
    const { exit, stdout, stderr } = await runCli(["test", "--format", "json"], { cwd });
    expect(exit).toBe(1);
    expect(stderr).toContain(
      'The achievement "odd" cannot be evaluated: criterion "odd": the condition "moonPhase:full" is not known.',
    );
    expect(schemaProblems(SCHEMAS.test, stdout)).toEqual([]);
    const { summary, games } = JSON.parse(stdout);
    expect(summary).toEqual({ scenarios: 1, passed: 0, failed: 1 });
    expect(games[0].files[0].scenarios[0]).toMatchObject({
      name: "it is odd",
      line: 2,
      passed: false,
      expectations: [
        { expects: "earned", expected: { player: "player", achievement: "odd" } },
        { passed: true },
      ],
    });
  });

  it("passes the scenarios of the example, which name their schema", async () => {
    const { exit, stdout } = await runCli(["test"], { cwd: EXAMPLE });
    expect([exit, stdout.split("\n").at(-2)]).toEqual([
      0,
      expect.stringMatching(/^Passed: \d\d scenarios\.$/),
    ]);
    expect(readFileSync(join(EXAMPLE, "game/secrets.test.yaml"), "utf8")).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/\.\.\/schemas\/scenarios\.schema\.json\n/,
    );
  });
});
