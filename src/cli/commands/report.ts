/** `laurel report`: the points economy of the chosen games, and the cheapest way to earn each achievement. Needs no network. */
import { reportGames } from "../../workflow/checks.ts";
import type { Flags } from "../command/command.ts";
import type { ExitCode } from "../command/exit-codes.ts";
import { FORMATS } from "../command/formats.ts";
import { output, revealSecrets, whichGame } from "../command/options.ts";
import { reportForms } from "../output/forms.ts";
import { printResult } from "../output/outputs.ts";
import type { CommandContext } from "../terminal/reporter.ts";

export const options = { ...whichGame, ...output(FORMATS.report), "reveal-secrets": revealSecrets } as const;

export const examples = [
  ["laurel report", "Show points, and what each achievement takes"],
  ["laurel report --out economy.html", "Write a page with plots, too"],
] as const;

export function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const make = () => reportGames(flags, context);
  return printResult("report", { flags, context, forms: reportForms(flags, context.ports), make });
}
