/**
 * The GitLab template: expanded and checked against GitLab's own schema by gitlab-ci-local, and its jobs' lines run with
 * a shell.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import type { Ended } from "../support/child.ts";
import { scratchFolder, writeFiles } from "../support/cli.ts";
import { commitAll, git } from "../workflow/drift/repository.ts";
import { fakePrograms, INSTALL, PINNED, ROOT, type Scene, startScript } from "./support.ts";

export interface Job {
  readonly stage: string;
  readonly interruptible?: boolean;
  readonly resource_group?: string;
  readonly environment?: { readonly name: string };
  readonly rules: readonly { readonly if: string; readonly when?: string }[];
  readonly needs?: readonly { readonly job: string }[];
  readonly variables: Readonly<Record<string, string>>;
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
  readonly allow_failure?: unknown;
  readonly artifacts: {
    readonly when: string;
    readonly paths: readonly string[];
    readonly reports?: { readonly junit?: string };
  };
}

export type Pipeline = Readonly<Record<`laurel:${"plan" | "apply" | "drift" | "pull"}`, Job>> & {
  readonly "laurel:check"?: Job;
};

const FILE = "laurel.gitlab-ci.yml";
/** Where GitLab looks for the component "laurel" in a repository. */
const COMPONENT = "templates/laurel/template.yml";
const TEMPLATE = join(ROOT, COMPONENT);
const packageFile = createRequire(import.meta.url).resolve("gitlab-ci-local/package.json");
const { bin } = JSON.parse(readFileSync(packageFile, "utf8")) as { bin: string | Record<string, string> };
const GITLAB_CI_LOCAL = join(packageFile, "..", typeof bin === "string" ? bin : (Object.values(bin)[0] ?? ""));

/** The jobs as GitLab would see them, with the template included with these inputs. */
export async function expanded(inputs: string, more = ""): Promise<Pipeline> {
  const folder = await scratchFolder();
  await writeFiles(folder, { ".gitlab-ci.yml": `include:\n  - local: ${FILE}\n    inputs: ${inputs}\n${more}` });
  copyFileSync(TEMPLATE, join(folder, FILE));
  commitAll(folder);
  return pipelineOf(folder);
}

/** The jobs as GitLab would see them, with the template included as a component of the repository that contains it. */
export async function expandedComponent(inputs: string): Promise<Pipeline> {
  const folder = await scratchFolder();
  const component = `$CI_SERVER_FQDN/$CI_PROJECT_PATH/laurel@$CI_COMMIT_SHA\n    inputs: ${inputs}`;
  await writeFiles(folder, {
    ".gitlab-ci.yml": `include:\n  - component: ${component}\n`,
    [COMPONENT]: readFileSync(TEMPLATE, "utf8"),
  });
  commitAll(folder);
  return pipelineOf(folder);
}

/** The jobs of a repository, as GitLab would see them. */
export function pipelineOf(folder: string): Pipeline {
  git(folder, "remote", "add", "origin", "git@gitlab.example:studio/games.git");
  const { stdout, stderr, status } = spawnSync(process.execPath, [GITLAB_CI_LOCAL, "--preview"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(status, stdout + stderr).toBe(0);
  expect(stdout + stderr).toContain("json schema validated");
  return parse(stdout.slice(stdout.indexOf("---\n"))) as Pipeline;
}

/**
 * Runs a job's lines in one shell, then those of `after_script` in another, with GitLab's variables. `npm ci` succeeds,
 * unless PROGRAMS names a folder with another npm.
 */
export async function runJob(
  job: Job,
  { folder, env }: Pick<Scene, "folder" | "env">,
  more: Readonly<Record<string, string>> = {},
  shell: readonly [string, ...string[]] = ["bash", "-eo", "pipefail"],
): Promise<Ended & { readonly after: string }> {
  const programs = more.PROGRAMS ?? (await fakePrograms({ npm: INSTALL }));
  if (more.PROGRAMS === undefined) await writeFiles(folder, { "package-lock.json": PINNED });
  const own = {
    ...env,
    PATH: `${programs}:${env.PATH}`,
    CI_JOB_URL: "https://job",
    ...job.variables,
    ...more,
  };
  const run = (lines: readonly string[]): Promise<Ended> =>
    startScript([...shell, "-c", lines.join("\n")], { cwd: folder, env: own }).ended;
  const ended = await run([...job.before_script, ...job.script]);
  const after = job.after_script === undefined ? undefined : await run(job.after_script);
  return { ...ended, after: (after?.stdout ?? "") + (after?.stderr ?? "") };
}

/** The variables of a merge request's pipeline, whose branch leaves main at the repository's HEAD. */
export function mergeRequest(at: Scene): Readonly<Record<string, string>> {
  return {
    CI_MERGE_REQUEST_IID: "3",
    CI_MERGE_REQUEST_PROJECT_ID: "9",
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9",
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: "",
    CI_MERGE_REQUEST_DIFF_BASE_SHA: git(at.folder, "rev-parse", "HEAD"),
  };
}
