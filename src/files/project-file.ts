/** Finds the project file, as git finds its folder: here, or in a folder above. */
import { dirname, join } from "node:path";
import { isReachable } from "./path-exists.ts";
import { PROJECT_FILE } from "./place.ts";

/** Absolute path of the nearest `laurel.yaml` at or above the folder, or undefined. */
export async function findProjectFile(folder: string): Promise<string | undefined> {
  for (let here = folder; ; here = dirname(here)) {
    const path = join(here, PROJECT_FILE);
    if (await isReachable(path)) return path;
    if (dirname(here) === here) return undefined;
  }
}
