/** What `--base` reads from git: refs, shallow clones, folders, files that are no plain files. */
import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type CliOptions,
  inGame,
  runCli,
  scratchFolder,
  type TestGame,
  TOKEN,
  testService,
  writeFiles,
} from "../../support/cli.ts";
import {
  branchWith,
  type CausedPlan,
  causedPlan,
  causesIn,
  commitAll,
  GIT_ENV,
  git,
  onlyPlan,
  planAgainst,
} from "./repository.ts";

const egg = (name: string): string => `rewards:\n  - { custom_id: egg, name: ${name} }\n`;
const LIVE = { rewards: [{ custom_id: "egg", name: "Egg" }] };

/** A branch that renames the one reward of the game; its base is live. */
const branch = (): Promise<TestGame> => branchWith({ base: egg("Egg"), live: LIVE, desired: egg("Dragon egg") });

const PENDING = { pending: 1, drift: 0, conflict: 0 };

describe("a name of a commit", () => {
  it("may be a branch, a tag, an id or an expression, also on a detached head", async () => {
    const game = await branch();
    const id = git(game.folder, "rev-parse", "main");
    git(game.folder, "tag", "-a", "v1", "-m", "one", "main");
    commitAll(game.folder);
    git(game.folder, "checkout", "-q", "--detach");
    for (const ref of ["main", "v1", id, id.slice(0, 8), "HEAD~1", "refs/heads/main", ":/base"]) {
      const plan = await causedPlan(game, ref);
      expect(plan.base, ref).toMatchObject({ ref, commit: id });
      expect(plan.summary.causes).toEqual(PENDING);
    }
  });

  it("that is unknown ends with the command that fetches it, before the service is asked", async () => {
    const game = await branch();
    git(game.folder, "remote", "add", "origin", "https://git.invalid/g.git");
    game.forget();
    const run = await planAgainst(game, "origin/trunk");
    expect(run.exit).toBe(64);
    expect(run.stderr).toContain(
      'error[unknown-commit]: Unknown commit\n  "origin/trunk" names no commit in this clone.',
    );
    expect(run.stderr).toContain("git fetch origin '+refs/heads/*:refs/remotes/origin/*'");
    expect(run.stderr).not.toContain("shallow");
    expect(game.requests()).toEqual([]);
  });

  it.each([
    ["mian", "main"],
    ["origin/main", "main"],
    ["trunk", "origin/trunk"],
  ])("that is misspelt, or of which the clone knows another form, is corrected: %s", async (ref, meant) => {
    const game = await branch();
    if (ref === "trunk") git(game.folder, "update-ref", "refs/remotes/origin/trunk", "main");
    expect((await planAgainst(game, ref)).stderr).toContain(`did you mean "${meant}"?`);
  });

  it("that a branch of the same name makes ambiguous is refused: whoever pushes a branch chooses its name", async () => {
    const game = await branch();
    git(game.folder, "update-ref", "refs/remotes/origin/main", "main");
    const id = git(game.folder, "rev-parse", "main").slice(0, 12);
    for (const name of ["origin/main", id]) {
      git(game.folder, "update-ref", `refs/heads/${name}`, "feature");
      const run = await planAgainst(game, name);
      expect(run.exit, name).toBe(64);
      expect(run.stderr).toContain("can mean several commits");
      expect(run.stderr).toContain(`refs/remotes/${name}`);
    }
    expect((await planAgainst(game, "refs/remotes/origin/main")).exit).toBe(0);
  });

  it("that looks like an option, is empty, or is no commit at all is refused", async () => {
    const game = await branch();
    for (const ref of ["--all", "-h", "", "main\nHEAD"]) {
      const run = await game.run(["plan", `--base=${ref}`], { env: { ...GIT_ENV, ...game.env } });
      expect(run.exit, ref).toBe(64);
      expect(run.stdout).not.toContain("Plan for");
    }
    for (const ref of ["main:manifests", "^main", "main..feature", "$(touch pwned)", "main; touch pwned"]) {
      const run = await planAgainst(game, ref);
      expect(run.exit, ref).toBe(64);
      expect(run.stderr).toContain("unknown-commit");
    }
    expect(git(game.folder, "status", "--short")).toBe("M manifests/game.yaml");
  });

  it("in a repository without a commit is unknown", async () => {
    const game = await inGame({ live: LIVE, manifests: { "game.yaml": egg("Egg") } });
    git(game.folder, "init", "-q");
    const run = await planAgainst(game, "HEAD");
    expect(run.exit).toBe(64);
    expect(run.stderr).toContain("unknown-commit");
  });
});

