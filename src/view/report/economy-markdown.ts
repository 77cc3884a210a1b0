/** The points economy of games as one page of Markdown. */
import type { RewardEntry } from "../../analysis/report/economy.ts";
import { counted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { type Concealment, concealAll } from "../concealment.ts";
import { problemCallouts } from "../problems.ts";
import {
  type Block,
  type Column,
  code,
  type Document,
  heading,
  paragraph,
  type Row,
  type Words,
} from "../render/document.ts";
import { type PageOptions, renderMarkdown } from "../render/markdown.ts";
import {
  actionSentences,
  EFFORT_MEANS,
  effortFigure,
  figure,
  percent,
  pointsBars,
  REWARDS,
  type ReportedGame,
  spreadFigures,
  tierFigures,
  totalSentences,
  WAYS,
  wayPhrase,
} from "./economy-view.ts";

export function renderEconomyMarkdown(
  games: readonly ReportedGame[],
  diagnostics: readonly Diagnostic[],
  options: Concealment & PageOptions,
): string {
  const [only] = games.length === 1 ? games : [];
  const document: Document = {
    title: only === undefined ? "Points economy" : ["Points economy of ", code(only.game)],
    command: "laurel report",
    blocks: [
      ...(only === undefined && games.length > 0 ? [paragraph(counted(games.length, "game"))] : []),
      ...problemCallouts(concealAll(diagnostics, undefined, options)),
      ...games.flatMap((game) => gameBlocks(game, only === undefined)),
      ...(games.length === 0 ? [] : [paragraph(EFFORT_MEANS)]),
    ],
  };
  return renderMarkdown(document, options);
}

function table(caption: string, columns: readonly string[], rows: readonly (readonly Words[])[]): readonly Block[] {
  const heads = columns.map((title): Column => ({ title: title.replace(/:$/, ""), isNumber: title.endsWith(":") }));
  const lines = rows.map((cells): Row => ({ cells }));
  if (rows.length === 0) return [];
  return [heading(caption, { rank: 2 }), { type: "table", noun: "row", caption, rank: 2, columns: heads, rows: lines }];
}

function gameBlocks({ game, economy }: ReportedGame, isNamed: boolean): readonly Block[] {
  const { totals } = economy;
  const nameOf = ({ name }: Pick<RewardEntry, "name">): Words => name;
  return [
    ...(isNamed ? [heading([code(game)])] : []),
    paragraph(totalSentences(economy).join(" ")),
    ...actionSentences(economy).map((sentence) => paragraph(sentence)),
    ...table(
      "Achievements by points",
      ["points:", "achievements:", "share:"],
      pointsBars(economy).map(({ label, achievements }) => [
        label,
        figure(achievements),
        percent(achievements, totals.achievements),
      ]),
    ),
    ...table(
      "By tier",
      ["points", "achievements:", "secret:", "in all:", "share:", "median effort:", "efforts:"],
      economy.tiers.map((tier) => [...tierFigures(tier, economy), ...spreadFigures(tier)]),
    ),
    ...table(
      REWARDS,
      ["custom_id", "name", "given by"],
      economy.rewards.map((reward) => [
        [code(reward.custom_id)],
        nameOf(reward),
        reward.given_by.length === 0
          ? "none"
          : reward.given_by.flatMap((id, index) => [index === 0 ? "" : ", ", code(id)]),
      ]),
    ),
    ...table(
      WAYS,
      ["custom_id", "name", "points:", "effort:", "way"],
      economy.achievements.map((entry) => [
        [code(entry.custom_id)],
        nameOf(entry),
        figure(entry.points),
        effortFigure(entry.way),
        wayPhrase(entry.way),
      ]),
    ),
  ];
}
