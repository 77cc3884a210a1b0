/**
 * The example of a vitest test, run by vitest in a project that has laurel installed; and the types
 * of all examples.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { cp, mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { PACKAGE } from "../../src/files/assets.ts";
import { scratchFolder } from "../support/cli.ts";

const ROOT = join(import.meta.dirname, "../..");
const EXAMPLES = join(ROOT, "examples/library");

function run(program: string, words: readonly string[], cwd = ROOT) {
  const env = { PATH: process.env.PATH, NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(join(ROOT, "node_modules/.bin", program), words, {
    cwd,
    env,
  });
  return { exit: status, output: `${stdout}${stderr}` };
}

it("the example programs have types that agree with those of the package", () => {
  const flags =
    "--ignoreConfig --noEmit --allowJs --checkJs --strict --types node --module nodenext --target es2023";
  const programs = readdirSync(EXAMPLES).filter((name) => name.endsWith(".js"));
  const files = programs.map((name) => join(EXAMPLES, name));
  expect(run("tsc", [...flags.split(" "), ...files])).toEqual({ exit: 0, output: "" });
});

it("manifests.test.js passes under vitest, and fails for a design that breaks its promises", async () => {
  const folder = await scratchFolder();
  const dungeon = join(folder, "examples/dungeon");
  await cp(join(ROOT, "examples/dungeon"), dungeon, { recursive: true });
  await cp(join(EXAMPLES, "manifests.test.js"), join(folder, "examples/library/manifests.test.js"));
  await mkdir(join(folder, "node_modules", dirname(PACKAGE.name)), { recursive: true });
  await symlink(ROOT, join(folder, "node_modules", PACKAGE.name));
  await symlink(join(ROOT, "node_modules/vitest"), join(folder, "node_modules/vitest"));
  const passing = run("vitest", ["run"], folder);
  expect(passing.exit, passing.output).toBe(0);
  expect(passing.output).toMatch(/Tests +5 passed/);
  await mkdir(join(dungeon, "game/more"));
  await cp(join(dungeon, "game/rewards.json"), join(dungeon, "game/more/rewards.json"));
  expect(run("vitest", ["run"], folder)).toEqual({
    exit: 1,
    output: expect.stringContaining("duplicate-id"),
  });
});
