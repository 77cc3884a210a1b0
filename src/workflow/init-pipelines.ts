/** The files of a pipeline that `laurel init` writes, and what is left to do until it runs. */
import { join } from "node:path";
import { PACKAGE, readTemplates } from "../files/assets.ts";
import { findRepositoryRoot, pathBelow, realPath } from "../files/paths.ts";
import { recordedDefaultBranch } from "../files/repository.ts";
import { quoted, shellLine } from "../ground/words.ts";
import { diagnostic } from "../model/diagnostics.ts";
import {
  type PipelineSetting,
  pipelineEnvironment,
  pipelineSettings,
  quotedYamlText,
  yamlText,
} from "../project/new-project.ts";
import type { Project } from "../project/project.ts";
import { ALLOWED_ORIGINS, DEFAULT_TOKEN } from "../project/variables.ts";
import type { PipelineName } from "./options.ts";
import { Stop } from "./problems.ts";

/** The default branch if the repository has recorded none. */
const MAIN = "main";

/**
 * A file that `laurel init` writes, by its path from the project's folder with `/` between folders.
 */
export interface ProjectFile {
  readonly place: string;
  readonly text: string;
  /** A few words for people. */
  readonly what: string;
  readonly isExecutable?: boolean;
  /**
   * Left out when such a file exists: the project has one of its own, and this is what to add to
   * it.
   */
  readonly orElse?: string;
}

interface Pipeline {
  /**
   * Whether the system reads its files in the root of a repository; others are in the project's
   * folder.
   */
  readonly isInRoot: boolean;
  /** Where its files belong: nothing, or a path that ends with `/`. */
  readonly folder: string;
  /** Files besides the templates. */
  readonly more?: readonly Omit<ProjectFile, "what">[];
  /** Secrets that it can use, besides the token of the service. */
  readonly secrets?: readonly PipelineSetting[];
}

const GITLAB_FILE = "laurel.gitlab-ci.yml";
const GITLAB_TOKEN =
  "a project access token that pushes laurel/drift: role Developer, scope write_repository; protected";
/**
 * Placeholder in templates for the commit of laurel's action, until a release stamps it into the
 * package.
 */
const COMMIT = "COMMIT";

const PIPELINE: Readonly<Record<PipelineName, Pipeline>> = {
  github: { isInRoot: true, folder: ".github/workflows/" },
  gitlab: {
    isInRoot: true,
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
  shell: { isInRoot: false, folder: "" },
};

/** Settings that a person makes in one system. */
export interface PipelineSetup {
  readonly system: PipelineName;
  readonly environment: string;
  /** The default branch. */
  readonly branch: string;
  readonly settings: readonly PipelineSetting[];
  /** Whether the commit of laurel's action has to be filled in. */
  readonly needsCommit: boolean;
}

/** Makes the files of pipelines for a project, and lists the settings that a person makes. */
export async function makePipelines(
  folder: string,
  names: readonly PipelineName[],
  project: Project,
) {
  const inRepository = names.length === 0 ? "." : await findFolderInRepository(folder);
  const root = await findRepositoryRoot(folder);
  const environment = pipelineEnvironment(project);
  const branch = (root === undefined ? undefined : await recordedDefaultBranch(root)) ?? MAIN;
  const settings = pipelineSettings(project, environment, []);
  const toRoot = inRepository === "." ? "" : "../".repeat(inRepository.split("/").length);
  const files = names.flatMap((name) => {
    const { isInRoot, folder: place, more = [] } = PIPELINE[name];
    const values = { environment, branch, folder: isInRoot ? inRepository : "." };
    const templates = readTemplates(name).map((file) => ({
      place: place + file.name,
      isExecutable: file.name.endsWith(".sh"),
      text: fillTemplate(insertSettings(file.text, settings), values),
    }));
    return [...templates, ...more].map((file): ProjectFile => {
      return { ...file, place: isInRoot ? toRoot + file.place : file.place, what: "the pipeline" };
    });
  });
  const needsCommit = files.some(({ text }) => text.includes(`@${COMMIT} `));
  const setups = names.map((system): PipelineSetup => {
    const all = pipelineSettings(project, environment, PIPELINE[system].secrets ?? []);
    return { system, environment, branch, settings: all, needsCommit };
  });
  return { files, setups };
}

/**
 * The path of a project from the root of its repository, with `/` between folders; `.` in the root,
 * and without a repository.
 */
async function findFolderInRepository(folder: string): Promise<string> {
  const root = await findRepositoryRoot(folder);
  if (root === undefined || root === folder) return ".";
  const below = pathBelow(root, folder);
  if ((await realPath(folder)) !== join(await realPath(root), below)) {
    const help = ["run the command with the folder that the link leads to"];
    throw new Stop(diagnostic("usage", "A link leads to the folder of the project.", { help }));
  }
  // GitHub evaluates expressions in paths, and no quotation protects a line break.
  if (!/[\p{C}\p{Zl}\p{Zp}]|\$\{\{/u.test(below)) return below;
  const detail = `The path ${quoted(below)} has a character or an expression that no pipeline can name.`;
  throw new Stop(diagnostic("usage", detail, { help: ["rename the folder"] }));
}

/** Values for `production`, `main` and `FOLDER` in the templates. */
interface TemplateValues {
  readonly environment: string;
  readonly branch: string;
  readonly folder: string;
}

function fillTemplate(text: string, { environment, branch, folder }: TemplateValues): string {
  const quote = (value: string): string => (folder === "." ? value : quotedYamlText(value));
  const cd = shellLine(["cd", folder.startsWith("-") ? `./${folder}` : folder]);
  const flag = environment.startsWith("-")
    ? `--env=${environment}`
    : shellLine(["--env", environment]);
  return text
    .replaceAll("VERSION", PACKAGE.version)
    .replaceAll(COMMIT, PACKAGE.actionCommit ?? COMMIT)
    .replaceAll("--env production", () => flag)
    .replaceAll("environment: production", () => `environment: ${yamlText(environment)}`)
    .replaceAll("branches: [main]", () => `branches: [${yamlText(branch)}]`)
    .replaceAll("working-directory: FOLDER", () => `working-directory: ${quote(folder)}`)
    .replaceAll("- cd FOLDER", () => `- ${quote(cd)}`)
    .replaceAll("cd FOLDER", () => cd);
}

/**
 * Gives every secret of the project to the steps with the token, and every variable to the lines
 * with the origins.
 */
function insertSettings(text: string, settings: readonly PipelineSetting[]): string {
  const token = /^( *)LAUREL_API_TOKEN: .*\n/gm;
  const origins = /^( *)LAUREL_ALLOWED_ORIGINS: .*\n/gm;
  const lines = (role: PipelineSetting["role"], indent: string): string =>
    settings
      .filter((variable) => variable.role === role && variable.name !== ALLOWED_ORIGINS)
      .map(
        ({ name }) =>
          `${indent}${name}: \${{ ${role === "secret" ? "secrets" : "vars"}.${name} }}\n`,
      )
      .join("");
  const isDefault = settings.some(({ name }) => name === DEFAULT_TOKEN);
  return text
    .replaceAll(token, (line, indent: string) => (isDefault ? line : lines("secret", indent)))
    .replaceAll(origins, (line, indent: string) => line + lines("variable", indent));
}
