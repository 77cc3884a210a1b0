/**
 * What a user gets with laurel: little, all of it pinned and known, and nothing that runs while it
 * is installed.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtInPackages } from "../../scripts/build/built-in.js";

const ROOT = join(import.meta.dirname, "../..");

/** Licences that ask for nothing but to be named. */
const LICENCES = [
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "0BSD",
  "BlueOak-1.0.0",
];

/** yargs needs 8 of them. More than this needs a reason. */
const MOST_PACKAGES = 23;

interface LockedPackage {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as T;
}

const { packages } = readJson<{ readonly packages: Readonly<Record<string, LockedPackage>> }>(
  "package-lock.json",
);
const { "": _, ...locked } = packages;
/** What is built into the program: all that a user gets beside laurel's own code. */
const builtIn = builtInPackages(readJson("dist/built.json"));

it("the lock file says of every package what its content must be, and takes it from the registry that npm is set to", () => {
  expect(Object.keys(locked).length).toBeGreaterThan(50);
  const loose = Object.entries(locked).filter(
    ([, { integrity = "", resolved = "https://registry.npmjs.org/" }]) => {
      return (
        !/^sha512-[\w+/]{86}==$/.test(integrity) ||
        !resolved.startsWith("https://registry.npmjs.org/")
      );
    },
  );
  expect(loose).toEqual([]);
});

describe("packages that are built in", () => {
  it("are few, and known to the lock file", () => {
    const all = ["ajv", "hono", "undici", "yaml"].map((name) => `node_modules/${name}`);
    expect(builtIn).toEqual(expect.arrayContaining(all));
    expect(Object.keys(locked)).toEqual(expect.arrayContaining(builtIn));
    expect(builtIn.length).toBeLessThanOrEqual(MOST_PACKAGES);
  });

  it.each(builtIn)("may be passed on, and run nothing where they are installed: %s", (folder) => {
    const { license, hasInstallScript = false } = locked[folder] ?? {};
    expect(hasInstallScript).toBe(false);
    expect(LICENCES).toContain(license);
    const described = readJson<{ license: string; scripts?: object }>(join(folder, "package.json"));
    expect(described.license).toBe(license);
    expect(Object.keys(described.scripts ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:pre|post)?install$/)]),
    );
    const files = readdirSync(join(ROOT, folder));
    expect(files).not.toContain("binding.gyp");
    // The words of the licence have to go wherever the code goes.
    expect(files.filter((file) => /^licen[cs]e/i.test(file))).not.toEqual([]);
  });
});
