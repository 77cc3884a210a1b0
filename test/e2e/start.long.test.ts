/**
 * `npm start`, as a newcomer sees it: one screen, and below it commands that work as they are
 * printed.
 */
import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { widthOf } from "../../src/view/render/layout.ts";
import { runShell } from "../support/child.ts";
import { scratchFolder } from "../support/cli.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LINES = 40;
const COLUMNS = 100;

/** What `npm start` needs of the repository. Data goes into the copy of the example. */
async function copyOfRepository(): Promise<string> {
  const folder = await scratchFolder();
  await mkdir(join(folder, "scripts"));
  await cp(join(ROOT, "scripts/start.js"), join(folder, "scripts/start.js"));
  await cp(join(ROOT, "package.json"), join(folder, "package.json"));
  await cp(join(ROOT, "examples"), join(folder, "examples"), {
    recursive: true,
    filter: (path) => !path.includes(".laurel/"),
  });
  for (const name of ["dist", "node_modules", "schemas", "templates"]) {
    await symlink(join(ROOT, name), join(folder, name));
  }
  return folder;
}

describe("npm start", () => {
  it("shows counts, a converged apply, an empty plan and commands that work, on one screen", async () => {
    const cwd = await copyOfRepository();
    const env = { COLUMNS: String(COLUMNS) };
    const run = await runShell("node scripts/start.js 2>&1", { cwd, env });
    expect(run.exit, run.stdout).toBe(0);
    const lines = run.stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(LINES);
    expect(lines.filter((line) => widthOf(line) > COLUMNS)).toEqual([]);
    expect(run.stdout).toMatch(/^\d+ to create, \d+ to attach\. 0 unchanged\.$/m);
    expect(run.stdout).toContain("\nConverged: a new plan has no changes.\n");
    expect(run.stdout).toMatch(
      /^No changes\. The live game matches the manifests: \d+ unchanged\.$/m,
    );

    const [move = "", ...commands] = lines
      .slice(lines.indexOf("Try next:") + 1)
      .map((line) => line.trim())
      .filter((line) => !line.startsWith("#"));
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const tried = await runShell(`${move}\n${command}`, { cwd, env });
      expect(tried, command).toMatchObject({ exit: 0, stderr: "" });
      expect(tried.stdout.split("\n").length).toBeGreaterThan(3);
    }
  });

  it("ends with the exit code of what failed", async () => {
    const cwd = await copyOfRepository();
    const run = await runShell("rm examples/dungeon/game/combat/*.yaml; node scripts/start.js", {
      cwd,
    });
    expect(run.exit).toBe(3);
    expect(run.stdout).toMatch(/^That ended with exit code 3\.$/m);
    expect(run.stdout).not.toContain("Try next");
  });
});
