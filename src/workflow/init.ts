/**
 * Makes a project that validates and plans at once, or adds a pipeline to an existing one. Everything is checked before the
 * first file is written. Existing files stay, except for a line at the end of `.gitignore`.
 */
import { basename, dirname, join } from "node:path";
import { catalog } from "../catalog/index.ts";
import { ignoring } from "../files/gitignore.ts";
import { isScenarioFile } from "../files/manifests.ts";
import { readSchema, readTemplates } from "../files/package.ts";
import { findProjectFile, isTaken, PROJECT_FILE } from "../files/paths.ts";
import { readTextFile, shownPath } from "../files/read.ts";
import { alreadyThere, type FileText, removeFiles, writeFiles, writeWhole } from "../files/write.ts";
import { parseText } from "../manifest/parse.ts";
import { both } from "../manifest/wording.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { shellLine } from "../model/shell-line.ts";
import { countedKind, exportFileName } from "../plan/export.ts";
import { wrongUrl } from "../project/choose-games.ts";
import { gameNameOf, isGameName, manifestsFolder, type NewProject, projectFileText } from "../project/new-project.ts";
import { type Project, parseProject } from "../project/project.ts";
import { readExport } from "./export.ts";
import type { GameChoice } from "./game.ts";
import {
  outsideOfRoot,
  type PipelineFile,
  type PipelineSteps,
  PRODUCTION,
  pipelineFiles,
  pipelineSteps,
  repositoryAbove,
} from "./init-pipelines.ts";
import { type InitOptions, PIPELINES, type PipelineName } from "./options.ts";
import type { RunContext } from "./run.ts";
import { choiceOfTarget, wrongTarget } from "./selection.ts";

/** What the game starts from. */
export type Start = "example" | "nothing" | "live";

export interface Answers {
  readonly game: string;
  readonly start: Start;
  /** Both are given when the start is a live game. */
  readonly base_url?: string;
  readonly game_id?: string;
  readonly pipelines: readonly PipelineName[];
}

/** Asks for what is not known; `undefined` when the person cancels. */
export type AskAnswers = (
  known: Partial<Answers>,
  defaults: {
    readonly game: string;
    /** Whether a live game can be read. */
    readonly hasToken: boolean;
    /** Whether pipelines are offered. */
    readonly offersPipelines: boolean;
  },
) => Promise<Answers | undefined>;

/** A new or changed file of the project. */
export interface MadeFile {
  /** From the project's folder. */
  readonly file: string;
  readonly outcome: "made" | "changed" | "left";
  /** What it is, or what became of it. */
  readonly what: string;
}

export interface InitResult {
  /** Absent: there are problems, or the person has cancelled. */
  readonly made?: {
    readonly files: readonly MadeFile[];
    /** Absent without pipelines. */
    readonly pipeline?: PipelineSteps;
    /** Absent when only files of pipelines were added. */
    readonly answers?: Answers;
  };
  readonly diagnostics: readonly Diagnostic[];
}

/** `ask`: absent without a terminal; every answer then is the default. */
export async function init(options: InitOptions, ask: AskAnswers | undefined, run: RunContext): Promise<InitResult> {
  const wrong = wrongOptions(options);
  if (wrong.length > 0) return { diagnostics: wrong };
  const { folder } = options;
  const { cwd } = run.ports;
  const project = await findProjectFile(folder);
  const isThere = project !== undefined && dirname(project) === folder;
  if (isThere && isPipelineOnly(options)) return addPipelines(options, cwd);
  if (project !== undefined) {
    return { diagnostics: [isThere ? projectExists(folder, cwd) : nested(project, options, cwd)] };
  }
  const { value: answers, diagnostics: unanswered } = await readAnswers(options, ask, run);
  if (answers === undefined) return { diagnostics: unanswered };
  const files = await projectFiles(folder, answers);
  const places = [...files.map(({ place }) => place), ...(answers.start === "live" ? livePlaces(answers) : [])];
  const problem = (await outsideOfRoot(folder, answers.pipelines, cwd)) ?? (await inTheWay(folder, files, places, cwd));
  if (problem !== undefined) return { diagnostics: [problem] };
  const live = answers.start === "live" ? await liveManifests(answers, options, run) : { files: [], diagnostics: [] };
  if (live.files === undefined || run.signal() !== undefined) return { diagnostics: live.diagnostics };
  const [first, ...rest] = files;
  const all = first === undefined ? [] : [first, ...live.files, ...rest];
  const { value: made, diagnostics } = await write(folder, all, answers.pipelines, true, cwd);
  const problems = [...live.diagnostics, ...diagnostics];
  if (made === undefined) return { diagnostics: problems };
  if (answers.pipelines.length === 0) return { diagnostics: problems, made: { files: made, answers } };
  const pipeline = await stepsOf(folder, answers.pipelines, made, madeProject(answers), cwd);
  return { diagnostics: problems, made: { files: made, pipeline, answers } };
}

