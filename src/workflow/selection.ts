/** Which games a command works on: from the project file, from flags, or from both. */

import { basename, dirname, join, resolve } from "node:path";
import type { ClientSettings } from "../api/client.ts";
import { serviceUrl } from "../api/service-url.ts";
import { findProjectFile } from "../files/paths.ts";
import { readTextFile } from "../files/read.ts";
import { parseText } from "../manifest/parse.ts";
import { counted, quoted } from "../manifest/wording.ts";
import type { Scalars } from "../model/codec.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Target } from "../model/model.ts";
import { type ChangedGames, changedSentences } from "../project/changed.ts";
import {
  approvalAt,
  type Chosen,
  type ChosenFolder,
  type ChosenGame,
  chooseFolders,
  chooseGames as chooseFromProject,
  environmentOf,
  freezeAt,
} from "../project/choose-games.ts";
import { DEFAULT_LINT } from "../project/lint-settings.ts";
import { type Project, parseProject } from "../project/project.ts";
import { SERVICE_SETTINGS, type ServiceSettings } from "../project/project-settings.ts";
import { type Shard, shardOf, shareOf } from "../project/shard.ts";
import { placeOf, writtenTarget } from "../project/targets.ts";
import type { FoundChanges } from "./changed.ts";
import { type GameChoice, type GameResult, type GameResults, type ManifestsChoice, resultsOf } from "./game.ts";
import type { GameOptions, TargetOptions } from "./options.ts";
import type { Ports } from "./run.ts";
import { refusedTargets } from "./target-guard.ts";

/** The base URL that plans give the embedded service, whose port is another one each time. */
export const EMBEDDED = "embedded";

type Place = Pick<Target, "base_url" | "game_id">;

/** Whether two targets are one game on one service. A slash or `/v1` at the end makes no difference. */
export function isSameTarget(one: Place, other: Place): boolean {
  return placeOf(one) === placeOf(other);
}

/** The folders of the chosen games. They need no environment, so that checking never requires one. */
export async function selectFolders(options: GameOptions, ports: Ports): Promise<GameResults<ManifestsChoice>> {
  const { value: shard, diagnostics: wrong } = requestedPart(options, ports);
  if (hasErrors(wrong)) return resultsOf(wrong);
  const folder = options.manifests;
  if (folder !== undefined && !namesProject(options)) {
    const manifests = resolve(ports.cwd, folder);
    const defaults = { lint: DEFAULT_LINT, actions: new Map() };
    const choice = { game: basename(manifests), manifests, ...defaults };
    return onlyGame<ManifestsChoice>(choice, shard);
  }
  const project = await loadProject(options, ports, "add --manifests FOLDER");
  if (project.value === undefined) return resultsOf(project.diagnostics);
  const { path, content } = project.value;
  const changes = await changesIn(project.value, options, ports);
  if (hasErrors(changes.diagnostics)) return resultsOf([...project.diagnostics, ...changes.diagnostics]);
  const chosen = chooseFolders(content, namesOf(options, shard, changes.value));
  const choiceOf = (game: ChosenFolder): ManifestsChoice => ({
    ...game,
    manifests: resolve(dirname(path), game.manifests),
    projectFile: path,
  });
  return selected(chosen, choiceOf, project.diagnostics, { shard, changed: changes.value?.changed }, options, ports);
}

/** What is wrong with the address that flags give. Checked first, so that later problems are those of files and variables. */
export function wrongTarget({ baseUrl, gameId, allowInsecureHttp = false }: TargetOptions): readonly Diagnostic[] {
  const problemsOf = (flag: string, url: string, id: string): readonly Diagnostic[] =>
    serviceUrl(url, id, allowInsecureHttp).diagnostics.map(({ detail, help }) =>
      diagnostic("usage", `${flag}: ${detail}`, { help }),
    );
  return [
    ...(baseUrl === undefined ? [] : problemsOf("--base-url", baseUrl, "any")),
    ...(gameId === undefined ? [] : problemsOf("--game-id", "https://any.invalid", gameId)),
  ];
}

