/** The plots of a report as SVG. Each has a sentence for screen readers, and a table with the same figures beside it. */
import type { Economy } from "../../analysis/report/economy.ts";
import { both, counted } from "../../manifest/wording.ts";
import { largest } from "../../model/collections.ts";
import { type Html, html } from "../html/html.ts";
import { achievementsIn, figure, percent, pointsBars, shortTierName, tierName } from "./economy-view.ts";

export function histogramOf(economy: Economy): Html {
  const bars = pointsBars(economy).map(({ label, short, achievements, secret }) => {
    return {
      label: short,
      value: achievements,
      part: secret,
      words: `${label} points: ${achievementsIn(achievements)}`,
    };
  });
  const summary = `Bars: ${bars.map(({ words }) => words).join("; ")}. Shaded: secret ones.`;
  return barPlot(bars, { summary, x: "points (shaded: secret)", y: "number of achievements" });
}

export function tierPlotOf({ tiers, totals, achievements }: Economy): Html {
  const bars = tiers.map((tier) => {
    const { from, to, points } = tier;
    const own = achievements.filter((each) => each.points >= from && (to === null || each.points <= to));
    const part = own.filter(({ is_secret }) => is_secret).reduce((sum, each) => sum + each.points, 0);
    const label = shortTierName(tier);
    return {
      label,
      value: points,
      part,
      words: `${tierName(tier)}: ${figure(points)} points, ${percent(points, totals.points)}`,
    };
  });
  const summary = `Bars: ${bars.map(({ words }) => words).join("; ")}. Shaded: secret ones.`;
  return barPlot(bars, { summary, x: "tier (shaded: secret)", y: "points" });
}

export function curveOf({ order, achievements }: Economy): Html {
  const names = new Map(achievements.map(({ custom_id, name }) => [custom_id, name === "" ? custom_id : name]));
  const points = order.map(({ custom_id, total_effort, total_points }) => ({
    x: total_effort,
    y: total_points,
    words: `${names.get(custom_id)}: ${figure(total_points)} points after an effort of ${figure(total_effort)}`,
  }));
  const summary = `A line that rises in ${counted(order.length, "step")}. ${milestones(order)}`;
  return curvePlot(points, { summary, x: "total effort (logarithmic)", y: "points so far" });
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

/** Names that are told of one spot. */
const MOST_NAMES = 6;

export function scatterOf({ achievements }: Economy): Html {
  const spots = new Map<string, { readonly x: number; readonly y: number; names: string[]; isSecret: boolean }>();
  for (const { custom_id, name, points, way, is_secret } of achievements) {
    if (way.steps.length === 0) continue;
    const key = `${way.effort} ${points}`;
    const spot = spots.get(key) ?? { x: way.effort, y: points, names: [], isSecret: true };
    spot.names.push(name === "" ? custom_id : name);
    spot.isSecret &&= is_secret;
    spots.set(key, spot);
  }
  const points = [...spots.values()]
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .map(({ x, y, names, isSecret }) => {
      const more = names.length - MOST_NAMES;
      const shown = both([...names.slice(0, MOST_NAMES), ...(more > 0 ? [`${figure(more)} more`] : [])]);
      const words = `${shown}: effort ${figure(x)}, ${counted(y, "point")}`;
      return { x, y, words, count: names.length, isSecret };
    });
  const summary =
    "A spot for each effort and number of points; larger where several achievements share it, hollow where all of them are secret. The table of the cheapest ways has the same figures.";
  return scatterPlot(points, { summary, x: "effort (logarithmic)", y: "points" });
}

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 64;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 48;
const BASE = HEIGHT - BOTTOM;

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** How much of it is secret: shaded. */
  readonly part: number;
  /** What is said of it when it is pointed at. */
  readonly words: string;
}

export interface Axes {
  /** What the plot shows, as a sentence. */
  readonly summary: string;
  readonly x: string;
  readonly y: string;
}

/** A bar for each value, side by side. */
export function barPlot(bars: readonly Bar[], axes: Axes): Html {
  const values = bars.map(({ value }) => value);
  const y = scaleTo(largest(values, 1), BASE, TOP);
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, bars.length);
  const width = Math.min(56, step * 0.8);
  const drawn = bars.map(({ label, value, part, words }, index) => {
    const middle = LEFT + step * (index + 0.5);
    const rect = (name: string, amount: number): Html =>
      amount === 0
        ? html``
        : html`<rect class="${name}" x="${round(middle - width / 2)}" y="${round(y.at(amount))}" width="${round(width)}" height="${round(BASE - y.at(amount))}"/>`;
    return html`<g><title>${words}</title>${rect("bar", value)}${rect("part", part)}<text class="tick" x="${round(middle)}" y="${BASE + 16}" text-anchor="middle">${label}</text></g>\n`;
  });
  return frame(axes, y, [], drawn);
}

