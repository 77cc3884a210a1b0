/** Reads one file that a project or a person names: the project file, or a template. */

import { dirname } from "node:path";
import { MAXIMUM_FILES } from "../ground/limits.ts";
import { ciVariable } from "../model/ci-systems.ts";
import { type Checked, failed } from "../model/diagnostics.ts";
import type { Variables } from "../model/model.ts";
import type { SourceFile } from "../model/source.ts";
import {
  FileRefusal,
  findRepositoryRoot,
  pathBelow,
  placeOfInput,
  placeOfOutput,
} from "./paths.ts";
import { fileProblem, readPlaced, shownPath } from "./read.ts";

/** What reading depends on. */
export interface FilePorts {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  readonly env: Variables;
}

/** Reads a file by its absolute path, if the rules for inputs allow it. `limit`: in bytes. */
export async function readInputFile(
  path: string,
  { cwd, env }: FilePorts,
  limit = MAXIMUM_FILES,
): Promise<Checked<SourceFile>> {
  const file = shownPath(path, cwd);
  try {
    const place = await placeOfInput(path);
    const root = await findRepositoryRoot(dirname(place));
    if (root !== undefined) {
      // Outside of repositories, nothing needs git.
      const { unreadIn } = await import("./ignored.ts");
      const unread = await unreadIn(root, [pathBelow(root, place)], env);
      if (unread.value === undefined) return unread;
      if (unread.value.size > 0)
        throw ciVariable(env) === undefined ? ignoredRefusal() : untrackedRefusal();
    }
    return readPlaced({ path, place, limit }, cwd);
  } catch (error) {
    return failed(fileProblem(file, error));
  }
}

/** Reads what an earlier run has written, by its absolute path, which git may ignore. */
export async function readOutputFile(path: string, cwd: string): Promise<Checked<SourceFile>> {
  try {
    return readPlaced({ path, place: await placeOfOutput(path) }, cwd);
  } catch (error) {
    return failed(fileProblem(shownPath(path, cwd), error));
  }
}

function ignoredRefusal(): FileRefusal {
  const help = ["take it out of .gitignore, or add it to the repository"];
  return new FileRefusal("is ignored by git; laurel reads no such files", "unreadable-file", help);
}

function untrackedRefusal(): FileRefusal {
  const help = ["add it to the repository with git add"];
  return new FileRefusal(
    "is not tracked by git; in CI systems, laurel reads no such files",
    "unreadable-file",
    help,
  );
}
