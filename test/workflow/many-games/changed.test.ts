/** `--changed`: a run works on the games that differ from a commit, on all of these, and on no other. */
import { appendFile, mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseText } from "../../../src/manifest/parse.ts";
import { parseProject } from "../../../src/project/project.ts";
import { changedGames, openCommit } from "../../../src/workflow/base.ts";
import { type CliRun, runCli, scratchFolder, testService, writeFiles } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";
import { commitAll, GIT_ENV, git } from "../drift/repository.ts";
import { ENV, manyGames, SMALL } from "./games.ts";

const NAMES = ["a", "b", "c", "d"];
/** The commands with the flag, and the schemas of what they print. */
const COMMANDS = { plan: SCHEMAS.plan, apply: SCHEMAS.apply };
const SINCE_MAIN = ["--changed", "--base", "main"];

const block = (name: string, folder = `games/${name}`, more = ""): string =>
  `  ${name}: { manifests: ${folder}, environments: { live: { game_id: ${name} }, staging: { game_id: ${name}-2 } }, default_environment: live${more} }\n`;
const project = (
  blocks: readonly string[],
  shared = "service: { base_url: https://api.example.com, page_size: 50 }",
): string => `version: 1\n${shared}\ngames:\n${blocks.join("")}`;
const PROJECT = project(NAMES.map((name) => block(name)));

/** Four games in a repository. */
async function repository(): Promise<string> {
  const cwd = await scratchFolder();
  await writeFiles(cwd, {
    "laurel.yaml": PROJECT,
    ...Object.fromEntries(NAMES.map((name) => [`games/${name}/game.yaml`, SMALL])),
    "games/a/overrides/staging.yaml": "rewards:\n  - { custom_id: egg, name: Test egg }\n",
    "games/a/play.test.yaml": "scenarios: []\n",
    "games/a/notes.md": "Notes.\n",
  });
  commitAll(cwd, "base");
  git(cwd, "checkout", "-q", "-b", "feature");
  return cwd;
}

const run = (cwd: string, ...argv: readonly string[]): Promise<CliRun> =>
  runCli(argv, { cwd, env: { ...GIT_ENV, ...ENV } });

