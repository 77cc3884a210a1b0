/** The lock file, read as far as the tests of the supply chain need it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtInPackages } from "../../scripts/build/built-in.js";

export const ROOT = join(import.meta.dirname, "../..");

/** Packages and versions that a package asks for. */
export interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface LockedPackage extends Needs {
  readonly name: string;
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  /** Below the project's root. */
  readonly folder: string;
}

export interface Declared {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as T;
}

const lock = readJson<{ readonly packages: Readonly<Record<string, Omit<LockedPackage, "name" | "folder">>> }>(
  "package-lock.json",
);

/** The project itself, as the lock file knows it. */
export const lockedRoot = lock.packages[""] as unknown as Declared;

export const lockedPackages: readonly LockedPackage[] = Object.entries(lock.packages)
  .filter(([folder]) => folder !== "")
  .map(([folder, entry]) => ({ ...entry, folder, name: folder.slice(folder.lastIndexOf("node_modules/") + 13) }));

const builtIn = builtInPackages(readJson("dist/built.json"));

/** What is built into the program: all that a user gets beside laurel's own code. */
export const builtInLocked: readonly LockedPackage[] = lockedPackages.filter(({ folder }) => builtIn.includes(folder));
