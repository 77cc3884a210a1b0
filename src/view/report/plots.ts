/**
 * The plots of a report as SVG. Each has a sentence for screen readers, and a table with the same figures beside it. Each
 * comes in two sizes, of which the page shows the one that it has room for, so that its text is never scaled down.
 */
import type { Economy } from "../../analysis/report/economy.ts";
import { both, counted } from "../../manifest/wording.ts";
import { grouped, largest } from "../../model/collections.ts";
import { type Html, html } from "../html/html.ts";
import { cutToWidth } from "../text/layout.ts";
import { achievementsIn, figure, percent, pointsBars, shortTierName, tierName } from "./economy-view.ts";

/** The plot in both sizes. */
export function plotIn(draw: (economy: Economy, sheet: Sheet) => Html, economy: Economy): Html {
  return html`<div class="wide">${draw(economy, WIDE)}</div><div class="narrow">${draw(economy, NARROW)}</div>`;
}

export function histogramOf(economy: Economy, sheet: Sheet): Html {
  const bars = pointsBars(economy).map(({ label, short, achievements, secret }) => {
    return { label: short, value: achievements, secret, words: `${label} points: ${achievementsIn(achievements)}` };
  });
  return barPlot(bars, { x: "points (shaded: secret)", y: "number of achievements" }, sheet);
}

export function tierPlotOf({ tiers, totals, achievements }: Economy, sheet: Sheet): Html {
  const bars = tiers.map((tier) => {
    const { from, to, points } = tier;
    const own = achievements.filter(
      (each) => each.is_secret && each.points >= from && (to === null || each.points <= to),
    );
    const secret = own.reduce((sum, each) => sum + each.points, 0);
    const words = `${tierName(tier)}: ${figure(points)} points, ${percent(points, totals.points)}`;
    return { label: shortTierName(tier), value: points, secret, words };
  });
  return barPlot(bars, { x: "tier (shaded: secret)", y: "points" }, sheet);
}

/** When a quarter, half and three quarters of the points are reached. */
function milestones(order: Economy["order"]): string {
  const all = order.at(-1)?.total_points ?? 0;
  const parts = [0.25, 0.5, 0.75].flatMap((part) => {
    const at = order.find(({ total_points }) => total_points >= part * all);
    return at === undefined ? [] : [`${part * 100} % of the points after an effort of ${figure(at.total_effort)}`];
  });
  return parts.length === 0 ? "" : `${both(parts)}.`;
}

/** Where the axes are, in pixels. */
interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly base: number;
  /** Figures along an axis, at most. */
  readonly ticks: number;
  readonly isNarrow: boolean;
}

const WIDE: Sheet = { width: 640, height: 300, left: 64, right: 624, top: 12, base: 252, ticks: 9, isNarrow: false };
/** For a telephone: the vertical axis has its name above it, and labels of bars are slanted. */
const NARROW: Sheet = { width: 316, height: 270, left: 52, right: 300, top: 28, base: 202, ticks: 5, isNarrow: true };

interface Bar {
  readonly label: string;
  readonly value: number;
  /** How much of it is secret: shaded. */
  readonly secret: number;
  readonly words: string;
}

interface Axes {
  /** What the plot shows, as a sentence. */
  readonly summary: string;
  readonly x: string;
  readonly y: string;
}

/** A bar for each value, side by side. */
function barPlot(bars: readonly Bar[], names: Pick<Axes, "x" | "y">, sheet: Sheet): Html {
  const { left, right, top, base, isNarrow } = sheet;
  const y = scaleTo(
    largest(
      bars.map(({ value }) => value),
      1,
    ),
    base,
    top,
  );
  const step = (right - left) / Math.max(1, bars.length);
  const width = Math.min(56, step * 0.8);
  const drawn = bars.map(({ label, value, secret, words }, index) => {
    const middle = left + step * (index + 0.5);
    const rect = (name: string, amount: number): Html =>
      amount === 0 ? html`` : rectangle(name, { x: middle - width / 2, top: y.at(amount), width, base }, html``);
    const place = isNarrow
      ? html`transform="translate(${round(middle + 4)} ${base + 14}) rotate(-40)" text-anchor="end"`
      : html`x="${round(middle)}" y="${base + 16}" text-anchor="middle"`;
    return html`<g><title>${words}</title>${rect("bar", value)}${rect("part", secret)}<text class="tick" ${place}>${label}</text></g>\n`;
  });
  const summary = `Bars: ${bars.map(({ words }) => words).join("; ")}. Shaded: secret ones.`;
  return frame({ summary, ...names }, y, [], drawn, sheet);
}

