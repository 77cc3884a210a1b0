/** Command lines that help messages suggest: the given one, changed. */

import type { Suggestions } from "../../workflow/run.ts";
import { shellLine } from "../../workflow/shell-line.ts";
import { type GivenFlags, GLOBAL_FLAGS, planning, whichGame } from "./command.ts";
import { changedFlags, namesOf } from "./shell-line.ts";

type Flags = GivenFlags & { readonly expect: readonly string[] };

export function suggestionsFor(flags: Flags): Suggestions {
  return { toContinue: () => toContinue(flags) };
}

const TO_PLAN = Object.keys({ ...whichGame, ...planning, ...GLOBAL_FLAGS });

/** An expected digest fits no other plan. */
function toContinue(flags: Flags): readonly string[] {
  if (flags.expect.length > 0) {
    return [
      "plan what is left, and have that plan reviewed:",
      `  ${shellLine(["laurel", "plan", ...changedFlags(flags, TO_PLAN)])}`,
    ];
  }
  return [
    "to finish, run this; what is done is not repeated:",
    `  ${shellLine(["laurel", "apply", ...changedFlags(flags, namesOf(flags))])}`,
  ];
}
