/** What is different about earning an achievement, as clauses behind its name: `now needs 500 of "A" instead of 50`. */
import { both, counted } from "../../manifest/wording.ts";
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Address } from "../../model/model.ts";
import type { AchievementDesign, CriterionDesign, Design, GroupDesign } from "../design/design.ts";
import type { Decisive, Footing } from "./baseline.ts";
import { conditionWords } from "./condition-words.ts";
import { type Place, type Places, placesIn } from "./places.ts";
import { criterionWords, groupWords, requirementChange } from "./requirement-words.ts";
import { nameOf, type Side } from "./sides.ts";
import type { Standing } from "./verdict.ts";

/** More clauses than this are counted. */
const MOST_CLAUSES = 3;

/** Whole sentences about the achievement; `under`: the changes that it rests on. */
export function earningSentence(
  before: Standing,
  after: Standing,
  under: readonly Address[],
  decisive: Decisive,
): string {
  const places = placesIn(after.side.design, after.achievement);
  const clauses = [
    ...criterionClauses(before, after, under, places),
    ...groupClauses(before, after, places),
    ...actionClauses(before, after, under, decisive),
  ];
  const told = clauses.slice(0, MOST_CLAUSES);
  const more = clauses.length - told.length;
  if (more > 0) told.push(`changes in ${counted(more, "more way")}`);
  if (told.length === 0) told.push("is earned in another way");
  return `"${nameOf(after.achievement.address, after.side)}" ${told.join("; it ")}.`;
}

/** Criteria that are asked for on both sides and ask for something else. */
function criterionClauses(
  before: Standing,
  after: Standing,
  under: readonly Address[],
  { criteria }: Places,
): readonly string[] {
  return [...before.footing.criteria].flatMap((id) => {
    const [was, is] = [before.side.design.criteria.get(id), after.side.design.criteria.get(id)];
    if (was === undefined || is === undefined || !after.footing.criteria.has(id)) return [];
    if (!under.includes(is.address)) return [];
    const change = requirementChange(was, is, after.side, before.side);
    return change === undefined ? [] : [change + oneWay(criteria.get(id))];
  });
}

/** Behind what is asked of those only who earn it in this way. */
function oneWay(place: Place | undefined): string {
  return place?.isOptional === true ? " in one of the ways to earn it" : "";
}

/** Behind what is enough for this part of it only. */
function onePart(place: Place | undefined): string {
  return place?.isPart === true ? " as one part of it" : "";
}

/** The group of the achievement is compared with the one that stands in its place, all others with themselves. */
function groupClauses(before: Standing, after: Standing, { groups }: Places): readonly string[] {
  const roots = [rootOf(before), rootOf(after)];
  const pairs = new Map<GroupDesign, GroupDesign>();
  if (roots[0] !== undefined && roots[1] !== undefined) pairs.set(roots[0], roots[1]);
  for (const id of before.footing.groups) {
    const [was, is] = [before.side.design.groups.get(id), after.side.design.groups.get(id)];
    if (was !== undefined && is !== undefined && after.footing.groups.has(id) && !pairs.has(was)) pairs.set(was, is);
  }
  return [...pairs].flatMap(([was, is]) => pairClauses(was, is, before, after, groups.get(is.custom_id)));
}

function rootOf({ side, achievement }: Standing): GroupDesign | undefined {
  return side.design.groups.get((achievement as AchievementDesign).custom_criteria_group_id ?? "");
}

function pairClauses(
  was: GroupDesign,
  is: GroupDesign,
  old: Standing,
  now: Standing,
  place: Place | undefined,
): readonly string[] {
  const [before, after] = [old.side, now.side];
  const clauses: string[] = [];
  const size = is.criteria.length + is.criteria_groups.length;
  const sides = [after, before];
  const gained = membersIn(is, after.design, was, old.footing).map((words) => words(after, sides));
  const lost = membersIn(was, before.design, is, now.footing).map((words) => words(before, sides));
  // Of members that exclude each other, none comes or goes without changing what is asked with the others.
  const isExclusive = is.operator === "xor" && gained.length + lost.length > 0;
  const isTurned = (was.operator !== is.operator || isExclusive) && size > 1;
  if (isTurned) clauses.push(`${turnedWords(was, is, now)} ${listOf(is, after, sides)}${oneWay(place)}`);
  const [conditionsWere, conditionsAre] = [conditionWords(was.conditions), conditionWords(is.conditions)];
  if (conditionsWere !== conditionsAre) {
    const towards = reachesAll(is, now) ? "" : ` towards "${nameOf(is.address, after)}"`;
    if (conditionsAre !== undefined) clauses.push(`now counts only what is done ${conditionsAre}${towards}`);
    else clauses.push(`now also counts what is not done ${conditionsWere}${towards}`);
  }
  if (isTurned) return clauses;
  const isAny = is.operator === "or" && size > 1;
  const wasAny = was.operator === "or" && was.criteria.length + was.criteria_groups.length > 1;
  const [only, other] = gained.length === 1 && lost.length === 1 ? [gained[0], lost[0]] : [];
  if (only !== undefined && other !== undefined) {
    clauses.push(
      isAny
        ? `can now be earned with ${only} instead of ${other}${onePart(place)}`
        : `now needs ${only} instead of ${other}${oneWay(place)}`,
    );
    return clauses;
  }
  const also = gained.length < size ? "also " : "";
  for (const each of gained) {
    if (isAny) clauses.push(`can now ${also}be earned with ${each}${onePart(place)}`);
    else clauses.push(`now ${also}needs ${each}${oneWay(place)}`);
  }
  for (const each of lost) {
    if (wasAny) clauses.push(`can no longer be earned with ${each}${onePart(place)}`);
    else clauses.push(`no longer needs ${each}${oneWay(place)}`);
  }
  return clauses;
}

