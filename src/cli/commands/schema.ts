/** `laurel schema DOCUMENT`: prints a JSON Schema from the folder `schemas` of the package. */
import { readSchema } from "../../files/package.ts";
import { type Flags, text } from "../args/command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Ports } from "../terminal/ports.ts";

export async function schemaCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  ports.stdout.write(await readSchema(text(flags, "document") ?? ""));
  return EXIT.done;
}
