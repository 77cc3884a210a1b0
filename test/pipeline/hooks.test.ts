/** `.pre-commit-hooks.yaml`: hooks that run in a project of laurel, and fail for what they check. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runCli, scratchFolder, writeFiles, writeProject } from "../support/cli.ts";

const ROOT = join(import.meta.dirname, "../..");

interface Hook {
  readonly id: string;
  readonly entry: string;
}

const hooks = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8")) as readonly Hook[];
const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { bin: Record<string, string> };

describe.each(hooks)("the hook $id", (hook) => {
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
    const cwd = await scratchFolder();
    await writeProject(cwd);
    await writeFiles(cwd, { "manifests/game.yaml": "actions: [{ custom_id: dig, nmae: Dig }]\n" });
    const [program = "", ...words] = hook.entry.split(" ");
    expect(Object.keys(bin)).toContain(program);
    expect((await runCli(words, { cwd })).exit).toBe(3);
  });
});
