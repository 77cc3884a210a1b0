/** The licences of the packages whose code is in the built files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * One text with name, version and licence of each package.
 *
 * @param {readonly string[]} packages folders below the root
 * @param {string} root
 */
export function licencesOf(packages, root) {
  const texts = packages.map((path) => {
    const folder = join(root, path);
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each));
    if (file === undefined) throw new Error(`the package ${name} has no file with its licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  return `laurel contains code of these packages.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}
