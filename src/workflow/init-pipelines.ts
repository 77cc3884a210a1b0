/** The files of a pipeline that `laurel init` writes, and what is left to do until it runs. */
import { PACKAGE, readTemplates } from "../files/assets.ts";
import { findRepositoryRoot } from "../files/paths.ts";
import { shownPath } from "../files/read.ts";
import { recordedDefaultBranch } from "../files/repository.ts";
import { both } from "../ground/words.ts";
import { diagnostic } from "../model/diagnostics.ts";
import { type PipelineSetting, pipelineEnvironment, pipelineSettings, yamlText } from "../project/new-project.ts";
import type { Project } from "../project/project.ts";
import { ALLOWED_ORIGINS, DEFAULT_TOKEN } from "../project/variables.ts";
import type { PipelineName } from "./options.ts";
import { Stop } from "./problems.ts";

/** The environment of the live service. */
const PRODUCTION = "production";
/** The default branch where no repository says another. */
const MAIN = "main";

/** A file that `laurel init` writes, by its path from the project's folder with `/` between folders. */
export interface ProjectFile {
  readonly place: string;
  readonly text: string;
  /** A few words for people. */
  readonly what: string;
  readonly isExecutable?: boolean;
  /** Left out when such a file exists: the project has one of its own, and this is what to add to it. */
  readonly orElse?: string;
}

interface Pipeline {
  /** What looks for it in the root of a repository only, as people call it; absent: nothing does. */
  readonly label?: string;
  /** Where its files belong, from the project's folder. */
  readonly folder: string;
  /** Files besides the templates. */
  readonly more?: readonly Omit<ProjectFile, "what">[];
  /** What it can use beside the token of the service. */
  readonly secrets?: readonly PipelineSetting[];
}

const GITLAB_FILE = "laurel.gitlab-ci.yml";
const GITLAB_TOKEN =
  "on GitLab, a project access token for merge requests with live changes: role Developer, scope write_repository";
/** What templates have in place of the commit of laurel's action, until a release stamps it into the package. */
const COMMIT = "COMMIT";

const PIPELINE: Readonly<Record<PipelineName, Pipeline>> = {
  github: { label: "GitHub Actions", folder: ".github/workflows/" },
  gitlab: {
    label: "GitLab CI",
    folder: "",
    secrets: [{ name: "LAUREL_GITLAB_TOKEN", role: "secret", what: GITLAB_TOKEN }],
    more: [
      {
        place: ".gitlab-ci.yml",
        text: `include:\n  - local: ${GITLAB_FILE}\n`,
        orElse: `left as it is; add to it: include: [{ local: ${GITLAB_FILE} }]`,
      },
    ],
  },
  shell: { folder: "" },
};

/** What is left to do until a pipeline runs. */
export interface PipelineSteps {
  readonly environment: string;
  readonly systems: readonly PipelineName[];
  /** For any of them. */
  readonly settings: readonly PipelineSetting[];
  /** Whether the commit of laurel's action has to be filled in. */
  readonly needsCommit: boolean;
}

/** The files of pipelines for a project in this folder, and the steps that follow. */
export async function pipelineOf(folder: string, names: readonly PipelineName[], project: Project) {
  const environment = pipelineEnvironment(project, PRODUCTION);
  const root = await findRepositoryRoot(folder);
  const branch = (root === undefined ? undefined : await recordedDefaultBranch(root)) ?? MAIN;
  const settings = pipelineSettings(project, environment, []);
  const secrets = names.flatMap((name) => PIPELINE[name].secrets ?? []);
  const files = names.flatMap((name) => {
    const { folder: place, more = [] } = PIPELINE[name];
    const templates = readTemplates(name).map((file) => ({
      place: place + file.name,
      isExecutable: file.name.endsWith(".sh"),
      text: withSettings(file.text, settings)
        .replaceAll("VERSION", PACKAGE.version)
        .replaceAll(COMMIT, PACKAGE.actionCommit ?? COMMIT)
        .replaceAll(`--env ${PRODUCTION}`, () => `--env ${environment}`)
        .replaceAll(`environment: ${PRODUCTION}`, () => `environment: ${yamlText(environment)}`)
        .replaceAll(`branches: [${MAIN}]`, () => `branches: [${yamlText(branch)}]`),
    }));
    return [...templates, ...more].map((file): ProjectFile => ({ ...file, what: "the pipeline" }));
  });
  const needsCommit = files.some(({ text }) => text.includes(`@${COMMIT} `));
  const steps: PipelineSteps = {
    environment,
    systems: names,
    settings: pipelineSettings(project, environment, secrets),
    needsCommit,
  };
  return { files, steps };
}

/** With every secret and variable of the project in the steps that get the token, and in no others. */
function withSettings(text: string, settings: readonly PipelineSetting[]): string {
  const token = /^( *)LAUREL_API_TOKEN: .*\n/gm;
  const origins = /^( *)LAUREL_ALLOWED_ORIGINS: .*\n/gm;
  const lines = (role: PipelineSetting["role"], indent: string): string =>
    settings
      .filter((variable) => variable.role === role && variable.name !== ALLOWED_ORIGINS)
      .map(({ name }) => `${indent}${name}: \${{ ${role === "secret" ? "secrets" : "vars"}.${name} }}\n`)
      .join("");
  const isDefault = settings.some(({ name }) => name === DEFAULT_TOKEN);
  return text
    .replaceAll(token, (line, indent: string) => (isDefault ? line : lines("secret", indent)))
    .replaceAll(origins, (line, indent: string) => line + lines("variable", indent));
}

/** Pipelines would not be found where the repository's root is above the project's folder. */
export async function refuseOutsideOfRoot(folder: string, names: readonly PipelineName[], cwd: string): Promise<void> {
  const labels = names.flatMap((name) => PIPELINE[name].label ?? []);
  const root = labels.length === 0 ? folder : ((await findRepositoryRoot(folder)) ?? folder);
  if (root === folder) return;
  const detail = `The files of ${both(labels)} belong into the root of the repository, ${shownPath(root, cwd)}.`;
  throw new Stop(
    diagnostic("usage", detail, { help: ["make the project there, or leave out --ci and copy the files by hand"] }),
  );
}
