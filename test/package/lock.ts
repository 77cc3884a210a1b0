/** The lock file, read as far as the tests of the supply chain need it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtInPackages } from "../../scripts/build/built-in.js";

export const ROOT = join(import.meta.dirname, "../..");

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  /** Below the project's root. */
  readonly folder: string;
}

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as T;
}

const lock = readJson<{ readonly packages: Readonly<Record<string, Omit<LockedPackage, "name" | "folder">>> }>(
  "package-lock.json",
);

export const lockedPackages: readonly LockedPackage[] = Object.entries(lock.packages)
  .filter(([folder]) => folder !== "")
  .map(([folder, entry]) => ({ ...entry, folder, name: folder.slice(folder.lastIndexOf("node_modules/") + 13) }));

const builtIn = builtInPackages(readJson("dist/built.json"));

/** What is built into the program: all that a user gets beside laurel's own code. */
export const builtInLocked: readonly LockedPackage[] = lockedPackages.filter(({ folder }) => builtIn.includes(folder));
