/**
 * Runs the jobs of the GitLab file that `laurel init` writes. gitlab-ci-local reads the file,
 * decides which jobs a pipeline has, and runs each one in a clone of its own, as a runner does. It
 * has no protected variables and environments, no resource groups, no interruptions, no buttons,
 * and does not copy artifacts into the next clone.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { GAME_ID, inGame, runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import { commitAll, GIT_ENV, git } from "../../workflow/drift/repository.ts";
import { programs, rewardName, runScript } from "../running.ts";

const GITLAB_CI_LOCAL = join(import.meta.dirname, "../../../node_modules/.bin/gitlab-ci-local");
/** gitlab-ci-local copies artifacts with it. */
export const HAS_RSYNC = (process.env.PATH ?? "")
  .split(":")
  .some((folder) => existsSync(join(folder, "rsync")));

const PROJECT = `version: 1
service: { base_url: "\${LAUREL_BASE_URL}" }
games: { dungeon: { manifests: manifests, environments: { production: { game_id: g } } } }
`;
const REWARDS = [
  { custom_id: "egg", name: "Egg" },
  { custom_id: "nest", name: "Nest" },
];

/** A manifest with the two rewards of the live game, some of them with another name. */
export function manifestWith(names: Readonly<Record<string, string>> = {}): string {
  return `rewards:\n${REWARDS.map(({ custom_id: id, name }) => `  - { custom_id: ${id}, name: ${names[id] ?? name} }\n`).join("")}`;
}

type Variables = Readonly<Record<string, string>>;

export interface PipelineOptions {
  /** The branch that is checked out. Default: `main`. */
  readonly branch?: string;
  /** Default: the newest one of the branch. */
  readonly commit?: string;
  readonly variables?: Variables;
}

export interface JobOptions {
  readonly variables?: Variables;
  /** Changes the clone before the job begins. */
  readonly before?: (clone: string) => Promise<void> | void;
}

export interface JobRun {
  /** Exit code of the job's script. */
  readonly exit: number;
  readonly log: string;
  /** The clone that the job has worked in. */
  readonly clone: string;
}

/** A pipeline of one commit. */
export interface Pipeline {
  /** The names of its jobs, after a check of the file against GitLab's schema. */
  jobs(): Promise<readonly string[]>;
  /** Runs a job, also once more, and manual ones as if they had been started. */
  run(job: string, options?: JobOptions): Promise<JobRun>;
  /** Reads a file that the last run of a job has uploaded; undefined for no such file. */
  artifact(job: string, name: string): string | undefined;
  /** The variables that the last run of a job hands over, as text. */
  handedOver(job: string): string | undefined;
}

export interface ProjectOptions {
  /** The folder of the project in the repository. Default: the root. */
  readonly folder?: string;
  /** The project file. */
  readonly project?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * A game on a service whose manifests lie in a repository on a server, with the pipeline of `laurel
 * init --ci gitlab`, and without scenarios.
 */
export async function gitlabProject({
  folder: place = ".",
  project = PROJECT,
  files = {},
}: ProjectOptions = {}) {
  const game = await inGame({ live: { rewards: REWARDS } });
  const root = await scratchFolder();
  const work = join(root, "work");
  const folder = join(work, place);
  mkdirSync(work);
  git(work, "init", "--quiet", "--initial-branch", "main");
  await writeFiles(folder, {
    "laurel.yaml": project,
    ".gitignore": ".laurel/\n",
    "manifests/game.yaml": manifestWith(),
    ...files,
  });
  const made = await runCli(["init", "--ci", "gitlab"], { cwd: folder });
  expect([made.exit, made.stderr]).toEqual([0, ""]);
  commitAll(work, "a game with a pipeline");
  const server = join(root, "studio/games.git");
  git(root, "clone", "--quiet", "--bare", work, server);
  git(work, "remote", "add", "origin", server);
  const env: Variables = {
    PATH: `${await programs()}:${GIT_ENV.PATH}`,
    HOME: await scratchFolder(),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const { url } = game.service();
  const always: Variables = {
    LAUREL_API_TOKEN: TOKEN,
    LAUREL_ALLOWED_ORIGINS: new URL(url).origin,
    LAUREL_BASE_URL: url,
  };

  /** Commits files on a branch, and pushes it. Out: the commit. */
  const merge = async (
    changes: Readonly<Record<string, string>>,
    branch = "main",
  ): Promise<string> => {
    git(work, "checkout", "--quiet", ...(branch === "main" ? [] : ["-B"]), branch);
    await writeFiles(folder, changes);
    const commit = commitAll(work);
    git(work, "push", "--quiet", "origin", branch);
    return commit;
  };

  const pipeline = ({
    branch = "main",
    commit = branch,
    variables = {},
  }: PipelineOptions = {}): Pipeline => {
    const own = mkdtempSync(join(root, "pipeline-"));
    const id = git(server, "rev-parse", commit);
    const start = async (words: readonly string[], options: JobOptions = {}) => {
      const clone = mkdtempSync(join(own, "clone-"));
      git(root, "clone", "--quiet", "--branch", branch, `file://${server}`, clone);
      git(clone, "reset", "--quiet", "--hard", id);
      await options.before?.(clone);
      const set = { CI_PROJECT_DIR: clone, ...always, ...variables, ...options.variables };
      const ended = await runScript(
        [
          GITLAB_CI_LOCAL,
          ...words,
          "--state-dir=../state",
          "--force-shell-executor",
          "--no-color",
          `--ignore-predefined-vars=${Object.keys(set).join(",")}`,
          ...Object.entries(set).flatMap(([name, value]) => ["--variable", `${name}=${value}`]),
        ],
        { cwd: clone, env },
      );
      return { ...ended, clone };
    };
    const uploaded = (job: string): string =>
      join(own, "state/artifacts", job.replaceAll(":", "Og"));
    const read = (path: string): string | undefined =>
      existsSync(path) ? readFileSync(path, "utf8") : undefined;
    return {
      jobs: async () => {
        const { stdout } = await start(["--list-json"]);
        const listed: readonly { readonly name: string; readonly when: string }[] =
          JSON.parse(stdout);
        return listed.flatMap(({ name, when }) => (when === "never" ? [] : [name]));
      },
      run: async (job, options) => {
        const { stdout, stderr, clone } = await start(
          [job, "--no-json-schema-validation"],
          options,
        );
        const log = stdout + stderr;
        // The exit code of gitlab-ci-local is that of the pipeline, which may go on after a failed
        // job.
        const [, exit = "0"] =
          /^\S+ finished in .*?(?: (?:FAIL|WARN) +(\d+))? *$/m.exec(log) ?? expect.fail(log);
        return { exit: Number(exit), log, clone };
      },
      artifact: (job, name) => read(join(uploaded(job), name)),
      handedOver: (job) => {
        const reports = join(uploaded(job), ".gitlab-ci-reports/dotenv");
        const [name, ...others] = existsSync(reports) ? readdirSync(reports) : [];
        expect(others).toEqual([]);
        return name === undefined ? undefined : read(join(reports, name));
      },
    };
  };

  return {
    root,
    work,
    server,
    service: game.service(),
    merge,
    pipeline,
    edit: (id: string, name: string) => game.service().edit(GAME_ID, "reward", id, { name }),
    nameOf: (id: string): unknown => rewardName(game.service().contents(GAME_ID), id),
    writes: game.writes,
  };
}
