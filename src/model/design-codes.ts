/** Codes of what is found when it is asked what manifests mean: scenarios, impact, pages. */
import { type CodeEntry, failed, invalid, refused, usage, warning } from "./code-entry.ts";

export const DESIGN_CODES = {
  "stale-constants": invalid(
    "Constants are not current",
    "The file of `laurel codegen --check` is missing or does not match the manifests.",
    "Run the command that the help prints, and commit the file.",
  ),
  "invalid-template": invalid(
    "Template cannot be used",
    "A template for `laurel codegen` has an unclosed tag or section, or an unknown name.",
    "Correct the tag that the message shows ([templates](../guides/codegen.md)).",
  ),
  "unknown-achievement": usage(
    "Unknown achievement",
    "`--achievement` names an achievement that none of the chosen games has.",
  ),
  "impact-refused": refused(
    "Impact refused by --fail-on",
    "The plan has an impact on players that `--fail-on` names.",
    "Change the manifests, or remove the class from `--fail-on`.",
  ),
  "no-scenarios": failed(
    "No scenarios",
    "No file `*.test.yaml` or `*.test.yml` below the manifests contains a scenario. A run without scenarios fails.",
    "Check the folder and the file name, or write a scenario.",
  ),
  "cannot-judge": warning(
    "Achievement cannot be judged",
    "A rule or condition of the achievement is not known to the run-time rules, so no scenario can decide whether it is earned. It counts as not earned, and expectations of it fail.",
    "Use documented rules and [conditions](conditions.md), or remove the expectation.",
  ),
} as const satisfies Record<string, CodeEntry>;
