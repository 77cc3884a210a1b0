/** Rules about what can be earned at all, and about members of one group that make each other superfluous. */

import { addressOf } from "../../model/catalog-lookup.ts";
import { grouped, repeatedIn } from "../../model/collections.ts";
import { canonicalJson } from "../../model/json.ts";
import type { Address } from "../../model/model.ts";
import { groupsWithin } from "../../rules/groups.ts";
import { implies } from "../design/certainty.ts";
import type { CriterionDesign, GroupDesign } from "../design/design.ts";
import { valuesOf } from "../design/intervals.ts";
import { reasonOf } from "../design/never-words.ts";
import type { Tree } from "../design/trees.ts";
import { criterionImplies, membersOf, whyNeverTrue, whyUnearnable } from "./impossible.ts";
import {
  inEach,
  isCriterionKnown,
  isGroupKnown,
  isLeftOpen,
  type LintedGame,
  type LintFinding,
  type LintRule,
  pairsOf,
  unsafeFix,
} from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "unreachable-achievement",
    severity: "error",
    summary: "Achievement can never be earned",
    explanation:
      "The achievement has no criteria group, or the group can never be true, whatever players do. The missing link is shown. This is certain under the run-time rules and the project's `semantics`, with amounts that are not negative.",
    bad: `achievements:
  - { custom_id: champion, name: Champion, description: Win the cup. }`,
    good: `achievements:
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: cup-won }`,
    check: (game) =>
      inEach(game.design.achievements.values(), (achievement) => {
        const reason = whyUnearnable(game, achievement);
        if (reason === undefined) return undefined;
        const { address } = reason;
        if (address === achievement.address) {
          return { ...reason, help: ["write custom_criteria_group_id, with the group that has to be true"] };
        }
        return {
          ...{ address: achievement.address, pointer: "/custom_criteria_group_id", isKey: true },
          text: `"${achievement.custom_id}" can never be earned, because of ${address}`,
          others: [reason],
          help: [`fix ${address}, or use another group`],
        };
      }),
  },
  {
    code: "empty-group",
    severity: "error",
    summary: "Group without members",
    explanation: "A criteria group with neither criteria nor inner groups is never true, whatever its operator.",
    bad: `criteria_groups:
  - { custom_id: cup-won, name: The cup won }`,
    good: `criteria_groups:
  - { custom_id: cup-won, name: The cup won, criteria: [win-final] }`,
    check: (game) =>
      inEach(game.design.groups.values(), (group) => {
        const { address, criteria, criteria_groups } = group;
        if (criteria.length + criteria_groups.length > 0) return undefined;
        if (isLeftOpen(game, group, "criteria", "criteria_groups")) return undefined;
        const text = `"${group.custom_id}" has neither criteria nor inner groups, so it is never true`;
        const help = ["write its criteria, as in criteria: [slay-10-dragons], or remove the group"];
        return { address, pointer: "", text, help };
      }),
  },
  {
    code: "impossible-group",
    severity: "error",
    summary: "Group can never be true",
    explanation:
      "Two criteria that both have to be met exclude each other: a total of at least 10 and of at most 5, say.",
    bad: `criteria:
  - { custom_id: many-kills, name: Many kills, custom_action_id: slay-enemy, rule: gte:10 }
  - { custom_id: few-kills, name: Few kills, custom_action_id: slay-enemy, rule: eq:0 }
criteria_groups:
  - { custom_id: peaceful, name: Peaceful warrior, criteria: [many-kills, few-kills] }`,
    good: `criteria:
  - { custom_id: many-kills, name: Many kills, custom_action_id: slay-enemy, rule: gte:10 }
  - { custom_id: no-falls, name: No falls, custom_action_id: fall, rule: eq:0 }
criteria_groups:
  - { custom_id: peaceful, name: Peaceful warrior, criteria: [many-kills, no-falls] }`,
    check: (game) =>
      inEach(game.design.groups.values(), (group) => {
        const why = whyNeverTrue(game, group);
        if (why?.at !== "members") return undefined;
        const { address, pointer, isKey = false, text } = reasonOf(why);
        if (why.pair?.isTogether !== true) {
          return { address, pointer, isKey, text, help: ["remove one of them, or write operator: or"] };
        }
        const [low, high] = why.pair.criteria.map(({ criterion: { custom_id: id } }) => ({
          id,
          address: addressOf("criterion", id),
        })) as [{ id: string; address: Address }, { id: string; address: Address }];
        return {
          ...{ address, pointer, isKey },
          text: `"${low.id}" and "${high.id}" can never be met at the same time`,
          others: [
            { address: low.address, pointer: "/rule", text: "requires more" },
            { address: high.address, pointer: "/rule", text: "allows less" },
          ],
          help: ["remove one of them, or write operator: or if either is enough"],
        };
      }),
  },
  {
    code: "impossible-xor",
    severity: "error",
    summary: "Exclusive group can never be true",
    explanation:
      "All members of a group with `operator: xor` are met together or not at all, so there is never just one.",
    bad: `criteria:
  - { custom_id: pact-signed, name: The pact is signed, custom_action_id: sign-pact }
criteria_groups:
  - { custom_id: fire, name: The way of fire, criteria: [pact-signed] }
  - { custom_id: one-way, name: One way only, operator: xor, criteria: [pact-signed], criteria_groups: [fire] }`,
    good: `criteria:
  - { custom_id: fire-pact, name: The pact of fire, custom_action_id: sign-fire-pact }
  - { custom_id: frost-pact, name: The pact of frost, custom_action_id: sign-frost-pact }
criteria_groups:
  - { custom_id: one-way, name: One way only, operator: xor, criteria: [fire-pact, frost-pact] }`,
    check: (game) =>
      inEach(game.design.groups.values(), (group) => {
        const why = whyNeverTrue(game, group);
        if (why?.at !== "exclusive") return undefined;
        return { ...reasonOf(why), help: ["make the members differ, or write operator: and"] };
      }),
  },
  {
    code: "one-sided-xor",
    severity: "warning",
    summary: "Exclusive group with an easier half",
    explanation:
      "Every player who meets one member of a group with `operator: xor` has met the other one before. Only the easier one counts, and a large step over both is never rewarded.",
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: fifty-wins, name: Fifty wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, operator: xor, criteria: [ten-wins, fifty-wins] }`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: ten-losses, name: Ten losses, custom_action_id: lose, rule: gte:10 }
criteria_groups:
  - { custom_id: winner, name: Winner, operator: xor, criteria: [ten-wins, ten-losses] }`,
    check: (game) =>
      inEach(game.design.groups.values(), (group) => {
        if (group.operator !== "xor" || !isGroupKnown(game, group.custom_id)) return undefined;
        const [first, second, third] = membersOf(game, group);
        if (first === undefined || second === undefined || third !== undefined) return undefined;
        const isFirstHarder = implies(first, second);
        if (isFirstHarder === implies(second, first)) return undefined;
        const [harder, easier] = (isFirstHarder ? [first, second] : [second, first]).map(definitionOf);
        if (harder === undefined || easier === undefined) return undefined;
        return {
          ...{ address: group.address, pointer: "/operator" },
          text: `players who meet "${harder.custom_id}" have met "${easier.custom_id}", so only the easier one ever counts`,
          others: [{ address: harder.address, pointer: "", text: "never makes the group true" }],
          help: [`remove "${harder.custom_id}", or write operator: or`],
        };
      }),
  },
  {
    code: "subsumed-criterion",
    severity: "warning",
    summary: "Criterion without effect",
    explanation:
      "Another criterion of the same group makes it superfluous: under `and`, players who meet the harder one have met the easier one; under `or`, the easier one is met first.",
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: fifty-wins, name: Fifty wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins, fifty-wins] }`,
    good: `criteria:
  - { custom_id: fifty-wins, name: Fifty wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [fifty-wins] }`,
    check: (game) => [...game.design.groups.values()].flatMap((group) => subsumedIn(game, group)),
  },
  {
    code: "repeated-criterion",
    severity: "warning",
    summary: "Criterion in a group and again inside it",
    explanation:
      "A group and a group inside it, both with the same operator, contain the same criterion. Once is enough.",
    bad: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: ten-draws, name: Ten draws, custom_action_id: draw, rule: gte:10 }
criteria_groups:
  - { custom_id: regular, name: A regular, criteria: [ten-wins, ten-draws] }
  - { custom_id: winner, name: Winner, criteria: [ten-wins], criteria_groups: [regular] }`,
    good: `criteria:
  - { custom_id: ten-wins, name: Ten wins, custom_action_id: win, rule: gte:10 }
  - { custom_id: ten-draws, name: Ten draws, custom_action_id: draw, rule: gte:10 }
  - { custom_id: cup, name: The cup, custom_action_id: win-cup }
criteria_groups:
  - { custom_id: regular, name: A regular, criteria: [ten-wins, ten-draws] }
  - { custom_id: winner, name: Winner, criteria: [cup], criteria_groups: [regular] }`,
    check: (game) => [...game.design.groups.values()].flatMap((group) => repeatedInside(game, group)),
  },
  {
    code: "duplicate-group",
    severity: "warning",
    summary: "Duplicate group",
    explanation: "Two criteria groups have the same operator, members and conditions. Achievements may share one.",
    bad: `criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }
  - { custom_id: champion, name: Champion, operator: or, criteria: [ten-wins] }`,
    good: `criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [ten-wins] }`,
    check: (game) => {
      const known = [...game.design.groups.values()].filter(
        (group) => isGroupKnown(game, group.custom_id) && group.criteria.length + group.criteria_groups.length > 0,
      );
      return repeatedIn(known, identityOf).map(([{ address }, first]) => ({
        ...{ address, pointer: "" },
        text: `has the same members as "${first.custom_id}"`,
        others: [{ address: first.address, pointer: "", text: "the same" }],
        help: [`use "${first.custom_id}" in both places, or correct one of them`],
      }));
    },
  },
];

