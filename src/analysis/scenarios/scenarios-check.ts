/** Files of scenarios, compiled (schema/checks.ts). */
import { Ajv } from "ajv";
import type { Checks } from "../../model/schema/checks.ts";
import { EDITOR_KEYWORDS } from "../../model/schema/editor.ts";
import { scenariosSchema } from "./scenarios-schema.ts";

export const checks: Checks = new Ajv({
  allErrors: true,
  strict: true,
  strictRequired: false,
  strictTypes: false,
  // Expectations occur in several places: the code for them is written once.
  inlineRefs: false,
  meta: false,
  validateSchema: false,
  keywords: [...EDITOR_KEYWORDS],
  schemas: { scenarios: scenariosSchema },
});
