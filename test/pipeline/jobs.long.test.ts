/** The jobs of the pipelines that `laurel init --ci` writes, run as their systems would, against a service. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { GAME_ID, inGame, runCli, scratchFolder, TOKEN, writeFiles } from "../support/cli.ts";
import { commitAll, GIT_ENV, git } from "../workflow/drift/repository.ts";
import { type GitLabJob, programs, runScript } from "./running.ts";

const ROOT = join(import.meta.dirname, "../..");
/** One game; the environment names the service. */
const PROJECT = `version: 1
service: { base_url: "\${LAUREL_BASE_URL}" }
games: { dungeon: { manifests: manifests, environments: { production: { game_id: g } } } }
`;
const LIVE = {
  rewards: [
    { custom_id: "egg", name: "Egg" },
    { custom_id: "nest", name: "Nest" },
  ],
};
const MANIFEST = "rewards:\n  - { custom_id: egg, name: Egg }\n  - { custom_id: nest, name: Nest }\n";
type Context = Readonly<Record<string, string>>;

/** A game in a repository that has the files of a pipeline, a scenario and a change; and what a pipeline's system gives it. */
async function withPipeline(name: string) {
  const game = await inGame({ live: LIVE, manifests: { "game.yaml": MANIFEST } });
  const { folder } = game;
  await writeFiles(folder, {
    "laurel.yaml": PROJECT,
    ".gitignore": ".laurel/\n",
    "manifests/egg.test.yaml": "scenarios: [{ name: Nothing, steps: [], expect: { points: 0 } }]\n",
  });
  const made = await runCli(["init", "--ci", name], { cwd: folder });
  expect([made.exit, made.stderr]).toEqual([0, ""]);
  commitAll(folder, "pipeline");
  await writeFiles(folder, { "manifests/game.yaml": MANIFEST.replace("name: Egg", "name: Golden egg") });
  commitAll(folder, "a golden egg");
  const { url } = game.service();
  const shell: Context = { ...GIT_ENV, PATH: `${await programs()}:${process.env.PATH}`, HOME: await scratchFolder() };
  return {
    folder,
    env: { ...shell, LAUREL_BASE_URL: url, LAUREL_API_TOKEN: TOKEN } as Context,
    read: (file: string): string => readFileSync(join(folder, file), "utf8"),
    edit: (id: string, value: string) => game.service().edit(GAME_ID, "reward", id, { name: value }),
    nameOfEgg: (): unknown => {
      const { rewards = [] } = game.service().contents(GAME_ID);
      return rewards.find(({ custom_id }) => custom_id === "egg")?.name;
    },
  };
}

it("on GitLab, a merge request is planned, and a merge is applied by the digest of its plan", async () => {
  const { folder, env, read, nameOfEgg } = await withPipeline("gitlab");
  const jobs = parse(read("laurel.gitlab-ci.yml")) as Record<string, GitLabJob>;
  const { GIT_CONFIG_GLOBAL: _, ...own } = env;
  const base = git(folder, "rev-parse", "HEAD^");
  git(folder, "remote", "add", "origin", folder);
  /** The lines of a job, behind those of the hidden job that it extends, in one shell. */
  const run = async (name: string, more: Context = {}): Promise<void> => {
    const lines = [...(jobs[".laurel"]?.before_script ?? []), ...(jobs[name]?.script ?? [])].join("\n");
    const place = { cwd: folder, env: { ...own, CI_PROJECT_DIR: folder, ...more } };
    const { exit, stdout, stderr } = await runScript(["sh", "-e", "-c", lines], place);
    expect(exit, stdout + stderr).toBe(0);
  };
  const request = { CI_MERGE_REQUEST_PROJECT_ID: "9", CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
  await run("laurel:plan", { ...request, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9" });
  expect(read("plan.md")).toContain("1 to update");
  await run("laurel:plan", { ...request, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "8", LAUREL_API_TOKEN: "" });
  await run("laurel:plan:merged");
  await run("laurel:apply", { expect: /^expect=(.*)$/m.exec(read("laurel.env"))?.[1] ?? "" });
  expect(nameOfEgg()).toBe("Golden egg");
});

it("the shell script checks, plans, applies by the digest, and ends with 2 for drift", async () => {
  const { folder, env, nameOfEgg, edit } = await withPipeline("shell");
  const exit = async (job: string): Promise<number | null> =>
    (await runScript(["sh", "laurel-ci.sh", job], { cwd: folder, env: { ...env, BASE: "HEAD^" } })).exit;
  expect([await exit("check"), await exit("plan"), await exit("merged")]).toEqual([0, 0, 0]);
  expect([await exit("apply"), nameOfEgg(), await exit("drift")]).toEqual([0, "Golden egg", 0]);
  await edit("egg", "Goose");
  expect([await exit("apply"), await exit("drift"), await exit("other")]).toEqual([4, 2, 64]);
});

it("laurel's action puts the program that lies beside it on the PATH", async () => {
  const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
  const { run: script } = action.runs.steps[1];
  const cwd = await scratchFolder();
  const env = { PATH: process.env.PATH ?? "", RUNNER_TEMP: cwd, GITHUB_PATH: join(cwd, "path") };
  const put = (GITHUB_ACTION_PATH: string) =>
    runScript(["bash", "-e", "-c", script], { cwd, env: { ...env, GITHUB_ACTION_PATH } });
  expect(await put(cwd)).toMatchObject({ exit: 64, stdout: expect.stringContaining("does not hold laurel") });
  expect(await put(ROOT)).toMatchObject({ exit: 0 });
  const PATH = `${readFileSync(join(cwd, "path"), "utf8").trim()}:${env.PATH}`;
  const { stdout } = await runScript(["sh", "-c", "laurel --version"], { cwd, env: { PATH } });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
