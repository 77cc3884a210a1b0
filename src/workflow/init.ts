/**
 * Makes a project that validates and plans at once, or adds a pipeline to an existing one. Everything is checked before the
 * first file is written. Existing files stay.
 */
import { basename, dirname, join } from "node:path";
import { readSchema, readTemplates } from "../files/assets.ts";
import { roleOf } from "../files/manifests.ts";
import { findProjectFile, isTaken, PROJECT_FILE } from "../files/paths.ts";
import { readTextFile, shownPath } from "../files/read.ts";
import { type FileChange, writeFiles } from "../files/write.ts";
import { parseText } from "../manifest/parse.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { gameNameOf, isGameName, manifestsFolder, projectFileText } from "../project/new-project.ts";
import { parseProject } from "../project/project.ts";
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

export interface MadeFiles {
  readonly files: readonly MadeFile[];
  /** Absent without pipelines. */
  readonly pipeline?: PipelineSteps;
  /** Absent when only files of pipelines were added. */
  readonly answers?: Answers;
}

export interface InitResult {
  /** Absent: there are problems, or the person has cancelled. */
  readonly made?: MadeFiles;
  readonly diagnostics: readonly Diagnostic[];
}

/** The variable of the token where no project file names another. */
export const TOKEN = "LAUREL_API_TOKEN";

/** `ask`: absent without a terminal; every answer then is the default. */
export async function init(options: InitOptions, ask: AskAnswers | undefined, run: RunContext): Promise<InitResult> {
  const { folder, game: name } = options;
  const { cwd } = run.ports;
  const wrong = name === undefined ? undefined : wrongName(name);
  if (wrong !== undefined) return { diagnostics: [diagnostic("usage", `--game: ${wrong}.`)] };
  const pipelines = PIPELINES.filter((each) => options.ci.includes(each));
  const project = await findProjectFile(folder);
  if (project !== undefined) {
    const isHere = dirname(project) === folder;
    if (isHere && name === undefined && pipelines.length > 0) return addPipelines(folder, pipelines, cwd);
    return { diagnostics: [isHere ? projectExists(folder, cwd) : nested(project, folder, cwd)] };
  }
  const known = { ...defined({ game: name }), ...(options.ci.length === 0 ? {} : { pipelines }) };
  const defaults = { game: gameNameOf(basename(folder)), pipelines: [] };
  // Below the root of a repository, most pipelines would not be found.
  const offersPipelines = (await repositoryAbove(folder)) === undefined;
  const answers = ask === undefined ? { ...defaults, ...known } : await ask(known, { ...defaults, offersPipelines });
  if (answers === undefined || run.signal() !== undefined) return { diagnostics: [] };
  const text = projectFileText(answers.game, schemaPlace("project"));
  const { value: made, diagnostics } = await make({ folder, text, ...answers }, projectFiles(answers.game, text), cwd);
  return { diagnostics, ...(made && { made: { ...made, answers } }) };
}

/** In an existing project. */
async function addPipelines(folder: string, pipelines: readonly PipelineName[], cwd: string): Promise<InitResult> {
  const { value: read, diagnostics: unread } = await readTextFile(join(folder, PROJECT_FILE), cwd);
  if (read === undefined) return { diagnostics: unread };
  const { value: made, diagnostics } = await make({ folder, text: read.text, pipelines }, [], cwd);
  return { diagnostics, ...defined({ made }) };
}

interface NewFiles {
  readonly folder: string;
  /** Of the project file. */
  readonly text: string;
  readonly pipelines: readonly PipelineName[];
}

/** Writes the files of pipelines and others: all of them or none. */
async function make(
  { folder, text, pipelines }: NewFiles,
  own: readonly PipelineFile[],
  cwd: string,
): Promise<Checked<MadeFiles>> {
  const { value: project, diagnostics: wrong } = parseProject(parseText(PROJECT_FILE, text));
  if (project === undefined || hasErrors(wrong)) return { diagnostics: wrong };
  const files = [...own, ...(await pipelineFiles(folder, pipelines, project))];
  const left = new Set<string>();
  for (const { place, orElse } of files) {
    if (orElse !== undefined && (await isTaken(join(folder, place)))) left.add(place);
  }
  const problem = await outsideOfRoot(folder, pipelines, cwd);
  if (problem !== undefined) return { diagnostics: [problem] };
  const changes: FileChange[] = files
    .filter(({ place }) => !left.has(place))
    .map(({ place, text: after, ...file }) => ({ ...file, path: join(folder, place), before: undefined, after }));
  // With its project file a folder is a project: it comes last, so that a run that is killed leaves a whole one or none.
  const last = changes.filter(({ path }) => path === join(folder, PROJECT_FILE));
  const unwritten = await writeFiles([...changes.filter((each) => !last.includes(each)), ...last], { cwd });
  if (unwritten !== undefined) {
    const help = ["move it away, or make the project in another folder: laurel init FOLDER"];
    return { diagnostics: [unwritten.code === "file-exists" ? { ...unwritten, help } : unwritten] };
  }
  const made = files.map(({ place, what, orElse = what }): MadeFile => {
    return left.has(place) ? { file: place, outcome: "left", what: orElse } : { file: place, outcome: "made", what };
  });
  if (pipelines.length === 0) return { value: { files: made }, diagnostics: [] };
  const written = made.flatMap(({ outcome, file }) => (outcome === "left" ? [] : [file]));
  const pipeline = await pipelineSteps(folder, pipelines, written, project);
  return { value: { files: made, pipeline }, diagnostics: [] };
}

/** What is wrong with the name of a game. */
export function wrongName(name: string): string | undefined {
  return isGameName(name) ? undefined : "a game's name has letters, digits and _ . ~ -, and no dot or hyphen in front";
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

function nested(project: string, folder: string, cwd: string): Diagnostic {
  const shown = shownPath(project, cwd);
  const place = shownPath(folder, cwd);
  const above = `a folder above ${place === "." ? "this one" : place}`;
  const detail = `Nothing is written, because there is a project in ${above}: ${shown}.`;
  const help = [
    "for a project of its own, go to a folder outside of that project",
    `for one more game, add it to ${shown}, under games, with a folder for its manifests`,
    `to add a pipeline to that project, go to its folder: ${shownPath(dirname(project), cwd)}`,
  ];
  return diagnostic("nested-project", detail, { help });
}

/** The documents that people write. */
const WRITTEN = ["manifest", "overrides", "project", "scenarios"] as const;
const YAML_EXTENSION = "redhat.vscode-yaml";

/** All files of a new project without pipelines. `text`: of the project file. */
function projectFiles(game: string, text: string): readonly PipelineFile[] {
  return [
    { place: PROJECT_FILE, text, what: "the project file" },
    ...readTemplates("project/example").map(({ name, text: example }) => ({
      place: `${manifestsFolder(game)}/${name}`,
      text: example,
      what: `${roleOf(name) === "scenarios" ? "scenarios" : "manifests"}, to change`,
    })),
    ...WRITTEN.map((name) => ({
      place: schemaPlace(name),
      text: readSchema(name),
      what: "for editors: completion and explanations",
    })),
    {
      place: ".vscode/extensions.json",
      text: `{\n  "recommendations": [\n    "${YAML_EXTENSION}"\n  ]\n}\n`,
      what: "recommends the extension for YAML",
      orElse: `left as it is; ${YAML_EXTENSION} is what completes manifests`,
    },
  ];
}

function schemaPlace(name: (typeof WRITTEN)[number]): string {
  return `schemas/${name}.schema.json`;
}
