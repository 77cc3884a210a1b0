/** Renames an id in the files of a game and in the project file. Needs no network. */
import { joinSecrets, type Secrets, secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { renameInTexts, type TextChange } from "../edit/game-texts.ts";
import type { NewId } from "../edit/moved-entries.ts";
import { findRootOf } from "../files/disk.ts";
import { writeFiles } from "../files/write.ts";
import { both, quoted } from "../ground/words.ts";
import { idHelp } from "../manifest/explain/id-help.ts";
import { ID_PATTERN } from "../manifest/schema.ts";
import { addressProblem, nearestAddresses, parseAddress } from "../model/addresses.ts";
import { addressOf, kindNamed } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import type { Address, DesiredGame } from "../model/model.ts";
import { consentingEntry } from "../plan/hazards.ts";
import {
  collectTexts,
  type LoadedGame,
  type LocalContext,
  listDeclared,
  loadGames,
} from "./load-games.ts";
import { Problems, Stop, unwrap } from "./problems.ts";
import { findGamesWithFolder } from "./selection.ts";

interface RenameOptions {
  readonly project?: string | undefined;
  /** Default: the game that declares the resource. */
  readonly game?: string | undefined;
  /** `kind/custom_id`. */
  readonly address: string;
  /** The new `custom_id`, or the new address. */
  readonly newId: string;
  /** Write nothing. */
  readonly check?: boolean | undefined;
}

/** A rename that was written, or would be. */
export interface RenamedResource {
  /** The games that have the manifests. */
  readonly games: readonly string[];
  readonly from: Address;
  readonly to: Address;
  /** Whether the files were changed. */
  readonly written: boolean;
  /**
   * The `moved` entry that allows the rename on a live service. Absent if games don't use ids of
   * the kind, or no game is live.
   */
  readonly consent?: string;
  readonly files: readonly TextChange[];
  /** The game of the new texts. */
  readonly desired: DesiredGame;
  /** Secrets before and after the rename. */
  readonly secrets: Secrets;
}

/** A rename, or the problems that prevented it. */
export type AttemptedRename =
  | { readonly is: "renamed"; readonly rename: RenamedResource }
  /** `secrets`: of the game that declares the resource. */
  | {
      readonly is: "refused";
      readonly diagnostics: readonly Diagnostic[];
      readonly secrets: Secrets;
    }
  /** No game was found, or its manifests are invalid. */
  | { readonly is: "unread"; readonly diagnostics: readonly Diagnostic[] };

/** Renames one resource. All files are changed, or none. */
export async function renameResource(
  options: RenameOptions,
  run: LocalContext,
): Promise<AttemptedRename> {
  const found = await new Problems().collect(async () => {
    const rename = await readRename(options, run);
    return { rename, ...(await findDeclaringGame(rename, options, run)) };
  });
  if (found.value === undefined) return { is: "unread", diagnostics: found.diagnostics };
  const secrets = secretsOf({ desired: found.value.game.desired }, catalog);
  const place: RenamePlace = { ...found.value, secrets };
  const { value, diagnostics } = await new Problems().collect(() => renameIn(place, options, run));
  return value === undefined
    ? { is: "refused", diagnostics, secrets }
    : { is: "renamed", rename: value };
}

interface RenamePlace extends DeclaringGame {
  readonly rename: NewId;
  /** Secrets of the game before the rename. */
  readonly secrets: Secrets;
}

/** Renames in the texts of one game, and writes them. Changes all files, or none. */
async function renameIn(
  { rename, game, games, isLive, secrets: before }: RenamePlace,
  options: RenameOptions,
  run: LocalContext,
): Promise<RenamedResource> {
  const { cwd } = run.ports;
  const { kind, from } = rename;
  const address = addressOf(kind, from);
  const to = addressOf(kind, rename.to);
  if (game.desired.resources.has(to)) {
    const primary = labelAt(game.desired.sources.get(to), "/custom_id", "declared here");
    const help = ["choose another id"];
    throw new Stop(
      diagnostic("cannot-rename", `${to} is declared already.`, { address: to, primary, help }),
    );
  }
  const { files, desired } = unwrap(renameInTexts(rename, collectTexts(game, games), catalog));
  if (options.check !== true) {
    // A folder of manifests may lie elsewhere than the project file.
    const root = await findRootOf(game.choice, cwd);
    const changes = files.map(({ path, before, after }) => ({ path, before, after }));
    const problem = await writeFiles(changes, { cwd, root });
    if (problem !== undefined) throw new Stop(problem);
  }
  const isInGames = kindNamed(catalog, kind).clientUse !== undefined;
  const consent = isInGames && isLive ? { consent: consentingEntry(rename) } : {};
  const secrets = {
    ...joinSecrets(before, secretsOf({ desired }, catalog)),
    sources: game.desired.sources,
  };
  const written = options.check !== true;
  return { games, from: address, to, written, ...consent, files, desired, secrets };
}

/** Reads the two words of a rename: an address, and the new id, or the new address. */
async function readRename(
  { address: word, newId, ...options }: RenameOptions,
  run: LocalContext,
): Promise<NewId> {
  const name = parseAddress(word, catalog);
  if (name === undefined) {
    throw new Stop(
      addressProblem(word, listDeclared(await loadWithoutErrors(options, run)), catalog),
    );
  }
  const { address, kind, custom_id: from } = name;
  const to = newId.startsWith(`${kind}/`) ? newId.slice(kind.length + 1) : newId;
  const wrong = (detail: string, help: string): Stop =>
    new Stop(diagnostic("usage", detail, { help: [help] }));
  if (!new RegExp(ID_PATTERN).test(to)) throw wrong(`${quoted(to)} cannot be an id.`, idHelp(to));
  if (from === to) throw wrong(`${address} has this id already.`, "choose another id");
  return { kind, from, to };
}

type GameOfRename = Pick<RenameOptions, "project" | "game">;

/** Loads the games that may declare the resource. Stops on errors in any of their files. */
async function loadWithoutErrors(
  { project, game }: GameOfRename,
  run: LocalContext,
): Promise<readonly LoadedGame[]> {
  const { games, diagnostics } = await loadGames(
    { project, game: game === undefined ? undefined : [game] },
    run,
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Stop(...errors);
  return games;
}

interface DeclaringGame {
  readonly game: LoadedGame;
  readonly games: readonly string[];
  /** Whether one of the games has an environment on a live service. */
  readonly isLive: boolean;
}

/**
 * Finds the one game that declares the resource, and the names of all games with its folder of
 * manifests, which count as one.
 */
async function findDeclaringGame(
  { kind, from }: NewId,
  { project, game: named }: GameOfRename,
  run: LocalContext,
): Promise<DeclaringGame> {
  const loaded = await loadWithoutErrors({ project, game: named }, run);
  const address = addressOf(kind, from);
  const declaring = loaded.filter(({ desired }) => desired.resources.has(address));
  const [game] = declaring;
  if (game === undefined) {
    const [only, another] = loaded;
    const one = `The game ${quoted(only?.choice.game ?? "")} does not declare`;
    const detail = `${another === undefined ? one : "No game declares"} ${address}.`;
    throw new Stop(
      diagnostic("unknown-target", detail, {
        help: nearestAddresses(address, listDeclared(loaded), catalog),
      }),
    );
  }
  const folder = game.choice.manifests;
  if (declaring.some(({ choice }) => choice.manifests !== folder)) {
    const names = declaring.map(({ choice }) => quoted(choice.game));
    throw new Stop(
      diagnostic("usage", `The games ${both(names)} declare ${address}.`, {
        help: ["name the game with --game"],
      }),
    );
  }
  const sharing = findGamesWithFolder(folder, game.choice.project);
  return {
    game,
    games: sharing.map((choice) => choice.game),
    isLive: sharing.some((choice) => choice.isLive),
  };
}
