/**
 * From a project to what a command works on: which games, in which environment, with which settings. A target is
 * never guessed, and only the variables that the chosen environments need are read.
 */
import { problemAt } from "../manifest/problem.ts";
import { both, quoted } from "../manifest/wording.ts";
import { append, defined, grouped, memoizedBy, pushAll } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors, type Label } from "../model/diagnostics.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { HAZARDS, type HazardName, type Span, type Target, type Variables } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { actionSettingsOfGame, type PlacedActionSettings } from "./action-settings.ts";
import { type Freeze, freezeIn } from "./freeze.ts";
import { type LintSettings, lintSettingsOfGame } from "./lint-settings.ts";
import { type Project, projectPointer, settingsAt } from "./project.ts";
import { objectAt, SERVICE_SETTINGS, type ServiceSettings } from "./project-settings.ts";
import { type Shard, shardOf } from "./shard.ts";
import {
  liveEnvironments,
  type Named,
  placeOf,
  targetSpan,
  type WrittenTarget,
  writtenPlace,
  writtenTarget,
} from "./targets.ts";
import {
  ALLOWED_TOKEN_ENVS,
  ALLOWED_VARIABLES,
  isSecretName,
  mayHoldToken,
  replaceVariables,
  resolved,
  shownName,
} from "./variables.ts";

/** What the command line chooses. */
export interface Choice {
  /** Names of games; none means all. */
  readonly games: readonly string[];
  /** Of these, only those with such a name. */
  readonly only?: ReadonlySet<string>;
  /** Of what is left, only the part that this job does. */
  readonly shard?: Shard;
  readonly env?: string;
  readonly variables: Variables;
  /** Given as flags, these replace what the project file has. */
  readonly base_url?: string;
  readonly game_id?: string;
}

/** One game in one environment, ready to be worked on. */
export interface ChosenGame {
  readonly game: string;
  readonly environment: string;
  /** All environments of the game, in the order of the project file. */
  readonly environments: readonly string[];
  /** The folder as written: relative to the project file's folder unless it is absolute. */
  readonly manifests: string;
  readonly prune: boolean;
  readonly allow: readonly HazardName[];
  /** That of the environment or the game, or of another environment with the same target. */
  readonly freeze?: Freeze;
  /** Whether only reviewed plans are applied. */
  readonly require_approval: boolean;
  /** The environment that requires it, if it is another one with the same target. */
  readonly approval_of?: Named;
  /** Whether the game is on the embedded service. Otherwise it has a base URL and a game id. */
  readonly embedded: boolean;
  readonly game_id?: string;
  /** The target before variables are replaced, unless it is embedded. */
  readonly written?: WrittenTarget;
  readonly service: ServiceSettings;
  /** What to assume of the run-time rules. */
  /** What `laurel lint` is to look for. */
  readonly lint: LintSettings;
  /** What the project file says about actions, by `custom_id`. */
  readonly actions: ReadonlyMap<string, PlacedActionSettings>;
}

/** A name that was chosen, with what came of it. What is wrong with one game does not concern the others. */
export type Each<T> = Checked<T> & { readonly game: string };

