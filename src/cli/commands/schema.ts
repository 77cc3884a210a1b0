/** `laurel schema DOCUMENT`: prints a JSON Schema, the same as in the folder `schemas`. */
import { catalog } from "../../catalog/index.ts";
import type { JsonObject } from "../../core/json.ts";
import { applySchema } from "../../core/schema/apply.ts";
import { diagnosticsSchema } from "../../core/schema/diagnostics.ts";
import { manifestSchema } from "../../core/schema/manifest.ts";
import { planSchema } from "../../core/schema/plan.ts";
import { projectSchema } from "../../core/schema/project.ts";
import { type Flags, text } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Ports } from "../ports.ts";

const SCHEMAS: Readonly<Record<string, () => JsonObject>> = {
  manifest: () => manifestSchema(catalog),
  project: () => projectSchema(),
  plan: () => planSchema,
  apply: () => applySchema,
  diagnostics: () => diagnosticsSchema,
};

export function schemaCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const make = SCHEMAS[text(flags, "document") ?? ""];
  if (make === undefined) throw new Error("the command line let an unknown document through");
  ports.stdout.write(`${JSON.stringify(make(), null, 2)}\n`);
  return Promise.resolve(EXIT.done);
}
