/**
 * Makes a project that validates and plans at once, or adds a pipeline to an existing one. Everything is checked before the
 * first file is written. Existing files stay, except for a line at the end of `.gitignore`.
 */
import { basename, dirname, join } from "node:path";
import { readSchema, readTemplates } from "../files/assets.ts";
import { ignoring } from "../files/gitignore.ts";
import { roleOf } from "../files/manifests.ts";
import { findProjectFile, isTaken, PROJECT_FILE } from "../files/paths.ts";
import { readTextFile, shownPath } from "../files/read.ts";
import { alreadyThere, type FileChange, writeFiles } from "../files/write.ts";
import { parseText } from "../manifest/parse.ts";
import { both } from "../manifest/wording.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { gameNameOf, isGameName, manifestsFolder, projectFileText } from "../project/new-project.ts";
import { type Project, parseProject } from "../project/project.ts";
import {
  outsideOfRoot,
  type PipelineFile,
  type PipelineSteps,
  pipelineFiles,
  pipelineSteps,
  repositoryAbove,
} from "./init-pipelines.ts";
import { type InitOptions, PIPELINES, type PipelineName } from "./options.ts";
import type { MadeFile, RunContext } from "./run.ts";
import { shellLine } from "./shell-line.ts";

export interface Answers {
  readonly game: string;
  readonly pipelines: readonly PipelineName[];
}

/** Asks for what is not known; `undefined` when the person cancels. */
export type AskAnswers = (
  known: Partial<Answers>,
  defaults: {
    readonly game: string;
    /** Whether pipelines are offered. */
    readonly offersPipelines: boolean;
  },
) => Promise<Answers | undefined>;

export interface InitResult {
  /** Absent: there are problems, or the person has cancelled. */
  readonly made?: {
    readonly files: readonly MadeFile[];
    /** Absent without pipelines. */
    readonly pipeline?: PipelineSteps;
    /** Absent when only files of pipelines were added. */
    readonly answers?: Answers;
  };
  readonly diagnostics: readonly Diagnostic[];
}

/** `ask`: absent without a terminal; every answer then is the default. */
export async function init(options: InitOptions, ask: AskAnswers | undefined, run: RunContext): Promise<InitResult> {
  const wrong = wrongOptions(options);
  if (wrong.length > 0) return { diagnostics: wrong };
  const { folder } = options;
  const { cwd } = run.ports;
  const project = await findProjectFile(folder);
  const isThere = project !== undefined && dirname(project) === folder;
  if (isThere && isPipelineOnly(options)) return addPipelines(options, cwd);
  if (project !== undefined) {
    return { diagnostics: [isThere ? projectExists(folder, cwd) : nested(project, options, cwd)] };
  }
  const answers = await readAnswers(options, ask);
  if (answers === undefined) return { diagnostics: [] };
  const files = await projectFiles(folder, answers);
  const places = files.map(({ place }) => place);
  const problem = (await outsideOfRoot(folder, answers.pipelines, cwd)) ?? (await inTheWay(folder, files, places, cwd));
  if (problem !== undefined) return { diagnostics: [problem] };
  if (run.signal() !== undefined) return { diagnostics: [] };
  const { value: made, diagnostics } = await write(folder, files, true, cwd);
  if (made === undefined) return { diagnostics };
  if (answers.pipelines.length === 0) return { diagnostics, made: { files: made, answers } };
  const pipeline = await stepsOf(folder, answers.pipelines, made, madeProject(answers));
  return { diagnostics, made: { files: made, pipeline, answers } };
}

/** Whether the options name pipelines and say nothing about a game. */
function isPipelineOnly({ game, ci }: InitOptions): boolean {
  return namedPipelines(ci).length > 0 && game === undefined;
}

function namedPipelines(ci: InitOptions["ci"]): readonly PipelineName[] {
  return PIPELINES.filter((name) => ci.includes(name));
}

