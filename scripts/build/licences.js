/** The licences of the packages whose code is in the built files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * One text with name, version and licence of every package of which something was built in.
 *
 * @param {import("esbuild").Metafile} metafile
 * @param {string} root
 */
export function licencesOf(metafile, root) {
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const names = new Set(inputs.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]));
  names.delete(undefined);
  const texts = [...names].sort().map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each));
    if (file === undefined) throw new Error(`the package ${name} has no file with its licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  return `laurel contains code of these packages.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}
