/** `laurel test`: plays the scenarios of the chosen games. Needs no network. */
import { totalsOf } from "../../analysis/scenarios/results.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { type TestResult, testGames } from "../../workflow/scenarios.ts";
import { wrongBase } from "../../workflow/selection.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { FormatOf } from "../output/formats.ts";
import { testForms } from "../output/forms.ts";
import { openOutputs, type Run, writeResult } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

type TestFlags = FlagsOf<"test">;
type TestRun = Run<FormatOf<"test">> & { readonly flags: TestFlags };

export async function testCommand(flags: TestFlags, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("test", flags, ports);
  const diagnostics = [...outputs.diagnostics, ...contradictions(flags)];
  const run: TestRun = { flags, ports, reporter, outputs };
  if (diagnostics.length > 0) return tell({ games: [], isSeveral: false, diagnostics }, run);
  return tell(await testGames(flags, { ports, reporter }), run);
}

/** Flags that do not go together. */
function contradictions(flags: TestFlags): readonly Diagnostic[] {
  const problems: Diagnostic[] = [...wrongBase(flags)];
  const wanted = flags.minCoverage;
  if (wanted !== undefined && wanted > 100) {
    problems.push(diagnostic("usage", "--min-coverage is a number of percent, 100 at most."));
  }
  if (wanted !== undefined && flags.filter.length > 0) {
    problems.push(diagnostic("usage", "--min-coverage is about all scenarios, and --filter takes only some of them."));
  }
  return problems;
}

async function tell(result: TestResult, run: TestRun): Promise<ExitCode> {
  const code = await writeResult("test", result, testForms(run.flags, run.ports), run);
  return code === EXIT.done && totalsOf(result.games).failed > 0 ? EXIT.failed : code;
}
