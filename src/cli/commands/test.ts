/** `laurel test`: plays the scenarios of the chosen games. Needs no network. */
import { totalsOf } from "../../analysis/scenarios/test-game.ts";
import { type TestResult, testGames } from "../../workflow/scenarios.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { testForms } from "../output/forms.ts";
import { openOutputs, writeResult } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function testCommand(flags: FlagsOf<"test">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("test", flags, ports);
  const { diagnostics } = outputs;
  const result: TestResult =
    diagnostics.length > 0 ? { games: [], isSeveral: false, diagnostics } : await testGames(flags, { ports, reporter });
  const code = await writeResult("test", result, testForms(), { flags, ports, reporter, outputs });
  return code === EXIT.done && totalsOf(result.games).failed > 0 ? EXIT.failed : code;
}
