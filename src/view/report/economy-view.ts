/** The points economy of a game as every form shows it: rows, figures and sentences. */

import type { WayStep } from "../../analysis/design/ways.ts";
import type { CheapestWay, Economy, Tier, WeighedAction } from "../../analysis/report/economy.ts";
import { tiersOf } from "../../analysis/report/economy.ts";
import { MASK, type Secrets } from "../../analysis/secrets.ts";
import { both, counted } from "../../manifest/wording.ts";
import { grouped } from "../../model/collections.ts";
import type { Address } from "../../model/model.ts";

export interface ReportedGame {
  readonly game: string;
  readonly economy: Economy;
}

/** With a mask for names of secrets and what they take, and without their place by effort. Ids stay. */
export function concealEconomy(economy: Economy, { addresses }: Secrets): Economy {
  const isSecret = ({ address }: { readonly address: Address }): boolean => addresses.has(address);
  const way = { certainty: "unknown", steps: [], effort: 0, reasons: [MASK], player: null } as const;
  const secret = economy.achievements
    .filter(isSecret)
    .sort((a, b) => a.points - b.points || (a.custom_id < b.custom_id ? -1 : 1))
    .map((entry) => ({ ...entry, name: MASK, way }));
  const achievements = [...economy.achievements.filter((each) => !isSecret(each)), ...secret];
  const rewards = economy.rewards.map((each) => (isSecret(each) ? { ...each, name: MASK } : each));
  return { ...economy, tiers: tiersOf(achievements), achievements, rewards };
}

export const EFFORT_MEANS =
  "Effort is what the cheapest way found reports: the sum of the amounts, where each activity counts at least 1. Where the service's rules are not documented, laurel relies on assumptions.";

/** What the project file says about actions. */
export function actionSentences({ actions }: Economy): readonly string[] {
  const unitsOf = (kind: WeighedAction["amount"]): string => {
    const own = actions.filter(({ amount, effort }) => amount === kind && (kind === "measure" || effort !== 1));
    const byEffort = grouped(own, ({ effort }) => effort);
    return [...byEffort].map(([effort, all]) => `${figure(effort)} (${idsOf(all).join(", ")})`).join(", ");
  };
  const [counts, measures] = [unitsOf("count"), unitsOf("measure")];
  const unreported = idsOf(actions.filter(({ reported }) => !reported));
  return [
    ...(counts === "" ? [] : [`The project file sets what a unit costs: ${counts}.`]),
    ...(measures === "" ? [] : [`Measures cost at least 1 an activity; a unit costs ${measures}.`]),
    ...(unreported.length === 0 ? [] : [`Only reactions record ${both(unreported)}.`]),
  ];
}

function idsOf(actions: readonly WeighedAction[]): readonly string[] {
  return actions.map(({ custom_action_id }) => custom_action_id);
}

/** A step such as `7 × enter-floor 1, on 7 days in a row`. */
function stepPhrase({ custom_action_id, amount, times, note }: WayStep): string {
  const often = times === 1 ? "" : `${figure(times)} × `;
  return `${often}${custom_action_id} ${figure(amount)}${note === "" ? "" : `, ${note}`}`;
}

/** The steps of the way, or the reason why there is none. */
export function wayPhrase(way: CheapestWay): string {
  if (way.steps.length === 0) return way.reasons.join("; ");
  return way.steps.map(stepPhrase).join(" + ");
}

/** `≤ 12`, `?` where no way was found, `none` where there is none. */
export function effortFigure({ certainty, effort }: CheapestWay): string {
  return certainty === "bound" ? `≤ ${figure(effort)}` : certainty === "unknown" ? "?" : "none";
}

/** Points of each unit of effort, such as `0.4`; empty where no way is known. */
export function yieldFigure(points: number, { steps, effort }: CheapestWay): string {
  if (steps.length === 0) return "";
  const value = points / effort;
  return value >= 100 || Number.isInteger(value) ? figure(Math.round(value)) : `${Number(value.toPrecision(2))}`;
}

