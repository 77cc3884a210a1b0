/** `laurel plan`: shows what would change, and writes nothing to the service. */
import { hasErrors } from "../../model/diagnostics.ts";
import { isEmpty } from "../../plan/plan.ts";
import { type PlannedGame, resultsOf } from "../../workflow/game.ts";
import { planGames } from "../../workflow/plan-games.ts";
import { needsSecrets } from "../args/command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import { isPageOnTerminal, openOutputs, writeOutputs } from "../output/outputs.ts";
import { allProblems, type PlanResult, planForms } from "../output/plan-forms.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function planCommand(flags: FlagsOf<"plan">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("plan", flags, ports);
  const forms = planForms(flags, ports);
  const wrong = outputs.diagnostics;
  if (hasErrors(wrong)) return show(resultsOf<PlannedGame>(wrong), forms, flags, reporter, ports);
  return withInterrupts(ports, reporter, async (run) => {
    const planned = await planGames({ ...flags, needsSecrets: needsSecrets(flags) }, run);
    const code = await show(planned, forms, flags, reporter, ports);
    // That a run which was broken off found nothing does not mean that there is nothing.
    const unwritten = run.stop.aborted ? [] : await outputs.write(forms, planned);
    await writeOutputs(planned, code, ports.env);
    reporter.report(unwritten);
    return unwritten.length === 0 ? code : exitCodeOf([...allProblems(planned), ...unwritten]);
  });
}

/** Shows the result on stdout and the problems on stderr. Returns what they come to. */
async function show(
  result: PlanResult,
  forms: ReturnType<typeof planForms>,
  flags: FlagsOf<"plan">,
  reporter: TerminalReporter,
  ports: ProcessPorts,
): Promise<ExitCode> {
  const { format } = flags;
  const problems = allProblems(result);
  if (!isPageOnTerminal(format, ports)) {
    ports.stdout.write(await forms[format](result, reporter.result));
  }
  // The text of a plan shows its refusals itself.
  reporter.report(format === "text" ? result.diagnostics : problems);
  const failure = exitCodeOf(problems);
  if (failure !== EXIT.done) return failure;
  const hasChanges = result.games.some(({ plan }) => !isEmpty(plan));
  return flags.detailedExitcode === true && hasChanges ? EXIT.changes : EXIT.done;
}