const ALL_BRANCHES = "+refs/heads/*:refs/remotes/origin/*";

describe("a shallow clone", () => {
  /** Of depth one, of the branch `feature`, of a repository with two commits on `main`. */
  it.each([
    ["a branch", "origin/main", ` origin '${ALL_BRANCHES}'`, ["origin", ALL_BRANCHES]],
    ["a commit further back", "HEAD~1", "", []],
  ])("says what to fetch for %s, and works once that is done", async (_, ref, words, fetched) => {
    const game = await branch();
    commitAll(game.folder, "feature");
    const cwd = join(await scratchFolder(), "clone");
    git(game.folder, "clone", "-q", "--depth=1", "--branch", "feature", `file://${game.folder}`, cwd);
    const before = await planAgainst(game, ref, [], { cwd });
    expect(before.exit).toBe(64);
    expect(before.stderr).toContain("which is shallow");
    expect(before.stderr).toContain(`git fetch --unshallow${words}`);
    git(cwd, "fetch", "-q", "--unshallow", ...fetched);
    expect((await causedPlan(game, ref, [], { cwd })).summary.causes).toEqual(PENDING);
  });
});

describe("a clone that holds no files yet", () => {
  it("is told from an empty base, and nothing is fetched", async () => {
    const game = await branch();
    git(game.folder, "config", "uploadpack.allowFilter", "true");
    const clone = join(await scratchFolder(), "clone");
    commitAll(game.folder, "feature");
    git(game.folder, "clone", "-q", "--filter=blob:none", "--branch", "feature", `file://${game.folder}`, clone);
    const run = await planAgainst(game, "origin/main", [], { cwd: clone });
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("git-failed");
    expect(run.stderr).toContain("git fetch --refetch --no-filter");
    git(clone, "fetch", "-q", "--refetch", "--no-filter");
    expect((await causedPlan(game, "origin/main", [], { cwd: clone })).summary.causes).toEqual(PENDING);
  });
});

describe("where there is no git", () => {
  it("says that the folder is in no repository", async () => {
    const game = await inGame({ live: LIVE, manifests: { "game.yaml": egg("Egg") } });
    const run = await planAgainst(game, "main", [], { env: { GIT_CEILING_DIRECTORIES: join(game.folder, "..") } });
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("git-failed");
    expect(run.stderr).toContain("is not in a git repository");
  });

  it("says that git cannot be started", async () => {
    const game = await branch();
    const run = await planAgainst(game, "main", [], { env: { PATH: join(game.folder, "nowhere") } });
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("git could not be started");
  });
});

describe("what surrounds a run", () => {
  it("changes nothing: no checkout, no index, no ref", async () => {
    const game = await branch();
    const state = (): string =>
      git(game.folder, "status", "--porcelain=v2", "--branch") + git(game.folder, "for-each-ref");
    const before = state();
    await causedPlan(game, "main");
    expect(state()).toBe(before);
  });

  const surroundings: Readonly<Record<string, (game: TestGame) => Promise<Partial<CliOptions>>>> = {
    "a hook, in which git points elsewhere": async () => {
      return { env: { GIT_DIR: ".git/nowhere", GIT_INDEX_FILE: "nowhere", GIT_WORK_TREE: "/" } };
    },
    "another working tree of the repository": async ({ folder }) => {
      commitAll(folder, "feature");
      const cwd = join(await scratchFolder(), "tree");
      git(folder, "worktree", "add", "-q", "--detach", cwd, "feature");
      return { cwd };
    },
    "a folder that a link leads to": async ({ folder }) => {
      const cwd = join(await scratchFolder(), "link");
      await symlink(folder, cwd);
      return { cwd };
    },
  };
  it.each(Object.entries(surroundings))("may be %s", async (_, surround) => {
    const game = await branch();
    expect((await causedPlan(game, "main", [], await surround(game))).summary.causes).toEqual(PENDING);
  });

  it("never gives git the token", async () => {
    const game = await branch();
    const bin = await scratchFolder();
    await writeFile(join(bin, "git"), `#!/bin/sh\nenv > "${bin}/env"\nPATH="${GIT_ENV.PATH}" exec git "$@"\n`, {
      mode: 0o755,
    });
    await planAgainst(game, "main", [], { env: { PATH: `${bin}:${GIT_ENV.PATH}` } });
    const seen = await readFile(join(bin, "env"), "utf8");
    expect(seen).toContain("GIT_TERMINAL_PROMPT=0");
    expect(seen).not.toContain(TOKEN);
  });
});

