/** What can be found in the chosen games without a service: design mistakes, and the points economy. */
import { lint } from "../analysis/lint/lint.ts";
import { lintedGame } from "../analysis/lint/rule.ts";
import { economyOf } from "../analysis/report/economy.ts";
import { problemsOf } from "./game.ts";
import { type LocalContext, loadGames } from "./load-games.ts";
import type { GameOptions } from "./options.ts";

/** `linted`: games without an error of their own. `diagnostics`: problems of the run and of manifests, and all findings. */
export async function lintGames(options: GameOptions, run: LocalContext) {
  const all = await loadGames(options, run);
  const linted = all.games.map(({ choice: { game, lint: settings }, desired, design }) => {
    const findings = problemsOf(all, game).named(lint(lintedGame(design, desired, settings)));
    return { game, resources: desired.resources.size, findings, desired };
  });
  return { linted, diagnostics: [...all.diagnostics, ...linted.flatMap(({ findings }) => findings)] };
}

export async function reportGames(options: GameOptions, run: LocalContext) {
  const { games, diagnostics } = await loadGames(options, run);
  const reports = games.map(({ choice, desired, design }) => {
    return { game: choice.game, desired, economy: economyOf(design, choice.lint.budget.total_points?.value ?? null) };
  });
  return { games: reports, diagnostics };
}
