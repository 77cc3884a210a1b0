/**
 * From a project to what a command works on: which games, in which environment, with which settings. A target is
 * never guessed, and only the variables that the chosen environments need are read.
 */
import { problemAt } from "../manifest/problem.ts";
import { both, quoted } from "../manifest/wording.ts";
import { memoizedBy, pushAll } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors, type Label } from "../model/diagnostics.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { HAZARDS, type HazardName, type Pointer, type Span, type Target } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { type LintSettings, lintSettingsOfGame } from "./lint-settings.ts";
import { type Project, projectPointer } from "./project.ts";
import { objectAt, SERVICE_SETTINGS, type ServiceSettings } from "./project-settings.ts";
import { type Semantics, semanticsOfGame } from "./rules-settings.ts";
import { type Shard, shardOf } from "./shard.ts";
import { type Named, placeOf, type WrittenTarget, writtenPlace, writtenTarget } from "./targets.ts";
import {
  ALLOWED_TOKEN_ENVS,
  ALLOWED_VARIABLES,
  isSecretName,
  mayHoldToken,
  replaceVariables,
  resolved,
  shownName,
  type Variables,
} from "./variables.ts";

/** What the command line says about the choice. */
export interface Choice {
  /** Names of games; none means all. */
  readonly games: readonly string[];
  /** Of these, only the part that this job does. */
  readonly shard?: Shard;
  readonly env?: string;
  readonly variables: Variables;
  /** Given as flags, these take the place of what the project says. */
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
  /** Whether only plans that somebody has looked at before are applied. */
  readonly require_approval: boolean;
  /** The environment that says so, where it is another one with the same target. */
  readonly approval_of?: Named;
  /** Whether the game lives in the service inside of this program. Otherwise base URL and game id are there. */
  readonly embedded: boolean;
  readonly game_id?: string;
  /** The target before variables are replaced, unless it is embedded. */
  readonly written?: WrittenTarget;
  readonly service: ServiceSettings;
  /** What to assume of the run-time rules. */
  readonly semantics: Semantics;
  /** What `laurel lint` is to look for. */
  readonly lint: LintSettings;
}

/** A name that was chosen, with what came of it. What is wrong with one game does not concern the others. */
export type Each<T> = Checked<T> & { readonly game: string };

