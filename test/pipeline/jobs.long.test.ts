/** The jobs of the pipelines that `laurel init --ci` writes, run as their systems would, against a service. */
import { existsSync, readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { GAME_ID, inGame, runCli, scratchFolder, TOKEN, writeFiles } from "../support/cli.ts";
import { commitAll, GIT_ENV, git } from "../workflow/drift/repository.ts";
import { type GitLabJob, type JobRun, programs, runJob, runScript, type Workflow } from "./running.ts";

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
const PULL_REQUEST = {
  "github.event_name": "pull_request",
  "github.repository": "studio/games",
  "github.event.pull_request.head.repo.full_name": "studio/games",
  "github.event.pull_request.number": "7",
};

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
  const context = {
    "secrets.LAUREL_API_TOKEN": TOKEN,
    "vars.LAUREL_ALLOWED_ORIGINS": new URL(url).origin,
    "vars.LAUREL_BASE_URL": url,
  };
  return {
    folder,
    /** For scripts that are no jobs of GitHub's. */
    env: { ...shell, LAUREL_BASE_URL: url, LAUREL_API_TOKEN: TOKEN } as Context,
    read: (file: string): string => readFileSync(join(folder, file), "utf8"),
    edit: (id: string, value: string) => game.service().edit(GAME_ID, "reward", id, { name: value }),
    nameOfEgg: (): unknown => {
      const { rewards = [] } = game.service().contents(GAME_ID);
      return rewards.find(({ custom_id }) => custom_id === "egg")?.name;
    },
    /** Runs a job of a workflow on GitHub. */
    run: (file: string, job: string, more: Context = {}): Promise<JobRun> => {
      const { jobs } = parse(readFileSync(join(folder, `.github/workflows/${file}.yml`), "utf8")) as Workflow;
      const found = jobs[job] ?? expect.fail(`no job ${job} in ${file}`);
      return runJob(found, { cwd: folder, env: shell }, { ...context, ...more });
    },
  };
}

describe("on GitHub, a pull request", () => {
  it("is checked and planned, with a summary and one comment", async () => {
    const { run, nameOfEgg } = await withPipeline("github");
    const { succeeded, log, summary, asked } = await run("laurel-plan", "plan", PULL_REQUEST);
    expect(succeeded, log).toBe(true);
    expect(summary).toContain("1 to update");
    expect(asked.at(-1)).toMatch(/^gh api --silent repos\/studio\/games\/issues\/7\/comments --field body=@/);
    expect(nameOfEgg()).toBe("Egg");
    // A fork's has no token, and is not planned.
    const fork = { "github.event.pull_request.head.repo.full_name": "stranger/games", "secrets.LAUREL_API_TOKEN": "" };
    const foreign = await run("laurel-plan", "plan", { ...PULL_REQUEST, ...fork });
    expect(foreign.succeeded, foreign.log).toBe(true);
    expect(foreign.log).not.toContain("to update");
    expect(foreign.asked).toEqual([]);
  });

  it("runs nothing that it brings along", async () => {
    const { run, folder } = await withPipeline("github");
    const evil = '#!/bin/sh\ntouch "$(dirname "$0")/../ran" ran\n';
    await writeFiles(folder, {
      ".npmrc": "git=./evil.sh\nignore-scripts=false\n",
      "evil.sh": evil,
      "package.json": '{ "type": "module", "scripts": { "preinstall": "./evil.sh" } }',
      "package-lock.json": '{ "lockfileVersion": 3, "packages": { "": { "dependencies": { "a": "git+ssh://x/a" } } } }',
      "node_modules/.bin/laurel": evil,
      "manifests/HEAD": "ref: refs/heads/main\n",
      "manifests/config": "[core]\n\tbare = true\n\tfsmonitor = ../evil.sh\n",
      "manifests/objects/x": "",
      "manifests/refs/x": "",
    });
    for (const name of ["evil.sh", "node_modules/.bin/laurel"]) await chmod(join(folder, name), 0o755);
    git(folder, "config", "core.fsmonitor", "./evil.sh");
    const { succeeded, log } = await run("laurel-plan", "plan", PULL_REQUEST);
    expect(succeeded, log).toBe(true);
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });
});

describe("on GitHub, a merge", () => {
  it("is planned, then applied by the digest of that plan, and refused when the live game has changed since", async () => {
    const { run, nameOfEgg, edit } = await withPipeline("github");
    const planned = await run("laurel-apply", "plan");
    expect(planned.outputs.expect, planned.log).toMatch(/^sha256:[0-9a-f]{64}$/);
    const needs = { "needs.plan.outputs.expect": planned.outputs.expect ?? "" };
    await edit("egg", "Goose");
    const refused = await run("laurel-apply", "apply", needs);
    expect([refused.succeeded, refused.log]).toEqual([false, expect.stringContaining("other-digest")]);
    await edit("egg", "Egg");
    const applied = await run("laurel-apply", "apply", needs);
    expect(applied.succeeded, applied.log).toBe(true);
    expect(nameOfEgg()).toBe("Golden egg");
    // After it, there is nothing to do; and an interrupted plan passes nothing on.
    expect((await run("laurel-apply", "plan")).outputs.expect).toBe("");
    expect((await run("laurel-apply", "apply")).succeeded).toBeUndefined();
    const failed = await run("laurel-apply", "plan", { "secrets.LAUREL_API_TOKEN": "wrong" });
    expect([failed.succeeded, failed.outputs]).toEqual([false, { expect: "" }]);
  });
});

it("on GitHub, drift becomes one pull request, and none when nothing differs", async () => {
  const { run, folder, edit } = await withPipeline("github");
  const server = join(await scratchFolder(), "server.git");
  git(folder, "init", "--quiet", "--bare", server);
  git(folder, "remote", "add", "origin", server);
  await edit("egg", "Golden egg");
  const branch = { "github.ref_name": "main", "github.event.repository.default_branch": "main" };
  const quiet = await run("laurel-drift", "drift", branch);
  expect(quiet.asked.join("\n"), quiet.log).not.toContain("gh pr create");
  await edit("nest", "Eyrie");
  const { succeeded, log, asked } = await run("laurel-drift", "drift", branch);
  expect(succeeded, log).toBe(true);
  expect(asked.at(-1)).toMatch(/^gh pr create --head laurel\/drift /);
  expect(git(server, "show", "laurel/drift:manifests/game.yaml")).toContain("name: Eyrie");
});

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
