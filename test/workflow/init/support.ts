/** What the tests of `laurel init` share. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** Every file below a folder by its path, `/` between folders, with its text. */
export async function filesBelow(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = paths.sort().map(async (path) => {
    return [relative(folder, path).split(sep).join("/"), await readFile(path, "utf8")] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}
