/**
 * `laurel report`: the points economy of the chosen games, and the cheapest way to earn each
 * achievement. Needs no network.
 */
import { concealEconomy } from "../../analysis/report/economy.ts";
import { secretsOf } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import { concealRun } from "../../view/concealment.ts";
import { reportDocument } from "../../view/report/document.ts";
import { economyJson } from "../../view/report/json.ts";
import { reportGames } from "../../workflow/checks.ts";
import type { CommandContext, Flags, Result } from "../command/command.ts";
import { ofGames } from "../command/options.ts";

export const options = {
  ...ofGames("text", "json", "markdown", "html"),
} as const;
export const examples = [
  ["laurel report", "Show points, and what each achievement takes"],
  ["laurel report --out economy.html", "Write a page with two plots, too"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const loaded = await reportGames(flags, context);
  const diagnostics = flags.revealSecrets ? loaded.diagnostics : concealRun(loaded);
  const economies = loaded.games.map(({ game, economy, desired }) => {
    return {
      game,
      economy: flags.revealSecrets
        ? economy
        : concealEconomy(economy, secretsOf({ desired }, catalog)),
    };
  });
  return {
    diagnostics,
    json: () => economyJson(economies, diagnostics),
    document: () => reportDocument(economies),
  };
}
