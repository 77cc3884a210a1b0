/**
 * What the compiler leaves to be done: the command is made executable for `npx laurel` in a clone; of the type
 * declarations those go that the library's own do not lead to, and the others name the files that are really there.
 */
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

chmodSync(join(dist, "main.js"), 0o755);

const needed = new Set([join(dist, "library.d.ts")]);
for (const file of needed) {
  const text = readFileSync(file, "utf8").replaceAll(/((?:from|import\()\s*"\.[^"]+\.)ts"/g, '$1js"');
  for (const [, path] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)\.js"/g)) {
    needed.add(`${join(dirname(file), path)}.d.ts`);
  }
  writeFileSync(file, text);
}
for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
  const file = join(dist, name);
  if (name.endsWith(".d.ts") && !needed.has(file)) rmSync(file, { force: true });
}
