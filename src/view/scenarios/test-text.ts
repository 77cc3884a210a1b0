/** The result of a run over scenarios for people: each file with its scenarios, what failed and why. */

import type { PlayedScenario } from "../../analysis/scenarios/play-scenario.ts";
import { type ScenarioTotals, type TestedFile, type TestedGame, totalsOf } from "../../analysis/scenarios/test-game.ts";
import { counted } from "../../manifest/wording.ts";
import { hanging, type TextView } from "../render/layout.ts";
import { safeText } from "../render/safe-text.ts";
import type { Style } from "../render/style.ts";
import { detailLines, headlineOf, placeOf } from "./answers.ts";

export interface TestView extends TextView {
  /** Whether games are named, because there are several. */
  readonly isSeveral: boolean;
}

export function renderTestText(games: readonly TestedGame[], view: TestView): string {
  const blocks = games.flatMap((game) => gameBlocks(game, view));
  const totals = totalsOf(games);
  return totals.scenarios === 0 ? "" : `${[...blocks, [totalsLine(totals, view.style)]].map(textOf).join("\n")}`;
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function gameBlocks(game: TestedGame, view: TestView): readonly (readonly string[])[] {
  const { style } = view;
  const played = game.files.filter(({ scenarios }) => scenarios.length > 0);
  if (played.length === 0) return [];
  const name = view.isSeveral ? [[style.strong(`Game "${safeText(game.game)}"`)]] : [];
  return [...name, ...played.map((file) => fileLines(file, view))];
}

function fileLines({ file, scenarios }: TestedFile, view: TestView): readonly string[] {
  return [view.style.strong(safeText(file)), ...scenarios.flatMap((scenario) => scenarioLines(scenario, view))];
}

function scenarioLines(played: PlayedScenario, view: TestView): readonly string[] {
  const { style, verbose } = view;
  const { passed, scenario, answers } = played;
  const shown = answers.filter((answer) => verbose || !answer.passed);
  const above = new Set<string>();
  return [
    ...marked("  ", passed, safeText(scenario.name), view),
    ...shown.flatMap((answer) => [
      ...marked("    ", answer.passed, headlineOf(answer), view, placeOf(answer)),
      ...detailLines(answer, style, above).map((line) => `      ${line}`),
    ]),
  ];
}

/** A sentence behind a mark that says whether it is as expected. `place`: where that is written, at its end. */
function marked(indent: string, passed: boolean, words: string, view: TestView, place?: string): readonly string[] {
  const { style, width } = view;
  const mark = passed ? style.create("✓") : style.error("✗");
  const end = place === undefined ? "" : `(${place})`;
  const lines = hanging(" ".repeat(indent.length + 2), place === undefined ? words : `${words} ${end}`, width);
  return lines.map((line, index) => {
    const shown = end !== "" && line.endsWith(end) ? line.slice(0, line.length - end.length) + style.muted(end) : line;
    return index === 0 ? `${indent}${mark} ${shown.slice(indent.length + 2)}` : shown;
  });
}

function totalsLine({ scenarios, failed }: ScenarioTotals, style: Style): string {
  const all = counted(scenarios, "scenario");
  if (failed === 0) return `${style.create("Passed:")} ${all}.`;
  return `${style.error("Failed:")} ${failed.toLocaleString("en-US")} of ${all}.`;
}
