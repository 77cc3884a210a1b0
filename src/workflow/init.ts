/**
 * Makes a project that validates and plans at once, or adds a pipeline to an existing one. All
 * files are written, or none; existing files stay.
 */

import { basename, dirname, join } from "node:path";
import { readSchema, readTemplates } from "../files/assets.ts";
import { diskTree } from "../files/disk.ts";
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
import { makePipelines, type PipelineSetup, type ProjectFile } from "./init-pipelines.ts";
import { type InitOptions, PIPELINES, type PipelineName } from "./options.ts";
import { Stop, unwrap } from "./problems.ts";
import type { MadeFile, RunContext } from "./run.ts";

/** Asks for the name of the game; `undefined` when the person cancels. */
export type AskName = (usual: string) => Promise<string | undefined>;

export interface MadeFiles {
  readonly files: readonly MadeFile[];
  /** Settings of each pipeline. */
  readonly setups: readonly PipelineSetup[];
  /** Absent when only files of pipelines were added. */
  readonly game?: string;
}

/**
 * Makes a project, or adds pipelines to one. `askName`: absent without a terminal, where the
 * folder's name is taken. Returns undefined if the person has cancelled.
 */
export async function init(
  { folder, game: name, ci = [] }: InitOptions,
  askName: AskName | undefined,
  run: RunContext,
): Promise<MadeFiles | undefined> {
  const { cwd } = run.ports;
  const wrong = name === undefined ? undefined : explainWrongName(name);
  if (wrong !== undefined) throw new Stop(diagnostic("usage", `--game: ${wrong}.`));
  const pipelines = PIPELINES.filter((system) => ci.includes(system));
  const existing = await findProjectFile(folder);
  if (existing !== undefined) {
    const isAddition = dirname(existing) === folder && name === undefined && pipelines.length > 0;
    if (!isAddition) throw new Stop(explainExisting(existing, folder, cwd));
    const { text } = unwrap(await diskTree(run.ports).read(existing));
    return makeFiles({ folder, text, pipelines, own: [] }, cwd);
  }
  const usual = gameNameOf(basename(folder));
  const game = name ?? (askName === undefined ? usual : await askName(usual));
  if (game === undefined || run.signal() !== undefined) return undefined;
  const text = projectFileText(game, placeSchema("project"));
  return {
    ...(await makeFiles({ folder, text, pipelines, own: listProjectFiles(game, text) }, cwd)),
    game,
  };
}

interface NewFiles {
  readonly folder: string;
  /** Text of the project file. */
  readonly text: string;
  readonly pipelines: readonly PipelineName[];
  /** Files that no pipeline has. */
  readonly own: readonly ProjectFile[];
}

async function makeFiles(
  { folder, text, pipelines, own }: NewFiles,
  cwd: string,
): Promise<MadeFiles> {
  // A new project's settings are read from its text too, so that they are written in one place.
  const source = sourceFile({ name: PROJECT_FILE, text, isProject: true });
  const project = unwrap(parseProject(parseSource(source)));
  const { files: added, setups } = await makePipelines(folder, pipelines, project);
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
  // The project file makes a folder a project. It is written last, so that a killed run leaves a
  // whole project or none.
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

/** Explains why a game cannot have this name; undefined if it can. */
export function explainWrongName(name: string): string | undefined {
  return isGameName(name)
    ? undefined
    : "a game's name has letters, digits and _ . ~ -, and no dot or hyphen in front";
}

/** `project`: the file, in the folder or above. */
function explainExisting(project: string, folder: string, cwd: string): Diagnostic {
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

/** Lists the files of a new project without pipelines. `text`: of the project file. */
function listProjectFiles(game: string, text: string): readonly ProjectFile[] {
  const example = readTemplates("project/example").map(({ name, text: own }) => {
    const what = `${roleOf(name) === "scenarios" ? "scenarios" : "manifests"}, to change`;
    return { place: `${manifestsFolder(game)}/${name}`, text: own, what };
  });
  const schemas = WRITTEN.map((name) => {
    return {
      place: placeSchema(name),
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

function placeSchema(name: (typeof WRITTEN)[number]): string {
  return `schemas/${name}.schema.json`;
}
