/** Codes of what is found when it is asked what manifests mean: scenarios, impact, pages. */
import { type CodeEntry, invalid } from "./code-entry.ts";

export const DESIGN_CODES = {
  "stale-constants": invalid(
    "Constants are not current",
    "A file that `laurel codegen` writes is missing, or differs from what the manifests give now. Write it again.",
  ),
} as const satisfies Record<string, CodeEntry>;
