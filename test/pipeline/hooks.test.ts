/**
 * `.pre-commit-hooks.yaml`: hooks that run in a project of laurel, and fail for what they check.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { runCli, scratchFolder, writeFiles, writeProject } from "../support/cli.ts";

const ROOT = join(import.meta.dirname, "../..");

interface Hook {
  readonly id: string;
  readonly entry: string;
}

const hooks = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8")) as readonly Hook[];
const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  bin: Record<string, string>;
};

it.each(hooks)(
  "the hook $id has what pre-commit requires, is for all files at once, and fails for a mistake",
  async (hook) => {
    const description = expect.any(String);
    const entry = hook.id.replace("-", " ");
    const types_or = ["yaml", "json"];
    expect(hook).toEqual({
      id: hook.id,
      name: entry,
      description,
      entry,
      language: "node",
      types_or,
      pass_filenames: false,
    });
    const cwd = await scratchFolder();
    await writeProject(cwd);
    await writeFiles(cwd, { "manifests/game.yaml": "actions: [{ custom_id: dig, nmae: Dig }]\n" });
    const [program = "", ...words] = hook.entry.split(" ");
    expect(Object.keys(bin)).toContain(program);
    expect((await runCli(words, { cwd })).exit).toBe(3);
  },
);
