/** Command lines that help messages suggest: the given one, changed. */
import { shellLine } from "../../model/shell-line.ts";
import type { PlannedGame } from "../../workflow/game.ts";
import type { Suggestions } from "../../workflow/run.ts";
import { type GivenFlags, GLOBAL_FLAGS, planning, whichGames, whichService } from "./command.ts";
import { changedFlags, givenFlags, namesOf } from "./shell-line.ts";

type Flags = GivenFlags & { readonly expect: readonly string[] };

export function suggestionsFor(flags: Flags): Suggestions {
  return { toApprove: (game) => toApprove(game, flags), toContinue: () => toContinue(flags) };
}

function toApprove({ choice, plan }: Pick<PlannedGame, "choice" | "plan">, flags: Flags): readonly string[] {
  const chosen = choice.projectFile === undefined ? [] : ["--game", plan.game, "--env", plan.environment];
  const words = [
    ...givenFlags(flags, ["project"]),
    ...chosen,
    ...givenFlags(flags, ["manifests", "base-url", "game-id", "target", "exclude"]),
  ];
  return [
    "have a plan reviewed, and apply it by the digest that it shows:",
    `  ${shellLine(["laurel", "apply", ...words, "--expect"])} DIGEST`,
  ];
}

const TO_PLAN = Object.keys({ ...whichGames, ...whichService, ...planning, ...GLOBAL_FLAGS });

/** An approved digest fits no other plan. */
function toContinue(flags: Flags): readonly string[] {
  if (flags.expect.length > 0) {
    return [
      "plan what is left, and have that plan approved:",
      `  ${shellLine(["laurel", "plan", ...changedFlags(flags, TO_PLAN)])}`,
    ];
  }
  return [
    "to finish, run this; what is done is not repeated:",
    `  ${shellLine(["laurel", "apply", ...changedFlags(flags, namesOf(flags))])}`,
  ];
}
