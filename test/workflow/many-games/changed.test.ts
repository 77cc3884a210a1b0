/** `--changed`: a run works on the games that differ from a commit, on all of these, and on no other. */
import { appendFile, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applySchema, diagnosticsSchema, economySchema, testSchema } from "../../../src/view/json/documents.ts";
import { planSchema } from "../../../src/view/json/plan-document.ts";
import { type CliRun, runCli, scratchFolder, testService, writeFiles } from "../../support/cli.ts";
import { schemaProblems } from "../../support/schemas.ts";
import { commitAll, GIT_ENV, git } from "../drift/repository.ts";
import { ENV, manyGames, SMALL } from "./games.ts";

const NAMES = ["a", "b", "c", "d"];
/** The commands with the flag, and the schemas of what they print. */
const COMMANDS = {
  plan: planSchema,
  apply: applySchema,
  test: testSchema,
  lint: diagnosticsSchema,
  report: economySchema,
};
const SINCE_MAIN = ["--changed", "--base", "main"];

const block = (name: string, folder = `games/${name}`, more = ""): string =>
  `  ${name}: { manifests: ${folder}, environments: { live: { game_id: ${name} }, staging: { game_id: ${name}-2 } }, default_environment: live${more} }\n`;
const project = (blocks: readonly string[], shared = "service: { page_size: 50 }"): string =>
  `version: 1\n${shared}\ngames:\n${blocks.join("")}`;
const PROJECT = project(NAMES.map((name) => block(name)));

/** Four games in a repository. The only file of c is a link to one that lies elsewhere. */
async function repository(): Promise<string> {
  const cwd = await scratchFolder();
  await writeFiles(cwd, {
    "laurel.yaml": PROJECT,
    "shared/eggs.yaml": SMALL,
    ...Object.fromEntries(NAMES.map((name) => [`games/${name}/game.yaml`, SMALL])),
    "games/a/overrides/staging.yaml": "rewards:\n  - { custom_id: egg, name: Test egg }\n",
    "games/a/play.test.yaml": "scenarios: []\n",
    "games/a/notes.md": "Notes.\n",
  });
  await rm(join(cwd, "games/c/game.yaml"));
  await symlink("../../shared/eggs.yaml", join(cwd, "games/c/game.yaml"));
  commitAll(cwd, "base");
  git(cwd, "checkout", "-q", "-b", "feature");
  return cwd;
}

const run = (cwd: string, ...argv: readonly string[]): Promise<CliRun> =>
  runCli(argv, { cwd, env: { ...GIT_ENV, ...ENV } });

/** Which games are reported, and how many the document says there are. */
async function changedIn(cwd: string, ...more: readonly string[]): Promise<readonly string[]> {
  const { exit, stdout, stderr } = await run(cwd, "report", ...SINCE_MAIN, "--format", "json", ...more);
  expect(exit, stderr).toBe(0);
  const { reports, changed } = JSON.parse(stdout);
  expect(changed.games, stderr).toBe(reports.length);
  return reports.map(({ game }: { game: string }) => game);
}

type Edit = (path: (name: string) => string, cwd: string) => Promise<unknown> | unknown;

