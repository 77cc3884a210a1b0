/**
 * `require_approval`: environments to which only plans are applied that somebody has looked at before. A saved plan is
 * one, and so is a plan whose digest is expected; `--yes` is no approval. Where the approval comes from, such as a
 * reviewer of a pull request or a protected environment of a pipeline, is for the pipeline to say.
 */
import { type Flags, flag, text, texts } from "../cli/args/command.ts";
import { givenFlags, shellLine } from "../cli/args/shell-line.ts";
import type { Ports } from "../cli/ports.ts";
import { quoted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import { isEmpty } from "../plan/plan.ts";
import type { GameChoice } from "./games.ts";

interface Planned {
  readonly choice: Pick<GameChoice, "require_approval" | "approval_of" | "projectFile">;
  readonly plan: Plan;
}

/** Whether the plan still has to be approved. A plan without steps does nothing that anybody could approve. */
function needsApproval({ choice, plan }: Planned, flags: Flags): boolean {
  const isSaved = text(flags, "plan") !== undefined;
  return choice.require_approval && !isEmpty(plan) && !isSaved && texts(flags, "expect").length === 0;
}

/**
 * What the text of the plan says: the environment that requires approval, which may be another one with the same target.
 * Nothing where none is needed; a way back is approved in its own way.
 */
export function shownNeedOfApproval(game: Planned, flags: Flags): string | undefined {
  const isShown = text(flags, "file") === undefined && needsApproval(game, flags);
  return isShown ? (game.choice.approval_of ?? game.plan).environment : undefined;
}

/** Why fresh plans are not applied. The digest is not repeated as a word to copy: it stands in the plan that was shown. */
export function unapproved(games: readonly Planned[], flags: Flags): readonly Diagnostic[] {
  return games
    .filter((game) => needsApproval(game, flags))
    .map((planned) => {
      const found = givenFlags(flags, ["project"]);
      const words = [...found, ...wordsOf(planned, flags)];
      const { base_url, game_id } = planned.plan;
      // The project says another target, or none, than flags did when the plan was made.
      const isElsewhere = givenFlags(flags, ["base-url", "game-id"]).length > 0;
      const target = isElsewhere ? ["--base-url", base_url, "--game-id", game_id] : [];
      const detail = `${subject(planned)} takes only plans that were looked at before (require_approval), and this one has just been made. Nothing was changed.`;
      return diagnostic("needs-approval", detail, {
        help: [
          "save the plan, have it looked at, and apply the file:",
          `  ${shellLine(["laurel", "plan", ...words, "--out", "plan.json"])}`,
          `  ${shellLine(["laurel", "apply", "plan.json", ...(isElsewhere ? target : found)])}`,
          "or have a plan looked at, and apply it by the digest that it shows:",
          `  ${shellLine(["laurel", "apply", ...words, "--expect"])} DIGEST`,
        ],
      });
    });
}

/** The environment that requires approval. */
function subject({ choice, plan }: Planned): string {
  const { game, environment } = choice.approval_of ?? plan;
  const whose = choice.approval_of === undefined ? "" : ", whose target this is,";
  return `The environment ${quoted(environment)} of the game ${quoted(game)}${whose}`;
}

/** What names the game on a command line: it was chosen from the project, or everything was said by flags. */
function wordsOf({ choice, plan: { game, environment } }: Planned, flags: Flags): readonly string[] {
  const chosen = choice.projectFile === undefined ? [] : ["--game", game, "--env", environment];
  return [...chosen, ...givenFlags(flags, ["manifests", "base-url", "game-id"])];
}

/**
 * The same for ways back. Somebody who answers the question has looked at the way back, so that nothing more is needed
 * at a terminal; without one, its digest is.
 */
export function unapprovedReverts(games: readonly Planned[], flags: Flags, ports: Ports): readonly Diagnostic[] {
  if (ports.canAsk && flag(flags, "yes") !== true) return [];
  return games
    .filter((game) => needsApproval(game, flags))
    .map((planned) => {
      const detail = `${subject(planned)} takes only plans that were looked at before (require_approval), and this way back has just been made. Nothing was changed.`;
      return diagnostic("needs-approval", detail, {
        help: [
          "run it in a terminal and without --yes: the answer to its question is the approval",
          "or have the way back looked at, and go it by the digest that it shows: --expect DIGEST",
        ],
      });
    });
}
