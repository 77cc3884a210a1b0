/**
 * Questions at the terminal. The terminal itself lets people edit their line, and turns Ctrl-C into
 * a signal.
 */
import { createInterface } from "node:readline";
import { type Checked, checked, diagnostic, failed } from "../../model/diagnostics.ts";
import { fittedSentences } from "../../view/render/layout.ts";
import { explainWrongName } from "../../workflow/init.ts";
import type { ProcessPorts } from "./ports.ts";

/** A terminal, and the signal that ends a question. */
interface Asking {
  readonly ports: ProcessPorts;
  readonly signal: AbortSignal;
}

/** Returns the line that is typed; undefined if the input ended, or the command was interrupted. */
async function ask(
  { ports: { stderr, stdin }, signal }: Asking,
  question: string,
): Promise<string | undefined> {
  stderr.write(`${question} `);
  const lines = createInterface({ input: stdin(), signal });
  const { value: answer } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  if (answer === undefined) stderr.write("\n");
  return answer?.trim();
}

/**
 * Asks for the word `yes`; nothing else agrees. Fails without a terminal. `explanation`: lines before
 * the question.
 */
export async function confirm(
  asking: Asking,
  verb: string,
  explanation = "",
): Promise<Checked<boolean>> {
  const { canAsk, stderr } = asking.ports;
  if (!canAsk) {
    const help = [`to ${verb} without a prompt, add the flag: --yes`];
    const detail = "There is no terminal to ask in, so nothing was changed.";
    return failed(diagnostic("not-confirmed", detail, { help }));
  }
  stderr.write(explanation);
  return checked((await ask(asking, `Type "yes" to ${verb}:`)) === "yes");
}

/** Asks `laurel init`'s question until the answer is valid. Enter takes the usual name. */
export async function askName(asking: Asking, usual: string): Promise<string | undefined> {
  const { stderr } = asking.ports;
  const name = await ask(asking, `Name of the game (${usual}):`);
  const problem = name === undefined || name === "" ? undefined : explainWrongName(name);
  if (problem === undefined) return name === "" ? usual : name;
  stderr.write(`${fittedSentences(problem, stderr.columns)}\n`);
  return askName(asking, usual);
}
