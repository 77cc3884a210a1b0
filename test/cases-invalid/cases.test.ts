/**
 * Bad input as people write it, one mistake a folder: `manifests/`, `laurel.yaml` and `input.json` (for input that
 * cannot lie in a repository) go in, `expect/diagnostics.txt` is what a user reads.
 */

import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { CODES, type DiagnosticCode } from "../../src/core/codes.ts";
import type { Diagnostic } from "../../src/core/diagnostics.ts";
import { loadDesired } from "../../src/core/manifests/load-desired.ts";
import { chooseGames } from "../../src/core/project/choose-games.ts";
import { parseProject } from "../../src/core/project/project.ts";
import { readManifests } from "../../src/edges/files/manifests.ts";
import { readTextFile } from "../../src/edges/files/read.ts";
import { renderDiagnosticsText } from "../../src/render/diagnostics-text.ts";
import { plainStyle } from "../../src/render/style.ts";

/** Input that is made when the case runs. */
interface Input {
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

/** Codes of other stages: plans, git, export and undo have tests of their own. */
const SHOWN_ELSEWHERE: readonly DiagnosticCode[] = [
  "no-project",
  "parameter-not-supported",
  "looks-like-rename",
  "not-a-plan",
  "not-in-commit",
  "left-out",
  "declared-elsewhere",
  "not-a-report",
  "cannot-undo",
];

const here = dirname(fileURLToPath(import.meta.url));
const cases = (await readdir(here, { withFileTypes: true }))
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);
const scratch = await mkdtemp(join(tmpdir(), "laurel-cases-"));
const seen = new Set<DiagnosticCode>();

afterAll(() => rm(scratch, { recursive: true, force: true }));

describe("each bad input is explained at its place", () => {
  it.each(cases.sort())("%s", async (name) => {
    const folder = await prepare(name);
    const { diagnostics, texts } = await run(folder, await inputOf(name));
    for (const { code } of diagnostics) seen.add(code);
    const text = renderDiagnosticsText(diagnostics, { style: plainStyle, textOf: (file) => texts.get(file) });
    expect(text).not.toBe("");
    expectPlacesInFiles(diagnostics, texts);
    await expect(text).toMatchFileSnapshot(join(here, name, "expect", "diagnostics.txt"));
  });

  it("shows every code of files, syntax, shape, resources and the project file", () => {
    const own = (Object.keys(CODES) as DiagnosticCode[]).filter((code) => CODES[code].outcome === "invalid");
    const choosing: DiagnosticCode[] = [
      "unknown-game",
      "unknown-environment",
      "ambiguous-environment",
      "missing-target",
      "invalid-url",
    ];
    const missing = [...own, ...choosing].filter((code) => !seen.has(code) && !SHOWN_ELSEWHERE.includes(code));
    expect(missing).toEqual([]);
  });
});

async function inputOf(name: string): Promise<Input> {
  const path = join(here, name, "input.json");
  return existsSync(path) ? (JSON.parse(await readFile(path, "utf8")) as Input) : {};
}

/** Copies the case to a folder of its own and makes what has to be made. */
async function prepare(name: string): Promise<string> {
  const folder = join(scratch, name);
  await cp(join(here, name), folder, { recursive: true });
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

async function run(
  folder: string,
  { choose = {} }: Input,
): Promise<{ diagnostics: readonly Diagnostic[]; texts: ReadonlyMap<string, string> }> {
  const diagnostics: Diagnostic[] = [];
  const texts = new Map<string, string>();
  const projectFile = join(folder, "laurel.yaml");
  const hasProject = existsSync(projectFile);
  if (hasProject) {
    const { value: file, diagnostics: reading } = await readTextFile(projectFile, folder);
    diagnostics.push(...reading);
    if (file !== undefined) {
      texts.set(file.file, file.text);
      const project = parseProject(file.text, file.file);
      diagnostics.push(...project.diagnostics);
      const choice = { games: [], variables: {}, ...choose };
      if (project.value !== undefined) diagnostics.push(...chooseGames(project.value, choice).diagnostics);
    }
  }
  if (!hasProject || existsSync(join(folder, "manifests"))) {
    const { value: files, diagnostics: reading } = await readManifests(join(folder, "manifests"), folder);
    for (const { file, text } of files) texts.set(file, text);
    diagnostics.push(...reading, ...loadDesired(files, catalog).diagnostics);
  }
  return { diagnostics, texts };
}

function expectPlacesInFiles(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>): void {
  for (const { primary, others } of diagnostics) {
    for (const label of [...(primary === undefined ? [] : [primary]), ...others]) {
      const text = texts.get(label.span.file);
      if (text === undefined) continue;
      expect(label.span.end.offset).toBeLessThanOrEqual(text.length);
      expect(label.span.start.offset).toBeLessThanOrEqual(label.span.end.offset);
      expect(label.span.start.line).toBeLessThanOrEqual(text.split("\n").length);
    }
  }
}