/** What a branch does, and the games that this changes. */
const EDITS: Readonly<Record<string, readonly [edit: Edit, changed: readonly string[]]>> = {
  "nothing at all": [() => undefined, []],
  "a value in a manifest": [(path) => writeFile(path("games/b/game.yaml"), SMALL.replace("Egg", "Ei")), ["b"]],
  "a comment in a manifest": [(path) => appendFile(path("games/b/game.yaml"), "# why\n"), ["b"]],
  "a manifest that git does not know": [(path) => writeFile(path("games/b/more.yaml"), "actions: []\n"), ["b"]],
  "a manifest that git ignores": [
    async (path) => {
      await writeFile(path(".gitignore"), "more.yaml\n");
      await writeFile(path("games/d/more.yaml"), "actions: []\n");
    },
    ["d"],
  ],
  "a staged manifest": [
    async (path, cwd) => {
      await writeFile(path("games/b/more.yaml"), "actions: []\n");
      git(cwd, "add", "-A");
    },
    ["b"],
  ],
  "a committed manifest": [
    async (path, cwd) => {
      await writeFile(path("games/b/more.yaml"), "actions: []\n");
      commitAll(cwd);
    },
    ["b"],
  ],
  "a commit that another takes back": [
    async (path, cwd) => {
      await writeFile(path("games/b/game.yaml"), "rewards: []\n");
      commitAll(cwd);
      await writeFile(path("games/b/game.yaml"), SMALL);
    },
    [],
  ],
  "another name of a manifest": [(path) => rename(path("games/b/game.yaml"), path("games/b/all.yaml")), ["b"]],
  "a manifest that moves to another game": [
    async (path) => {
      await writeFile(path("games/b/more.yaml"), "actions: []\n");
      await rename(path("games/d/game.yaml"), path("games/b/d.json"));
      await writeFile(path("games/b/d.json"), "{}");
      await writeFile(path("games/d/new.yaml"), SMALL);
    },
    ["b", "d"],
  ],
  "an override of another environment": [
    (path) => appendFile(path("games/a/overrides/staging.yaml"), "# why\n"),
    ["a"],
  ],
  "a new override": [
    (path) =>
      writeFiles(path("games/d"), { "overrides/live/eggs.yaml": "rewards:\n  - { custom_id: egg, name: Ei }\n" }),
    ["d"],
  ],
  "a scenario": [(path) => appendFile(path("games/a/play.test.yaml"), "# why\n"), ["a"]],
  "a file that a link leads to": [(path) => appendFile(path("shared/eggs.yaml"), "# why\n"), ["c"]],
  "another file behind a link": [
    async (path) => {
      await writeFile(path("shared/others.yaml"), "rewards: []\n");
      await rm(path("games/c/game.yaml"));
      await symlink("../../shared/others.yaml", path("games/c/game.yaml"));
    },
    ["c"],
  ],
  "a file in place of the link to it": [
    async (path) => {
      await rm(path("games/c/game.yaml"));
      await writeFile(path("games/c/game.yaml"), SMALL);
    },
    [],
  ],
  "notes, hidden files and packages": [
    (path) =>
      writeFiles(path("games"), { "a/notes.md": "More.\n", "b/.draft.yaml": "x", "d/node_modules/x.yaml": "x" }),
    [],
  ],
  "the time of a file": [(path) => utimes(path("games/b/game.yaml"), 1, 1), []],
  "line ends as on Windows": [
    async (path, cwd) => {
      git(cwd, "config", "core.autocrlf", "true");
      await writeFile(path("games/b/game.yaml"), SMALL.replaceAll("\n", "\r\n"));
    },
    [],
  ],
  "line ends and a value": [
    (path) => writeFile(path("games/b/game.yaml"), SMALL.replaceAll("\n", "\r\n").replace("Egg", "Ei")),
    ["b"],
  ],
  "a setting of a game": [
    (path) => writeFile(path("laurel.yaml"), PROJECT.replace("game_id: d ", "game_id: e ")),
    ["d"],
  ],
  "shared limits": [(path) => writeFile(path("laurel.yaml"), PROJECT.replace("50", "60")), NAMES],
  "shared rules of lint": [
    (path) => appendFile(path("laurel.yaml"), "lint: { rules: { unused-reward: off } }\n"),
    NAMES,
  ],
  "comments and the order of keys in the project file": [
    (path) =>
      writeFile(
        path("laurel.yaml"),
        `# why\ngames:\n${NAMES.map((name) => block(name))
          .reverse()
          .join("")}service:\n  page_size: 50\nversion: 1\n`,
      ),
    [],
  ],
  "a new game": [
    async (path) => {
      await appendFile(path("laurel.yaml"), block("e"));
      await writeFiles(path("games/e"), { "game.yaml": SMALL });
    },
    ["e"],
  ],
  "another folder of a game": [
    async (path) => {
      await writeFile(path("laurel.yaml"), PROJECT.replace("games/b", "worlds/b"));
      await mkdir(path("worlds"));
      await rename(path("games/b"), path("worlds/b"));
    },
    ["b"],
  ],
  "a game that is gone": [
    (path) => writeFile(path("laurel.yaml"), project(["a", "b", "c"].map((name) => block(name)))),
    [],
  ],
};

