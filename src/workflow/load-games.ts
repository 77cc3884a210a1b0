/** The manifests of the chosen games, read and checked. Needs no network. */

import { type Design, findUnknownActions } from "../analysis/design/design.ts";
import { findReferencedKind } from "../analysis/scenarios/scenario.ts";
import { secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import type { GameText } from "../edit/game-texts.ts";
import { type FilePorts, readInputFile } from "../files/input-file.ts";
import { shownPath } from "../files/read.ts";
import { inQuotes } from "../ground/words.ts";
import { strayOverrides } from "../manifest/overrides.ts";
import { type ParsedText, parseSource } from "../manifest/parse.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, DesiredGame } from "../model/model.ts";
import type { SourceFile } from "../model/source.ts";
import { projectSource } from "../model/source.ts";
import { eachGame, type GameProgress, type GameResults, type ManifestsChoice } from "./game.ts";
import { type FolderReading, ManifestFolders } from "./manifest-folders.ts";
import type { FolderOptions } from "./options.ts";
import { type Problems, Stop, unwrap } from "./problems.ts";
import type { RunContext } from "./run.ts";
import { selectFolders } from "./selection.ts";

/** The manifests of a game without errors. */
export interface LoadedGame {
  readonly choice: ManifestsChoice;
  /** The number of resources. */
  readonly size: number;
  /** Made when it is needed, like the design: checking needs none of them. */
  readonly desired: DesiredGame;
  readonly design: Design;
  /** Environments whose overrides were read. */
  readonly overridden: readonly string[];
  /** Without the texts of overrides. */
  readonly texts: readonly ParsedText[];
  /** The files of overrides by environment, as far as they were read. */
  readonly overrides: ReadonlyMap<string, readonly SourceFile[]>;
  /** Files of scenarios. */
  readonly scenarios: readonly SourceFile[];
}

/** Where problems are collected, and what the run has read. */
interface LoadContext {
  readonly folders: ManifestFolders;
  readonly problems: Problems;
}

/**
 * Reads and checks a game, with the overrides of the chosen environment, otherwise with those of
 * each in turn. Missing and empty folders are refused.
 */
export async function loadGame(choice: ManifestsChoice, context: LoadContext): Promise<LoadedGame> {
  const reading = await context.folders.read(choice);
  if (reading.isThere) return checkFolder(choice, reading, context);
  const folder = shownPath(choice.manifests, context.folders.ports.cwd);
  throw new Stop(noManifests(choice.game, `The folder ${inQuotes(folder)} does not exist.`));
}

/** Checks the files of a game's folder. */
export function checkFolder(
  choice: ManifestsChoice,
  reading: FolderReading,
  { folders, problems }: LoadContext,
): LoadedGame {
  const { texts, overrides, scenarios } = reading;
  const overrideFiles = [...overrides].flatMap(([environment, files]) =>
    files.map((source) => ({ source, environment })),
  );
  problems.add(strayOverrides(overrideFiles, choice.environments));
  const game = problems.take(folders.check(reading, choice));
  problems.stopOnErrors();
  if (game.isEmpty) {
    const holds = texts.length === 0 ? "holds no manifests" : "holds only empty manifests";
    const folder = shownPath(choice.manifests, folders.ports.cwd);
    throw new Stop(noManifests(choice.game, `The folder ${inQuotes(folder)} ${holds}.`));
  }
  const overridden = [...overrides.keys()].filter((name) =>
    [undefined, name].includes(choice.environment),
  );
  const { size } = game;
  return {
    ...{ choice, size, overridden, texts, overrides, scenarios },
    get desired() {
      return game.desired;
    },
    get design() {
      return game.designFor(choice);
    },
  };
}

/** Counts the designs of games. Those that share a folder share one, too. */
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

/** The project file, parsed once for all its games. */
export async function projectText(
  { projectFile }: ManifestsChoice,
  ports: FilePorts,
): Promise<ParsedText> {
  const source = unwrap(await readInputFile(projectFile, ports));
  return parseSource(projectSource(source));
}

/** What the texts about a game are made of. */
interface GameTextSources {
  /** Names of the games with the same manifests. */
  readonly games: readonly string[];
  /** The project file. */
  readonly project: ParsedText;
  readonly folders: ManifestFolders;
}

/** Everything that is written about a game, for edits. */
export function textsOf(
  game: LoadedGame,
  { games, project, folders }: GameTextSources,
): readonly GameText[] {
  const { choice } = game;
  const settings = new Map(
    catalog.flatMap(({ plural, name }) => games.map((game) => [`/games/${game}/${plural}`, name])),
  );
  return [
    ...game.texts.map((parsed) => ({ parsed })),
    ...[...game.overrides].flatMap(([environment, files]) =>
      folders.parseAll(files, choice).map((parsed) => ({ parsed, environment })),
    ),
    ...folders
      .parseAll(game.scenarios, choice)
      .map((parsed) => ({ parsed, kindAt: findReferencedKind })),
    { parsed: project, kindAt: (path) => settings.get(path) },
  ];
}

/** The addresses that games declare. */
export function declaredIn(games: readonly LoadedGame[]): readonly Address[] {
  const shared = new Set(games.map(({ desired }) => desired));
  return [...shared].flatMap(({ resources }) => [...resources.keys()]);
}

function noManifests(game: string, what: string): Diagnostic {
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

/** What a command without a network needs. */
export type LocalContext = Pick<RunContext, "ports" | "reporter">;

/** Reads and checks the manifests of the chosen games, one after the other. */
export async function loadGames(
  options: FolderOptions,
  { ports }: LocalContext,
): Promise<GameResults<LoadedGame>> {
  const chosen = await selectFolders(options, ports);
  const folders = new ManifestFolders(ports);
  const load = async (choice: ManifestsChoice, progress: GameProgress): Promise<LoadedGame> => {
    const { problems } = progress;
    const loaded = await loadGame(choice, { folders, problems });
    // Actions that the project file names and the manifests lack.
    if (choice.actions.size > 0) problems.add(findUnknownActions(choice.actions, loaded.desired));
    progress.secrets = secretsOf(loaded, catalog);
    return loaded;
  };
  return eachGame(chosen, load, 1);
}
