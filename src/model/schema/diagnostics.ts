/** JSON Schema of the document of commands whose whole result is a list of problems. */
import type { JsonObject } from "../json.ts";
import { DIAGNOSTIC_SCHEMA, DIAGNOSTICS_MEMBER, documentSchema } from "./output.ts";

export const diagnosticsSchema: JsonObject = documentSchema(
  "laurel diagnostics",
  "What `laurel validate --format json` and `laurel lint --format json` print.",
  { diagnostics: DIAGNOSTICS_MEMBER },
  { diagnostic: DIAGNOSTIC_SCHEMA },
);
