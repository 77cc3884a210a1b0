/** `laurel revert FILE`: plans back to what was live before an apply, asks, and carries that out as every apply. */
import { hasErrors } from "../../model/diagnostics.ts";
import { isEmpty } from "../../plan/plan.ts";
import { renderApplyJson } from "../../view/json/render.ts";
import { wrapText } from "../../view/text/layout.ts";
import { carryOutAll } from "../../workflow/apply-games.ts";
import { planReverts } from "../../workflow/revert.ts";
import { suggestionsFor } from "../args/suggestions.ts";
import { EXIT, type ExitCode, exitCodeOfOutcome } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import { filesAmongManifests } from "../output/outputs.ts";
import { renderPlans } from "../output/plan-forms.ts";
import { openApplyReport } from "../terminal/apply-reporter.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openPrompts } from "../terminal/prompts.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function revertCommand(flags: FlagsOf<"revert">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  return withInterrupts(ports, reporter, async (services) => {
    const own = { prompts: openPrompts(ports), suggestions: suggestionsFor("revert", flags, ports.cwd) };
    const run = { ...services, ...own };
    const options = { ...flags, file: flags.file ?? "", failOn: [], needsSecrets: false };
    const planned = await planReverts(options, await filesAmongManifests(flags, ports), run);
    const { each, games, diagnostics } = planned;
    const { format } = flags;
    const isWhole = !hasErrors(diagnostics) && games.length === each.length;
    if (format === "text" && isWhole && games.every(({ plan }) => isEmpty(plan))) {
      reporter.report(diagnostics);
      const words = "Nothing to revert: everything that the apply touched is as it was before.";
      ports.stdout.write(`${wrapText(words, reporter.result.width).join("\n")}\n`);
      return EXIT.done;
    }
    const report = openApplyReport(format, (plans) => renderPlans(plans, flags, reporter.result), reporter, ports);
    const applied = await carryOutAll(planned, options, run, report);
    if (format === "json") ports.stdout.write(renderApplyJson(applied.results, applied.problems));
    return exitCodeOfOutcome(applied.outcome);
  });
}