async function addPipelines({ folder, ci }: InitOptions, cwd: string): Promise<InitResult> {
  const names = namedPipelines(ci);
  const { value: text, diagnostics: unread } = await readTextFile(join(folder, PROJECT_FILE), cwd);
  if (text === undefined) return { diagnostics: unread };
  const { value: project, diagnostics: wrong } = parseProject(parseText(PROJECT_FILE, text.text));
  if (project === undefined || hasErrors(wrong)) return { diagnostics: wrong };
  const files = await describedPipelines(folder, names, project);
  const places = files.map(({ place }) => place);
  const problem = (await outsideOfRoot(folder, names, cwd)) ?? (await inTheWay(folder, files, places, cwd));
  if (problem !== undefined) return { diagnostics: [problem] };
  const { value: made, diagnostics } = await write(folder, files, false, cwd);
  if (made === undefined) return { diagnostics };
  return { diagnostics, made: { files: made, pipeline: await stepsOf(folder, names, made, project) } };
}

/** What is left to do until the pipelines run, with everything to commit. */
function stepsOf(
  folder: string,
  names: readonly PipelineName[],
  made: readonly MadeFile[],
  project: Project,
): Promise<PipelineSteps> {
  const written = made.flatMap(({ outcome, file }) => (outcome === "left" ? [] : [file]));
  return pipelineSteps(folder, names, written, project);
}

/** The answers; undefined when the person has cancelled. */
async function readAnswers({ folder, game: name, ci }: InitOptions, ask: AskAnswers | undefined) {
  const known: Partial<Answers> = {
    ...defined({ game: name }),
    ...(ci.length === 0 ? {} : { pipelines: namedPipelines(ci) }),
  };
  const game = gameNameOf(basename(folder));
  if (ask === undefined) return { game, pipelines: [], ...known };
  // Below the root of a repository, most pipelines would not be found.
  return ask(known, { game, offersPipelines: (await repositoryAbove(folder)) === undefined });
}

/** The variable of the token where no project file names another. */
export const TOKEN = "LAUREL_API_TOKEN";

function wrongOptions({ game, ci }: InitOptions): readonly Diagnostic[] {
  const problems: readonly (readonly [flag: string, problem: string | undefined])[] = [
    ["game", game === undefined ? undefined : wrongName(game)],
    ["ci", ci.includes("none") && new Set(ci).size > 1 ? "none and a pipeline contradict each other" : undefined],
  ];
  return problems.flatMap(([flag, problem]) =>
    problem === undefined ? [] : [diagnostic("usage", `--${flag}: ${problem}.`)],
  );
}

/** What is wrong with the name of a game. */
export function wrongName(name: string): string | undefined {
  return isGameName(name) ? undefined : "a game's name has letters, digits and _ . ~ -, and no dot or hyphen in front";
}

/** The refusal that names every existing file */
async function inTheWay(
  folder: string,
  files: readonly ProjectFile[],
  places: readonly string[],
  cwd: string,
): Promise<Diagnostic | undefined> {
  const optional = new Set(files.filter(({ orElse }) => orElse !== undefined).map(({ place }) => place));
  const needed = places.filter((place) => !optional.has(place)).map((place) => join(folder, place));
  return alreadyThere(needed, cwd, (them) => [
    `move ${them} away, or make the project in another folder: laurel init FOLDER`,
  ]);
}

/** Writes all of the files or none. */
async function write(
  folder: string,
  files: readonly ProjectFile[],
  isNew: boolean,
  cwd: string,
): Promise<Checked<readonly MadeFile[]>> {
  const ignore = await ignoring(join(folder, ".gitignore"), isNew ? [".laurel"] : [], cwd);
  if (hasErrors(ignore.diagnostics)) return { diagnostics: ignore.diagnostics };
  const change = "value" in ignore ? ignore.value : undefined;
  const left = new Set<string>();
  for (const { place, orElse } of files) {
    if (orElse !== undefined && (await isTaken(join(folder, place)))) left.add(place);
  }
  const made = files
    .filter(({ place }) => !left.has(place))
    .map(({ place, text, ...file }) => ({ ...file, path: join(folder, place), before: undefined, after: text }));
  // With its project file a folder is a project: it comes last, so that a run that is killed leaves a whole one or none.
  const isProject = ({ path }: FileChange): boolean => path === join(folder, PROJECT_FILE);
  const changes = [...made, ...(change === undefined ? [] : [change])];
  const problem = await writeFiles([...changes.filter((file) => !isProject(file)), ...changes.filter(isProject)], {
    cwd,
  });
  if (problem !== undefined) return { diagnostics: [problem] };
  const listed = files.map(({ place, what, orElse }): MadeFile => {
    return left.has(place)
      ? { file: place, outcome: "left", what: orElse ?? what }
      : { file: place, outcome: "made", what };
  });
  if (change === undefined) return { value: listed, diagnostics: [] };
  const outcome = change.before === undefined ? "made" : "changed";
  const what = `leaves out ${both(change.added)}`;
  return { value: [...listed, { file: ".gitignore", outcome, what }], diagnostics: [] };
}

