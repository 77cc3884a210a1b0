/** Questions that protect against mistakes, at the terminal. */
import { renderAddressQuestion, renderFilesQuestion, renderQuestion } from "../../view/apply/apply-text.ts";
import type { Prompts } from "../../workflow/run.ts";
import type { ProcessPorts } from "./ports.ts";
import type { TerminalReporter } from "./reporter.ts";

/** Only the word `yes` agrees. */
export function openPrompts(ports: ProcessPorts, { isLog }: TerminalReporter): Prompts {
  const isYes = (answer: string | undefined): boolean => answer?.trim() === "yes";
  const why = isLog ? "Nobody is asked where stderr is a log" : "There is no terminal to ask in";
  return {
    ...(ports.canAsk ? {} : { unavailable: why }),
    confirmApply: async (plans, untouched) => {
      const answer = await ports.ask(renderQuestion(plans, untouched));
      return answer === undefined ? undefined : isYes(answer);
    },
    confirmFiles: async (count) => {
      const answer = await ports.ask(renderFilesQuestion(count));
      return answer === undefined ? undefined : isYes(answer);
    },
    confirmAddress: async (origin, token_env) => isYes(await ports.ask(renderAddressQuestion(origin, token_env))),
  };
}
