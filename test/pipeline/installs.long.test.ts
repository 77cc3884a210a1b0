/**
 * What pipelines install: only what the repository's lock file pins, without a token in the environment. Every generated
 * pipeline runs with recorders in the place of npm and npx.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readTemplates } from "../../src/files/assets.ts";
import type { Ended } from "../support/child.ts";
import { scratchFolder, writeFiles } from "../support/cli.ts";
import { fakeGitLab, GITLAB_TOKEN } from "./fake-gitlab.ts";
import { expanded, mergeRequest, type Pipeline, runJob } from "./gitlab-jobs.ts";
import { action } from "./run-action.ts";
import {
  INSTALL,
  INSTALLED,
  lockFile,
  NPM_CI,
  PINNED,
  recorders,
  type Scene,
  SHELL_SCRIPT,
  scene,
  startScript,
} from "./support.ts";

const TOKENS = {
  LAUREL_GITLAB_TOKEN: GITLAB_TOKEN,
  LAUREL_OTHER_TOKEN: "another-secret",
  STUDIO_TOKEN: "a-third-secret",
  LAUREL_ALLOWED_TOKEN_ENVS: "LAUREL_OTHER_TOKEN, STUDIO_TOKEN,",
};
const SENTENCE = /package-lock\.json pins no laurel by its integrity\. Run: npm install --save-dev \.\/tools\//;
const NOT_PINNED = {
  "no lock file": undefined,
  "a folder": lockFile({ resolved: "tools/laurel", link: true }),
};

/** A pipeline, or a job of one, as it runs in a repository with these programs before all others. */
type Run = (at: Scene, programs: string) => Promise<Pick<Ended, "exit" | "stdout" | "stderr">>;

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The lines of a job in GitHub's shell, with the environment of the workflow and of each step. */
function githubJob(steps: readonly Step[]): Run {
  return async ({ folder, env }, programs) => {
    const { LAUREL_API_TOKEN: _, ...own } = env;
    const file = join(await scratchFolder(), "file");
    let ended: Ended = { exit: 0, signal: null, stdout: "", stderr: "" };
    for (const step of steps.filter(({ run }) => run !== undefined)) {
      const ofStep = Object.entries(step.env ?? {}).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{\{.*?\}\}/g, ""),
      ]);
      const github = { GITHUB_OUTPUT: file, RUNNER_TEMP: folder, RESULTS: folder, PATH: `${programs}:${env.PATH}` };
      const shell = ["bash", "-e", "-c", step.run ?? ""] as const;
      ended = await startScript(shell, { cwd: folder, env: { ...own, ...Object.fromEntries(ofStep), ...github } })
        .ended;
      if (ended.exit !== 0) break;
    }
    return ended;
  };
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const workflows = readTemplates("github").flatMap(({ name, text }) => {
  const { jobs } = parse(text) as Workflow;
  return Object.entries(jobs)
    .filter(([, { steps }]) => steps.some(({ uses }) => uses === `./${INSTALLED}`))
    .map(([job, { steps }]): [string, Run] => [`${name}, ${job}`, githubJob(steps)]);
});
const gitlab = await expanded("{}");
const jobs = Object.keys(gitlab).filter((name): name is keyof Pipeline => name.startsWith("laurel:"));
const gitlabJobs = jobs.map((name): [string, Run] => [
  `GitLab's ${name}`,
  (at, programs) => {
    const job = gitlab[name];
    if (job === undefined) throw new Error("there is no such job");
    return runJob(job, at, { ...mergeRequest(at), ...TOKENS, PROGRAMS: programs }, ["sh", "-e"]);
  },
]);
/** All install in the same way. */
const pipelines: readonly [string, Run][] = [...workflows.slice(0, 1), ...gitlabJobs.slice(0, 1)];

const npmAndNpx = (): ReturnType<typeof recorders> => recorders({ npm: INSTALL, npx: "exit 1", gh: "" });

it("there is a pipeline in every file of templates, and all install in the same way", () => {
  expect(workflows.length).toBe(5);
  expect(jobs).toEqual(["laurel:plan", "laurel:apply", "laurel:drift", "laurel:pull"]);
  const installing = readTemplates("github").flatMap(({ text }) =>
    Object.values((parse(text) as Workflow).jobs).flatMap(({ steps }) =>
      steps.filter(({ run }) => run?.includes(NPM_CI)),
    ),
  );
  expect(installing).toHaveLength(5);
  expect(new Set(installing.map(({ run }) => run)).size).toBe(1);
  expect(new Set(jobs.map((name) => gitlab[name]?.before_script.join("\n"))).size).toBe(1);
});