/** Whether the conditions of the group are those of all that the achievement asks for. */
function reachesAll({ custom_id, criteria_groups }: GroupDesign, { side, achievement }: Standing): boolean {
  const isRoot = custom_id === achievement.custom_criteria_group_id;
  return isRoot && (criteria_groups.length === 0 || side.design.semantics.group_conditions === "inward");
}

function turnedWords(was: GroupDesign, is: GroupDesign, { side }: Standing): string {
  if (is.operator === "xor") {
    return side.design.semantics.xor === "parity" ? "now needs an odd number of" : "now needs exactly one of";
  }
  if (is.operator === "and") return "now needs all of";
  return was.operator === "xor" ? "now needs at least one of" : "now needs only one of";
}

function listOf({ criteria, criteria_groups }: GroupDesign, { design }: Side, sides: readonly Side[]): string {
  const members = [
    ...criteria.map((id) => design.criteria.get(id)?.address),
    ...criteria_groups.map((id) => design.groups.get(id)?.address),
  ];
  return both(members.flatMap((each) => (each === undefined ? [] : [`"${nameOf(each, ...sides)}"`])));
}

type MemberWords = (side: Side, sides: readonly Side[]) => string;

/** The members that the other group does not have. What only stands elsewhere on the other side neither comes nor goes. */
function membersIn(group: GroupDesign, design: Design, other: GroupDesign, there: Footing): readonly MemberWords[] {
  const ofCriterion =
    (criterion: CriterionDesign): MemberWords =>
    (_, sides) =>
      criterionWords(criterion, ...sides);
  const ofGroup =
    (inner: GroupDesign): MemberWords =>
    (side, sides) =>
      groupWords(inner, side, ...sides);
  const isElsewhere = ({ criteria, criteria_groups }: GroupDesign): boolean =>
    criteria_groups.length === 0 && criteria.every((id) => there.criteria.has(id));
  return [
    ...group.criteria.flatMap((id) => {
      const found = other.criteria.includes(id) || there.criteria.has(id) ? undefined : design.criteria.get(id);
      return found === undefined ? [] : [ofCriterion(found)];
    }),
    ...group.criteria_groups.flatMap((id) => {
      const found = other.criteria_groups.includes(id) || there.groups.has(id) ? undefined : design.groups.get(id);
      return found === undefined || isElsewhere(found) ? [] : [ofGroup(found)];
    }),
  ];
}

/**
 * Reactions that count differently, and data that conditions read. What leads to an action that is asked about on one side
 * only is no matter of reactions.
 */
function actionClauses(
  before: Standing,
  after: Standing,
  under: readonly Address[],
  { data }: Decisive,
): readonly string[] {
  const ids = under.map(partsOfAddress).flatMap(({ kind, custom_id }) => (kind === "action" ? [custom_id] : []));
  return ids.flatMap((id): readonly string[] => {
    const [was, is] = [before.side.design.actions.get(id), after.side.design.actions.get(id)];
    const named = (each: string): string => `"${nameOf(`action/${each}`, after.side, before.side)}"`;
    const [had, has] = [was, is].map((action) =>
      (action?.reactions ?? []).filter((each) => before.footing.reaching.has(each) && after.footing.reaching.has(each)),
    );
    const gained = has?.filter((each) => had?.includes(each) !== true) ?? [];
    const lost = had?.filter((each) => has?.includes(each) !== true) ?? [];
    const isRead = was !== undefined && is !== undefined && data.has(`action/${id}`);
    return [
      ...gained.map((each) => `now also counts ${named(id)} as ${named(each)}`),
      ...lost.map((each) => `no longer counts ${named(id)} as ${named(each)}`),
      ...(isRead ? [`depends on the data of ${named(id)}, which change`] : []),
    ];
  });
}