function projectExists(folder: string, cwd: string): Diagnostic {
  const shown = shownPath(join(folder, PROJECT_FILE), cwd);
  const detail = `Nothing is written, because there is a project already: ${shown}.`;
  const help = [
    "to add a game, write it into that file, under games",
    "to add the files of a pipeline: laurel init --ci github (or gitlab, or shell)",
  ];
  return diagnostic("file-exists", detail, { help });
}

function nested(project: string, { folder, ci }: InitOptions, cwd: string): Diagnostic {
  const shown = shownPath(project, cwd);
  const place = shownPath(folder, cwd);
  const above = `a folder above ${place === "." ? "this one" : place}`;
  const detail = `Nothing is written, because there is a project in ${above}: ${shown}. With two project files, it would depend on where a command is typed which of them it takes.`;
  const help = [
    "for a project of its own, go to a folder outside of that project",
    `for one more game, add it to ${shown}, under games, with a folder for its manifests`,
  ];
  const pipelines = namedPipelines(ci).flatMap((name) => ["--ci", name]);
  if (pipelines.length > 0) {
    const go = shellLine(["cd", shownPath(dirname(project), cwd)]);
    help.push(`to add the pipeline to that project: (${go} && ${shellLine(["laurel", "init", ...pipelines])})`);
  }
  return diagnostic("nested-project", detail, { help });
}

interface ProjectFile extends PipelineFile {
  /** A few words for people. */
  readonly what: string;
}

const SCHEMAS = "schemas";
/** The documents that people write. */
const WRITTEN = ["manifest", "overrides", "project", "scenarios"] as const;
type Written = (typeof WRITTEN)[number];
const YAML_EXTENSION = "redhat.vscode-yaml";

/** All files of a new project. */
async function projectFiles(folder: string, answers: Answers): Promise<readonly ProjectFile[]> {
  const schemaFile = async (name: Written): Promise<ProjectFile> => ({
    place: schemaPlace(name),
    text: await readSchema(name),
    what: "for editors: completion and explanations",
  });
  return [
    {
      place: PROJECT_FILE,
      text: projectFileText(answers.game, schemaPlace("project")),
      what: "the project file",
    },
    ...templateManifests(answers),
    ...(await Promise.all(WRITTEN.map(schemaFile))),
    {
      place: ".vscode/extensions.json",
      text: `{\n  "recommendations": [\n    "${YAML_EXTENSION}"\n  ]\n}\n`,
      what: "recommends the extension for YAML",
      orElse: `left as it is; ${YAML_EXTENSION} is what completes manifests`,
    },
    ...(await describedPipelines(folder, answers.pipelines, madeProject(answers))),
  ];
}

/** The files of pipelines, with a few words for people. */
async function describedPipelines(
  folder: string,
  names: readonly PipelineName[],
  project: Project,
): Promise<readonly ProjectFile[]> {
  return (await pipelineFiles(folder, names, project)).map((file) => ({
    ...file,
    what: "the pipeline",
    ...(file.orElse === undefined ? {} : { orElse: `left as it is; ${file.orElse}` }),
  }));
}

/** The new project, as its file says it. */
function madeProject(answers: Answers): Project {
  const text = projectFileText(answers.game, schemaPlace("project"));
  const { value, diagnostics } = parseProject(parseText(PROJECT_FILE, text));
  if (value === undefined) throw new Error(`a new project file is invalid: ${diagnostics[0]?.detail}`);
  return value;
}

function templateManifests({ game }: Answers): readonly ProjectFile[] {
  return readTemplates("project/example").map(({ name, text }) => ({
    place: `${manifestsFolder(game)}/${name}`,
    text,
    what: `${roleOf(name) === "scenarios" ? "scenarios" : "manifests"}, to change`,
  }));
}

function schemaPlace(name: Written): string {
  return `${SCHEMAS}/${name}.schema.json`;
}