function definitionOf(tree: Tree): { readonly custom_id: string; readonly address: Address } | undefined {
  if (tree.type === "open") return undefined;
  const [kind, { custom_id }] =
    tree.type === "criterion" ? (["criterion", tree.criterion] as const) : (["criteria_group", tree.group] as const);
  return { custom_id, address: addressOf(kind, custom_id) };
}

/** The operator of a single member has no effect. */
function identityOf({ operator, conditions, criteria, criteria_groups }: GroupDesign): string {
  const isOne = criteria.length + criteria_groups.length === 1;
  return `${isOne ? "and" : operator} ${[...criteria].sort().join(",")} ${[...criteria_groups].sort().join(",")} ${canonicalJson(conditions)}`;
}

function isAndOrOr({ operator }: GroupDesign): boolean {
  return operator === "and" || operator === "or";
}

/** Criteria of inner groups that have the same operator and add no conditions. */
function repeatedInside(game: LintedGame, group: GroupDesign): readonly LintFinding[] {
  const { address, operator, conditions } = group;
  // It is not documented how far conditions reach: the same criterion may count differently inside.
  if (!isAndOrOr(group) || conditions !== null || !isGroupKnown(game, group.custom_id)) return [];
  const isAlike = (inner: Pick<GroupDesign, "custom_id" | "operator" | "conditions">): boolean =>
    inner.operator === operator && inner.conditions === null && isGroupKnown(game, inner.custom_id);
  const own = new Set(group.criteria);
  return [...groupsWithin(game.design, group.criteria_groups, isAlike)].flatMap((id) => {
    const inner = game.design.groups.get(id);
    if (inner === undefined || !isAlike(inner)) return [];
    return inner.criteria
      .filter((criterion) => own.has(criterion))
      .map((criterion) => ({
        ...{ address, pointer: "/criteria", isKey: true },
        text: `"${criterion}" is in this group, and again in "${inner.custom_id}" inside it`,
        others: [{ address: inner.address, pointer: "/criteria", isKey: true, text: "again here" }],
        help: ["remove it from one of the two"],
      }));
  });
}

