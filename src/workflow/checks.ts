/** What can be found in the chosen games without a service: design mistakes, and the points economy. */
import { lint } from "../analysis/lint/lint.ts";
import { lintedGame } from "../analysis/lint/rule.ts";
import { type Economy, economyOf } from "../analysis/report/economy.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import { named } from "./game.ts";
import { type LocalContext, loadDesigns } from "./load-games.ts";
import type { GameOptions } from "./options.ts";

export interface LintedGames {
  /** Games without an error of their own. */
  readonly linted: readonly {
    readonly game: string;
    readonly resources: number;
    readonly findings: readonly Diagnostic[];
    readonly desired: DesiredGame;
  }[];
  /** Problems of the run and of manifests, and all findings. */
  readonly diagnostics: readonly Diagnostic[];
}

export async function lintGames(options: GameOptions, run: LocalContext): Promise<LintedGames> {
  const all = await loadDesigns(options, run);
  const linted = all.games.map(({ choice, desired, design }) => {
    const findings = named(all, choice.game, lint(lintedGame(design, desired, choice.lint)));
    return { game: choice.game, resources: desired.resources.size, findings, desired };
  });
  return { linted, diagnostics: [...all.diagnostics, ...linted.flatMap(({ findings }) => findings)] };
}

export interface GameReports {
  readonly games: readonly { readonly game: string; readonly economy: Economy; readonly desired: DesiredGame }[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function reportGames(options: GameOptions, run: LocalContext): Promise<GameReports> {
  const { games, diagnostics } = await loadDesigns(options, run);
  const reports = games.map(({ choice, desired, design }) => {
    return { game: choice.game, desired, economy: economyOf(design, choice.lint.budget.total_points?.value ?? null) };
  });
  return { games: reports, diagnostics };
}
