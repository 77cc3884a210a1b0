/** Compiled checks of scenario files (checks.ts in manifest). */
import type { Checks } from "../../manifest/checks.ts";
import { compiled } from "../../manifest/compile-schemas.ts";
import { scenariosSchema } from "./scenarios-schema.ts";

export const checks: Checks = compiled({ scenarios: scenariosSchema });
