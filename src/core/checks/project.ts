/** The project file, compiled (schema/checks.ts). */
import { Ajv } from "ajv";
import type { JsonObject } from "../json.ts";
import type { Checks } from "../schema/checks.ts";
import { EDITOR_KEYWORDS } from "../schema/editor.ts";
import { folded } from "../schema/folded.ts";
import { projectSchema } from "../schema/project.ts";

export const checks: Checks = new Ajv({
  allErrors: true,
  strict: true,
  strictRequired: false,
  meta: false,
  validateSchema: false,
  // What several places share is compiled once.
  inlineRefs: false,
  keywords: [...EDITOR_KEYWORDS],
  schemas: { project: folded(projectSchema()) as JsonObject },
});