describe("files of a commit", () => {
  /** The causes of a plan whose base and working tree have the same files, over a game where only the name differs. */
  async function planWithFiles(files: Readonly<Record<string, string>>, prepare?: (folder: string) => Promise<void>) {
    const game = await inGame({ live: { rewards: [{ custom_id: "egg", name: "By hand" }] } });
    await game.write(files);
    await prepare?.(game.folder);
    commitAll(game.folder);
    return { game, run: await planAgainst(game, "HEAD", ["--format", "json"]) };
  }
  const DRIFT = { pending: 0, drift: 1, conflict: 0 };
  const causes = (plan: CausedPlan) => plan.summary.causes;

  it("are the same as those of a folder: other files, tests, dot folders and node_modules are left out", async () => {
    const { run } = await planWithFiles({
      "game.yaml": egg("Egg"),
      "notes.md": "not: [a manifest",
      "game.test.yaml": "not: [a manifest",
      ".hidden/x.yaml": "not: [a manifest",
      "node_modules/x/package.json": "{}",
    });
    expect(causes(onlyPlan(run))).toEqual(DRIFT);
  });

  it("may have any names: blanks, quotes, other scripts, a line break", async () => {
    const { run } = await planWithFiles({
      'a b/größe "x"/ドラゴン.yaml': egg("Egg"),
      "line\nbreak/-x.yaml": "actions:\n  - { custom_id: a, name: A }\n",
    });
    const plan = onlyPlan(run);
    expect(causesIn(plan)["update reward/egg"]).toBe("drift");
    expect(causesIn(plan)["create action/a"]).toBe("drift");
  });

  it("are read as git keeps them, whatever the attributes say of line ends", async () => {
    const { run } = await planWithFiles({
      "game.yaml": egg("Egg").replaceAll("\n", "\r\n"),
      ".gitattributes": "* text eol=crlf filter=broken\n",
    });
    expect(causes(onlyPlan(run))).toEqual(DRIFT);
  });

  it("are regular files: what links lead to is left out with a word", async () => {
    const { run } = await planWithFiles({ "notes.yaml": "leaderboards: []\n" }, async (folder) => {
      await writeFiles(folder, { "shared/r.yaml": egg("Egg") });
      await symlink("../shared/r.yaml", join(folder, "manifests/r.yaml"));
    });
    expect(run.stderr).toContain("warning[not-in-commit]");
    expect(run.stderr).toContain("manifests/r.yaml is not a regular file.");
    expect(causes(onlyPlan(run))).toEqual(PENDING);
  });

  it("that are invalid are named with their commit, and nothing is planned", async () => {
    const game = await branchWith({ base: "rewards:\n  - { custom_id: egg }\n", live: LIVE, desired: egg("Egg") });
    game.forget();
    const run = await planAgainst(game, "main");
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain("main:manifests/game.yaml:2");
    expect(run.stderr).toContain("--base names; choose a commit whose manifests are valid");
    expect(game.requests()).toEqual([]);
  });

  it("with warnings do not warn again", async () => {
    const files = {
      "game.yaml": `${egg("Egg")}  - { custom_id: other, name: Other, custom_data: ${"é".repeat(600)} }\n`,
    };
    const { run } = await planWithFiles(files);
    expect(run.stderr.match(/warning\[long-in-bytes\]/g)).toHaveLength(1);
  });
});

