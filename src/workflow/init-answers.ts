/**
 * What a new project is to be: told by flags, asked for in a terminal, or the default. Without a terminal, and with
 * `--yes`, nothing is asked.
 */
import { basename } from "node:path";
import { type Flags, flag, text, texts } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { wrongUrl } from "../project/choose-games.ts";
import { gameNameOf, isGameName } from "../project/new-project.ts";
import { renderChoiceQuestion, renderTextQuestion } from "../view/init-text.ts";
import { PIPELINE, repositoryAbove } from "./pipeline-files.ts";
import { PIPELINES, type PipelineName } from "./pipelines.ts";

/** What the game begins with. */
export type Start = "example" | "nothing" | "live";

export interface Answers {
  readonly game: string;
  readonly start: Start;
  /** Both are there when the start is a live game. */
  readonly base_url?: string;
  readonly game_id?: string;
  readonly pipelines: readonly PipelineName[];
}

/**
 * The answers; without a value and without a problem, somebody has ended the questions. `flags`: with nothing wrong in
 * them. `folder`: of the project. `width`: columns for the questions.
 */
export async function readAnswers(
  flags: Flags,
  ask: Ask,
  folder: string,
  env: Ports["env"],
  width: number,
): Promise<Checked<Answers>> {
  const game = text(flags, "game-name") ?? (await askName(ask, gameNameOf(basename(folder))));
  if (game === undefined) return ENDED;
  const start = givenStart(flags) ?? (await askStart(ask, (env[TOKEN] ?? "") !== "", width));
  if (start === undefined) return ENDED;
  const target = await readTarget(flags, start === "live" ? ask : undefined);
  if (start === "live" && (target.base_url === undefined || target.game_id === undefined)) {
    return ask === undefined ? { diagnostics: [noTarget()] } : ENDED;
  }
  const pipelines = givenPipelines(flags) ?? (await askPipelines(ask, folder, width));
  if (pipelines === undefined) return ENDED;
  return { value: { game, start, ...target, pipelines }, diagnostics: [] };
}

const ENDED = { diagnostics: [] };

/** The variable of the token where no project file names another. */
const TOKEN = "LAUREL_API_TOKEN";

function noTarget(): Diagnostic {
  const help = [`give --base-url and --game-id; the token is read from ${TOKEN}`];
  return diagnostic("missing-target", "A live game to start from has to be named.", { help });
}

/** The value of `--ci` that stands for none. */
const NO_PIPELINE = "none";

/** Nobody to ask means that every answer is the default. */
export type Ask = Ports["ask"] | undefined;

/** What is wrong with the flags, before anything is looked at. */
export function wrongFlags(flags: Flags): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const [name, base_url, game_id] = [text(flags, "game-name"), text(flags, "base-url"), text(flags, "game-id")];
  const add = (flagName: string, wrong: string | undefined): void => {
    if (wrong !== undefined) found.push(diagnostic("usage", `--${flagName}: ${wrong}.`));
  };
  if (name !== undefined) add("game-name", wrongName(name));
  if (base_url !== undefined) add("base-url", wrongAddress(base_url));
  if (game_id !== undefined) add("game-id", wrongGameId(game_id));
  if (flag(flags, "empty") === true && flag(flags, "from-live") === true) {
    add("empty", "a project starts from nothing or from a live game, not from both");
  }
  const pipelines = texts(flags, "ci");
  if (pipelines.includes(NO_PIPELINE) && new Set(pipelines).size > 1) {
    add("ci", `${NO_PIPELINE} and a pipeline contradict each other`);
  }
  return found;
}

function wrongName(name: string): string | undefined {
  return isGameName(name) ? undefined : "a game's name has letters, digits and _ . ~ -, and no dot or hyphen in front";
}

function wrongAddress(base_url: string): string | undefined {
  const wrong = wrongUrl(base_url);
  return wrong === undefined ? undefined : `the address ${wrong}`;
}

/** Written into a project file, this would be taken for a variable. */
function wrongGameId(game_id: string): string | undefined {
  return game_id.includes("${") ? 'an id with "${" in it cannot stand in a project file' : undefined;
}

function askName(ask: Ask, byDefault: string): Promise<string | undefined> {
  return askUntil(ask, renderTextQuestion("Name of the game", byDefault), byDefault, (line) => {
    const wrong = wrongName(line);
    return wrong === undefined ? { value: line } : { wrong };
  });
}

