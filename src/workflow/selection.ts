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
  type GameResults,
  type ManifestsChoice,
  resultsOf,
} from "./game.ts";
import type { FolderOptions, GameOptions, TargetOptions } from "./options.ts";
import { Problems, Stop } from "./problems.ts";
import type { Ports } from "./run.ts";

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

interface SelectedGames<Choice> extends GameResults<Choice> {
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
  if (project === undefined) return resultsOf(problems.all);
  const { path: projectFile, content } = project;
  const chosen = choose(content, defined({ games, env }));
  const byGame = chosen.games.map((result): GameResult<T & { readonly projectFile: string }> => {
    if (isFailure(result)) return result;
    const { manifests, environment } = result.value;
    const choice = {
      ...result.value,
      manifests: resolve(dirname(projectFile), manifests),
      projectFile,
    };
    return { ...result, value: choice, ...defined({ environment }) };
  });
  return { ...resultsOf([...problems.all, ...chosen.diagnostics], byGame), project };
}

/** The game of a command that takes one. `sentence`: begins so. */
export function onlyGame<T>({ games, diagnostics }: GameResults<T>, sentence: string): T {
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
