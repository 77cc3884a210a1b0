/** The manifests of the chosen games, read and checked. Needs no network. */
import { type Design, designOf, unknownActions } from "../analysis/design/design.ts";
import { catalog } from "../catalog/index.ts";
import { type GameFiles, readGameFolder } from "../files/manifests.ts";
import { shownPath } from "../files/read.ts";
import { type CheckedGame, checkGame } from "../manifest/desired-game.ts";
import { manifestsInScenarios } from "../manifest/manifest-keys.ts";
import { strayOverrides } from "../manifest/overrides.ts";
import { type ManifestText, type ParsedText, parseTexts } from "../manifest/parse.ts";
import { grouped } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
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
}

/**
 * Reads and checks a game, with the overrides of the chosen environment, otherwise with those of each in turn. Missing and
 * empty folders are refused.
 */
export async function loadGame(choice: ManifestsChoice, { cwd }: Pick<Ports, "cwd">): Promise<Checked<LoadedGame>> {
  const shown = shownPath(choice.manifests, cwd);
  const read = await readGameFolder(choice, cwd);
  if (read.isThere) return checkGameFiles(choice, read, cwd);
  const slashes = shown.includes("\\") ? ["write / between folders: it works on every platform"] : [];
  return { diagnostics: [noManifests(choice.game, `The folder "${shown}" does not exist.`, slashes)] };
}

/** Checks the texts of a game's files. */
export function checkGameFiles(choice: ManifestsChoice, read: GameFiles, cwd: string): Checked<LoadedGame> {
  const stray = choice.environments === undefined ? [] : strayOverrides(read.overrides, choice.environments);
  const overrides = grouped(read.overrides, ({ environment }) => environment);
  const texts = parseTexts(read.manifests);
  const environments = choice.environment === undefined ? ["", ...overrides.keys()] : [choice.environment];
  const each = environments.map((name) => parseTexts(overrides.get(name) ?? []));
  const loaded = checkGame(texts, catalog, each);
  const misnamed = manifestsInScenarios(parseTexts(read.scenarios), catalog);
  const reading = [...read.diagnostics, ...stray, ...misnamed];
  const all = [...reading, ...loaded.diagnostics];
  if (loaded.value === undefined || hasErrors(reading)) return { diagnostics: all };
  if (loaded.value.isEmpty) {
    const found = texts.length === 0 ? "holds no manifests" : "holds only empty manifests";
    const folder = shownPath(choice.manifests, cwd);
    return { diagnostics: [...all, noManifests(choice.game, `The folder "${folder}" ${found}.`)] };
  }
  const overridden = [...overrides.keys()].filter((name) => [undefined, name].includes(choice.environment));
  const { scenarios } = read;
  return { value: { ...loaded.value, choice, overridden, texts, overrides, scenarios }, diagnostics: all };
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
export async function loadGames(options: GameOptions, { ports }: LocalContext): Promise<GameResults<LoadedGame>> {
  const chosen = await selectFolders(options, ports);
  return eachGame(chosen, async (choice) => withUnknownActions(await loadGame(choice, ports)), 1);
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
  const loaded = await loadGames(options, run);
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