interface Column {
  readonly x: number;
  readonly top: number;
  readonly width: number;
  readonly base: number;
}

/** Down to the base of the plot. */
function rectangle(name: string, { x, top, width, base }: Column, inner: Html): Html {
  return html`<rect class="${name}" x="${round(x)}" y="${round(top)}" width="${round(width)}" height="${round(base - top)}">${inner}</rect>`;
}

/** A line that goes up with every achievement of the order. */
export function curveOf({ order, achievements }: Economy, sheet: Sheet): Html {
  const { left: start, right: end, top, base } = sheet;
  const names = new Map(achievements.map(({ custom_id, name }) => [custom_id, name === "" ? custom_id : name]));
  const last = order.at(-1);
  const x = logScale(Math.max(1, last?.total_effort ?? 1), start, end);
  const y = scaleTo(Math.max(1, last?.total_points ?? 1), base, top);
  const path = order.map((each) => `H${round(x.at(each.total_effort))}V${round(y.at(each.total_points))}`).join("");
  const line = html`<path class="curve" d="M${start},${base}${path}"/>\n`;
  // An area below it that can be pointed at, from each point to the next.
  const areas = order.map(({ custom_id, total_effort, total_points }, index) => {
    const words = `${names.get(custom_id)}: ${figure(total_points)} points after an effort of ${figure(total_effort)}`;
    const [left, right] = [x.at(total_effort), x.at(order[index + 1]?.total_effort ?? total_effort)];
    const title = html`<title>${words}</title>`;
    const column = { x: left, top: y.at(total_points), width: Math.max(1, right - left), base };
    return html`${rectangle("area", column, title)}\n`;
  });
  const summary = `A line that rises in ${counted(order.length, "step")}. ${milestones(order)}`;
  return frame(
    { summary, x: "total effort (logarithmic)", y: "points so far" },
    y,
    ticksOf(x),
    [...areas, line],
    sheet,
  );
}

/** Names in the words of one spot. */
const MOST_NAMES = 6;
/** With more spots than this, the keyboard does not stop at them: it would never come to an end. */
const MOST_STOPS = 80;

/** A spot for each effort and number of points. */
export function scatterOf({ achievements }: Economy, sheet: Sheet): Html {
  const { left, right, top, base, width } = sheet;
  const known = achievements.filter(({ way }) => way.steps.length > 0);
  const spots = [...grouped(known, ({ way, points }) => `${way.effort} ${points}`).values()]
    .map((all) => ({ all, effort: all[0]?.way.effort ?? 0, points: all[0]?.points ?? 0 }))
    .sort((a, b) => a.effort - b.effort || a.points - b.points);
  const x = logScale(
    largest(
      spots.map(({ effort }) => effort),
      1,
    ),
    left,
    right,
  );
  const y = logScale(
    largest(
      spots.map(({ points }) => points),
      1,
    ),
    base,
    top,
  );
  const isReachable = spots.length <= MOST_STOPS;
  const drawn = spots.map(({ all, effort, points }) => {
    const names = all.map(({ custom_id, name }) => (name === "" ? custom_id : name));
    const more = names.length > MOST_NAMES ? [`${figure(names.length - MOST_NAMES)} more`] : [];
    const shown = both([...names.slice(0, MOST_NAMES), ...more]);
    const words = `${shown}: effort ${figure(effort)}, ${counted(points, "point")}`;
    const [cx, cy, r] = [x.at(effort), y.at(points), Math.min(14, 4 + Math.sqrt(all.length) * 1.5)];
    const secret = all.every(({ is_secret }) => is_secret) ? " secret" : "";
    const stop = isReachable ? html` tabindex="0" role="img" aria-label="${words}"` : html``;
    const isRight = cx > width / 2;
    const from = isRight ? 0 : cx + r + 4;
    const room = isRight ? cx - r - 4 : width - from;
    const label = html`<foreignObject x="${round(from)}" y="${round(Math.max(top, cy - 18))}" width="${round(room)}" height="18"><p class="label${isRight ? " end" : ""}"><span>${cutToWidth(words, LABEL)}</span></p></foreignObject>`;
    return html`<g class="spot${secret}"${stop}><title>${words}</title><circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}"/>${label}</g>\n`;
  });
  const summary =
    "A spot for each effort and number of points; larger where several achievements share it, hollow where all of them are secret. The table of the cheapest ways has the same figures.";
  const axes = { summary, x: "effort (logarithmic)", y: "points" };
  return frame(axes, y, ticksOf(x), drawn, sheet, isReachable ? "group" : "img");
}

