/**
 * Makes a project that validates and plans at once, or adds a pipeline to an existing one. All
 * files are written, or none; existing files stay.
 */

import { basename, dirname, join } from "node:path";
import { readSchema, readTemplates } from "../files/assets.ts";
import { readInputFile } from "../files/input-file.ts";
import { roleOf } from "../files/manifests.ts";
import { findProjectFile, isTaken, PROJECT_FILE } from "../files/paths.ts";
import { shownPath } from "../files/read.ts";
import { writeFiles } from "../files/write.ts";
import { parseSource } from "../manifest/parse.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { sourceFile } from "../model/source.ts";
import {
  gameNameOf,
  isGameName,
  manifestsFolder,
  projectFileText,
} from "../project/new-project.ts";
import { parseProject } from "../project/project.ts";
import {
  PIPELINES,
  type PipelineName,
  type PipelineSetup,
  type ProjectFile,
  pipelineOf,
} from "./init-pipelines.ts";
import { Stop, unwrap } from "./problems.ts";
import type { MadeFile, RunContext } from "./run.ts";

interface InitOptions {
  /** Absolute path. */
  readonly folder: string;
  readonly game?: string | undefined;
  readonly ci?: readonly PipelineName[] | undefined;
}

/** Asks for the name of the game; `undefined` when the person cancels. */
export type AskName = (usual: string) => Promise<string | undefined>;

export interface MadeFiles {
  readonly files: readonly MadeFile[];
  /** One for each pipeline. */
  readonly setups: readonly PipelineSetup[];
  /** Absent when only files of pipelines were added. */
  readonly game?: string;
}

/**
 * `askName`: absent without a terminal; the name then is that of the folder. Undefined: the person
 * has cancelled.
 */
export async function init(
  { folder, game: name, ci = [] }: InitOptions,
  askName: AskName | undefined,
  run: RunContext,
): Promise<MadeFiles | undefined> {
  const { cwd } = run.ports;
  const wrong = name === undefined ? undefined : wrongName(name);
  if (wrong !== undefined) throw new Stop(diagnostic("usage", `--game: ${wrong}.`));
  const pipelines = PIPELINES.filter((system) => ci.includes(system));
  const existing = await findProjectFile(folder);
  if (existing !== undefined) {
    const isAddition = dirname(existing) === folder && name === undefined && pipelines.length > 0;
    if (!isAddition) throw new Stop(projectExists(existing, folder, cwd));
    const { text } = unwrap(await readInputFile(existing, run.ports));
    return make({ folder, text, pipelines, own: [] }, cwd);
  }
  const usual = gameNameOf(basename(folder));
  const game = name ?? (askName === undefined ? usual : await askName(usual));
  if (game === undefined || run.signal.aborted) return undefined;
  const text = projectFileText(game, schemaPlace("project"));
  return { ...(await make({ folder, text, pipelines, own: projectFiles(game, text) }, cwd)), game };
}

interface NewFiles {
  readonly folder: string;
  /** Of the project file. */
  readonly text: string;
  readonly pipelines: readonly PipelineName[];
  /** Besides those of the pipelines. */
  readonly own: readonly ProjectFile[];
}

async function make({ folder, text, pipelines, own }: NewFiles, cwd: string): Promise<MadeFiles> {
  const project = unwrap(
    parseProject(parseSource(sourceFile({ name: PROJECT_FILE, text, isProject: true }))),
  );
  const { files: added, setups } = await pipelineOf(folder, pipelines, project);
  const files: (ProjectFile & { readonly isLeft: boolean })[] = [];
  for (const file of [...own, ...added]) {
    const isLeft = file.orElse !== undefined && (await isTaken(join(folder, file.place)));
    files.push({ ...file, isLeft });
  }
  const changes = files
    .filter(({ isLeft }) => !isLeft)
    .map(({ place, text: after, ...file }) => ({
      ...file,
      path: join(folder, place),
      before: undefined,
      after,
    }));
  // With its project file a folder is a project: it comes last, so that a run that is killed leaves
  // a whole one or none.
  const isLast = ({ path }: { readonly path: string }): boolean =>
    path === join(folder, PROJECT_FILE);
  const ordered = [...changes.filter((change) => !isLast(change)), ...changes.filter(isLast)];
  const problem = await writeFiles(ordered, { cwd });
  if (problem !== undefined) {
    const help = ["move it away, or make the project in another folder: laurel init FOLDER"];
    throw new Stop(problem.code === "file-exists" ? { ...problem, help } : problem);
  }
  const made = files.map(({ place, what, orElse = what, isLeft }): MadeFile => {
    return isLeft
      ? { file: place, outcome: "left", what: orElse }
      : { file: place, outcome: "made", what };
  });
  return { files: made, setups };
}

/** What is wrong with the name of a game. */
export function wrongName(name: string): string | undefined {
  return isGameName(name)
    ? undefined
    : "a game's name has letters, digits and _ . ~ -, and no dot or hyphen in front";
}

/** `project`: the file, in the folder or above. */
function projectExists(project: string, folder: string, cwd: string): Diagnostic {
  const path = shownPath(project, cwd);
  const isHere = dirname(project) === folder;
  const where = isHere ? "a project already" : "a project in a folder above";
  const help = [
    `to add a game, write it into ${path}, under games, with a folder for its manifests`,
    `to add a pipeline, run \`laurel init --ci github\` (or gitlab, or shell)${isHere ? "" : " in its folder"}`,
    ...(isHere ? [] : ["for a project of its own, go to a folder outside of that project"]),
  ];
  const detail = `Nothing is written, because there is ${where}: ${path}.`;
  return diagnostic(isHere ? "file-exists" : "nested-project", detail, { help });
}

/** The documents that people write. */
const WRITTEN = ["manifest", "overrides", "project", "scenarios"] as const;

/** All files of a new project without pipelines. `text`: of the project file. */
function projectFiles(game: string, text: string): readonly ProjectFile[] {
  const example = readTemplates("project/example").map(({ name, text: own }) => {
    const what = `${roleOf(name) === "scenarios" ? "scenarios" : "manifests"}, to change`;
    return { place: `${manifestsFolder(game)}/${name}`, text: own, what };
  });
  const schemas = WRITTEN.map((name) => {
    return {
      place: schemaPlace(name),
      text: readSchema(name),
      what: "for editors: completion and explanations",
    };
  });
  const editor = readTemplates("project/vscode").map(({ name, text: own }) => {
    return {
      place: `.vscode/${name}`,
      text: own,
      what: "for VS Code",
      orElse: "left as it is; add what laurel init writes to an empty folder",
    };
  });
  return [
    { place: PROJECT_FILE, text, what: "the project file" },
    ...example,
    ...schemas,
    ...editor,
  ];
}

function schemaPlace(name: (typeof WRITTEN)[number]): string {
  return `schemas/${name}.schema.json`;
}