describe.each(pipelines)("%s", (_, run) => {
  it.each([".npmrc", "npm-shrinkwrap.json"])("does not install where %s could change what is pinned", async (file) => {
    const at = await scene();
    await writeFiles(at.folder, { "package-lock.json": PINNED, [file]: "dry-run=true\n" });
    const programs = await npmAndNpx();
    const ended = await run(at, programs.folder);
    expect(ended.exit).toBe(64);
    expect(`${ended.stdout}${ended.stderr}`).toContain("can change what package-lock.json pins");
    expect(programs.calls().filter(({ words }) => words.startsWith("np"))).toEqual([]);
  });

  it("takes away what was committed in the place of packages before npm runs", async () => {
    const at = await scene();
    await writeFiles(at.folder, { "package-lock.json": PINNED, "node_modules/evil.js": "" });
    const programs = await recorders({ npm: `ls node_modules >&2 2>&1; exit 1`, npx: "exit 1", gh: "" });
    await run(at, programs.folder);
    expect(existsSync(join(at.folder, "node_modules/evil.js"))).toBe(false);
  });

  it("installs what the lock file pins, once, and npm sees no token", async () => {
    const at = await scene();
    await writeFiles(at.folder, { "package-lock.json": PINNED });
    const programs = await npmAndNpx();
    await run(at, programs.folder);
    const calls = programs.calls().filter(({ words }) => words.startsWith("np"));
    expect(calls.map(({ words }) => words)).toEqual([NPM_CI]);
    const { LAUREL_ALLOWED_TOKEN_ENVS: __, ...tokens } = TOKENS;
    for (const secret of [at.env.LAUREL_API_TOKEN, ...Object.values(tokens)]) {
      expect(calls[0]?.env).not.toContain(secret);
    }
  });

  it.each(Object.entries(NOT_PINNED))(
    "fetches nothing where the repository has %s, and says what to do",
    async (__, lock) => {
      const at = await scene();
      if (lock !== undefined) await writeFiles(at.folder, { "package-lock.json": lock });
      const programs = await npmAndNpx();
      const { exit, stdout, stderr } = await run(at, programs.folder);
      expect(programs.calls().filter(({ words }) => words.startsWith("np"))).toEqual([]);
      expect(exit).toBe(64);
      expect(stdout + stderr).toMatch(SENTENCE);
      expect(at.game.requests()).toEqual([]);
    },
  );
});

describe("laurel-ci.sh", () => {
  it.each(["check", "plan", "apply", "drift", "pull"])(
    "%s fetches nothing where laurel is not installed",
    async (command) => {
      const at = await scene();
      const programs = await npmAndNpx();
      const env = { ...at.env, PATH: `${programs.folder}:/usr/bin:/bin` };
      const { exit, stderr } = await startScript(["sh", SHELL_SCRIPT, command], { cwd: at.folder, env }).ended;
      expect(exit).toBe(64);
      expect(stderr).toContain("laurel is not installed here. Run: npm ci --ignore-scripts");
      expect(programs.calls()).toEqual([]);
    },
  );
});

describe("tokens", () => {
  it("reach only laurel in GitLab's jobs, and GitLab's own token does not", async () => {
    const [at, fake] = [await scene(), await fakeGitLab()];
    await writeFiles(at.folder, { "package-lock.json": PINNED });
    const programs = await recorders({
      npm: INSTALL,
      npx: "exit 1",
      node: `exec "${process.execPath}" "$@"`,
      git: 'PATH=${PATH#*:} exec git "$@"',
    });
    // A base that cannot be fetched: then only the list of origins says where the token may go.
    const base = {
      CI_MERGE_REQUEST_DIFF_BASE_SHA: "0".repeat(40),
      LAUREL_ALLOWED_ORIGINS: at.env.LAUREL_BASE_URL ?? "",
    };
    const more = { ...mergeRequest(at), ...base, ...TOKENS, CI_API_V4_URL: fake.url, CI_PROJECT_ID: "8" };
    for (const name of ["laurel:plan", "laurel:drift", "laurel:pull"] as const) {
      await runJob(gitlab[name], at, { ...more, PROGRAMS: programs.folder });
    }
    const has = (start: string, secret: string): readonly boolean[] =>
      programs
        .calls()
        .filter(({ words }) => words.startsWith(start))
        .map(({ env }) => env.includes(secret));
    const token = at.env.LAUREL_API_TOKEN ?? "";
    const [program, script] = [`node ${INSTALLED}/dist/main.js`, `node ${INSTALLED}/templates/gitlab/gitlab.mjs`];
    expect(has(program, token)).toContain(true);
    expect(has(script, GITLAB_TOKEN)).toEqual([true, true, true]);
    expect(has("git fetch", token)).toEqual([false]);
    for (const other of [script, "npm", "git fetch", "git cat-file -e"]) expect(has(other, token)).not.toContain(true);
    for (const other of [program, "npm", "git"]) expect(has(other, GITLAB_TOKEN)).not.toContain(true);
  });

  it("are given by the action to the step that runs laurel, and to no other", () => {
    const named = action.runs.steps.filter((step) => JSON.stringify(step).includes("inputs.token }}"));
    expect(named.map(({ id }) => id)).toEqual(["run"]);
  });
});
