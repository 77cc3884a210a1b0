/** `laurel mv ADDRESS ID`: renames an id in the files of a game. Needs no network. */
import { renameDocument } from "../../view/pull/document.ts";
import { mvJson } from "../../view/pull/json.ts";
import { Problems } from "../../workflow/problems.ts";
import { renameResource } from "../../workflow/rename.ts";
import {
  type CommandContext,
  EXIT,
  exitCodeOf,
  type Flags,
  type Result,
} from "../command/command.ts";
import { check, format, project, text } from "../command/options.ts";

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
} as const;
export const examples = [
  ["laurel mv achievement/slayer dragon-slayer", "Rename an achievement; players keep it"],
  ["laurel mv action/slay slay-dragon --check", "Show what would change, and write nothing"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const problems = new Problems();
  const { value } = await problems.collect(() => renameResource(flags, context));
  const diagnostics = problems.all;
  return {
    diagnostics,
    code: exitCodeOf(diagnostics, value?.written === false ? EXIT.changes : EXIT.done),
    ...(value === undefined ? {} : { document: () => renameDocument(value) }),
    json: () => mvJson(value, diagnostics),
  };
}
