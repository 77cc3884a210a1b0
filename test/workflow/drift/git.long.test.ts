/** What `--base` reads from git: refs, shallow clones, folders, files that are no plain files. */
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
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
  branch,
  commitAll,
  DRIFT,
  egg,
  GIT_ENV,
  git,
  LIVE,
  PENDING,
  planAgainst,
  plansIn,
} from "./repository.ts";

const ALL_BRANCHES = "+refs/heads/*:refs/remotes/origin/*";

describe("a name of a commit", () => {
  it("may be a branch, a tag, an id or an expression, also on a detached head", async () => {
    const game = await branch();
    const id = git(game.folder, "rev-parse", "main");
    git(game.folder, "tag", "-a", "v1", "-m", "one", "main");
    commitAll(game.folder);
    git(game.folder, "checkout", "-q", "--detach");
    for (const ref of ["main", "v1", id, id.slice(0, 8), "HEAD~1", "refs/heads/main", ":/base"]) {
      const { plan, causes } = await planAgainst(game, ref);
      expect(plan?.base, ref).toMatchObject({ ref, commit: id });
      expect(causes).toEqual(PENDING);
    }
  });

  it("that is unknown, ambiguous or none at all is refused with what helps, before the service is asked", async () => {
    const game = await branch();
    const id = git(game.folder, "rev-parse", "main").slice(0, 12);
    git(game.folder, "update-ref", "refs/remotes/origin/trunk", "main");
    // Whoever pushes a branch chooses its name.
    for (const name of ["origin/main", id]) {
      git(game.folder, "update-ref", `refs/remotes/${name}`, "main");
      git(game.folder, "update-ref", `refs/heads/${name}`, "feature");
    }
    const words: Readonly<Record<string, readonly string[]>> = {
      "origin/nowhere": [
        'error[unknown-commit]: Unknown commit\n  "origin/nowhere" names no commit in this clone.',
        `git fetch origin '${ALL_BRANCHES}'`,
      ],
      mian: ['did you mean "main"?'],
      "upstream/main": ['did you mean "main"?'],
      trunk: ['did you mean "origin/trunk"?'],
      "origin/main": ["can mean several commits", "refs/remotes/origin/main"],
      [id]: ["can mean several commits", `refs/remotes/${id}`],
      ...Object.fromEntries(
        ["main:manifests", "^main", "main..feature", "$(touch pwned)"].map((ref) => [
          ref,
          ["unknown-commit"],
        ]),
      ),
      ...Object.fromEntries(
        ["--all", "-h", "main\nHEAD"].map((ref) => [ref, ["cannot be the name of a commit"]]),
      ),
      "": ["--base needs a value."],
    };
    game.forget();
    for (const [ref, expected] of Object.entries(words)) {
      const { exit, plan, stderr } = await planAgainst(game, ref);
      expect([exit, plan], ref).toEqual([64, undefined]);
      for (const text of expected) expect(stderr, ref).toContain(text);
    }
    expect(game.requests()).toEqual([]);
    expect(git(game.folder, "status", "--short")).toBe("M manifests/game.yaml");
    expect((await planAgainst(game, "refs/remotes/origin/main")).exit).toBe(0);
  });
});

describe("a clone that lacks what the base needs", () => {
  it.each([
    [
      "--depth=1",
      "origin/main",
      64,
      `git fetch --unshallow origin '${ALL_BRANCHES}'`,
      ["origin", ALL_BRANCHES],
    ],
    ["--depth=1", "HEAD~1", 64, "git fetch --unshallow", []],
    ["--filter=blob:none", "origin/main", 1, "git fetch --refetch --no-filter", []],
  ])(
    "with %s says what to fetch for %s, and works once that is done",
    async (flag, ref, exit, command, fetched) => {
      const game = await branch();
      git(game.folder, "config", "uploadpack.allowFilter", "true");
      commitAll(game.folder, "feature");
      const cwd = join(await scratchFolder(), "clone");
      git(game.folder, "clone", "-q", flag, "--branch", "feature", `file://${game.folder}`, cwd);
      const before = await planAgainst(game, ref, { cwd });
      expect(before.exit).toBe(exit);
      expect(before.stderr).toContain(exit === 64 ? "which is shallow" : "error[git-failed]");
      expect(before.stderr).toContain(command);
      const [, , ...flags] = command
        .split(" ")
        .filter((word) => !word.startsWith("origin") && !word.startsWith("'"));
      git(cwd, "fetch", "-q", ...flags, ...fetched);
      expect((await planAgainst(game, ref, { cwd })).causes).toEqual(PENDING);
    },
  );
});

