/** `laurel fmt`: gives manifests, overrides and scenarios one layout. Needs no network. */
import { renderFormatted, renderUnformatted } from "../../view/format-text.ts";
import { renderFormatJson } from "../../view/json/render.ts";
import { formatGames } from "../../workflow/format.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function fmtCommand(flags: FlagsOf<"fmt">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const result = await formatGames(flags, ports);
  const { changed, diagnostics } = result;
  reporter.report(diagnostics);
  const isCheck = flags.check === true;
  const render = isCheck ? renderUnformatted : renderFormatted;
  ports.stdout.write(flags.format === "json" ? renderFormatJson(result, isCheck) : render(result, reporter.result));
  const code = exitCodeOf(diagnostics);
  return code === EXIT.done && isCheck && changed.length > 0 ? EXIT.changes : code;
}
