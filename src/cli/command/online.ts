/** Runs what needs the network. Interrupted, a command ends with 130 or 143, whatever the work returned. */
import { type RunContext, withServices } from "../../workflow/run.ts";
import { type CommandContext, EXIT, type ExitCode, untilStopped } from "./command.ts";

export async function online(
  { ports, reporter }: CommandContext,
  work: (run: RunContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { value, signal } = await withServices(ports, reporter, (run) => untilStopped(reporter, () => work(run)));
  if (signal === undefined) return value;
  return signal === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
}
