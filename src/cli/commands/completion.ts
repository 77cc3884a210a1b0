/** `laurel completion`: prints the script of yargs, which comes with the arguments. */
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import type { FlagsOf } from "./flags.ts";

export async function completionCommand(
  flags: FlagsOf<"completion"> & { readonly script?: string },
  ports: ProcessPorts,
): Promise<ExitCode> {
  ports.stdout.write(flags.script ?? "");
  return EXIT.done;
}
