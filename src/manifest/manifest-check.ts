/** The schemas of manifests and of overrides, compiled (checks.ts). */
import { catalog } from "../catalog/index.ts";
import type { Checks } from "./checks.ts";
import { compiled } from "./compile-schemas.ts";
import { manifestSchema, overridesSchema } from "./schema.ts";

export const checks: Checks = compiled({
  manifest: manifestSchema(catalog),
  overrides: overridesSchema(catalog),
});
