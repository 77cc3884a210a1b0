/** Questions at the terminal. The terminal itself lets people edit their line, and turns Ctrl-C into a signal. */
import { createInterface } from "node:readline";
import { counted } from "../../manifest/wording.ts";
import { applyQuestion } from "../../view/apply.ts";
import { type Answers, type AskAnswers, wrongName } from "../../workflow/init.ts";
import { PIPELINES } from "../../workflow/options.ts";
import type { Prompts } from "../../workflow/run.ts";
import type { ProcessPorts } from "./ports.ts";

/** The line that is typed; undefined where the input ended, or the command was interrupted. */
function ask({ stderr, stdin, onSignal }: ProcessPorts, question: string): Promise<string | undefined> {
  stderr.write(`${question} `);
  const lines = createInterface({ input: stdin() });
  const forget = onSignal(() => lines.close());
  return new Promise((resolve) => {
    let answer: string | undefined;
    lines.once("line", (line) => {
      answer = line.trim();
      lines.close();
    });
    lines.once("close", () => {
      forget();
      if (answer === undefined) stderr.write("\n");
      resolve(answer);
    });
  });
}

/** Questions that protect against mistakes. Only the word `yes` agrees. */
export function openPrompts(ports: ProcessPorts): Prompts {
  const confirm = async (question: string): Promise<boolean> => (await ask(ports, question)) === "yes";
  return {
    ...(ports.canAsk ? {} : { unavailable: "There is no terminal to ask in" }),
    confirmApply: (plans, untouched) => {
      ports.stderr.write(applyQuestion(plans, untouched));
      return confirm('Type "yes" to apply:');
    },
    confirmFiles: (count) => confirm(`Type "yes" to write ${counted(count, "file")}:`),
  };
}

/** The questions of `laurel init`, each asked again until nothing is wrong. */
export async function askAnswers(
  ports: ProcessPorts,
  known: Parameters<AskAnswers>[0],
  { game: name }: Parameters<AskAnswers>[1],
): Promise<Answers | undefined> {
  const answer = async (question: string, problemOf: (line: string) => string | undefined) => {
    for (;;) {
      const line = await ask(ports, question);
      const problem = line === undefined || line === "" ? undefined : problemOf(line);
      if (problem === undefined) return line;
      ports.stderr.write(`${problem}\n`);
    }
  };
  const game = known.game ?? (await answer(`Name of the game (${name}):`, wrongName));
  if (game === undefined) return undefined;
  const named = (line: string): readonly string[] => line.split(/[\s,]+/);
  const unknown = (line: string): string | undefined =>
    named(line).every((word) => PIPELINES.some((each) => each === word)) ? undefined : `Not one of ${systems}: ${line}`;
  const systems = PIPELINES.join(", ");
  const line =
    known.pipelines !== undefined ? "" : await answer(`Set up CI for (${systems}; Enter for none):`, unknown);
  if (line === undefined) return undefined;
  return { game: game || name, pipelines: known.pipelines ?? PIPELINES.filter((each) => named(line).includes(each)) };
}
