/** The points of games and the effort of each achievement, as one document for all forms; a page has two plots. */
import type { CheapestWay, Economy } from "../../analysis/report/economy.ts";
import { counted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { problemCallouts } from "../problems.ts";
import { type Block, code, type Document, heading, onForm, paragraph, type Row } from "../render/document.ts";
import { histogram, scatter } from "./plots.ts";

export interface ReportedGame {
  readonly game: string;
  readonly economy: Economy;
}

const EFFORT =
  "Effort is what the cheapest way found reports: the sum of the amounts, where each activity counts at least 1. Where the service's rules are not documented, laurel relies on assumptions.";

export function reportDocument(games: readonly ReportedGame[], diagnostics: readonly Diagnostic[]): Document {
  const [only] = games.length === 1 ? games : [];
  const title = only === undefined ? "Points economy" : ["Points economy of ", code(only.game)];
  return {
    title: games.length + diagnostics.length === 0 ? "" : title,
    command: "laurel report",
    blocks: [
      ...onForm("page", problemCallouts(diagnostics)),
      ...games.flatMap(({ game, economy }): readonly Block[] => [
        ...(only === undefined ? [heading([code(game)])] : []),
        paragraph(totalSentences(economy).join(" ")),
        ...(economy.achievements.length === 0 ? [] : economyBlocks(economy)),
      ]),
      ...(games.length === 0 ? [] : [paragraph(EFFORT, { role: "muted" })]),
    ],
  };
}

function totalSentences({ totals, budget }: Economy): readonly string[] {
  const { achievements, points, secret, impossible, unknown, reachable_points } = totals;
  if (achievements === 0) return ["No achievements."];
  const allowed = budget === null ? "" : ` of ${figure(budget)} in the budget`;
  const open = [
    ...(impossible === 0 ? [] : [`${figure(impossible)} can never be earned`]),
    ...(unknown === 0 ? [] : [`${figure(unknown)} ${unknown === 1 ? "has" : "have"} no known way`]),
  ];
  return [
    `Achievements: ${figure(achievements)}, with ${counted(points, "point")}${allowed}.`,
    ...(secret.achievements === 0
      ? []
      : [`Secret: ${figure(secret.achievements)}, with ${counted(secret.points, "point")}.`]),
    ...(open.length === 0 ? [] : [`${open.join(", ")}: ${counted(reachable_points, "point")} can be earned.`]),
  ];
}

function figure(value: number): string {
  const isSmall = value > 0 && value < 1;
  return value.toLocaleString("en-US", isSmall ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 });
}

function economyBlocks(economy: Economy): readonly Block[] {
  return [
    { type: "drawing", html: histogram(economy) },
    { type: "drawing", html: scatter(economy) },
    waysTable(economy),
  ];
}

/** Sorted by effort. */
function waysTable({ achievements }: Economy): Block {
  const rows = achievements.map(({ custom_id, name, points, way }): Row => {
    return { cells: [[code(custom_id)], name, figure(points), effortFigure(way), wayWords(way)] };
  });
  const columns = [
    { title: "id" },
    { title: "name", on: "page" },
    { title: "points", isNumber: true },
    { title: "effort", isNumber: true },
    { title: "cheapest way found" },
  ] as const;
  return { type: "table", noun: "row", rank: 2, columns, rows };
}

/** `≤ 12`, `?` where no way was found or it is masked, `none` where there is none. */
function effortFigure({ certainty, effort }: CheapestWay): string {
  if (certainty === "bound") return `≤ ${figure(effort)}`;
  return certainty === "unknown" ? "?" : "none";
}

/** `7 × enter-floor 1, on each of 7 days in a row`, or why there is none. */
function wayWords({ steps, reasons }: CheapestWay): string {
  const words = steps.map(({ custom_action_id, amount, times, note }) => {
    const often = times === 1 ? "" : `${figure(times)} × `;
    return `${often}${custom_action_id} ${figure(amount)}${note === "" ? "" : `, ${note}`}`;
  });
  return words.length > 0 ? words.join(" + ") : reasons.join("; ");
}
