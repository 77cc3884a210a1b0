/** Rules about members of one group that make each other superfluous, and about groups that are there twice. */

import { grouped } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { canonicalJson } from "../../model/json.ts";
import type { CriterionDesign, GroupDesign } from "../design/design.ts";
import { criterionImplies } from "../design/implication.ts";
import { rangeOf } from "../design/rule-range.ts";
import { finding, isCriterionKnown, isGroupKnown, type LintedGame, type LintRules, labelAt } from "./linted-game.ts";
import { pairsOf } from "./pairs.ts";

export const OVERLAP_RULES = {
  "subsumed-criterion": (game) => [...game.design.groups.values()].flatMap((group) => subsumedIn(game, group)),

  "repeated-criterion": (game) =>
    [...game.design.groups.values()].flatMap((group): readonly Diagnostic[] => {
      const { operator, address } = group;
      if ((operator !== "and" && operator !== "or") || group.criteria_groups.length === 0) return [];
      if (!isGroupKnown(game, group.custom_id)) return [];
      const own = new Set(group.criteria);
      return insideOf(game, group).flatMap(({ criterion, inner }) => {
        if (!own.has(criterion)) return [];
        const text = `"${criterion}" is in this group, and again in "${inner.custom_id}" inside it`;
        const others = [labelAt(game, { address: inner.address, pointer: "/criteria", isKey: true }, "again here")];
        const part = { address, pointer: "/criteria", isKey: true };
        return [finding(game, "repeated-criterion", part, text, { others, help: ["take it out of one of the two"] })];
      });
    }),

  "duplicate-group": (game) => {
    const known = [...game.design.groups.values()].filter(
      (group) => isGroupKnown(game, group.custom_id) && group.criteria.length + group.criteria_groups.length > 0,
    );
    return [...grouped(known, identityOf).values()].flatMap(([first, ...others]) =>
      others.map((group) => {
        const { address, custom_id } = first ?? group;
        const text = `has the same members as "${custom_id}"`;
        return finding(game, "duplicate-group", { address: group.address, pointer: "" }, text, {
          others: [labelAt(game, { address, pointer: "" }, "the same")],
          help: [`use "${custom_id}" in both places`],
        });
      }),
    );
  },
} satisfies LintRules;

/** A single member is what it is, whatever the operator. */
function identityOf({ operator, conditions, criteria, criteria_groups }: GroupDesign): string {
  const isOne = criteria.length + criteria_groups.length === 1;
  return `${isOne ? "and" : operator} ${[...criteria].sort().join(",")} ${[...criteria_groups].sort().join(",")} ${canonicalJson(conditions)}`;
}

function subsumedIn(game: LintedGame, group: GroupDesign): readonly Diagnostic[] {
  const { operator } = group;
  if ((operator !== "and" && operator !== "or") || !isGroupKnown(game, group.custom_id)) return [];
  const criteria = group.criteria.flatMap((id) => {
    const criterion = game.design.criteria.get(id);
    return criterion === undefined || !isCriterionKnown(game, id) ? [] : [criterion];
  });
  const superfluous = new Map<CriterionDesign, CriterionDesign>();
  for (const bucket of bucketsOf(criteria)) {
    for (const [one, other] of pairsOf(bucket, (each) => leastOf(game, each))) {
      const [there, back] = [implies(game, one, other), implies(game, other, one)];
      if (there === back) continue;
      const [harder, easier] = there ? [one, other] : [other, one];
      if (operator === "and") superfluous.set(easier, harder);
      else superfluous.set(harder, easier);
    }
  }
  return [...superfluous].map(([needless, decisive]) => {
    const text =
      operator === "and"
        ? `"${needless.custom_id}" changes nothing: whoever meets "${decisive.custom_id}" has met it`
        : `"${needless.custom_id}" changes nothing: whoever meets it has met "${decisive.custom_id}"`;
    const others = [
      labelAt(game, { address: needless.address, pointer: "/rule" }, "changes nothing"),
      labelAt(game, { address: decisive.address, pointer: "/rule" }, "decides"),
    ];
    const part = { address: group.address, pointer: "/criteria", isKey: true };
    return finding(game, "subsumed-criterion", part, text, {
      others,
      help: [`take "${needless.custom_id}" out of the group`],
    });
  });
}

/** More criteria in one group than this are compared only with those on the same action. */
const FEW = 24;

/** Reactions let an action imply another one, so few criteria are all compared. */
function bucketsOf(criteria: readonly CriterionDesign[]): Iterable<readonly CriterionDesign[]> {
  if (criteria.length <= FEW) return [criteria];
  return grouped(criteria, (each) =>
    [each.custom_action_id, each.type, each.streak, canonicalJson(each.conditions)].join(" "),
  ).values();
}

function leastOf(game: LintedGame, { custom_id }: CriterionDesign): number {
  const rule = game.compiled.criterion(custom_id)?.rule;
  return rule?.ok === true ? Number(rangeOf(rule.value).least ?? 0n) : 0;
}

function implies({ design }: LintedGame, a: CriterionDesign, b: CriterionDesign): boolean {
  return criterionImplies(a, design, b, design);
}

/** Criteria of the groups inside that have the same operator and add no conditions. */
function insideOf(
  game: LintedGame,
  group: GroupDesign,
): readonly { readonly criterion: string; readonly inner: GroupDesign }[] {
  // Where it is open how far conditions reach, the same criterion may count differently inside.
  if (group.conditions !== null) return [];
  const groups = new Set(group.criteria_groups);
  const found: { readonly criterion: string; readonly inner: GroupDesign }[] = [];
  for (const id of groups) {
    const inner = game.design.groups.get(id);
    if (inner?.operator !== group.operator || inner.conditions !== null || !isGroupKnown(game, id)) continue;
    for (const criterion of inner.criteria) found.push({ criterion, inner });
    for (const each of inner.criteria_groups) groups.add(each);
  }
  return found;
}
