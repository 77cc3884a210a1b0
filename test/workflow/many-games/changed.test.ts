/**
 * `--changed`: a run works on the games that differ from a commit, on all of these, and on no
 * other.
 */
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diskTree } from "../../../src/files/disk.ts";
import { GameReader } from "../../../src/files/manifests.ts";
import { parseText } from "../../../src/manifest/parse.ts";
import { hasSameSettings } from "../../../src/project/changed.ts";
import { parseProject } from "../../../src/project/project.ts";
import { changedGames, openCommit } from "../../../src/workflow/base.ts";
import { type CliRun, runCli, scratchFolder, testService, writeFiles } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";
import { commitAll, GIT_ENV, git } from "../drift/repository.ts";
import { ENV, manyGames, SMALL } from "./games.ts";

const NAMES = ["a", "b", "c", "d"];
const SINCE_MAIN = ["--changed", "--base", "main"];

const block = (name: string, folder = `games/${name}`): string =>
  `  ${name}: { manifests: ${folder}, environments: { live: { game_id: ${name} }, staging: { game_id: ${name}-2 } }, default_environment: live }\n`;
const project = (blocks: readonly string[]): string =>
  `version: 1\nservice: { base_url: https://api.example.com, page_size: 50 }\ngames:\n${blocks.join("")}`;
const PROJECT = project(NAMES.map((name) => block(name)));

/** The repository that most tests take a copy of: four games at the commit `main`. */
let template: string;
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), "laurel-changed-"));
  await writeFiles(template, {
    "laurel.yaml": PROJECT,
    ...Object.fromEntries(NAMES.map((name) => [`games/${name}/game.yaml`, SMALL])),
    "games/a/overrides/staging.yaml": "rewards:\n  - { custom_id: egg, name: Test egg }\n",
    "games/c/play.test.yaml": "scenarios: []\n",
    "games/a/notes.md": "Notes.\n",
  });
  commitAll(template, "base");
  git(template, "checkout", "-q", "-b", "feature");
});
afterAll(() => rm(template, { recursive: true }));

async function repository(): Promise<string> {
  const cwd = await scratchFolder();
  await cp(template, cwd, { recursive: true });
  return cwd;
}

const run = (cwd: string, ...argv: readonly string[]): Promise<CliRun> =>
  runCli(argv, { cwd, env: { ...GIT_ENV, ...ENV } });

/** The games that have changed since a commit. `file`: the project file. */
async function changedIn(
  cwd: string,
  file = join(cwd, "laurel.yaml"),
  base = "main",
): Promise<readonly string[]> {
  const text = parseText("laurel.yaml", await readFile(file, "utf8"));
  const { value: content } = parseProject(text);
  if (content === undefined) throw new Error("no project");
  const commit = await openCommit(file, base, { env: GIT_ENV });
  const reader = new GameReader(diskTree({ cwd, env: {} }));
  return [...(await changedGames({ path: file, text, content }, commit, { reader }))];
}

const WHY = "# why\n";
const MORE = "actions: []\n";
const [VERSION, SERVICE, GAMES, ...BLOCKS] = PROJECT.split(/(?<=\n)/);

it("compares settings whose names are those of methods", () => {
  const parsed = (id: string) => {
    const game = `{ manifests: games/a, environments: { valueOf: { game_id: ${id} }, toString: { game_id: b } }, default_environment: valueOf }`;
    const { value } = parseProject(parseText("laurel.yaml", project([`  constructor: ${game}\n`])));
    if (value === undefined) throw new Error("no project");
    return value;
  };
  expect(hasSameSettings(parsed("a"), parsed("a"), "constructor")).toBe(true);
  expect(hasSameSettings(parsed("a"), parsed("c"), "constructor")).toBe(false);
});

/**
 * The files that a branch has changed, deleted where there is no text; and the games that this
 * changes.
 */
const EDITS: Readonly<
  Record<string, readonly [files: Readonly<Record<string, string | null>>, changed: string[]]>
> = {
  "nothing at all": [{}, []],
  "a comment in a manifest": [{ "games/b/game.yaml": SMALL + WHY }, ["b"]],
  "manifests that git does not know, but not those that it ignores": [
    { "games/b/x.yaml": MORE, ".gitignore": "y.yaml\n", "games/d/y.yaml": MORE },
    ["b"],
  ],
  "a manifest that moves to another game": [
    { "games/d/game.yaml": null, "games/b/d.yaml": SMALL, "games/d/new.yaml": SMALL },
    ["b", "d"],
  ],
  "an override of another environment, and a scenario": [
    { "games/a/overrides/staging.yaml": WHY, "games/c/play.test.yaml": WHY },
    ["a", "c"],
  ],
  "notes, hidden files and packages": [
    {
      "games/a/notes.md": "More.\n",
      "games/b/.draft.yaml": "x",
      "games/d/node_modules/x.yaml": "x",
    },
    [],
  ],
  "line ends as on Windows": [{ "games/b/game.yaml": SMALL.replaceAll("\n", "\r\n") }, []],
  "a setting of a game": [{ "laurel.yaml": PROJECT.replace("game_id: d ", "game_id: e ") }, ["d"]],
  "shared limits": [{ "laurel.yaml": PROJECT.replace("50", "60") }, NAMES],
  "comments and the order of keys in the project file": [
    { "laurel.yaml": [WHY, GAMES, ...BLOCKS.reverse(), SERVICE, VERSION].join("") },
    [],
  ],
  "a new game": [{ "laurel.yaml": PROJECT + block("e"), "games/e/game.yaml": SMALL }, ["e"]],
  "another folder of a game": [
    {
      "laurel.yaml": PROJECT.replace("games/b", "worlds"),
      "games/b/game.yaml": null,
      "worlds/game.yaml": SMALL,
    },
    ["b"],
  ],
  "a game that is gone": [{ "laurel.yaml": PROJECT.replace(block("d"), "") }, []],
};

