/** The questions of `laurel init`. Loaded only in a terminal. */
import { Writable } from "node:stream";
import { isCancel, multiselect, text } from "@clack/prompts";
import { plainStyle } from "../../view/text/style.ts";
import { type AskAnswers, wrongName } from "../../workflow/init.ts";
import { PIPELINE } from "../../workflow/init-pipelines.ts";
import { PIPELINES, type PipelineName } from "../../workflow/options.ts";
import type { ProcessPorts } from "./ports.ts";
import type { TerminalReporter } from "./reporter.ts";

/** The person has ended the questions. */
class Ended extends Error {}

/** `onInterrupt`: called for Ctrl-C, for which the terminal makes no signal while it reads keys. */
export function openInitQuestions(
  ports: ProcessPorts,
  reporter: TerminalReporter,
  onInterrupt: () => void,
): AskAnswers {
  return async (known, { game: name, offersPipelines }) => {
    const input = ports.stdin();
    const ended = new AbortController();
    const onKey = (_: unknown, key: { readonly ctrl?: boolean; readonly name?: string } | undefined): void => {
      if (key?.ctrl === true && key.name === "c") onInterrupt();
      if (key?.ctrl === true && key.name === "d") ended.abort();
    };
    const onEnd = (): void => ended.abort();
    input.on("keypress", onKey).on("end", onEnd);
    const common = { input, output: terminalOutput(ports, reporter), signal: ended.signal };
    const ask = async <T>(answer: Promise<T>): Promise<Exclude<T, symbol>> => {
      const value = await answer;
      if (isCancel(value)) throw new Ended();
      return value as Exclude<T, symbol>;
    };
    const askName = async (): Promise<string> => {
      const validate = (line = ""): string | undefined => (line.trim() === "" ? undefined : wrongName(line.trim()));
      const message = "Name of the game:";
      const line = await ask(text({ ...common, message, placeholder: name, defaultValue: name, validate }));
      return line.trim() === "" ? name : line.trim();
    };
    const askPipelines = async (): Promise<readonly PipelineName[]> => {
      if (!offersPipelines) return [];
      const options = PIPELINES.map((value) => ({ value, label: PIPELINE[value].label }));
      return ask(multiselect<PipelineName>({ ...common, message: "Set up CI for:", options, required: false }));
    };
    try {
      const game = known.game ?? (await askName());
      return { game, pipelines: known.pipelines ?? (await askPipelines()) };
    } catch (error) {
      if (error instanceof Ended) return undefined;
      throw error;
    } finally {
      input.off("keypress", onKey).off("end", onEnd);
      input.pause();
    }
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what begins a colour.
const COLOUR = /\u001b\[[\d;]*m/g;

/** The way to stderr, with colours only where they are wanted. */
function terminalOutput(
  { stderr }: ProcessPorts,
  { notes }: TerminalReporter,
): Writable & { readonly columns: number } {
  const isPlain = notes.style === plainStyle;
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      const written = chunk.toString("utf8");
      stderr.write(isPlain ? written.replaceAll(COLOUR, "") : written);
      done();
    },
  });
  return Object.assign(output, { columns: notes.width });
}