/** Whether the options name pipelines and say nothing about a game. */
function isPipelineOnly({ game, baseUrl, gameId, empty, fromLive, ci }: InitOptions): boolean {
  const about = game ?? baseUrl ?? gameId;
  return namedPipelines(ci).length > 0 && about === undefined && empty === undefined && fromLive === undefined;
}

function namedPipelines(ci: InitOptions["ci"]): readonly PipelineName[] {
  return PIPELINES.filter((name) => ci.includes(name));
}

async function addPipelines({ folder, ci }: InitOptions, cwd: string): Promise<InitResult> {
  const names = namedPipelines(ci);
  const { value: text, diagnostics: unread } = await readTextFile(join(folder, PROJECT_FILE), cwd);
  if (text === undefined) return { diagnostics: unread };
  const { value: project, diagnostics: wrong } = parseProject(parseText(PROJECT_FILE, text.text));
  if (project === undefined || hasErrors(wrong)) return { diagnostics: wrong };
  const files = await describedPipelines(folder, names, project);
  const places = files.map(({ place }) => place);
  const problem = (await outsideOfRoot(folder, names, cwd)) ?? (await inTheWay(folder, files, places, cwd));
  if (problem !== undefined) return { diagnostics: [problem] };
  const { value: made, diagnostics } = await write(folder, files, names, false, cwd);
  if (made === undefined) return { diagnostics };
  return { diagnostics, made: { files: made, pipeline: await stepsOf(folder, names, made, project, cwd) } };
}

/** What is left to do until the pipelines run, with everything to commit. */
function stepsOf(
  folder: string,
  names: readonly PipelineName[],
  made: readonly MadeFile[],
  project: Project,
  cwd: string,
): Promise<PipelineSteps> {
  const written = made.flatMap(({ outcome, file }) => (outcome === "left" ? [] : [file]));
  return pipelineSteps(folder, names, written, project, cwd);
}

/** The answers; without a value and without a problem, the person has cancelled. */
async function readAnswers(
  { folder, game: name, baseUrl, gameId, empty, fromLive, ci }: InitOptions,
  ask: AskAnswers | undefined,
  { ports }: RunContext,
): Promise<Checked<Answers>> {
  const start: Start | undefined = fromLive === true ? "live" : empty === true ? "nothing" : undefined;
  const known: Partial<Answers> = {
    ...defined({ game: name, start, base_url: baseUrl, game_id: gameId }),
    ...(ci.length === 0 ? {} : { pipelines: namedPipelines(ci) }),
  };
  const game = gameNameOf(basename(folder));
  if (ask !== undefined) {
    // Below the root of a repository, most pipelines would not be found.
    const offersPipelines = (await repositoryAbove(folder)) === undefined;
    const answers = await ask(known, { game, hasToken: (ports.env[TOKEN] ?? "") !== "", offersPipelines });
    return { ...defined({ value: answers }), diagnostics: [] };
  }
  if (start === "live" && (baseUrl === undefined || gameId === undefined)) {
    const help = [`the token is read from ${TOKEN}`];
    return { diagnostics: [diagnostic("usage", "--from-live needs --base-url and --game-id.", { help })] };
  }
  return { value: { game, start: "example", pipelines: [], ...known }, diagnostics: [] };
}

/** The variable of the token where no project file names another. */
export const TOKEN = "LAUREL_API_TOKEN";

const BOTH_STARTS = "a project starts from nothing or from a live game, not from both";

function wrongOptions({
  game,
  baseUrl,
  gameId,
  empty,
  fromLive,
  ci,
  allowInsecureHttp,
}: InitOptions): readonly Diagnostic[] {
  const problems: readonly (readonly [flag: string, problem: string | undefined])[] = [
    ["game", game === undefined ? undefined : wrongName(game)],
    ["base-url", baseUrl === undefined ? undefined : wrongAddress(baseUrl)],
    ["game-id", gameId === undefined ? undefined : wrongGameId(gameId)],
    ["empty", empty === true && fromLive === true ? BOTH_STARTS : undefined],
    ["ci", ci.includes("none") && new Set(ci).size > 1 ? "none and a pipeline contradict each other" : undefined],
  ];
  const found = problems.flatMap(([flag, problem]) =>
    problem === undefined ? [] : [diagnostic("usage", `--${flag}: ${problem}.`)],
  );
  return found.length === 0 && fromLive === true ? wrongTarget({ baseUrl, gameId, allowInsecureHttp }) : found;
}

