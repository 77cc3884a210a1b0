/** `laurel mv ADDRESS ID`: renames an id in the files of a game. Needs no network. */
import { renderRenameJson } from "../../view/json/render-rename.ts";
import { renderRenameText } from "../../view/rename-text.ts";
import { renameResource } from "../../workflow/rename.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function mvCommand(flags: FlagsOf<"mv">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const { address = "", newId = "" } = flags;
  const { value, diagnostics } = await renameResource({ ...flags, address, newId }, { ports, reporter });
  const isJson = flags.format === "json";
  if (!isJson) reporter.report(diagnostics);
  if (isJson) ports.stdout.write(renderRenameJson(value, diagnostics));
  else if (value !== undefined) ports.stdout.write(renderRenameText(value, reporter.result));
  if (value === undefined) return exitCodeOf(diagnostics);
  return value.written ? EXIT.done : EXIT.changes;
}
