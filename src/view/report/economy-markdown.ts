/**
 * The points economy of games as one page of Markdown. In: the games, with masks for names that are secret, and problems.
 */
import type { RewardEntry } from "../../analysis/report/economy.ts";
import { MASK } from "../../analysis/secrets.ts";
import { counted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { concealAll } from "../findings/concealment.ts";
import { findingsView } from "../findings/findings-view.ts";
import { type MarkdownOptions, nameOf, problemSections, renderPage, tableSection } from "../markdown/markdown-page.ts";
import { code, prose } from "../markdown/markdown-text.ts";
import type { Section } from "../text/size-budget.ts";
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

/** Columns of a way. */
const WAY_WIDTH = 300;

export function renderEconomyMarkdown(
  games: readonly ReportedGame[],
  diagnostics: readonly Diagnostic[],
  options: MarkdownOptions,
): string {
  const [only] = games.length === 1 ? games : [];
  const isBroken = games.length === 0 && diagnostics.length > 0;
  const sentences = only === undefined ? [counted(games.length, "game")] : sentencesOf(only);
  return renderPage(
    {
      title: `## ${only === undefined ? "Points economy" : `Points economy of ${nameOf(only)}`}`,
      top: isBroken ? [] : sentences,
      sections: [
        ...problemSections(findingsView(concealAll(diagnostics, undefined, options))),
        ...games.flatMap((game) => gameSections(game, only === undefined)),
      ],
      bottom: games.length === 0 ? [] : notes(games),
      command: "laurel report",
    },
    options,
  );
}

function notes(games: readonly ReportedGame[]): readonly string[] {
  const settings = games.flatMap((game) => {
    const whose = games.length === 1 ? "" : `${nameOf(game)}: `;
    return actionSentences(game.economy).map((sentence) => whose + prose(sentence));
  });
  return [[EFFORT_MEANS, ...settings].join(" ")];
}

function sentencesOf({ economy }: ReportedGame): readonly string[] {
  return [totalSentences(economy).join(" ")];
}

function gameSections(game: ReportedGame, isNamed: boolean): readonly Section[] {
  const { economy } = game;
  const { totals } = economy;
  const whose = nameOf(game);
  const nameIn = ({ name }: Pick<RewardEntry, "name">): string => (name === MASK ? code(MASK) : prose(name));
  const table = (
    title: string,
    [rank, counts]: readonly [number, string],
    columns: readonly string[],
    rows: readonly (() => readonly string[])[],
  ): readonly Section[] => {
    const head = `### ${title}${isNamed ? ` (${whose})` : ""}\n\n`;
    return tableSection({ rank, counts, head }, columns, rows);
  };
  const ways = table(
    WAYS,
    [2, "way"],
    ["custom_id", "name", "points:", "effort:", "way"],
    economy.achievements.map((entry) => () => {
      const { custom_id, points, way } = entry;
      return [code(custom_id), nameIn(entry), figure(points), effortFigure(way), code(wayPhrase(way), WAY_WIDTH)];
    }),
  );
  const intro = `### ${whose}\n\n${sentencesOf(game).join("")}\n`;
  return [
    ...(isNamed ? [{ rank: 2, counts: "sentence", head: intro, units: [], more: () => "" }] : []),
    ...table(
      "Achievements by points",
      [2, "row"],
      ["points:", "achievements:", "share:"],
      pointsBars(economy).map(({ label, achievements }) => () => {
        return [label, figure(achievements), percent(achievements, totals.achievements)];
      }),
    ),
    ...table(
      "By tier",
      [2, "tier"],
      ["points", "achievements:", "secret:", "in all:", "share:", "median effort:", "efforts:"],
      economy.tiers.map((tier) => () => [...tierFigures(tier, economy), ...spreadFigures(tier)]),
    ),
    ...table(
      REWARDS,
      [3, "row"],
      ["custom_id", "name", "given by"],
      economy.rewards.map((reward) => () => {
        const given = reward.given_by.map((id) => code(id)).join(", ");
        return [code(reward.custom_id), nameIn(reward), given === "" ? "none" : given];
      }),
    ),
    ...ways,
  ];
}
