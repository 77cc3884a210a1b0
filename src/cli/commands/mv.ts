/** `laurel mv ADDRESS ID`: renames an id in the files of a game. Needs no network. */
import { makeMask, maskProblems, NO_PROBLEMS } from "../../view/mask/mask.ts";
import { renameView } from "../../view/pull/view.ts";
import { renameResource } from "../../workflow/rename.ts";
import {
  type CommandContext,
  defineCommand,
  EXIT,
  exitCodeOf,
  type Flags,
  type Result,
} from "../command/command.ts";
import { check, format, project, revealSecrets, text } from "../command/options.ts";

const options = {
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
const examples = [
  ["laurel mv achievement/slayer dragon-slayer", "Rename an achievement; players keep it"],
  ["laurel mv action/slay slay-dragon --check", "Show what would change, and write nothing"],
] as const;

export const definition = defineCommand({ options, examples, run });

async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const attempt = await renameResource(flags, context);
  if (attempt.is === "renamed") {
    const { rename } = attempt;
    const [game = ""] = rename.games;
    const mask = makeMask([{ game, secrets: rename.secrets }], flags);
    const view = renameView(rename, { mask, problems: NO_PROBLEMS });
    return { view, code: rename.written ? EXIT.done : EXIT.changes };
  }
  const { diagnostics } = attempt;
  const secrets = attempt.is === "refused" ? attempt.secrets : undefined;
  const mask = makeMask([{ game: "", secrets }], flags);
  const problems = maskProblems({ byGame: [{ game: "", diagnostics }] }, mask);
  return { view: renameView(undefined, { mask, problems }), code: exitCodeOf(diagnostics) };
}
