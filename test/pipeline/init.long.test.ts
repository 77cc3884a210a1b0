/**
 * From the packed file to a game that a pipeline has applied: `laurel init --ci` in an empty folder, exactly the commands
 * and settings that it prints, and the jobs of the pipeline against the embedded service.
 */
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installGlobally, pack, temporaryFolder } from "../package/packed.ts";
import type { Ended } from "../support/child.ts";
import { GAME_ID, scratchFolder, TOKEN, testService } from "../support/cli.ts";
import type { TestService } from "../support/service/service.ts";
import { git } from "../workflow/drift/repository.ts";
import { PULL_REQUEST, PUSH } from "./run-action.ts";
import { type JobOptions, runWorkflowJob } from "./run-workflow.ts";
import { offlineNpm, startScript } from "./support.ts";

let packages: string;
let tarball: string;

beforeAll(() => {
  packages = temporaryFolder();
  tarball = pack(packages).tarball;
  installGlobally(tarball, join(packages, "global"));
});

afterAll(() => rmSync(packages, { recursive: true, force: true }));

interface Studio {
  readonly service: TestService;
  /** How many requests wrote something. */
  writes(): number;
  /** The bare repository that everything is pushed to. */
  readonly server: string;
  /** A clone of a branch, with nothing but what is committed. */
  checkOut(branch: string): Promise<string>;
  /** What init printed. */
  readonly printed: string;
  /** Names of the settings to set, without those that are optional. */
  readonly settings: { readonly secrets: readonly string[]; readonly variables: readonly string[] };
  readonly env: Readonly<Record<string, string>>;
  /** The value of each setting. */
  settingValue(name: string): string;
}

const GIT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

/** Follows init to the letter: its commands in their order, in a folder beside the packed file. */
async function studio(system: string): Promise<Studio> {
  const seen: string[] = [];
  const service = await testService({ onRequest: ({ method }) => seen.push(method) });
  const home = await scratchFolder();
  copyFileSync(tarball, join(home, basename(tarball)));
  const [folder, server] = [join(home, "dungeon"), join(home, "server.git")];
  await mkdir(folder);
  git(home, "init", "--quiet", "--bare", "--initial-branch", "main", server);
  const npm = await offlineNpm();
  const env: Readonly<Record<string, string>> = { ...npm, ...GIT };
  const bash = async (line: string, cwd: string): Promise<Ended> => {
    const own = { ...env, PATH: `${join(packages, "global/bin")}:${env.PATH}`, COLUMNS: "200" };
    const ended = await startScript(["bash", "-eo", "pipefail", "-c", line], { cwd, env: own }).ended;
    expect(ended.exit, `${line}\n${ended.stdout}${ended.stderr}`).toBe(0);
    return ended;
  };
  const { stdout: printed } = await bash(`laurel init --ci ${system} --yes`, folder);
  const commands = [...printed.matchAll(/^ {5}((?:git|mkdir|npm) .*)$/gm)].map(([, line = ""]) => line);
  expect(commands).toHaveLength(8);
  for (const command of commands) await bash(command.replace(" URL ", ` ${server} `), folder);
  expect(git(folder, "status", "--porcelain")).toBe("");
  const settings = [...printed.matchAll(/^ {5}(secret|variable) +([A-Z_]+) +(.*)$/gm)].filter(
    ([, , , what = ""]) => !what.startsWith("optional"),
  );
  const named = (role: string): readonly string[] =>
    settings.flatMap(([, each, name = ""]) => (each === role ? [name] : []));
  const values: Readonly<Record<string, string>> = {
    LAUREL_API_TOKEN: TOKEN,
    LAUREL_ALLOWED_ORIGINS: new URL(service.url).origin,
    LAUREL_BASE_URL: service.url,
    LAUREL_GAME_ID_DUNGEON: GAME_ID,
  };
  return {
    service,
    writes: () => seen.filter((method) => method !== "GET").length,
    server,
    printed,
    env,
    settings: { secrets: named("secret"), variables: named("variable") },
    settingValue: (name) => values[name] ?? expect.fail(`no value for ${name}`),
    checkOut: async (branch) => {
      const clone = await scratchFolder();
      git(clone, "clone", "--quiet", "--branch", branch, server, "clone");
      return join(clone, "clone");
    },
  };
}

const valuesOf = (names: readonly string[], { settingValue }: Studio): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, settingValue(name)]));