/** The chosen games, each by itself, in the order of the project. */
export interface Chosen<T> {
  /** How many were requested. */
  readonly all: number;
  /** How many of them are left to split into shards. */
  readonly left: number;
  readonly games: readonly Each<T>[];
  /** What is wrong with the choice itself; there are no games then. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Chooses games and environments, and replaces the variables in what is chosen. Two games with one target are noticed
 * where only one of them is left for this job, too.
 */
export function chooseGames(project: Project, choice: Choice): Chosen<ChosenGame> {
  const { shard: _, only: __, ...requested } = choice;
  const all = chosenEach(project, requested, (game) => chooseGame(project, game, choice));
  const { left, own } = ownNames(
    project,
    all.games.map(({ game }) => game),
    choice,
  );
  const mine = new Set(own);
  const games = all.games.filter(({ game }) => mine.has(game));
  return { ...all, left, games: refuseSharedPlaces(project, games, all.games) };
}

/** A game of which only the manifests matter. `environment`: only if one is chosen. */
export type ChosenFolder = Pick<ChosenGame, "game" | "manifests" | "environments" | "lint" | "actions"> &
  Partial<Pick<ChosenGame, "environment">>;

/** Chooses games for work that needs no service. No environment is needed for it, and none is guessed. */
export function chooseFolders(
  project: Project,
  choice: Pick<Choice, "games" | "only" | "shard" | "env">,
): Chosen<ChosenFolder> {
  return chosenEach(project, choice, (game) => {
    const environment = choice.env === undefined ? undefined : chooseEnvironment(project, game, choice);
    if (typeof environment === "object") return { diagnostics: [environment] };
    return { value: { ...folderOf(project, game), ...defined({ environment }) }, diagnostics: [] };
  });
}

function folderOf(project: Project, game: string): ChosenFolder {
  const { manifests } = settingsAt(project, "games", game);
  return {
    game,
    manifests: typeof manifests === "string" ? manifests : "",
    environments: environmentsOf(project, game),
    lint: lintSettingsOfGame(project, game),
    actions: actionSettingsOfGame(project, game),
  };
}

function chosenEach<T>(
  project: Project,
  choice: JobChoice & Pick<Choice, "games">,
  choose: (game: string) => Checked<T>,
): Chosen<T> {
  const names = Object.keys(settingsAt(project, "games"));
  const diagnostics: Diagnostic[] = [];
  for (const name of choice.games) {
    if (names.includes(name)) continue;
    const help = [didYouMean(name, names)[0] ?? namesHelp("game", names)];
    diagnostics.push(diagnostic("unknown-game", `The project ${project.file} has no game ${quoted(name)}.`, { help }));
  }
  if (diagnostics.length > 0) return { all: 0, left: 0, games: [], diagnostics };
  const requested = requestedNames(project, choice.games);
  const { left, own } = ownNames(project, requested, choice);
  return { all: requested.length, left, games: own.map((game) => ({ game, ...choose(game) })), diagnostics };
}

/** The games of the project with these names, in its order; without names, all. */
export function requestedNames(project: Project, games: readonly string[]): readonly string[] {
  const names = Object.keys(settingsAt(project, "games"));
  return games.length === 0 ? names : names.filter((name) => games.includes(name));
}

/** Which part of the requested games is for this job. */
type JobChoice = Partial<Pick<Choice, "only" | "shard" | "env" | "base_url">>;

function ownNames(
  project: Project,
  names: readonly string[],
  choice: JobChoice,
): { readonly left: number; readonly own: readonly string[] } {
  const { only, shard } = choice;
  const left = only === undefined ? names : names.filter((name) => only.has(name));
  const groupOf = shard?.by === "token" ? (game: string) => tokenGroup(project, game, choice) : undefined;
  return { left: left.length, own: shard === undefined ? left : shardOf(left, shard, groupOf) };
}

/**
 * The token and service of a game, as one text: such games share a rate limit. A game whose service is not known is a group
 * of its own. Variables are not replaced: every job has to compute the same, whichever of them it has.
 */
function tokenGroup(project: Project, game: string, choice: Pick<JobChoice, "env" | "base_url">): string {
  const environment = environmentOf(project, game, choice);
  const target = environment === undefined ? undefined : writtenTarget(project, game, environment);
  if (target === undefined) return game;
  const url = choice.base_url ?? target.base_url ?? "";
  return `${target.token_env} ${URL.canParse(url) ? new URL(url).origin : url}`;
}

function chooseGame(project: Project, game: string, choice: Choice): Checked<ChosenGame> {
  const environment = chooseEnvironment(project, game, choice);
  if (typeof environment !== "string") return { diagnostics: [environment] };
  const { variables } = choice;
  const [settings, own] = [
    settingsAt(project, "games", game),
    settingsAt(project, "games", game, "environments", environment),
  ];
  // Only the embedded service has none.
  const written = writtenTarget(project, game, environment);
  const diagnostics: Diagnostic[] = [];
  const spanOf = (name: keyof WrittenTarget): Span => targetSpan(project, game, environment, name);
  const read = (name: "base_url" | "game_id"): string | undefined => {
    const text = written?.[name];
    if (written !== undefined && choice[name] !== undefined) return choice[name];
    return text === undefined ? undefined : readText(text, spanOf(name), variables, diagnostics);
  };
  const game_id = read("game_id");
  const base_url = read("base_url");
  if (written !== undefined) {
    pushAll(diagnostics, checkTokenEnv(written, variables, spanOf));
    const names = projectPointer("games", game, "environments", environment);
    const place = project.source.locate(names, "key");
    if (!hasErrors(diagnostics)) pushAll(diagnostics, checkUrl(base_url, { game, environment }, place, spanOf));
  }
  if (hasErrors(diagnostics)) return { diagnostics };
  const prune = own.prune ?? settings.prune;
  const place = base_url === undefined || game_id === undefined ? undefined : { base_url, game_id };
  const needsNone = place === undefined || own.require_approval === true;
  const approval_of = needsNone ? undefined : approvalAt(project, place, variables);
  const freeze = freezeIn(own.freeze ?? settings.freeze) ?? (place && freezeAt(project, place, variables));
  const value: ChosenGame = {
    ...folderOf(project, game),
    environment,
    prune: prune === true,
    allow: hazards(own.allow ?? settings.allow),
    require_approval: own.require_approval === true || approval_of !== undefined,
    embedded: written === undefined,
    service: serviceOf(project, own, base_url),
    ...defined({ freeze, approval_of, game_id, written }),
  };
  return { value, diagnostics };
}

/** The environment that a game would be in; undefined where that is not known. */
export function environmentOf(project: Project, game: string, choice: Pick<Choice, "env">): string | undefined {
  const found = chooseEnvironment(project, game, choice);
  return typeof found === "string" ? found : undefined;
}

function chooseEnvironment(project: Project, game: string, { env }: Pick<Choice, "env">): string | Diagnostic {
  const names = environmentsOf(project, game);
  const primary: Label = {
    span: project.source.locate(projectPointer("games", game, "environments"), "key"),
    text: `the environments of "${game}"`,
  };
  if (env !== undefined) {
    if (names.includes(env)) return env;
    const help = [didYouMean(env, names)[0] ?? namesHelp("environment", names)];
    const detail = `The game "${game}" has no environment ${quoted(env)}.`;
    return diagnostic("unknown-environment", detail, { primary, help });
  }
  const { default_environment } = settingsAt(project, "games", game);
  if (typeof default_environment === "string") return default_environment;
  const [only, another] = names;
  if (only !== undefined && another === undefined) return only;
  const detail = `The game "${game}" has the environments ${both(names)}, and none of them is the default.`;
  const help = [...names.map((name) => `--env ${name}`), `or write default_environment: ${only} into the project file`];
  return diagnostic("ambiguous-environment", detail, { primary, help });
}

function environmentsOf(project: Project, game: string): readonly string[] {
  return Object.keys(settingsAt(project, "games", game, "environments"));
}

/** `its games are "a" and "b"`. */
function namesHelp(noun: string, names: readonly string[]): string {
  return `its ${noun}${names.length === 1 ? " is" : "s are"} ${both(names.map(quoted))}`;
}

/** Defaults, then the project's settings, then the environment's. The embedded service has no address. */
function serviceOf(project: Project, own: JsonObject, base_url: string | undefined): ServiceSettings {
  const written = { ...settingsAt(project, "service"), ...objectAt(own, "service") };
  const settings = SERVICE_SETTINGS.map(({ name, default: value }) => [name, written[name] ?? value]);
  return defined({ ...Object.fromEntries(settings), base_url }) as ServiceSettings;
}

/** A pull request must not choose which secret is sent. */
function checkTokenEnv({ token_env }: WrittenTarget, variables: Variables, spanOf: SpanOf): readonly Diagnostic[] {
  if (mayHoldToken(token_env, variables)) return [];
  const help = [
    "name it like LAUREL_DUNGEON_PRODUCTION_TOKEN: LAUREL_ in front, and TOKEN, SECRET, PASS or KEY in it",
    `or allow it outside of the repository: ${ALLOWED_TOKEN_ENVS}=${shownName(token_env)}`,
  ];
  const label = `${shownName(token_env)} may not be sent as a token`;
  return [problemAt("token-env-not-allowed", spanOf("token_env"), label, { help })];
}

type SpanOf = (name: keyof WrittenTarget) => Span;

function checkUrl(
  base_url: string | undefined,
  { game, environment }: Named,
  place: Span,
  spanOf: SpanOf,
): readonly Diagnostic[] {
  if (base_url === undefined) {
    const help = ["write service: { base_url: … } into the project file, or give --base-url"];
    const label = `the environment "${environment}" of "${game}" has no base URL`;
    return [problemAt("missing-target", place, label, { help })];
  }
  const wrong = wrongUrl(base_url);
  if (wrong === undefined) return [];
  const help = ["write it like https://api.example.com, without anything in front of the host or behind the path"];
  return [problemAt("invalid-url", spanOf("base_url"), `the base URL ${wrong}`, { help })];
}

/** What is wrong with an address, without repeating it: it may hold a password. */
export function wrongUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return "is not an address such as https://api.example.com";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "does not begin with https:// or http://";
  if (url.username !== "" || url.password !== "") return "carries a user name or password";
  return url.search !== "" || url.hash !== "" ? "carries a query or fragment" : undefined;
}

