/**
 * From a project to what a command works on: which games, in which environment, with which settings. A target is
 * never guessed, and only the variables that the chosen environments need are read.
 */

import { defined, grouped } from "../ground/collections.ts";
import { didYouMean } from "../ground/nearest.ts";
import { pointerTo } from "../ground/pointer.ts";
import { both, quoted } from "../ground/words.ts";
import { type Checked, type Diagnostic, diagnostic, problemAt } from "../model/diagnostics.ts";
import type { HazardName, Span, Variables } from "../model/model.ts";
import {
  actionSettingsOfGame,
  type LintSettings,
  lintSettingsOfGame,
  type PlacedActionSettings,
  placeOf,
  targetSpan,
  targetsOf,
  type WrittenTarget,
} from "./game-settings.ts";
import type { Project } from "./project.ts";
import type { ProjectGame, ServiceSettings } from "./project-schema.ts";
import { originProblem, replaceVariables, tokenProblem, urlProblem, type ValueProblem } from "./variables.ts";

/** What the command line chooses. */
export interface Choice {
  /** Names of games. Default: all; an empty list is an error. */
  readonly games?: readonly string[] | undefined;
  readonly env?: string;
  readonly variables: Variables;
}

/** Options of commands that need no service. */
interface FolderChoice extends Omit<Choice, "variables"> {
  /** Whether `env` defaults to the default environment of each game. */
  readonly isDefault?: boolean;
}

/** A game of which only the manifests matter. */
export interface ChosenFolder {
  readonly game: string;
  readonly environment?: string;
  /** Whether an apply to the environment deletes undeclared resources. Without an environment: to every one of them. */
  readonly prune: boolean;
  /** All environments of the game, in the order of the project file. */
  readonly environments: readonly string[];
  /** Whether one of them is on a live service. */
  readonly isLive: boolean;
  /** The folder as written: relative to the project file's folder unless it is absolute. */
  readonly manifests: string;
  /** What `laurel lint` is to look for. @internal */
  readonly lint: LintSettings;
  /** What the project file says about actions, by `custom_id`. @internal */
  readonly actions: ReadonlyMap<string, PlacedActionSettings>;
}

/** One game in one environment, ready to be worked on. */
export interface ChosenGame extends ChosenFolder {
  readonly environment: string;
  readonly allow: readonly HazardName[];
  /** Absent: the game is on the embedded service. Otherwise it has a base URL too. */
  readonly game_id?: string;
  /** @internal */
  readonly service: ServiceSettings;
}

/** A name that was chosen, with what came of it. What is wrong with one game does not concern the others. */
type Each<T> = Checked<T> & { readonly game: string };

