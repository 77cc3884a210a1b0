/**
 * From a project to what a command works on: which games, in which environment, with which settings. A target is
 * never guessed, and only the variables that the chosen environments need are read.
 */
import { problemAt } from "../manifest/problem.ts";
import { both, quoted } from "../manifest/wording.ts";
import { defined, grouped, pushAll } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors, type Label } from "../model/diagnostics.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { HAZARDS, type HazardName, type Span, type Variables } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import {
  actionSettingsOfGame,
  type LintSettings,
  lintSettingsOfGame,
  type PlacedActionSettings,
} from "./game-settings.ts";
import { type Project, projectPointer, settingsAt } from "./project.ts";
import { objectAt, SERVICE_DEFAULTS, type ServiceSettings } from "./project-settings.ts";
import { type Named, placeOf, targetSpan, type WrittenTarget, writtenPlace, writtenTarget } from "./targets.ts";
import {
  ALLOWED_VARIABLES,
  isSecretName,
  mayHoldToken,
  originProblem,
  replaceVariables,
  tokenProblem,
} from "./variables.ts";

/** What the command line chooses. */
export interface Choice {
  /** Names of games; none means all. */
  readonly games: readonly string[];
  readonly env?: string;
  readonly variables: Variables;
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
  /** Absent: the game is on the embedded service. Otherwise it has a base URL too. */
  readonly game_id?: string;
  readonly service: ServiceSettings;
  /** What `laurel lint` is to look for. */
  readonly lint: LintSettings;
  /** What the project file says about actions, by `custom_id`. */
  readonly actions: ReadonlyMap<string, PlacedActionSettings>;
}

/** A name that was chosen, with what came of it. What is wrong with one game does not concern the others. */
export type Each<T> = Checked<T> & { readonly game: string };

/** The chosen games, each by itself, in the order of the project. */
export interface Chosen<T> {
  readonly games: readonly Each<T>[];
  /** What is wrong with the choice itself; there are no games then. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Chooses games and environments, and replaces the variables in what is chosen. */
export function chooseGames(project: Project, choice: Choice): Chosen<ChosenGame> {
  const all = chosenEach(project, choice, (game) => chooseGame(project, game, choice));
  return { ...all, games: refuseSharedPlaces(project, all.games) };
}

/** A game of which only the manifests matter. `environment`: only if one is chosen. */
export type ChosenFolder = Pick<ChosenGame, "game" | "manifests" | "environments" | "lint" | "actions"> &
  Partial<Pick<ChosenGame, "environment">>;

/** Chooses games for work that needs no service. No environment is needed for it, and none is guessed. */
export function chooseFolders(project: Project, choice: Omit<Choice, "variables">): Chosen<ChosenFolder> {
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
  { games }: Pick<Choice, "games">,
  choose: (game: string) => Checked<T>,
): Chosen<T> {
  const names = Object.keys(settingsAt(project, "games"));
  const unknown = games.filter((name) => !names.includes(name));
  const diagnostics = unknown.map((name) => {
    const help = [didYouMean(name, names)[0] ?? namesHelp("game", names)];
    return diagnostic("unknown-game", `The project ${project.file} has no game ${quoted(name)}.`, { help });
  });
  if (diagnostics.length > 0) return { games: [], diagnostics };
  return { games: requestedNames(project, games).map((game) => ({ game, ...choose(game) })), diagnostics };
}

/** The games of the project with these names, in its order; without names, all. */
export function requestedNames(project: Project, games: readonly string[]): readonly string[] {
  const names = Object.keys(settingsAt(project, "games"));
  return games.length === 0 ? names : names.filter((name) => games.includes(name));
}

function chooseGame(project: Project, game: string, choice: Choice): Checked<ChosenGame> {
  const { variables } = choice;
  const environment = chooseEnvironment(project, game, choice);
  if (typeof environment !== "string") return { diagnostics: [environment] };
  const settings = settingsAt(project, "games", game);
  const own = settingsAt(project, "games", game, "environments", environment);
  const named = { game, environment };
  // Only the embedded service has none.
  const written = writtenTarget(project, named);
  const diagnostics: Diagnostic[] = [];
  const read = (name: "base_url" | "game_id"): string | undefined => {
    const text = written?.[name];
    return text === undefined ? undefined : readText(text, targetSpan(project, named, name), variables, diagnostics);
  };
  const game_id = read("game_id");
  const base_url = read("base_url");
  if (written !== undefined && !hasErrors(diagnostics)) {
    pushAll(diagnostics, checkTarget(project, named, { ...written, ...defined({ base_url }) }, variables));
  }
  if (hasErrors(diagnostics)) return { diagnostics };
  const value: ChosenGame = {
    ...folderOf(project, game),
    environment,
    prune: (own.prune ?? settings.prune) === true,
    allow: hazards(own.allow ?? settings.allow),
    service: serviceOf(project, own, base_url),
    ...defined({ game_id }),
  };
  return { value, diagnostics };
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
  return defined({ ...SERVICE_DEFAULTS, ...written, base_url }) as ServiceSettings;
}

/** Whether the token may be sent to the address. `target`: its variables are replaced. A pull request can change both. */
function checkTarget(
  project: Project,
  named: Named,
  { base_url, token_env }: WrittenTarget,
  variables: Variables,
): readonly Diagnostic[] {
  const spanOf = (name: keyof WrittenTarget): Span => targetSpan(project, named, name);
  const token = tokenProblem(token_env, variables);
  if (token !== undefined) return [problemAt("token-env-not-allowed", spanOf("token_env"), token.label, token)];
  if (base_url === undefined) {
    const place = project.source.locate(projectPointer("games", named.game, "environments", named.environment), "key");
    const label = `the environment "${named.environment}" of "${named.game}" has no base URL`;
    const help = ["write service: { base_url: … } into the project file"];
    return [problemAt("missing-target", place, label, { help })];
  }
  const wrong = wrongUrl(base_url);
  if (wrong !== undefined) {
    const help = ["write it like https://api.example.com, without anything in front of the host or behind the path"];
    return [problemAt("invalid-url", spanOf("base_url"), `the base URL ${wrong}`, { help })];
  }
  const refused = originProblem(base_url, variables);
  return refused === undefined ? [] : [{ ...refused, primary: { span: spanOf("base_url"), text: "sent to this" } }];
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

/** A game with the place of another chosen one gets an error that names both. */
function refuseSharedPlaces(project: Project, games: readonly Each<ChosenGame>[]): readonly Each<ChosenGame>[] {
  const placeIn = ({ value }: Each<ChosenGame>): string | undefined => {
    const [base_url, game_id] = [value?.service.base_url, value?.game_id];
    return base_url === undefined || game_id === undefined ? undefined : placeOf({ base_url, game_id });
  };
  const byPlace = grouped(games, placeIn);
  return games.map((each) => {
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
  const written = writtenTarget(project, one);
  const place = written === undefined ? "" : `: ${writtenPlace(written)}`;
  const detail = `${mine} and ${theirs} are the same game on the same service${place}. Each would undo what the other does.`;
  return diagnostic("shared-target", detail, {
    primary: label(one, `${mine} is here`),
    others: [label(other, `and so is ${theirs}`)],
    help: ["give each game a game_id of its own, or keep the manifests of both in one folder"],
  });
}