/** `1 achievement`, `2 achievements`. */
export function achievementsIn(count: number): string {
  return count === 1 ? "1 achievement" : `${figure(count)} achievements`;
}

/** The median effort and all efforts of a tier, such as `5–20`, or `5` where all are the same. */
export function spreadFigures({ effort }: Tier): readonly string[] {
  if (effort === null) return ["–", "–"];
  const { least, median, most } = effort;
  return [figure(median), least === most ? figure(least) : `${figure(least)}–${figure(most)}`];
}

/** The name of a tier, how many achievements, how many of them secret, their points, and the share of all points. */
export function tierFigures(tier: Tier, { totals }: Economy): readonly string[] {
  const { achievements, secret, points } = tier;
  return [tierName(tier), figure(achievements), figure(secret), figure(points), percent(points, totals.points)];
}

export const WAYS = "The cheapest ways";
export const REWARDS = "Rewards and the achievements that give them";
export function figure(value: number): string {
  const isSmall = value > 0 && value < 1;
  return value.toLocaleString("en-US", isSmall ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 });
}

/** Of a whole, in percent. */
export function percent(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0 %";
  const value = (100 * part) / whole;
  return value < 1 ? "< 1 %" : `${Math.round(value)} %`;
}

export function tierName({ from, to }: Pick<Tier, "from" | "to">): string {
  if (to === null) return `${figure(from)} and more`;
  return from === to ? figure(from) : `${figure(from)}–${figure(to)}`;
}

export const NO_ACHIEVEMENTS = "This game has no achievements.";

/** The totals as sentences. */
export function totalSentences({ totals }: Economy): readonly string[] {
  const { secret, achievements, points } = totals;
  const shares = [percent(secret.achievements, achievements), percent(secret.points, points)];
  const hidden =
    secret.achievements === 0
      ? "None is secret."
      : `Secret: ${achievementsIn(secret.achievements)} (${shares[0]}) with ${counted(secret.points, "point")} (${shares[1]}).`;
  return [
    `${achievementsIn(achievements)}, ${counted(points, "point")} in all.`,
    hidden,
    ...(totals.without_points > 0 ? [`Without points: ${figure(totals.without_points)}.`] : []),
    ...(totals.without_reward > 0 ? [`Without a reward: ${figure(totals.without_reward)}.`] : []),
    totals.achievements === 0 ? NO_ACHIEVEMENTS : reachSentence(totals),
  ];
}

function reachSentence({ unknown, impossible, points, reachable_points }: Economy["totals"]): string {
  if (unknown + impossible === 0) return "Each of them can be earned.";
  const parts = [
    ...(impossible > 0 ? [`${figure(impossible)} can never be earned`] : []),
    ...(unknown > 0 ? [`${figure(unknown)} ${unknown === 1 ? "has" : "have"} no known way`] : []),
  ];
  return `${both(parts)}: ${counted(reachable_points, "point")} of ${figure(points)} can be earned.`;
}

/** A bar of the histogram. */
export interface PointsBar {
  readonly label: string;
  /** For where there is little room. */
  readonly short: string;
  readonly achievements: number;
  readonly secret: number;
}

/** Each number of points where there are few, tiers where there are many. */
export function pointsBars({ distribution, tiers, achievements: entries }: Economy): readonly PointsBar[] {
  if (distribution.length > MOST_BARS)
    return tiers.map(({ from, to, achievements, secret }) => {
      return { label: tierName({ from, to }), short: shortTierName({ from, to }), achievements, secret };
    });
  return distribution.map(({ points, achievements }) => {
    const secret = entries.filter((each) => each.is_secret && each.points === points).length;
    return { label: figure(points), short: figure(points), achievements, secret };
  });
}

/** A tier by its least points. */
export function shortTierName({ from, to }: Pick<Tier, "from" | "to">): string {
  return from === to ? figure(from) : `${figure(from)}+`;
}

const MOST_BARS = 16;
