/** Points by effort as SVG. It has a sentence for screen readers; the table below has the figures. */
import type { Economy } from "../../analysis/report/economy.ts";
import { counted, inDigits } from "../../manifest/wording.ts";
import { largest } from "../../model/collections.ts";
import { type Html, html } from "../render/html-template.ts";

/** Pixels of the page, and where the axes are. */
const SHEET = { width: 640, height: 300, left: 64, right: 624, top: 12, base: 252 };

/** A dot for each achievement of which a way is known, where points and effort grow tenfold. */
export function scatter({ achievements }: Economy): Html {
  const { width, height, left, right, top, base } = SHEET;
  const known = achievements.filter(({ way }) => way.steps.length > 0);
  const efforts = known.map(({ way }) => way.effort);
  const x = logScale(largest(efforts, 1), left, right - 12);
  const mostPoints = largest(
    known.map(({ points }) => points),
    1,
  );
  const y = logScale(mostPoints, base, top + 8);
  const dots = known.map(({ name, points, way }) => {
    const title = `${name}: ${counted(points, "point")}, effort at most ${way.effort}`;
    return html`<circle fill="var(--note)" fill-opacity="0.5" cx="${x.at(way.effort)}" cy="${y.at(points)}" r="4"><title>${title}</title></circle>`;
  });
  const marks = [
    ...x.ticks.map((each) => html`<text x="${x.at(each)}" y="${base + 16}">${inDigits(each)}</text>`),
    ...y.ticks.map(
      (each) => html`<text text-anchor="end" x="${left - 6}" y="${y.at(each) + 4}">${inDigits(each)}</text>`,
    ),
  ];
  const summary = `A dot for each of ${inDigits(known.length)} that can be earned.`;
  return html`<h3>Points by effort</h3>
<svg viewBox="0 0 ${width} ${height}" style="max-width: ${width}px" role="img" aria-label="${summary}" fill="currentColor" font-size="12" text-anchor="middle">
<path d="M${left} ${top}V${base}H${right}" fill="none" stroke="currentColor"/><text x="${(left + right) / 2}" y="${height - 8}">effort at most</text><text transform="translate(14 ${(top + base) / 2}) rotate(-90)">points</text>
${marks}${dots}</svg>
`;
}

/** From 0 to at least `most`, where each power of ten takes the same room. */
function logScale(most: number, from: number, to: number) {
  const decades = Math.max(1, Math.ceil(Math.log10(most)));
  const end = Math.log10(1 + 10 ** decades);
  return {
    at: (value: number): number => Math.round(from + ((to - from) * Math.log10(1 + value)) / end),
    ticks: [0, ...Array.from({ length: decades + 1 }, (_, power) => 10 ** power)],
  };
}