/** The text with the values of its variables. Each that is missing is an error. */
function readText(text: string, span: Span, variables: Variables, diagnostics: Diagnostic[]): string {
  const { text: whole, missing, forbidden } = replaceVariables(text, variables);
  for (const name of forbidden) diagnostics.push(notReadable(name, variables, span));
  for (const name of missing) {
    const label = `the environment variable ${name} is ${variables[name] === undefined ? "not set" : "empty"}`;
    diagnostics.push(problemAt("undefined-variable", span, label, { help: [`set it: export ${name}=…`] }));
  }
  return whole;
}

/** `DUNGEON_GAME_ID` becomes `LAUREL_GAME_ID_DUNGEON`, every other name `LAUREL_…`. */
function notReadable(name: string, variables: Variables, span: Span): Diagnostic {
  const own = `LAUREL_${name.replace(/^(.+)_GAME_ID$/, "GAME_ID_$1")}`;
  const help =
    isSecretName(name) || mayHoldToken(name, variables)
      ? ["only token_env may name a secret; a variable that holds none needs a name without such a word in it"]
      : [
          `call it \${${own}}, and set ${own}`,
          `or allow the name outside of the repository: ${ALLOWED_VARIABLES}=${name}`,
        ];
  return problemAt("variable-not-allowed", span, `the environment variable ${name} may not be read`, { help });
}

