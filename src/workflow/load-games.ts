/** The manifests of the chosen games, read and checked. Needs no network. */
import { type Design, designOf, unknownActions } from "../analysis/design/design.ts";
import { catalog } from "../catalog/index.ts";
import { readGameFolder } from "../files/manifests.ts";
import { shownPath } from "../files/read.ts";
import { type CheckedGame, checkGame } from "../manifest/desired-game.ts";
import { manifestsInScenarios } from "../manifest/manifest-keys.ts";
import { strayOverrides } from "../manifest/overrides.ts";
import { type ManifestText, type ParsedText, parseTexts } from "../manifest/parse.ts";
import { quoted } from "../manifest/wording.ts";
import { grouped } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { eachGame, type GameResults, type ManifestsChoice, resultsOf } from "./game.ts";
import type { GameOptions } from "./options.ts";
import type { Ports, RunContext } from "./run.ts";
import { selectFolders } from "./selection.ts";

/** The manifests of a game. */
export interface LoadedGame extends CheckedGame {
  readonly choice: ManifestsChoice;
  /** Environments whose overrides were read. */
  readonly overridden: readonly string[];
  /** Without the texts of overrides. */
  readonly texts: readonly ParsedText[];
  /** The files of overrides by environment, as far as they were read. */
  readonly overrides: ReadonlyMap<string, readonly ManifestText[]>;
  /** Files of scenarios. */
  readonly scenarios: readonly ManifestText[];
  /** Files of the folder that were not read as manifests, each with the reason. */
  readonly skipped: readonly string[];
}

/** The texts of a game's files, as they were read. */
export interface GameTexts {
  readonly choice: ManifestsChoice;
  /** The folder as the user would name it. */
  readonly shown: string;
  readonly manifests: readonly ManifestText[];
  /** By environment. */
  readonly overrides: ReadonlyMap<string, readonly ManifestText[]>;
  readonly scenarios: readonly ManifestText[];
  readonly skipped: readonly string[];
  /** What went wrong on the way. */
  readonly diagnostics: readonly Diagnostic[];
}

/** With the overrides of the chosen environment, otherwise with those of each in turn. Empty folders are refused. */
export async function loadGame(choice: ManifestsChoice, ports: Pick<Ports, "cwd">): Promise<Checked<LoadedGame>> {
  const { value, diagnostics } = await readGameTexts(choice, ports);
  return value === undefined ? { diagnostics } : checkGameTexts(value);
}

/** Reads the files of a game. A folder that is missing is refused. */
export async function readGameTexts(choice: ManifestsChoice, ports: Pick<Ports, "cwd">): Promise<Checked<GameTexts>> {
  const shown = shownPath(choice.manifests, ports.cwd);
  const { isThere, ...read } = await readGameFolder(choice, ports.cwd);
  if (!isThere) {
    const slashes = shown.includes("\\") ? ["write / between folders: it works on every platform"] : [];
    return { diagnostics: [noManifests(choice.game, `The folder "${shown}" does not exist.`, slashes)] };
  }
  const { environments } = choice;
  const stray = environments === undefined ? [] : strayOverrides(read.overrides, environments);
  const overrides = grouped(read.overrides, ({ environment }) => environment);
  const diagnostics = [...read.diagnostics, ...stray];
  return { value: { ...read, choice, shown, overrides, diagnostics }, diagnostics };
}

/** Checks the texts of a game. Pure. */
export function checkGameTexts({ choice, shown, ...read }: GameTexts): Checked<LoadedGame> {
  const files = parseTexts(read.manifests);
  const environments = choice.environment === undefined ? ["", ...read.overrides.keys()] : [choice.environment];
  const each = environments.map((name) => parseTexts(read.overrides.get(name) ?? []));
  const loaded = checkGame(files, catalog, each);
  const misnamed = manifestsInScenarios(parseTexts(read.scenarios), catalog);
  const reading = [...read.diagnostics, ...misnamed];
  const all = [...reading, ...loaded.diagnostics];
  if (loaded.value === undefined || hasErrors(reading)) return { diagnostics: all };
  if (loaded.value.isEmpty) {
    const found = files.length === 0 ? "holds no manifests" : "holds only empty manifests";
    return { diagnostics: [...all, noManifests(choice.game, `The folder "${shown}" ${found}.`)] };
  }
  const overridden = [...read.overrides.keys()].filter((name) => [undefined, name].includes(choice.environment));
  const { scenarios, skipped, overrides } = read;
  const value = { ...loaded.value, choice, overridden, texts: files, overrides, scenarios, skipped };
  return { value, diagnostics: all };
}

