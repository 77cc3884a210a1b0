/** `laurel plan`: shows what would change, and writes nothing to the service. */
import { isEmpty } from "../../plan/plan.ts";
import { planGames } from "../../workflow/plan-games.ts";
import type { Flags } from "../command/command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../command/exit-codes.ts";
import { FORMATS } from "../command/formats.ts";
import { withInterrupts } from "../command/interrupts.ts";
import { needsSecrets, output, planning, toggle, whichGame } from "../command/options.ts";
import { openOutputs, writeOutputs } from "../output/outputs.ts";
import { allProblems, planForms } from "../output/plan-forms.ts";
import type { CommandContext } from "../terminal/reporter.ts";

export const options = {
  ...whichGame,
  ...planning,
  ...output(FORMATS.plan),
  "detailed-exitcode": { ...toggle, describe: "Exit with 2 instead of 0 when there are differences" },
} as const;

export const examples = [
  ["laurel plan --env production", "Compare the manifests with the live game"],
  ["laurel plan --target achievement/dragon-slayer", "Plan one resource and what it needs"],
  ["laurel plan --base origin/main", "Separate this branch's changes from drift"],
  ["laurel plan --detailed-exitcode --format json > plan.json", "Show a pipeline whether there are changes"],
  ["laurel plan --changed --base origin/main", "Plan the games that this branch changes"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const { ports, reporter } = context;
  const { format } = flags;
  const outputs = await openOutputs("plan", flags, ports);
  const forms = planForms(flags, ports);
  return withInterrupts(context, async (online) => {
    const planned = await planGames({ ...flags, needsSecrets: needsSecrets(flags) }, online);
    ports.stdout.write(await forms[format](planned, reporter.result));
    const problems = allProblems(planned);
    // The text of a plan shows its refusals itself.
    reporter.report(format === "text" ? planned.diagnostics : problems);
    const hasChanges = flags.detailedExitcode === true && planned.games.some(({ plan }) => !isEmpty(plan));
    const failure = exitCodeOf(problems);
    const code = failure === EXIT.done && hasChanges ? EXIT.changes : failure;
    // That a run which was broken off found nothing does not mean that there is nothing.
    const unwritten = online.stop.aborted ? [] : await outputs.write(forms, planned);
    await writeOutputs(planned, code, ports.env);
    reporter.report(unwritten);
    return unwritten.length === 0 ? code : exitCodeOf([...problems, ...unwritten]);
  });
}
