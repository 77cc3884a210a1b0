/** The example of a vitest test, run by vitest in a project that has laurel installed. */
import { spawnSync } from "node:child_process";
import { cp, mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { PACKAGE } from "../../src/files/package.ts";
import { scratchFolder } from "../support/cli.ts";

const ROOT = join(import.meta.dirname, "../..");

it("manifests.test.js passes under vitest, and fails for a design that breaks its promises", async () => {
  const folder = await scratchFolder();
  const dungeon = join(folder, "examples/dungeon");
  await cp(join(ROOT, "examples/dungeon"), dungeon, { recursive: true });
  await cp(join(ROOT, "examples/library/manifests.test.js"), join(folder, "examples/library/manifests.test.js"));
  await mkdir(join(folder, "node_modules", dirname(PACKAGE.name)), { recursive: true });
  await symlink(ROOT, join(folder, "node_modules", PACKAGE.name));
  await symlink(join(ROOT, "node_modules/vitest"), join(folder, "node_modules/vitest"));
  const run = () =>
    spawnSync(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), "run"], {
      cwd: folder,
      env: { PATH: process.env.PATH, NO_COLOR: "1" },
      encoding: "utf8",
    });
  const passing = run();
  expect(passing.status, passing.stdout + passing.stderr).toBe(0);
  expect(passing.stdout).toMatch(/Tests +5 passed/);
  await mkdir(join(dungeon, "game/more"));
  await cp(join(dungeon, "game/rewards.json"), join(dungeon, "game/more/rewards.json"));
  const failing = run();
  expect(failing.status).toBe(1);
  expect(failing.stdout + failing.stderr).toContain("duplicate-id");
});
