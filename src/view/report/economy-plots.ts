/** The plots of a report: which figures go into them, and what is said of each. */
import type { Economy } from "../../analysis/report/economy.ts";
import { both, counted } from "../../manifest/wording.ts";
import type { Html } from "../html/html.ts";
import { achievementsIn, figure, percent, pointsBars, shortTierName, tierName } from "./economy-words.ts";
import { barPlot, curvePlot, scatterPlot } from "./plots.ts";

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
