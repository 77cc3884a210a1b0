/** Compares outputs with the files that the projects around them are read from. */

import { dirname, resolve } from "node:path";
import { type ProjectInputs, whyInput } from "../files/inputs.ts";
import { findProjectFile, placeOfInput, realPath } from "../files/paths.ts";
import { decodeSource, readUpTo } from "../files/read.ts";
import { MAXIMUM_FILES } from "../ground/limits.ts";
import { parseSource } from "../manifest/parse.ts";
import { memberNamed, partsIn } from "../manifest/parts.ts";
import type { SourceFile } from "../model/source.ts";

/** The files that a command reads, as its command line and its working directory name them. */
export interface ReadFiles {
  readonly cwd: string;
  /** The project file as the command line names it. */
  readonly project?: string | undefined;
  /** Further files as the command line names them. */
  readonly others?: readonly string[];
  /** Whether the file will hold the data of an embedded service. */
  readonly isData?: boolean;
}

/**
 * Returns why a command may not write a file, as the end of a sentence that begins with its name.
 * The file is compared with the inputs of the command's project and of its own project. `path`:
 * absolute.
 */
export async function whyNotOutput(
  path: string,
  { cwd, project, others = [], isData = false }: ReadFiles,
): Promise<string | undefined> {
  const own = project === undefined ? await findProjectFile(cwd) : resolve(cwd, project);
  const around = await findProjectFile(dirname(await realPath(path)));
  const projectFiles = new Set([own, around].filter((file) => file !== undefined));
  const projects = await Promise.all([...projectFiles].map(readInputs));
  const files = others.map((file) => resolve(cwd, file));
  return whyInput(path, { projects, files, isData });
}

async function readInputs(projectFile: string): Promise<ProjectInputs> {
  const value = await readProjectText(projectFile);
  const written = value === undefined ? undefined : findWrittenFolders(value);
  return { projectFile, folders: written?.map((folder) => resolve(dirname(projectFile), folder)) };
}

/**
 * A project file that no command has read yet; undefined if it cannot be read. Nothing of it is
 * shown.
 */
async function readProjectText(projectFile: string): Promise<SourceFile | undefined> {
  try {
    const bytes = readUpTo(await placeOfInput(projectFile), MAXIMUM_FILES);
    return decodeSource(bytes, { path: projectFile, name: projectFile }).value;
  } catch {
    return undefined;
  }
}

/**
 * The folders that a project file names, also one with mistakes; undefined if none can be found in
 * it.
 */
function findWrittenFolders(source: SourceFile): readonly string[] | undefined {
  const [root] = parseSource(source).documents;
  const games = memberNamed(root, "games")?.value;
  const folders = (games === undefined ? [] : partsIn(games)).flatMap((game) => {
    const folder = memberNamed(game, "manifests")?.value;
    return typeof folder?.value === "string" ? [folder.value] : [];
  });
  const found =
    folders.length > 0
      ? folders
      : [...source.text.matchAll(FOLDER)].map(([, folder = ""]) => folder.trim());
  return found.length > 0 ? found : undefined;
}

/** `manifests: games/dungeon` in a text that is no YAML. */
const FOLDER = /\bmanifests["']?[ \t]*:[ \t]*["']?([^"'\n,}#]+)/g;
