/** What is different about earning an achievement, as clauses behind its name: `now needs 500 of "A" instead of 50`. */
import { both, counted } from "../../manifest/wording.ts";
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import { canonicalJson, type Json } from "../../model/json.ts";
import { compileCriterion } from "../../rules/compiled.ts";
import { parseConditions } from "../../rules/conditions.ts";
import { foldGroups } from "../../rules/groups.ts";
import { isSubset, setOf } from "../design/activity-sets.ts";
import { implies } from "../design/certainty.ts";
import type { AchievementDesign, CriterionDesign, Design, GroupDesign } from "../design/design.ts";
import { type Interval, valuesOf } from "../design/intervals.ts";
import { conditionsWords, numberWords, PLAYER_STYLE, streakLength, streakWords } from "../design/phrases.ts";
import { type GroupTree, partsOf, type Tree } from "../design/trees.ts";
import type { AchievementPair, AchievementVersion, Dependencies } from "./earning.ts";
import { nameOf, type Side } from "./sides.ts";

/** More clauses than this are counted. */
const MOST_CLAUSES = 3;

/** Whole sentences about the achievement. */
export function earningSentence(pair: AchievementPair): string {
  const { after } = pair;
  const roles = rolesIn(after.side.design, after.achievement);
  const clauses = [...criterionClauses(pair, roles), ...groupClauses(pair, roles), ...actionClauses(pair)];
  const shown = clauses.slice(0, MOST_CLAUSES);
  const more = clauses.length - shown.length;
  if (more > 0) shown.push(`changes in ${counted(more, "more way")}`);
  if (shown.length === 0) shown.push("is earned in another way");
  return `"${nameOf(after.achievement.address, after.side)}" ${shown.join("; it ")}.`;
}

/** Criteria that are required on both sides, and require something else. */
function criterionClauses({ before, after, under }: AchievementPair, { criteria }: MemberRoles): readonly string[] {
  return [...before.dependencies.criteria].flatMap((id) => {
    const [was, is] = [before.side.design.criteria.get(id), after.side.design.criteria.get(id)];
    if (was === undefined || is === undefined || !after.dependencies.criteria.has(id)) return [];
    if (!under.includes(is.address)) return [];
    const change = requirementChange(was, is, [after.side, before.side]);
    return change === undefined ? [] : [change + oneWay(criteria.get(id))];
  });
}

/** Suffix for what only one of the ways to earn it requires. */
function oneWay(role: MemberRole | undefined): string {
  return role?.isOptional === true ? " in one of the ways to earn it" : "";
}

/** Suffix for what is enough for a part only. */
function onePart(role: MemberRole | undefined): string {
  return role?.isPart === true ? " as one part of it" : "";
}

/** The group of the achievement is compared with the one that replaces it, all others with themselves. */
function groupClauses({ before, after }: AchievementPair, { groups }: MemberRoles): readonly string[] {
  const [root, newRoot] = [rootOf(before), rootOf(after)];
  const pairs = new Map<GroupDesign, GroupDesign>();
  if (root !== undefined && newRoot !== undefined) pairs.set(root, newRoot);
  for (const id of before.dependencies.groups) {
    const [was, is] = [before.side.design.groups.get(id), after.side.design.groups.get(id)];
    if (was === undefined || is === undefined || pairs.has(was) || !after.dependencies.groups.has(id)) continue;
    pairs.set(was, is);
  }
  return [...pairs].flatMap(([was, is]) => pairClauses(was, is, before, after, groups.get(is.custom_id)));
}

function rootOf({ side, achievement }: AchievementVersion): GroupDesign | undefined {
  return side.design.groups.get(achievement.custom_criteria_group_id ?? "");
}