/** A point of a curve or of a cloud. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly words: string;
}

/** A line that goes up in steps. */
export function curvePlot(points: readonly Point[], axes: Axes): Html {
  const [across, up] = [points.map((each) => each.x), points.map((each) => each.y)];
  const x = logScale(largest(across, 1), LEFT, WIDTH - RIGHT);
  const y = scaleTo(largest(up, 1), BASE, TOP);
  const path = points.map((each) => `H${round(x.at(each.x))}V${round(y.at(each.y))}`).join("");
  const line = html`<path class="curve" d="M${LEFT},${BASE}${path}"/>\n`;
  // An area below it that can be pointed at, from each point to the next.
  const areas = points.map(({ words, x: from, y: to }, index) => {
    const [left, right] = [x.at(from), x.at(points[index + 1]?.x ?? from)];
    return html`<rect class="area" x="${round(left)}" y="${round(y.at(to))}" width="${round(Math.max(1, right - left))}" height="${round(BASE - y.at(to))}"><title>${words}</title></rect>\n`;
  });
  return frame(
    axes,
    y,
    x.ticks.map((tick) => ({ tick, at: x.at(tick) })),
    [...areas, line],
  );
}

/** More spots than this are not stopped at by the keyboard: it would never come to an end. */
const MOST_STOPS = 80;

/** A cloud of spots; those at one place are one, and say so. `isSecret`: all that is there is secret. */
export function scatterPlot(
  spots: readonly (Point & { readonly count: number; readonly isSecret: boolean })[],
  axes: Axes,
): Html {
  const [across, up] = [spots.map((each) => each.x), spots.map((each) => each.y)];
  const x = logScale(largest(across, 1), LEFT, WIDTH - RIGHT);
  const y = logScale(largest(up, 1), BASE, TOP);
  const isReachable = spots.length <= MOST_STOPS;
  const drawn = spots.map(({ x: atX, y: atY, words, count, isSecret }) => {
    const [cx, cy, r] = [x.at(atX), y.at(atY), Math.min(14, 4 + Math.sqrt(count) * 1.5)];
    const stop = isReachable ? html` tabindex="0" role="img" aria-label="${words}"` : html``;
    const isRight = cx > WIDTH / 2;
    const label = html`<text class="label" x="${round(isRight ? cx - r - 4 : cx + r + 4)}" y="${round(Math.max(TOP + 10, cy - 6))}" text-anchor="${isRight ? "end" : "start"}">${cut(words)}</text>`;
    return html`<g class="spot${isSecret ? " secret" : ""}"${stop}><title>${words}</title><circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}"/>${label}</g>\n`;
  });
  return frame(
    axes,
    y,
    x.ticks.map((tick) => ({ tick, at: x.at(tick) })),
    drawn,
    isReachable ? "group" : "img",
  );
}

/** Characters of a label that stay within the plot. */
const LABEL = 48;

function cut(words: string): string {
  const characters = [...words];
  return characters.length > LABEL ? `${characters.slice(0, LABEL - 1).join("")}…` : words;
}

function frame(
  { summary, x: across, y: up }: Axes,
  y: Scale,
  xTicks: readonly { readonly tick: number; readonly at: number }[],
  drawn: readonly Html[],
  role = "img",
): Html {
  const lines = y.ticks.map(
    (tick) =>
      html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(y.at(tick))}" y2="${round(y.at(tick))}"/><text class="tick" x="${LEFT - 6}" y="${round(y.at(tick) + 4)}" text-anchor="end">${figure(tick)}</text>`,
  );
  const marks = xTicks.map(
    ({ tick, at }) =>
      html`<line class="grid" x1="${round(at)}" x2="${round(at)}" y1="${TOP}" y2="${BASE}"/><text class="tick" x="${round(at)}" y="${BASE + 16}" text-anchor="middle">${figure(tick)}</text>`,
  );
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="${role}" aria-label="${summary}">
<g aria-hidden="true">${lines}${marks}
<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${BASE}" y2="${BASE}"/>
<text class="name" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${across}</text>
<text class="name" transform="translate(14 ${(TOP + BASE) / 2}) rotate(-90)" text-anchor="middle">${up}</text></g>
${drawn}</svg>`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export interface Scale {
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
