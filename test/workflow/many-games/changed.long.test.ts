/** `--changed` over random working trees, and over a thousand games: only the games that have changed cost requests. */
import { appendFile, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { questsOf } from "../../../bench/game.js";
import { writeManifests } from "../../../bench/manifests.js";
import { portsIn } from "../../../src/library/run.ts";
import { findChanges } from "../../../src/workflow/changed.ts";
import { loadProject } from "../../../src/workflow/selection.ts";
import { runCli, scratchFolder, testService, writeFiles } from "../../support/cli.ts";
import { runs } from "../../support/runs.ts";
import { commitAll, GIT_ENV } from "../drift/repository.ts";
import { ENV } from "./games.ts";

/** A folder of games by path: what each file holds. */
type Tree = Readonly<Record<string, string>>;

const GAMES = ["a", "b", "c"];
const PLACES = [
  "game.yaml",
  "more.json",
  "in/deep.yml",
  "overrides/live.yaml",
  "play.test.yaml",
  "notes.md",
  ".x.yaml",
];
const tree: fc.Arbitrary<Tree> = fc.dictionary(
  fc.tuple(fc.constantFrom(...GAMES), fc.constantFrom(...PLACES)).map(([game, place]) => `games/${game}/${place}`),
  fc.constantFrom("rewards: []\n", "rewards: []\r\n", "# a\nrewards: []\n", "# a\r\nrewards: []\r\n", ""),
  { maxKeys: 12 },
);

/** What laurel reads of a game, line ends aside. */
function readIn(all: Tree, game: string): Tree {
  const own = Object.entries(all).filter(([path]) => path.startsWith(`games/${game}/`) && !/\.md$|\/\./.test(path));
  return Object.fromEntries(own.sort());
}

/** A file with LF in the commit and CRLF on disk is the same; git itself would make it so. */
function isSame(before: Tree, after: Tree): boolean {
  const paths = Object.keys(before);
  return (
    paths.join() === Object.keys(after).join() &&
    paths.every((path) => after[path] === before[path] || after[path]?.replaceAll("\r\n", "\n") === before[path])
  );
}

it("finds exactly the games whose files differ, whatever lies in the working tree", async () => {
  const cwd = await scratchFolder();
  const games = GAMES.map(
    (name) => `  ${name}: { manifests: games/${name}, environments: { live: { embedded: true } } }\n`,
  );
  const write = async (all: Tree): Promise<void> => {
    await rm(join(cwd, "games"), { recursive: true, force: true });
    for (const [path, text] of Object.entries(all)) {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await writeFile(join(cwd, path), text);
    }
  };
  await writeFiles(cwd, { "laurel.yaml": `version: 1\ngames:\n${games.join("")}` });
  const ports = portsIn(cwd, GIT_ENV);
  const { value: project } = await loadProject({}, ports);
  if (project === undefined) throw new Error("no project");
  await fc.assert(
    fc.asyncProperty(tree, tree, fc.boolean(), async (before, other, isEdit) => {
      await write(before);
      const base = commitAll(cwd);
      const after = isEdit ? { ...before, ...other } : other;
      await write(after);
      const found = await findChanges(project, [], base, ports);
      const expected = GAMES.filter((game) => {
        const hasFolder = [before, after].every((all) =>
          Object.keys(all).some((path) => path.startsWith(`games/${game}/`)),
        );
        return !hasFolder || !isSame(readIn(before, game), readIn(after, game));
      });
      expect([...(found.value?.names ?? [])]).toEqual(expected);
    }),
    runs(150),
  );
});

const MANY = 1000;
const CHANGED = ["g-0007", "g-0500", "g-1000"];

it("a thousand games of twenty resources, three of them changed: only these are asked for", async () => {
  const asked = new Map<string, number>();
  const service = await testService({
    onRequest: ({ path }) => {
      const game = /\/games\/([^/]+)\//.exec(path)?.[1] ?? "";
      asked.set(game, (asked.get(game) ?? 0) + 1);
    },
  });
  const cwd = await scratchFolder();
  const names = Array.from({ length: MANY }, (_, index) => `g-${String(index + 1).padStart(4, "0")}`);
  const quests = questsOf(20);
  for (const name of names) writeManifests(join(cwd, "games", name), quests);
  const blocks = names.map(
    (name) => `  ${name}: { manifests: games/${name}, environments: { live: { game_id: ${name} } } }\n`,
  );
  await writeFiles(cwd, {
    "laurel.yaml": `version: 1\nservice: { base_url: "${service.url}" }\ngames:\n${blocks.join("")}`,
  });
  commitAll(cwd, "base");
  const run = (...argv: readonly string[]) => runCli(argv, { cwd, env: { ...ENV, ...GIT_ENV } });
  const applied = await run("apply", "--yes", "--game", names[0] ?? "");
  expect(applied.exit, applied.stderr).toBe(0);
  const contents = service.contents(names[0] ?? "");
  for (const name of names.slice(1)) await service.seed(name, contents);
  for (const name of CHANGED) {
    await appendFile(join(cwd, "games", name, "chapter-0001/leaderboards.yaml"), "  - { custom_id: new, name: New }\n");
  }
  const measured = async (...flags: readonly string[]) => {
    asked.clear();
    const start = performance.now();
    const { exit, stdout, stderr } = await run("plan", "--detailed-exitcode", "--format", "json", ...flags);
    const seconds = (performance.now() - start) / 1000;
    expect(exit, stderr).toBe(2);
    const plans: readonly { game: string; summary: { create: number } }[] = JSON.parse(stdout).plans;
    const steps = plans.filter(({ summary }) => summary.create > 0).map(({ game }) => game);
    return { seconds, steps, stderr, asked: new Map(asked), requests: [...asked.values()].reduce((a, b) => a + b, 0) };
  };
  const part = await measured("--changed", "--base", "main");
  const whole = await measured();
  expect(part.stderr).toBe("3 of 1,000 games have changed since main.\n");
  expect([...part.asked.keys()].sort()).toEqual(CHANGED);
  expect(part.steps).toEqual(CHANGED);
  expect(whole.steps).toEqual(CHANGED);
  expect(whole.asked.size).toBe(MANY);
  for (const [game, count] of part.asked) expect(count).toBeLessThanOrEqual((whole.asked.get(game) ?? 0) + 1);
  expect(part.requests).toBeLessThan(whole.requests / 200);
  expect(part.seconds).toBeLessThan(whole.seconds / 2);
});
