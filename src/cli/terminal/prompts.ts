/** Questions at the terminal. The terminal itself lets people edit their line, and turns Ctrl-C into a signal. */
import { createInterface } from "node:readline";
import { counted } from "../../manifest/wording.ts";
import { applyQuestion } from "../../view/apply.ts";
import { wrongName } from "../../workflow/init.ts";
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

/** The question of `laurel init`, asked again until nothing is wrong. Enter takes the usual name. */
export async function askName(ports: ProcessPorts, usual: string): Promise<string | undefined> {
  for (;;) {
    const name = await ask(ports, `Name of the game (${usual}):`);
    const problem = name === undefined || name === "" ? undefined : wrongName(name);
    if (problem === undefined) return name === "" ? usual : name;
    ports.stderr.write(`${problem}\n`);
  }
}
