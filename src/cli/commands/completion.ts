/** `laurel completion`: prints the script of yargs, which comes with the arguments. */
import { type Flags, text } from "../args/command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Ports } from "../terminal/ports.ts";

export async function completionCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  ports.stdout.write(text(flags, "script") ?? "");
  return EXIT.done;
}