/** Columns of a label, at most. The page cuts it where it has no more room. */
const LABEL = 64;

interface Tick {
  readonly tick: number;
  readonly at: number;
}

function ticksOf(scale: Scale): readonly Tick[] {
  return scale.ticks.map((tick) => ({ tick, at: scale.at(tick) }));
}

/** Every nth, so that there is room for the figures. */
function thinned(ticks: readonly Tick[], most: number): readonly Tick[] {
  const every = Math.ceil(ticks.length / most);
  return ticks.filter((_, index) => index % every === 0);
}

function frame(
  { summary, x: across, y: up }: Axes,
  y: Scale,
  xTicks: readonly Tick[],
  drawn: readonly Html[],
  sheet: Sheet,
  role = "img",
): Html {
  const { width, height, left, right, top, base, ticks, isNarrow } = sheet;
  const lines = ticksOf(y).map(
    ({ tick, at }) =>
      html`<line class="grid" x1="${left}" x2="${right}" y1="${round(at)}" y2="${round(at)}"/><text class="tick" x="${left - 6}" y="${round(at + 4)}" text-anchor="end">${figure(tick)}</text>`,
  );
  const marks = thinned(xTicks, ticks).map(
    ({ tick, at }) =>
      html`<line class="grid" x1="${round(at)}" x2="${round(at)}" y1="${top}" y2="${base}"/><text class="tick" x="${round(at)}" y="${base + 16}" text-anchor="middle">${figure(tick)}</text>`,
  );
  const beside = isNarrow
    ? html`x="2" y="12"`
    : html`transform="translate(14 ${(top + base) / 2}) rotate(-90)" text-anchor="middle"`;
  return html`<svg viewBox="0 0 ${width} ${height}" role="${role}" aria-label="${summary}">
<g aria-hidden="true">${lines}${marks}
<line class="axis" x1="${left}" x2="${right}" y1="${base}" y2="${base}"/>
<text class="name" x="${(left + right) / 2}" y="${height - 8}" text-anchor="middle">${across}</text>
<text class="name" ${beside}>${up}</text></g>
${drawn}</svg>`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

interface Scale {
  /** Where a figure lies. */
  at(value: number): number;
  /** Round figures, from small to large. */
  readonly ticks: readonly number[];
}

/** Evenly, from 0 to a round figure that is not less than `most`. */
export function scaleTo(most: number, from: number, to: number): Scale {
  const step = roundStep(most / 5);
  const end = Math.max(step, Math.ceil(most / step) * step);
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
  return { at: (value) => from + ((to - from) * value) / end, ticks };
}

/** By orders of magnitude, with room for 0 at the beginning. */
export function logScale(most: number, from: number, to: number): Scale {
  const decades = Math.max(1, Math.ceil(Math.log10(most) - 1e-9));
  const every = Math.ceil(decades / 8);
  const powers = Array.from({ length: Math.floor(decades / every) + 1 }, (_, index) => 10 ** (index * every));
  const end = Math.log10(1 + 10 ** decades);
  return { at: (value) => from + ((to - from) * Math.log10(1 + Math.max(0, value))) / end, ticks: [0, ...powers] };
}

/** The least of 1, 2, 5, 10, 20, … that is not less, and at least 1. */
function roundStep(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((each) => each * magnitude).find((each) => each >= value) ?? 10 * magnitude;
}
