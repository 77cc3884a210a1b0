/** `laurel mv ADDRESS ID`: renames an id in the files of a game. Needs no network. */
import { makeMask, maskProblems } from "../../view/mask/mask.ts";
import { renameView } from "../../view/pull/view.ts";
import { renameResource } from "../../workflow/rename.ts";
import {
  type CommandContext,
  EXIT,
  exitCodeOf,
  type Flags,
  type Result,
} from "../command/command.ts";
import { check, format, project, revealSecrets, text } from "../command/options.ts";

export const options = {
  address: { type: "string", demandOption: true, describe: "The resource, as kind/custom_id" },
  "new-id": { type: "string", demandOption: true, describe: "Its new custom_id" },
  check,
  project,
  game: {
    ...text,
    describe: "Game of the project file (default: the one that declares the resource)",
  },
  format: format("text", "json", "markdown"),
  "reveal-secrets": revealSecrets,
} as const;
export const examples = [
  ["laurel mv achievement/slayer dragon-slayer", "Rename an achievement; players keep it"],
  ["laurel mv action/slay slay-dragon --check", "Show what would change, and write nothing"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const { rename, secrets, diagnostics } = await renameResource(flags, context);
  const game = rename?.games[0] ?? "";
  const mask = makeMask([{ game, secrets }], flags);
  const problems = maskProblems({ byGame: [{ game, diagnostics }] }, mask);
  const isUnwritten = rename?.written === false;
  const code = exitCodeOf(diagnostics, isUnwritten ? EXIT.changes : EXIT.done);
  return { view: renameView(rename, { mask, problems }), code };
}