function noManifests(game: string, what: string, help: readonly string[] = []): Diagnostic {
  return diagnostic("no-manifests", `${what} That is never taken to mean that the game "${game}" should be empty.`, {
    help: [
      ...help,
      "check the branch and the folder",
      `to say that a kind has no resources, write its key with an empty list: ${catalog[0]?.plural}: []`,
    ],
  });
}

/** What a command without a network needs. */
export type LocalContext = Pick<RunContext, "ports" | "reporter">;

/** Reads and checks the manifests of the chosen games, one after the other. */
export function loadGames(options: GameOptions, run: LocalContext): Promise<GameResults<LoadedGame>> {
  return loadGamesWith(options, run, (choice) => loadGame(choice, run.ports));
}

/** The same with another way to load each game. */
export async function loadGamesWith(
  options: GameOptions,
  { ports }: LocalContext,
  load: (choice: ManifestsChoice) => Promise<Checked<LoadedGame>>,
): Promise<GameResults<LoadedGame>> {
  const chosen = await selectFolders(options, ports);
  return eachGame(chosen, async (choice) => withUnknownActions(await load(choice)), 1);
}

/** With a warning for each action that the project file names and the manifests lack. */
function withUnknownActions(loaded: Checked<LoadedGame>): Checked<LoadedGame> {
  const { value, diagnostics } = loaded;
  if (value === undefined || value.choice.actions.size === 0 || hasErrors(diagnostics)) return loaded;
  return { value, diagnostics: [...diagnostics, ...unknownActions(value.choice.actions, value.desired())] };
}

/** A game without errors. */
export interface LoadedDesign extends Omit<LoadedGame, "desired"> {
  readonly desired: DesiredGame;
  readonly design: Design;
}

/** The same as designs. Games with errors are left out. */
export async function loadDesigns(options: GameOptions, run: LocalContext): Promise<GameResults<LoadedDesign>> {
  return designsOf(await loadGames(options, run));
}

/** Loaded games as designs. Those with errors are left out. */
export function designsOf(loaded: GameResults<LoadedGame>): GameResults<LoadedDesign> {
  const each = loaded.each.map(({ game, value, diagnostics }) => {
    if (value === undefined || hasErrors(diagnostics)) return { game, diagnostics };
    return { game, value: withDesign(value), diagnostics };
  });
  return resultsOf(loaded.general, each, loaded);
}

/** A game without errors as a design. */
export function withDesign(loaded: LoadedGame): LoadedDesign {
  const desired = loaded.desired();
  return { ...loaded, desired, design: designOf(desired.resources.values(), desired.managed, loaded.choice) };
}

/** A game that could be read, with the ids of its achievements. */
interface GameWithIds {
  readonly game: string;
  readonly ids: readonly string[];
}

/** Requested ids that no game has. `problems`: where a game could not be read, an id may be one of its. */
export function unknownAchievements(
  requested: readonly string[],
  games: readonly GameWithIds[],
  problems: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (games.length === 0 || hasErrors(problems)) return [];
  const known = games.flatMap(({ ids }) => ids);
  const where = games.length === 1 ? `The game ${quoted(games[0]?.game ?? "")} has` : "The games have";
  return requested
    .filter((id) => !known.includes(id))
    .map((id) =>
      diagnostic("unknown-achievement", `${where} no achievement ${quoted(id)}.`, { help: didYouMean(id, known) }),
    );
}