/** The chosen games with their targets. A target is never guessed. */
export async function selectGames(
  options: TargetOptions,
  ports: Ports,
  load: LoadProject = () => loadProject(options, ports),
): Promise<GameResults<GameChoice>> {
  const { value: shard, diagnostics: wrong } = requestedPart(options, ports);
  if (hasErrors(wrong)) return resultsOf(wrong);
  const { manifests, baseUrl: base_url, gameId: game_id } = options;
  if (manifests !== undefined && base_url !== undefined && game_id !== undefined && !namesProject(options)) {
    return selectedByFlags(choiceFromFlags(resolve(ports.cwd, manifests), base_url, game_id, options), ports, shard);
  }
  const project = await load();
  if (project.value === undefined) return resultsOf(project.diagnostics);
  const { path, content } = project.value;
  const changes = await changesIn(project.value, options, ports);
  if (hasErrors(changes.diagnostics)) return resultsOf([...project.diagnostics, ...changes.diagnostics]);
  const chosen = chooseFromProject(content, {
    ...namesOf(options, shard, changes.value),
    variables: ports.env,
    ...defined({ base_url, game_id }),
  });
  const misdirected = chosen.games.flatMap(({ value }) => (value?.embedded === true ? [value] : []));
  if (misdirected.length > 0 && (base_url ?? game_id) !== undefined) {
    return resultsOf([...project.diagnostics, ...misdirected.map(notLive)]);
  }
  if (game_id !== undefined && chosen.all > 1) {
    const problem = diagnostic("usage", "--game-id is of one game, and several are chosen.", {
      help: ["name the game with --game"],
    });
    return resultsOf([...project.diagnostics, problem]);
  }
  // Changes are reported also where the target cannot be read, such as another variable that is not set.
  const names = chosen.games.flatMap(({ game }) => {
    const environment = environmentOf(content, game, namesOf(options, undefined));
    const isLive = environment !== undefined && writtenTarget(content, game, environment) !== undefined;
    return isLive ? [{ game, environment }] : [];
  });
  const refused = await refusedTargets(project.value, names, options, ports);
  if (hasErrors(refused)) return resultsOf([...project.diagnostics, ...refused]);
  const choiceOf = (game: ChosenGame): GameChoice =>
    inShard(choiceFromProject(game, path, options), shard, chosen.left);
  return selected(chosen, choiceOf, project.diagnostics, { shard, changed: changes.value?.changed }, options, ports);
}

/** Everything is given by flags; a project at hand may still have an environment with this target that requires approval. */
async function selectedByFlags(
  choice: GameChoice,
  ports: Ports,
  shard: Shard | undefined,
): Promise<GameResults<GameChoice>> {
  const project = await loadProject({}, ports);
  if (project.value === undefined) {
    const isMissing = project.diagnostics.every(({ code }) => code === "no-project");
    return isMissing ? onlyGame(choice, shard) : resultsOf(project.diagnostics);
  }
  const { target } = choice;
  const approval_of = target.type === "live" ? approvalAt(project.value.content, target, ports.env) : undefined;
  const freeze = target.type === "live" ? freezeAt(project.value.content, target, ports.env) : undefined;
  const approval = approval_of === undefined ? {} : { require_approval: true, approval_of };
  return onlyGame({ ...choice, ...defined({ freeze }), ...approval }, shard);
}

/** The chosen games with their targets, for work that begins only when all of them are known. */
export async function selectAll(
  options: TargetOptions,
  ports: Ports,
  load?: LoadProject,
): Promise<Checked<readonly GameChoice[]>> {
  const { games, diagnostics } = await selectGames(options, ports, load);
  return hasErrors(diagnostics) ? { diagnostics } : { value: games, diagnostics };
}

/**
 * The chosen games for work that reads no manifests: a service and a game id are enough. `folder`: absolute path in place
 * of the manifests, which names the game. `without`: the command line without a project file.
 */
export async function selectTargets(
  options: TargetOptions,
  ports: Ports,
  folder: string | undefined,
  without: string,
): Promise<Checked<readonly GameChoice[]>> {
  const { manifests, baseUrl, gameId } = options;
  if (manifests === undefined && baseUrl !== undefined && gameId !== undefined) {
    const hasProject = namesProject(options) || (await findProjectFile(ports.cwd)) !== undefined;
    const choice = choiceFromFlags(folder ?? ports.cwd, baseUrl, gameId, options);
    if (!hasProject) return { value: [folder === undefined ? { ...choice, game: gameId } : choice], diagnostics: [] };
  }
  return selectAll(options, ports, () => loadProject(options, ports, without));
}

function namesOf({ game: games = [], env }: GameOptions, shard: Shard | undefined, changes?: FoundChanges) {
  return { games, ...defined({ env, shard, only: changes?.names }) };
}

