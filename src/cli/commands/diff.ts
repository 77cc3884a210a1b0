/** `laurel diff`: compares games as they are live in two environments, and writes nothing. */
import { renderLiveDifferencesJson } from "../../view/json/render.ts";
import { renderLiveDifferences } from "../../view/live-difference-text.ts";
import { compareGames, diffOutcome } from "../../workflow/diff.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function diffCommand(flags: FlagsOf<"diff">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  return withInterrupts(ports, reporter, async (run) => {
    const { each, games, diagnostics, isSeveral } = await compareGames(flags, run);
    const ends = each.map((one) => ({ game: one.game, outcome: diffOutcome(one) }));
    reporter.report(diagnostics);
    ports.stdout.write(
      flags.format === "json"
        ? renderLiveDifferencesJson(games, ends, diagnostics)
        : renderLiveDifferences(games, ends, isSeveral, reporter.result),
    );
    const failure = exitCodeOf(diagnostics);
    if (failure !== EXIT.done) return failure;
    const hasNews = ends.some(({ outcome }) => outcome === "different");
    return flags.detailedExitcode === true && hasNews ? EXIT.changes : EXIT.done;
  });
}
