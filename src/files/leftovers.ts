/**
 * Files are written beside the one whose name they then take. A run that is killed in between leaves such a file lying,
 * which nobody looks for: the next one that writes there takes it away.
 */
import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** No write takes so long, in milliseconds: what is older belongs to nobody any more. */
const ABANDONED_AFTER = 3_600_000;
/** What stands behind the file's name; the embedded service puts no dot before it. */
const ENDING = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** A new name beside the file, hidden. */
export function nameBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.tmp`);
}

/**
 * Takes away what runs that were killed long before `fresh` was written have left beside the file. What cannot be
 * looked at or taken away stays: it is in nobody's way.
 */
export async function removeLeftovers(path: string, fresh: string): Promise<void> {
  const folder = dirname(path);
  const name = basename(path);
  try {
    const now = (await stat(fresh)).mtimeMs;
    for (const each of await readdir(folder)) {
      const bare = each.startsWith(".") ? each.slice(1) : each;
      if (!bare.startsWith(name) || !ENDING.test(bare.slice(name.length))) continue;
      const beside = join(folder, each);
      if (now - (await stat(beside)).mtimeMs > ABANDONED_AFTER) await rm(beside, { recursive: true, force: true });
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
