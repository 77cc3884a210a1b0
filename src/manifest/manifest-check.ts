/** The schemas of manifests and of overrides, compiled (checks.ts in manifest). */
import { Ajv } from "ajv";
import { catalog } from "../catalog/index.ts";
import type { Checks } from "./checks.ts";
import { EDITOR_KEYWORDS } from "./editor-words.ts";
import { manifestSchema, overridesSchema } from "./schema.ts";

// The schemas are our own, and a test holds them against the schema of schemas: that would take longer than all else.
export const checks: Checks = new Ajv({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  meta: false,
  validateSchema: false,
  // What several places share is compiled once.
  inlineRefs: false,
  keywords: [...EDITOR_KEYWORDS],
  schemas: { manifest: manifestSchema(catalog), overrides: overridesSchema(catalog) },
});