/** Merges the branch on the server. */
async function merge(at: Studio): Promise<string> {
  const folder = await at.checkOut("main");
  git(folder, "merge", "--quiet", "--no-ff", "--no-edit", "origin/add-laurel");
  return folder;
}

function expectApplied({ service }: Studio): void {
  const { achievements, actions, leaderboards } = service.contents(GAME_ID);
  expect([achievements?.length, actions?.length, leaderboards?.length]).toEqual([3, 2, 2]);
}

const names = ["LAUREL_API_TOKEN", "LAUREL_ALLOWED_ORIGINS", "LAUREL_BASE_URL", "LAUREL_GAME_ID_DUNGEON"];

describe("laurel init --ci github", () => {
  const WORKFLOWS = ".github/workflows";

  it("prints everything that its workflows need: they plan, apply and find nothing to pull", async () => {
    const at = await studio("github");
    const { secrets, variables } = at.settings;
    expect([...secrets, ...variables].sort()).toEqual([...names].sort());
    const options = { env: at.env, secrets: valuesOf(secrets, at), vars: valuesOf(variables, at) };
    const run = (file: string, job: string, more: Pick<JobOptions, "folder" | "event" | "needs">) =>
      runWorkflowJob(`${WORKFLOWS}/${file}`, job, { ...options, ...more });

    const merged = await merge(at);
    const planned = await run("laurel-plan.yml", "plan", { folder: merged, event: PULL_REQUEST });
    expect(planned.succeeded, planned.log).toBe(true);
    expect(planned.actions[0]?.outputs).toMatchObject({ has_changes: "true" });
    expect(planned.actions[0]?.comment).toContain("14 to create");
    expect(at.writes()).toBe(0);

    git(merged, "push", "--quiet", "origin", "main");
    const plan = await run("laurel-apply.yml", "plan", { folder: await at.checkOut("main"), event: PUSH });
    expect(plan.succeeded, plan.log).toBe(true);
    expect(at.writes()).toBe(0);
    const needs = { plan: plan.outputs };
    const applied = await run("laurel-apply.yml", "apply", { folder: await at.checkOut("main"), event: PUSH, needs });
    expect(applied.succeeded, applied.log).toBe(true);
    expectApplied(at);

    const drift = await run("laurel-drift.yml", "drift", {
      folder: await at.checkOut("main"),
      event: { name: "schedule" },
    });
    expect(drift.succeeded, drift.log).toBe(true);
    expect(drift.actions[0]?.outputs).toMatchObject({ has_changes: "false", undeclared: "0" });
    const pull = await run("laurel-pull.yml", "pull", {
      folder: await at.checkOut("main"),
      event: { name: "schedule" },
    });
    expect(pull.succeeded, pull.log).toBe(true);
    expect(pull.actions[0]?.outputs.has_changes).toBe("false");
    const nothing = await run("laurel-apply.yml", "plan", { folder: await at.checkOut("main"), event: PUSH });
    expect(nothing.outputs.has_changes).toBe("false");
  });
});

describe("laurel init --ci shell", () => {
  const callsIn = ({ printed }: Studio): readonly string[] =>
    [...printed.matchAll(/^ {5}(LAUREL_ENV=.*?) +# /gm)].map(([, line = ""]) => line);
  const call = (line: string, folder: string, env: Readonly<Record<string, string>>): Promise<Ended> =>
    startScript(["sh", "-e", "-c", line], { cwd: folder, env }).ended;

  it("prints everything that its script needs: it plans, applies and finds no drift", async () => {
    const at = await studio("shell");
    const { secrets, variables } = at.settings;
    expect([...secrets, ...variables].sort()).toEqual([...names].sort());
    const env = { ...at.env, ...valuesOf([...secrets, ...variables], at) };
    const install = async (folder: string): Promise<string> => {
      expect((await call("npm ci --ignore-scripts", folder, at.env)).exit).toBe(0);
      return folder;
    };
    const [plan = "", apply = "", drift = "", pull = ""] = callsIn(at);
    const branch = await install(await at.checkOut("add-laurel"));
    const planned = await call(plan, branch, env);
    expect(planned.exit, planned.stdout + planned.stderr).toBe(0);
    expect(readFileSync(join(branch, ".laurel/results/plan.md"), "utf8")).toContain("14 to create");
    expect(at.writes()).toBe(0);

    const main = await install(await merge(at));
    for (const line of [apply, drift, pull]) {
      const ended = await call(line, main, env);
      expect(ended.exit, ended.stdout + ended.stderr).toBe(0);
    }
    expectApplied(at);
  });
});
