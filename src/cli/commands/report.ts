/** `laurel report`: the points economy of the chosen games, and the cheapest way to earn each achievement. Needs no network. */
import { concealEconomy } from "../../analysis/report/economy.ts";
import { secretsOf } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import { type Concealment, concealAll } from "../../view/concealment.ts";
import type { Document } from "../../view/render/document.ts";
import { reportDocument } from "../../view/report/report.ts";
import { type GameReports, reportGames } from "../../workflow/checks.ts";
import type { CommandContext, ExitCode, Flags } from "../command/command.ts";
import { output, revealSecrets, whichGame } from "../command/options.ts";
import { type JsonView, print } from "../command/print.ts";

export const options = {
  ...whichGame,
  ...output("text", "json", "markdown", "html"),
  "reveal-secrets": revealSecrets,
} as const;
export const examples = [
  ["laurel report", "Show points, and what each achievement takes"],
  ["laurel report --out economy.html", "Write a page with plots, too"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const reports = await reportGames(flags, context);
  const { games, diagnostics } = reports;
  const json = (view: JsonView) => view.renderReportJson(games, diagnostics);
  return print({ diagnostics, json, document: (hides) => shownReports(reports, hides) }, flags, context);
}

function shownReports({ games, diagnostics }: GameReports, hides?: Concealment): Document {
  if (hides === undefined) return reportDocument(games, []);
  const shown = games.map(({ game, economy, desired }) => {
    const secrets = secretsOf({ desired }, catalog);
    return { game, economy: hides.reveal ? economy : concealEconomy(economy, secrets) };
  });
  return reportDocument(shown, concealAll(diagnostics, undefined, hides));
}
