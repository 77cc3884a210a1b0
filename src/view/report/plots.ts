/**
 * Plots as SVG, made of figures alone: no script draws them. Each has a sentence for those who do not see it, and stands
 * beside a table with the same figures. Colours and fonts are those of the page's style.
 */
import { largest } from "../../model/collections.ts";
import { type Html, html } from "../html/html.ts";
import { figure } from "./economy-words.ts";
import { logScale, type Scale, scaleTo } from "./scales.ts";

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