function pairClauses(
  was: GroupDesign,
  is: GroupDesign,
  before: AchievementVersion,
  after: AchievementVersion,
  role: MemberRole | undefined,
): readonly string[] {
  const clauses: string[] = [];
  const sides = [after.side, before.side] as const;
  const size = sizeOf(is);
  const isAny = is.operator === "or" && size > 1;
  const wasAny = was.operator === "or" && sizeOf(was) > 1;
  const [oldTree, newTree] = [groupTree(before, was), groupTree(after, is)];
  // What the other side has in another form is no news.
  const gained = newMembers(is, after.side, was, before.dependencies, sides, newsIn(newTree, oldTree, isAny));
  const lost = newMembers(was, before.side, is, after.dependencies, sides, newsIn(oldTree, newTree, wasAny));
  // Of members that exclude each other, none comes or goes without changing what the others require.
  const isExclusive = is.operator === "xor" && gained.length + lost.length > 0;
  const isTurned = (was.operator !== is.operator || isExclusive) && size > 1;
  if (isTurned) clauses.push(`${turnedWords(was, is)} ${listOf(is, sides)}${oneWay(role)}`);
  const conditions = conditionChange(was.conditions, is.conditions, WHAT_IS_DONE);
  if (conditions !== undefined) {
    // The conditions of the outermost group apply to all requirements of the achievement.
    const towards =
      is.custom_id === after.achievement.custom_criteria_group_id ? "" : ` towards "${nameOf(is.address, after.side)}"`;
    clauses.push(conditions + towards);
  }
  if (isTurned) return clauses;
  const [part, way] = [onePart(role), oneWay(role)];
  if (gained.length === 1 && lost.length === 1) {
    const change = `${gained[0]} instead of ${lost[0]}`;
    return [...clauses, isAny ? `can now be earned with ${change}${part}` : `now needs ${change}${way}`];
  }
  const also = gained.length < size ? "also " : "";
  return [
    ...clauses,
    ...gained.map((each) =>
      isAny ? `can now ${also}be earned with ${each}${part}` : `now ${also}needs ${each}${way}`,
    ),
    ...lost.map((each) => (wasAny ? `can no longer be earned with ${each}${part}` : `no longer needs ${each}${way}`)),
  ];
}

function groupTree({ side, achievement }: AchievementVersion, { custom_id }: GroupDesign): GroupTree | undefined {
  const parts = partsOf(side.forest.group(achievement.custom_criteria_group_id ?? ""));
  return parts.flatMap((part) => (part.type === "group" && part.group.custom_id === custom_id ? [part] : []))[0];
}

type IsNews = (type: "criterion" | "group", customId: string) => boolean;

/** Whether a member is not enough on the other side as well, where one of several is, or not required there. */
function newsIn(own: GroupTree | undefined, other: Tree | undefined, isAny: boolean): IsNews {
  return (type, id) => {
    const member = own?.members.find((each) => {
      if (each.type === "open" || each.type !== type) return false;
      return (each.type === "group" ? each.group : each.criterion).custom_id === id;
    });
    if (member === undefined || other === undefined) return true;
    return isAny ? !implies(member, other) : !implies(other, member);
  };
}

function sizeOf({ criteria, criteria_groups }: GroupDesign): number {
  return criteria.length + criteria_groups.length;
}

function turnedWords(was: GroupDesign, is: GroupDesign): string {
  if (is.operator === "xor") return "now needs exactly one of";
  if (is.operator === "and") return "now needs all of";
  return was.operator === "xor" ? "now needs at least one of" : "now needs only one of";
}

function listOf({ criteria, criteria_groups }: GroupDesign, sides: readonly [Side, Side]): string {
  const { design } = sides[0];
  const members = [
    ...criteria.flatMap((id) => design.criteria.get(id) ?? []),
    ...criteria_groups.flatMap((id) => design.groups.get(id) ?? []),
  ];
  return both(members.map(({ address }) => `"${nameOf(address, ...sides)}"`));
}

/** Words for the members that the other group does not have. What is elsewhere on the other side neither comes nor goes. */
function newMembers(
  { criteria, criteria_groups }: GroupDesign,
  side: Side,
  other: GroupDesign,
  elsewhere: Dependencies,
  sides: readonly Side[],
  isNews: IsNews,
): readonly string[] {
  const { design } = side;
  const newCriteria = criteria
    .filter((id) => !other.criteria.includes(id) && !elsewhere.criteria.has(id))
    .filter((id) => isNews("criterion", id));
  const newGroups = criteria_groups
    .filter((id) => !other.criteria_groups.includes(id) && !elsewhere.groups.has(id))
    .flatMap((id) => design.groups.get(id) ?? [])
    .filter(({ custom_id }) => isNews("group", custom_id))
    .filter((inner) => inner.criteria_groups.length > 0 || !inner.criteria.every((id) => elsewhere.criteria.has(id)));
  return [
    ...newCriteria.flatMap((id) => design.criteria.get(id) ?? []).map((each) => criterionWords(each, sides)),
    ...newGroups.map((each) => groupWords(each, side, sides)),
  ];
}

