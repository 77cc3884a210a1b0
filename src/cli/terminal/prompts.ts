/**
 * Questions at the terminal. The terminal itself lets people edit their line, and turns Ctrl-C into
 * a signal.
 */
import { createInterface } from "node:readline";
import { diagnostic } from "../../model/diagnostics.ts";
import { fittedSentences } from "../../view/render/layout.ts";
import { explainWrongName } from "../../workflow/init.ts";
import { Stop } from "../../workflow/problems.ts";
import type { ProcessPorts } from "./ports.ts";

/** The line that is typed; undefined where the input ended, or the command was interrupted. */
async function ask(
  { stderr, stdin, onSignal }: ProcessPorts,
  question: string,
): Promise<string | undefined> {
  stderr.write(`${question} `);
  const lines = createInterface({ input: stdin() });
  const forget = onSignal(() => lines.close());
  const { value: answer } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  forget();
  if (answer === undefined) stderr.write("\n");
  return answer?.trim();
}

/**
 * Whether the word `yes` is typed; nothing else agrees. `explanation`: lines before the question.
 */
export async function confirmed(
  ports: ProcessPorts,
  verb: string,
  explanation = "",
): Promise<boolean> {
  if (!ports.canAsk) {
    const help = [`to ${verb} without a prompt, add the flag: --yes`];
    throw new Stop(
      diagnostic("not-confirmed", "There is no terminal to ask in, so nothing was changed.", {
        help,
      }),
    );
  }
  ports.stderr.write(fittedSentences(explanation, ports.stderr.columns));
  return (await ask(ports, `Type "yes" to ${verb}:`)) === "yes";
}

/**
 * The question of `laurel init`, asked again until nothing is wrong. Enter takes the usual name.
 */
export async function askName(ports: ProcessPorts, usual: string): Promise<string | undefined> {
  const name = await ask(ports, `Name of the game (${usual}):`);
  const problem = name === undefined || name === "" ? undefined : explainWrongName(name);
  if (problem === undefined) return name === "" ? usual : name;
  ports.stderr.write(`${fittedSentences(problem, ports.stderr.columns)}\n`);
  return askName(ports, usual);
}
