/** The licences of the packages whose code is in the built files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns a text with the name, version, licence and copyright of each package. A licence that
 * several packages have occurs once.
 *
 * @param {readonly string[]} packages folders below the root
 * @param {string} root
 */
export function licencesOf(packages, root) {
  /** @type {Map<string, { readonly text: string, readonly heads: string[] }>} */
  const licences = new Map();
  for (const path of packages) {
    const folder = join(root, path);
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    const file = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each));
    if (file === undefined) throw new Error(`the package ${name} has no file with its licence`);
    const paragraphs = readFileSync(join(folder, file), "utf8")
      .trim()
      .split(/\n\s*\n/);
    // Titles and copyright notices, which differ, come first.
    const first = paragraphs.findIndex(
      (each) => each.length > LONGEST_NOTICE || !/licen[cs]e|copyright/i.test(each),
    );
    const head = [`${name} ${version} (${license})`, ...paragraphs.slice(0, first)].join("\n");
    const text = paragraphs.slice(first).join("\n\n");
    const key = text.replaceAll(/\s+/g, " ");
    const known = licences.get(key);
    if (known === undefined) licences.set(key, { text, heads: [head] });
    else known.heads.push(head);
  }
  const parts = [...licences.values()].map(
    ({ heads, text }) => `${heads.join("\n\n")}\n\n${text}\n`,
  );
  return `laurel contains code of these packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

/** Characters. */
const LONGEST_NOTICE = 200;