/** The games that have changed since a commit. `file`: the project file. */
async function changedIn(cwd: string, file = join(cwd, "laurel.yaml"), base = "main"): Promise<readonly string[]> {
  const { value: content } = parseProject(parseText("laurel.yaml", await readFile(file, "utf8")));
  if (content === undefined) throw new Error("no project");
  const commit = await openCommit(file, base, { env: GIT_ENV });
  return [...(await changedGames({ path: file, content }, commit, { game: [], cwd }))];
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
  "a committed manifest": [
    async (path, cwd) => {
      await writeFile(path("games/b/more.yaml"), "actions: []\n");
      commitAll(cwd);
    },
    ["b"],
  ],
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
  "a scenario": [(path) => appendFile(path("games/a/play.test.yaml"), "# why\n"), ["a"]],
  "a link to the same text in place of a manifest": [
    async (path) => {
      await rename(path("games/c/game.yaml"), path("games/c/egg.txt"));
      await symlink("egg.txt", path("games/c/game.yaml"));
    },
    [],
  ],
  "notes, hidden files and packages": [
    (path) =>
      writeFiles(path("games"), { "a/notes.md": "More.\n", "b/.draft.yaml": "x", "d/node_modules/x.yaml": "x" }),
    [],
  ],
  "line ends as on Windows": [
    async (path, cwd) => {
      git(cwd, "config", "core.autocrlf", "true");
      await writeFile(path("games/b/game.yaml"), SMALL.replaceAll("\n", "\r\n"));
    },
    [],
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
          .join("")}service:\n  page_size: 50\n  base_url: https://api.example.com\nversion: 1\n`,
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
    for (const name of ["laurel.yaml", "games"]) await rename(join(cwd, name), join(cwd, "studio", name));
    expect(await changedIn(join(cwd, "studio"))).toEqual(NAMES);
  });

  it("are found over a link, and in a folder of the repository", async () => {
    const [outer, elsewhere] = [await scratchFolder(), await scratchFolder()];
    await writeFiles(outer, {
      "studio/laurel.yaml": project([block("a"), block("b")]),
      "studio/games/a/game.yaml": SMALL,
      "studio/games/b/game.yaml": SMALL,
    });
    commitAll(outer, "base");
    await writeFile(join(outer, "studio/games/b/more.yaml"), "actions: []\n");
    await symlink(outer, join(elsewhere, "link"));
    expect(await changedIn(join(outer, "studio"))).toEqual(["b"]);
    expect(await changedIn(elsewhere, join(elsewhere, "link/studio/laurel.yaml"))).toEqual(["b"]);
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
    expect(await changedIn(cwd, undefined, fork)).toEqual(["b"]);
  });

  it("that a shallow clone does not have is an error with the command that fetches it", async () => {
    const [cwd, clones] = [await repository(), await scratchFolder()];
    commitAll(cwd, "feature");
    git(clones, "clone", "-q", "--depth=1", "--branch=feature", `file://${cwd}`, "clone");
    const { exit, stdout, stderr } = await run(join(clones, "clone"), "plan", "--changed", "--base", "origin/main");
    expect([exit, stdout]).toEqual([64, ""]);
    expect(stderr).toContain("shallow");
    expect(stderr).toContain("git fetch --unshallow origin");
  });

  it("with a broken project file is an error that names it", async () => {
    const cwd = await repository();
    await writeFile(join(cwd, "laurel.yaml"), "version: 2\n");
    commitAll(cwd, "broken");
    await writeFile(join(cwd, "laurel.yaml"), PROJECT);
    const { exit, stderr } = await run(cwd, "plan", "--changed", "--base", "HEAD");
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
});

describe.each(Object.entries(COMMANDS))("laurel %s --changed", (command, schema) => {
  const yes = command === "apply" ? ["--yes"] : [];

  it("needs --base, and starts nothing without", async () => {
    const alone = await run(await repository(), command, "--changed", ...yes);
    expect([alone.exit, alone.stdout]).toEqual([64, ""]);
    expect(alone.stderr).toContain("changed -> base");
  });

  it("exits with 0, one sentence and a valid document without games when nothing has changed", async () => {
    const cwd = await repository();
    const { exit, stdout, stderr } = await run(cwd, command, ...SINCE_MAIN, ...yes, "--format", "json");
    expect([exit, stderr]).toEqual([0, "Changed since main: 0 of 4 games.\n"]);
    expect(schemaProblems(schema, stdout)).toEqual([]);
    const { changed, diagnostics } = JSON.parse(stdout);
    const commit = git(cwd, "rev-parse", "main");
    expect({ changed, diagnostics }).toEqual({
      changed: { base: { ref: "main", commit }, games: 0, of: 4 },
      diagnostics: [],
    });
    const text = await run(cwd, command, ...SINCE_MAIN, ...yes);
    expect([text.exit, text.stdout]).toEqual([0, ""]);
  });
});

describe("pages", () => {
  it("show the name of the commit as text", async () => {
    const cwd = await repository();
    const name = "<b>x</b>";
    git(cwd, "branch", name, "main");
    const shown = { markdown: "since `<b>x</b>`", html: "since &#60;b&#62;x&#60;/b&#62;" };
    for (const [format, words] of Object.entries(shown)) {
      const { stdout } = await run(cwd, "plan", "--changed", "--base", name, "--format", format);
      expect(stdout).toContain(`Changed ${words}: 0 of 4 games`);
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
    expect(stderr).toContain("Changed since main: 1 of 4 games.");
    expect(stdout).toContain("1 game: 1 done.");
    expect(applied()).toEqual(["b"]);
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
});
