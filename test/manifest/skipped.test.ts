/** Which files are manifests and which are scenarios: no resource vanishes while a run says that all is valid. */
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { inGame, runCli } from "../support/cli.ts";

const REWARDS = "rewards:\n  - { custom_id: egg, name: Egg }\n";
const KEYS = [...catalog.map(({ plural }) => plural), "moved", "removed"];

describe("a file named like scenarios that has keys of manifests", () => {
  const contents: readonly (readonly [string, string])[] = [
    ...KEYS.map((key) => [`the key ${key}`, `${key}: []\n`] as const),
    ["scenarios, too", `scenarios: []\n${REWARDS}`],
    ["several documents", `scenarios: []\n---\n${REWARDS}`],
    ["braces", "{ rewards: [{ custom_id: egg, name: Egg }] }\n"],
    ["a quoted key", '"rewards": []\n'],
    ["an escaped key", '"\\u0072ewards": []\n'],
    ["an explicit key", "? rewards\n: []\n"],
  ];

  it.each(
    contents.map(([what, text], index) => {
      return [what, ["egg.test.yml", "egg.test.yaml", "deep/EGG.Test.YML"][index % 3] as string, text] as const;
    }),
  )("is refused by name: %s in %s", async (_, file, text) => {
    const game = await inGame({ manifests: { "game.yaml": "actions: []\n", [file]: text } });
    for (const command of [["validate"], ["test"]]) {
      const run = await runCli(command, { cwd: game.folder });
      const output = `${run.stdout}${run.stderr}`;
      expect(run.exit, output).toBe(3);
      expect(output).toContain("error[manifest-in-scenarios]");
      expect(output).toContain(`manifests/${file}`);
      expect(output).not.toContain("Valid:");
    }
    const plan = await game.run(["plan"]);
    expect(plan.exit).toBe(3);
    expect(game.requests()).toEqual([]);
  });

  it("is not one when it holds scenarios only, with either ending, and both are played", async () => {
    const scenario = (name: string): string =>
      `scenarios:\n  - name: ${name}\n    steps: [{ do: slay }]\n    expect: { earned: [] }\n`;
    const manifests = {
      "game.yaml": "actions: [{ custom_id: slay, name: Slay }]\n",
      "a.test.yaml": scenario("first"),
      "b.test.yml": scenario("second"),
    };
    const game = await inGame({ manifests });
    const run = await runCli(["test"], { cwd: game.folder });
    expect(run.exit, run.stdout + run.stderr).toBe(0);
    expect(run.stdout).toContain("first");
    expect(run.stdout).toContain("second");
    expect((await runCli(["validate"], { cwd: game.folder })).exit).toBe(0);
  });

  it("is read by validate, which plays nothing", async () => {
    const manifests = {
      "game.yaml": "actions: [{ custom_id: slay, name: Slay }]\n",
      "a.test.yaml": "scenarios:\n  - name: typo\n    stepps: [{ do: slay }]\n",
      "b.test.yaml": "scenarios:\n  - name: unknown\n    steps: [{ do: sly }]\n    expect: { points: 7 }\n",
    };
    const game = await inGame({ manifests });
    const run = await runCli(["validate"], { cwd: game.folder });
    const output = `${run.stdout}${run.stderr}`;
    expect(run.exit, output).toBe(3);
    expect(output).toContain('did you mean "steps"?');
    expect(output).toContain('there is no action "sly"');
    expect(output).toContain("2 errors");
  });
});

describe("what is not read as a manifest", () => {
  const manifests = {
    "game.yaml": REWARDS,
    "more.test.json": '{ "actions": [] }',
    "notes.txt": "rewards: 5",
    "a.test.yml": "scenarios: []\n",
    ".draft.yaml": REWARDS,
    ".old/a.yaml": REWARDS,
    "node_modules/a.yaml": REWARDS,
    "deep/laurel.yaml": "version: 1\n",
    "overrides/default.yaml": "rewards: [{ custom_id: egg, description: New }]\n",
  };

  it("is passed over", async () => {
    const game = await inGame({ manifests });
    const run = await runCli(["validate"], { cwd: game.folder });
    expect(run.stdout).toBe("Valid: game manifests, 1 resource, and overrides for default.\n");
  });
});
