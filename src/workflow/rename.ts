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
  undeclared,
} from "../edit/rename.ts";
import { rootOf } from "../files/manifests.ts";
import { readTextFile } from "../files/read.ts";
import { writeFiles } from "../files/write.ts";
import { parseText, parseTexts } from "../manifest/parse.ts";
import { both, quoted } from "../manifest/wording.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { defined } from "../model/collections.ts";
import { diagnostic } from "../model/diagnostics.ts";
import { type LoadedGame, type LocalContext, loadGames } from "./load-games.ts";
import type { RenameOptions } from "./options.ts";
import { Stop, unwrap } from "./problems.ts";
import { selectFolders } from "./selection.ts";

/** Renames one resource. All files are changed, or none. Stops where nothing is written. */
export async function renameResource(options: RenameOptions, run: LocalContext): Promise<RenamedResource> {
  const { cwd } = run.ports;
  const rename = unwrap(readRename(options, catalog));
  const { game, games } = await declaringGame(rename, options, run);
  const texts = {
    manifests: game.texts,
    overrides: new Map([...game.overrides].map(([environment, files]) => [environment, parseTexts(files)])),
    scenarios: parseTexts(game.scenarios),
    ...(rename.kind === "action" ? { project: await projectOf(game, games, cwd) } : {}),
  };
  const files = unwrap(renameInTexts(rename, texts, { catalog, scenarioKeys: NAMING_KEYS }));
  if (options.check !== true) {
    // A folder of manifests may lie elsewhere than the project file.
    const root = (await rootOf(game.choice, cwd)).value;
    const changes = files.map(({ file, before, after }) => ({ path: resolve(cwd, file), before, after }));
    const problem = await writeFiles(changes, { cwd, ...defined({ root }) });
    if (problem !== undefined) throw new Stop(problem);
  }
  const { kind, from, to, moved } = rename;
  const addresses = { from: addressOf(kind, from), to: addressOf(kind, to) };
  return { games, ...addresses, moved, written: options.check !== true, files };
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
): Promise<DeclaringGame> {
  const loaded = await loadGames({ project, game: named === undefined ? [] : [named] }, run);
  const errors = loaded.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Stop(...errors);
  const address = addressOf(kind, from);
  const declaring = loaded.games.filter(({ desired }) => desired.resources.has(address));
  const [game] = declaring;
  if (game === undefined) {
    const [only, another] = loaded.games;
    const one = `The game ${quoted(only?.choice.game ?? "")} does not declare`;
    const known = loaded.games.flatMap(({ desired }) => [...desired.resources.keys()]);
    throw new Stop(undeclared(address, another === undefined ? one : "No game declares", known));
  }
  const folder = game.choice.manifests;
  if (declaring.some(({ choice }) => choice.manifests !== folder)) {
    const names = declaring.map(({ choice }) => quoted(choice.game));
    throw new Stop(
      diagnostic("usage", `The games ${both(names)} declare ${address}.`, { help: ["name the game with --game"] }),
    );
  }
  const all = await selectFolders({ project }, run.ports);
  return { game, games: all.games.filter(({ manifests }) => manifests === folder).map((each) => each.game) };
}

/** The project file, which has settings for actions. */
async function projectOf(
  { choice: { projectFile } }: LoadedGame,
  games: readonly string[],
  cwd: string,
): Promise<ProjectText> {
  const { file, text } = unwrap(await readTextFile(projectFile, cwd));
  return { parsed: parseText(file, text), settings: games.map((name) => ["games", name, "actions"]) };
}
