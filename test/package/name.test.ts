/** The package has one name, which belongs to the project, and nothing ever fetches by another. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE } from "../../src/files/assets.ts";
import { trackedFiles } from "../support/tracked-files.ts";

const ROOT = join(import.meta.dirname, "../..");
const texts = trackedFiles()
  .filter((name) => name !== relative(ROOT, import.meta.filename))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), "utf8") }))
  .filter(({ text }) => !text.includes("\0"));

/** The command by its bare name, where a registry is asked for it. */
const BARE = "(?<![\\w/.-])laurel(?![\\w.-])";
const FETCHES: Readonly<Record<string, RegExp>> = {
  "runs it by npx, which fetches what is missing": new RegExp(
    `\\bnpx (?!--no -- )[^\\n|;&\`]*?${BARE}`,
  ),
  "answers npx's question": /\bnpx +(-\S+ +)*(-y|--yes)\b/,
  "runs it by npm exec": new RegExp(`\\bnpm (exec|x) [^\\n|;&\`]*?${BARE}`),
  "installs it from a registry": new RegExp(
    `\\bnpm (install|i|add)\\b[^\\n|;&\`]*? ["']?${BARE}(?!/)`,
  ),
  "names a version of it": /(?<![\w/.-])laurel@(?!progression)[$\d^~a-z]/,
  "opens it in node_modules": /node_modules\/laurel\b/,
};

describe("the name of the package", () => {
  it("has a scope, in package.json and in the lock file alike", () => {
    expect(PACKAGE.name).toMatch(/^@[a-z-]+\/laurel$/);
    const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
    expect([lock.name, lock.packages[""].name]).toEqual([PACKAGE.name, PACKAGE.name]);
  });

  it("is the only scoped one that anything tracked says", () => {
    const [scope = ""] = PACKAGE.name.split("/");
    for (const { name, text } of texts) {
      for (const [found] of text.matchAll(new RegExp(`${scope}/[\\w-]+`, "g")))
        expect(found, name).toBe(PACKAGE.name);
    }
  });

  it("is that of the packed file which pipelines and pages say to pin, in this version", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      version: string;
    };
    const packed = `${PACKAGE.name.replace("@", "").replace("/", "-")}-${version}.tgz`;
    for (const { name, text } of texts.filter((each) => each.name !== "package-lock.json")) {
      for (const [found] of text.matchAll(/[\w-]*laurel-\d+\.\d+\.\d+\.tgz/g))
        expect(found, name).toBe(packed);
    }
  });
});

it.each(Object.entries(FETCHES))("nothing that is tracked %s", (_, pattern) => {
  const found = texts.flatMap(({ name, text }) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        pattern.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
