/**
 * The points economy of games as one page of Markdown. In: the games, what is secret in them, and problems. Names of
 * secret achievements and rewards are masked; ids are not, here as elsewhere.
 */
import type { RewardEntry } from "../../analysis/report/economy.ts";
import { counted } from "../../manifest/wording.ts";
import { type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import { MASK, type Secrets } from "../../plan/secrets.ts";
import { concealAll } from "../findings/problem-view.ts";
import { type MarkdownOptions, nameOf, problemSection, renderPage } from "../markdown/markdown-page.ts";
import { code, prose } from "../markdown/markdown-text.ts";
import type { Section } from "../text/size-budget.ts";
import {
  EFFORT_MEANS,
  effortFigure,
  figure,
  ORDER_MEANS,
  percent,
  pointsBars,
  type ReportedGame,
  type Row,
  rowsOf,
  spreadFigure,
  tierName,
  totalSentences,
  wayPhrase,
} from "./economy-view.ts";

export interface ReportedInPublic extends ReportedGame {
  readonly secrets: Secrets;
}

export function renderEconomyMarkdown(
  games: readonly ReportedInPublic[],
  diagnostics: readonly Diagnostic[],
  options: MarkdownOptions,
): string {
  const [only] = games.length === 1 ? games : [];
  const problems = sortDiagnostics(concealAll(diagnostics, undefined, options));
  const isBroken = games.length === 0 && problems.length > 0;
  return renderPage(
    {
      title: `## ${only === undefined ? "Points economy" : `Points economy of ${nameOf(only)}`}`,
      top: isBroken ? [] : [...(only === undefined ? [counted(games.length, "game")] : sentencesOf(only))],
      sections: [
        ...problemSection(problems, "error"),
        ...problemSection(problems, "warning"),
        ...games.flatMap((game) => gameSections(game, only === undefined, options)),
      ],
      bottom: games.length === 0 ? [] : [`${EFFORT_MEANS} ${ORDER_MEANS}`],
      command: "laurel report",
    },
    options,
  );
}

function sentencesOf({ economy, asked }: ReportedGame): readonly string[] {
  return asked === undefined ? [totalSentences(economy).join(" ")] : [];
}

function gameSections(game: ReportedInPublic, isNamed: boolean, options: MarkdownOptions): readonly Section[] {
  const { economy, asked } = game;
  const nameIn = (address: RewardEntry["address"], name: string): string =>
    !options.reveal && game.secrets.addresses.has(address) ? code(MASK) : prose(name);
  const ways = section(game, isNamed, {
    rank: 2,
    title: "The cheapest ways, in the order a typical player earns them",
    columns: ["custom_id", "name", "points:", "effort:", "new:", "total:", "points so far:", "way"],
    rows: rowsOf(game).map((row) => () => wayCells(row, nameIn(row.entry.address, row.entry.name))),
    counts: "way",
  });
  if (asked !== undefined) return ways;
  return [
    ...(isNamed ? sentenceSection(game) : []),
    ...section(game, isNamed, {
      rank: 2,
      title: "Achievements by points",
      columns: ["points:", "achievements:", "share:"],
      rows: pointsBars(economy).map(({ label, achievements }) => () => {
        return [label, figure(achievements), percent(achievements, economy.totals.achievements)];
      }),
      counts: "row",
    }),
    ...section(game, isNamed, {
      rank: 2,
      title: "By tier",
      columns: ["points", "achievements:", "secret:", "in all:", "share:", "median effort:", "efforts:"],
      rows: economy.tiers.map((tier) => () => [
        tierName(tier),
        figure(tier.achievements),
        figure(tier.secret),
        figure(tier.points),
        percent(tier.points, economy.totals.points),
        tier.effort === null ? "–" : figure(tier.effort.median),
        tier.effort === null ? "–" : spreadFigure(tier.effort),
      ]),
      counts: "tier",
    }),
    ...section(game, isNamed, {
      rank: 3,
      title: "Rewards and the achievements that give them",
      columns: ["custom_id", "name", "given by"],
      rows: economy.rewards.map(({ address, custom_id, name, given_by }) => () => [
        code(custom_id),
        nameIn(address, name),
        given_by.length === 0 ? "none" : given_by.map((id) => code(id)).join(", "),
      ]),
      counts: "row",
    }),
    ...ways,
    ...section(game, isNamed, {
      rank: 4,
      title: "Assumptions about undocumented behaviour of the service",
      columns: ["assumption", "what is assumed"],
      rows: economy.assumptions.map(({ name, sentence }) => () => [code(name), prose(sentence)]),
      counts: "assumption",
    }),
  ];
}

function sentenceSection(game: ReportedGame): readonly Section[] {
  return [
    {
      rank: 2,
      head: `### ${nameOf(game)}\n\n${totalSentences(game.economy).join(" ")}\n`,
      units: [],
      more: () => "",
      counts: "sentence",
    },
  ];
}

interface Table {
  readonly rank: number;
  readonly title: string;
  /** A colon at the end: numbers. */
  readonly columns: readonly string[];
  readonly rows: readonly (() => readonly string[])[];
  readonly counts: string;
}

/** Nothing when there are no rows. */
function section(
  game: ReportedGame,
  isNamed: boolean,
  { rank, title, columns, rows, counts }: Table,
): readonly Section[] {
  if (rows.length === 0) return [];
  const name = nameOf(game);
  const names = columns.map((column) => column.replace(/:$/, ""));
  const marks = columns.map((column) => (column.endsWith(":") ? "---:" : "---"));
  return [
    {
      rank,
      head: `### ${title}${isNamed ? ` (${name})` : ""}\n\n| ${names.join(" | ")} |\n|${marks.join("|")}|\n`,
      units: rows.map((cells) => () => `| ${cells().join(" | ")} |\n`),
      more: (left) => `\nand ${counted(left, `more ${counts}`)}, not shown here\n`,
      counts,
      ...(isNamed ? { game: name } : {}),
    },
  ];
}

function wayCells({ entry, earned }: Row, name: string): readonly string[] {
  const { custom_id, points, way } = entry;
  const sums =
    earned === undefined
      ? ["", "", ""]
      : [figure(earned.effort), figure(earned.total_effort), figure(earned.total_points)];
  return [code(custom_id), name, figure(points), effortFigure(way), ...sums, code(wayPhrase(way), WAY_WIDTH)];
}

/** Columns of a way. */
const WAY_WIDTH = 300;
