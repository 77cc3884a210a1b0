/** `laurel schema DOCUMENT`: prints a JSON Schema, the same as in the folder `schemas`. */
import { catalog } from "../../catalog/index.ts";
import { publishedSchemas } from "../../view/schema/published.ts";
import { type Flags, text } from "../args/command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Ports } from "../terminal/ports.ts";

export function schemaCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const schema = publishedSchemas(catalog)[text(flags, "document") ?? ""];
  if (schema === undefined) throw new Error("the command line let an unknown document through");
  ports.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
  return Promise.resolve(EXIT.done);
}
