/** Members of a group that are always true together, or one of which follows from the other. */
import type { Address } from "../../model/model.ts";
import type { GroupDesign } from "../design/design.ts";
import { criterionImplies, groupImplies } from "../design/implication.ts";
import { isCriterionKnown, isGroupKnownThroughout, type LintedGame } from "./linted-game.ts";

/** A member of a group, and what follows from it. */
export interface GroupMember {
  readonly address: Address;
  readonly custom_id: string;
  /** Whether the other member of the same group is true wherever this one is. */
  implies(other: GroupMember): boolean;
}

/** The members that are known completely, criteria first; undefined where one is not. */
export function membersOf(game: LintedGame, group: GroupDesign): readonly GroupMember[] | undefined {
  const { design } = game;
  const { criteria, groups } = design;
  const found: GroupMember[] = [];
  for (const id of group.criteria) {
    const criterion = criteria.get(id);
    if (criterion === undefined || !isCriterionKnown(game, id)) return undefined;
    found.push({
      address: criterion.address,
      custom_id: id,
      implies: (other) => {
        const [one, inner] = [criteria.get(other.custom_id), groups.get(other.custom_id)];
        if (one?.address === other.address) return criterionImplies(criterion, design, one, design);
        return inner !== undefined && groupImplies(only(id), design, inner, design);
      },
    });
  }
  for (const id of group.criteria_groups) {
    const inner = groups.get(id);
    if (inner === undefined || !isGroupKnownThroughout(game, id)) return undefined;
    found.push({
      address: inner.address,
      custom_id: id,
      implies: (other) => {
        const [one, another] = [criteria.get(other.custom_id), groups.get(other.custom_id)];
        if (another?.address === other.address) return groupImplies(inner, design, another, design);
        return one !== undefined && groupImplies(inner, design, only(one.custom_id), design);
      },
    });
  }
  return found;
}

/** A group that is true when the criterion is met. */
function only(criterion: string): GroupDesign {
  const address: Address = `criteria_group/${criterion}`;
  return {
    address,
    custom_id: "",
    name: "",
    description: "",
    operator: "and",
    conditions: null,
    criteria: [criterion],
    criteria_groups: [],
  };
}

/** Whether never just one member is true, nor an odd number of them: they are all true together or not at all. */
export function isNeverExclusive(game: LintedGame, group: GroupDesign): boolean {
  const members = membersOf(game, group);
  const [first, ...others] = members ?? [];
  if (first === undefined || others.length === 0) return false;
  if (game.design.semantics.xor === "parity" && others.length % 2 === 0) return false;
  return others.every((each) => each.implies(first) && first.implies(each));
}