describe("the games that have changed", () => {
  it.each(Object.entries(EDITS))("after %s", async (_, [files, changed]) => {
    const cwd = await repository();
    for (const [path, text] of Object.entries(files)) {
      if (text === null) await rm(join(cwd, path));
      else await writeFiles(cwd, { [path]: text });
    }
    expect(await changedIn(cwd)).toEqual(changed);
  });

  it("are those where a link to the same text took the place of a manifest", async () => {
    const cwd = await repository();
    await rename(join(cwd, "games/c/game.yaml"), join(cwd, "games/c/egg.txt"));
    await symlink("egg.txt", join(cwd, "games/c/game.yaml"));
    expect(await changedIn(cwd)).toEqual(["c"]);
  });

  it("are all where the commit has no project file there", async () => {
    const cwd = await repository();
    await mkdir(join(cwd, "studio"));
    for (const name of ["laurel.yaml", "games"])
      await rename(join(cwd, name), join(cwd, "studio", name));
    expect(await changedIn(join(cwd, "studio"))).toEqual(NAMES);
  });

  it("are found over a link, in a folder of a repository with SHA-256", async () => {
    const outer = await scratchFolder();
    const elsewhere = await scratchFolder();
    git(outer, "init", "-q", "-b", "main", "--object-format=sha256");
    await cp(template, join(outer, "studio"), {
      recursive: true,
      filter: (path) => !path.endsWith(".git"),
    });
    expect(commitAll(outer, "base")).toHaveLength(64);
    await symlink(outer, join(elsewhere, "link"));
    for (const changed of [[], ["b"]]) {
      expect(await changedIn(join(outer, "studio"))).toEqual(changed);
      expect(await changedIn(elsewhere, join(elsewhere, "link/studio/laurel.yaml"))).toEqual(
        changed,
      );
      await writeFile(join(outer, "studio/games/b/more.yaml"), "actions: []\n");
    }
  });

  it("may have their manifests beside the project file", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, {
      "laurel.yaml": project([block("a", ".")]),
      "in/more.yaml": "actions: []\n",
    });
    commitAll(cwd, "base");
    await appendFile(join(cwd, "laurel.yaml"), "# why\n");
    expect(await changedIn(cwd)).toEqual([]);
    await appendFile(join(cwd, "in/more.yaml"), "# why\n");
    expect(await changedIn(cwd)).toEqual(["a"]);
  });

  it("are those that differ from the last common commit: what is new on the other branch is not this one's", async () => {
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
    const { stderr, stdout } = await run(cwd, "plan", ...SINCE_MAIN, "--format", "json");
    expect(stderr).toContain("Changed since main: 1 of 4 games.");
    expect(JSON.parse(stdout).changed).toEqual({
      base: { ref: "main", commit: fork },
      games: 1,
      of: 4,
    });
  });
});

describe.each([
  [["plan"], SCHEMAS.plan],
  [["apply", "--yes"], SCHEMAS.apply],
])("laurel %j --changed", (words, schema) => {
  it("exits with 0, one sentence and a valid document without games when nothing has changed", async () => {
    const cwd = await repository();
    const { exit, stdout, stderr } = await run(cwd, ...words, ...SINCE_MAIN, "--format", "json");
    expect([exit, stderr]).toEqual([0, "Changed since main: 0 of 4 games.\n"]);
    expect(schemaProblems(schema, stdout)).toEqual([]);
    const { changed, diagnostics } = JSON.parse(stdout);
    const base = { ref: "main", commit: git(cwd, "rev-parse", "main") };
    expect({ changed, diagnostics }).toEqual({
      changed: { base, games: 0, of: 4 },
      diagnostics: [],
    });
    expect(await run(cwd, ...words, ...SINCE_MAIN)).toMatchObject({ exit: 0, stdout: "" });
  });
});

it.each([
  ["markdown", "since `<b>x</b>`"],
  ["html", "since &#60;b&#62;x&#60;/b&#62;"],
])("%s shows the name of the commit as text", async (format, words) => {
  const cwd = await repository();
  git(cwd, "branch", "<b>x</b>", "main");
  const { stdout } = await run(cwd, "plan", "--changed", "--base", "<b>x</b>", "--format", format);
  expect(stdout).toContain(`Changed ${words}: 0 of 4 games`);
});

describe("with a service", () => {
  async function live() {
    const service = await testService();
    const cwd = await manyGames({ names: NAMES, url: service.url });
    commitAll(cwd, "base");
    return { cwd, service };
  }

  it("apply changes the games that have changed, and leaves the others as they are", async () => {
    const { cwd, service } = await live();
    await appendFile(join(cwd, "games/b/game.yaml"), "# why\n");
    const { exit, stdout, stderr } = await run(cwd, "apply", ...SINCE_MAIN, "--yes");
    expect(exit, stderr).toBe(0);
    expect(stderr).toContain("Changed since main: 1 of 4 games.");
    expect(stdout).toContain("1 game: 1 done.");
    expect(NAMES.filter((name) => (service.contents(name).rewards ?? []).length > 0)).toEqual([
      "b",
    ]);
  });

  it("two games with one target are noticed where one of them has not changed", async () => {
    const { cwd } = await live();
    const file = join(cwd, "laurel.yaml");
    await writeFile(file, (await readFile(file, "utf8")).replace("game_id: a ", "game_id: b "));
    const { exit, stderr } = await run(cwd, "plan", ...SINCE_MAIN);
    expect(exit).toBe(3);
    expect(stderr).toContain("error[shared-target]");
  });
});
