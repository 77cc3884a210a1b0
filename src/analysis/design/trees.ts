/**
 * Criteria groups as trees: every criterion with the conditions of the groups around it, as far as they let them
 * reach. Everything that reasons about groups walks these, and each is made once for a game.
 */
import { memoizedBy } from "../../model/collections.ts";
import { canonicalJson, type Json } from "../../model/json.ts";
import { type CompiledRules, compile } from "../../rules/compiled.ts";
import { foldGroups, TOO_MANY_CONTEXTS } from "../../rules/groups.ts";
import type { CriterionRules, GroupRules } from "../../rules/model.ts";
import type { Design } from "./design.ts";
import { type Around, type Requirement, requirementOf } from "./requirements.ts";

export type Tree = Requirement | GroupTree | OpenTree;

export interface GroupTree {
  readonly type: "group";
  readonly design: Design;
  readonly group: GroupRules;
  readonly operator: "and" | "or" | "xor";
  /** In the order of the definition, criteria first. Without any, the group is never true. */
  readonly members: readonly Tree[];
}

/** A part of which nothing is known but that it is the same as another one with the same key. */
export interface OpenTree {
  readonly type: "open";
  readonly key: string;
  /** Why, as a sentence without a full stop. */
  readonly reason: string;
}

/** A game as trees. */
export interface Forest {
  readonly design: Design;
  readonly compiled: CompiledRules;
  /** Of a group that has no group around it. */
  group(customId: string): Tree;
  /** Of a criterion that has no group around it. */
  criterion(criterion: CriterionRules): Tree;
}

/** What is not known of a game: criteria and groups that are left to the admin panel, or were not read. */
export interface Unknowns {
  isCriterionOpen(customId: string): boolean;
  isGroupOpen(customId: string): boolean;
}

const ALL_KNOWN: Unknowns = { isCriterionOpen: () => false, isGroupOpen: () => false };

export function forestOf(design: Design, compiled = compile(design), unknowns: Unknowns = ALL_KNOWN): Forest {
  const open = (key: Json, reason: string): OpenTree => ({ type: "open", key: canonicalJson(key), reason });

  const made = new Map<string, Tree>();
  const criterionTree = (definition: CriterionRules, around: readonly Around[]): Tree => {
    const key = keyOf(definition.custom_id, around);
    const known = made.get(key);
    if (known !== undefined) return known;
    const tree = makeCriterion(definition, around);
    made.set(key, tree);
    return tree;
  };
  const makeCriterion = (definition: CriterionRules, around: readonly Around[]): Tree => {
    const id = definition.custom_id;
    const { custom_action_id, type, rule: written, streak: row, conditions: only } = definition;
    const outer = around.map(({ group }) => group.conditions);
    if (unknowns.isCriterionOpen(id)) return open(["criterion", id, outer], `criterion "${id}" is not known`);
    const read = compiled.criterion(id);
    for (const each of [read?.rule, read?.streak, read?.conditions]) {
      if (each === undefined || each.ok) continue;
      return open([custom_action_id, type, written, row, only, outer], `criterion "${id}": ${each.reason}`);
    }
    if (!read?.rule.ok || !read.streak.ok || !read.conditions.ok)
      return open(["criterion", id], `there is no criterion "${id}"`);
    const parts = { rule: read.rule.value, streak: read.streak.value, conditions: read.conditions.value };
    return requirementOf(design, definition, parts, around);
  };

  type Inner = (customId: string, around: readonly Around[]) => Tree | undefined;
  const groupTree = (group: GroupRules, around: readonly Around[], inner: Inner): Tree => {
    const { custom_id: id, operator, criteria, criteria_groups, conditions: only } = group;
    if (unknowns.isGroupOpen(id)) return open(["group", id], `group "${id}" is not known`);
    const conditions = compiled.group(id)?.conditions;
    const isEmpty = criteria.length + criteria_groups.length === 0;
    if (!isEmpty && operator !== "and" && operator !== "or" && operator !== "xor") {
      return open(["operator", operator, id], `group "${id}": the operator "${operator}" is not and, or or xor`);
    }
    if (!isEmpty && conditions?.ok === false) {
      return open([operator, only, [...criteria], [...criteria_groups]], `group "${id}": ${conditions.reason}`);
    }
    const isFilter = conditions?.ok === true && conditions.value.groups.length > 0;
    const within = isFilter ? [...around, { group, conditions: conditions.value }] : around;
    const members = [
      ...criteria.map((each) => {
        const definition = design.criteria.get(each);
        return definition === undefined ? undefined : criterionTree(definition, within);
      }),
      ...criteria_groups.map((each) => inner(each, within)),
    ];
    const missing = [...criteria, ...criteria_groups];
    // A missing member is gone where all of its kind are known; else it may exist all the same.
    const kept = members.flatMap((each, index): readonly Tree[] => {
      if (each !== undefined) return [each];
      const kind = index < criteria.length ? "criterion" : "criteria_group";
      if (design.known.has(kind)) return [];
      return [
        open(
          [kind, missing[index] ?? ""],
          `group "${id}": there is no ${kind === "criterion" ? "criterion" : "group"} "${missing[index]}"`,
        ),
      ];
    });
    return {
      type: "group",
      design,
      group,
      operator: operator === "or" || operator === "xor" ? operator : "and",
      members: kept,
    };
  };

  const fold = foldGroups<GroupRules, readonly Around[], Tree | undefined>({
    find: (id) => design.groups.get(id),
    keyOf,
    missing: () => undefined,
    circular: (path) => open(["circle", ...path], `group "${path.at(-1)}": it holds itself`),
    tooMany: (id) => open(["group", id], `group "${id}": ${TOO_MANY_CONTEXTS}`),
    value: groupTree,
  });
  return {
    design,
    compiled,
    group: (id) => fold(id, []) ?? open(["criteria_group", id], `there is no group "${id}"`),
    criterion: (definition) => criterionTree(definition, []),
  };
}

/** The order of what is around something does not matter. */
function keyOf(customId: string, around: readonly Around[]): string {
  return [customId, ...around.map(({ group }) => group.custom_id).sort()].join(" ");
}

/** All parts of a tree and itself, each once: groups may hold the same group, so that there are many paths to a part. */
export const partsOf = memoizedBy((tree: Tree): readonly Tree[] => {
  const found = new Set([tree]);
  for (const part of found) if (part.type === "group") for (const member of part.members) found.add(member);
  return [...found];
});

/** The criteria in a tree, each in every place once. */
export const requirementsIn = memoizedBy((tree: Tree): readonly Requirement[] =>
  partsOf(tree).flatMap((part) => (part.type === "criterion" ? [part] : [])),
);
