/** Codes of what is found when it is asked what manifests mean: scenarios, impact, pages. */
import { type CodeEntry, invalid } from "./code-entry.ts";

export const DESIGN_CODES = {
  "stale-constants": invalid(
    "Constants are not current",
    "A file that `laurel codegen` writes is missing, or differs from what the manifests give now. Write it again.",
  ),
  "invalid-template": invalid(
    "Template cannot be used",
    "A template for `laurel codegen` has a tag without an end, a section that is not closed, or a name that nothing has.",
  ),
} as const satisfies Record<string, CodeEntry>;
