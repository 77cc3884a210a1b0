/** Which games of the project file a command works on. */

import { dirname, resolve } from "node:path";
import type { DiskTree } from "../files/disk.ts";
import { findProjectFile } from "../files/paths.ts";
import { defined } from "../ground/collections.ts";
import { parseSource } from "../manifest/parse.ts";
import { diagnostic, hasErrors, isFailure } from "../model/diagnostics.ts";
import { projectSource } from "../model/source.ts";
import {
  type Choice,
  type Chosen,
  type ChosenFolder,
  type ChosenGame,
  chooseFolders,
  chooseGames,
} from "../project/choose-games.ts";
import { type Project, parseProject } from "../project/project.ts";
import {
  type GameChoice,
  type GameResult,
  type Games,
  gatherGames,
  type LoadedProject,
  type ManifestsChoice,
  NOTHING_KNOWN,
} from "./game.ts";
import { Problems, Stop } from "./problems.ts";

/** Which games. Paths are relative to the working directory. */
export interface GameOptions {
  readonly project?: string | undefined;
  /** Names. Default: all; an empty list is an error. */
  readonly game?: readonly string[] | undefined;
  readonly env?: string | undefined;
}

/** Which games, for work that needs no service. */
export interface FolderOptions extends GameOptions {
  /**
   * Whether `env` defaults to the default environment of each game, instead of to no environment.
   */
  readonly isDefault?: boolean | undefined;
}

/** Which games, and where they are live. */
export interface TargetOptions extends GameOptions {
  /** Only games that differ from what `base` is compared with. */
  readonly changed?: boolean | undefined;
  /**
   * A commit. Plans are compared with the merge base of HEAD and it, a pull with the commit itself.
   */
  readonly base?: string | undefined;
  /** Without it, the project file decides. */
  readonly prune?: boolean | undefined;
}

/**
 * Selects the folders of the chosen games, without an environment unless one is named or the
 * default is asked for.
 * @internal
 */
export function selectFolders(
  options: FolderOptions,
  disk: DiskTree,
): Promise<SelectedGames<ManifestsChoice>> {
  const { isDefault = false } = options;
  return selectFrom(options, disk, (project, request) =>
    chooseFolders(project, { ...request, isDefault }),
  );
}

/** Selects the chosen games with their targets. A target is never guessed. @internal */
export function selectGames(
  options: TargetOptions,
  disk: DiskTree,
): Promise<SelectedGames<GameChoice>> {
  return selectFrom(options, disk, (project, request) => {
    const chosen = chooseGames(project, { ...request, variables: disk.ports.env });
    const withPrune = (game: ChosenGame): ChosenGame => ({
      ...game,
      prune: options.prune ?? game.prune,
    });
    const games = chosen.games.map((result) =>
      result.value === undefined ? result : { ...result, value: withPrune(result.value) },
    );
    return { ...chosen, games };
  });
}

/** Returns all games of a project that have this folder of manifests (absolute path). @internal */
export function findGamesWithFolder(
  folder: string,
  project: LoadedProject,
): readonly ManifestsChoice[] {
  return chooseFolders(project.content, {})
    .games.flatMap(({ value }) => (value === undefined ? [] : [placeChoice(project, value)]))
    .filter(({ manifests }) => manifests === folder);
}

/** @internal */
interface SelectedGames<Choice> extends Games<Choice> {
  /** Absent if it could not be read. */
  readonly project?: LoadedProject;
}

/** Chooses in the project file, if there is one. Its problems are problems of the run. */
async function selectFrom<T extends ChosenFolder>(
  { project: given, game: games, env }: GameOptions,
  disk: DiskTree,
  choose: (project: Project, request: Pick<Choice, "games" | "env">) => Chosen<T>,
): Promise<SelectedGames<ReturnType<typeof placeChoice<T>>>> {
  const problems = new Problems();
  const { value: project } = await problems.collect(async (): Promise<LoadedProject> => {
    const { cwd } = disk.ports;
    const path = given === undefined ? await findProjectFile(cwd) : resolve(cwd, given);
    if (path === undefined) throw makeNoProjectStop();
    const text = parseSource(projectSource(problems.take(await disk.read(path))));
    return { path, text, content: problems.take(parseProject(text)) };
  });
  if (project === undefined) return gatherGames(problems.all);
  const chosen = choose(project.content, defined({ games, env }));
  const byGame = chosen.games.map((result): GameResult<ReturnType<typeof placeChoice<T>>> => {
    if (isFailure(result)) return { ...result, known: NOTHING_KNOWN };
    const { environment } = result.value;
    const value = placeChoice(project, result.value);
    return { ...result, value, known: NOTHING_KNOWN, ...defined({ environment }) };
  });
  return { ...gatherGames([...problems.all, ...chosen.diagnostics], byGame), project };
}

/** Returns a choice with absolute paths, and with its project. */
function placeChoice<T extends ChosenFolder>(project: LoadedProject, choice: T) {
  const manifests = resolve(dirname(project.path), choice.manifests);
  return { ...choice, manifests, projectFile: project.path, project };
}

/** Returns the game of a command that takes one. `sentence`: its beginning. */
export function onlyGame<T>({ games, diagnostics }: Games<T>, sentence: string): T {
  if (hasErrors(diagnostics)) throw new Stop(...diagnostics);
  const [game, another] = games;
  if (game !== undefined && another === undefined) return game;
  const detail = `${sentence} one game, and the project has several.`;
  throw new Stop(diagnostic("usage", detail, { help: ["name the game with --game"] }));
}

function makeNoProjectStop(): Stop {
  const help = [
    "make a project: laurel init FOLDER",
    "or go to the project's folder, or name the file with --project",
  ];
  return new Stop(
    diagnostic("no-project", "There is no laurel.yaml here or in a folder above.", { help }),
  );
}
