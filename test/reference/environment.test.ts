/** The table of environment variables has those that commands read, and no others. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { ENVIRONMENT_VARIABLES } from "../../scripts/reference/environment-variables.ts";
import { inGame, runCli, scratchFolder, TOKEN, writeFiles } from "../support/cli.ts";
import { commitAll, GIT_ENV } from "../workflow/drift/repository.ts";

/**
 * What git and the library for proxies are given, and small letters, which the table mentions in
 * words.
 */
const PASSED_ON = ["PATH", "HOME", "http_proxy", "https_proxy", "no_proxy"];

/** Runs command lines, and returns the names of the variables that were read. */
async function readBy(
  cwd: string,
  env: Readonly<Record<string, string>>,
  lines: readonly string[],
) {
  const read = new Set<string>();
  const watched = new Proxy(env, {
    get: (target, name) => {
      read.add(String(name));
      return Reflect.get(target, name);
    },
    has: (target, name) => {
      read.add(String(name));
      return Reflect.has(target, name);
    },
  });
  for (const line of lines)
    await runCli(line.split(" "), { cwd, env: watched, isTerminal: line.includes("-v") });
  return read;
}

it("has every variable that a command reads, and each of them is read", async () => {
  const manifests = { "a.yaml": "rewards: [{ custom_id: egg, name: Egg }]\n" };
  const game = await inGame({ manifests });
  commitAll(game.folder, "base");
  const online = [
    "plan -v --base main",
    "plan --format github",
    "apply --yes",
    "pull --check",
    "rankings x",
    "init x",
  ];
  const local = [
    "validate",
    "lint",
    "test",
    "report",
    "graph",
    "changelog --base main",
    "codegen --language lua",
  ];
  const more = ["schema plan", "mv reward/egg egg-2 --check", "plan --no-such-flag", "--help"];
  const github = {
    GITHUB_ACTIONS: "true",
    GITHUB_STEP_SUMMARY: join(game.folder, "summary.md"),
    GITHUB_OUTPUT: join(game.folder, "outputs"),
  };
  const read = await readBy(game.folder, { ...GIT_ENV, ...game.env, ...github }, [
    ...online,
    ...local,
    ...more,
  ]);
  const away = await scratchFolder();
  const service =
    'service: { base_url: "https://api.example.com", retries: 0, token_env: STUDIO_TOKEN }';
  const games = "games: { g: { manifests: g, environments: { live: { game_id: g } } } }";
  await writeFiles(away, {
    "laurel.yaml": `version: 1\n${service}\n${games}\n`,
    "g/a.yaml": manifests["a.yaml"],
  });
  const env = {
    CI: "true",
    STUDIO_TOKEN: TOKEN,
    LAUREL_ALLOWED_TOKEN_ENVS: "STUDIO_TOKEN",
    LAUREL_ALLOWED_ORIGINS: "https://api.example.com",
    HTTPS_PROXY: "http://127.0.0.1:9",
  };
  for (const name of await readBy(away, env, ["plan"])) read.add(name);
  const { CI: _, LAUREL_ALLOWED_ORIGINS: __, ...rest } = env;
  for (const name of await readBy(away, rest, ["plan"])) read.add(name);
  const documented = ENVIRONMENT_VARIABLES.flatMap(({ names }) => names);
  const others = new Set([...PASSED_ON, "STUDIO_TOKEN", ...Object.keys(GIT_ENV)]);
  expect([...read].filter((name) => !others.has(name)).sort()).toEqual([...documented].sort());
});
