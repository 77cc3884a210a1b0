/** Questions at the terminal. */
import { type Readable, Writable } from "node:stream";
import { counted } from "../../manifest/wording.ts";
import { applyQuestion } from "../../view/apply.ts";
import { plainStyle } from "../../view/render/style.ts";
import { type Answers, type AskAnswers, wrongName } from "../../workflow/init.ts";
import { PIPELINE } from "../../workflow/init-pipelines.ts";
import { PIPELINES, type PipelineName } from "../../workflow/options.ts";
import type { Prompts } from "../../workflow/run.ts";
import type { CommandContext } from "./reporter.ts";

type Clack = typeof import("@clack/prompts");

interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** Undefined: the input ended, or Ctrl-C was pressed, for which the terminal makes no signal while keys are read. */
async function ask<T>(
  { ports, reporter }: CommandContext,
  prompt: (clack: Clack, terminal: Terminal) => Promise<T | symbol>,
): Promise<T | undefined> {
  const clack = await import("@clack/prompts");
  const input = ports.stdin();
  const ended = new AbortController();
  const end = (): void => ended.abort();
  input.on("end", end);
  const isPlain = reporter.notes.style === plainStyle;
  const write: Writable["write"] = (chunk: unknown) => {
    ports.stderr.write(isPlain ? String(chunk).replaceAll(COLOUR, "") : String(chunk));
    return true;
  };
  const output = Object.assign(new Writable(), { columns: reporter.notes.width, write });
  const answer = await prompt(clack, { input, output, signal: ended.signal });
  input.off("end", end).pause();
  if (!clack.isCancel(answer)) return answer as T;
  if (!ended.signal.aborted) ports.interrupt();
  return undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what begins a colour.
const COLOUR = /\u001b\[[\d;]*m/g;

/** Questions that protect against mistakes. Only the word `yes` agrees. */
export function openPrompts(context: CommandContext): Prompts {
  const confirm = async (message: string): Promise<boolean | undefined> => {
    const answer = await ask<string>(context, ({ text }, terminal) => text({ ...terminal, message }));
    return answer === undefined ? undefined : answer.trim() === "yes";
  };
  return {
    ...(context.ports.canAsk ? {} : { unavailable: "There is no terminal to ask in" }),
    confirmApply: (plans, untouched) => {
      context.ports.stderr.write(applyQuestion(plans, untouched));
      return confirm('Type "yes" to apply:');
    },
    confirmFiles: (count) => confirm(`Type "yes" to write ${counted(count, "file")}:`),
  };
}

/** The questions of `laurel init`. */
export async function askAnswers(
  context: CommandContext,
  known: Parameters<AskAnswers>[0],
  { game: name, offersPipelines }: Parameters<AskAnswers>[1],
): Promise<Answers | undefined> {
  const validate = (line = ""): string | undefined => (line.trim() === "" ? undefined : wrongName(line.trim()));
  const message = { message: "Name of the game:", placeholder: name, defaultValue: name, validate };
  const game =
    known.game ?? (await ask<string>(context, ({ text }, terminal) => text({ ...terminal, ...message })))?.trim();
  if (game === undefined) return undefined;
  const options = PIPELINES.map((value) => ({ value, label: PIPELINE[value].label }));
  const none = offersPipelines ? undefined : [];
  const pipelines =
    known.pipelines ??
    none ??
    (await ask<readonly PipelineName[]>(context, ({ multiselect }, terminal) =>
      multiselect({ ...terminal, message: "Set up CI for:", options, required: false }),
    ));
  return pipelines === undefined ? undefined : { game, pipelines };
}
