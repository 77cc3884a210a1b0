/** The document with saved plans, compiled (schema/checks.ts). */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Checks } from "../model/schema/checks.ts";
import { planSchema } from "./plan-schema.ts";

export const checks: Checks = new Ajv2020({
  strict: true,
  strictTypes: false,
  meta: false,
  validateSchema: false,
  inlineRefs: false,
  schemas: { plan: planSchema },
});
