/**
 * Pulls as people do them, one a folder: what is live comes from the manifests in `live`, then the files are those of `before`,
 * and the line of `command.txt` runs. `after` has the files that change, and `output.txt` what is printed. `base` is what the
 * first commit has, for cases with `--base`; `laurel.yaml` is for cases with a project of their own.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { expectChanges, runCommandOf, shownOutput } from "../../support/file-cases.ts";

const CASES = join(import.meta.dirname, "cases");
const PROJECT = `version: 1
games:
  quest:
    manifests: game
    default_environment: live
    environments:
      live: { embedded: true }
`;

describe("laurel pull", () => {
  it.each(readdirSync(CASES))("%s", async (name) => {
    const cwd = await scratchFolder();
    const part = (folder: string): string => join(CASES, name, folder);
    const use = async (folder: string): Promise<void> => {
      await rm(join(cwd, "game"), { recursive: true, force: true });
      await cp(part(folder), join(cwd, "game"), { recursive: true });
    };
    const project = existsSync(part("laurel.yaml")) ? readFileSync(part("laurel.yaml"), "utf8") : PROJECT;
    await writeFiles(cwd, { "laurel.yaml": project, ".gitignore": ".laurel/\n" });
    await use("live");
    const apply = ["apply", "--yes", "--prune", "--quiet"];
    expect(await runCli(apply, { cwd })).toMatchObject({ exit: 0, stderr: "" });
    if (existsSync(part("base"))) {
      await use("base");
      commit(cwd);
    }
    await use("before");
    const { argv, ...run } = await runCommandOf(join(CASES, name), cwd);
    const output = shownOutput(run).replaceAll(/\b[0-9a-f]{40}\b/g, "COMMIT");
    await expect(output).toMatchFileSnapshot(part("output.txt"));
    const changed = await expectChanges(join(CASES, name), join(cwd, "game"));
    if (changed.length === 0 || argv.some((word) => /--(?:target|base)/.test(word))) return;
    const plan = await runCli(["plan", "--prune", "--detailed-exitcode"], { cwd });
    expect(plan, plan.stdout + plan.stderr).toMatchObject({ exit: 0 });
  });
});

function commit(cwd: string): void {
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], { cwd });
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Begin");
}
