/** The plots of a report as SVG. The table below has the figures. */
import type { Economy } from "../../analysis/report/economy.ts";
import { largest } from "../../ground/collections.ts";
import { counted, inDigits, inQuotes } from "../../ground/words.ts";
import { type Html, html } from "../render/html.ts";

/** Size of a plot and positions of its axes, in pixels. */
const SHEET = { width: 640, height: 300, left: 64, right: 624, top: 20, base: 252 };

/** The least points of each bar. The same for every game, so that plots can be compared. */
const BARS = [0, 1, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

/** Draws the number of achievements by their points. */
export function drawHistogram({ achievements }: Economy): Html {
  const { left, right, top, base } = SHEET;
  const counts = BARS.map((least, index) => {
    const most = BARS[index + 1] ?? Number.POSITIVE_INFINITY;
    return achievements.filter(({ points }) => points >= least && points < most).length;
  });
  const shown = counts.slice(0, counts.findLastIndex((count) => count > 0) + 1);
  const step = (right - left) / shown.length;
  const bars = shown.map((count, index) => {
    const height = Math.round(((base - top) * count) / largest(shown));
    const middle = Math.round(left + step * (index + 0.5));
    const label = index === 0 ? "0" : `${inDigits(BARS[index] ?? 0)}+`;
    return html`<rect fill="var(--note)" fill-opacity="0.4" x="${middle - step * 0.4}" y="${base - height}" width="${step * 0.8}" height="${height}"/><text x="${middle}" y="${base - height - 4}">${count === 0 ? "" : count}</text><text x="${middle}" y="${base + 16}">${label}</text>`;
  });
  return drawPlot("Achievements by points", ["points", "how many"], bars);
}

/**
 * Draws a dot for each achievement with a known way. Equal steps on the axes are tenfold points and
 * effort.
 */
export function drawScatter({ achievements }: Economy): Html {
  const { left, right, top, base } = SHEET;
  const known = achievements.filter(({ way }) => way.steps.length > 0);
  const efforts = known.map(({ way }) => way.effort);
  const worths = known.map(({ points }) => points);
  const x = makeLogScale(efforts, left, right - 12);
  const y = makeLogScale(worths, base, top);
  const dots = known.map(({ name, points, way: { effort } }) => {
    const title = `${inQuotes(name)}: ${counted(points, "point")}, effort at most ${effort}`;
    return html`<circle fill="var(--note)" fill-opacity="0.5" cx="${x.at(effort)}" cy="${y.at(points)}" r="4"><title>${title}</title></circle>`;
  });
  const marks = [
    ...x.ticks.map(
      (tick) => html`<text x="${x.at(tick)}" y="${base + 16}">${inDigits(tick)}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        html`<text text-anchor="end" x="${left - 6}" y="${y.at(tick) + 4}">${inDigits(tick)}</text>`,
    ),
  ];
  return drawPlot("Points by effort", ["effort at most", "points"], [...marks, ...dots]);
}

function drawPlot(
  title: string,
  [x, y]: readonly [x: string, y: string],
  drawn: readonly Html[],
): Html {
  const { width, height, left, right, top, base } = SHEET;
  return html`<h3>${title}</h3>
<svg viewBox="0 0 ${width} ${height}" style="max-width: ${width}px" role="img" aria-label="${title}; the figures are in the table" fill="currentColor" font-size="12" text-anchor="middle">
<path d="M${left} ${top}V${base}H${right}" fill="none" stroke="currentColor"/><text x="${(left + right) / 2}" y="${height - 8}">${x}</text><text transform="translate(14 ${(top + base) / 2}) rotate(-90)">${y}</text>
${drawn}</svg>
`;
}

/**
 * Makes a scale from 0 to at least the largest value, on which each power of ten takes the same
 * room.
 */
function makeLogScale(values: readonly number[], from: number, to: number) {
  const decades = Math.max(1, Math.ceil(Math.log10(largest(values, 1))));
  const end = Math.log10(1 + 10 ** decades);
  return {
    at: (value: number): number => Math.round(from + ((to - from) * Math.log10(1 + value)) / end),
    ticks: [0, ...Array.from({ length: decades + 1 }, (_, power) => 10 ** power)],
  };
}
