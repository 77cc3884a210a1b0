/** How much a requirement needs at least, and which amounts help. */
import { memoizedBy } from "../../../model/collections.ts";
import { ANY_BOX, type Box } from "../../design/activity-sets.ts";
import { type Interval, whole } from "../../design/intervals.ts";
import { possibleValues, type Requirement } from "../../design/requirements.ts";

/** A requirement with the boxes in which an activity counts for it. */
export interface ConstrainedRequirement {
  readonly requirement: Requirement;
  readonly boxes: readonly Box[];
}

/** The whole numbers among the totals, amounts or averages that pass. There may be none for an average. */
export const rangeOf = memoizedBy((requirement: Requirement): Interval => whole(possibleValues(requirement)));

interface RequiredEffort {
  /** Effort in each interval of a streak; without one, altogether. */
  readonly least: number;
  /** Intervals of the streak; 1 without one. */
  readonly intervals: number;
}

/** A rule that 0 passes needs an activity, too. */
export function requiredEffort(requirement: Requirement): RequiredEffort {
  const { rule, streak } = requirement;
  const intervals = streak?.count ?? 1;
  const least = Number(rangeOf(requirement).least?.at ?? 0n);
  if (least <= 0) return { least: 1, intervals };
  // A mean lies between whole numbers: above 2 there is one with amounts of 2 and 3, but none without a 3.
  return { least, intervals: rule.measure === "amount" && streak === null ? 1 : intervals };
}

/** Which amounts bring the requirement nearer: any but 0, or those that pass by themselves. */
export function helpfulAmounts(requirement: Requirement): Box {
  const range = rangeOf(requirement);
  if (requirement.rule.measure === "amount") return { ...ANY_BOX, amount: range };
  return range.least !== null && range.least.at > 0n ? POSITIVE : ANY_BOX;
}

const POSITIVE: Box = { ...ANY_BOX, amount: { least: { at: 1n, isOpen: false }, most: null } };
