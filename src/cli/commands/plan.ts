/** `laurel plan`: shows what would change, and writes nothing. */
import type { Diagnostic } from "../../core/diagnostics.ts";
import { isEmpty } from "../../core/plan.ts";
import { renderPlansJson } from "../../render/plan-json.ts";
import { renderPlanText } from "../../render/plan-text.ts";
import { type Flags, flag, text } from "../command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import { planGames } from "../planned-games.ts";
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
      ports.stdout.write(
        renderPlansJson(
          planned.games.map(({ plan }) => plan),
          problems,
        ),
      );
    } else {
      const view = { ...screen.result, showRequests: flag(flags, "show-requests") ?? false };
      const blocks = planned.games.map((game) => renderPlanText(game.plan, game.refusals, view));
      ports.stdout.write(blocks.join("\n"));
    }
    screen.report(problems);
    const failure = exitCodeOf(problems);
    if (failure !== EXIT.done) return failure;
    const hasChanges = planned.games.some(({ plan }) => !isEmpty(plan));
    return flag(flags, "detailed-exitcode") === true && hasChanges ? EXIT.changes : EXIT.done;
  });
}
