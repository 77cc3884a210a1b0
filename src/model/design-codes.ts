/** Codes of what is found when it is asked what manifests mean: scenarios, impact, pages. */
import { type CodeEntry, failed, invalid, refused, usage, warning } from "./code-entry.ts";

export const DESIGN_CODES = {
  "stale-constants": invalid(
    "Constants are not current",
    "A file that `laurel codegen` writes is missing, or differs from what the manifests give now. Write it again.",
  ),
  "invalid-template": invalid(
    "Template cannot be used",
    "A template for `laurel codegen` has a tag without an end, a section that is not closed, or a name that nothing has.",
  ),
  "unknown-achievement": usage(
    "Unknown achievement",
    "`--achievement` names an achievement that none of the chosen games has.",
  ),
  "other-manifests": warning(
    "The plan was made from other manifests",
    "`laurel graph --plan` shows the manifests as they are now, and they are not those that the plan was made from: it may show too much or too little. Plan again.",
  ),
  "impact-refused": refused(
    "Impact refused by --fail-on",
    "Changes of the plan belong to a class of impact that `--fail-on` names. Change the manifests, or leave the class out.",
  ),
  "no-scenarios": failed(
    "No scenarios",
    "There is no file `*.test.yaml` or `*.test.yml` below the manifests, or none of them holds a scenario. A run that plays nothing proves nothing, so it fails.",
  ),
  "low-coverage": failed(
    "Too little is reached",
    "The scenarios reach less of the game than `--min-coverage` asks for. `--coverage` lists what is missing.",
  ),
  "cannot-judge": warning(
    "Achievement cannot be judged",
    "A rule or condition of the achievement is not known to the run-time rules, so no scenario can decide whether it is earned. It counts as not earned, and expectations of it fail.",
  ),
} as const satisfies Record<string, CodeEntry>;
