/** `laurel plan`: shows what would change, and writes nothing. */
import type { Diagnostic } from "../../core/diagnostics.ts";
import { isEmpty } from "../../core/plan.ts";
import { renderPlansJson } from "../../render/plan-json.ts";
import { type Flags, flag, text } from "../command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import { planGames, renderPlans } from "../planned-games.ts";
import type { Ports } from "../ports.ts";
import { openScreen } from "../screen.ts";

export async function planCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  return withInterrupts(ports, async (interrupts) => {
    const planned = await planGames(flags, ports, screen, interrupts);
    await planned.close();
    const refused: readonly Diagnostic[] = planned.games.flatMap((game) => game.refusals);
    const problems = [...planned.diagnostics, ...refused];
    if (text(flags, "format") === "json") {
      const plans = planned.games.map(({ plan }) => plan);
      ports.stdout.write(renderPlansJson(plans, problems));
      screen.report(problems);
    } else {
      ports.stdout.write(renderPlans(planned.games, flags, screen));
      // The text of a plan tells its refusals itself.
      screen.report(planned.diagnostics);
    }
    const failure = exitCodeOf(problems);
    if (failure !== EXIT.done) return failure;
    const hasChanges = planned.games.some(({ plan }) => !isEmpty(plan));
    return flag(flags, "detailed-exitcode") === true && hasChanges ? EXIT.changes : EXIT.done;
  });
}
