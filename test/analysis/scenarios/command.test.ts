/** `laurel test` from the command line to its exit code, on real files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliOptions, type CliRun, runCli, scratchFolder, writeFiles, writeProject } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";

const MANIFEST = `
actions: [{ custom_id: slay, name: Slay }]
achievements:
  - custom_id: ten
    name: Ten
    points: 10
    custom_criteria_group_id:
      { custom_id: ten, name: Ten, criteria: [{ custom_id: ten, name: Ten, custom_action_id: slay, rule: "gte:10" }] }
  - custom_id: strange
    name: Strange
    custom_criteria_group_id: { custom_id: strange, name: Strange }
leaderboards: [{ custom_id: fame, name: Fame, type: standard }]
`;
const GOOD = "scenarios:\n  - name: ten are ten\n    steps: [{ do: slay, times: 10 }]\n    expect: { earned: [ten] }\n";
const BAD =
  "scenarios:\n  - name: nine are ten\n    steps: [{ do: slay, times: 9 }]\n    expect: { earned: [ten], points: 10 }\n";

async function inFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await scratchFolder();
  await writeFiles(folder, { "game/game.yaml": MANIFEST, ...files });
  return folder;
}

async function run(
  files: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  options: Partial<CliOptions> = {},
): Promise<CliRun & { readonly folder: string }> {
  const folder = await inFolder(files);
  await writeProject(folder, { manifests: "game" });
  return { folder, ...(await runCli(["test", ...flags], { cwd: folder, ...options })) };
}

describe("laurel test", () => {
  it("passes with 0", async () => {
    const { exit, stdout, stderr } = await run({ "game/a.test.yaml": GOOD });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    expect(stdout).toBe(`game/a.test.yaml
  ✓ ten are ten

Passed: 1 scenario.
`);
  });

  it("fails with 1, and says what was expected, what there is, and why", async () => {
    const { exit, stdout } = await run({ "game/a.test.yaml": GOOD, "game/deeper/b.test.yml": BAD });
    expect(exit).toBe(1);
    expect(stdout).toContain(`game/a.test.yaml
  ✓ ten are ten

game/deeper/b.test.yml
  ✗ nine are ten
      ✗ expected ten to be earned by player, but it is not (game/deeper/b.test.yml:4:24)
        ✗ ten — group ten: 0 of 1 met
        └─ ✗ ten: needs 10 of "Slay"; so far 9, in 9 activities
      ✗ expected player to have 10 points; there are 0 (game/deeper/b.test.yml:4:38)

Failed: `);
    expect(stdout).toMatch(/Failed: 1 of 2 scenarios\.\n$/);
  });

  it("shows everything that happens with --verbose", async () => {
    const { stdout } = await run({ "game/a.test.yaml": GOOD }, ["--verbose"]);
    expect(stdout).toContain(`  ✓ ten are ten
      ✓ expected ten to be earned by player, and it is earned in step 1, time 10
        (game/a.test.yaml:4:24)
        ✓ ten — group ten: 1 of 1 met
        └─ ✓ ten: needs 10 of "Slay"; so far 10, in 10 activities
`);
  });

  it("ends with 3 when a file is invalid, and plays the others", async () => {
    const { exit, stdout, stderr } = await run({
      "game/a.test.yaml": GOOD,
      "game/b.test.yaml": "scenarios: [{ nam: x }]\n",
    });
    expect(exit).toBe(3);
    expect(stderr).toContain("game/b.test.yaml:1:15");
    expect(stderr).toContain('did you mean "name"?');
    expect(stdout).toContain("Passed: 1 scenario.");
  });

  it("plays nothing of a game with errors", async () => {
    const { exit, stdout } = await run({ "game/a.test.yaml": GOOD, "game/b.yaml": "actions: [{ name: X }]\n" });
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: "" });
  });

  it("fails when there is nothing to play", async () => {
    const none = await run({});
    expect(none.exit).toBe(1);
    expect(none.stderr).toContain(
      "There are no scenarios below game: files whose names end in .test.yaml or .test.yml.",
    );
    const empty = await run({ "game/a.test.yaml": "scenarios: []\n" });
    expect(empty.exit).toBe(1);
  });

  it("accepts parts of names and of paths with --filter", async () => {
    const files = { "game/a.test.yaml": GOOD, "game/deeper/b.test.yaml": BAD };
    expect((await run(files, ["--filter", "ARE TEN"])).stdout).toContain("Failed: 1 of 2");
    expect((await run(files, ["--filter", "deeper"])).stdout).toContain("Failed: 1 of 1");
    expect((await run(files, ["--filter", "ten are"])).stdout).toContain("Passed: 1 scenario");
    expect((await run(files, ["--filter", "deeper", "--filter", "ten are"])).stdout).toContain("Failed: 1 of 2");
    const none = await run(files, ["--filter", "dragon"]);
    expect(none.exit).toBe(64);
    expect(none.stderr).toContain('No scenario has "dragon" in its name or file.');
  });

  it("warns of what the rules cannot judge", async () => {
    const manifest = MANIFEST.replace(
      "custom_action_id: slay,",
      'custom_action_id: slay, conditions: { groups: [{ conditions: ["moonPhase:full"] }] },',
    );
    const { exit, stdout, stderr } = await run({ "game/game.yaml": manifest, "game/a.test.yaml": GOOD });
    expect(exit).toBe(1);
    expect(stderr).toContain(
      'The achievement "ten" cannot be evaluated: criterion "ten": the condition "moonPhase:full" is not known.',
    );
    expect(stdout).toContain("but laurel cannot evaluate it");
  });
});

describe("as JSON", () => {
  it("is a document in the form of its schema", async () => {
    const { exit, stdout } = await run({ "game/a.test.yaml": GOOD, "game/b.test.yaml": BAD }, ["--format", "json"]);
    expect(exit).toBe(1);
    const document = JSON.parse(stdout) as object;
    expect(schemaProblems(SCHEMAS.test, stdout)).toEqual([]);
    expect(document).toMatchObject({
      format: 1,
      summary: { scenarios: 2, passed: 1, failed: 1 },
      games: [
        {
          game: "game",
          files: [
            {
              file: "game/a.test.yaml",
              scenarios: [
                {
                  name: "ten are ten",
                  line: 2,
                  passed: true,
                },
              ],
            },
            {
              scenarios: [
                {
                  passed: false,
                  expectations: [
                    {
                      expects: "earned",
                      expected: { player: "player", achievement: "ten" },
                      line: 4,
                    },
                    {
                      expects: "points",
                      passed: false,
                      expected: { points: 10 },
                      text: "expected player to have 10 points; there are 0",
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
  });
});

describe("the example game", () => {
  const root = join(import.meta.dirname, "../../..");

  it("passes its scenarios", async () => {
    const { exit, stdout } = await runCli(["test", "--project", "examples/dungeon/laurel.yaml"], { cwd: root });
    expect(stdout).toMatch(/Passed: \d\d scenarios\.\n$/);
    expect(exit).toBe(0);
  });

  it("names the schema in the first line of each file", () => {
    const first = readFileSync(join(root, "examples/dungeon/game/secrets.test.yaml"), "utf8").split("\n")[0] ?? "";
    expect(first).toBe("# yaml-language-server: $schema=../../../schemas/scenarios.schema.json");
  });
});
