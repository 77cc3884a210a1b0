/** The golden cases of bad input (`test/cases-invalid`): their names, and each of them laid out in a folder of its own. */
import { existsSync, readdirSync } from "node:fs";
import { cp, mkdir, open, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Input that is made when the case runs. */
export interface CaseInput {
  /** Choice of games and environment, with the variables that are set. */
  readonly choose?: { readonly games?: string[]; readonly env?: string; readonly variables?: Record<string, string> };
  readonly files?: readonly GeneratedFile[];
}

interface GeneratedFile {
  readonly path: string;
  /** Pieces in order: text, a number of times, or bytes in hexadecimal. */
  readonly pieces?: readonly { readonly text?: string; readonly times?: number; readonly hex?: string }[];
  /** A file of so many bytes, all zero. */
  readonly size?: number;
  /** A link to there. */
  readonly link?: string;
}

export const CASES_FOLDER = fileURLToPath(new URL("../cases-invalid", import.meta.url));

export const INVALID_CASES: readonly string[] = readdirSync(CASES_FOLDER, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name)
  .sort();

export async function inputOf(name: string): Promise<CaseInput> {
  const path = join(CASES_FOLDER, name, "input.json");
  return existsSync(path) ? (JSON.parse(await readFile(path, "utf8")) as CaseInput) : {};
}

/** Copies the case to a folder of its own and makes what has to be made. Returns the folder. */
export async function prepareCase(name: string, scratch: string): Promise<string> {
  const folder = join(scratch, name);
  await cp(join(CASES_FOLDER, name), folder, { recursive: true });
  for (const { path, pieces, size, link } of (await inputOf(name)).files ?? []) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    if (link !== undefined) await symlink(link, target);
    else if (size !== undefined) {
      const file = await open(target, "w");
      await file.truncate(size);
      await file.close();
    } else {
      const parts = (pieces ?? []).map(({ text = "", times = 1, hex }) =>
        hex === undefined ? Buffer.from(text.repeat(times)) : Buffer.from(hex, "hex"),
      );
      await writeFile(target, Buffer.concat(parts));
    }
  }
  return folder;
}