/** Loaded when it is needed: it runs git. */
async function changesIn(project: LoadedProject, options: GameOptions, ports: Ports): Promise<Checked<FoundChanges>> {
  const { changed, base, game = [] } = options;
  if (changed !== true || base === undefined) return { diagnostics: [] };
  return (await import("./changed.ts")).findChanges(project, game, base, ports);
}

/** The game as one of several jobs works on it. `games`: how many are split into shards. */
export function inShard(choice: GameChoice, shard: Shard | undefined, games: number): GameChoice {
  const requests_per_second = shareOf(choice.settings.requests_per_second, shard, games);
  return { ...choice, settings: { ...choice.settings, ...defined({ requests_per_second }) } };
}

/** Everything is given by flags. A shard may leave nothing of it. */
function onlyGame<Choice extends ManifestsChoice>(choice: Choice, shard: Shard | undefined): GameResults<Choice> {
  const isOwn = shard === undefined || shardOf([choice.game], shard).length > 0;
  return resultsOf([], isOwn ? [resultOf(choice)] : [], { all: 1, shard });
}

function resultOf<Choice extends ManifestsChoice>(
  value: Choice,
  diagnostics: readonly Diagnostic[] = [],
): GameResult<Choice> {
  const { game, environment } = value;
  return { game, ...defined({ environment }), value, diagnostics };
}

/** `--manifests` replaces the folder of the project file. */
function selected<T, Choice extends ManifestsChoice>(
  chosen: Chosen<T>,
  choiceOf: (game: T) => Choice,
  problems: readonly Diagnostic[],
  part: { readonly shard: Shard | undefined; readonly changed: ChangedGames | undefined },
  options: GameOptions,
  ports: Ports,
): GameResults<Choice> {
  const diagnostics = [...problems, ...chosen.diagnostics];
  const folder = options.manifests;
  if (folder !== undefined && chosen.all > 1) {
    const problem = diagnostic("usage", "--manifests is the folder of one game, and several are chosen.", {
      help: ["name the game with --game"],
    });
    return resultsOf([...diagnostics, problem]);
  }
  const moved = folder === undefined ? {} : { manifests: resolve(ports.cwd, folder), isGiven: true };
  const each = chosen.games.map(
    ({ game, value, diagnostics: own }): GameResult<Choice> =>
      value === undefined ? { game, diagnostics: own } : resultOf({ ...choiceOf(value), ...moved }, own),
  );
  return resultsOf(diagnostics, each, { all: chosen.all, ...(hasErrors(diagnostics) ? {} : part) });
}

function notLive({ game, environment }: ChosenGame): Diagnostic {
  const detail = `--base-url and --game-id are of a live service, and the environment "${environment}" of "${game}" is the embedded one.`;
  return diagnostic("usage", detail, { help: ["choose a live environment with --env"] });
}

function namesProject({ project, env, game: games = [] }: GameOptions): boolean {
  return project !== undefined || env !== undefined || games.length > 0;
}

/** A project file with its absolute path. */
interface LoadedProject {
  readonly path: string;
  readonly content: Project;
}

export type LoadProject = () => Promise<Checked<LoadedProject>>;

/** Finds and reads the project file. `without`: the command line that needs none. */
export async function loadProject(
  { project: given }: Pick<GameOptions, "project">,
  { cwd }: Ports,
  without = "laurel plan --manifests FOLDER --base-url URL --game-id ID",
): Promise<Checked<LoadedProject>> {
  const path = given === undefined ? await findProjectFile(cwd) : resolve(cwd, given);
  if (path === undefined) {
    const help = [
      "make a project: laurel init FOLDER",
      "or go to the project's folder, or name the file with --project",
      `without a project file: ${without}`,
    ];
    return { diagnostics: [diagnostic("no-project", "There is no laurel.yaml here or in a folder above.", { help })] };
  }
  const file = await readTextFile(path, cwd);
  if (file.value === undefined) return { diagnostics: file.diagnostics };
  const content = parseProject(parseText(file.value.file, file.value.text));
  if (content.value === undefined) return { diagnostics: content.diagnostics };
  return { value: { path, content: content.value }, diagnostics: content.diagnostics };
}

/** The environment's name where no project file gives one. */
const NO_ENVIRONMENT = "default";

type ClientOptions = Pick<TargetOptions, "allowInsecureHttp" | "prune">;

