/**
 * One process at a time works on a data file: each holds all of it in memory, so that a second one would overwrite what
 * the first one stored. The lock is a folder beside the file that holds one empty file, named after its holder. A
 * holder that died, however it died, is recognised by its process and loses the lock to the next one at once; one that
 * is only suspended keeps it.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { makeFolders } from "../files/write.ts";
import { ServiceFailure } from "./data-file.ts";

/** Gives the file free for others. */
export type Unlock = () => Promise<void>;

/** Process id, host, when the process started (empty where the system does not show it), and a part of its own. */
const HOLDER = /^(\d+)@([\w-]+)\.(\d*)\.[0-9a-f-]{36}$/;
const HOST = hostname().replaceAll(/[^\w-]/g, "_");
/** What the systems answer when a folder that is not empty, or on Windows any folder, has the name already. */
const TAKEN: readonly unknown[] = ["EEXIST", "ENOTEMPTY", "EPERM"];
/** Another process may take the lock between two looks, but not so often. */
const ATTEMPTS = 10;

/** Takes the lock of the file. Throws `ServiceFailure` with the code `data-in-use` while another process holds it. */
export async function lockData(file: string): Promise<Unlock> {
  const folder = `${file}.lock`;
  const own = `${process.pid}@${HOST}.${(await startOf(process.pid))?.ticks ?? ""}.${randomUUID()}`;
  // The folder appears with its holder in it, never empty: an empty one may be taken by anybody.
  const made = `${file}.${randomUUID()}.tmp`;
  try {
    await makeFolders(dirname(file));
    await mkdir(made);
    await writeFile(join(made, own), "");
    for (let attempt = 1; ; attempt += 1) {
      const problem = await movedTo(made, folder);
      if (problem === undefined) break;
      const holder = await livingHolder(folder);
      if (holder !== undefined) throw inUse(file, folder, holder);
      if (attempt === ATTEMPTS) throw problem;
    }
  } catch (error) {
    await quietly(rm(made, { recursive: true, force: true }));
    if (error instanceof ServiceFailure) throw error;
    throw new ServiceFailure(`The data file "${file}" cannot be locked: ${(error as Error).message}.`);
  }
  return async () => {
    await quietly(unlink(join(folder, own)));
    await quietly(rmdir(folder));
  };
}

async function movedTo(made: string, folder: string): Promise<Error | undefined> {
  try {
    await rename(made, folder);
    return undefined;
  } catch (error) {
    if (TAKEN.includes((error as NodeJS.ErrnoException).code)) return error as Error;
    throw error;
  }
}

/**
 * Who holds the lock. Holders that died are removed by their own names, and the folder only while it is empty, so that
 * nothing of somebody who takes the lock at the same moment can be hit.
 */
async function livingHolder(folder: string): Promise<string | undefined> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (await isAlive(name)) return name;
    await quietly(unlink(join(folder, name)));
  }
  await quietly(rmdir(folder));
  return undefined;
}

/** What cannot be told is taken for alive: a process on another machine, or a file that is not of a lock. */
async function isAlive(name: string): Promise<boolean> {
  const [, pid = "", host, ticks] = HOLDER.exec(name) ?? [];
  if (host !== HOST) return true;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
  const now = await startOf(Number(pid));
  return now === undefined || (!now.isDead && now.ticks === ticks);
}

/** Linux shows when a process started, which tells it from a later one with its number, and whether it only waits to be collected. */
async function startOf(pid: number): Promise<{ readonly ticks: string; readonly isDead: boolean } | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second member is the name of the program, which may hold anything.
    const members = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { ticks: members[19] ?? "", isDead: members[0] === "Z" || members[0] === "X" };
  } catch {
    return undefined;
  }
}

/** What is gone already, or is somebody else's by now, stays as it is. */
async function quietly(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined);
}

function inUse(file: string, folder: string, name: string): ServiceFailure {
  const [, pid, host] = HOLDER.exec(name) ?? [];
  const holder = pid === undefined ? `"${name}"` : `process ${pid}${host === HOST ? "" : ` on ${host}`}`;
  return new ServiceFailure(`"${file}" is in use by ${holder}.`, "data-in-use", [
    `end ${holder} first; if it is not laurel, delete "${folder}"`,
  ]);
}
