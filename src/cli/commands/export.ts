/** `laurel export`: writes what is live as manifests whose plan is empty. Overwrites nothing without `--force`. */
import { dirname } from "node:path";
import { shellLine } from "../../model/shell-line.ts";
import { renderExportText } from "../../view/export-text.ts";
import { renderExportJson } from "../../view/json/render.ts";
import { exportGames } from "../../workflow/export.ts";
import { givenFlags } from "../args/shell-line.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function exportCommand(flags: FlagsOf<"export">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  return withInterrupts(ports, reporter, async (run) => {
    const { games, missingSchemas, diagnostics } = await exportGames(flags, run);
    reporter.report(diagnostics);
    const code = exitCodeOf(diagnostics);
    if (flags.format === "json") ports.stdout.write(renderExportJson(games, diagnostics));
    else if (games.length > 0) {
      const next = code === EXIT.done ? nextCommands(flags, missingSchemas) : [];
      ports.stdout.write(renderExportText(games, next, reporter.result));
    }
    return code;
  });
}

/** The commands to go on with, with the given flags; first of all the schema, where it is missing. */
function nextCommands(flags: FlagsOf<"export">, missingSchemas: readonly string[]): readonly string[] {
  const making = missingSchemas.map((file) => {
    const folder = shellLine(["mkdir", "-p", dirname(file)]);
    return `${folder} && laurel schema manifest > ${shellLine([file])}`;
  });
  const folder = flags.outDir === undefined ? [] : ["--manifests", flags.outDir];
  const manifests = [...givenFlags(flags, ["project", "game"]), ...folder];
  const service = givenFlags(flags, ["env", "base-url", "game-id", "allow-insecure-http"]);
  return [
    ...making,
    shellLine(["laurel", "validate", ...manifests]),
    shellLine(["laurel", "plan", ...manifests, ...service]),
  ];
}
