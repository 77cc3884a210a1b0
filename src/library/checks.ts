/** What can be said of a game without a service: lint, scenarios, the points economy, and the graph. All of it is pure. */

import type { EconomyDocument, GraphDocument, TestDocument } from "../../schemas/documents.js";
import { graphOf } from "../analysis/graph/graph.ts";
import { lint as lintDesign } from "../analysis/lint/lint.ts";
import { lintedGame } from "../analysis/lint/rule.ts";
import { economyOf } from "../analysis/report/economy.ts";
import { testGame, totalsOf } from "../analysis/scenarios/test-game.ts";
import { quoted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic, hasErrors, sortDiagnostics } from "../model/diagnostics.ts";
import { reportJson } from "../view/report/economy-json.ts";
import { testedGameJson } from "../view/scenarios/test-json.ts";
import type { Game } from "./game.ts";
import { contextOf } from "./handles.ts";

/** Design mistakes in a game, by file and line. Pure. */
export function lint(game: Game): readonly Diagnostic[] {
  const { design, lint: settings } = contextOf(game);
  return sortDiagnostics(lintDesign(lintedGame(design, game, settings)));
}

/** How the scenarios of a game ended, as in `laurel test --format json`. */
export type GameTestJson = TestDocument["games"][number];

export interface Tested {
  /** Whether there are scenarios, all of them are as expected, and none has an error. */
  readonly passed: boolean;
  readonly summary: TestDocument["summary"];
  readonly game: GameTestJson;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plays the scenarios of a game. Pure. `filter`: only those with one of these in their name or file. */
export function test(game: Game, { filter = [] }: { readonly filter?: readonly string[] } = {}): Tested {
  const { game: tested, ...read } = testGame(game.name, contextOf(game).design, game.scenarios, filter);
  const { scenarios, failed } = totalsOf([tested]);
  const isIdle = scenarios === 0 && !hasErrors(read.diagnostics);
  const none = `The game ${quoted(game.name)} has no ${read.found > 0 ? "scenario that the filter selects" : "scenarios"}.`;
  const diagnostics = isIdle ? [...read.diagnostics, diagnostic("no-scenarios", none)] : read.diagnostics;
  return {
    passed: failed === 0 && !hasErrors(diagnostics),
    summary: { scenarios, passed: scenarios - failed, failed },
    game: testedGameJson(tested),
    diagnostics,
  };
}

/** The points economy of a game, as in `laurel report --format json`. */
export type GameReportJson = EconomyDocument["reports"][number];

/** The points economy of a game, and the cheapest way to earn each achievement. Pure. */
export function report(game: Game): GameReportJson {
  return reportJson({ game: game.name, economy: economyOf(contextOf(game).design) });
}

/** The graph of a game, as in `laurel graph --format json`. */
export type GameGraphJson = GraphDocument["graphs"][number];

/** What leads to what in a game. Pure. */
export function graph(game: Game): GameGraphJson {
  return { game: game.name, ...graphOf(contextOf(game).design) };
}
