/** `laurel schema DOCUMENT`: prints a JSON Schema from the folder `schemas` of the package. */
import { readSchema } from "../../files/assets.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import type { FlagsOf } from "./flags.ts";

export async function schemaCommand(flags: FlagsOf<"schema">, ports: ProcessPorts): Promise<ExitCode> {
  ports.stdout.write(await readSchema(flags.document ?? ""));
  return EXIT.done;
}
