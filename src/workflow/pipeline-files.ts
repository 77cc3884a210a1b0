/** The files of pipelines that `laurel init` copies into a project: which there are, and where each belongs. */
import { shellLine } from "../cli/args/shell-line.ts";
import { readTemplate, readTemplates } from "../files/package.ts";
import { findRepositoryRoot } from "../files/paths.ts";
import { shownPath } from "../files/read.ts";
import { both } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { PipelineName } from "./pipelines.ts";

/** A file for the project, by its path from the project's folder with `/` between folders. */
export interface PipelineFile {
  readonly place: string;
  readonly text: string;
  readonly isExecutable?: boolean;
  /** Left out when something is there: the project has one of its own, and is told what to add to it. */
  readonly orElse?: string;
}

interface Pipeline {
  /** What runs it, as people call it. */
  readonly label: string;
  /** Whether it is looked for in the root of a repository only. */
  readonly inRoot: boolean;
  files(): Promise<readonly PipelineFile[]>;
}

const GITLAB_FILE = "laurel.gitlab-ci.yml";

export const PIPELINE: Readonly<Record<PipelineName, Pipeline>> = {
  github: { label: "GitHub Actions", inRoot: true, files: githubFiles },
  gitlab: { label: "GitLab CI", inRoot: true, files: gitlabFiles },
  shell: { label: "another one: a shell script to call", inRoot: false, files: shellFiles },
};

/** All but the workflow for many games, which would plan everything a second time. */
async function githubFiles(): Promise<readonly PipelineFile[]> {
  const templates = await readTemplates("github");
  return templates
    .filter(({ name }) => name !== "laurel-matrix.yml")
    .map(({ name, text }) => ({ place: `.github/workflows/${name}`, text }));
}

async function gitlabFiles(): Promise<readonly PipelineFile[]> {
  const { text } = await readTemplate("gitlab", GITLAB_FILE);
  const include = `include:\n  - local: ${GITLAB_FILE}\n`;
  const orElse = `add to it: include: [{ local: ${GITLAB_FILE} }]`;
  return [
    { place: GITLAB_FILE, text },
    { place: ".gitlab-ci.yml", text: include, orElse },
  ];
}

async function shellFiles(): Promise<readonly PipelineFile[]> {
  const { name, text } = await readTemplate("shell", "laurel-ci.sh");
  return [{ place: name, text, isExecutable: true }];
}

/** The problem of pipelines that would not be found, because the repository's root is above the project's folder. */
export async function outsideOfRoot(
  folder: string,
  pipelines: readonly PipelineName[],
  cwd: string,
): Promise<Diagnostic | undefined> {
  const labels = pipelines.filter((name) => PIPELINE[name].inRoot).map((name) => PIPELINE[name].label);
  const root = labels.length === 0 ? undefined : await repositoryAbove(folder);
  if (root === undefined) return undefined;
  const [look, own] = labels.length === 1 ? ["does not look", "its"] : ["do not look", "their"];
  const shown = shownPath(folder, cwd);
  const place = shown === "." ? "this folder" : shown;
  const detail = `${both(labels)} ${look} in ${place}: ${own} files belong into the root of the repository, ${shownPath(root, cwd)}.`;
  const command = ["laurel", "init", shownPath(root, cwd), ...pipelines.flatMap((name) => ["--ci", name])];
  return diagnostic("usage", detail, {
    help: [`make the project there: ${shellLine(command)}`, "or leave out --ci, and copy the files by hand"],
  });
}

/** The root of the repository that the folder lies in, when that is a folder above. */
export async function repositoryAbove(folder: string): Promise<string | undefined> {
  const root = await findRepositoryRoot(folder);
  return root === folder ? undefined : root;
}