describe("the games that have changed", () => {
  it.each(Object.entries(EDITS))("after %s", async (_, [edit, changed]) => {
    const cwd = await repository();
    await edit((name) => join(cwd, name), cwd);
    expect(await changedIn(cwd)).toEqual(changed);
  });

  it("are all where the commit has no project file there", async () => {
    const cwd = await repository();
    await mkdir(join(cwd, "studio"));
    for (const name of ["laurel.yaml", "games", "shared"]) await rename(join(cwd, name), join(cwd, "studio", name));
    expect(await changedIn(join(cwd, "studio"))).toEqual(NAMES);
  });

  it("are compared only as far as --game names them", async () => {
    const cwd = await repository();
    await appendFile(join(cwd, "games/a/game.yaml"), "# why\n");
    await appendFile(join(cwd, "games/b/game.yaml"), "# why\n");
    const { stderr, stdout } = await run(cwd, "lint", ...SINCE_MAIN, "--game", "b", "--game", "d", "--format", "json");
    expect(stderr).toContain("1 of 2 games has changed since main.");
    expect(JSON.parse(stdout).changed).toMatchObject({ games: 1, of: 2, removed: [] });
  });

  it("are found from another folder, over a link, and in a folder of the repository", async () => {
    const [outer, elsewhere] = [await scratchFolder(), await scratchFolder()];
    await writeFiles(outer, {
      "studio/laurel.yaml": project([block("a"), block("b")]),
      "studio/games/a/game.yaml": SMALL,
      "studio/games/b/game.yaml": SMALL,
    });
    commitAll(outer, "base");
    await writeFile(join(outer, "studio/games/b/more.yaml"), "actions: []\n");
    await symlink(outer, join(elsewhere, "link"));
    const file = "link/studio/laurel.yaml";
    expect(await changedIn(join(outer, "studio"))).toEqual(["b"]);
    expect(await changedIn(join(outer, "studio/games/a"))).toEqual(["b"]);
    expect(await changedIn(elsewhere, "--project", file)).toEqual(["b"]);
  });

  it("may have their manifests beside the project file", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, {
      "laurel.yaml": project([block("a", ".")]),
      "game.yaml": SMALL,
      "in/more.yaml": "actions: []\n",
    });
    commitAll(cwd, "base");
    await appendFile(join(cwd, "laurel.yaml"), "# why\n");
    expect(await changedIn(cwd)).toEqual([]);
    await appendFile(join(cwd, "in/more.yaml"), "# why\n");
    expect(await changedIn(cwd)).toEqual(["a"]);
  });

  it("are none where --game names no game: that is the only thing said", async () => {
    const { exit, stdout, stderr } = await run(
      await repository(),
      "lint",
      ...SINCE_MAIN,
      "--game",
      "x",
      "--shard",
      "1/2",
    );
    expect([exit, stdout]).toEqual([64, ""]);
    expect(stderr).toMatch(/^error\[unknown-game\]/);
  });

  it("are the same in a repository with SHA-256", async () => {
    const cwd = await scratchFolder();
    git(cwd, "init", "-q", "-b", "main", "--object-format=sha256");
    await writeFiles(cwd, {
      "laurel.yaml": project([block("a"), block("b")]),
      "games/a/game.yaml": SMALL,
      "games/b/game.yaml": SMALL,
    });
    expect(commitAll(cwd, "base")).toHaveLength(64);
    expect(await changedIn(cwd)).toEqual([]);
    await appendFile(join(cwd, "games/b/game.yaml"), "# why\n");
    expect(await changedIn(cwd)).toEqual(["b"]);
  });

  it("include those with files that cannot be read or compared, whose problems are then shown", async () => {
    const cwd = await repository();
    await rm(join(cwd, "games/b"), { recursive: true });
    await symlink("/etc", join(cwd, "games/d/outside"));
    const { exit, stderr } = await run(cwd, "lint", ...SINCE_MAIN);
    expect(exit).toBe(3);
    expect(stderr).toContain("2 of 4 games have changed since main.");
    expect(stderr).toContain('error[no-manifests]: No manifests (game "b")');
    expect(stderr).toContain("games/d/outside is a link that leads out of the repository");
  });
});

