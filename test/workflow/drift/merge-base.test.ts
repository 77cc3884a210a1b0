/**
 * Which commit a plan is compared with: in histories that part, in shallow clones, and at what
 * cost.
 */
import { execFileSync } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, type TestGame, TOKEN, writeFiles } from "../../support/cli.ts";
import { branch, commitAll, egg, GIT_ENV, git, PENDING, planAgainst } from "./repository.ts";

/**
 * A branch with a commit of its own, from which main has parted: main has named the live reward as
 * it is.
 */
async function parted(): Promise<TestGame> {
  const game = await branch(egg("Old egg"));
  commitAll(game.folder, "feature");
  git(game.folder, "checkout", "-q", "main");
  await game.write({ "game.yaml": egg("Egg") });
  commitAll(game.folder, "main goes on");
  git(game.folder, "checkout", "-q", "feature");
  return game;
}

const idOf = (folder: string, ref: string): string => git(folder, "rev-parse", ref);

/** A clone over a protocol, because a clone of a folder is never shallow. */
async function cloned(from: string, ...args: readonly string[]): Promise<string> {
  const folder = join(await scratchFolder(), "clone");
  execFileSync("git", ["clone", "-q", ...args, `file://${from}`, folder], {
    env: GIT_ENV,
    stdio: "pipe",
  });
  return folder;
}

const planIn = (game: TestGame, folder: string, ref: string) =>
  runCli(["plan", "--base", ref, "--format", "json"], {
    cwd: folder,
    env: { ...GIT_ENV, ...game.env, LAUREL_API_TOKEN: TOKEN },
  });

describe("a plan is compared", () => {
  it("with the last commit that both branches have, and the tip where they have parted", async () => {
    const game = await parted();
    const fork = idOf(game.folder, "main~1");
    const { plan, stderr } = await planAgainst(game, "main");
    expect(plan?.base).toMatchObject({ ref: "main", commit: fork, tip: idOf(game.folder, "main") });
    expect(plan?.summary.causes).toEqual({ pending: 0, behind: 0, drift: 0, conflict: 1 });
    expect(stderr).toBe("");
    git(game.folder, "merge", "-q", "-s", "ours", "main");
    const merged = await planAgainst(game, "main");
    expect(merged.plan?.base).toMatchObject({ commit: idOf(game.folder, "main") });
    expect(merged.plan?.base).not.toHaveProperty("tip");
    expect(merged.causes).toEqual(PENDING);
  });

  it("with the first parent of a merge, in a clone of two commits and a detached head", async () => {
    const game = await parted();
    git(game.folder, "checkout", "-q", "main");
    git(game.folder, "merge", "-q", "-s", "ours", "feature");
    git(game.folder, "update-ref", "refs/pull/1/merge", "main");
    const folder = await cloned(game.folder, "--depth", "2");
    git(folder, "fetch", "-q", "--depth", "2", "origin", "refs/pull/1/merge");
    git(folder, "checkout", "-q", "--detach", "FETCH_HEAD");
    await writeFiles(folder, { "manifests/game.yaml": egg("Dragon egg") });
    const { stdout, stderr } = await planIn(game, folder, "HEAD^1");
    const [plan] = JSON.parse(stdout).plans;
    expect(plan.base).toMatchObject({ commit: idOf(game.folder, "main^1") });
    expect(plan.base).not.toHaveProperty("tip");
    expect(plan.summary.causes).toEqual(PENDING);
    expect(stderr).toBe("");
  });

  it("with the named commit and one warning, in a clone without the history between", async () => {
    const game = await parted();
    const folder = await cloned(game.folder, "--depth", "1", "--no-single-branch");
    const shallow = await planIn(game, folder, "origin/main");
    expect(shallow.stderr.match(/warning\[/g)).toEqual(["warning["]);
    const words = shallow.stderr.replaceAll(/\s+/g, " ");
    expect(words).toContain(
      'HEAD and "origin/main" have no common commit in this clone, which is shallow.',
    );
    expect(words).toContain("git fetch --unshallow origin");
    expect(JSON.parse(shallow.stdout).plans[0].base).toMatchObject({
      commit: idOf(game.folder, "main"),
    });
    git(folder, "fetch", "-q", "--unshallow", "origin", "+refs/heads/*:refs/remotes/origin/*");
    const whole = await planIn(game, folder, "origin/main");
    expect(whole.stderr).toBe("");
    expect(JSON.parse(whole.stdout).plans[0].base).toMatchObject({
      commit: idOf(game.folder, "main~1"),
    });
  });

  it("with the named commit and one warning, where the histories have nothing in common", async () => {
    const game = await parted();
    git(game.folder, "checkout", "-q", "--orphan", "fresh");
    // No commit on the branch yet, then one.
    for (const prepare of [() => undefined, () => commitAll(game.folder, "fresh")]) {
      prepare();
      const { plan, stderr } = await planAgainst(game, "main");
      expect(stderr.match(/warning\[\S+\]/g)).toEqual(["warning[no-merge-base]:".slice(0, -1)]);
      expect(stderr).not.toContain("shallow");
      expect(plan?.base).toMatchObject({ commit: idOf(game.folder, "main") });
    }
  });
});

describe("commands other than plan and apply", () => {
  it("compare with the commit itself", async () => {
    const game = await parted();
    await game.write({ "game.yaml": egg("Old egg") });
    // The live game is as main says: a pull from main takes nothing, and a plan of the branch is
    // behind.
    const pulled = await game.run(["pull", "--base", "main", "--check"], {
      env: { ...GIT_ENV, ...game.env },
    });
    expect([pulled.exit, pulled.stderr]).toEqual([0, ""]);
    expect((await planAgainst(game, "main")).causes).toEqual({
      pending: 0,
      behind: 1,
      drift: 0,
      conflict: 0,
    });
    const news = await game.run(["changelog", "--base", "main", "--format", "json"], {
      env: GIT_ENV,
    });
    expect(JSON.parse(news.stdout).games[0].base).toMatchObject({
      commit: idOf(game.folder, "main"),
    });
  });
});

describe("the git commands of a plan", () => {
  /** A folder for the PATH, with a git that notes its arguments. */
  async function notingGit() {
    const folder = await scratchFolder();
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    const log = join(folder, "log");
    await writeFile(
      join(folder, "git"),
      `#!/bin/sh\nprintf '%s\\n' "$*" >>"${log}"\nexec "${real}" "$@"\n`,
    );
    await chmod(join(folder, "git"), 0o755);
    const names = /(?:rev-parse|merge-base|ls-tree|cat-file)/;
    return {
      folder,
      ran: async () =>
        (await readFile(log, "utf8")).split("\n").flatMap((line) => names.exec(line)?.[0] ?? []),
    };
  }

  it.skipIf(process.platform === "win32").each([
    ["up to date", branch, 1],
    ["behind", parted, 2],
  ])(
    "are one for the merge base, and where it is %s the lists of no more commits than needed",
    async (_, made, lists) => {
      const game = await made();
      const noting = await notingGit();
      const PATH = `${noting.folder}${delimiter}${GIT_ENV.PATH}`;
      const { exit, stderr } = await planAgainst(game, "main", { env: { PATH } });
      expect([exit, stderr]).toEqual([0, ""]);
      const ran = await noting.ran();
      const count = (name: string): number => ran.filter((each) => each === name).length;
      // The project file and the manifests of each commit.
      expect({
        bases: count("merge-base"),
        lists: count("ls-tree"),
        reads: count("cat-file"),
      }).toEqual({
        bases: 1,
        lists,
        reads: 2 * lists,
      });
    },
  );
});