/**
 * Reactions that count differently, and data that conditions read. What leads to an action that is counted on one side
 * only is no matter of reactions.
 */
function actionClauses({ before, after, under, data }: AchievementPair): readonly string[] {
  const ids = under.map(partsOfAddress).flatMap(({ kind, custom_id }) => (kind === "action" ? [custom_id] : []));
  const isCounted = (id: string): boolean =>
    before.dependencies.reaching.has(id) && after.dependencies.reaching.has(id);
  return ids.flatMap((id): readonly string[] => {
    const [was, is] = [before.side.design.actions.get(id), after.side.design.actions.get(id)];
    const [had, has] = [(was?.reactions ?? []).filter(isCounted), (is?.reactions ?? []).filter(isCounted)];
    const named = (each: string): string => `"${nameOf(`action/${each}`, after.side, before.side)}"`;
    const isRead = was !== undefined && is !== undefined && data.has(`action/${id}`);
    return [
      ...has.filter((each) => !had.includes(each)).map((each) => `now also counts ${named(id)} as ${named(each)}`),
      ...had.filter((each) => !has.includes(each)).map((each) => `no longer counts ${named(id)} as ${named(each)}`),
      ...(isRead ? [`depends on the data of ${named(id)}, which change`] : []),
    ];
  });
}

// The role of groups and criteria in an achievement: whether they are optional, and whether they are enough.

interface MemberRole {
  /** Whether there is a way to earn the achievement without it. */
  readonly isOptional: boolean;
  /** Whether it takes more than this. */
  readonly isPart: boolean;
}

interface MemberRoles {
  readonly groups: ReadonlyMap<string, MemberRole>;
  readonly criteria: ReadonlyMap<string, MemberRole>;
}

function rolesIn(design: Design, { custom_criteria_group_id: root }: AchievementDesign): MemberRoles {
  const groups = new Map<string, MemberRole>();
  const criteria = new Map<string, MemberRole>();
  const visit = foldGroups<GroupDesign, MemberRole, void>({
    find: (id) => design.groups.get(id),
    keyOf: (id, { isOptional, isPart }) => `${id} ${isOptional} ${isPart}`,
    missing: () => undefined,
    circular: () => undefined,
    tooMany: () => undefined,
    value: (group, role, inner) => {
      addRole(groups, group.custom_id, role);
      const isOne = group.criteria.length + group.criteria_groups.length === 1;
      const inside: MemberRole = {
        isOptional: role.isOptional || (!isOne && group.operator !== "and"),
        isPart: role.isPart || (!isOne && group.operator === "and"),
      };
      for (const each of group.criteria) addRole(criteria, each, inside);
      for (const each of group.criteria_groups) inner(each, inside);
    },
  });
  if (root !== null) visit(root, { isOptional: false, isPart: false });
  return { groups, criteria };
}

/** What has two roles is optional only where both are. */
function addRole(roles: Map<string, MemberRole>, id: string, { isOptional, isPart }: MemberRole): void {
  const known = roles.get(id) ?? { isOptional: true, isPart: true };
  roles.set(id, { isOptional: known.isOptional && isOptional, isPart: known.isPart && isPart });
}

// What a criterion or group requires, in the words of players: `500 of "Finish a match" on each of 3 days in a row`.

/** A requirement in pieces, so that two of them can be compared. Where only one number differs, only that is repeated. */
interface RequirementWords {
  readonly action: string;
  readonly lead: string;
  readonly number: string;
  readonly rest: string;
  /** `3 days`; empty without a streak. */
  readonly streak: string;
  /** Empty where everything counts. */
  readonly conditions: string;
}

/** More members than this are not listed. */
const MOST_MEMBERS = 4;

/** A clause such as `now needs 500 of "Finish a match" instead of 50`; nothing where the same is only written otherwise. */
function requirementChange(
  before: CriterionDesign,
  after: CriterionDesign,
  sides: readonly Side[],
): string | undefined {
  const [was, is] = [requirementOf(before, sides), requirementOf(after, sides)];
  const names = (Object.keys(is) as (keyof RequirementWords)[]).filter((name) => name !== "conditions");
  const different = names.filter((name) => was[name] !== is[name]);
  const conditions = conditionChange(before.conditions, after.conditions, {
    every: `every ${is.action}`,
    only: (which) => `${is.action} only ${which}`,
  });
  if (different.length === 0) return conditions;
  const [only] = different.length === 1 && conditions === undefined ? different : [];
  const isNumber = only === "number" || (only === "streak" && unitOf(was) === unitOf(is));
  return `now needs ${textOf(is)} instead of ${isNumber ? was[only] : textOf(was)}`;
}

