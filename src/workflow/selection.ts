/** Which games of the project file a command works on. */

import { dirname, join, resolve } from "node:path";
import { findProjectFile } from "../files/paths.ts";
import { readTextFile } from "../files/read.ts";
import { parseText } from "../manifest/parse.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { changedSentences } from "../project/changed.ts";
import { type Chosen, type ChosenGame, chooseFolders, chooseGames } from "../project/choose-games.ts";
import { type Project, parseProject } from "../project/project.ts";
import type { FoundChanges } from "./changed.ts";
import { type GameChoice, type GameResult, type GameResults, type ManifestsChoice, resultsOf } from "./game.ts";
import type { GameOptions, TargetOptions } from "./options.ts";
import type { Ports } from "./run.ts";

/** The base URL that plans give the embedded service, whose port is another one each time. */
export const EMBEDDED = "embedded";

/** The folders of the chosen games. They need no environment, so that checking never requires one. */
export async function selectFolders(options: GameOptions, ports: Ports): Promise<GameResults<ManifestsChoice>> {
  const project = await loadProject(options, ports);
  if (project.value === undefined) return resultsOf(project.diagnostics);
  const { path, content } = project.value;
  const chosen = chooseFolders(content, requestOf(options));
  return selected(chosen, project.diagnostics, (game) => ({
    ...game,
    manifests: resolve(dirname(path), game.manifests),
    projectFile: path,
  }));
}

/** The chosen games with their targets. A target is never guessed. */
export async function selectGames(options: TargetOptions, ports: Ports): Promise<GameResults<GameChoice>> {
  const { changed, base } = options;
  const project = await loadProject(options, ports);
  if (project.value === undefined) return resultsOf(project.diagnostics);
  const { path, content } = project.value;
  const chosen = chooseGames(content, { ...requestOf(options), variables: ports.env });
  const all = selected(chosen, project.diagnostics, (game) => choiceOf(game, path, options));
  if (changed !== true || base === undefined || hasErrors(all.general)) return all;
  // Loaded when it is needed: it runs git.
  const { findChanges } = await import("./changed.ts");
  const found = await findChanges(project.value, options.game ?? [], base, ports);
  return found.value === undefined ? resultsOf([...all.general, ...found.diagnostics]) : onlyChanged(all, found.value);
}

/** Two games with one target are noticed also where only one of them has changed. */
function onlyChanged({ general, each, all }: GameResults<GameChoice>, { names, changed }: FoundChanges) {
  return resultsOf(
    general,
    each.filter(({ game }) => names.has(game)),
    { all, changed },
  );
}

function requestOf({ game: games = [], env }: GameOptions) {
  return { games, ...defined({ env }) };
}

function selected<T, Choice extends ManifestsChoice>(
  chosen: Chosen<T>,
  problems: readonly Diagnostic[],
  choose: (game: T) => Choice,
): GameResults<Choice> {
  const each = chosen.games.map(({ game, value, diagnostics }): GameResult<Choice> => {
    const choice = value === undefined ? undefined : choose(value);
    return { game, diagnostics, ...defined({ value: choice, environment: choice?.environment }) };
  });
  return resultsOf([...problems, ...chosen.diagnostics], each);
}

/** A project file with its absolute path. */
interface LoadedProject {
  readonly path: string;
  readonly content: Project;
}

/** Finds and reads the project file. */
async function loadProject(
  { project: given }: Pick<GameOptions, "project">,
  { cwd }: Ports,
): Promise<Checked<LoadedProject>> {
  const path = given === undefined ? await findProjectFile(cwd) : resolve(cwd, given);
  if (path === undefined) {
    const help = [
      "make a project: laurel init FOLDER",
      "or go to the project's folder, or name the file with --project",
    ];
    return { diagnostics: [diagnostic("no-project", "There is no laurel.yaml here or in a folder above.", { help })] };
  }
  const file = await readTextFile(path, cwd);
  if (file.value === undefined) return { diagnostics: file.diagnostics };
  const content = parseProject(parseText(file.value.file, file.value.text));
  if (content.value === undefined) return { diagnostics: content.diagnostics };
  return { value: { path, content: content.value }, diagnostics: content.diagnostics };
}

/** A game of the project. `projectFile`: absolute path. */
function choiceOf(chosen: ChosenGame, projectFile: string, options: TargetOptions): GameChoice {
  const { service, game_id, ...game } = chosen;
  const folder = dirname(projectFile);
  return {
    ...game,
    manifests: resolve(folder, chosen.manifests),
    projectFile,
    prune: options.prune ?? chosen.prune,
    scalars: service.scalars,
    settings: service,
    target:
      game_id === undefined
        ? { type: "embedded", data: join(folder, ".laurel", dataFile(chosen.game, chosen.environment)) }
        : { type: "live", base_url: service.base_url ?? "", game_id, token_env: service.token_env },
  };
}

/** `dungeon@local.json`. Names hold no `@`; capitals are marked, because some disks do not distinguish them. */
function dataFile(game: string, environment: string): string {
  return `${game}@${environment}.json`.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`);
}

/** How many of the requested games have changed, for people. Empty without `--changed`. */
export function partLines({ changed }: GameResults<unknown>): readonly string[] {
  return changed === undefined ? [] : changedSentences(changed);
}
