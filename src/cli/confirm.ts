/** The question before the first write. */
import { type Diagnostic, diagnostic } from "../core/diagnostics.ts";
import type { Plan } from "../core/model.ts";
import { isEmpty } from "../core/plan/plan.ts";
import { renderQuestion } from "../render/question-text.ts";
import { type Flags, flag } from "./command.ts";
import type { Ports } from "./ports.ts";

export interface Answer {
  readonly goAhead: boolean;
  /** Whether somebody was asked, which may have taken long. */
  readonly asked: boolean;
  /** Why it could not be asked. */
  readonly diagnostic?: Diagnostic;
}

/** Plans without steps need no consent. Without somebody to ask, only `--yes` goes ahead. */
export async function confirm(plans: readonly Plan[], flags: Flags, ports: Ports): Promise<Answer> {
  const open = plans.filter((plan) => !isEmpty(plan));
  if (open.length === 0 || flag(flags, "yes") === true) return { goAhead: true, asked: false };
  if (!ports.canAsk) {
    const problem = diagnostic("not-confirmed", "There is no terminal to ask in, so nothing was changed.", {
      help: ["to apply without being asked, add the flag: --yes"],
    });
    return { goAhead: false, asked: false, diagnostic: problem };
  }
  const answer = await ports.ask(renderQuestion(open));
  if (answer?.trim() === "yes") return { goAhead: true, asked: true };
  ports.stderr.write("Nothing was changed.\n");
  return { goAhead: false, asked: true };
}