/** What is wrong with the name of a game. */
export function wrongName(name: string): string | undefined {
  return isGameName(name) ? undefined : "a game's name has letters, digits and _ . ~ -, and no dot or hyphen in front";
}

export function wrongAddress(base_url: string): string | undefined {
  const wrong = wrongUrl(base_url);
  return wrong === undefined ? undefined : `the address ${wrong}`;
}

/** In a project file, this would be read as a variable. */
export function wrongGameId(game_id: string): string | undefined {
  return game_id.includes("${") ? 'an id with "${" in it cannot be written into a project file' : undefined;
}

/** The refusal that names every existing file, found before a live game is read. */
async function inTheWay(
  folder: string,
  files: readonly ProjectFile[],
  places: readonly string[],
  cwd: string,
): Promise<Diagnostic | undefined> {
  const optional = new Set(files.filter(({ orElse }) => orElse !== undefined).map(({ place }) => place));
  const needed = places.filter((place) => !optional.has(place)).map((place) => join(folder, place));
  return alreadyThere(needed, cwd, (them) => [
    `move ${them} away, or make the project in another folder: laurel init FOLDER`,
  ]);
}

/** Writes all of the files or none. `.gitignore` comes last, so that it never has to be restored. */
async function write(
  folder: string,
  files: readonly ProjectFile[],
  pipelines: readonly PipelineName[],
  isNew: boolean,
  cwd: string,
): Promise<Checked<readonly MadeFile[]>> {
  // Pipelines install packages themselves, and refuse committed ones.
  const ignored = [...(isNew ? [".laurel"] : []), ...(pipelines.length > 0 ? ["node_modules"] : [])];
  const ignore = await ignoring(join(folder, ".gitignore"), ignored, cwd);
  if (hasErrors(ignore.diagnostics)) return { diagnostics: ignore.diagnostics };
  const change = "value" in ignore ? ignore.value : undefined;
  const left = new Set<string>();
  for (const { place, orElse } of files) {
    if (orElse !== undefined && (await isTaken(join(folder, place)))) left.add(place);
  }
  const texts = files
    .filter(({ place }) => !left.has(place))
    .map(({ place, ...file }) => ({ ...file, path: join(folder, place) }));
  const made = change?.isThere === false ? [...texts, change] : texts;
  // With its project file a folder is a project: it comes last, so that a run that is killed leaves a whole one or none.
  const isProject = ({ path }: FileText): boolean => path === join(folder, PROJECT_FILE);
  const inOrder = [...made.filter((file) => !isProject(file)), ...made.filter(isProject)];
  const { written, problem } = await writeFiles(inOrder, false, cwd);
  if (problem !== undefined) return { diagnostics: [problem] };
  if (change?.isThere === true) {
    const failed = await writeWhole(change.path, change.text, cwd);
    if (failed !== undefined) {
      await removeFiles(written);
      return { diagnostics: [failed] };
    }
  }
  const listed = files.map(({ place, what, orElse }): MadeFile => {
    return left.has(place)
      ? { file: place, outcome: "left", what: orElse ?? what }
      : { file: place, outcome: "made", what };
  });
  if (change === undefined) return { value: listed, diagnostics: [] };
  const outcome = change.isThere ? "changed" : "made";
  const what = `leaves out ${both(change.added)}`;
  return { value: [...listed, { file: ".gitignore", outcome, what }], diagnostics: [] };
}

function projectExists(folder: string, cwd: string): Diagnostic {
  const shown = shownPath(join(folder, PROJECT_FILE), cwd);
  const detail = `Nothing is written, because there is a project already: ${shown}.`;
  const help = [
    "to add a game, write it into that file, under games",
    "to add the files of a pipeline: laurel init --ci github (or gitlab, or shell)",
  ];
  return diagnostic("file-exists", detail, { help });
}

function nested(project: string, { folder, ci }: InitOptions, cwd: string): Diagnostic {
  const shown = shownPath(project, cwd);
  const place = shownPath(folder, cwd);
  const above = `a folder above ${place === "." ? "this one" : place}`;
  const detail = `Nothing is written, because there is a project in ${above}: ${shown}. With two project files, it would depend on where a command is typed which of them it takes.`;
  const help = [
    "for a project of its own, go to a folder outside of that project",
    `for one more game, add it to ${shown}, under games, with a folder for its manifests`,
  ];
  const pipelines = namedPipelines(ci).flatMap((name) => ["--ci", name]);
  if (pipelines.length > 0) {
    const go = shellLine(["cd", shownPath(dirname(project), cwd)]);
    help.push(`to add the pipeline to that project: (${go} && ${shellLine(["laurel", "init", ...pipelines])})`);
  }
  return diagnostic("nested-project", detail, { help });
}

