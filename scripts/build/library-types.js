/** Which type declarations belong to the package. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Of the type declarations those go that the library's own do not lead to, and the others name
 * files as they are there.
 *
 * @param {string} dist
 */
export function keepLibraryTypes(dist) {
  const needed = new Set([join(dist, "library.d.ts")]);
  for (const file of needed) {
    // Generated types lie beside the schemas.
    if (!file.startsWith(dist)) continue;
    const text = readFileSync(file, "utf8").replaceAll(
      /((?:from|import\()\s*"\.[^"]+\.)ts"/g,
      '$1js"',
    );
    for (const [, path] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)\.js"/g)) {
      needed.add(`${join(dirname(file), path)}.d.ts`);
    }
    writeFileSync(file, text);
  }
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !needed.has(file)) rmSync(file);
  }
}
