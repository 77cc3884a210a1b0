/** `.pre-commit-hooks.yaml`: hooks that run in a project of laurel, and fail for what they check. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type CliRun, runCli, scratchFolder, writeFiles } from "../support/cli.ts";
import { ROOT } from "./support.ts";

interface Hook {
  readonly id: string;
  readonly entry: string;
}

const hooks = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8")) as readonly Hook[];
const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { bin: Record<string, string> };

const PROJECT = `version: 1
games: { garden: { manifests: garden, environments: { local: { embedded: true } } } }
`;
const GARDEN = `actions: [{ custom_id: dig, name: Dig }]
criteria: [{ custom_id: dig-once, name: Dig once, custom_action_id: dig, rule: "gte:1" }]
criteria_groups: [{ custom_id: digger, name: Digger, criteria: [dig-once] }]
achievements: [{ custom_id: digger, name: Digger, points: 5, custom_criteria_group_id: digger }]
`;
const scenarios = (points: number): string =>
  `scenarios: [{ name: Digs, steps: [{ do: dig }], expect: { points: ${points} } }]\n`;

describe.each(hooks)("the hook $id", (hook) => {
  async function run(garden: string, points: number): Promise<CliRun> {
    const cwd = await scratchFolder();
    const game = { "garden/game.yaml": garden, "garden/game.test.yaml": scenarios(points) };
    await writeFiles(cwd, { "laurel.yaml": PROJECT, ...game });
    const [program = "", ...words] = hook.entry.split(" ");
    expect(Object.keys(bin)).toContain(program);
    return runCli(words, { cwd });
  }

  it("has the members that pre-commit requires, and is for all files of a project at once", () => {
    expect(hook).toEqual({
      id: expect.stringMatching(/^laurel-[a-z]+$/),
      name: hook.entry,
      description: expect.any(String),
      entry: hook.id.replace("-", " "),
      language: "node",
      types_or: ["yaml", "json"],
      pass_filenames: false,
    });
  });

  it("fails for an invalid manifest", async () => {
    expect((await run(GARDEN.replace("custom_action_id: dig", "custom_action_id: gone"), 5)).exit).toBe(3);
  });

  it.runIf(hook.id === "laurel-test")("fails for a failed scenario", async () => {
    expect((await run(GARDEN, 6)).exit).toBe(1);
  });
});
