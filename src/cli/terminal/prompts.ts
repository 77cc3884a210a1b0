/** Questions that protect against mistakes, at the terminal. */
import { renderFilesQuestion, renderQuestion } from "../../view/apply/apply-text.ts";
import type { Prompts } from "../../workflow/run.ts";
import type { ProcessPorts } from "./ports.ts";

/** Only the word `yes` agrees. */
export function openPrompts(ports: ProcessPorts): Prompts {
  const isYes = (answer: string | undefined): boolean => answer?.trim() === "yes";
  return {
    ...(ports.canAsk ? {} : { unavailable: "There is no terminal to ask in" }),
    confirmApply: async (plans, untouched) => {
      const answer = await ports.ask(renderQuestion(plans, untouched));
      return answer === undefined ? undefined : isYes(answer);
    },
    confirmFiles: async (count) => {
      const answer = await ports.ask(renderFilesQuestion(count));
      return answer === undefined ? undefined : isYes(answer);
    },
  };
}