/** The chosen games, each by itself, in the order of the project. */
export interface Chosen<T> {
  readonly games: readonly Each<T>[];
  /** What is wrong with the choice itself; there are no games then. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Chooses games and environments, and replaces the variables in what is chosen. @internal */
export function chooseGames(project: Project, { games, env, variables }: Choice): Chosen<ChosenGame> {
  const chosen = chooseEach(project, games, (game, settings): Checked<ChosenGame> => {
    const name = environmentOf(settings, env);
    if (name === undefined) return { diagnostics: [environmentProblem(project, game)] };
    const target = targetsOf(project, game).find(({ environment }) => environment === name);
    if (target === undefined) return { diagnostics: [environmentProblem(project, game, name)] };
    const { value: resolved, diagnostics } = resolveTarget(project, target, variables);
    if (resolved === undefined) return { diagnostics };
    const chosenEnvironment = settings.environments[name];
    const allow = chosenEnvironment?.allow ?? settings.allow ?? [];
    return { value: { ...folderOf(project, { game, settings, environment: name }), ...resolved, allow }, diagnostics };
  });
  return { ...chosen, games: refuseSharedPlaces(project, chosen.games) };
}

/** Chooses games for work that needs no service. No environment is needed for it. @internal */
export function chooseFolders(project: Project, { games, env, isDefault }: FolderChoice): Chosen<ChosenFolder> {
  return chooseEach(project, games, (game, settings): Checked<ChosenFolder> => {
    const isUnknown = env !== undefined && !Object.hasOwn(settings.environments, env);
    if (isUnknown) return { diagnostics: [environmentProblem(project, game, env)] };
    const environment = isDefault === true ? environmentOf(settings, env) : env;
    const folder = folderOf(project, { game, settings, environment });
    return { value: { ...folder, ...defined({ environment }) }, diagnostics: [] };
  });
}

/** A game of the project file, with the environment that was chosen. */
interface ChosenSettings {
  readonly game: string;
  readonly settings: ProjectGame;
  readonly environment: string | undefined;
}

function folderOf(project: Project, { game, settings, environment }: ChosenSettings): ChosenFolder {
  const { manifests, environments } = settings;
  const chosen = Object.entries(environments).filter(([name]) => environment === undefined || name === environment);
  return {
    game,
    manifests,
    environments: Object.keys(environments),
    isLive: Object.values(environments).some(({ game_id: id }) => id !== undefined),
    prune: chosen.every(([, { prune = settings.prune }]) => prune === true),
    lint: lintSettingsOfGame(project, game),
    actions: actionSettingsOfGame(project, game),
  };
}

/** Returns the environment of a command. Undefined: the game has several, and no default. */
function environmentOf(settings: ProjectGame, env?: string): string | undefined {
  return env ?? settings.default_environment ?? onlyEnvironment(settings);
}

function chooseEach<T>(
  project: Project,
  names: readonly string[] | undefined,
  choose: (game: string, settings: ProjectGame) => Checked<T>,
): Chosen<T> {
  const { games } = project.settings;
  if (names?.length === 0) return { games: [], diagnostics: [emptyChoice("games")] };
  const diagnostics = (names ?? [])
    .filter((name) => !Object.hasOwn(games, name))
    .map((name) =>
      diagnostic("unknown-game", `The project ${project.file} has no game ${quoted(name)}.`, {
        help: nearestOf(name, Object.keys(games)),
      }),
    );
  if (diagnostics.length > 0) return { games: [], diagnostics };
  const requested = Object.entries(games).filter(([game]) => names === undefined || names.includes(game));
  return { games: requested.map(([game, settings]) => ({ game, ...choose(game, settings) })), diagnostics };
}

/** An empty list chooses nothing, and must not mean everything: a program may have made it of a result that failed. */
export function emptyChoice(what: string): Diagnostic {
  const help = [`name some, or leave the option out for all ${what}`];
  return diagnostic("usage", `An empty list of ${what} chooses nothing.`, { help });
}

function onlyEnvironment({ environments }: ProjectGame): string | undefined {
  const [only, another] = Object.keys(environments);
  return another === undefined ? only : undefined;
}

/** A game without the chosen environment, or with several of which none is chosen. */
function environmentProblem(project: Project, game: string, chosen?: string): Diagnostic {
  const names = Object.keys(project.settings.games[game]?.environments ?? {});
  const primary = { span: keySpan(project, game), text: `the environments of "${game}"` };
  if (chosen !== undefined) {
    const detail = `The game "${game}" has no environment ${quoted(chosen)}.`;
    return diagnostic("unknown-environment", detail, { primary, help: nearestOf(chosen, names) });
  }
  const detail = `The game "${game}" has the environments ${both(names)}, and none of them is the default.`;
  const help = [`name one: --env ${names[0]}`, `or write default_environment: ${names[0]} into the project file`];
  return diagnostic("ambiguous-environment", detail, { primary, help });
}

function nearestOf(name: string, names: readonly string[]): readonly string[] {
  return [didYouMean(name, names)[0] ?? `choose from ${both(names.map(quoted))}`];
}

/** Where the environments of a game, or one of them, are written. */
function keySpan(project: Project, game: string, ...environment: readonly string[]): Span {
  return project.source.locate(pointerTo("games", game, "environments", ...environment), "key");
}

/** The target with its variables replaced, if the token may be sent there. A pull request can change both. */
function resolveTarget(project: Project, target: WrittenTarget, variables: Variables): Checked<WrittenTarget> {
  const { game, environment, service } = target;
  const { base_url: written, ...settings } = service;
  // The embedded service has no address.
  if (target.game_id === undefined) return { value: { ...target, service: settings }, diagnostics: [] };
  const at = (name: "game_id" | "base_url" | "token_env", problem: ValueProblem): Diagnostic =>
    problemAt(problem.code, targetSpan(project, target, name), problem);
  const id = replaceVariables(target.game_id, variables);
  const url = replaceVariables(written ?? "", variables);
  const unread = [
    ...id.problems.map((problem) => at("game_id", problem)),
    ...url.problems.map((problem) => at("base_url", problem)),
  ];
  if (unread.length > 0) return { diagnostics: unread };
  const token = tokenProblem(service.token_env, variables);
  if (token !== undefined) return { diagnostics: [at("token_env", token)] };
  if (written === undefined) {
    const label = `the environment "${environment}" of "${game}" has no base URL`;
    const help = ["write service: { base_url: … } into the project file"];
    return { diagnostics: [problemAt("missing-target", keySpan(project, game, environment), { label, help })] };
  }
  const refused = urlProblem(url.text) ?? originProblem(url.text, variables);
  if (refused !== undefined) return { diagnostics: [at("base_url", refused)] };
  return { value: { ...target, game_id: id.text, service: { ...service, base_url: url.text } }, diagnostics: [] };
}

/** A game with the place of another chosen one gets an error that names both, without the address: it may come from variables. */
function refuseSharedPlaces(project: Project, games: readonly Each<ChosenGame>[]): readonly Each<ChosenGame>[] {
  const placeIn = ({ value }: Each<ChosenGame>): string | undefined => value && placeOf(value);
  const named = ({ game, environment }: ChosenGame): string => `${quoted(game)} (${environment})`;
  const byPlace = grouped(games, placeIn);
  return games.map((result) => {
    const { value: one } = result;
    const place = placeIn(result);
    const other = place === undefined ? undefined : byPlace.get(place)?.find(({ game }) => game !== result.game)?.value;
    if (one === undefined || other === undefined) return result;
    const detail = `${named(one)} and ${named(other)} are the same game on the same service. Each would undo what the other does.`;
    const shared = diagnostic("shared-target", detail, {
      primary: { span: keySpan(project, one.game, one.environment), text: `${named(one)} is here` },
      others: [{ span: keySpan(project, other.game, other.environment), text: `and so is ${named(other)}` }],
      help: ["give each game a game_id of its own, or keep the manifests of both in one folder"],
    });
    return { game: result.game, diagnostics: [...result.diagnostics, shared] };
  });
}
