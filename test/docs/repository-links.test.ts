/**
 * Addresses of laurel's own repository lead to files that it has: in all that is tracked, and in
 * what laurel prints.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMAND_NAMES } from "../../src/cli/commands/index.ts";
import { readLine } from "../../src/cli/program.ts";
import { PACKAGE } from "../../src/files/assets.ts";
import { outputOfWidth, testPorts } from "../support/run-cli.ts";
import { trackedFiles } from "../support/tracked-files.ts";
import { ROOT } from "./reader.ts";

const tracked = trackedFiles();
const folders = new Set(
  tracked.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))),
);

/** Pages that GitHub makes for every repository. */
const OF_GITHUB =
  /^(?:\.git|\/(?:issues|releases|actions|security\/advisories|discussions)(?:\/.*)?)?$/;
const [major] = PACKAGE.version.split(".");
/** Of the main branch, or of a tag that the release of this version sets. */
const REFERENCES = ["main", `v${PACKAGE.version}`, `v${major}`];

/** What follows the repository's address in each link of a text that leads nowhere. */
function deadLinks(text: string): readonly string[] {
  const found = [
    ...text.matchAll(/https:\/\/github\.com\/laurel-progression\/laurel([^\s"'`<>()[\]|\\*]*)/g),
  ];
  return found
    .map(([, rest = ""]) => rest.replace(/[.,:;]+$/, ""))
    .filter((rest) => {
      if (OF_GITHUB.test(rest)) return false;
      const [, reference = "", path = ""] =
        /^\/(?:blob|raw|tree)\/([^/]+)\/([^#]+?)\/?(?:#.*)?$/.exec(rest) ?? [];
      return !REFERENCES.includes(reference) || !(tracked.includes(path) || folders.has(path));
    });
}

const ADDRESS = "https://github.com/laurel-progression/laurel";

it.each([
  `${ADDRESS}/blob/main/no-such-file.md`,
  `${ADDRESS}/blob/v0.0.1/README.md`,
  `${ADDRESS}/tree/main/no-such-folder/`,
  `${ADDRESS}/raw/main/`,
  `${ADDRESS}/wiki`,
])("%s is a dead link", (link) => {
  expect(deadLinks(`See [it](${link}).`)).toHaveLength(1);
});

it.each([
  "",
  ".git",
  "/issues",
  "/blob/main/README.md",
  "/tree/main/docs/",
  "/blob/main/README.md#title",
])("the repository's address, followed by %j, is none", (rest) => {
  expect(deadLinks(`See ${ADDRESS}${rest}.`)).toEqual([]);
});

describe("addresses of the repository", () => {
  it("in package.json are of one repository", () => {
    const { homepage, repository, bugs } = JSON.parse(
      readFileSync(join(ROOT, "package.json"), "utf8"),
    );
    expect({ homepage, repository, bugs }).toEqual({
      homepage: "https://github.com/laurel-progression/laurel",
      repository: { type: "git", url: `git+${homepage}.git` },
      bugs: `${homepage}/issues`,
    });
  });

  it("lead to files that exist, in everything that is tracked", () => {
    const dead = tracked.flatMap((path) =>
      path.endsWith("repository-links.test.ts")
        ? []
        : deadLinks(readFileSync(join(ROOT, path), "utf8")).map((link) => `${path}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it.each(["", ...COMMAND_NAMES])("lead to files that exist, in the help of %j", async (name) => {
    const { version, homepage } = PACKAGE;
    const ports = testPorts({ version, homepage, cwd: ROOT, stdout: outputOfWidth(100) });
    const { text } = await readLine([...name.split(" "), "--help"].filter(Boolean), ports);
    expect(text).toContain("laurel");
    expect(deadLinks(text)).toEqual([]);
  });
});