/** The chosen games, each by itself, in the order of the project. */
export interface Chosen<T> {
  /** How many there are before they are split into shards. */
  readonly all: number;
  readonly games: readonly Each<T>[];
  /** What is wrong with the choice itself; there are no games then. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Chooses games and environments, and replaces the variables in what is chosen. Two games with one target are noticed
 * where they fall into two shards, too.
 */
export function chooseGames(project: Project, choice: Choice): Chosen<ChosenGame> {
  const { shard: _, ...unsplit } = choice;
  const all = chosenEach(project, unsplit, (game) => chooseGame(project, game, choice));
  const own = new Set(ownNames(all.games, choice.shard));
  const games = all.games.filter(({ game }) => own.has(game));
  return { ...all, games: refuseSharedPlaces(project, games, all.games) };
}

/** A game of which only the manifests matter. `environment`: only if one is asked for. */
export type ChosenFolder = Pick<ChosenGame, "game" | "manifests" | "environments" | "semantics" | "lint"> &
  Partial<Pick<ChosenGame, "environment">>;

/** Chooses games for work that needs no service. No environment is needed for it, and none is guessed. */
export function chooseFolders(project: Project, choice: Pick<Choice, "games" | "shard" | "env">): Chosen<ChosenFolder> {
  return chosenEach(project, choice, (game) => {
    const settings = objectAt(objectAt(project.settings, "games"), game);
    const environment = choice.env === undefined ? undefined : chooseEnvironment(project, game, settings, choice);
    if (typeof environment === "object") return { diagnostics: [environment] };
    const semantics = semanticsOfGame(project.settings, game);
    const lint = lintSettingsOfGame(project, game);
    const folder = { game, manifests: manifestsOf(settings), environments: environmentsOf(settings), semantics, lint };
    return { value: environment === undefined ? folder : { ...folder, environment }, diagnostics: [] };
  });
}

function chosenEach<T>(
  project: Project,
  choice: Pick<Choice, "games" | "shard">,
  choose: (game: string) => Checked<T>,
): Chosen<T> {
  const names = Object.keys(objectAt(project.settings, "games"));
  const diagnostics: Diagnostic[] = [];
  for (const name of choice.games) {
    if (names.includes(name)) continue;
    const help = [
      ...didYouMean(name, names),
      `its ${names.length === 1 ? "game is" : "games are"} ${both(names.map(quoted))}`,
    ];
    diagnostics.push(diagnostic("unknown-game", `The project ${project.file} has no game ${quoted(name)}.`, { help }));
  }
  if (diagnostics.length > 0) return { all: 0, games: [], diagnostics };
  const wanted = choice.games.length === 0 ? names : names.filter((name) => choice.games.includes(name));
  const own = ownNames(
    wanted.map((game) => ({ game })),
    choice.shard,
  );
  return { all: wanted.length, games: own.map((game) => ({ game, ...choose(game) })), diagnostics };
}

function ownNames(games: readonly { readonly game: string }[], shard: Shard | undefined): readonly string[] {
  const names = games.map(({ game }) => game);
  return shard === undefined ? names : shardOf(names, shard);
}

function chooseGame(project: Project, game: string, choice: Choice): Checked<ChosenGame> {
  const settings = objectAt(objectAt(project.settings, "games"), game);
  const environment = chooseEnvironment(project, game, settings, choice);
  if (typeof environment !== "string") return { diagnostics: [environment] };
  const own = objectAt(objectAt(settings, "environments"), environment);
  const place = projectPointer("games", game, "environments", environment);
  const diagnostics: Diagnostic[] = [];
  const read = (value: Json | undefined, pointer: Pointer): string | undefined =>
    typeof value === "string" ? readText(project, value, pointer, choice, diagnostics) : undefined;
  const embedded = own.embedded === true;
  const game_id = embedded ? undefined : (choice.game_id ?? read(own.game_id, `${place}/game_id`));
  const service = serviceOf(project, own, place, embedded, choice, read);
  if (!embedded) pushAll(diagnostics, checkTokenEnv(project, service, own, place, choice.variables));
  pushAll(
    diagnostics,
    checkTarget(project, { game, environment, place, embedded, game_id }, service, own, diagnostics),
  );
  if (hasErrors(diagnostics)) return { diagnostics };
  const prune = own.prune ?? settings.prune;
  const written = writtenTarget(project, game, environment);
  const { base_url } = service;
  const isTarget = base_url !== undefined && game_id !== undefined && own.require_approval !== true;
  const approval_of = isTarget ? approvalAt(project, { base_url, game_id }, choice.variables) : undefined;
  const value: ChosenGame = {
    game,
    environment,
    environments: environmentsOf(settings),
    manifests: manifestsOf(settings),
    prune: prune === true,
    allow: hazards(own.allow ?? settings.allow),
    require_approval: own.require_approval === true || approval_of !== undefined,
    ...(approval_of === undefined ? {} : { approval_of }),
    embedded,
    ...(game_id === undefined ? {} : { game_id }),
    ...(written === undefined ? {} : { written }),
    service,
    semantics: semanticsOfGame(project.settings, game),
    lint: lintSettingsOfGame(project, game),
  };
  return { value, diagnostics };
}

/** The environment that a game would be in; undefined where that is not known. */
export function environmentOf(project: Project, game: string, choice: Pick<Choice, "env">): string | undefined {
  const found = chooseEnvironment(project, game, objectAt(objectAt(project.settings, "games"), game), choice);
  return typeof found === "string" ? found : undefined;
}

function chooseEnvironment(
  project: Project,
  game: string,
  settings: JsonObject,
  { env }: Pick<Choice, "env">,
): string | Diagnostic {
  const names = environmentsOf(settings);
  const primary: Label = {
    span: project.source.locate(projectPointer("games", game, "environments"), "key"),
    text: `the environments of "${game}"`,
  };
  if (env !== undefined) {
    if (names.includes(env)) return env;
    const help = [...didYouMean(env, names), environmentsHelp(names)];
    const detail = `The game "${game}" has no environment ${quoted(env)}.`;
    return diagnostic("unknown-environment", detail, { primary, help });
  }
  if (typeof settings.default_environment === "string") return settings.default_environment;
  const [only, another] = names;
  if (only !== undefined && another === undefined) return only;
  const detail = `The game "${game}" has the environments ${both(names)}, and none of them is the default.`;
  const help = [...names.map((name) => `--env ${name}`), `or write default_environment: ${only} into the project file`];
  return diagnostic("ambiguous-environment", detail, { primary, help });
}

function environmentsOf(settings: JsonObject): readonly string[] {
  return Object.keys(objectAt(settings, "environments"));
}

function manifestsOf({ manifests }: JsonObject): string {
  return typeof manifests === "string" ? manifests : "";
}

/** The environments that a game has, as a sentence. */
function environmentsHelp(names: readonly string[]): string {
  return `its ${names.length === 1 ? "environment is" : "environments are"} ${both(names.map(quoted))}`;
}

type ReadText = (value: Json | undefined, pointer: Pointer) => string | undefined;

/** Defaults, then the project's settings, then the environment's. The embedded service has no address to read. */
function serviceOf(
  project: Project,
  own: JsonObject,
  place: Pointer,
  embedded: boolean,
  choice: Choice,
  read: ReadText,
): ServiceSettings {
  const [shared, special] = [objectAt(project.settings, "service"), objectAt(own, "service")];
  const settings: Record<string, Json> = {};
  for (const setting of SERVICE_SETTINGS) {
    const value = special[setting.name] ?? shared[setting.name] ?? setting.default;
    if (value !== undefined && setting.name !== "base_url") settings[setting.name] = value;
  }
  const written = special.base_url ?? shared.base_url;
  const pointer = `${special.base_url === undefined ? "" : place}/service/base_url`;
  const base_url = embedded ? undefined : (choice.base_url ?? read(written, pointer));
  return { ...settings, ...(base_url === undefined ? {} : { base_url }) } as unknown as ServiceSettings;
}

/** A pull request must not choose which secret is sent. */
function checkTokenEnv(
  project: Project,
  { token_env }: ServiceSettings,
  own: JsonObject,
  place: Pointer,
  variables: Variables,
): readonly Diagnostic[] {
  if (mayHoldToken(token_env, variables)) return [];
  const pointer = `${objectAt(own, "service").token_env === undefined ? "" : place}/service/token_env`;
  const help = [
    "name it like LAUREL_DUNGEON_PRODUCTION_TOKEN: LAUREL_ in front, and TOKEN, SECRET, PASS or KEY in it",
    `or allow it outside of the repository: ${ALLOWED_TOKEN_ENVS}=${shownName(token_env)}`,
  ];
  const label = `${shownName(token_env)} may not be sent as a token`;
  return [problemAt("token-env-not-allowed", project.source.locate(pointer, "value"), label, { help })];
}

interface ChosenPlace {
  readonly game: string;
  readonly environment: string;
  readonly place: Pointer;
  readonly embedded: boolean;
  readonly game_id: string | undefined;
}

function checkTarget(
  project: Project,
  { game, environment, place, embedded, game_id }: ChosenPlace,
  { base_url }: ServiceSettings,
  own: JsonObject,
  earlier: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (embedded || hasErrors(earlier)) return [];
  const span = project.source.locate(place, "key");
  if (base_url === undefined || game_id === undefined) {
    const missing = base_url === undefined ? "base URL" : "game id";
    const text = `the environment "${environment}" of "${game}" has no ${missing}`;
    const help =
      base_url === undefined
        ? ["write service: { base_url: … } into the project file, or give --base-url"]
        : ["write game_id, or give --game-id"];
    return [problemAt("missing-target", span, text, { help })];
  }
  const wrong = wrongUrl(base_url);
  if (wrong === undefined) return [];
  const pointer = `${objectAt(own, "service").base_url === undefined ? "" : place}/service/base_url`;
  return [problemAt("invalid-url", project.source.locate(pointer, "value"), `the base URL ${wrong}`)];
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
function readText(
  project: Project,
  text: string,
  pointer: Pointer,
  { variables }: Pick<Choice, "variables">,
  diagnostics: Diagnostic[],
): string {
  const { text: whole, missing, forbidden } = replaceVariables(text, variables);
  for (const name of forbidden) diagnostics.push(notReadable(name, variables, project.source.locate(pointer, "value")));
  for (const name of missing) {
    const label = `the environment variable ${name} is ${variables[name] === undefined ? "not set" : "empty"}`;
    const help = [`set it: export ${name}=…`];
    diagnostics.push(problemAt("undefined-variable", project.source.locate(pointer, "value"), label, { help }));
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
  return approvals(project)(variables).get(placeOf(target));
}

/** The places that require approval. Many games ask for them. */
const approvals = memoizedBy((project: Project) =>
  memoizedBy((variables: Variables): ReadonlyMap<string, Named> => {
    const places = new Map<string, Named>();
    const games = objectAt(project.settings, "games");
    for (const game of Object.keys(games)) {
      const environments = objectAt(objectAt(games, game), "environments");
      for (const environment of Object.keys(environments)) {
        if (objectAt(environments, environment).require_approval !== true) continue;
        const written = writtenTarget(project, game, environment);
        const base_url = resolved(written?.base_url ?? "", variables);
        const game_id = resolved(written?.game_id ?? "", variables);
        if (!base_url || !game_id) continue;
        const place = placeOf({ base_url, game_id });
        if (!places.has(place)) places.set(place, { game, environment });
      }
    }
    return places;
  }),
);

/**
 * `own`: the games to work on, out of `all` that are chosen for this job and the others of its shards. Those that have
 * a place in common with another one come out with an error that names both.
 */
export function refuseSharedPlaces(
  project: Project,
  own: readonly Each<ChosenGame>[],
  all: readonly Each<ChosenGame>[],
): readonly Each<ChosenGame>[] {
  const byPlace = new Map<string, ChosenGame[]>();
  for (const { value } of all) {
    const target = value === undefined ? undefined : targetOf(value);
    if (value === undefined || target === undefined) continue;
    const place = placeOf(target);
    byPlace.set(place, [...(byPlace.get(place) ?? []), value]);
  }
  return own.map((each) => {
    const target = each.value === undefined ? undefined : targetOf(each.value);
    if (each.value === undefined || target === undefined) return each;
    const other = byPlace.get(placeOf(target))?.find(({ game }) => game !== each.game);
    if (other === undefined) return each;
    const problem = sharedTarget(project, each.value, other);
    return { game: each.game, diagnostics: [...each.diagnostics, problem] };
  });
}

function targetOf({ service, game_id }: ChosenGame): Pick<Target, "base_url" | "game_id"> | undefined {
  const { base_url } = service;
  return base_url === undefined || game_id === undefined ? undefined : { base_url, game_id };
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
