/** Renames an id in the files of a game and in the project file. Needs no network. */
import { resolve } from "node:path";
import { NAMING_KEYS } from "../analysis/scenarios/scenario.ts";
import { catalog } from "../catalog/index.ts";
import {
  type ProjectText,
  type Rename,
  type RenamedResource,
  readRename,
  renameInTexts,
  type TextChange,
  undeclared,
} from "../edit/rename.ts";
import { rootOf } from "../files/manifests.ts";
import { readTextFile } from "../files/read.ts";
import { writeFiles } from "../files/write.ts";
import { parseText, parseTexts } from "../manifest/parse.ts";
import { both, quoted } from "../manifest/wording.ts";
import { addressOf, kindNamed } from "../model/catalog-lookup.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type LoadedGame, type LocalContext, loadGames } from "./load-games.ts";
import type { RenameOptions } from "./options.ts";
import { selectFolders } from "./selection.ts";

/** Renames one resource. All files are changed, or none. Without a value, nothing was written. */
export async function renameResource(options: RenameOptions, run: LocalContext): Promise<Checked<RenamedResource>> {
  const { value: rename, diagnostics: wrong } = readRename(options, catalog);
  if (rename === undefined) return { diagnostics: wrong };
  const loaded = await declaringGame(rename, options, run);
  if (loaded.value === undefined) return { diagnostics: loaded.diagnostics };
  const { game, games } = loaded.value;
  const project = await projectOf(rename, loaded.value, run);
  if (hasErrors(project.diagnostics)) return { diagnostics: project.diagnostics };
  const texts = {
    manifests: game.texts,
    overrides: new Map([...game.overrides].map(([environment, files]) => [environment, parseTexts(files)])),
    scenarios: parseTexts(game.scenarios),
    ...(project.value === undefined ? {} : { project: project.value }),
  };
  const { value: files, diagnostics } = renameInTexts(rename, texts, { catalog, scenarioKeys: NAMING_KEYS });
  if (files === undefined) return { diagnostics };
  const problem = options.check === true ? undefined : await write(files, game, run);
  if (problem !== undefined) return { diagnostics: [problem] };
  const { kind, from, to, moved } = rename;
  const addresses = { from: addressOf(kind, from), to: addressOf(kind, to) };
  return { value: { games, ...addresses, moved, written: options.check !== true, files }, diagnostics };
}

interface DeclaringGame {
  readonly game: LoadedGame;
  /** The games of the project with this folder of manifests. */
  readonly games: readonly string[];
}

/** The one game that declares the resource. Several with one folder of manifests count as one. */
async function declaringGame(
  { kind, from }: Rename,
  { project, game: named }: RenameOptions,
  run: LocalContext,
): Promise<Checked<DeclaringGame>> {
  const options = { project, game: named === undefined ? [] : [named] };
  const loaded = await loadGames(options, run);
  const errors = loaded.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { diagnostics: errors };
  const address = addressOf(kind, from);
  const declaring = loaded.games.filter((each) => each.desired().resources.has(address));
  const [game] = declaring;
  if (game === undefined) {
    const [only, another] = loaded.games;
    const one = `The game ${quoted(only?.choice.game ?? "")} does not declare`;
    const known = loaded.games.flatMap((each) => [...each.desired().resources.keys()]);
    return { diagnostics: [undeclared(address, another === undefined ? one : "No game declares", known)] };
  }
  const folder = game.choice.manifests;
  if (declaring.some(({ choice }) => choice.manifests !== folder)) {
    const names = declaring.map(({ choice }) => quoted(choice.game));
    const detail = `The games ${both(names)} declare ${address}.`;
    return { diagnostics: [diagnostic("usage", detail, { help: ["name the game with --game"] })] };
  }
  const all = named === undefined ? loaded : await selectFolders({ project }, run.ports);
  const choices = all.games.map((each) => ("choice" in each ? each.choice : each));
  const isSame = (each: { readonly manifests: string }): boolean => each.manifests === folder;
  const games = choices.filter(isSame).map((each) => each.game);
  return { value: { game, games: games.length === 0 ? [game.choice.game] : games }, diagnostics: [] };
}

/** The project file, if the game is of one and the kind has settings there. */
async function projectOf(
  { kind }: Rename,
  { game, games }: DeclaringGame,
  run: LocalContext,
): Promise<Checked<ProjectText>> {
  const { projectFile } = game.choice;
  const { plural, hasProjectSettings } = kindNamed(catalog, kind);
  if (projectFile === undefined || hasProjectSettings !== true) return { diagnostics: [] };
  const read = await readTextFile(projectFile, run.ports.cwd);
  if (read.value === undefined) return { diagnostics: read.diagnostics };
  const parsed = parseText(read.value.file, read.value.text);
  const value = { parsed, settings: games.map((name) => ["games", name, plural]) };
  return { value, diagnostics: [] };
}

async function write(
  files: readonly TextChange[],
  { choice }: LoadedGame,
  { ports: { cwd } }: LocalContext,
): Promise<Diagnostic | undefined> {
  // A folder that a flag names may lie elsewhere than the project file.
  const root = (await rootOf(choice, cwd)).value;
  const changes = files.map(({ file, before, after }) => ({ path: resolve(cwd, file), before, after }));
  return writeFiles(changes, { cwd, ...defined({ root }) });
}
