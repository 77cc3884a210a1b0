/** Which games of the project file a command works on. */

import { dirname, resolve } from "node:path";
import { readInputFile } from "../files/input-file.ts";
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
  type ManifestsChoice,
  NOTHING_KNOWN,
} from "./game.ts";
import { Problems, Stop } from "./problems.ts";
import type { Ports } from "./run.ts";

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
 * The folders of the chosen games, without an environment unless one is named or the default is
 * asked for.
 */
export function selectFolders(
  options: FolderOptions,
  ports: Ports,
): Promise<SelectedGames<ManifestsChoice>> {
  const { isDefault = false } = options;
  return selected(options, ports, (project, request) =>
    chooseFolders(project, { ...request, isDefault }),
  );
}

/** The chosen games with their targets. A target is never guessed. */
export async function selectGames(
  options: TargetOptions,
  ports: Ports,
): Promise<SelectedGames<GameChoice>> {
  return selected(options, ports, (project, request) => {
    const chosen = chooseGames(project, { ...request, variables: ports.env });
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

/** A project file with its absolute path. */
export interface LoadedProject {
  readonly path: string;
  readonly content: Project;
}

interface SelectedGames<Choice> extends Games<Choice> {
  /** Absent where it could not be read. */
  readonly project?: LoadedProject;
}

/** Chooses in the project file, if there is one. Its problems are those of the run. */
async function selected<T extends ChosenFolder>(
  { project: given, game: games, env }: GameOptions,
  ports: Ports,
  choose: (project: Project, request: Pick<Choice, "games" | "env">) => Chosen<T>,
): Promise<SelectedGames<T & { readonly projectFile: string }>> {
  const problems = new Problems();
  const { value: project } = await problems.collect(async (): Promise<LoadedProject> => {
    const path = given === undefined ? await findProjectFile(ports.cwd) : resolve(ports.cwd, given);
    if (path === undefined) throw noProject();
    const source = problems.take(await readInputFile(path, ports));
    const parsed = parseSource(projectSource(source));
    return { path, content: problems.take(parseProject(parsed)) };
  });
  if (project === undefined) return gatherGames(problems.all);
  const { path: projectFile, content } = project;
  const chosen = choose(content, defined({ games, env }));
  const byGame = chosen.games.map((result): GameResult<T & { readonly projectFile: string }> => {
    if (isFailure(result)) return { ...result, known: NOTHING_KNOWN };
    const { manifests, environment } = result.value;
    const choice = {
      ...result.value,
      manifests: resolve(dirname(projectFile), manifests),
      projectFile,
    };
    return { ...result, value: choice, known: NOTHING_KNOWN, ...defined({ environment }) };
  });
  return { ...gatherGames([...problems.all, ...chosen.diagnostics], byGame), project };
}

/** The game of a command that takes one. `sentence`: begins so. */
export function onlyGame<T>({ games, diagnostics }: Games<T>, sentence: string): T {
  if (hasErrors(diagnostics)) throw new Stop(...diagnostics);
  const [game, another] = games;
  if (game !== undefined && another === undefined) return game;
  const detail = `${sentence} one game, and the project has several.`;
  throw new Stop(diagnostic("usage", detail, { help: ["name the game with --game"] }));
}

function noProject(): Stop {
  const help = [
    "make a project: laurel init FOLDER",
    "or go to the project's folder, or name the file with --project",
  ];
  return new Stop(
    diagnostic("no-project", "There is no laurel.yaml here or in a folder above.", { help }),
  );
}
