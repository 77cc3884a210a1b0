/** `laurel mv ADDRESS ID`: renames an id in the files of a game. Needs no network. */
import { renderRenameJson } from "../../view/json/render.ts";
import { renameDocument } from "../../view/rename.ts";
import { renderText } from "../../view/render/text.ts";
import { renameResource } from "../../workflow/rename.ts";
import type { Flags } from "../command/command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../command/exit-codes.ts";
import { check, output, project, text, toggle } from "../command/options.ts";
import type { CommandContext } from "../terminal/reporter.ts";

const { format } = output(["text", "json"]);

export const options = {
  address: { type: "string", demandOption: true, describe: "The resource, as kind/custom_id" },
  "new-id": { type: "string", demandOption: true, describe: "Its new custom_id" },
  project,
  game: { ...text, describe: "Game of the project file (default: the one that declares the resource)" },
  moved: { ...toggle, describe: "Write a moved entry, the default (--no-moved: it was never live)" },
  check,
  format,
} as const;

export const examples = [
  ["laurel mv achievement/slayer dragon-slayer", "Rename an achievement; players keep it"],
  ["laurel mv action/slay slay-dragon --check", "Show what would change, and write nothing"],
  ["laurel mv reward/egg dragon-egg --no-moved", "Rename a reward that was never live"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const { ports, reporter } = context;
  const { value, diagnostics } = await renameResource(flags, context);
  const isJson = flags.format === "json";
  if (!isJson) reporter.report(diagnostics);
  if (isJson) ports.stdout.write(renderRenameJson(value, diagnostics));
  else if (value !== undefined) ports.stdout.write(renderText(renameDocument(value), reporter.result));
  if (value === undefined) return exitCodeOf(diagnostics);
  return value.written ? EXIT.done : EXIT.changes;
}
