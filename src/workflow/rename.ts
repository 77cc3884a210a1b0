/** Renames an id in the files of a game and in the project file. Needs no network. */
import { resolve } from "node:path";
import { catalog } from "../catalog/index.ts";
import type { Catalog } from "../catalog/types.ts";
import type { NewId } from "../edit/game-texts.ts";
import { type RenamedResource, renameInTexts } from "../edit/rename.ts";
import { rootOf } from "../files/manifests.ts";
import { writeFiles } from "../files/write.ts";
import { idHelp } from "../manifest/explain.ts";
import { ID_PATTERN } from "../manifest/schema.ts";
import { both, quoted } from "../manifest/wording.ts";
import { addressOf, partsOfAddress } from "../model/catalog-lookup.ts";
import { type Checked, diagnostic } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
import { didYouMean, nearest } from "../model/nearest.ts";
import { type LoadedGame, type LocalContext, loadGames, textsOf } from "./load-games.ts";
import type { RenameOptions } from "./options.ts";
import { Stop, unwrap } from "./problems.ts";
import { selectFolders } from "./selection.ts";

/** Renames one resource. All files are changed, or none. Stops where nothing is written. */
export async function renameResource(options: RenameOptions, run: LocalContext): Promise<RenamedResource> {
  const { cwd } = run.ports;
  const rename = unwrap(readRename(options, catalog));
  const { game, games } = await declaringGame(rename, options, run);
  const files = unwrap(renameInTexts(rename, await textsOf(game, games, cwd), catalog));
  if (options.check !== true) {
    // A folder of manifests may lie elsewhere than the project file.
    const root = (await rootOf(game.choice, cwd)).value;
    const changes = files.map(({ file, before, after }) => ({ path: resolve(cwd, file), before, after }));
    const problem = await writeFiles(changes, { cwd, root });
    if (problem !== undefined) throw new Stop(problem);
  }
  const { kind, from, to } = rename;
  const addresses = { from: addressOf(kind, from), to: addressOf(kind, to) };
  return { games, ...addresses, written: options.check !== true, files };
}

/** Reads the two words of a rename: an address, and the new id, or the new address. */
function readRename({ address, newId }: RenameOptions, kinds: Catalog): Checked<NewId> {
  const { kind, custom_id: from } = partsOfAddress(address as Address);
  const to = newId.startsWith(`${kind}/`) ? newId.slice(kind.length + 1) : newId;
  const names = kinds.map(({ name }) => name);
  const wrong = (detail: string, help: string): Checked<NewId> => ({
    diagnostics: [diagnostic("usage", detail, { help: [help] })],
  });
  if (!names.includes(kind)) {
    const near = nearest(kind, names);
    const help = near === undefined ? `write KIND/ID; the kinds are ${both(names)}` : `did you mean "${near}/${from}"?`;
    return wrong(`${quoted(address)} is no address of a resource.`, help);
  }
  if (!new RegExp(ID_PATTERN).test(to)) return wrong(`${quoted(to)} cannot be an id.`, idHelp(to));
  if (from === to) return wrong(`${address} has this id already.`, "choose another id");
  return { value: { kind, from, to }, diagnostics: [] };
}

interface DeclaringGame {
  readonly game: LoadedGame;
  /** The games of the project with this folder of manifests. */
  readonly games: readonly string[];
}

/** The one game that declares the resource. Several with one folder of manifests count as one. */
async function declaringGame(
  { kind, from }: NewId,
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
    const detail = `${another === undefined ? one : "No game declares"} ${address}.`;
    throw new Stop(diagnostic("unknown-target", detail, { help: didYouMean(address, known) }));
  }
  const folder = game.choice.manifests;
  if (declaring.some(({ choice }) => choice.manifests !== folder)) {
    const names = declaring.map(({ choice }) => quoted(choice.game));
    throw new Stop(
      diagnostic("usage", `The games ${both(names)} declare ${address}.`, { help: ["name the game with --game"] }),
    );
  }
  const all = await selectFolders({ project }, run.ports);
  return { game, games: all.games.filter(({ manifests }) => manifests === folder).map((choice) => choice.game) };
}
