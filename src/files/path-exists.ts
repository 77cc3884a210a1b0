/** Whether something is at a path. */
import { access, lstat } from "node:fs/promises";

/** A file or folder that can be got to; a link that leads nowhere is none. */
export function isReachable(path: string): Promise<boolean> {
  return succeeds(access(path));
}

/** Anything at all, links that lead nowhere included: nothing new can be made there. */
export function isTaken(path: string): Promise<boolean> {
  return succeeds(lstat(path));
}

async function succeeds(asking: Promise<unknown>): Promise<boolean> {
  try {
    await asking;
    return true;
  } catch {
    return false;
  }
}
