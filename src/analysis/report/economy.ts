/**
 * What a game gives to players for what they do: its points, how they are spread, what rewards there are, and what it
 * takes to get them. In: a design. Out: figures that every form of the report shows.
 */
import { append, sum } from "../../model/collections.ts";
import type { Json } from "../../model/json.ts";
import type { Address } from "../../model/model.ts";
import type { Design } from "../design/design.ts";
import type { AchievementIn } from "../design/direction.ts";
import { neverEarned } from "../design/never.ts";
import { treesOf } from "../design/tree.ts";
import { cheapestWay, stepsOf, type WayStep } from "../design/ways.ts";

/**
 * `bound`: this earns it, and something cheaper may. `unknown`: no way was found, and there may be one. `impossible`: there is none.
 */
export interface CheapestWay {
  readonly certainty: "bound" | "unknown" | "impossible";
  /** Empty where no way is known. */
  readonly steps: readonly WayStep[];
  /** 0 where no way is known. */
  readonly effort: number;
  /** Why there is no way, or none was found, as sentences without a full stop. */
  readonly reasons: readonly string[];
  /** The custom_data of the player: what references read. */
  readonly player: Json;
}

/** An achievement with what it takes and gives. */
export interface EconomyEntry {
  readonly address: Address;
  readonly custom_id: string;
  readonly name: string;
  readonly is_secret: boolean;
  readonly points: number;
  /** `custom_id`s. */
  readonly rewards: readonly string[];
  readonly way: CheapestWay;
}

/** How many achievements, and their points together. */
export interface Share {
  readonly achievements: number;
  readonly points: number;
}

export interface EconomyTotals extends Share {
  readonly secret: Share;
  readonly without_points: number;
  readonly without_reward: number;
  /** Achievements by how much is known about their cheapest way. */
  readonly bound: number;
  readonly unknown: number;
  readonly impossible: number;
  /** Points of achievements of which a way is known. */
  readonly reachable_points: number;
}

export interface RewardEntry {
  readonly address: Address;
  readonly custom_id: string;
  readonly name: string;
  /** Achievements that give it. */
  readonly given_by: readonly string[];
}

export interface Economy {
  readonly totals: EconomyTotals;
  /** How many achievements give each number of points, from few to many. */
  readonly distribution: readonly Share[];
  readonly tiers: readonly Tier[];
  readonly rewards: readonly RewardEntry[];
  /** By the effort of the cheapest way, then those without a known way; else in the order of the manifests. */
  readonly achievements: readonly EconomyEntry[];
  /** What the project file says about actions of the game, in its order. */
  readonly actions: readonly WeighedAction[];
}

/** The settings of an action, defaults included. */
export interface WeighedAction {
  readonly custom_action_id: string;
  /** What one unit costs. */
  readonly effort: number;
  readonly amount: "count" | "measure";
  readonly reported: boolean;
}

export function economyOf(design: Design): Economy {
  const effortOf = ({ way }: EconomyEntry): number => (way.steps.length > 0 ? way.effort : Number.MAX_VALUE);
  const trees = treesOf(design);
  const achievements = [...design.achievements.values()]
    .map((achievement): EconomyEntry => {
      const { address, custom_id, name, is_secret, points, rewards } = achievement;
      return { address, custom_id, name, is_secret, points, rewards, way: wayTo({ trees, achievement }) };
    })
    .sort((a, b) => effortOf(a) - effortOf(b));
  return {
    totals: totalsOf(achievements),
    distribution: distributionOf(achievements),
    tiers: tiersOf(achievements),
    rewards: rewardsOf(design),
    achievements,
    actions: weighedActions(design),
  };
}

function wayTo(version: AchievementIn): CheapestWay {
  const none = { steps: [], effort: 0, player: null } as const;
  const never = neverEarned(version.trees, version.achievement);
  if (never !== undefined) {
    const isOwn = never.address === version.achievement.address;
    return { certainty: "impossible", ...none, reasons: [isOwn ? never.text : `${never.address}: ${never.text}`] };
  }
  const way = cheapestWay(version);
  if (way === undefined) return { certainty: "unknown", ...none, reasons: ["no way to earn it was found"] };
  return { certainty: "bound", steps: stepsOf(version, way), effort: way.effort, reasons: [], player: way.player };
}

