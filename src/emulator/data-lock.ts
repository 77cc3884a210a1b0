/** One process at a time works on a data file: a folder beside it holds a file that is named like the process. */
import { mkdtemp, readdir, readFile, rename, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders } from "../files/write.ts";
import { ServiceFailure } from "./data-file.ts";

/** Releases the lock. */
type Unlock = () => Promise<void>;

/** Process id, and when the process started; empty where the system does not show it. */
const HOLDER = /^(\d+)\.(\d*)$/;
/** What the systems answer when a folder that is not empty, or on Windows any folder, has the name already. */
const TAKEN: readonly unknown[] = ["EEXIST", "ENOTEMPTY", "EPERM"];
const ATTEMPTS = 10;

/** Takes the lock of the file. Throws `ServiceFailure` with the code `data-in-use` while another process holds it. */
export async function lockData(file: string): Promise<Unlock> {
  const folder = `${file}.lock`;
  const holder = `${process.pid}.${(await startOf(process.pid)) ?? ""}`;
  try {
    await makeFolders(dirname(file));
    // The folder appears with its holder in it: an empty one counts as free.
    const made = await mkdtemp(`${folder}-`);
    try {
      await writeFile(join(made, holder), "");
      await moveTo(made, folder, file);
    } finally {
      await quietly(rm(made, { recursive: true, force: true }));
    }
  } catch (error) {
    if (error instanceof ServiceFailure) throw error;
    throw new ServiceFailure(`The data file "${file}" cannot be locked: ${(error as Error).message}.`);
  }
  return async () => {
    await quietly(unlink(join(folder, holder)));
    await quietly(rmdir(folder));
  };
}

async function moveTo(made: string, folder: string, file: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(made, folder);
    } catch (error) {
      if (!TAKEN.includes((error as NodeJS.ErrnoException).code) || attempt === ATTEMPTS) throw error;
    }
    // Dead holders are removed by name, and the folder only while it is empty: another process may take it at this moment.
    for (const name of await readdir(folder).catch(() => [])) {
      if (await isAlive(name)) throw inUse(file, folder, name);
      await quietly(unlink(join(folder, name)));
    }
    await quietly(rmdir(folder));
  }
}

/** Whether the holder is a running process; anything else counts as one. */
async function isAlive(name: string): Promise<boolean> {
  const [, pid, started] = HOLDER.exec(name) ?? [];
  if (pid === undefined) return true;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
  return ((await startOf(Number(pid))) ?? started) === started;
}

/** Linux shows when a process started, which distinguishes it from a later one with its number. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second member is the name of the program, which may hold anything.
    const members = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // A process that ended and was not waited for holds nothing.
    return ["Z", "X"].includes(members[0] ?? "") ? "ended" : members[19];
  } catch {
    return undefined;
  }
}

/** Ignores files that are gone or belong to another process by now. */
async function quietly(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined);
}

function inUse(file: string, folder: string, name: string): ServiceFailure {
  const pid = HOLDER.exec(name)?.[1];
  const holder = pid === undefined ? `"${name}"` : `process ${pid}`;
  return new ServiceFailure(`"${file}" is in use by ${holder}.`, "data-in-use", [
    `end ${holder} first; if it is not laurel, delete "${folder}"`,
  ]);
}
