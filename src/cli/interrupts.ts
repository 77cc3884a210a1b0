/** Ends a command that was interrupted with 130 or 143, whatever the result of the work. */
import { type RunContext, withServices } from "../workflow/run.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import type { ProcessPorts } from "./terminal/ports.ts";
import type { TerminalReporter } from "./terminal/reporter.ts";

export async function withInterrupts(
  ports: ProcessPorts,
  reporter: TerminalReporter,
  work: (run: RunContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { value, signal } = await withServices(ports, reporter, work);
  if (signal === undefined) return value;
  return signal === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
}
