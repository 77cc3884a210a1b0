/** `laurel report`: the points economy of the chosen games, and the cheapest way to earn each achievement. Needs no network. */
import { concealEconomy } from "../../analysis/report/economy.ts";
import { secretsOf } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import { reportDocument } from "../../view/report.ts";
import { reportGames } from "../../workflow/checks.ts";
import type { CommandContext, Flags, Result } from "../command/command.ts";
import { output, revealSecrets, whichGame } from "../command/options.ts";

export const options = {
  ...whichGame,
  ...output("text", "json", "markdown", "html"),
  "reveal-secrets": revealSecrets,
} as const;
export const examples = [
  ["laurel report", "Show points, and what each achievement takes"],
  ["laurel report --out economy.html", "Write a page with two plots, too"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const { games, diagnostics } = await reportGames(flags, context);
  const shown = games.map(({ game, economy, desired }) => {
    return { game, economy: flags.revealSecrets ? economy : concealEconomy(economy, secretsOf({ desired }, catalog)) };
  });
  const reports = shown.map(({ game, economy }) => ({ game, ...economy }));
  return { diagnostics, json: () => ["economy", { reports, diagnostics }], document: () => reportDocument(shown) };
}
