/** The files of a pipeline that `laurel init` writes, and what is left to do until it runs. */
import { join } from "node:path";
import { PACKAGE, readTemplate, readTemplates } from "../files/assets.ts";
import { recordedDefaultBranch } from "../files/git/repository.ts";
import { findRepositoryRoot, isReachable, isTaken, PROJECT_FILE } from "../files/paths.ts";
import { readTextFile, shownPath } from "../files/read.ts";
import { both } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, jsonIn } from "../model/json.ts";
import { yamlText } from "../project/new-project.ts";
import {
  type PipelineSetting,
  pipelineEnvironment,
  pipelineSettings,
  pipelineToken,
} from "../project/pipeline-settings.ts";
import type { Project } from "../project/project.ts";
import { objectAt } from "../project/project-settings.ts";
import { DEFAULT_TOKEN } from "../project/variables.ts";
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
  readonly isExecutable?: boolean;
  /** Left out when such a file exists: the project has one of its own, and this is what to add to it. */
  readonly orElse?: string;
}

/** Whose game a pipeline is for, by names in the project file. */
interface PipelineTarget {
  readonly environment: string;
  /** The variable of the token. */
  readonly token: string;
  /** That changes are merged into. */
  readonly branch: string;
}

interface Pipeline {
  /** What runs it, as people call it. */
  readonly label: string;
  /** Whether it is looked for in the root of a repository only. */
  readonly inRoot: boolean;
  /** What it can use beside the token of the service. */
  readonly secrets?: readonly PipelineSetting[];
  files(target: PipelineTarget): Promise<readonly PipelineFile[]>;
}

const GITLAB_FILE = "laurel.gitlab-ci.yml";

export const PIPELINE: Readonly<Record<PipelineName, Pipeline>> = {
  github: {
    label: "GitHub Actions",
    inRoot: true,
    files: async ({ environment, token, branch }) =>
      (await readTemplates("github")).map(({ name, text }) => ({
        place: `.github/workflows/${name}`,
        text: text
          .replaceAll(`environment: ${PRODUCTION}`, () => `environment: ${yamlText(environment)}`)
          .replaceAll(`branches: [${MAIN}]`, () => `branches: [${yamlText(branch)}]`)
          .replaceAll(`"${PRODUCTION}"`, () => `"${environment}"`)
          .replaceAll(/^( *)token: .*$/gm, (line, indent: string) =>
            token === DEFAULT_TOKEN
              ? line
              : `${line.replace(DEFAULT_TOKEN, () => token)}\n${indent}token-name: ${token}`,
          ),
      })),
  },
  gitlab: {
    label: "GitLab CI",
    inRoot: true,
    secrets: [
      {
        name: "LAUREL_GITLAB_TOKEN",
        role: "secret",
        what: "optional, for comments, the drift issue and pulls: a project access token, role Developer, scope api",
      },
    ],
    files: async ({ environment, token }) => {
      const { text } = await readTemplate("laurel", "template.yml");
      const variable = token === DEFAULT_TOKEN ? "" : `    LAUREL_TOKEN_NAME: ${token}\n`;
      const inputs = environment === PRODUCTION ? "" : `, inputs: { environment: ${yamlText(environment)} }`;
      return [
        {
          place: GITLAB_FILE,
          text: text.replaceAll(DEFAULT_TOKEN, () => token).replace(/^ {4}LAUREL_ENV: /m, (line) => variable + line),
        },
        {
          place: ".gitlab-ci.yml",
          text: `include:\n  - ${inputs === "" ? `local: ${GITLAB_FILE}` : `{ local: ${GITLAB_FILE}${inputs} }`}\n`,
          orElse: `add to it: include: [{ local: ${GITLAB_FILE}${inputs} }]`,
        },
      ];
    },
  },
  shell: {
    label: "another one: a shell script to call",
    inRoot: false,
    files: async () => {
      const { name, text } = await readTemplate("shell", "laurel-ci.sh");
      return [{ place: name, text, isExecutable: true }];
    },
  },
};

/** The files of pipelines for a project in this folder. */
export async function pipelineFiles(
  folder: string,
  names: readonly PipelineName[],
  project: Project,
): Promise<readonly (PipelineFile & { readonly pipeline: PipelineName })[]> {
  const environment = pipelineEnvironment(project, PRODUCTION);
  const target = { environment, token: pipelineToken(project, environment), branch: await branchOf(folder) };
  const files = names.map(async (pipeline) =>
    (await PIPELINE[pipeline].files(target)).map((file) => ({ ...file, pipeline })),
  );
  return (await Promise.all(files)).flat();
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
  /** Files that the pipelines refuse, because npm reads them. */
  readonly refused: readonly string[];
  /** Makes npm's lock file pin this version. Empty: it does. */
  readonly pin: readonly string[];
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
  cwd: string,
): Promise<PipelineSteps> {
  const files = await pipelineFiles(folder, names, project);
  const environment = pipelineEnvironment(project, PRODUCTION);
  const existing = async (all: readonly string[]): Promise<readonly string[]> => {
    const found = await Promise.all(all.map((file) => isTaken(join(folder, file))));
    return all.filter((_, index) => found[index]);
  };
  const hasPin = await isPinned(folder, cwd);
  const places = [PROJECT_FILE, ...written, ...files.map(({ place }) => place)];
  const pinned = hasPin ? await existing(PINNED) : PINNED;
  return {
    environment,
    branch: await branchOf(folder),
    systems: names.map((name) => ({
      name,
      settings: pipelineSettings(project, environment, PIPELINE[name].secrets ?? []),
    })),
    refused: await existing([".npmrc", "npm-shrinkwrap.json"]),
    pin: hasPin ? [] : await pinCommands(folder),
    repository: (await findRepositoryRoot(folder)) === undefined ? NEW_REPOSITORY : [],
    commit: [
      "git switch --create add-laurel",
      shellLine(["git", "add", ...[...new Set([...places.map(partToAdd), ...pinned])].sort()]),
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
const PINNED = ["package.json", "package-lock.json", "tools"];
const TARBALL = `laurel-progression-laurel-${PACKAGE.version}.tgz`;

/** Copies the packed file into the project and pins it. Nothing is copied where the file is in place already. */
async function pinCommands(folder: string): Promise<readonly string[]> {
  const install = `npm install --save-dev ./tools/${TARBALL}`;
  if (await isReachable(join(folder, "tools", TARBALL))) return [install];
  let from = "PATH/TO";
  for (const place of [".", ".."]) if (await isReachable(join(folder, place, TARBALL))) from = place;
  return [`mkdir -p tools && cp ${from}/${TARBALL} tools/`, install];
}

/** Whether npm's lock file names this version of laurel with an integrity, as the pipelines require it. */
async function isPinned(folder: string, cwd: string): Promise<boolean> {
  const path = join(folder, "package-lock.json");
  if (!(await isTaken(path))) return false;
  const { value } = await readTextFile(path, cwd);
  const lock = jsonIn(value?.text ?? "");
  const packages = isJsonObject(lock) ? objectAt(lock, "packages") : {};
  const { version, integrity } = objectAt(packages, `node_modules/${PACKAGE.name}`);
  return version === PACKAGE.version && typeof integrity === "string";
}

/** The folder that a file is in, from the project's folder; of `.github` only the workflows. */
function partToAdd(file: string): string {
  const folders = file.split("/").slice(0, -1);
  return folders.length === 0 ? file : folders.slice(0, folders[0] === ".github" ? 2 : 1).join("/");
}
