/** One line of a report, compiled (schema/checks.ts). */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Checks } from "../../model/schema/checks.ts";
import { reportSchema } from "./report-schema.ts";

export const checks: Checks = new Ajv2020({
  strict: true,
  meta: false,
  validateSchema: false,
  inlineRefs: false,
  schemas: { report: reportSchema },
});