const STARTS: readonly { readonly start: Start; readonly words: string }[] = [
  { start: "example", words: "a small example, to change" },
  { start: "nothing", words: "nothing" },
  { start: "live", words: "a game that is live already: its resources are read and written down" },
];

function givenStart(flags: Flags): Start | undefined {
  if (flag(flags, "from-live") === true) return "live";
  return flag(flags, "empty") === true ? "nothing" : undefined;
}

async function askStart(ask: Ask, hasToken: boolean, width: number): Promise<Start | undefined> {
  const words = STARTS.map((each) => each.words);
  const question = renderChoiceQuestion("What is it to start from?", words, 1, width);
  return askUntil(ask, question, "example", (line) => {
    const names = STARTS.map((each) => each.start);
    const [place = -1, another] = placesIn(line, names) ?? [];
    const chosen = another === undefined ? STARTS[place]?.start : undefined;
    if (chosen === undefined) return { wrong: oneOf(names) };
    return chosen === "live" && !hasToken
      ? { wrong: `that needs the API token: end this with Ctrl-C, set ${TOKEN}, and begin again` }
      : { value: chosen };
  });
}

/** Asked for only where a live game is to be read: otherwise the project file reads both from the environment. */
async function readTarget(flags: Flags, ask: Ask): Promise<Pick<Answers, "base_url" | "game_id">> {
  const base_url = text(flags, "base-url") ?? (await askText(ask, "Address of the service", wrongAddress));
  const game_id = text(flags, "game-id") ?? (await askText(ask, "Id of the game on the service", wrongGameId));
  return { ...(base_url === undefined ? {} : { base_url }), ...(game_id === undefined ? {} : { game_id }) };
}

async function askText(
  ask: Ask,
  what: string,
  wrongIn: (line: string) => string | undefined,
): Promise<string | undefined> {
  if (ask === undefined) return undefined;
  return askUntil(ask, renderTextQuestion(what), "", (line) => {
    const wrong = line === "" ? "it cannot be left out" : wrongIn(line);
    return wrong === undefined ? { value: line } : { wrong };
  });
}

function givenPipelines(flags: Flags): readonly PipelineName[] | undefined {
  const given = texts(flags, "ci");
  return given.length === 0 ? undefined : PIPELINES.filter((name) => given.includes(name));
}

/** Below the root of a repository, most pipelines would not be found, so none is offered. */
async function askPipelines(ask: Ask, folder: string, width: number): Promise<readonly PipelineName[] | undefined> {
  if (ask === undefined || (await repositoryAbove(folder)) !== undefined) return [];
  const answers = [...PIPELINES.map((name) => PIPELINE[name].label), "none for now"];
  const what = "Which pipeline is to plan and apply? (several with commas)";
  const question = renderChoiceQuestion(what, answers, answers.length, width);
  return askUntil<readonly PipelineName[]>(ask, question, [], (line) => {
    const names = [...PIPELINES, NO_PIPELINE];
    const places = placesIn(line, names);
    if (places === undefined) return { wrong: oneOf(names) };
    return { value: PIPELINES.filter((_, index) => places.includes(index)) };
  });
}

/** Places in a list, counted from 0 and typed as numbers from 1 or by name; undefined when one of them is none. */
function placesIn(line: string, names: readonly string[]): readonly number[] | undefined {
  const words = line.toLowerCase().split(/[\s,]+/);
  const places = words.map((word) => (/^\d+$/.test(word) ? Number(word) - 1 : names.indexOf(word)));
  return places.every((place) => place >= 0 && place < names.length) ? places : undefined;
}

function oneOf(names: readonly string[]): string {
  return `a number from 1 to ${names.length}, or a word: ${names.join(", ")}`;
}

/** Asks again until the answer is right; an empty one is the default. Undefined when the questions were ended. */
async function askUntil<T>(
  ask: Ask,
  question: string,
  byDefault: T,
  read: (line: string) => { readonly value: T } | { readonly wrong: string },
): Promise<T | undefined> {
  if (ask === undefined) return byDefault;
  for (let text = question; ; ) {
    const line = await ask(text);
    if (line === undefined) return undefined;
    if (line.trim() === "" && byDefault !== "") return byDefault;
    const answer = read(line.trim());
    if ("value" in answer) return answer.value;
    text = `  ${answer.wrong}\n${question.trimStart().split("\n").at(-1) ?? ""}`;
  }
}
