/**
 * What a game gives to players for what they do: its points, how they are spread, what rewards there are, and what it
 * takes to get them. In: a design. Out: figures that every form of the report shows.
 */
import { append } from "../../model/collections.ts";
import type { Address } from "../../model/model.ts";
import type { Assumption } from "../../rules/assumptions.ts";
import type { Design } from "../design/design.ts";
import { relevantAssumptions } from "../design/relevant-assumptions.ts";
import { cheapestWay } from "./cheapest/cheapest-way.ts";
import type { Way } from "./cheapest/way.ts";
import { type EarnedInOrder, earningOrder } from "./earning-order.ts";
import { type Tier, tiersOf } from "./tiers.ts";

/** An achievement with what it takes and gives. */
export interface Entry {
  readonly address: Address;
  readonly custom_id: string;
  readonly name: string;
  readonly is_secret: boolean;
  readonly points: number;
  /** `custom_id`s. */
  readonly rewards: readonly string[];
  readonly way: Way;
}

/** How many achievements, and their points together. */
export interface Share {
  readonly achievements: number;
  readonly points: number;
}

export interface Totals extends Share {
  readonly secret: Share;
  readonly without_points: number;
  readonly without_reward: number;
  /** Achievements by how much is known about their cheapest way. */
  readonly exact: number;
  readonly bound: number;
  readonly unknown: number;
  readonly impossible: number;
  /** Points of achievements that can be earned for certain. */
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
  readonly totals: Totals;
  /** How many achievements give each number of points, from few to many. */
  readonly distribution: readonly Share[];
  readonly tiers: readonly Tier[];
  readonly rewards: readonly RewardEntry[];
  /** In the order of the manifests. */
  readonly achievements: readonly Entry[];
  /** Those that can be earned, in the order in which a typical player does. */
  readonly order: readonly EarnedInOrder[];
  readonly assumptions: readonly Assumption[];
}

export function economyOf(design: Design): Economy {
  const achievements = [...design.achievements.values()].map(
    ({ address, custom_id, name, is_secret, points, rewards }): Entry => {
      return { address, custom_id, name, is_secret, points, rewards, way: cheapestWay(design, custom_id) };
    },
  );
  return {
    totals: totalsOf(achievements),
    distribution: distributionOf(achievements),
    tiers: tiersOf(achievements),
    rewards: rewardsOf(design),
    achievements,
    order: earningOrder(design, achievements),
    assumptions: relevantAssumptions(design),
  };
}

function totalsOf(entries: readonly Entry[]): Totals {
  const certain = (certainty: Way["certainty"]): readonly Entry[] =>
    entries.filter(({ way }) => way.certainty === certainty);
  return {
    ...shareOf(entries),
    secret: shareOf(entries.filter(({ is_secret }) => is_secret)),
    without_points: entries.filter(({ points }) => points === 0).length,
    without_reward: entries.filter(({ rewards }) => rewards.length === 0).length,
    exact: certain("exact").length,
    bound: certain("bound").length,
    unknown: certain("unknown").length,
    impossible: certain("impossible").length,
    reachable_points: pointsOf([...certain("exact"), ...certain("bound")]),
  };
}

function shareOf(entries: readonly Entry[]): Share {
  return { achievements: entries.length, points: pointsOf(entries) };
}

function pointsOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { points }) => sum + points, 0);
}

function distributionOf(entries: readonly Entry[]): readonly Share[] {
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
