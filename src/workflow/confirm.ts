/** The question before the first write. */
import { type Flags, flag } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import type { Screen } from "../cli/terminal/screen.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import { isEmpty } from "../plan/plan.ts";
import { renderQuestion } from "../view/apply/apply-text.ts";

export interface Answer {
  readonly goAhead: boolean;
  /** Whether somebody was asked, which may have taken long. */
  readonly asked: boolean;
  /** Why it could not be asked. */
  readonly diagnostic?: Diagnostic;
}

/** `leftAlone`: games that are not touched. Plans without steps need no consent. Without somebody to ask, only `--yes` goes ahead. */
export async function confirm(
  plans: readonly Plan[],
  leftAlone: readonly string[],
  flags: Flags,
  ports: Ports,
  screen: Pick<Screen, "isLog" | "note">,
): Promise<Answer> {
  const open = plans.filter((plan) => !isEmpty(plan));
  if (open.length === 0 || flag(flags, "yes") === true) return { goAhead: true, asked: false };
  if (!ports.canAsk) {
    const why = screen.isLog ? "Nobody is asked where stderr is a log" : "There is no terminal to ask in";
    const problem = diagnostic("not-confirmed", `${why}, so nothing was changed.`, {
      help: ["to apply without being asked, add the flag: --yes"],
    });
    return { goAhead: false, asked: false, diagnostic: problem };
  }
  const answer = await ports.ask(renderQuestion(open, leftAlone));
  if (answer?.trim() === "yes") return { goAhead: true, asked: true };
  // Without an answer, the cursor still stands behind the question.
  screen.note(`${answer === undefined ? "\n" : ""}Nothing was changed.`);
  return { goAhead: false, asked: true };
}
