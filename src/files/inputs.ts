/**
 * Inputs of laurel, which may not be outputs. Hard links and names in another case are the same
 * file.
 */
import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { inParallel } from "../ground/collections.ts";
import { listFolder } from "./disk.ts";
import { roleOf } from "./manifests.ts";
import { BELOW_GIT, isBelowGit, PROJECT_FILE, realPath } from "./paths.ts";

/** The files of a project. All paths are absolute. */
export interface ProjectInputs {
  readonly projectFile: string;
  /**
   * The folders of manifests of all games. Undefined if the project file is so broken that nobody
   * can say.
   */
  readonly folders: readonly string[] | undefined;
}

/** Everything that an output is compared with. */
interface Inputs {
  readonly projects: readonly ProjectInputs[];
  /** Further files, by absolute paths. */
  readonly files: readonly string[];
  /**
   * Whether the output is the data of an embedded service, which may be in the folder of such data.
   */
  readonly isData: boolean;
}

/** Folder of the data of embedded services, next to a project file. */
export const DATA_FOLDER = ".laurel";
/** Files whose identity is looked up at the same time. */
const AT_ONCE = 64;

/**
 * Why a file may not be an output, as the end of a sentence that begins with its name; undefined if
 * it may. `path`: absolute.
 */
export async function whyInput(
  path: string,
  { projects, files, isData }: Inputs,
): Promise<string | undefined> {
  const target = await realPath(path);
  if (isBelowGit(target)) return BELOW_GIT;
  const identity = await findIdentity(target);
  const inputs = [...files, ...projects.map(({ projectFile }) => projectFile)];
  if (basename(target).toLowerCase() === PROJECT_FILE || (await isOneOf(identity, inputs)))
    return READ_BY_LAUREL;
  const output = { identity, below: await findAncestors(target), isData };
  for (const project of projects) {
    const why = await whyInputOf(project, output);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** An output that is compared with inputs. */
interface ComparedOutput {
  /** Undefined for a missing file. */
  readonly identity: string | undefined;
  /** The rest of its path below each folder above it, by the folder's identity. */
  readonly below: ReadonlyMap<string | undefined, string>;
  readonly isData: boolean;
}

/** Returns why a file may not be an output, if it is an input of the project. */
async function whyInputOf(
  { projectFile, folders }: ProjectInputs,
  output: ComparedOutput,
): Promise<string | undefined> {
  const { identity, below, isData } = output;
  const home = dirname(projectFile);
  if (!isData && below.has(await findIdentity(join(home, DATA_FOLDER))))
    return "is in the folder of the embedded service's data";
  for (const folder of folders ?? []) {
    if (await isInputIn(folder, output)) return READ_BY_LAUREL;
  }
  if (folders !== undefined || identity === undefined) return undefined;
  const inHome = below.get(await findIdentity(home));
  return inHome !== undefined && roleOf(inHome) !== undefined
    ? `may be a file that laurel reads, and ${basename(projectFile)}, which cannot be read, would say so`
    : undefined;
}

/** Whether a folder of manifests has the file. */
async function isInputIn(folder: string, { identity, below }: ComparedOutput): Promise<boolean> {
  const inFolder = below.get(await findIdentity(folder));
  if (inFolder !== undefined && roleOf(inFolder) !== undefined) return true;
  // A manifest may have another name elsewhere, as a hard link.
  return identity !== undefined && (await isOneOf(identity, await listSources(folder)));
}

const READ_BY_LAUREL = "would be in the place of files that laurel reads";

/** The files below a folder of manifests that are read. */
async function listSources(folder: string): Promise<readonly string[]> {
  const { paths } = await listFolder(folder, folder);
  return paths.filter((path) => roleOf(path) !== undefined).map((path) => join(folder, path));
}

async function isOneOf(identity: string | undefined, paths: readonly string[]): Promise<boolean> {
  if (identity === undefined) return false;
  const identities = await inParallel(paths, { limit: AT_ONCE }, findIdentity);
  return identities.includes(identity);
}

/** Returns the device and the number of a file; undefined for a missing one. */
async function findIdentity(path: string): Promise<string | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  return stats && `${stats.dev}:${stats.ino}`;
}

/**
 * The folders above a path by their identity, each with the rest of the path, with `/` between
 * names.
 */
async function findAncestors(path: string): Promise<ReadonlyMap<string | undefined, string>> {
  const found = new Map<string | undefined, string>();
  let rest = basename(path);
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const identity = await findIdentity(folder);
    if (identity !== undefined) found.set(identity, rest);
    if (dirname(folder) === folder) return found;
    rest = `${basename(folder)}/${rest}`;
  }
}