describe("the commit", () => {
  it("is compared as it is: what is new on its branch counts, too", async () => {
    const cwd = await repository();
    const fork = git(cwd, "rev-parse", "main");
    await writeFile(join(cwd, "games/b/more.yaml"), "actions: []\n");
    commitAll(cwd, "feature");
    git(cwd, "checkout", "-q", "main");
    await writeFile(join(cwd, "games/d/more.yaml"), "actions: []\n");
    commitAll(cwd, "main goes on");
    git(cwd, "checkout", "-q", "feature");
    expect(await changedIn(cwd)).toEqual(["b", "d"]);
    const since = await run(cwd, "lint", "--changed", "--base", fork, "--format", "json");
    expect(JSON.parse(since.stdout).changed).toMatchObject({ base: { ref: fork, commit: fork }, games: 1 });
  });

  it("that a shallow clone does not have is an error with the command that fetches it", async () => {
    const [cwd, clones] = [await repository(), await scratchFolder()];
    commitAll(cwd, "feature");
    git(clones, "clone", "-q", "--depth=1", "--branch=feature", `file://${cwd}`, "clone");
    const { exit, stdout, stderr } = await run(join(clones, "clone"), "plan", "--changed", "--base", "origin/main");
    expect([exit, stdout]).toEqual([64, ""]);
    expect(stderr).toContain("shallow");
    expect(stderr).toContain("git fetch --depth=1 origin main:refs/remotes/origin/main");
  });

  it("with a broken project file is an error that names it", async () => {
    const cwd = await repository();
    await writeFile(join(cwd, "laurel.yaml"), "version: 2\n");
    commitAll(cwd, "broken");
    await writeFile(join(cwd, "laurel.yaml"), PROJECT);
    const { exit, stderr } = await run(cwd, "lint", "--changed", "--base", "HEAD");
    expect(exit).toBe(3);
    expect(stderr).toContain("HEAD:laurel.yaml");
    expect(stderr).toContain("this is how HEAD has it");
  });

  it("outside of a repository is an error", async () => {
    const cwd = await manyGames({ names: ["game-001"], url: "https://example.invalid" });
    const { exit, stderr } = await run(cwd, "plan", ...SINCE_MAIN);
    expect(exit).toBe(1);
    expect(stderr).toContain("is not in a git repository");
  });

  it("has games that the project no longer has: one line names them", async () => {
    const cwd = await repository();
    await writeFile(join(cwd, "laurel.yaml"), project([block("a")]));
    const { stderr } = await run(cwd, "lint", ...SINCE_MAIN);
    expect(stderr).toContain('No longer in the project, and left alone: "b", "c" and "d".');
    const { stdout } = await run(cwd, "lint", ...SINCE_MAIN, "--format", "json");
    expect(JSON.parse(stdout).changed).toMatchObject({ games: 0, of: 1, removed: ["b", "c", "d"] });
  });
});

describe.each(Object.entries(COMMANDS))("laurel %s --changed", (command, schema) => {
  const yes = command === "apply" ? ["--yes"] : [];

  it("needs --base and no other folder, and starts nothing without", async () => {
    const cwd = await repository();
    const alone = await run(cwd, command, "--changed", ...yes);
    expect([alone.exit, alone.stdout]).toEqual([64, ""]);
    expect(alone.stderr).toContain("Name the commit: --changed --base origin/main");
    const folder = await run(cwd, command, ...SINCE_MAIN, ...yes, "--game", "a", "--manifests", "games/b");
    expect([folder.exit, folder.stdout]).toEqual([64, ""]);
    expect(folder.stderr).toContain("--manifests names another one");
  });

  it("exits with 0, one sentence and a valid document without games when nothing has changed", async () => {
    const cwd = await repository();
    const { exit, stdout, stderr } = await run(cwd, command, ...SINCE_MAIN, ...yes, "--format", "json");
    expect([exit, stderr]).toEqual([0, "None of 4 games has changed since main. Nothing to do.\n"]);
    expect(schemaProblems(schema, stdout)).toEqual([]);
    const { changed, diagnostics } = JSON.parse(stdout);
    const commit = git(cwd, "rev-parse", "main");
    expect({ changed, diagnostics }).toEqual({
      changed: { base: { ref: "main", commit }, games: 0, of: 4, removed: [] },
      diagnostics: [],
    });
    const text = await run(cwd, command, ...SINCE_MAIN, ...yes);
    expect([text.exit, text.stdout]).toEqual([0, ""]);
  });
});

it.each(["test", "lint", "report"])("laurel %s has no other use for --base", async (command) => {
  const { exit, stdout, stderr } = await run(await repository(), command, "--base", "main");
  expect([exit, stdout]).toEqual([64, ""]);
  expect(stderr).toContain("Add --changed, or leave out --base");
});