function hazards(value: Json | undefined): readonly HazardName[] {
  return Array.isArray(value) ? HAZARDS.filter((name) => value.includes(name)) : [];
}

/**
 * The environment that requires approval for this target. One whose variables are not set here cannot be compared: a
 * job knows the places that it works on, and no others.
 */
export function approvalAt(
  project: Project,
  target: Pick<Target, "base_url" | "game_id">,
  variables: Variables,
): Named | undefined {
  return environmentsAt(project, target, variables).find(
    ({ game, environment }) =>
      settingsAt(project, "games", game, "environments", environment).require_approval === true,
  );
}

/** The freeze of an environment with this target, found in the same way. */
export function freezeAt(
  project: Project,
  target: Pick<Target, "base_url" | "game_id">,
  variables: Variables,
): Freeze | undefined {
  const freezes = environmentsAt(project, target, variables).flatMap(({ game, environment }) => {
    const own = settingsAt(project, "games", game, "environments", environment);
    return freezeIn(own.freeze ?? settingsAt(project, "games", game).freeze) ?? [];
  });
  return freezes[0];
}

function environmentsAt(
  project: Project,
  target: Pick<Target, "base_url" | "game_id">,
  variables: Variables,
): readonly Named[] {
  return placesOf(project)(variables).get(placeOf(target)) ?? [];
}

/** Environments by their places, made once for many games. */
const placesOf = memoizedBy((project: Project) =>
  memoizedBy((variables: Variables): ReadonlyMap<string, readonly Named[]> => {
    const places = new Map<string, Named[]>();
    for (const { game, environment, target } of liveEnvironments(project)) {
      const base_url = resolved(target.base_url ?? "", variables);
      const game_id = resolved(target.game_id, variables);
      if (base_url && game_id) append(places, placeOf({ base_url, game_id }), { game, environment });
    }
    return places;
  }),
);

/**
 * `own`: the games to work on, out of `all` that are chosen for this job and the others of its shards. A game with the
 * place of another one gets an error that names both.
 */
function refuseSharedPlaces(
  project: Project,
  own: readonly Each<ChosenGame>[],
  all: readonly Each<ChosenGame>[],
): readonly Each<ChosenGame>[] {
  const placeIn = ({ value }: Each<ChosenGame>): string | undefined => {
    const [base_url, game_id] = [value?.service.base_url, value?.game_id];
    return base_url === undefined || game_id === undefined ? undefined : placeOf({ base_url, game_id });
  };
  const byPlace = grouped(all, placeIn);
  return own.map((each) => {
    const place = placeIn(each);
    const alike = place === undefined ? [] : (byPlace.get(place) ?? []);
    const other = alike.find(({ game }) => game !== each.game)?.value;
    if (each.value === undefined || other === undefined) return each;
    return { game: each.game, diagnostics: [...each.diagnostics, sharedTarget(project, each.value, other)] };
  });
}

function sharedTarget(project: Project, one: Named, other: Named): Diagnostic {
  const label = ({ game, environment }: Named, text: string): Label => ({
    span: project.source.locate(projectPointer("games", game, "environments", environment), "key"),
    text,
  });
  const [mine, theirs] = [one, other].map(({ game, environment }) => `${quoted(game)} (${environment})`);
  const written = writtenTarget(project, one.game, one.environment);
  const place = written === undefined ? "" : `: ${writtenPlace(written)}`;
  const detail = `${mine} and ${theirs} are the same game on the same service${place}. Each would undo what the other does.`;
  return diagnostic("shared-target", detail, {
    primary: label(one, `${mine} is here`),
    others: [label(other, `and so is ${theirs}`)],
    help: ["give each game a game_id of its own, or keep the manifests of both in one folder"],
  });
}
