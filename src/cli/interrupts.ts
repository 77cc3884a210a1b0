/** Ends a command that was interrupted with 130 or 143, whatever the work itself came to. */
import { type RunContext, withServices } from "../workflow/services.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import type { Ports } from "./ports.ts";
import type { Screen } from "./terminal/screen.ts";

export async function withInterrupts(
  ports: Ports,
  screen: Screen,
  work: (run: RunContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { value, signal } = await withServices(ports, screen, work);
  if (signal === undefined) return value;
  return signal === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
}
