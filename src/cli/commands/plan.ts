/** `laurel plan`: shows what would change, and writes nothing to the service. */
import { resolve } from "node:path";
import { type Diagnostic, hasErrors } from "../../core/diagnostics.ts";
import { isEmpty } from "../../core/plan/plan.ts";
import { savedPlan } from "../../core/plan/plan-file.ts";
import { writePlanText } from "../../edges/files/plan-file.ts";
import { shownPath } from "../../edges/files/read.ts";
import { sha256 } from "../../edges/hash.ts";
import { withCauses } from "../../render/cause-json.ts";
import { renderPlansJson } from "../../render/plan-json.ts";
import { type Flags, flag, text } from "../command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import { type PlannedGames, planGames, renderPlans } from "../planned-games.ts";
import type { Ports } from "../ports.ts";
import { openScreen, type Screen } from "../screen.ts";
import { shellLine } from "../shell-line.ts";

export async function planCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  return withInterrupts(ports, async (interrupts) => {
    const planned = await planGames(flags, ports, screen, interrupts);
    await planned.close();
    const refused: readonly Diagnostic[] = planned.games.flatMap((game) => game.refusals);
    const problems = [...planned.diagnostics, ...refused];
    if (text(flags, "format") === "json") {
      const plans = planned.games.map(({ plan, allowed, causes }) => {
        const saved = savedPlan(plan, allowed, sha256);
        return causes === undefined ? saved : withCauses(saved, causes);
      });
      ports.stdout.write(renderPlansJson(plans, problems));
      screen.report(problems);
    } else {
      ports.stdout.write(renderPlans(planned.games, flags, screen));
      // The text of a plan tells its refusals itself.
      screen.report(planned.diagnostics);
    }
    const unsaved = await savePlans(planned, flags, ports, screen);
    screen.report(unsaved);
    const failure = exitCodeOf([...problems, ...unsaved]);
    if (failure !== EXIT.done) return failure;
    const hasChanges = planned.games.some(({ plan }) => !isEmpty(plan));
    return flag(flags, "detailed-exitcode") === true && hasChanges ? EXIT.changes : EXIT.done;
  });
}

/**
 * Writes the file of `--out`. Plans that are refused for their hazards are saved, too: `apply` refuses them as well,
 * until somebody allows the hazards. When a game could not be planned, nothing is saved.
 */
async function savePlans(
  { games, diagnostics }: PlannedGames,
  flags: Flags,
  ports: Ports,
  screen: Screen,
): Promise<readonly Diagnostic[]> {
  const out = text(flags, "out");
  if (out === undefined) return [];
  const path = resolve(ports.cwd, out);
  const shown = shownPath(path, ports.cwd);
  if (hasErrors(diagnostics) || games.length === 0) {
    screen.note(`No plan was saved in ${shown}, because of the problems above.`);
    return [];
  }
  const plans = games.map(({ plan, allowed }) => savedPlan(plan, allowed, sha256));
  const refused = games.flatMap((game) => game.refusals);
  const problem = await writePlanText(path, renderPlansJson(plans, [...diagnostics, ...refused]), ports.cwd);
  if (problem !== undefined) return [problem];
  const project = text(flags, "project");
  const words = [
    ...["laurel", "apply", shown],
    ...(project === undefined ? [] : ["--project", project]),
    ...[...new Set(refused.map(({ code }) => code))].flatMap((code) => ["--allow", code]),
  ];
  screen.note(`The plan was saved in ${shown}. To carry it out: ${shellLine(words)}`);
  return [];
}
