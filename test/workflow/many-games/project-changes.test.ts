/**
 * `--base` names every live game that the project file no longer leads to, and sends nothing there.
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { BaseFacts } from "../../../src/model/base-facts.ts";
import { runCli, testService } from "../../support/cli.ts";
import { commitAll, GIT_ENV } from "../drift/repository.ts";
import { ENV, manyGames } from "./games.ts";

const LIVE = "live: { game_id: a }";

/**
 * The page of a plan says first that its own target has changed, so that no warning says it again.
 */
const OWN = 'The environment "live" of the game "a" leads to another live game';

/** How a branch changes the project file, and the warnings about it. */
const EDITS: Readonly<
  Record<string, readonly [from: string, to: string, ...says: readonly string[]]>
> = {
  "nothing at all": ["version: 1", "version: 1"],
  "a comment, and the address in another form": ['/"\n', '/v1/" # the service\n'],
  "a game that leaves": [
    "  a:\n    manifests: games/a\n    environments: { live: { game_id: a }, staging: { game_id: a-2 } }\n",
    "",
    'The game "a" of main is no longer in the project. laurel does nothing with its resources in "live" and "staging": they stay as they are.',
  ],
  "a game with another name": [
    "  a:\n",
    "  z:\n",
    'The game "a" of main is no longer in the project. It is "z" now, with the same live game.',
  ],
  "a game with another name and one environment less": [
    `  a:\n    manifests: games/a\n    environments: { ${LIVE}, staging: { game_id: a-2 } }`,
    `  z:\n    manifests: games/a\n    environments: { ${LIVE} }`,
    'It is "z" now, with the same live game. laurel does nothing with its resources in "staging": they stay as they are.',
  ],
  "an environment that leaves": [
    ", staging: { game_id: a-2 }",
    "",
    'The environment "staging" of the game "a" is no longer in the project. laurel does nothing with the resources of the live game before: they stay as they are.',
  ],
  "an environment with another name": [
    ", staging: {",
    ", test: {",
    'The environment "staging" of the game "a" is no longer in the project. Its live game now belongs to "test".',
  ],
  "another live game": [
    LIVE,
    "live: { game_id: another }",
    'The environment "live" of the game "a" leads to another live game than at main. laurel does nothing with',
  ],
  "live games that are exchanged": [
    `${LIVE}, staging: { game_id: a-2 }`,
    "live: { game_id: a-2 }, staging: { game_id: a }",
    'The environment "live" of the game "a" leads to another live game than at main. Its live game now belongs to "staging".',
    'The environment "staging" of the game "a" leads to another live game than at main. Its live game now belongs to "live".',
  ],
  "another folder": ["manifests: games/a", "manifests: games/moved"],
  "an address for one environment": [
    "staging: { game_id: a-2 }",
    'staging: { game_id: a-2, service: { base_url: "https://staging.example.com" } }',
    'The environment "staging" of the game "a" leads to another live game than at main.',
  ],
};

it.each(Object.entries(EDITS))("plan --base names %s", async (name, [from, to, ...says]) => {
  const paths: string[] = [];
  const service = await testService({ onRequest: ({ path }) => paths.push(path) });
  const environments = { a: "{ game_id: a }, staging: { game_id: a-2 }" };
  const cwd = await manyGames({ names: ["a", "b"], url: `${service.url}/`, environments });
  const file = join(cwd, "laurel.yaml");
  commitAll(cwd, "base");
  const text = await readFile(file, "utf8");
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
  if (to.includes("moved")) await rename(join(cwd, "games/a"), join(cwd, "games/moved"));
  const others = says.filter((words) => !words.startsWith(OWN));
  for (const [command = "", ...flags] of [["plan"], ["plan", "--changed"], ["pull", "--check"]]) {
    const said = command === "plan" ? others : says;
    const argv = [command, "--env", "live", "--base", "main", "--format", "json", ...flags];
    const run = await runCli(argv, { cwd, env: { ...GIT_ENV, ...ENV } });
    // A check of a pull exits with 2 where the live game differs.
    expect(command === "plan" ? [0] : [0, 2], run.stderr).toContain(run.exit);
    const { diagnostics, plans = [] } = JSON.parse(run.stdout);
    expect(diagnostics.map(({ code }: { code: string }) => code)).toEqual(
      said.map(() => "project-changed"),
    );
    const changed = plans.filter(({ base }: { base: BaseFacts }) => base.target.is === "changed");
    expect(changed.length).toBe(says.length - said.length);
    for (const [index, words] of said.entries()) {
      expect(diagnostics[index].detail).toContain(words);
      expect(diagnostics[index]).toMatchObject({ file: "laurel.yaml", line: expect.any(Number) });
      expect(run.stderr.replaceAll(/\s+/g, " ")).toContain(words);
    }
  }
  expect(
    paths.filter((path) => path.includes("/a-2/") && name !== "live games that are exchanged"),
  ).toEqual([]);
});

it("a game with another name is compared with the manifests that it had", async () => {
  const service = await testService();
  await service.seed("a", {
    rewards: ["egg", "shell", "old"].map((custom_id) => ({ custom_id, name: custom_id })),
  });
  const manifests = {
    a: "rewards: [{ custom_id: egg, name: egg }, { custom_id: shell, name: shell }]\n",
  };
  const cwd = await manyGames({ names: ["a"], url: service.url, manifests });
  commitAll(cwd, "base");
  const file = join(cwd, "laurel.yaml");
  await writeFile(file, (await readFile(file, "utf8")).replace("  a:\n", "  z:\n"));
  await writeFile(join(cwd, "games/a/game.yaml"), "rewards: [{ custom_id: egg, name: egg }]\n");
  const argv = ["plan", "--base", "main", "--prune", "--format", "json"];
  const { diagnostics } = JSON.parse(
    (await runCli(argv, { cwd, env: { ...GIT_ENV, ...ENV } })).stdout,
  );
  const unknown = diagnostics.filter(({ code }: { code: string }) => code === "deletes-unknown");
  expect(unknown.map(({ detail }: { detail: string }) => detail)).toEqual([
    expect.stringContaining('"old"'),
  ]);
  expect(JSON.stringify(unknown)).not.toContain("shell");
});

it.each([
  ["--game b", []],
  ["--game a", ["project-changed"]],
])("with %s, warnings are about the chosen games", async (flags, codes) => {
  const service = await testService();
  const environments = { a: "{ game_id: a }, staging: { game_id: a-2 }" };
  const cwd = await manyGames({ names: ["a", "b"], url: service.url, environments });
  commitAll(cwd, "base");
  const file = join(cwd, "laurel.yaml");
  await writeFile(file, (await readFile(file, "utf8")).replace(", staging: { game_id: a-2 }", ""));
  const argv = ["plan", "--env", "live", "--base", "main", "--format", "json", ...flags.split(" ")];
  const { diagnostics } = JSON.parse(
    (await runCli(argv, { cwd, env: { ...GIT_ENV, ...ENV } })).stdout,
  );
  expect(diagnostics.map(({ code }: { code: string }) => code)).toEqual(codes);
});
