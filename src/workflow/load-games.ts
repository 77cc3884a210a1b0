/** The manifests of the chosen games, read and checked. Needs no network. */

import { type Design, findUnknownActions } from "../analysis/design/design.ts";
import { findReferencedKind } from "../analysis/scenarios/scenario.ts";
import { catalog } from "../catalog/index.ts";
import type { GameText } from "../edit/game-texts.ts";
import { shownPath } from "../files/read.ts";
import { inQuotes } from "../ground/words.ts";
import { strayOverrides } from "../manifest/overrides.ts";
import { type Diagnostic, diagnostic, isFailure } from "../model/diagnostics.ts";
import type { Address, DesiredGame } from "../model/model.ts";
import {
  type Games,
  type GameWork,
  knowManifests,
  type ManifestsChoice,
  type WorkResult,
  workOnGames,
} from "./game.ts";
import type { GameSources } from "./game-sources.ts";
import { type FolderReading, ManifestFolders } from "./manifest-folders.ts";
import { type Problems, Stop } from "./problems.ts";
import type { RunContext } from "./run.ts";
import { type FolderOptions, selectFolders } from "./selection.ts";

/** The manifests of a game without errors. */
export interface LoadedGame {
  readonly choice: ManifestsChoice;
  /** The number of resources. */
  readonly size: number;
  /** Made when it is needed, like the design: checking needs neither. */
  readonly desired: DesiredGame;
  readonly design: Design;
  /** Environments whose overrides were read. */
  readonly overridden: readonly string[];
  readonly sources: GameSources;
}

/** The place for problems, and the folders that the run has read. */
interface LoadContext {
  readonly folders: ManifestFolders;
  readonly problems: Problems;
}

/**
 * Reads and checks a game, with the overrides of the chosen environment, otherwise with the
 * overrides of each environment in turn. Missing and empty folders are refused.
 */
export async function loadGame(choice: ManifestsChoice, context: LoadContext): Promise<LoadedGame> {
  const reading = await context.folders.read(choice);
  if (reading.isThere) return checkFolder(choice, reading, context);
  const folder = shownPath(choice.manifests, context.folders.disk.ports.cwd);
  throw new Stop(refuseNoManifests(choice.game, `The folder ${inQuotes(folder)} does not exist.`));
}

/** Checks the files of a game's folder. */
export function checkFolder(
  choice: ManifestsChoice,
  reading: FolderReading,
  { folders, problems }: LoadContext,
): LoadedGame {
  const { manifests, overrides, scenarios } = reading;
  const overrideFiles = [...overrides].flatMap(([environment, files]) =>
    files.map(({ source }) => ({ source, environment })),
  );
  problems.add(strayOverrides(overrideFiles, choice.environments));
  const game = problems.take(folders.check(reading, choice));
  problems.stopOnErrors();
  if (game.isEmpty) {
    const holds = manifests.length === 0 ? "holds no manifests" : "holds only empty manifests";
    const folder = shownPath(choice.manifests, folders.disk.ports.cwd);
    throw new Stop(refuseNoManifests(choice.game, `The folder ${inQuotes(folder)} ${holds}.`));
  }
  const overridden = [...overrides.keys()].filter((name) =>
    [undefined, name].includes(choice.environment),
  );
  return {
    choice,
    size: game.size,
    overridden,
    sources: { project: choice.project.text, manifests, overrides, scenarios },
    get desired() {
      return game.desired;
    },
    get design() {
      return game.designFor(choice);
    },
  };
}

/** Counts the designs of games. Games that share a folder share one, too. */
export function countDesigns(games: readonly LoadedGame[]): number {
  return new Set(games.map(({ design }) => design)).size;
}

/**
 * Does work once for all games with the same design and settings: games that share a folder share a
 * design.
 */
export function sharedWork<Result>(work: (game: LoadedGame) => Result) {
  const results = new Map<Design, Map<string, Result>>();
  return (game: LoadedGame, settings = ""): Result => {
    const { design } = game;
    const bySettings = results.get(design) ?? new Map<string, Result>();
    results.set(design, bySettings);
    const known = bySettings.get(settings);
    if (known !== undefined) return known;
    const result = work(game);
    bySettings.set(settings, result);
    return result;
  };
}

/** Returns every text about a game, for edits. `games`: names of the games with its manifests. */
export function collectTexts(
  { sources }: Pick<LoadedGame, "sources">,
  games: readonly string[],
): readonly GameText[] {
  const { project, manifests, overrides, scenarios } = sources;
  const settings = new Map(
    catalog.flatMap(({ plural, name }) => games.map((game) => [`/games/${game}/${plural}`, name])),
  );
  return [
    ...manifests.map((parsed) => ({ parsed })),
    ...[...overrides].flatMap(([environment, files]) =>
      files.map((parsed) => ({ parsed, environment })),
    ),
    ...scenarios.map((parsed) => ({ parsed, kindAt: findReferencedKind })),
    { parsed: project, kindAt: (path) => settings.get(path) },
  ];
}

/** The addresses that games declare. */
export function listDeclared(games: readonly LoadedGame[]): readonly Address[] {
  const shared = new Set(games.map(({ desired }) => desired));
  return [...shared].flatMap(({ resources }) => [...resources.keys()]);
}

function refuseNoManifests(game: string, what: string): Diagnostic {
  return diagnostic(
    "no-manifests",
    `${what} That is never taken to mean that the game ${inQuotes(game)} should be empty.`,
    {
      help: [
        "check the branch and the folder",
        `to say that a kind has no resources, write its key with an empty list: ${catalog[0]?.plural}: []`,
      ],
    },
  );
}

/** The run of a command without a network. */
export type LocalContext = Pick<RunContext, "ports" | "reporter">;

/** Reads and checks the manifests of the chosen games, one after the other. */
export async function loadGames(
  options: FolderOptions,
  { ports }: LocalContext,
): Promise<Games<LoadedGame>> {
  const folders = new ManifestFolders(ports);
  const chosen = await selectFolders(options, folders.disk);
  const load = async (
    choice: ManifestsChoice,
    { problems, known }: GameWork,
  ): Promise<WorkResult<LoadedGame>> => {
    const loaded = await problems.collect(() => loadGame(choice, { folders, problems }));
    if (isFailure(loaded)) return { ...loaded, known };
    const { value } = loaded;
    // Actions that the project file names and the manifests lack.
    if (choice.actions.size > 0) problems.add(findUnknownActions(choice.actions, value.desired));
    return { ...loaded, known: knowManifests(value) };
  };
  return workOnGames(chosen, load, 1);
}
