/** `laurel apply`: plans, asks, carries the plans out and reads again. */
import { applyGames } from "../../workflow/apply-games.ts";
import { needsSecrets } from "../args/command.ts";
import { suggestionsFor } from "../args/suggestions.ts";
import { type ExitCode, exitCodeOf, exitCodeOfOutcome } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import { openOutputs } from "../output/outputs.ts";
import { applyForms, renderPlans } from "../output/plan-forms.ts";
import { openApplyReport } from "../terminal/apply-reporter.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openPrompts } from "../terminal/prompts.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function applyCommand(flags: FlagsOf<"apply">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("apply", flags, ports);
  return withInterrupts(ports, reporter, async (run) => {
    const { format } = flags;
    const report = openApplyReport(format, (games) => renderPlans(games, reporter.result), reporter, ports);
    const own = { prompts: openPrompts(ports), suggestions: suggestionsFor(flags) };
    const options = { ...flags, needsSecrets: needsSecrets(flags) };
    const applied = await applyGames(options, outputs.diagnostics, { ...run, ...own }, report);
    const forms = applyForms(flags, ports);
    // Text was written as things happened.
    if (format !== "text") {
      ports.stdout.write(await forms[format](applied, reporter.result));
    }
    const unwritten = await outputs.write(forms, applied);
    reporter.report(unwritten);
    return applied.outcome === undefined ? exitCodeOf(unwritten) : exitCodeOfOutcome(applied.outcome);
  });
}