/** `days` of `3 days`; a single one is worded in another way. */
function unitOf({ streak }: RequirementWords): string {
  return streak.replace(/^\d+ (\w+s)$/, "$1");
}

/** How what counts is put in words: `"Jump"`, or what is done. */
interface CountedWords {
  readonly every: string;
  readonly only: (which: string) => string;
}

const WHAT_IS_DONE: CountedWords = { every: "everything", only: (which) => `only what is done ${which}` };

/** Nothing where the same counts, however it is written. */
function conditionChange(before: Json, after: Json, words: CountedWords): string | undefined {
  if (canonicalJson(before) === canonicalJson(after)) return undefined;
  const [was, is] = [parseConditions(before), parseConditions(after)];
  if (was.ok && is.ok) {
    const [old, now] = [setOf([was.value]), setOf([is.value])];
    if (isSubset(old, now) && isSubset(now, old)) return undefined;
  }
  const [from, to] = [conditionsInWords(before), conditionsInWords(after)];
  if (from === to) return was.ok && is.ok ? undefined : `now counts ${words.only(to)}`;
  if (to === "") return `now counts ${words.every}, not only ${from}`;
  return `now counts ${words.only(to)}${from === "" ? "" : ` instead of ${from}`}`;
}

function criterionWords(criterion: CriterionDesign, sides: readonly Side[]): string {
  return textOf(requirementOf(criterion, sides));
}

/** `one of "A" and "B"` and the like; of a large group, its name. */
function groupWords(group: GroupDesign, { design }: Side, sides: readonly Side[]): string {
  const { operator, criteria, criteria_groups } = group;
  if (criteria_groups.length > 0 || criteria.length === 0 || criteria.length > MOST_MEMBERS) {
    return `what "${nameOf(group.address, ...sides)}" requires`;
  }
  const words = criteria.flatMap((id) => design.criteria.get(id) ?? []).map((each) => criterionWords(each, sides));
  if (words.length < 2) return words.join("");
  if (operator === "and") return both(words);
  if (operator === "or") return words.join(" or ");
  return `exactly one of ${words.join(", ")}`;
}

function textOf({ lead, number, rest, streak, conditions }: RequirementWords): string {
  const row = streak === "" ? "" : ` ${streakWords(streak)}`;
  return `${lead}${number}${rest}${row}${conditions === "" ? "" : `, counted only ${conditions}`}`;
}

function requirementOf(criterion: CriterionDesign, sides: readonly Side[]): RequirementWords {
  const { rule, streak } = compileCriterion(criterion);
  const action = `"${nameOf(`action/${criterion.custom_action_id}`, ...sides)}"`;
  if (!rule.ok || !streak.ok) {
    const name = `"${nameOf(criterion.address, ...sides)}"`;
    return { action, lead: name, number: "", rest: "", streak: "", conditions: "" };
  }
  const values = valuesOf(rule.value);
  const number = numberWords(values).replace(/^of /, "");
  const length = streak.value === null ? "" : streakLength(streak.value);
  const more = { action, streak: length, conditions: conditionsInWords(criterion.conditions) };
  switch (rule.value.measure) {
    case "sum":
      return { lead: "", number: exactly(values, number).replace(/^at least /, ""), rest: ` of ${action}`, ...more };
    case "amount":
      return { lead: `one ${action} of `, number: exactly(values, number), rest: "", ...more };
    case "average":
      return { lead: "an average of ", number: exactly(values, number), rest: ` in ${action}`, ...more };
  }
}

function exactly({ least, most }: Interval, number: string): string {
  return least !== null && least.at === most?.at ? `exactly ${number}` : number;
}

// Conditions in the words of players: `on the last day of a month`.

/** Empty where all activities count. */
export function conditionsInWords(written: Json): string {
  const conditions = parseConditions(written);
  return conditions.ok ? conditionsWords(conditions.value, PLAYER_STYLE) : "under conditions of another version";
}
