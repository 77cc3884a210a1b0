/**
 * Chooses the games, environments and settings of a command from a project. A target is never
 * guessed, and only the variables that the chosen environments need are read.
 */

import { DEFAULT_DIALECT } from "../catalog/dialect.ts";
import { defined, grouped } from "../ground/collections.ts";
import { didYouMean } from "../ground/nearest.ts";
import { pointerTo } from "../ground/pointer.ts";
import { both, inQuotes, quoted } from "../ground/words.ts";
import { urlProblem } from "../model/base-url.ts";
import {
  type Checked,
  type Diagnostic,
  diagnostic,
  type ErrorDiagnostic,
  failed,
  hasErrors,
  mapErrors,
  problemAt,
} from "../model/diagnostics.ts";
import type { HazardName, Variables } from "../model/model.ts";
import type { Span } from "../model/source.ts";
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
import {
  missingSettings,
  originProblem,
  replaceVariables,
  tokenProblem,
  type ValueProblem,
  variablesIn,
} from "./variables.ts";

/** Options of the command line about games and environments. */
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

/** A chosen game for commands that only need its manifests. */
export interface ChosenFolder {
  readonly game: string;
  readonly environment?: string;
  /**
   * Whether an apply to the environment deletes undeclared resources. Without an environment: to
   * all environments.
   */
  readonly prune: boolean;
  /** All environments of the game, in the order of the project file. */
  readonly environments: readonly string[];
  /** Whether an environment is on a live service. */
  readonly isLive: boolean;
  /** The folder as written: relative to the project file's folder unless it is absolute. */
  readonly manifests: string;
  /** Where the project file names the folder. @internal */
  readonly manifestsSpan: Span;
  /** Settings of `laurel lint`. @internal */
  readonly lint: LintSettings;
  /** Settings of actions by `custom_id`. @internal */
  readonly actions: ReadonlyMap<string, PlacedActionSettings>;
}

/** A game in one environment, with all settings. */
export interface ChosenGame extends ChosenFolder {
  readonly environment: string;
  readonly allow: readonly HazardName[];
  /** Absent: the game is on the embedded service. Otherwise it has a base URL too. */
  readonly game_id?: string;
  /** @internal */
  readonly service: ServiceSettings;
}

/**
 * A chosen name, with the game or its problems. A problem of one game has no effect on the others.
 */
type Each<T> = Checked<T> & { readonly game: string };

