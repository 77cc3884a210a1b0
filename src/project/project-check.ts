/** The compiled schema of the project file (checks.ts in manifest). */
import type { Checks } from "../manifest/checks.ts";
import { compiled } from "../manifest/compile-schemas.ts";
import { projectSchema } from "./project-schema.ts";

export const checks: Checks = compiled({ project: projectSchema });
