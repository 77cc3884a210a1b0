/** The points economy of games as a person reads it in a terminal. */
import type { CheapestWay } from "../../analysis/report/economy.ts";
import { largest } from "../../model/collections.ts";
import {
  alignedRows,
  cutToWidth,
  hanging,
  padBefore,
  padTo,
  type TextView,
  widthOf,
  wrapText,
} from "../render/layout.ts";
import { safeText } from "../render/safe-text.ts";
import {
  actionSentences,
  EFFORT_MEANS,
  effortFigure,
  figure,
  pointsBars,
  REWARDS,
  type ReportedGame,
  spreadFigures,
  tierFigures,
  totalSentences,
  WAYS,
  wayPhrase,
} from "./economy-view.ts";

const INDENT = "  ";
/** Columns of the longest bar. */
const BAR = 40;
/** Columns of an id in a table. */
const ID_WIDTH = 32;

/** Ends with a line break; empty without games. */
export function renderEconomyText(games: readonly ReportedGame[], view: TextView): string {
  return games.map((game) => `${gameLines(game, view).join("\n")}\n`).join("\n");
}

function gameLines(game: ReportedGame, view: TextView): readonly string[] {
  const { economy } = game;
  const { style } = view;
  const { achievements } = economy.totals;
  const sections = [
    [style.strong(`Points economy of game "${safeText(game.game)}"`)],
    totalSentences(economy).flatMap((sentence) => hanging(INDENT, sentence, view.width)),
    ...(achievements === 0 ? [] : [histogramLines(game, view), tierLines(game, view)]),
    ...(economy.rewards.length === 0 ? [] : [rewardLines(game, view)]),
    ...(achievements === 0 ? [] : [waysLines(game, view)]),
  ];
  return sections.filter((lines) => lines.length > 0).flatMap((lines, index) => (index < 2 ? lines : ["", ...lines]));
}

function histogramLines({ economy }: ReportedGame, { style, width }: TextView): readonly string[] {
  const bars = pointsBars(economy);
  const most = largest(bars.map(({ achievements }) => achievements));
  const label = largest(
    bars.map((each) => widthOf(each.label)),
    6,
  );
  const room = Math.max(8, Math.min(BAR, width - label - 14));
  return [
    style.strong("Achievements by points"),
    ...bars.map(({ label: name, achievements }) => {
      const count = figure(achievements);
      return `${INDENT}${padBefore(name, label)}  ${bar(achievements, most, room)}${achievements === 0 ? "" : " "}${count}`;
    }),
  ];
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

/** A bar that is visible where the value is not 0. */
function bar(value: number, most: number, width: number): string {
  const eighths = value === 0 ? 0 : Math.max(1, Math.round((8 * width * value) / most));
  return "█".repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

function tierLines({ economy }: ReportedGame, { style }: TextView): readonly string[] {
  const head = ["points", "how many", "secret", "in all", "share", "median effort", "efforts"];
  const rows = economy.tiers.map((tier) => [...tierFigures(tier, economy), ...spreadFigures(tier)]);
  const [first = "", ...rest] = alignedRows([head, ...rows]);
  return [style.strong("By tier"), INDENT + style.muted(first), ...rest.map((line) => INDENT + line)];
}

function rewardLines({ economy }: ReportedGame, { style, width }: TextView): readonly string[] {
  const longest = largest(economy.rewards.map(({ custom_id }) => widthOf(idCell(custom_id))));
  return [
    style.strong(REWARDS),
    ...economy.rewards.flatMap(({ custom_id, given_by }) => {
      const first = `${INDENT}${padTo(idCell(custom_id), longest)}  `;
      if (given_by.length === 0) return [first + style.warning("none")];
      return hanging(first, given_by.map(safeText).join(", "), width);
    }),
  ];
}

function idCell(id: string): string {
  return cutToWidth(safeText(id), ID_WIDTH);
}

function waysLines(game: ReportedGame, view: TextView): readonly string[] {
  const { style } = view;
  const { achievements } = game.economy;
  const head = ["", "points", "effort"];
  const cells = achievements.map(({ custom_id, points, way }) => [
    idCell(custom_id),
    figure(points),
    effortFigure(way),
  ]);
  const [first = "", ...lines] = alignedRows([head, ...cells], [padTo]);
  return [
    style.strong(WAYS),
    ...[EFFORT_MEANS, ...actionSentences(game.economy)].flatMap((text) =>
      hanging(INDENT, safeText(text), view.width).map(style.muted),
    ),
    "",
    INDENT + style.muted(first),
    ...achievements.flatMap(({ way }, index) => [INDENT + lines[index], ...wayLines(way, view)]),
  ];
}

function wayLines(way: CheapestWay, { style, width }: TextView): readonly string[] {
  const paint = way.certainty === "impossible" || way.certainty === "unknown" ? style.warning : style.muted;
  return wrapText(safeText(wayPhrase(way)), Math.max(20, width - 6)).map((line) => `${INDENT}${INDENT}${paint(line)}`);
}
