/** Files of scenarios, compiled (checks.ts in manifest). */
import { Ajv } from "ajv";
import type { Checks } from "../../manifest/checks.ts";
import { EDITOR_KEYWORDS } from "../../manifest/editor-words.ts";
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
