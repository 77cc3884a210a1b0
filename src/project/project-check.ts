/** The project file, compiled (checks.ts in manifest). */
import { Ajv } from "ajv";
import type { Checks } from "../manifest/checks.ts";
import { EDITOR_KEYWORDS } from "../manifest/editor-words.ts";
import { projectSchema } from "./project-schema.ts";

export const checks: Checks = new Ajv({
  allErrors: true,
  strict: true,
  strictRequired: false,
  meta: false,
  validateSchema: false,
  // What several places share is compiled once.
  inlineRefs: false,
  keywords: [...EDITOR_KEYWORDS],
  schemas: { project: projectSchema() },
});
