/**
 * The golden cases of bad input, many in a file of `test/cases-invalid`: a line `=== title`, the
 * text of `manifests/game.yaml` (which the beginning of the file gives to cases without one), other
 * files as `-- path --` with their text, and behind `> validate` one line for each problem, with
 * its help below, or its number if it was shown before. A section `-- input --` holds JSON: files
 * that cannot be written here.
 */
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

interface GeneratedFile {
  readonly path: string;
  /** Pieces in order: text, a number of times, or bytes in hexadecimal. */
  readonly pieces?: readonly {
    readonly text?: string;
    readonly times?: number;
    readonly hex?: string;
  }[];
  /** A file of so many bytes, all zero. */
  readonly size?: number;
  /** A link to there. */
  readonly link?: string;
}

export interface InvalidCase {
  readonly title: string;
  /** The text of the case up to its problems. */
  readonly given: string;
  readonly files: ReadonlyMap<string, string>;
  readonly generated: readonly GeneratedFile[];
  /** Line and code of each of the problems that are expected. */
  readonly found: readonly string[];
}

const FOLDER = fileURLToPath(new URL("../cases-invalid", import.meta.url));

/** The files of cases, by their absolute paths. */
export const CASE_FILES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".txt"))
  .sort()
  .map((name) => join(FOLDER, name));

export function casesIn(path: string): readonly InvalidCase[] {
  const [usual = "", ...cases] = readFileSync(path, "utf8").split(/^=== /m);
  return cases.map((text) => {
    const given = text.slice(0, text.indexOf("> validate\n"));
    const [head = "", ...sections] = given.split(/^-- (?=.* --$)/m);
    const [title = "", ...lines] = head.split(/(?<=\n)/);
    const manifest = lines.length === 0 ? usual : lines.join("");
    const files = new Map([
      ...(manifest === "" ? [] : [["manifests/game.yaml", manifest] as const]),
      ...sections.map((section): [string, string] => {
        const [name = ""] = section.split(" --\n", 1);
        return [name, section.slice(name.length + " --\n".length)];
      }),
    ]);
    const generated = JSON.parse(files.get("input") ?? "[]") as readonly GeneratedFile[];
    files.delete("input");
    const problems = text
      .slice(given.length)
      .matchAll(/^(?:\S+?:(\d+):\d+ )?([a-z][a-z0-9-]+): /gm);
    const found = [...problems].map(([, line = "", code = ""]) => `${line} ${code}`);
    return { title: title.trim(), given, files, generated, found };
  });
}

/** Writes the files of a case into a folder. */
export async function prepareCase(
  { files, generated }: InvalidCase,
  folder: string,
): Promise<void> {
  const written = [...files].map(([path, text]): GeneratedFile => ({ path, pieces: [{ text }] }));
  for (const { path, pieces = [], size, link } of [...written, ...generated]) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    if (link !== undefined) {
      await symlink(link, target);
      continue;
    }
    const parts = pieces.map(({ text = "", times = 1, hex }) =>
      hex === undefined ? Buffer.from(text.repeat(times)) : Buffer.from(hex, "hex"),
    );
    await writeFile(target, Buffer.concat(parts));
    if (size !== undefined) await truncate(target, size);
  }
}