function weighedActions({ actionSettings, actions }: Design): readonly WeighedAction[] {
  return [...actionSettings].flatMap(([custom_action_id, { effort, amount = "count", reported = true }]) => {
    if (!actions.has(custom_action_id)) return [];
    return [{ custom_action_id, effort: effort ?? (amount === "measure" ? 0 : 1), amount, reported }];
  });
}

function totalsOf(entries: readonly EconomyEntry[]): EconomyTotals {
  const certain = (certainty: CheapestWay["certainty"]): readonly EconomyEntry[] =>
    entries.filter(({ way }) => way.certainty === certainty);
  return {
    ...shareOf(entries),
    secret: shareOf(entries.filter(({ is_secret }) => is_secret)),
    without_points: entries.filter(({ points }) => points === 0).length,
    without_reward: entries.filter(({ rewards }) => rewards.length === 0).length,
    bound: certain("bound").length,
    unknown: certain("unknown").length,
    impossible: certain("impossible").length,
    reachable_points: pointsOf(certain("bound")),
  };
}

function shareOf(entries: readonly EconomyEntry[]): Share {
  return { achievements: entries.length, points: pointsOf(entries) };
}

function pointsOf(entries: readonly EconomyEntry[]): number {
  return sum(entries.map(({ points }) => points));
}

function distributionOf(entries: readonly EconomyEntry[]): readonly Share[] {
  const counts = new Map<number, number>();
  for (const { points } of entries) counts.set(points, (counts.get(points) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b).map(([points, count]) => ({ points, achievements: count }));
}

function rewardsOf({ rewards, achievements }: Design): readonly RewardEntry[] {
  const givers = new Map<string, string[]>();
  for (const { custom_id, rewards: given } of achievements.values()) {
    for (const id of given) append(givers, id, custom_id);
  }
  return [...rewards.values()].map(({ address, custom_id, name }) => {
    return { address, custom_id, name, given_by: givers.get(custom_id) ?? [] };
  });
}

// Achievements by how much they give. The steps between tiers are the same for every game and at every time, so that a
// new achievement changes the tier that it comes into, and no other.

export interface Tier {
  /** Points, both included. */
  readonly from: number;
  /** null: and more. */
  readonly to: number | null;
  readonly achievements: number;
  readonly points: number;
  readonly secret: number;
  /** Efforts of the cheapest ways that are known; null where none is. */
  readonly effort: { readonly least: number; readonly median: number; readonly most: number } | null;
}

/** The least points of each tier. */
const STEPS = [0, 1, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

/** From the lowest tier with an achievement in it to the highest. */
export function tiersOf(entries: readonly EconomyEntry[]): readonly Tier[] {
  const tiers = STEPS.map((from, index): Tier => {
    const next = STEPS[index + 1];
    const own = entries.filter(({ points }) => tierIndex(points) === index);
    return {
      from,
      to: next === undefined ? null : next - 1,
      achievements: own.length,
      points: pointsOf(own),
      secret: own.filter(({ is_secret }) => is_secret).length,
      effort: spread(own.flatMap(({ way }) => (way.steps.length > 0 ? [way.effort] : []))),
    };
  });
  const filled = [...tiers.keys()].filter((index) => (tiers[index]?.achievements ?? 0) > 0);
  return tiers.slice(filled[0] ?? tiers.length, (filled.at(-1) ?? -1) + 1);
}

function tierIndex(points: number): number {
  const index = STEPS.findLastIndex((step) => points >= step);
  return Math.max(0, index);
}

function spread(efforts: readonly number[]): Tier["effort"] {
  const sorted = [...efforts].sort((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  // Of an even number the lower one of the two in the middle: an effort that there is.
  const median = sorted[Math.floor((sorted.length - 1) / 2)];
  return least === undefined || most === undefined || median === undefined ? null : { least, median, most };
}