/** A game that flags describe completely; the folder gives the name. `manifests`: absolute path. */
function choiceFromFlags(manifests: string, base_url: string, game_id: string, options: ClientOptions): GameChoice {
  const defaults = Object.fromEntries(
    SERVICE_SETTINGS.flatMap((setting) => (setting.default === undefined ? [] : [[setting.name, setting.default]])),
  ) as unknown as ServiceSettings;
  return {
    game: basename(manifests),
    environment: NO_ENVIRONMENT,
    manifests,
    prune: options.prune ?? false,
    allow: [],
    require_approval: false,
    scalars: defaults.scalars,
    lint: DEFAULT_LINT,
    actions: new Map(),
    settings: clientSettings(defaults, options),
    target: { type: "live", base_url, game_id, token_env: defaults.token_env },
  };
}

/** A live game that a plan or report names, with the default settings. */
export function choiceOfTarget(target: Target, scalars: Scalars, options: ClientOptions): GameChoice {
  const { game, environment, base_url, game_id } = target;
  return { ...choiceFromFlags("", base_url, game_id, options), game, environment, scalars };
}

/** A game of the project. `projectFile`: absolute path. */
function choiceFromProject(chosen: ChosenGame, projectFile: string, options: TargetOptions): GameChoice {
  const { embedded, service, game_id = "", written, ...game } = chosen;
  const folder = dirname(projectFile);
  const isGiven = (options.baseUrl ?? options.gameId) !== undefined;
  return {
    ...game,
    manifests: resolve(folder, chosen.manifests),
    projectFile,
    prune: options.prune ?? chosen.prune,
    scalars: service.scalars,
    settings: clientSettings(service, options),
    target: embedded
      ? { type: "embedded", data: join(folder, ".laurel", dataFile(chosen.game, chosen.environment)) }
      : {
          type: "live",
          base_url: service.base_url ?? "",
          game_id,
          token_env: service.token_env,
          ...(written === undefined || isGiven ? {} : { written }),
        },
  };
}

