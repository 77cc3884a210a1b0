/**
 * Compiles the schemas of files that people write. Only modules named `…-check.ts` import it: see
 * checks.ts.
 */
import { Ajv } from "ajv";
import type { JsonObject } from "../ground/json.ts";
import type { Checks } from "./checks.ts";
import { EDITOR_KEYWORDS } from "./editor-words.ts";

export function compiled(schemas: Readonly<Record<string, JsonObject>>): Checks {
  return new Ajv({
    allErrors: true,
    // Messages are made from the schema around the broken keyword.
    verbose: true,
    messages: false,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    // A test validates the schemas instead, because this would take longer than everything else.
    meta: false,
    validateSchema: false,
    // Compiles a definition once for all its references.
    inlineRefs: false,
    keywords: [...EDITOR_KEYWORDS],
    schemas,
  });
}
