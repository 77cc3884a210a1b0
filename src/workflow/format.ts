/** Formats the manifests, overrides and scenarios of the chosen games. Needs no network. */
import { resolve } from "node:path";
import { catalog } from "../catalog/index.ts";
import { formatText } from "../edit/format.ts";
import { findManifests, findOverrides, rootOf } from "../files/manifests.ts";
import { readTextFile, shownPath } from "../files/read.ts";
import { type FileChange, replaceFiles } from "../files/write.ts";
import { quoted } from "../manifest/wording.ts";
import { pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type ManifestsChoice, named } from "./game.ts";
import type { GameOptions } from "./options.ts";
import type { Ports } from "./run.ts";
import { selectFolders } from "./selection.ts";

export interface FormatOptions extends GameOptions {
  /** Only this file, relative to the working directory. */
  readonly path?: string | undefined;
  /** Whether to leave the files as they are. */
  readonly check?: boolean | undefined;
}

/** A file that is not in the layout. */
export interface FileToFormat extends FileChange {
  /** As the user would name it. */
  readonly file: string;
  readonly before: string;
}

export interface FormatResult {
  /** Files that were changed, or would be with `check`. */
  readonly changed: readonly FileToFormat[];
  /** How many files are in the layout already. */
  readonly unchanged: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file with an error stays as it is, and the others are formatted: all of them, or none. */
export async function formatGames(options: FormatOptions, ports: Ports): Promise<FormatResult> {
  const chosen = await selectFolders(options, ports);
  const diagnostics: Diagnostic[] = [...chosen.diagnostics];
  if (hasErrors(diagnostics)) return { changed: [], unchanged: 0, diagnostics };
  const only = options.path === undefined ? undefined : resolve(ports.cwd, options.path);
  const roots = new Map<string, string | undefined>();
  for (const choice of chosen.games) {
    const found = await filesOf(choice, ports);
    pushAll(diagnostics, named(chosen, choice.game, found.diagnostics));
    for (const path of found.paths) if (only === undefined || path === only) roots.set(path, found.root);
  }
  if (only !== undefined && !roots.has(only) && !hasErrors(diagnostics)) {
    const detail = `${quoted(shownPath(only, ports.cwd))} is no file of the chosen games.`;
    const help = ["name a manifest, an override or a file of scenarios, or leave the file out to format all of them"];
    diagnostics.push(diagnostic("usage", detail, { help }));
  }
  const changed: FileToFormat[] = [];
  let unchanged = 0;
  for (const [path, root] of roots) {
    const read = await readTextFile(path, ports.cwd, root);
    pushAll(diagnostics, read.diagnostics);
    if (read.value === undefined) continue;
    const { file, text: before } = read.value;
    const formatted = formatText(read.value, catalog);
    pushAll(diagnostics, formatted.diagnostics);
    if (formatted.text !== before) changed.push({ path, file, before, after: formatted.text });
    else if (formatted.diagnostics.length === 0) unchanged += 1;
  }
  if (options.check === true) return { changed, unchanged, diagnostics };
  const [root, ...others] = new Set(roots.values());
  const problem = await replaceFiles(changed, ports.cwd, others.length === 0 ? root : undefined);
  if (problem === undefined) return { changed, unchanged, diagnostics };
  return { changed: [], unchanged, diagnostics: [...diagnostics, problem] };
}

interface GameFiles {
  readonly paths: readonly string[];
  readonly root: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Every file of a game that people write. */
async function filesOf(choice: ManifestsChoice, { cwd }: Ports): Promise<GameFiles> {
  const { value: root, diagnostics } = await rootOf(choice, cwd);
  if (root === undefined) return { paths: [], root, diagnostics };
  const rooted = { ...choice, root };
  const manifests = await findManifests(rooted, cwd);
  const overrides = await findOverrides(rooted, cwd);
  return {
    paths: [...manifests.value, ...manifests.scenarios, ...overrides.value.map(({ path }) => path)],
    root,
    diagnostics: [...manifests.diagnostics, ...overrides.diagnostics],
  };
}
