/** The jobs of the pipelines that `laurel init --ci` writes, run as their systems would, against a service. */
import { existsSync, readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { GAME_ID, runCli, scratchFolder, TOKEN, writeFiles } from "../support/cli.ts";
import { commitAll, git } from "../workflow/drift/repository.ts";
import {
  type Context,
  type GitLabJob,
  type JobRun,
  runGitLabJob,
  runJob,
  type Workflow,
  yamlFile,
} from "./run-workflow.ts";
import { APPLIED, ROOT, type Scene, scene, startScript } from "./support.ts";

const CHANGED = "rewards:\n  - { custom_id: egg, name: Golden egg }\n  - { custom_id: nest, name: Nest }\n";
const PULL_REQUEST: Context = {
  "github.event_name": "pull_request",
  "github.repository": "studio/games",
  "github.event.pull_request.head.repo.full_name": "studio/games",
  "github.event.pull_request.number": "7",
};

/** A scene whose repository has the files of a pipeline, and a scenario. */
async function withPipeline(name: string): Promise<Scene> {
  const at = await scene({ live: APPLIED });
  await writeFiles(at.folder, {
    "manifests/egg.test.yaml": "scenarios: [{ name: Nothing, steps: [], expect: { points: 0 } }]\n",
  });
  const made = await runCli(["init", "--ci", name], { cwd: at.folder });
  expect([made.exit, made.stderr]).toEqual([0, ""]);
  commitAll(at.folder, "pipeline");
  await writeFiles(at.folder, { "manifests/game.yaml": CHANGED });
  commitAll(at.folder, "a golden egg");
  return at;
}

function run(at: Scene, file: string, job: string, context: Context = {}): Promise<JobRun> {
  const { jobs } = parse(readFileSync(join(at.folder, ".github/workflows", file), "utf8")) as Workflow;
  const found = jobs[job] ?? expect.fail(`no job ${job} in ${file}`);
  return runJob(found, at, {
    "secrets.LAUREL_API_TOKEN": TOKEN,
    "vars.LAUREL_ALLOWED_ORIGINS": new URL(at.game.service().url).origin,
    "vars.LAUREL_BASE_URL": at.game.service().url,
    ...context,
  });
}

const nameOfEgg = ({ game }: Scene): unknown =>
  game
    .service()
    .contents(GAME_ID)
    .rewards?.find(({ custom_id }) => custom_id === "egg")?.name;

describe("on GitHub, a pull request", () => {
  it("is checked and planned, with a summary and one comment", async () => {
    const at = await withPipeline("github");
    const { succeeded, log, summary, asked } = await run(at, "laurel-plan.yml", "plan", PULL_REQUEST);
    expect(succeeded, log).toBe(true);
    expect(summary).toContain("1 to update");
    expect(asked.at(-1)).toMatch(/^gh api --silent repos\/studio\/games\/issues\/7\/comments --field body=@/);
    expect(nameOfEgg(at)).toBe("Egg");
  });

  it("of a fork is checked without a token, and not planned", async () => {
    const at = await withPipeline("github");
    const fork = { ...PULL_REQUEST, "github.event.pull_request.head.repo.full_name": "stranger/games" };
    const { succeeded, log, asked } = await run(at, "laurel-plan.yml", "plan", {
      ...fork,
      "secrets.LAUREL_API_TOKEN": "",
    });
    expect(succeeded, log).toBe(true);
    expect(log).not.toContain("to update");
    expect(asked).toEqual([]);
  });

  it("runs nothing that it brings along", async () => {
    const at = await withPipeline("github");
    const evil = '#!/bin/sh\ntouch "$(dirname "$0")/../ran" ran\n';
    await writeFiles(at.folder, {
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
    for (const name of ["evil.sh", "node_modules/.bin/laurel"]) await chmod(join(at.folder, name), 0o755);
    git(at.folder, "config", "core.fsmonitor", "./evil.sh");
    const { succeeded, log } = await run(at, "laurel-plan.yml", "plan", PULL_REQUEST);
    expect(succeeded, log).toBe(true);
    expect(existsSync(join(at.folder, "ran"))).toBe(false);
  });
});

describe("on GitHub, a merge", () => {
  it("is planned, then applied by the digest of that plan; after it, there is nothing to do", async () => {
    const at = await withPipeline("github");
    const planned = await run(at, "laurel-apply.yml", "plan");
    expect(planned.outputs.expect, planned.log).toMatch(/^--expect sha256:[0-9a-f]{64}$/);
    const needs = { "needs.plan.outputs.expect": planned.outputs.expect ?? "" };
    const applied = await run(at, "laurel-apply.yml", "apply", needs);
    expect(applied.succeeded, applied.log).toBe(true);
    expect(nameOfEgg(at)).toBe("Golden egg");
    expect((await run(at, "laurel-apply.yml", "plan")).outputs.expect).toBe("");
    expect((await run(at, "laurel-apply.yml", "apply")).succeeded).toBeUndefined();
  });

  it("is refused when the live game has changed since, and an interrupted plan passes nothing on", async () => {
    const at = await withPipeline("github");
    const { outputs } = await run(at, "laurel-apply.yml", "plan");
    await at.game.service().edit(GAME_ID, "reward", "egg", { name: "Goose" });
    const { succeeded, log } = await run(at, "laurel-apply.yml", "apply", {
      "needs.plan.outputs.expect": outputs.expect ?? "",
    });
    expect([succeeded, log]).toEqual([false, expect.stringContaining("other-digest")]);
    const failed = await run(at, "laurel-apply.yml", "plan", { "secrets.LAUREL_API_TOKEN": "wrong" });
    expect([failed.succeeded, failed.outputs]).toEqual([false, { expect: "" }]);
  });
});

describe("on GitHub, drift", () => {
  it("becomes one pull request, and none when nothing differs", async () => {
    const at = await withPipeline("github");
    const server = join(await scratchFolder(), "server.git");
    git(at.folder, "init", "--quiet", "--bare", server);
    git(at.folder, "remote", "add", "origin", server);
    await at.game.service().edit(GAME_ID, "reward", "egg", { name: "Golden egg" });
    const branch = { "github.ref_name": "main", "github.event.repository.default_branch": "main" };
    const quiet = await run(at, "laurel-drift.yml", "drift", branch);
    expect(
      quiet.asked.filter((line) => line.startsWith("gh pr create")),
      quiet.log,
    ).toEqual([]);
    await at.game.service().edit(GAME_ID, "reward", "nest", { name: "Eyrie" });
    const { succeeded, log, asked } = await run(at, "laurel-drift.yml", "drift", branch);
    expect(succeeded, log).toBe(true);
    expect(asked.at(-1)).toMatch(/^gh pr create --head laurel\/drift /);
    expect(git(server, "show", "laurel/drift:manifests/game.yaml")).toContain("name: Eyrie");
  });
});

describe("on GitLab", () => {
  const jobs = async (at: Scene): Promise<Readonly<Record<string, GitLabJob>>> =>
    parse(readFileSync(join(at.folder, "laurel.gitlab-ci.yml"), "utf8")) as Record<string, GitLabJob>;

  it("a merge request is planned, and a merge is applied by the digest of its plan", async () => {
    const at = await withPipeline("gitlab");
    const file = await jobs(at);
    const { GIT_CONFIG_GLOBAL: _, ...own } = at.env;
    const env = { ...own, LAUREL_BASE_URL: at.game.service().url, LAUREL_API_TOKEN: TOKEN };
    const base = git(at.folder, "rev-parse", "HEAD^");
    git(at.folder, "remote", "add", "origin", at.folder);
    const job = (name: string, more: Readonly<Record<string, string>> = {}) =>
      runGitLabJob(file[name] as GitLabJob, file[".laurel"] as GitLabJob, { folder: at.folder, env }, more);
    const request = { CI_MERGE_REQUEST_PROJECT_ID: "9", CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
    const planned = await job("laurel:plan", { ...request, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9" });
    expect(planned.exit, planned.stdout + planned.stderr).toBe(0);
    expect(readFileSync(join(at.folder, "plan.md"), "utf8")).toContain("1 to update");
    const fork = await job("laurel:plan", {
      ...request,
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "8",
      LAUREL_API_TOKEN: "",
    });
    expect(fork.exit, fork.stdout + fork.stderr).toBe(0);
    expect((await job("laurel:plan:merged")).exit).toBe(0);
    const expected = /^expect=(.*)$/m.exec(readFileSync(join(at.folder, "laurel.env"), "utf8"))?.[1] ?? "";
    const applied = await job("laurel:apply", { expect: expected });
    expect(applied.exit, applied.stdout + applied.stderr).toBe(0);
    expect(nameOfEgg(at)).toBe("Golden egg");
  });
});

describe("the shell script", () => {
  it("checks, plans, applies by the digest, and ends with 2 for drift", async () => {
    const at = await withPipeline("shell");
    const env = { ...at.env, LAUREL_BASE_URL: at.game.service().url, LAUREL_API_TOKEN: TOKEN, BASE: "HEAD^" };
    const exit = async (job: string): Promise<number | null> =>
      (await startScript(["sh", "laurel-ci.sh", job], { cwd: at.folder, env }).ended).exit;
    expect([await exit("check"), await exit("plan"), await exit("merged")]).toEqual([0, 0, 0]);
    expect([await exit("apply"), nameOfEgg(at), await exit("drift")]).toEqual([0, "Golden egg", 0]);
    await at.game.service().edit(GAME_ID, "reward", "egg", { name: "Goose" });
    expect([await exit("apply"), await exit("drift"), await exit("other")]).toEqual([4, 2, 64]);
  });
});

describe("laurel's action", () => {
  const [, put] = yamlFile<{ runs: { steps: readonly { readonly run?: string }[] } }>("action.yml").runs.steps;

  it("puts the program that lies beside it on the PATH", async () => {
    const temp = await scratchFolder();
    const env = { PATH: process.env.PATH ?? "", RUNNER_TEMP: temp, GITHUB_PATH: join(temp, "path") };
    const script = put?.run ?? "";
    const without = await startScript(["bash", "-e", "-c", script], {
      cwd: temp,
      env: { ...env, GITHUB_ACTION_PATH: temp },
    }).ended;
    expect([without.exit, without.stdout]).toEqual([64, expect.stringContaining("does not hold laurel")]);
    const own = { ...env, GITHUB_ACTION_PATH: ROOT };
    expect((await startScript(["bash", "-e", "-c", script], { cwd: temp, env: own }).ended).exit).toBe(0);
    const bin = readFileSync(join(temp, "path"), "utf8").trim();
    const version = await startScript(["sh", "-c", "laurel --version"], {
      cwd: temp,
      env: { PATH: `${bin}:${env.PATH}` },
    }).ended;
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