describe("pages", () => {
  it.each(["plan", "lint", "report"])("of %s in Markdown say which games they are about", async (command) => {
    const cwd = await repository();
    const none = await run(cwd, command, ...SINCE_MAIN, "--format", "markdown");
    expect(none.stdout).toContain("\n\nNone of 4 games has changed since main. Nothing to do.\n");
    expect(none.stdout).not.toContain("shard");
    await appendFile(join(cwd, "games/b/game.yaml"), "# why\n");
    const one = await run(cwd, command, ...SINCE_MAIN, "--format", "markdown");
    expect(one.stdout).toContain("\n\n1 of 4 games has changed since main.\n\n");
  });

  it.each(["plan", "report"])("of %s in HTML do, too", async (command) => {
    const { stdout } = await run(await repository(), command, ...SINCE_MAIN, "--format", "html");
    expect(stdout).toContain("<p>None of 4 games has changed since main. Nothing to do.</p>");
  });

  it("show the name of the commit as text", async () => {
    const cwd = await repository();
    const name = "<b>x</b>";
    git(cwd, "branch", name, "main");
    const shown = { markdown: "since `<b>x</b>`.", html: "since &#60;b&#62;x&#60;/b&#62;." };
    for (const [format, words] of Object.entries(shown)) {
      const { stdout } = await run(cwd, "plan", "--changed", "--base", name, "--format", format);
      expect(stdout).toContain(`None of 4 games has changed ${words}`);
    }
  });
});

describe("with a service", () => {
  async function live() {
    const service = await testService();
    const cwd = await manyGames({ names: NAMES, url: service.url });
    commitAll(cwd, "base");
    const applied = (): readonly string[] => NAMES.filter((name) => (service.contents(name).rewards ?? []).length > 0);
    return { cwd, service, applied };
  }

  it("apply changes the games that have changed, and leaves the others as they are", async () => {
    const { cwd, applied } = await live();
    await appendFile(join(cwd, "games/b/game.yaml"), "# why\n");
    const { exit, stdout, stderr } = await run(cwd, "apply", ...SINCE_MAIN, "--yes");
    expect(exit, stderr).toBe(0);
    expect(stderr).toContain("1 of 4 games has changed since main.");
    expect(stdout).toContain("1 game: 1 done.");
    expect(applied()).toEqual(["b"]);
  });

  it("--game-id is of one game, however many have changed", async () => {
    const { cwd } = await live();
    await appendFile(join(cwd, "games/b/game.yaml"), "# why\n");
    const { exit, stderr } = await run(cwd, "plan", ...SINCE_MAIN, "--game-id", "x");
    expect(exit).toBe(64);
    expect(stderr).toContain("--game-id is of one game, and several are chosen.");
  });

  it("two games with one target are noticed where one of them has not changed", async () => {
    const { cwd } = await live();
    const file = join(cwd, "laurel.yaml");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("game_id: a ", "game_id: b "));
    const { exit, stderr } = await run(cwd, "plan", ...SINCE_MAIN);
    expect(exit).toBe(3);
    expect(stderr).toContain("error[shared-target]");
  });

  it("--shard splits the games that have changed", async () => {
    const { cwd } = await live();
    for (const name of ["a", "b", "d"]) await appendFile(join(cwd, `games/${name}/game.yaml`), "# why\n");
    const parts = await Promise.all(
      ["1/3", "2/3", "3/3"].map((shard) => run(cwd, "plan", ...SINCE_MAIN, "--shard", shard, "--format", "json")),
    );
    const games = parts.map(({ stdout }) => JSON.parse(stdout).games.map(({ game }: { game: string }) => game));
    expect(games.map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(games.flat().sort()).toEqual(["a", "b", "d"]);
    expect(parts[0]?.stderr).toBe("3 of 4 games have changed since main.\nShard 1 of 3: 1 of 3 games.\n");
  });

  it("report says nothing of an achievement that a game has which has not changed", async () => {
    const { cwd } = await live();
    await appendFile(join(cwd, "games/b/game.yaml"), "# why\n");
    const { exit, stdout } = await run(cwd, "report", ...SINCE_MAIN, "--achievement", "of-a", "--format", "json");
    expect([exit, JSON.parse(stdout).reports]).toEqual([0, []]);
    expect((await run(cwd, "report", "--achievement", "of-a")).exit, "in no game").toBe(64);
  });

  it("test plays the scenarios of the games that have changed, and needs none", async () => {
    const { cwd } = await live();
    await appendFile(join(cwd, "games/b/game.yaml"), "# why\n");
    const { exit, stderr } = await run(cwd, "test", ...SINCE_MAIN);
    expect(exit).toBe(0);
    expect(stderr).toContain("There is no scenario to play in these games.");
    const all = await run(cwd, "test");
    expect(all.exit, "without --changed, that is an error").not.toBe(0);
  });
});
