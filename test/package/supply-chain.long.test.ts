/** What a user gets with laurel: little, all of it pinned and known, and nothing that runs while it is installed. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtInLocked, lockedPackages, ROOT, readJson } from "./lock.ts";

/** Licences that ask for nothing but to be named. */
const LICENCES = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD", "BlueOak-1.0.0"];

/** yargs needs 8 of them. More than this needs a reason. */
const MOST_PACKAGES = 22;

const label = ({ name, version }: { readonly name: string; readonly version: string }): string => `${name}@${version}`;

describe("the lock file", () => {
  it("says of every package what its content must be", () => {
    expect(lockedPackages.length).toBeGreaterThan(50);
    expect(lockedPackages.filter(({ integrity = "" }) => !/^sha512-[\w+/]{86}==$/.test(integrity)).map(label)).toEqual(
      [],
    );
  });

  it("takes everything from the registry that npm is set to", () => {
    const foreign = lockedPackages.filter(
      ({ resolved = "https://registry.npmjs.org/" }) => !resolved.startsWith("https://registry.npmjs.org/"),
    );
    expect(foreign.map(label)).toEqual([]);
  });
});

describe("packages that are built in", () => {
  it("are few, and known to the lock file", () => {
    expect(builtInLocked.map(({ name }) => name)).toEqual(expect.arrayContaining(["ajv", "hono", "undici", "yaml"]));
    expect(builtInLocked.length).toBeLessThanOrEqual(MOST_PACKAGES);
  });

  it("run nothing where they are installed, which is where laurel is built", () => {
    expect(builtInLocked.filter(({ hasInstallScript }) => hasInstallScript === true).map(label)).toEqual([]);
    for (const { folder } of builtInLocked) {
      const { scripts = {} } = readJson<{ scripts?: Record<string, string> }>(join(folder, "package.json"));
      expect([scripts.preinstall, scripts.install, scripts.postinstall], folder).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(readdirSync(join(ROOT, folder))).not.toContain("binding.gyp");
    }
  });

  it.each(builtInLocked.map((each) => [label(each), each] as const))(
    "may be passed on: %s",
    (_, { license, folder }) => {
      expect(LICENCES).toContain(license);
      expect(readJson<{ license: string }>(join(folder, "package.json")).license).toBe(license);
      // The words of the licence have to go wherever the code goes.
      expect(readdirSync(join(ROOT, folder)).filter((file) => /^licen[cs]e/i.test(file))).not.toEqual([]);
    },
  );
});
