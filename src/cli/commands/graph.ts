/** `laurel graph`: what leads to what in the chosen games, as a picture. Needs no network. */
import { type GameGraph, gameGraphs } from "../../workflow/graphs.ts";
import { formatOfFile } from "../args/formats.ts";
import type { ExitCode } from "../exit-codes.ts";
import { graphForms, shownGraphs } from "../output/forms.ts";
import { openOutputs, writeResult } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function graphCommand(flags: FlagsOf<"graph">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("graph", flags, ports);
  const { diagnostics } = outputs;
  const result = diagnostics.length > 0 ? { diagnostics, games: [] } : await gameGraphs(flags, { ports, reporter });
  const code = await writeResult("graph", result, graphForms(flags), { flags, ports, reporter, outputs });
  if (flags.format === "markdown" || flags.out.some((file) => formatOfFile(file) === "markdown"))
    await warnOfLimits(await shownGraphs(result, flags), reporter);
  return code;
}

/** Other programs may still draw a graph that no host would. */
async function warnOfLimits(games: readonly GameGraph[], reporter: TerminalReporter): Promise<void> {
  const { beyondMermaid } = await import("../../view/graph/graph-mermaid.ts");
  const beyond = beyondMermaid(games);
  if (beyond === undefined) return;
  reporter.note(
    `The graph has ${beyond}: GitHub and others will not show it. Try --achievement ID, or --out graph.html.`,
    "warn",
  );
}