/** The chosen games, in the order of the project. */
export interface Chosen<T> {
  readonly games: readonly Each<T>[];
  /** Problems of the choice itself. If it has errors, there are no games. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Chooses games and environments, and replaces the variables in their settings. @internal */
export function chooseGames(
  project: Project,
  { games, env, variables }: Choice,
): Chosen<ChosenGame> {
  const chosen = chooseEach(project, games, (game, settings): Checked<ChosenGame> => {
    const name = environmentOf(settings, env);
    if (name === undefined) return failed(environmentProblem(project, game));
    const target = targetsOf(project, game).find(({ environment }) => environment === name);
    if (target === undefined) return failed(environmentProblem(project, game, name));
    const { value: resolved, diagnostics } = resolveTarget(project, target, variables);
    if (resolved === undefined) return { diagnostics };
    const chosenEnvironment = settings.environments[name];
    const allow = chosenEnvironment?.allow ?? settings.allow ?? [];
    return {
      value: { ...folderOf(project, { game, settings, environment: name }), ...resolved, allow },
      diagnostics,
    };
  });
  return { ...chosen, games: refuseSharedPlaces(project, chosen.games) };
}

/** Chooses games for commands that need no service, and therefore no environment. @internal */
export function chooseFolders(
  project: Project,
  { games, env, isDefault }: FolderChoice,
): Chosen<ChosenFolder> {
  return chooseEach(project, games, (game, settings): Checked<ChosenFolder> => {
    const isUnknown = env !== undefined && !Object.hasOwn(settings.environments, env);
    if (isUnknown) return failed(environmentProblem(project, game, env));
    const environment = isDefault === true ? environmentOf(settings, env) : env;
    const folder = folderOf(project, { game, settings, environment });
    return { value: { ...folder, ...defined({ environment }) }, diagnostics: [] };
  });
}

/** A game of the project file, with the chosen environment. */
interface ChosenSettings {
  readonly game: string;
  readonly settings: ProjectGame;
  readonly environment: string | undefined;
}

function folderOf(project: Project, { game, settings, environment }: ChosenSettings): ChosenFolder {
  const { manifests, environments } = settings;
  const chosen = Object.entries(environments).filter(
    ([name]) => environment === undefined || name === environment,
  );
  return {
    game,
    manifests,
    manifestsSpan: project.source.locate(pointerTo("games", game, "manifests"), "value"),
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
  const requested = Object.entries(games).filter(
    ([game]) => names === undefined || names.includes(game),
  );
  return {
    games: requested.map(([game, settings]) => ({ game, ...choose(game, settings) })),
    diagnostics,
  };
}

/**
 * Refuses an empty list, which must not mean all games: a program may have made it of a failed
 * result.
 */
export function emptyChoice(what: string): Diagnostic {
  const help = [`name some, or leave the option out for all ${what}`];
  return diagnostic("usage", `An empty list of ${what} chooses nothing.`, { help });
}

function onlyEnvironment({ environments }: ProjectGame): string | undefined {
  const [only, another] = Object.keys(environments);
  return another === undefined ? only : undefined;
}

/** Explains that the chosen environment does not exist, or that one must be chosen. */
function environmentProblem(project: Project, game: string, chosen?: string): ErrorDiagnostic {
  const names = Object.keys(project.settings.games[game]?.environments ?? {});
  const primary = { span: keySpan(project, game), text: `the environments of ${inQuotes(game)}` };
  if (chosen !== undefined) {
    const detail = `The game ${inQuotes(game)} has no environment ${quoted(chosen)}.`;
    return diagnostic("unknown-environment", detail, { primary, help: nearestOf(chosen, names) });
  }
  const detail = `The game ${inQuotes(game)} has the environments ${both(names)}, and none of them is the default.`;
  const help = [
    `name one: --env ${names[0]}`,
    `or write default_environment: ${names[0]} into the project file`,
  ];
  return diagnostic("ambiguous-environment", detail, { primary, help });
}

function nearestOf(name: string, names: readonly string[]): readonly string[] {
  return [didYouMean(name, names)[0] ?? `choose from ${both(names.map(quoted))}`];
}

/** Returns the place of the environments of a game, or of one environment. */
function keySpan(project: Project, game: string, ...environment: readonly string[]): Span {
  return project.source.locate(pointerTo("games", game, "environments", ...environment), "key");
}

/**
 * Replaces the variables of a target, and checks whether its token may be sent there. A pull
 * request can change both.
 */
function resolveTarget(
  project: Project,
  target: WrittenTarget,
  variables: Variables,
): Checked<WrittenTarget> {
  const { game, environment, service } = target;
  const { base_url: written, ...settings } = service;
  if (target.game_id === undefined) {
    // The embedded service has no address, and no ids of its own.
    const wire = { ...settings.wire, path_id: DEFAULT_DIALECT.path_id };
    return { value: { ...target, service: { ...settings, wire } }, diagnostics: [] };
  }
  const at = (name: "game_id" | "base_url" | "token_env", problem: ValueProblem): ErrorDiagnostic =>
    problemAt(problem.code, targetSpan(project, target, name), problem);
  const id = replaceVariables(target.game_id, variables);
  const url = replaceVariables(written ?? "", variables);
  const unread = [
    ...id.problems.map((problem) => at("game_id", problem)),
    ...url.problems.map((problem) => at("base_url", problem)),
  ];
  if (hasErrors(unread)) {
    const isMissing = unread.every(({ code }) => code === "undefined-variable");
    const names = [target.game_id, written ?? ""].flatMap(variablesIn);
    const all = isMissing ? missingSettings(names, service.token_env, variables) : undefined;
    return all === undefined
      ? { diagnostics: unread }
      : failed(at(id.problems.length > 0 ? "game_id" : "base_url", all));
  }
  const token = tokenProblem(service.token_env, variables);
  if (token !== undefined) return failed(at("token_env", token));
  if (written === undefined) {
    const label = `the environment ${inQuotes(environment)} of ${inQuotes(game)} has no base URL`;
    const help = ["write service: { base_url: … } into the project file"];
    return failed(
      problemAt("missing-target", keySpan(project, game, environment), { label, help }),
    );
  }
  const refused = urlProblem(url.text) ?? originProblem(url.text, variables);
  if (refused !== undefined) return failed(at("base_url", refused));
  return {
    value: { ...target, game_id: id.text, service: { ...service, base_url: url.text } },
    diagnostics: [],
  };
}

/**
 * Refuses games with the same live game. The error names both without the address, which may come
 * from variables.
 */
function refuseSharedPlaces(
  project: Project,
  games: readonly Each<ChosenGame>[],
): readonly Each<ChosenGame>[] {
  const placeIn = ({ value }: Each<ChosenGame>): string | undefined => value && placeOf(value);
  const named = ({ game, environment }: ChosenGame): string => `${quoted(game)} (${environment})`;
  const byPlace = grouped(games, placeIn);
  return games.map((result) => {
    const { value: one } = result;
    const place = placeIn(result);
    const other =
      place === undefined
        ? undefined
        : byPlace.get(place)?.find(({ game }) => game !== result.game)?.value;
    if (one === undefined || other === undefined) return result;
    const detail = `${named(one)} and ${named(other)} are the same game on the same service. Each would undo what the other does.`;
    const shared = diagnostic("shared-target", detail, {
      primary: { span: keySpan(project, one.game, one.environment), text: `${named(one)} is here` },
      others: [
        {
          span: keySpan(project, other.game, other.environment),
          text: `and so is ${named(other)}`,
        },
      ],
      help: ["give each game a game_id of its own, or keep the manifests of both in one folder"],
    });
    return {
      game: result.game,
      diagnostics: mapErrors([shared], (all) => [...result.diagnostics, ...all]),
    };
  });
}
