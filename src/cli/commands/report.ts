/** `laurel report`: the points economy of the chosen games, and the cheapest way to earn each achievement. Needs no network. */
import { economyOf } from "../../analysis/report/economy.ts";
import { loadDesigns } from "../../workflow/load-games.ts";
import type { Flags } from "../command/command.ts";
import type { ExitCode } from "../command/exit-codes.ts";
import { FORMATS } from "../command/formats.ts";
import { output, revealSecrets, whichGame } from "../command/options.ts";
import { reportForms } from "../output/forms.ts";
import { printResult } from "../output/result.ts";
import type { CommandContext } from "../terminal/reporter.ts";

export const options = { ...whichGame, ...output(FORMATS.report), "reveal-secrets": revealSecrets } as const;

export const examples = [
  ["laurel report", "Show points, tiers, rewards, and what each achievement takes"],
  ["laurel report --out economy.html", "Write a page with plots, too"],
] as const;

export function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const make = async () => {
    const { games, diagnostics } = await loadDesigns(flags, context);
    const reports = games.map(({ choice, desired, design }) => {
      return { game: choice.game, desired, economy: economyOf(design) };
    });
    return { games: reports, diagnostics };
  };
  return printResult("report", { flags, context, forms: reportForms(flags, context.ports), make });
}