describe("a project", () => {
  const project = (games: Readonly<Record<string, string>>): string =>
    `version: 1\nservice: { base_url: "\${LAUREL_BASE_URL}", token_env: LAUREL_API_TOKEN }\ngames:\n${Object.entries(
      games,
    )
      .map(([game, folder]) => `  ${game}: { manifests: ${folder}, environments: { live: { game_id: ${game} } } }\n`)
      .join("")}`;

  /** A project on a branch; `one` and `two` are live as their base says, apart from a name. */
  async function projectOn(files: Readonly<Record<string, string>>, below = "") {
    const service = await testService();
    for (const game of ["one", "two"]) await service.seed(game, LIVE);
    const root = await scratchFolder();
    const folder = join(root, below);
    await mkdir(folder, { recursive: true });
    await writeFiles(folder, files);
    commitAll(root);
    const env = {
      ...GIT_ENV,
      LAUREL_BASE_URL: service.url,
      LAUREL_API_TOKEN: TOKEN,
      // Some of the bases have no project file to compare the address with.
      LAUREL_ALLOWED_ORIGINS: service.url,
    };
    const run = (more: readonly string[] = ["--format", "json"], cwd = folder) =>
      runCli(["plan", "--base", "main", ...more], { cwd, env });
    const summaries = async (cwd = folder) => {
      const { stdout, stderr } = await run(undefined, cwd);
      const { plans } = JSON.parse(stdout) as { plans: (CausedPlan & { game: string })[] };
      expect(plans.length, stderr).toBeGreaterThan(0);
      return Object.fromEntries(plans.map((plan) => [plan.game, plan.base.has_game ? plan.summary.causes : "no game"]));
    };
    return { root, folder, run, summaries };
  }

  it("with several games tells the causes of each", async () => {
    const { folder, summaries } = await projectOn({
      "laurel.yaml": project({ one: "games/one", two: "games/two" }),
      "games/one/a.yaml": egg("Egg"),
      "games/two/a.yaml": egg("Old"),
    });
    await writeFiles(folder, { "games/one/a.yaml": egg("Dragon egg") });
    expect(await summaries()).toEqual({ one: PENDING, two: { pending: 0, drift: 1, conflict: 0 } });
  });

  it("may lie in a folder of the repository, and its manifests beside it", async () => {
    const files = {
      "laurel.yaml": project({ one: "../../game data/größe" }),
      "../../game data/größe/a.yaml": egg("Egg"),
    };
    const { folder, summaries } = await projectOn(files, "tools/my laurel");
    await writeFiles(folder, { "../../game data/größe/a.yaml": egg("Dragon egg") });
    expect(await summaries()).toEqual({ one: PENDING });
  });

  it("whose manifests have been moved since reads them where the commit says", async () => {
    const { folder, summaries } = await projectOn({ "laurel.yaml": project({ one: "old" }), "old/a.yaml": egg("Egg") });
    await rename(join(folder, "old"), join(folder, "new"));
    await writeFiles(folder, { "laurel.yaml": project({ one: "new" }), "new/a.yaml": egg("Dragon egg") });
    expect(await summaries()).toEqual({ one: PENDING });
  });

  it("that is new reads today's folder if the commit has it, and else everything is pending", async () => {
    const { folder, summaries } = await projectOn({ "game/a.yaml": egg("Old") });
    await writeFiles(folder, { "laurel.yaml": project({ one: "game" }) });
    expect(await summaries()).toEqual({ one: { pending: 0, drift: 1, conflict: 0 } });
    await writeFiles(folder, { "laurel.yaml": project({ one: "other" }), "other/a.yaml": egg("Old") });
    expect(await summaries()).toEqual({ one: "no game" });
  });

  it("with a game that the commit does not have says so, and all of it is pending", async () => {
    const { folder, summaries, run } = await projectOn({
      "laurel.yaml": project({ one: "one" }),
      "one/a.yaml": egg("Egg"),
    });
    await writeFiles(folder, { "laurel.yaml": project({ one: "one", two: "two" }), "two/a.yaml": egg("New") });
    expect(await summaries()).toEqual({ one: { pending: 0, drift: 0, conflict: 0 }, two: "no game" });
    const { stdout } = await run(["--game", "two"]);
    expect(stdout).toContain("This game is not in main: 1 change from this branch.");
  });

  it("whose commit names a folder without manifests is refused", async () => {
    const { folder, run } = await projectOn({ "laurel.yaml": project({ one: "one" }) });
    await writeFiles(folder, { "one/a.yaml": egg("Egg") });
    const { exit, stderr } = await run();
    expect(exit).toBe(4);
    expect(stderr).toContain('is in the folder "main:one", which is missing or holds no manifests');
  });

  it("whose commit has an invalid project file is refused, with its place", async () => {
    const { folder, run } = await projectOn({ "laurel.yaml": "version: 7\n", "one/a.yaml": egg("Egg") });
    await writeFiles(folder, { "laurel.yaml": project({ one: "one" }) });
    const { exit, stderr } = await run();
    expect(exit).toBe(3);
    expect(stderr).toContain("main:laurel.yaml:1");
  });

  it("whose manifests lie outside of the repository is refused", async () => {
    const outside = await scratchFolder();
    await writeFiles(outside, { "a.yaml": egg("Egg") });
    const { exit, stderr } = await (await projectOn({ "laurel.yaml": project({ one: outside }) })).run();
    expect(exit).toBe(3);
    expect(stderr).toContain("error[outside-repository]");
  });

  it("whose folder is gone is refused as ever", async () => {
    const { folder, run } = await projectOn({ "laurel.yaml": project({ one: "one" }), "one/a.yaml": egg("Egg") });
    await rm(join(folder, "one"), { recursive: true });
    expect((await run()).exit).toBe(4);
  });
});
