/** What the tests of `laurel init` share. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Every file below a folder by its path, `/` between folders, with its text. */
export async function filesBelow(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const texts = await Promise.all(
    files.map(async (path) => {
      const short = path
        .slice(folder.length + 1)
        .split("\\")
        .join("/");
      return [short, await readFile(path, "utf8")] as const;
    }),
  );
  return Object.fromEntries(texts);
}

/** What every project has, whatever it starts from. */
export const COMMON = [
  ".vscode/extensions.json",
  ".vscode/settings.json",
  "laurel.yaml",
  "schemas/manifest.schema.json",
  "schemas/overrides.schema.json",
  "schemas/project.schema.json",
  "schemas/scenarios.schema.json",
] as const;
