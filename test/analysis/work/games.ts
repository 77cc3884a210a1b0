/**
 * The games of bench/explosions.js in memory, and the units of work that analyses spend on them.
 */

import { countParts } from "../../../src/analysis/design/design.ts";
import { buildChangelog } from "../../../src/analysis/impact/changelog.ts";
import { budgetWork, findImpact } from "../../../src/analysis/impact/game-impact.ts";
import { buildSide, type Side } from "../../../src/analysis/impact/sides.ts";
import { lint } from "../../../src/analysis/lint/lint.ts";
import { buildLintedGame } from "../../../src/analysis/lint/rule.ts";
import { analyseEconomy } from "../../../src/analysis/report/economy.ts";
import { testGame } from "../../../src/analysis/scenarios/test-game.ts";
import { catalog } from "../../../src/catalog/index.ts";
import type { WorkBudget } from "../../../src/ground/work.ts";
import { workFor } from "../../../src/ground/work.ts";
import { parseText } from "../../../src/manifest/parse.ts";
import type { DesiredGame } from "../../../src/model/model.ts";
import { DEFAULT_LINT, DEFAULT_PLAY } from "../../support/defaults.ts";
import type { GameText } from "../../support/games.ts";
import { loadAll } from "../../support/load.ts";

const ALL = new Set(catalog.map(({ name }) => name));

export function loadGame(game: object): DesiredGame {
  return loadAll([{ file: "game.json", text: JSON.stringify(game) }]);
}

export function sideIn(game: object): Side {
  return buildSide(loadGame(game).resources, ALL, DEFAULT_PLAY);
}

/** The game with the rule of its first criterion changed. */
export function withOneRuleChanged(game: GameText): GameText {
  const [first, ...others] = game.criteria ?? [];
  return { ...game, criteria: [{ ...first, rule: "lte:7" }, ...others] } as GameText;
}

/** Returns how many units an analysis spends. */
export function spentBy(work: WorkBudget, run: (work: WorkBudget) => unknown): number {
  const { left } = work;
  run(work);
  return left - work.left;
}

/**
 * As much as a test gives, or else a tenth of what a command gives, so that tests take less time.
 */
function given(left: number | undefined, command: WorkBudget): WorkBudget {
  return { left: left ?? Math.floor(command.left / 10) };
}

/** Each analysis on a game, with work in proportion to it. */
export const ANALYSES: Readonly<Record<string, (game: GameText, left?: number) => number>> = {
  report: (game, left) => {
    const { design } = sideIn(game);
    return spentBy(given(left, workFor(countParts(design))), (work) =>
      analyseEconomy(design, { work }),
    );
  },
  lint: (game, left) => {
    const desired = loadGame(game);
    const { design } = buildSide(desired.resources, ALL, DEFAULT_PLAY);
    return spentBy(given(left, workFor(countParts(design))), (work) =>
      lint({ ...buildLintedGame(design, desired, DEFAULT_LINT), work }),
    );
  },
  impact: (game, left) => {
    const sides = [sideIn(game), sideIn(withOneRuleChanged(game))] as const;
    return spentBy(given(left, budgetWork(...sides)), (work) => findImpact(...sides, { work }));
  },
  changelog: (game, left) => {
    const sides = [sideIn(game), sideIn(withOneRuleChanged(game))] as const;
    return spentBy(given(left, budgetWork(...sides)), (work) =>
      buildChangelog(...sides, { reveal: false, work }),
    );
  },
};

/**
 * Plays scenarios of a game, and returns what was played, what is wrong, and the units that were
 * spent.
 */
export function playWithin(game: object, text: string, left: number) {
  const { design } = sideIn(game);
  const work = { left };
  const { files, diagnostics } = testGame(design, [parseText("a.test.yaml", text)], { work });
  const played = files.flatMap(({ scenarios }) =>
    scenarios.map(({ scenario, passed }) => [scenario.name, passed]),
  );
  const problems = diagnostics.map(
    ({ code, primary }) => `${primary?.span.start.line}:${primary?.span.start.column} ${code}`,
  );
  return { played, problems, spent: left - work.left };
}
