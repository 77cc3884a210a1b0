/**
 * Locks a data file for one process at a time. The lock is a folder next to the data file, with a
 * file whose name identifies the process.
 */
import { mkdtemp, readdir, rename, rm, rmdir, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readUpTo } from "../files/read.ts";
import { makeFolders, writeNew } from "../files/write.ts";
import { errorCodeOf, errorMessageOf } from "../ground/errors.ts";
import { inQuotes } from "../ground/words.ts";
import { ServiceFailure } from "./data-file.ts";
import {
  createHolderFile,
  type Holder,
  judgeHolder,
  type ProcessScope,
  readCurrentScope,
} from "./lock-holder.ts";

type Unlock = () => Promise<void>;

/** Error codes of a rename to a folder that is not empty, or on Windows to any folder. */
const TAKEN: readonly (string | undefined)[] = ["EEXIST", "ENOTEMPTY", "EPERM"];
const ATTEMPTS = 10;
/** Limit of a holder's text in bytes. */
const LONGEST_TEXT = 4_096;

/**
 * Takes the lock of the file. Throws `ServiceFailure` with the code `data-in-use` while another
 * process holds it.
 */
export async function lockData(file: string): Promise<Unlock> {
  const folder = `${file}.lock`;
  const scope = await readCurrentScope();
  const holder = await createHolderFile(scope);
  try {
    await makeFolders(dirname(file));
    // An empty lock counts as free, so the folder gets its holder before its final name.
    const made = await mkdtemp(`${folder}-`);
    try {
      await writeNew(join(made, holder.name), holder.text);
      await moveTo(made, { file, folder, scope });
    } finally {
      await ignoreFailure(rm(made, { recursive: true, force: true }));
    }
    await removeLeftOver(folder, scope);
  } catch (error) {
    if (error instanceof ServiceFailure) throw error;
    throw new ServiceFailure(
      `The data file ${inQuotes(file)} cannot be locked: ${errorMessageOf(error)}.`,
    );
  }
  return async () => {
    await ignoreFailure(unlink(join(folder, holder.name)));
    await ignoreFailure(rmdir(folder));
  };
}

/** A lock to take. */
interface Lock {
  readonly file: string;
  readonly folder: string;
  readonly scope: ProcessScope;
}

async function moveTo(made: string, lock: Lock): Promise<void> {
  const { folder, scope } = lock;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(made, folder);
    } catch (error) {
      if (!TAKEN.includes(errorCodeOf(error)) || attempt === ATTEMPTS) throw error;
    }
    // Another process may take the lock at this moment, so only ended holders and an empty folder
    // are removed.
    for (const name of await readdir(folder).catch(() => [])) {
      const holder = await judgeHolder({ name, text: readText(join(folder, name)) }, scope);
      if (holder.state !== "ended") throw describeOccupant(lock, name, holder);
      await ignoreFailure(unlink(join(folder, name)));
    }
    await ignoreFailure(rmdir(folder));
  }
}

/** Removes the temporary folders of processes that were killed while they took the lock. */
async function removeLeftOver(folder: string, scope: ProcessScope): Promise<void> {
  for (const left of await readdir(dirname(folder))) {
    if (!left.startsWith(`${basename(folder)}-`)) continue;
    const place = join(dirname(folder), left);
    for (const name of await readdir(place).catch(() => [])) {
      const holder = await judgeHolder({ name, text: readText(join(place, name)) }, scope);
      if (holder.state === "ended")
        await ignoreFailure(rm(place, { recursive: true, force: true }));
    }
  }
}

/** Reads a small file; undefined if that fails. */
function readText(path: string): string | undefined {
  try {
    return readUpTo(path, LONGEST_TEXT).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Ignores failures for files that were deleted or replaced by another process. */
async function ignoreFailure(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined);
}

/** A holder that may be running. */
type Occupant = Exclude<Holder, { readonly state: "ended" }>;

function describeOccupant({ file, folder }: Lock, name: string, holder: Occupant): ServiceFailure {
  const who = holder.state === "unknown" ? inQuotes(name) : `process ${holder.pid}`;
  if (holder.state !== "elsewhere")
    return new ServiceFailure(`${inQuotes(file)} is in use by ${who}.`, "data-in-use", [
      `end ${who} first; if it is not laurel, delete ${inQuotes(folder)}`,
    ]);
  const where =
    holder.host === undefined
      ? "in another container of this host"
      : `on the host ${inQuotes(holder.host)}`;
  return new ServiceFailure(`${inQuotes(file)} is in use by ${who} ${where}.`, "data-in-use", [
    `end it there first; if it does not run any more, delete ${inQuotes(folder)}`,
  ]);
}
