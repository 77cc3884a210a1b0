/**
 * Criteria groups as trees: every criterion with the conditions that reach it and the actions that count for it. In: a design.
 * Out: the tree of a group. A part that is in several places is one value.
 */
import { memoizedBy } from "../../model/collections.ts";
import { canonicalJson, type Json } from "../../model/json.ts";
import type { Address } from "../../model/model.ts";
import { type CompiledRules, compile } from "../../rules/compiled.ts";
import type { Conditions } from "../../rules/conditions.ts";
import { foldGroups } from "../../rules/groups.ts";
import { reachingActions } from "../../rules/play.ts";
import type { MeasuredRule, Streak } from "../../rules/rule.ts";
import { type CriterionDesign, type Design, type GroupDesign, isReported } from "./design.ts";

export type Tree = CriterionTree | GroupTree | OpenTree;

export interface CriterionTree {
  readonly type: "criterion";
  readonly criterion: CriterionDesign;
  readonly rule: MeasuredRule;
  readonly streak: Streak | null;
  /** All of them have to let an activity count: those of the groups around it, and its own. */
  readonly filters: readonly Conditions[];
  /** The groups whose conditions are among them, outermost first. */
  readonly around: readonly GroupDesign[];
  /** The actions that the game reports and that count for it, by reactions too; undefined where its action does not exist. */
  readonly sources: ReadonlySet<string> | undefined;
}

export interface GroupTree {
  readonly type: "group";
  readonly group: GroupDesign;
  readonly operator: "and" | "or" | "xor";
  /** In the order of the definition, criteria first. */
  readonly members: readonly Tree[];
}

/** A part that is not known, or that the run-time rules cannot read. Two with the same key are the same. */
export interface OpenTree {
  readonly type: "open";
  readonly key: string;
  /** As a sentence without a full stop. */
  readonly reason: string;
}

/** A game as trees. */
export interface Forest {
  readonly design: Design;
  readonly compiled: CompiledRules;
  /** Of a group that has no group around it. */
  group(customId: string): Tree;
  /** Of a criterion that has no group around it. */
  criterion(criterion: CriterionDesign): Tree;
}

/** `isOpen`: what is left to the admin panel, or was not read as a whole. */
export function forestFrom(design: Design, isOpen: (address: Address) => boolean = () => false): Forest {
  const compiled = compile(design);
  const open = (key: readonly Json[], reason: string): OpenTree => ({ type: "open", key: canonicalJson(key), reason });
  const sourcesOf = (id: string): ReadonlySet<string> | undefined => {
    if (!design.actions.has(id) && design.known.has("action")) return undefined;
    return new Set([...reachingActions(design, [id])].filter((each) => isReported(design, each)));
  };

  const criterionTree = (criterion: CriterionDesign, around: readonly GroupDesign[]): Tree => {
    const { custom_id: id, custom_action_id, type, rule: written, streak: row, conditions: own } = criterion;
    const outer = around.map(({ conditions }) => conditions);
    if (isOpen(criterion.address)) return open(["criterion", id, outer], `criterion "${id}" is not known`);
    const { rule, streak, conditions } = compiled.criterion(id) ?? {};
    if (rule?.ok !== true || streak?.ok !== true || conditions?.ok !== true) {
      return open([custom_action_id, type, written, row, own, outer], `criterion "${id}" cannot be read`);
    }
    const filters = [...around.flatMap((each) => readConditions(compiled, each) ?? []), conditions.value];
    const sources = sourcesOf(custom_action_id);
    return { type: "criterion", criterion, rule: rule.value, streak: streak.value, filters, around, sources };
  };

  type Inner = (customId: string, around: readonly GroupDesign[]) => Tree | undefined;
  const groupTree = (group: GroupDesign, around: readonly GroupDesign[], inner: Inner): Tree => {
    const { address, custom_id: id, operator, criteria, criteria_groups } = group;
    const conditions = readConditions(compiled, group);
    const isKnown = operator === "and" || operator === "or" || operator === "xor";
    if (isOpen(address)) return open(["group", id], `group "${id}" is not known`);
    if (!isKnown || conditions === undefined) {
      const key = [operator, group.conditions, [...criteria], [...criteria_groups]];
      return open(key, `group "${id}" cannot be read`);
    }
    const within = conditions.groups.length > 0 ? [...around, group] : around;
    const lost = (kind: "criterion" | "criteria_group", member: string): readonly Tree[] =>
      // A missing member is gone where all of its kind are known; else it may exist all the same.
      design.known.has(kind) ? [] : [open([kind, member], `group "${id}": "${member}" is not known`)];
    const members = [
      ...criteria.flatMap((each) => {
        const criterion = design.criteria.get(each);
        return criterion === undefined ? lost("criterion", each) : [criterionTree(criterion, within)];
      }),
      ...criteria_groups.flatMap((each) => inner(each, within) ?? lost("criteria_group", each)),
    ];
    return { type: "group", group, operator, members };
  };

  const fold = foldGroups<GroupDesign, readonly GroupDesign[], Tree | undefined>({
    find: (id) => design.groups.get(id),
    keyOf: (id, around) => [id, ...around.map(({ custom_id }) => custom_id).sort()].join(" "),
    missing: () => undefined,
    circular: (path) => open(["circle", ...path], `group "${path.at(-1)}" holds itself`),
    tooMany: (id) => open(["contexts", id], `group "${id}" is in too many places`),
    value: groupTree,
  });
  return {
    design,
    compiled,
    group: (id) => fold(id, []) ?? open(["criteria_group", id], `there is no group "${id}"`),
    criterion: (criterion) => criterionTree(criterion, []),
  };
}

function readConditions(compiled: CompiledRules, { custom_id }: GroupDesign): Conditions | undefined {
  const conditions = compiled.group(custom_id)?.conditions;
  return conditions?.ok === true ? conditions.value : undefined;
}

/** The tree and all parts of it, each once. */
export const partsIn = memoizedBy((tree: Tree): readonly Tree[] => {
  const found = new Set([tree]);
  for (const part of found) if (part.type === "group") for (const member of part.members) found.add(member);
  return [...found];
});

/** The criteria in a tree, each in every place once. */
export function criteriaIn(tree: Tree): readonly CriterionTree[] {
  return partsIn(tree).flatMap((part) => (part.type === "criterion" ? [part] : []));
}
