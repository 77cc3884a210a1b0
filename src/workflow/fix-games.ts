/** Fixes what checks find in the manifests of the chosen games, and writes all files of the run, or none. */
import { resolve } from "node:path";
import { rememberText } from "../files/read.ts";
import { replaceFiles } from "../files/write.ts";
import { fixTexts, type TextsByFile } from "../manifest/fix-texts.ts";
import type { ManifestText } from "../manifest/parse.ts";
import { counted } from "../manifest/wording.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type GameResults, resultsOf } from "./game.ts";
import {
  checkGameTexts,
  type GameTexts,
  type LoadedGame,
  type LocalContext,
  loadGames,
  loadGamesWith,
  readGameTexts,
} from "./load-games.ts";
import type { GameOptions } from "./options.ts";

/** Whether and how to fix. */
export interface FixOptions {
  readonly fix?: boolean | undefined;
  /** Also what the author may not have meant. Implies `fix`. */
  readonly unsafeFixes?: boolean | undefined;
  /** Write nothing. */
  readonly check?: boolean | undefined;
}

/** A file that fixes change. */
export interface FixedFile {
  /** As the user would name it. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Problems that were fixed there. */
  readonly fixed: number;
}

/** Games as they are after the fixes. */
export interface FixedGames {
  readonly all: GameResults<LoadedGame>;
  /** Absent without `fix`. */
  readonly fixes?: Fixes;
}

/** What was fixed. */
export interface Fixes {
  /** How many problems. */
  readonly count: number;
  readonly files: readonly FixedFile[];
}

/** Whether anything is to be fixed. */
export function isFixing({ fix, unsafeFixes }: FixOptions): boolean {
  return fix === true || unsafeFixes === true;
}

/** The problem of `--check` without a fix. */
export function wrongFixFlags(options: FixOptions): readonly Diagnostic[] {
  if (options.check !== true || isFixing(options)) return [];
  const help = ["add --fix, or leave --check out: without --fix, nothing is written"];
  return [diagnostic("usage", "--check shows what --fix would change.", { help })];
}

/**
 * Loads the chosen games, and fixes what the checks of manifests and `judge` find in those without errors. With `check`,
 * nothing is written; the games are as if it had been.
 */
export async function fixGames(
  options: GameOptions & FixOptions,
  run: LocalContext,
  judge: (loaded: LoadedGame) => readonly Diagnostic[],
): Promise<FixedGames> {
  if (!isFixing(options)) return { all: await loadGames(options, run) };
  const { cwd } = run.ports;
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  const counts = new Map<string, number>();
  let count = 0;
  let isShared = false;
  const fixed = await loadGamesWith(options, run, async (choice) => {
    const read = await readGameTexts(choice, run.ports);
    if (read.value === undefined) return { diagnostics: read.diagnostics };
    const game = read.value;
    const found = textsOf(game);
    for (const [file, text] of found) {
      isShared ||= before.has(file);
      if (!before.has(file)) before.set(file, text);
    }
    const texts = new Map([...found].map(([file, text]) => [file, after.get(file) ?? text]));
    const fixing = fixTexts(texts, (each) => checked(withTexts(game, each), judge), options.unsafeFixes === true);
    for (const [file, text] of fixing.texts) if (text !== texts.get(file)) after.set(file, text);
    for (const [file, own] of fixing.fixed) counts.set(file, (counts.get(file) ?? 0) + own);
    count += fixing.count;
    return fixing.found.loaded;
  });
  // A game may have been checked before the fixes of another changed a file that both have.
  const all =
    isShared && after.size > 0
      ? await loadGamesWith(options, run, async (choice) => {
          const { value, diagnostics } = await readGameTexts(choice, run.ports);
          return value === undefined ? { diagnostics } : checkGameTexts(withTexts(value, after));
        })
      : fixed;
  const files = [...after].map(([file, text]): FixedFile => {
    return { file, before: before.get(file) ?? "", after: text, fixed: counts.get(file) ?? 0 };
  });
  const changes = files.map(({ file, ...each }) => ({ path: resolve(cwd, file), ...each }));
  const problem = options.check === true || files.length === 0 ? undefined : await replaceFiles(changes, cwd);
  if (problem !== undefined) return { all: resultsOf([problem]), fixes: { count: 0, files: [] } };
  for (const each of changes) rememberText(each.path, each.after);
  for (const { file, fixed } of files) {
    run.reporter.note(`${options.check === true ? "would fix" : "fixed"} ${counted(fixed, "problem")} in ${file}`);
  }
  return { all, fixes: { count, files } };
}

interface CheckedTexts {
  readonly loaded: Checked<LoadedGame>;
  readonly diagnostics: readonly Diagnostic[];
}

function checked(game: GameTexts, judge: (loaded: LoadedGame) => readonly Diagnostic[]): CheckedTexts {
  const loaded = checkGameTexts(game);
  const isSound = loaded.value !== undefined && !hasErrors(loaded.diagnostics);
  return { loaded, diagnostics: isSound ? [...loaded.diagnostics, ...judge(loaded.value)] : loaded.diagnostics };
}

/** Manifests and overrides. Files of scenarios stay as they are. */
function textsOf({ manifests, overrides }: GameTexts): TextsByFile {
  return new Map([...manifests, ...[...overrides.values()].flat()].map(({ file, text }) => [file, text]));
}

function withTexts(game: GameTexts, texts: TextsByFile): GameTexts {
  const changed = (files: readonly ManifestText[]): readonly ManifestText[] =>
    files.map(({ file, text }) => ({ file, text: texts.get(file) ?? text }));
  return {
    ...game,
    manifests: changed(game.manifests),
    overrides: new Map([...game.overrides].map(([name, files]) => [name, changed(files)])),
  };
}
