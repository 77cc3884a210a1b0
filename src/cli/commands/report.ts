/** `laurel report`: the points economy of the chosen games, and the cheapest way to earn each achievement. Needs no network. */
import { economyOf } from "../../analysis/report/economy.ts";
import { loadDesigns } from "../../workflow/load-games.ts";
import type { ExitCode } from "../exit-codes.ts";
import { type ReportResult, reportForms } from "../output/forms.ts";
import { openOutputs, writeResult } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function reportCommand(flags: FlagsOf<"report">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("report", flags, ports);
  const { diagnostics } = outputs;
  const result = diagnostics.length > 0 ? { diagnostics, games: [] } : await report(flags, ports, reporter);
  return writeResult("report", result, reportForms(flags, ports), { flags, ports, reporter, outputs });
}

async function report(
  flags: FlagsOf<"report">,
  ports: ProcessPorts,
  reporter: TerminalReporter,
): Promise<ReportResult> {
  const { games, diagnostics } = await loadDesigns(flags, { ports, reporter });
  const reported = games.map(({ choice, desired, design }) => {
    return { game: choice.game, desired, economy: economyOf(design) };
  });
  return { games: reported, diagnostics };
}
