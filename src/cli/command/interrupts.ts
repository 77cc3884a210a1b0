/** Ends a command that was interrupted with 130 or 143, whatever the result of the work. */
import { type RunContext, withServices } from "../../workflow/run.ts";
import type { CommandContext } from "../terminal/reporter.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";

export async function withInterrupts(
  { ports, reporter }: CommandContext,
  work: (online: RunContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { value, signal } = await withServices(ports, reporter, work);
  if (signal === undefined) return value;
  return signal === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
}