/** `dungeon@local.json`. Names hold no `@`; capitals are marked, because some disks do not distinguish them. */
function dataFile(game: string, environment: string): string {
  return `${game}@${environment}.json`.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`);
}

function clientSettings(service: ServiceSettings, { allowInsecureHttp = false }: ClientOptions): ClientSettings {
  return { ...service, allow_insecure_http: allowInsecureHttp };
}

/** Jobs at most: more than any CI system starts, and few enough to count through. */
const MOST = 10_000;

const FORMS = [
  "--shard 2/8: the second of eight parts",
  "--shard auto: from CI_NODE_INDEX and CI_NODE_TOTAL, which GitLab sets for a job with `parallel`",
  "--shard auto/8: from JOB_COMPLETION_INDEX, which Kubernetes sets for an indexed Job",
];

/** What is wrong with the flags of `--changed`. `--base` alone has other uses. */
function wrongChanged({ changed, base, manifests }: GameOptions): readonly Diagnostic[] {
  if (changed !== true) return [];
  if (base === undefined) {
    const help = ["name the commit: --changed --base origin/main"];
    return [diagnostic("usage", "--changed needs --base COMMIT to compare with.", { help })];
  }
  if (manifests === undefined) return [];
  const detail = "--changed compares the folders of the project file, and --manifests names another one.";
  return [diagnostic("usage", detail, { help: ["leave out one of the two"] })];
}

/** The same for commands that use `--base` for nothing else. */
export function wrongBase(options: GameOptions): readonly Diagnostic[] {
  if (options.base === undefined || options.changed === true) return [];
  const detail = "--base names the commit for --changed here, and --changed is not given.";
  return [diagnostic("usage", detail, { help: ["add --changed, or leave out --base"] })];
}

/** Which part of the games is requested; no value without `--shard`. Wrong flags of `--changed` are found here, too. */
function requestedPart(options: GameOptions, ports: Pick<Ports, "env">): Checked<Shard> {
  const wrong = wrongChanged(options);
  return wrong.length > 0 ? { diagnostics: wrong } : requestedShard(options, ports);
}

/** The requested shard; no value and no problem without the flag. */
export function requestedShard(
  { shard: given, shardBy }: Pick<GameOptions, "shard" | "shardBy">,
  ports: Pick<Ports, "env">,
): Checked<Shard> {
  if (given === undefined && shardBy !== undefined)
    return wrong("--shard-by says how --shard splits games, and --shard is not given.", FORMS);
  const { value, diagnostics } = given === undefined ? { diagnostics: [] } : partOf(given, ports);
  return value === undefined || shardBy !== "token"
    ? { ...defined({ value }), diagnostics }
    : { value: { ...value, by: shardBy }, diagnostics };
}

function partOf(given: string, { env }: Pick<Ports, "env">): Checked<Shard> {
  if (given === "auto") return fromGitlab(env);
  const [, index, of] = /^(auto|[0-9]+)\/([0-9]+)$/.exec(given) ?? [];
  if (index === undefined || of === undefined) return wrong(`--shard is given as ${quoted(given)}.`, FORMS);
  if (index === "auto") return fromKubernetes(env, Number(of));
  return checked(Number(index), Number(of), `--shard ${given}`, wrong);
}

/** GitLab counts from 1. A job without `parallel` has a total of 1 and no index. */
function fromGitlab(env: Ports["env"]): Checked<Shard> {
  const total = whole(env.CI_NODE_TOTAL);
  const index = whole(env.CI_NODE_INDEX) ?? (total === 1 && !env.CI_NODE_INDEX ? 1 : undefined);
  if (total !== undefined && index !== undefined) return checked(index, total, "CI_NODE_INDEX/CI_NODE_TOTAL", missing);
  const said = ["CI_NODE_INDEX", "CI_NODE_TOTAL"].map((name) => `${name} is ${shown(env[name])}`).join(" and ");
  return missing(`--shard auto needs two variables with whole numbers: ${said}.`, FORMS);
}

/** Kubernetes counts from 0, and gives a Pod only its index. */
function fromKubernetes(env: Ports["env"], of: number): Checked<Shard> {
  const index = whole(env.JOB_COMPLETION_INDEX);
  if (of < 1 || of > MOST) return checked(1, of, `--shard auto/${of}`, wrong);
  if (index !== undefined)
    return checked(index + 1, of, `JOB_COMPLETION_INDEX=${index} of ${of}, counted from 0,`, missing);
  const said = `JOB_COMPLETION_INDEX is ${shown(env.JOB_COMPLETION_INDEX)}`;
  return missing(`--shard auto/${of} needs a variable with a whole number: ${said}.`, [
    "give the Job completionMode: Indexed",
    ...FORMS,
  ]);
}

/** `refuse`: whether the command line or the variables of the CI system are at fault. */
function checked(index: number, of: number, source: string, refuse: typeof wrong): Checked<Shard> {
  if (of < 1 || of > MOST) return refuse(`${source} is split into ${of}; it can be 1 to ${MOST}.`, FORMS);
  if (index >= 1 && index <= of) return { value: { index, of }, diagnostics: [] };
  const parts = of === 1 ? "there is 1 part" : `the parts are 1 to ${of}`;
  return refuse(`${source} is part ${index} of ${of}, and ${parts}.`, FORMS);
}

function wrong(detail: string, help: readonly string[]): Checked<Shard> {
  return { diagnostics: [diagnostic("usage", detail, { help })] };
}

/** The flag is right, and the variables that it reads are not. */
function missing(detail: string, help: readonly string[]): Checked<Shard> {
  return { diagnostics: [diagnostic("missing-shard", detail, { help })] };
}

function whole(value: string | undefined): number | undefined {
  return value !== undefined && /^[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
}

function shown(value: string | undefined): string {
  if (value === undefined) return "not set";
  return value === "" ? "empty" : quoted(value);
}

/** What part of the requested games a run is about, for people. Empty if it is about all of them. */
export function partLines({ changed, shard, each, all }: GameResults<unknown>): readonly string[] {
  const left = changed?.games ?? all;
  return [
    ...(changed === undefined ? [] : changedSentences(changed)),
    ...(shard === undefined || changed?.games === 0 ? [] : [shardLine(shard, each.length, left)]),
  ];
}

/** `Shard 2 of 8: 25 of 200 games.`, or that it is empty. `all`: absent where only the games of the shard are known. */
export function shardLine({ index, of }: Shard, own: number, all?: number): string {
  const lead = `Shard ${index} of ${of}`;
  if (own > 0) return `${lead}: ${all === undefined ? "" : `${own} of `}${counted(all ?? own, "game")}.`;
  if (all === undefined) return `${lead} has no game. Nothing to do.`;
  return `${lead} has no game: there ${all === 1 ? "is" : "are"} only ${all}. Nothing to do.`;
}