interface ProjectFile extends PipelineFile {
  /** A few words for people. */
  readonly what: string;
}

const SCHEMAS = "schemas";
/** The documents that people write. */
const WRITTEN = ["manifest", "overrides", "project", "scenarios"] as const;
type Written = (typeof WRITTEN)[number];
/** From the manifests of a game to the schemas: `manifestsFolder` is two folders deep. */
const TO_ROOT = "../..";
const YAML_EXTENSION = "redhat.vscode-yaml";

/** Everything but the manifests of a live game, for which only the names are known before it is read. */
async function projectFiles(folder: string, answers: Answers): Promise<readonly ProjectFile[]> {
  const schemaFile = async (name: Written): Promise<ProjectFile> => ({
    place: schemaPlace(name),
    text: await readSchema(name),
    what: "for editors: completion and explanations",
  });
  return [
    {
      place: PROJECT_FILE,
      text: projectFileText(newProject(answers), schemaPlace("project")),
      what: "the project file",
    },
    ...(await templateManifests(answers)),
    ...(await Promise.all(WRITTEN.map(schemaFile))),
    {
      place: ".vscode/extensions.json",
      text: `{\n  "recommendations": [\n    "${YAML_EXTENSION}"\n  ]\n}\n`,
      what: "recommends the extension for YAML",
      orElse: `left as it is; ${YAML_EXTENSION} is what completes manifests`,
    },
    ...(await describedPipelines(folder, answers.pipelines, madeProject(answers))),
  ];
}

/** The files of pipelines, with a few words for people. */
async function describedPipelines(
  folder: string,
  names: readonly PipelineName[],
  project: Project,
): Promise<readonly ProjectFile[]> {
  return (await pipelineFiles(folder, names, project)).map((file) => ({
    ...file,
    what: "the pipeline",
    ...(file.orElse === undefined ? {} : { orElse: `left as it is; ${file.orElse}` }),
  }));
}

/** What the project file is made from: it contains the address of a live game, if one was given. */
export function newProject({ game, base_url, game_id }: Answers): NewProject {
  return { game, ...defined({ base_url, game_id }) };
}

/** The new project, as its file says it. */
function madeProject(answers: Answers): Project {
  const text = projectFileText(newProject(answers), schemaPlace("project"));
  const { value, diagnostics } = parseProject(parseText(PROJECT_FILE, text));
  if (value === undefined) throw new Error(`a new project file is invalid: ${diagnostics[0]?.detail}`);
  return value;
}

/** Where the manifests of a live game will be. */
function livePlaces({ game }: Answers): readonly string[] {
  return catalog.map((kind) => `${manifestsFolder(game)}/${exportFileName(kind)}`);
}

/** Reads the live game and makes its manifests, checked against it. */
async function liveManifests(
  { game, base_url = "", game_id = "" }: Answers,
  { folder, allowInsecureHttp }: InitOptions,
  run: RunContext,
): Promise<{ readonly files?: readonly ProjectFile[]; readonly diagnostics: readonly Diagnostic[] }> {
  const target = { game, environment: PRODUCTION, base_url, game_id };
  const manifests = join(folder, manifestsFolder(game));
  const choice: GameChoice = { ...choiceOfTarget(target, "native", { allowInsecureHttp }), manifests };
  const kinds = catalog.map(({ name }) => name);
  const { value, diagnostics } = await readExport(choice, kinds, `${TO_ROOT}/${schemaPlace("manifest")}`, run);
  if (value === undefined) return { diagnostics };
  if (value.files.every(({ resources }) => resources === 0)) {
    run.reporter.note("the live game is empty; check --game-id", "warn");
  }
  const files = value.files.map(({ kind: name, text, resources }) => {
    const kind = kindNamed(catalog, name);
    return { place: `${manifestsFolder(game)}/${exportFileName(kind)}`, text, what: countedKind(resources, kind) };
  });
  return { files, diagnostics };
}

const TEMPLATES: Readonly<Record<Start, string | undefined>> = {
  example: "project/example",
  nothing: "project/empty",
  live: undefined,
};

async function templateManifests({ game, start }: Answers): Promise<readonly ProjectFile[]> {
  const templates = TEMPLATES[start];
  if (templates === undefined) return [];
  return (await readTemplates(templates)).map(({ name, text }) => ({
    place: `${manifestsFolder(game)}/${name}`,
    text,
    what: `${isScenarioFile(name) ? "scenarios" : "manifests"}, to ${start === "example" ? "change" : "fill"}`,
  }));
}

function schemaPlace(name: Written): string {
  return `${SCHEMAS}/${name}.schema.json`;
}