function subsumedIn(game: LintedGame, group: GroupDesign): readonly LintFinding[] {
  const { design } = game;
  if (!isAndOrOr(group) || !isGroupKnown(game, group.custom_id)) return [];
  const isAnd = group.operator === "and";
  const criteria = group.criteria
    .filter((id) => isCriterionKnown(game, id))
    .flatMap((id) => design.criteria.get(id) ?? []);
  const superfluous = new Map<CriterionDesign, CriterionDesign>();
  for (const bucket of bucketsOf(criteria)) {
    for (const [one, other] of pairsOf(bucket, (each) => leastOf(game, each))) {
      const isOneHarder = criterionImplies(game, one, other);
      if (isOneHarder === criterionImplies(game, other, one)) continue;
      const [harder, easier] = isOneHarder ? [one, other] : [other, one];
      superfluous.set(isAnd ? easier : harder, isAnd ? harder : easier);
    }
  }
  return [...superfluous].map(([needless, decisive]) => ({
    ...{ address: group.address, pointer: "/criteria", isKey: true },
    text: isAnd
      ? `"${needless.custom_id}" has no effect: players who meet "${decisive.custom_id}" have met it`
      : `"${needless.custom_id}" has no effect: players who meet it have met "${decisive.custom_id}"`,
    others: [
      { address: needless.address, pointer: "/rule", text: "has no effect" },
      { address: decisive.address, pointer: "/rule", text: "decides" },
    ],
    help: [`remove "${needless.custom_id}" from the group`],
    fixes: unsafeFix({ address: group.address, pointer: "/criteria" }, `remove "${needless.custom_id}"`, {
      removeElement: needless.custom_id,
    }),
  }));
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
  return rule?.ok === true ? Number(valuesOf(rule.value).least?.at ?? 0n) : 0;
}
