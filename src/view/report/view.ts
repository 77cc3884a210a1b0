/** The view of `laurel report`. */
import { type Mask, maskProblems, type ProblemsOfRun } from "../mask/mask.ts";
import { type EconomyToShow, maskEconomy } from "../mask/results.ts";
import type { View } from "../view.ts";
import { reportDocument } from "./document.ts";
import { economyJson } from "./json.ts";

interface ReportsOfRun extends ProblemsOfRun {
  readonly games: readonly EconomyToShow[];
}

export function reportView(run: ReportsOfRun, mask: Mask): View {
  const economies = run.games.map((game) => maskEconomy(game, mask));
  const problems = maskProblems(run, mask);
  return {
    problems,
    document: () => reportDocument(economies),
    json: () => economyJson(economies, problems.all),
  };
}
