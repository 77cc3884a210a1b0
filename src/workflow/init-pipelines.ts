/** The files of a pipeline that `laurel init` writes, and what is left to do until it runs. */
import { PACKAGE, readTemplate, readTemplates } from "../files/assets.ts";
import { recordedDefaultBranch } from "../files/git/repository.ts";
import { findRepositoryRoot, PROJECT_FILE } from "../files/paths.ts";
import { shownPath } from "../files/read.ts";
import { both } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { type PipelineSetting, pipelineEnvironment, pipelineSettings, yamlText } from "../project/new-project.ts";
import type { Project } from "../project/project.ts";
import { ALLOWED_ORIGINS, DEFAULT_TOKEN } from "../project/variables.ts";
import type { PipelineName } from "./options.ts";
import { shellLine } from "./shell-line.ts";

/** The environment of the live service. */
export const PRODUCTION = "production";
/** The default branch where no repository says another. */
const MAIN = "main";

/** A file of a pipeline, by its path from the project's folder with `/` between folders. */
export interface PipelineFile {
  readonly place: string;
  readonly text: string;
  /** A few words for people. */
  readonly what: string;
  readonly isExecutable?: boolean;
  /** Left out when such a file exists: the project has one of its own, and this is what to add to it. */
  readonly orElse?: string;
}

interface Pipeline {
  /** What runs it, as people call it. */
  readonly label: string;
  /** Whether it is looked for in the root of a repository only. */
  readonly inRoot: boolean;
  /** What it can use beside the token of the service. */
  readonly secrets?: readonly PipelineSetting[];
  files(): readonly Omit<PipelineFile, "what">[];
}

const GITLAB_FILE = "laurel.gitlab-ci.yml";
/** Stands in templates for the commit of laurel's action, until a release stamps it into the package. */
const COMMIT = "COMMIT";

export const PIPELINE: Readonly<Record<PipelineName, Pipeline>> = {
  github: {
    label: "GitHub Actions",
    inRoot: true,
    files: () =>
      readTemplates("github").map(({ name, text }) => ({ place: `.github/workflows/${name}`, text: stamped(text) })),
  },
  gitlab: {
    label: "GitLab CI",
    inRoot: true,
    secrets: [
      {
        name: "LAUREL_GITLAB_TOKEN",
        role: "secret",
        what: "for merge requests with live changes: a project access token, role Developer, scope write_repository",
      },
    ],
    files: () => [
      { place: GITLAB_FILE, text: stamped(readTemplate("gitlab", GITLAB_FILE).text) },
      {
        place: ".gitlab-ci.yml",
        text: `include:\n  - local: ${GITLAB_FILE}\n`,
        orElse: `left as it is; add to it: include: [{ local: ${GITLAB_FILE} }]`,
      },
    ],
  },
  shell: {
    label: "another one: a shell script to call",
    inRoot: false,
    files: () => {
      const { name, text } = readTemplate("shell", "laurel-ci.sh");
      return [{ place: name, text, isExecutable: true }];
    },
  },
};

/** With the version of this program, and the commit of its action where a release has stamped it. */
function stamped(text: string): string {
  return text.replaceAll("VERSION", PACKAGE.version).replaceAll(COMMIT, PACKAGE.actionCommit ?? COMMIT);
}

/** The files of pipelines for a project in this folder. */
export async function pipelineFiles(
  folder: string,
  names: readonly PipelineName[],
  project: Project,
): Promise<readonly PipelineFile[]> {
  const environment = pipelineEnvironment(project, PRODUCTION);
  const branch = await branchOf(folder);
  const settings = pipelineSettings(project, environment, []);
  return names.flatMap((pipeline) =>
    PIPELINE[pipeline].files().map((file) => ({
      ...file,
      what: "the pipeline",
      text: withSettings(file.text, settings)
        .replaceAll(`--env ${PRODUCTION}`, () => `--env ${environment}`)
        .replaceAll(`environment: ${PRODUCTION}`, () => `environment: ${yamlText(environment)}`)
        .replaceAll(`branches: [${MAIN}]`, () => `branches: [${yamlText(branch)}]`),
    })),
  );
}

/** With every secret and variable of the project in the steps that get the token, and in no others. */
function withSettings(text: string, settings: readonly PipelineSetting[]): string {
  const token = /^( *)LAUREL_API_TOKEN: .*\n/gm;
  const origins = /^( *)LAUREL_ALLOWED_ORIGINS: .*\n/gm;
  const lines = (role: PipelineSetting["role"], indent: string): string =>
    settings
      .filter((each) => each.role === role && each.name !== ALLOWED_ORIGINS)
      .map(({ name }) => `${indent}${name}: \${{ ${role === "secret" ? "secrets" : "vars"}.${name} }}\n`)
      .join("");
  const isDefault = settings.some(({ name }) => name === DEFAULT_TOKEN);
  return text
    .replaceAll(token, (line, indent: string) => (isDefault ? line : lines("secret", indent)))
    .replaceAll(origins, (line, indent: string) => line + lines("variable", indent));
}

async function branchOf(folder: string): Promise<string> {
  const root = await findRepositoryRoot(folder);
  return (root === undefined ? undefined : await recordedDefaultBranch(root)) ?? MAIN;
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

/** The root of the repository that contains the folder, when that is a folder above. */
export async function repositoryAbove(folder: string): Promise<string | undefined> {
  const root = await findRepositoryRoot(folder);
  return root === folder ? undefined : root;
}

/** What is left to do until a pipeline runs. Commands are typed in the project's folder. */
export interface PipelineSteps {
  readonly environment: string;
  /** That changes are merged into. */
  readonly branch: string;
  readonly systems: readonly { readonly name: PipelineName; readonly settings: readonly PipelineSetting[] }[];
  /** Whether the commit of laurel's action has to be filled in. */
  readonly needsCommit: boolean;
  /** Makes a repository with a main branch. Empty: there is one. */
  readonly repository: readonly string[];
  /** Commits everything on a branch. */
  readonly commit: readonly string[];
}

/** `written`: other files to commit, from the folder, with `/` between folders. */
export async function pipelineSteps(
  folder: string,
  names: readonly PipelineName[],
  written: readonly string[],
  project: Project,
): Promise<PipelineSteps> {
  const files = await pipelineFiles(folder, names, project);
  const environment = pipelineEnvironment(project, PRODUCTION);
  const places = [PROJECT_FILE, ...written, ...files.map(({ place }) => place)];
  return {
    environment,
    branch: await branchOf(folder),
    systems: names.map((name) => ({
      name,
      settings: pipelineSettings(project, environment, PIPELINE[name].secrets ?? []),
    })),
    needsCommit: files.some(({ text }) => text.includes(`@${COMMIT} `)),
    repository: (await findRepositoryRoot(folder)) === undefined ? NEW_REPOSITORY : [],
    commit: [
      "git switch --create add-laurel",
      shellLine(["git", "add", ...[...new Set(places.map(partToAdd))].sort()]),
      'git commit --message "Add laurel"',
      "git push --set-upstream origin add-laurel",
    ],
  };
}

/** A branch needs a main branch to be merged into, which an empty commit is enough for. */
const NEW_REPOSITORY = [
  `git init --initial-branch ${MAIN} && git commit --allow-empty --message Start`,
  `git remote add origin URL && git push --set-upstream origin ${MAIN}`,
];

/** The folder that a file is in, from the project's folder; of `.github` only the workflows. */
function partToAdd(file: string): string {
  const folders = file.split("/").slice(0, -1);
  return folders.length === 0 ? file : folders.slice(0, folders[0] === ".github" ? 2 : 1).join("/");
}
