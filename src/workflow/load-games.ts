/** The manifests of the chosen games, read and checked. Needs no network. */
import { type Design, designOf, unknownActions } from "../analysis/design/design.ts";
import { kindInScenarios } from "../analysis/scenarios/scenario.ts";
import { secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import type { GameText } from "../edit/game-texts.ts";
import { type FilePorts, readInputFile } from "../files/input-file.ts";
import { type GameFiles, readGameFolder } from "../files/manifests.ts";
import { shownPath } from "../files/read.ts";
import { grouped, memoizedBy } from "../ground/collections.ts";
import { type CheckedGame, checkGame } from "../manifest/game/desired-game.ts";
import { manifestsInScenarios } from "../manifest/manifest-keys.ts";
import { strayOverrides } from "../manifest/overrides.ts";
import { type ManifestText, type ParsedText, parseText, parseTexts } from "../manifest/parse.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import { eachGame, type GameProgress, type GameResults, type ManifestsChoice } from "./game.ts";
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
  readonly overrides: ReadonlyMap<string, readonly ManifestText[]>;
  /** Files of scenarios. */
  readonly scenarios: readonly ManifestText[];
}

/** Where files are read, and where problems are collected. */
interface LoadContext {
  readonly ports: FilePorts;
  readonly problems: Problems;
}

/**
 * Reads and checks a game, with the overrides of the chosen environment, otherwise with those of each in turn. Missing and
 * empty folders are refused.
 */
export async function loadGame(choice: ManifestsChoice, context: LoadContext): Promise<LoadedGame> {
  const folder = shownPath(choice.manifests, context.ports.cwd);
  const read = await readGameFolder(choice, context.ports);
  if (read.isThere) return checkGameFiles(choice, read, context);
  throw new Stop(noManifests(choice.game, `The folder "${folder}" does not exist.`));
}

/** Checks the texts of a game's files. */
export function checkGameFiles(choice: ManifestsChoice, read: GameFiles, { ports, problems }: LoadContext): LoadedGame {
  const overrides = grouped(read.overrides, ({ environment }) => environment);
  const texts = parseTexts(read.manifests);
  const overridesOf = (environment: string): readonly ParsedText[] => parseTexts(overrides.get(environment) ?? []);
  const others = choice.environment === undefined ? [...overrides.keys()] : [];
  const overridesOfEach = [overridesOf(choice.environment ?? ""), ...others.map(overridesOf)] as const;
  problems.add(read.diagnostics);
  problems.add(strayOverrides(read.overrides, choice.environments));
  problems.add(manifestsInScenarios(parseTexts(read.scenarios), catalog));
  const checked = problems.take(checkGame(texts, catalog, overridesOfEach));
  problems.stopOnErrors();
  if (checked.isEmpty) {
    const holds = texts.length === 0 ? "holds no manifests" : "holds only empty manifests";
    throw new Stop(noManifests(choice.game, `The folder "${shownPath(choice.manifests, ports.cwd)}" ${holds}.`));
  }
  const overridden = [...overrides.keys()].filter((name) => [undefined, name].includes(choice.environment));
  const { size } = checked;
  const { scenarios } = read;
  return {
    ...{ choice, size, overridden, texts, overrides, scenarios },
    get desired() {
      return desiredIn(checked);
    },
    get design() {
      return designIn(this);
    },
  };
}

const desiredIn = memoizedBy(({ desired }: CheckedGame) => desired());
const designIn = memoizedBy(({ desired, choice }: LoadedGame) =>
  designOf(desired.resources.values(), desired.managed, choice),
);

/** Everything that is written about a game, for edits. `games`: those with these manifests. */
export async function textsOf(
  game: LoadedGame,
  games: readonly string[],
  ports: FilePorts,
): Promise<readonly GameText[]> {
  const project = unwrap(await readInputFile(game.choice.projectFile, ports));
  const settings = new Map(
    catalog.flatMap(({ plural, name }) => games.map((game) => [`/games/${game}/${plural}`, name])),
  );
  return [
    ...game.texts.map((parsed) => ({ parsed })),
    ...[...game.overrides].flatMap(([environment, files]) =>
      parseTexts(files).map((parsed) => ({ parsed, environment })),
    ),
    ...parseTexts(game.scenarios).map((parsed) => ({ parsed, kindAt: kindInScenarios })),
    { parsed: parseText(project.file, project.text, "project"), kindAt: (path) => settings.get(path) },
  ];
}

function noManifests(game: string, what: string): Diagnostic {
  return diagnostic("no-manifests", `${what} That is never taken to mean that the game "${game}" should be empty.`, {
    help: [
      "check the branch and the folder",
      `to say that a kind has no resources, write its key with an empty list: ${catalog[0]?.plural}: []`,
    ],
  });
}

/** What a command without a network needs. */
export type LocalContext = Pick<RunContext, "ports" | "reporter">;

/** Reads and checks the manifests of the chosen games, one after the other. */
export async function loadGames(options: FolderOptions, { ports }: LocalContext): Promise<GameResults<LoadedGame>> {
  const chosen = await selectFolders(options, ports);
  const load = async (choice: ManifestsChoice, progress: GameProgress): Promise<LoadedGame> => {
    const { problems } = progress;
    const loaded = await loadGame(choice, { ports, problems });
    // Actions that the project file names and the manifests lack.
    if (choice.actions.size > 0) problems.add(unknownActions(choice.actions, loaded.desired));
    if (problems.all.length > 0) progress.secrets = secretsOf(loaded, catalog);
    return loaded;
  };
  return eachGame(chosen, load, 1);
}
