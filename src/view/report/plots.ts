/** The plots of a report as SVG. Each has a sentence for screen readers; the table below has the figures. */
import type { Economy } from "../../analysis/report/economy.ts";
import { counted } from "../../manifest/wording.ts";
import { largest, sum } from "../../model/collections.ts";
import { type Html, html } from "../render/html-template.ts";

/** Pixels of the page, and where the axes are. */
const SHEET = { width: 640, height: 300, left: 64, right: 624, top: 12, base: 252 };
/** The least points of each bar. The same for every game, so that plots can be compared. */
const BARS = [0, 1, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

export function figure(value: number): string {
  const isSmall = value > 0 && value < 1;
  return value.toLocaleString("en-US", isSmall ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 });
}

/** How many achievements have how many points. */
export function histogram({ distribution }: Economy): Html {
  const bars = BARS.map((least, index) => {
    const end = BARS[index + 1] ?? Number.POSITIVE_INFINITY;
    const inBar = distribution.filter(({ points }) => points >= least && points < end);
    const label = end - least === 1 ? figure(least) : `${figure(least)}+`;
    return { label, count: sum(inBar.map(({ achievements }) => achievements)) };
  });
  const shown = bars.slice(0, bars.findLastIndex(({ count }) => count > 0) + 1);
  const step = (SHEET.right - SHEET.left) / shown.length;
  const most = largest(shown.map(({ count }) => count));
  const heightOf = (count: number): number => ((SHEET.base - SHEET.top) * count) / most;
  const drawn = shown.map(({ label, count }, index) => {
    const x = SHEET.left + step * (index + 0.5);
    const top = SHEET.base - heightOf(count);
    return html`<rect fill="var(--note)" fill-opacity="0.4" x="${round(x - step * 0.4)}" y="${round(top)}" width="${round(step * 0.8)}" height="${round(heightOf(count))}"><title>${label} points: ${count}</title></rect><text x="${round(x)}" y="${round(top + 14)}">${count === 0 ? "" : count}</text>${tick(x, label)}`;
  });
  const summary = shown.map(({ label, count }) => `${label} points: ${figure(count)}`).join("; ");
  return plot({ summary, title: "Achievements by points", x: "points", y: "" }, drawn);
}

/** A point for each achievement of which a way is known, where points and effort grow tenfold. */
export function scatter({ achievements }: Economy): Html {
  const known = achievements.filter(({ way }) => way.steps.length > 0);
  const x = logScale(
    largest(
      known.map(({ way }) => way.effort),
      1,
    ),
    SHEET.left,
    SHEET.right - 12,
  );
  const y = logScale(
    largest(
      known.map(({ points }) => points),
      1,
    ),
    SHEET.base,
    SHEET.top + 8,
  );
  const dots = known.map(({ name, points, way }) => {
    const title = `${name}: ${counted(points, "point")}, effort ≤ ${figure(way.effort)}`;
    return html`<circle fill="var(--note)" fill-opacity="0.5" cx="${round(x.at(way.effort))}" cy="${round(y.at(points))}" r="4"><title>${title}</title></circle>`;
  });
  const marks = [
    ...x.ticks.map((each) => tick(x.at(each), figure(each))),
    ...y.ticks.map(
      (each) => html`<text text-anchor="end" x="${SHEET.left - 6}" y="${round(y.at(each) + 4)}">${figure(each)}</text>`,
    ),
  ];
  const summary = `A dot for each of ${figure(known.length)} that can be earned.`;
  return plot({ summary, title: "Points by effort", x: "effort at most", y: "points" }, [...marks, ...dots]);
}

interface Labels {
  /** What the plot shows, for screen readers. */
  readonly summary: string;
  readonly title: string;
  readonly x: string;
  readonly y: string;
}

function plot({ summary, title, x, y }: Labels, drawn: readonly Html[]): Html {
  const { width, height, left, right, top, base } = SHEET;
  return html`<h3>${title}</h3>
<svg viewBox="0 0 ${width} ${height}" style="max-width: ${width}px" role="img" aria-label="${summary}" fill="currentColor" font-size="12" text-anchor="middle">
<path d="M${left} ${top}V${base}H${right}" fill="none" stroke="currentColor"/><text x="${(left + right) / 2}" y="${height - 8}">${x}</text><text transform="translate(14 ${(top + base) / 2}) rotate(-90)">${y}</text>
${drawn}</svg>
`;
}

function tick(x: number, label: string): Html {
  return html`<text x="${round(x)}" y="${SHEET.base + 16}">${label}</text>`;
}

/** From 0 to at least `most`, where each power of ten takes the same room. */
function logScale(most: number, from: number, to: number) {
  const decades = Math.max(1, Math.ceil(Math.log10(most)));
  const end = Math.log10(1 + 10 ** decades);
  return {
    at: (value: number): number => from + ((to - from) * Math.log10(1 + value)) / end,
    ticks: [0, ...Array.from({ length: decades + 1 }, (_, power) => 10 ** power)],
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
