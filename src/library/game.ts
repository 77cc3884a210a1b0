/** Games as values: what manifests describe, with the settings of their project. */
import { basename, dirname, resolve } from "node:path";
import { designOf } from "../analysis/design/design.ts";
import { catalog } from "../catalog/index.ts";
import { checkGame } from "../manifest/desired-game.ts";
import { type ManifestText, parseTexts } from "../manifest/parse.ts";
import type { SourceText } from "../manifest/parts.ts";
import { defined } from "../model/collections.ts";
import { type Checked, hasErrors } from "../model/diagnostics.ts";
import type { LintCode } from "../model/lint-codes.ts";
import type { DesiredGame, Variables } from "../model/model.ts";
import type { ActionSettings, RuleLevel } from "../project/game-settings.ts";
import { DEFAULT_LINT } from "../project/game-settings.ts";
import { type LoadedGame, loadDesigns, loadGame } from "../workflow/load-games.ts";
import { type GameContext, rememberGame } from "./handles.ts";
import { portsIn, SILENT } from "./run.ts";

/** A game without errors, as its manifests describe it. `validate`, `loadFolder` and `loadProject` make it. */
export interface Game extends DesiredGame {
  /** Its name in the project file, or that of its folder. */
  readonly name: string;
  /** The environment whose overrides it has. Absent: the game is as it is declared for all of them. */
  readonly environment?: string;
  /** The texts of its manifests, without overrides. */
  readonly files: readonly ManifestText[];
  /** The texts of its scenarios. */
  readonly scenarios: readonly ManifestText[];
}

/** The settings of a project file for a game without one. */
export interface GameSettings {
  /** What plans and results call the game. Default: the folder's name, or `game`. */
  readonly name?: string;
  /** What manifests do not say about actions, by `custom_id`: `actions:`. */
  readonly actions?: Readonly<Record<string, ActionSettings>>;
  /** The severity of rules of `lint`: `lint.rules:`. */
  readonly rules?: Readonly<Partial<Record<LintCode, RuleLevel>>>;
}

export interface ValidateOptions extends GameSettings {
  /** The overrides of one environment. */
  readonly overrides?: readonly ManifestText[];
  /** Files of scenarios, for `test`. */
  readonly scenarios?: readonly ManifestText[];
}

export interface FolderOptions extends GameSettings {
  /** The environment whose overrides apply. Default: none; those of all environments are checked. */
  readonly environment?: string;
}

export interface ProjectOptions {
  /** Names of games. Default: all of the project. */
  readonly games?: readonly string[];
  /** The environment whose overrides apply. Default: none; those of all environments are checked. */
  readonly environment?: string;
  /** Variables by name, such as `process.env`, for git: its `PATH`, and where its settings are. Default: none. */
  readonly variables?: Variables;
}

/**
 * Checks texts of manifests: syntax, shapes, references, limits. Pure. The value is the game that they describe; it is absent
 * when anything is wrong.
 */
export function validate(files: readonly ManifestText[], options: ValidateOptions = {}): Checked<Game> {
  const { overrides = [], scenarios = [], name = "game" } = options;
  const parsed = parseTexts(files);
  const { value, diagnostics } = checkGame(parsed, catalog, [parseTexts(overrides)]);
  if (value === undefined) return { diagnostics };
  const sources = parsed.map(({ source }) => source);
  return { value: makeGame({ name, desired: value.desired(), scenarios }, sources, settingsOf(options)), diagnostics };
}

/**
 * Reads and checks the manifests below a folder, with their overrides and scenarios. Names in diagnostics are relative to the
 * folder.
 */
export async function loadFolder(folder: string, options: FolderOptions = {}): Promise<Checked<Game>> {
  const { environment } = options;
  const manifests = resolve(folder);
  const { name = basename(manifests) } = options;
  const settings = settingsOf(options);
  const choice = {
    game: name,
    manifests,
    lint: settings.lint,
    actions: new Map(),
    ...defined({ environment }),
  };
  const { value, diagnostics } = await loadGame(choice, { cwd: manifests });
  if (value === undefined) return { diagnostics };
  return { value: gameOf(value, value.desired(), settings), diagnostics };
}

/**
 * Reads a project file and the manifests of its games, with the settings of each. Names in diagnostics are relative to the
 * project's folder. The value has the games without errors: errors of others are in the diagnostics, with the game's name.
 */
export async function loadProject(file: string, options: ProjectOptions = {}): Promise<Checked<readonly Game[]>> {
  const project = resolve(file);
  const { games = [], environment, variables } = options;
  const run = { ports: portsIn(dirname(project), variables), reporter: SILENT };
  const chosen = { project, game: games, env: environment };
  const loaded = await loadDesigns(chosen, run);
  const { general, diagnostics } = loaded;
  if (hasErrors(general)) return { diagnostics };
  const value = loaded.games.map((each) => {
    const { choice, desired } = each;
    return gameOf(each, desired, { lint: choice.lint, play: choice }, project);
  });
  return { value, diagnostics };
}

type Settings = Pick<GameContext, "lint" | "play">;

function settingsOf({ actions = {}, rules = {} }: GameSettings): Settings {
  return {
    lint: { ...DEFAULT_LINT, rules },
    play: { actions: new Map(Object.entries(actions)) },
  };
}

function gameOf(
  { choice, texts, scenarios }: Pick<LoadedGame, "choice" | "texts" | "scenarios">,
  desired: DesiredGame,
  settings: Settings,
  projectFile?: string,
): Game {
  const { game: name, environment } = choice;
  const sources = texts.map(({ source }) => source);
  return makeGame({ name, desired, scenarios, ...defined({ environment }) }, sources, settings, projectFile);
}

function makeGame(
  { desired, ...named }: Pick<Game, "name" | "environment" | "scenarios"> & { readonly desired: DesiredGame },
  sources: readonly SourceText[],
  settings: Settings,
  projectFile?: string,
): Game {
  const game: Game = { ...desired, ...named, files: sources.map(({ file, text }) => ({ file, text })) };
  const design = designOf(desired.resources.values(), desired.managed, settings.play);
  rememberGame(game, { ...settings, design, sources, ...defined({ projectFile }) });
  return game;
}
