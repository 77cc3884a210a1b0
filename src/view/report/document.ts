/** The points of games, and the effort of each achievement. A page also has two plots. */
import type { CheapestWay, Economy } from "../../analysis/report/economy.ts";
import { counted } from "../../ground/words.ts";
import type { Masked } from "../mask/mask.ts";
import type { EconomyToShow } from "../mask/results.ts";
import { gameSections, titleFor } from "../parts/games.ts";
import { countWords } from "../plan/kept.ts";
import type { Column, Document, Table, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";
import { drawHistogram, drawScatter } from "./plots.ts";

const EFFORT =
  "Effort is what the cheapest way found reports: the sum of the amounts, where each activity counts at least 1. Where the service's rules are not documented, laurel relies on assumptions.";

export function reportDocument(games: readonly Masked<EconomyToShow>[]): Document {
  return {
    title: titleFor("Points economy of", games),
    command: "laurel report",
    blocks: [
      gameSections(games, ({ economy }) => [
        doc.paragraph(totalWords(economy)),
        economy.achievements.length > 0 && [
          doc.drawing(drawHistogram(economy)),
          doc.drawing(drawScatter(economy)),
        ],
        waysTable(economy),
      ]),
      games.length > 0 && doc.paragraph(EFFORT, { role: "muted" }),
    ],
  };
}

function totalWords({ totals, budget }: Economy): Words {
  const { achievements, points, secret, impossible, unknown, reachable_points } = totals;
  if (achievements === 0) return "No achievements.";
  const allowed = budget === null ? "" : ` of ${writeFigure(budget)} in the budget`;
  const open = countWords({ "can never be earned": impossible, "without a known way": unknown });
  return [
    `Achievements: ${writeFigure(achievements)}, with ${counted(points, "point")}${allowed}.`,
    secret.achievements > 0 &&
      ` Secret: ${writeFigure(secret.achievements)}, with ${counted(secret.points, "point")}.`,
    open !== "" && ` ${open}: ${counted(reachable_points, "point")} can be earned.`,
  ];
}

function writeFigure(value: number): string {
  const isSmall = value > 0 && value < 1;
  return value.toLocaleString(
    "en-US",
    isSmall ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 },
  );
}

const COLUMNS: readonly (string | Column)[] = [
  "id",
  { title: "name", on: "page" },
  { title: "points", isNumber: true },
  { title: "effort", isNumber: true },
  "cheapest way found",
];

/** Lists the cheapest way of each achievement, sorted by effort. */
function waysTable({ achievements }: Economy): Table {
  const rows = achievements.map(({ custom_id, name, points, way }): readonly Words[] => {
    return [
      doc.code(custom_id),
      doc.code(name),
      writeFigure(points),
      effortFigure(way),
      wayWords(way),
    ];
  });
  return { ...doc.table("row", COLUMNS, rows), rank: 2 };
}

/** Writes the effort: `≤ 12`, `?` if no way was found or it is masked, `none` if no way exists. */
function effortFigure({ certainty, effort }: CheapestWay): string {
  if (certainty === "bound") return `≤ ${writeFigure(effort)}`;
  return certainty === "unknown" ? "?" : "none";
}

/**
 * Words a way, as in `7 × enter-floor 1, on each of 7 days in a row`, or the reasons why no way
 * exists.
 */
function wayWords({ steps, reasons }: CheapestWay): string {
  const words = steps.map(({ custom_action_id, amount, times, note }) => {
    const often = times === 1 ? "" : `${writeFigure(times)} × `;
    return `${often}${custom_action_id} ${writeFigure(amount)}${note === "" ? "" : `, ${note}`}`;
  });
  return words.length > 0 ? words.join(" + ") : reasons.join("; ");
}
