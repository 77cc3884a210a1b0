/** The plots of a report as SVG. Each has a sentence for screen readers, and a table with the same figures. */
import type { Economy } from "../../analysis/report/economy.ts";
import { both, counted } from "../../manifest/wording.ts";
import { largest } from "../../model/collections.ts";
import { type Html, html } from "../render/html-template.ts";
import { achievementsIn, figure, pointsBars } from "./economy-view.ts";

/** Pixels of the page, and where the axes are. */
const SHEET = { width: 640, height: 300, left: 64, right: 624, top: 12, base: 252 };

/** How many achievements have how many points. */
export function histogramOf(economy: Economy): Html {
  const { left, right, top, base } = SHEET;
  const bars = pointsBars(economy);
  const y = scaleTo(
    largest(
      bars.map(({ achievements }) => achievements),
      1,
    ),
    base,
    top,
  );
  const step = (right - left) / Math.max(1, bars.length);
  const width = Math.min(56, step * 0.8);
  const words = bars.map(({ label, achievements }) => `${label} points: ${achievementsIn(achievements)}`);
  const drawn = bars.map(({ short, achievements, secret }, index) => {
    const middle = left + step * (index + 0.5);
    const rect = (name: string, amount: number): Html => {
      const height = base - y.at(amount);
      return html`<rect class="${name}" x="${round(middle - width / 2)}" y="${round(y.at(amount))}" width="${round(width)}" height="${round(height)}"/>`;
    };
    const parts = [rect("bar", achievements), ...(secret === 0 ? [] : [rect("part", secret)])];
    return html`<g><title>${words[index] ?? ""}</title>${parts}<text class="tick" x="${round(middle)}" y="${base + 16}" text-anchor="middle">${short}</text></g>\n`;
  });
  const summary = `Bars: ${words.join("; ")}. Shaded: secret ones.`;
  return frame({ summary, x: "points (shaded: secret)", y: "number of achievements" }, y, [], drawn);
}

/** A line that goes up with every achievement: how many points take at most so much effort each. */
export function curveOf({ achievements }: Economy): Html {
  const { left, right, top, base } = SHEET;
  let points = 0;
  const steps = achievements.flatMap((each) => {
    if (each.way.steps.length === 0) return [];
    points += each.points;
    return { effort: each.way.effort, points };
  });
  const x = logScale(Math.max(1, steps.at(-1)?.effort ?? 1), left, right);
  const y = scaleTo(Math.max(1, points), base, top);
  const path = steps.map((each) => `H${round(x.at(each.effort))}V${round(y.at(each.points))}`).join("");
  const milestones = [0.25, 0.5, 0.75].flatMap((part) => {
    const at = steps.find((each) => each.points >= part * points);
    return at === undefined ? [] : [`${part * 100} % of the points take an effort of ${figure(at.effort)} at most`];
  });
  const summary = `A line that rises in ${counted(steps.length, "step")}. ${milestones.length === 0 ? "" : `${both(milestones)}.`}`;
  const names = { summary, x: "effort of an achievement at most (logarithmic)", y: "points together" };
  return frame(names, y, x.ticks, [html`<path class="curve" d="M${left},${base}${path}"/>\n`], x);
}

/** `summary`: what the plot shows, as a sentence. */
interface Names {
  readonly summary: string;
  readonly x: string;
  readonly y: string;
}

function frame(names: Names, y: Scale, xTicks: readonly number[], drawn: readonly Html[], x: Scale = y): Html {
  const { width, height, left, right, top, base } = SHEET;
  const lines = y.ticks.map((tick) => {
    const at = y.at(tick);
    return html`<line class="grid" x1="${left}" x2="${right}" y1="${round(at)}" y2="${round(at)}"/><text class="tick" x="${left - 6}" y="${round(at + 4)}" text-anchor="end">${figure(tick)}</text>`;
  });
  const marks = xTicks.map((tick) => {
    const at = round(x.at(tick));
    return html`<line class="grid" x1="${at}" x2="${at}" y1="${top}" y2="${base}"/><text class="tick" x="${at}" y="${base + 16}" text-anchor="middle">${figure(tick)}</text>`;
  });
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${names.summary}">
<g aria-hidden="true">${lines}${marks}
<line class="axis" x1="${left}" x2="${right}" y1="${base}" y2="${base}"/>
<text class="name" x="${(left + right) / 2}" y="${height - 8}" text-anchor="middle">${names.x}</text>
<text class="name" transform="translate(14 ${(top + base) / 2}) rotate(-90)" text-anchor="middle">${names.y}</text></g>
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
function scaleTo(most: number, from: number, to: number): Scale {
  const step = roundStep(most / 5);
  const end = Math.max(step, Math.ceil(most / step) * step);
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
  return { at: (value) => from + ((to - from) * value) / end, ticks };
}

/** By orders of magnitude, with room for 0 at the beginning. */
function logScale(most: number, from: number, to: number): Scale {
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
