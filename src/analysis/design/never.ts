/**
 * Finds trees that can never be true, for lint, report, impact and hazards. In: a tree. Out: its
 * blocker, or `undefined` for "not certain". Members that exclude each other are not found.
 */
import { memoizedBy } from "../../ground/collections.ts";
import type { Pointer } from "../../ground/pointer.ts";
import { inQuotes } from "../../ground/words.ts";
import type { Address } from "../../model/model.ts";
import { acceptsNothing } from "./condition-classes.ts";
import type { AchievementDesign } from "./design.ts";
import type { CriterionTree, DesignTree, DesignTrees } from "./tree.ts";

/** The part that makes it impossible to earn an achievement or meet a criterion. */
export interface Blocker {
  readonly address: Address;
  /** Pointer relative to the resource. */
  readonly pointer: Pointer;
  /** Address of a missing resource that it refers to. */
  readonly missing?: Address;
  /** Whether to point at the key, because the value may be long. */
  readonly isKey?: boolean;
  /** A sentence without capital and full stop. */
  readonly text: string;
}

/** Finds the reason why no player can earn the achievement. */
export function findEarningBlocker(
  trees: DesignTrees,
  achievement: AchievementDesign,
): Blocker | undefined {
  const { address, custom_criteria_group_id: id } = achievement;
  const { groups, known } = trees.design;
  if (id === null)
    return { address, pointer: "", text: "it has no criteria group, so nothing earns it" };
  if (groups.has(id)) return findBlocker(trees.group(id));
  if (!known.has("criteria_group")) return undefined;
  return {
    address,
    pointer: "",
    missing: `criteria_group/${id}`,
    text: "its criteria group does not exist",
  };
}

/** Finds the blocker of a tree: any member's under `and`, but under `or` and `xor` all need one. */
export const findBlocker = memoizedBy((tree: DesignTree): Blocker | undefined => {
  if (tree.type === "unknown") return undefined;
  if (tree.type === "criterion") return findCriterionBlocker(tree);
  const { group, operator, members } = tree;
  if (members.length === 0) {
    return {
      address: group.address,
      pointer: "",
      text: "this group has no members, so it is never true",
    };
  }
  if (operator !== "and" && members.some((member) => findBlocker(member) === undefined))
    return undefined;
  return members.map(findBlocker).find((blocker) => blocker !== undefined);
});

const WORDS = { sum: "total", amount: "amount", average: "average" } as const;

function findCriterionBlocker({
  criterion,
  rule,
  sources,
  filters,
  around,
  trials,
}: CriterionTree): Blocker | undefined {
  const { address, custom_action_id: action, conditions } = criterion;
  const { operator, threshold, measure } = rule;
  const isBelowZero =
    operator === "lt"
      ? threshold <= 0n
      : threshold < 0n && (operator === "lte" || operator === "eq");
  // Assumes that no amount is negative (docs/service.md#assumptions).
  if (isBelowZero) return { address, pointer: "/rule", text: `no ${WORDS[measure]} is below zero` };
  if (sources === undefined) {
    const text = `the action ${inQuotes(action)} does not exist`;
    return { address, pointer: "/custom_action_id", missing: `action/${action}`, text };
  }
  if (sources.size === 0) {
    return {
      address,
      pointer: "/custom_action_id",
      text: `no action that is reported records ${inQuotes(action)}`,
    };
  }
  if (!acceptsNothing(filters, trials)) return undefined;
  const outer = around.map(({ custom_id }) => inQuotes(custom_id)).join(" and ");
  const isOwn = acceptsNothing(filters.slice(-1), trials) || outer === "";
  const text = isOwn
    ? "no activity can pass these conditions"
    : `no activity can pass the conditions ${conditions === null ? "" : "here and "}of ${outer}`;
  return { address, pointer: "/conditions", isKey: true, text };
}