it("where there is no repository, no commit or no git, that is said", async () => {
  const game = await inGame({ live: LIVE, manifests: { "game.yaml": egg("Egg") } });
  const outside = await planAgainst(game, "main", {
    env: { GIT_CEILING_DIRECTORIES: join(game.folder, "..") },
  });
  expect([outside.exit, outside.stderr]).toEqual([
    1,
    expect.stringContaining("is not in a git repository"),
  ]);
  git(game.folder, "init", "-q");
  const empty = await planAgainst(game, "HEAD");
  expect([empty.exit, empty.stderr]).toEqual([64, expect.stringContaining("unknown-commit")]);
  const without = await planAgainst(game, "main", { env: { PATH: join(game.folder, "nowhere") } });
  expect([without.exit, without.stderr]).toEqual([
    1,
    expect.stringContaining("git could not be started"),
  ]);
});

describe("what surrounds a run", () => {
  const surroundings: Readonly<Record<string, (game: TestGame) => Promise<Partial<CliOptions>>>> = {
    "the folder itself": async () => ({}),
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
  it.each(Object.entries(surroundings))(
    "may be %s: no checkout, index or ref changes",
    async (_, surround) => {
      const game = await branch();
      const options = await surround(game);
      const state = (): string =>
        git(game.folder, "status", "--porcelain=v2", "--branch") + git(game.folder, "for-each-ref");
      const before = state();
      expect((await planAgainst(game, "main", options)).causes).toEqual(PENDING);
      expect(state()).toBe(before);
    },
  );

  it("never gives git the token", async () => {
    const game = await branch();
    const bin = await scratchFolder();
    const script = `#!/bin/sh\nenv > "${bin}/env"\nPATH="${GIT_ENV.PATH}" exec git "$@"\n`;
    await writeFile(join(bin, "git"), script, { mode: 0o755 });
    await planAgainst(game, "main", { env: { PATH: `${bin}:${GIT_ENV.PATH}` } });
    const seen = await readFile(join(bin, "env"), "utf8");
    expect(seen).toContain("GIT_TERMINAL_PROMPT=0");
    expect(seen).not.toContain(TOKEN);
  });

  it("sees the plan that it sees without --base, with its digest, and no request more", async () => {
    const game = await branch();
    const asked = () => game.requests().map(({ method, path }) => `${method} ${path}`);
    game.forget();
    const plain = await game.run(["plan", "--format", "json"]);
    const requests = asked();
    game.forget();
    expect((await planAgainst(game, "main")).plan?.digest).toBe(plansIn(plain)[0]?.digest);
    expect(asked().sort()).toEqual(requests.sort());
    expect(plain.stdout).not.toMatch(/"causes?"/);
  });
});

describe("files of a commit", () => {
  /**
   * A plan whose base and working tree have the same files, over a game where only the name
   * differs.
   */
  type Prepare = (folder: string) => Promise<void>;

  /** `prepare`: before the commit. `change`: after it. */
  async function planWith(
    files: Readonly<Record<string, string>>,
    prepare?: Prepare,
    change?: Prepare,
  ) {
    const game = await inGame({ live: { rewards: [{ custom_id: "egg", name: "By hand" }] } });
    await game.write(files);
    await prepare?.(game.folder);
    commitAll(game.folder);
    await change?.(game.folder);
    return planAgainst(game, "HEAD");
  }

  it("are those that a folder has: other files, tests, dot folders and node_modules are left out", async () => {
    const { causes } = await planWith({
      "game.yaml": egg("Egg"),
      "notes.md": "not: [a manifest",
      "game.test.yaml": "not: [a manifest",
      ".hidden/x.yaml": "not: [a manifest",
      "node_modules/x/package.json": "{}",
    });
    expect(causes).toEqual(DRIFT);
  });

  it("may have any names, and are read as git keeps them, whatever the attributes say of line ends", async () => {
    const { causes } = await planWith({
      'a b/größe "x"/ドラゴン.yaml': egg("Egg").replaceAll("\n", "\r\n"),
      "line\nbreak/-x.yaml": "actions:\n  - { custom_id: a, name: A }\n",
      ".gitattributes": "* text eol=crlf filter=broken\n",
    });
    expect(causes).toEqual({ ...DRIFT, drift: 2 });
  });

  it("are regular files: what links lead to is left out with a word", async () => {
    const linked = async (folder: string): Promise<void> => {
      await writeFiles(folder, { "shared/r.yaml": egg("Egg") });
      await symlink("../shared/r.yaml", join(folder, "manifests/r.yaml"));
    };
    const replaced = async (folder: string): Promise<void> => {
      await rm(join(folder, "manifests/r.yaml"));
      await writeFiles(folder, { "manifests/r.yaml": egg("Egg") });
    };
    const { causes, stderr } = await planWith(
      { "notes.yaml": "leaderboards: []\n" },
      linked,
      replaced,
    );
    expect(stderr).toContain("warning[not-in-commit]");
    expect(stderr).toContain("manifests/r.yaml is not a regular file");
    expect(causes).toEqual(PENDING);
  });

  it("that are invalid are named with their commit, and nothing is planned", async () => {
    const game = await branch("rewards:\n  - { custom_id: egg }\n");
    const { exit, stderr } = await planAgainst(game, "main");
    expect(exit).toBe(3);
    expect(stderr).toContain("main:manifests/game.yaml:2");
    expect(stderr).toContain(
      "with which --base compares; choose a commit whose manifests are valid",
    );
    expect(game.requests()).toEqual([]);
  });

  it("with warnings do not warn again", async () => {
    const long = `  - { custom_id: other, name: Other, custom_data: ${"é".repeat(600)} }\n`;
    const { stderr } = await planWith({ "game.yaml": egg("Egg") + long });
    expect(stderr.match(/warning\[long-in-bytes\]/g)).toHaveLength(1);
  });
});

describe("a project in a folder of the repository", () => {
  type Files = Readonly<Record<string, string>>;
  const project = (games: Files): Files => {
    const blocks = Object.entries(games).map(([game, folder]) => {
      return `  ${game}: { manifests: ${folder}, environments: { live: { game_id: ${game} } } }\n`;
    });
    const service = `service: { base_url: "\${LAUREL_BASE_URL}" }`;
    return { "laurel.yaml": `version: 1\n${service}\ngames:\n${blocks.join("")}` };
  };

  /**
   * Plans against a commit with the first files, and then with the others in their place; live is
   * the egg.
   */
  async function plannedOn(committed: Files, today: Files) {
    const service = await testService();
    for (const game of ["one", "two"]) await service.seed(game, LIVE);
    const root = await scratchFolder();
    const cwd = join(root, "tools/my laurel");
    await writeFiles(cwd, { ...committed, "notes.md": "" });
    commitAll(root);
    await writeFiles(cwd, today);
    const env = { ...GIT_ENV, LAUREL_BASE_URL: service.url, LAUREL_API_TOKEN: TOKEN };
    const run = (...more: readonly string[]) =>
      runCli(["plan", "--base", "main", ...more], { cwd, env });
    return { run, planned: await run("--format", "json") };
  }

  const one = { "one/a.yaml": egg("Egg") };
  const two = { "two/a.yaml": egg("Old") };
  const beside = "../../game data/größe";
  const NONE = { pending: 0, behind: 0, drift: 0, conflict: 0 };
  it.each<[string, Files, Files, Readonly<Record<string, unknown>>]>([
    [
      "with several games has the causes of each",
      { ...project({ one: "one", two: "two" }), ...one, ...two },
      { "one/a.yaml": egg("Dragon egg") },
      { one: PENDING, two: DRIFT },
    ],
    [
      "may have its manifests beside it",
      { ...project({ one: beside }), [`${beside}/a.yaml`]: egg("Egg") },
      { [`${beside}/a.yaml`]: egg("Dragon egg") },
      { one: PENDING },
    ],
    [
      "whose manifests have been moved since has them where the commit says",
      { ...project({ one: "one" }), ...one },
      { ...project({ one: "new" }), "new/a.yaml": egg("Dragon egg") },
      { one: PENDING },
    ],
    [
      "that is new has today's folder if the commit has it",
      two,
      project({ two: "two" }),
      { two: DRIFT },
    ],
    [
      "that is new without it has no game",
      two,
      { ...project({ one: "one" }), ...one },
      { one: "no game" },
    ],
    [
      "with a game that the commit does not have says so",
      { ...project({ one: "one" }), ...one },
      { ...project({ one: "one", two: "two" }), ...two },
      { one: NONE, two: "no game" },
    ],
  ])("%s", async (_, committed, today, expected) => {
    const { planned, run } = await plannedOn(committed, today);
    const causes = plansIn(planned).map(({ game, base, summary }) => {
      return [game, base.target.is === "new" ? "no game" : summary.causes] as const;
    });
    expect(Object.fromEntries(causes), planned.stderr).toEqual(expected);
    if (expected.two === "no game")
      expect((await run("--game", "two")).stdout).toContain(
        "This game is not in main: 1 change from this branch.",
      );
  });

  it.each<[string, Files, Files, number, string]>([
    [
      "whose commit names a folder without manifests",
      project({ one: "one" }),
      one,
      4,
      "which is missing or holds no",
    ],
    [
      "whose commit has an invalid project file",
      { "laurel.yaml": "version: 7\n", ...one },
      project({ one: "one" }),
      3,
      '"main:tools/my laurel/laurel.yaml":1',
    ],
    [
      "whose manifests lie outside of the repository",
      project({ one: "/etc" }),
      {},
      3,
      "error[outside-repository]",
    ],
  ])("%s is refused", async (_, committed, today, exit, words) => {
    const { planned } = await plannedOn(committed, today);
    expect([planned.exit, planned.stderr]).toEqual([exit, expect.stringContaining(words)]);
  });
});
