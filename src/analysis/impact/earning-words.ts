/**
 * What is different about earning an achievement. In: it before and after. Out: a sentence: `"Pest
 * control" now needs 500 of "Slay a rat" instead of 50.`
 */

import { jsonText } from "../../ground/json.ts";
import { both, counted, inDigits, inQuotes } from "../../ground/words.ts";
import { customIdOf, partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Address } from "../../model/model.ts";
import { isAlike } from "../../model/normalise.ts";
import {
  type AchievementIn,
  type CriterionTree,
  type DesignTree,
  findTree,
  type GroupOfTrees,
  listNodes,
} from "../design/tree.ts";
import type { Way } from "../design/ways.ts";
import {
  describeOperator,
  describeRequirement,
  describeWrittenConditions,
  formatRequirement,
} from "../design/words.ts";
import type { Witnesses } from "./impacts.ts";

/** An achievement before and after a change. */
export interface AchievementPair {
  readonly before: AchievementIn;
  readonly after: AchievementIn;
  /** The changed definitions that it rests on. */
  readonly under: readonly Address[];
  readonly findName: (address: Address) => string;
}

/** More clauses, and more steps of a history, are not listed in a sentence. */
const MOST_CLAUSES = 3;
const MOST_STEPS = 4;

type Parts = ReadonlyMap<Address, DesignTree>;

/** How an achievement is earned before and after. */
interface PartsChange extends Pick<AchievementPair, "findName"> {
  readonly before: Parts;
  readonly after: Parts;
  /** The whole afterwards. */
  readonly root: DesignTree;
  /** What it cannot be earned without. */
  readonly required: ReadonlySet<Address>;
}

/** What follows the name of the achievement in a sentence about it. */
export function describeEarning(pair: AchievementPair): string {
  const { before, after, under, findName } = pair;
  const [old, now] = [findTree(before), findTree(after)];
  const indexParts = (root: DesignTree): Parts =>
    new Map(listNodes(root).map((node) => [node.address, node]));
  const required = findRequired(now);
  const change: PartsChange = {
    before: indexParts(old),
    after: indexParts(now),
    root: now,
    required,
    findName,
  };
  const changes = listNodes(now).flatMap((is) => {
    // The group of the achievement is compared with the one that it replaces, all other parts with
    // themselves.
    const was = is === now ? old : change.before.get(is.address);
    if (was?.type === "criterion" && is.type === "criterion")
      return describeCriterionChange(was, is, change);
    return was?.type === "group" && is.type === "group" ? describeGroupChange(was, is, change) : [];
  });
  // A part that is in several places changes in each of them.
  const clauses = [
    ...new Set([
      ...changes,
      ...under.flatMap((address) => describeActionChange(address, pair, change)),
    ]),
  ];
  const left = clauses.length - MOST_CLAUSES;
  const listed = clauses.slice(0, MOST_CLAUSES);
  if (left > 0) listed.push(`changes in ${counted(left, "more way")}`);
  return `${listed.length === 0 ? "is earned in another way" : listed.join("; it ")}.`;
}

function findRequired(tree: DesignTree, required = new Set<Address>()): ReadonlySet<Address> {
  if (required.has(tree.address)) return required;
  required.add(tree.address);
  const isNeeded = tree.type === "group" && (tree.operator === "and" || tree.members.length === 1);
  if (isNeeded) for (const member of tree.members) findRequired(member, required);
  return required;
}

/** Behind what only one of the ways to earn it requires. */
function formatSuffix({ address }: DesignTree, { required }: PartsChange): string {
  return required.has(address) ? "" : " in one of the ways to earn it";
}

function describeCriterion({ criterion }: CriterionTree, { findName }: PartsChange) {
  return describeRequirement(criterion, findName(`action/${criterion.custom_action_id}`));
}

/** Where only one part of it differs, only that is repeated. */
function describeCriterionChange(
  old: CriterionTree,
  now: CriterionTree,
  change: PartsChange,
): readonly string[] {
  if (isSameRequirement(old, now, change)) return [];
  const [was, is] = [describeCriterion(old, change), describeCriterion(now, change)];
  const words = formatRequirement(is);
  if (formatRequirement(was) === words) return [];
  const suffix = formatSuffix(now, change);
  if (was.number !== is.number || was.rest !== is.rest) {
    const isNumber = was.rest === is.rest && was.only === is.only;
    return [
      `now needs ${words} instead of ${isNumber ? was.number : formatRequirement(was)}${suffix}`,
    ];
  }
  const action = inQuotes(change.findName(`action/${now.criterion.custom_action_id}`));
  if (is.only === "") return [`now counts every ${action}, not only ${was.only}${suffix}`];
  return [
    `now counts ${action} only ${is.only}${was.only === "" ? "" : ` instead of ${was.only}`}${suffix}`,
  ];
}

/** Whether both are worded alike, found without wording them. */
function isSameRequirement(
  { criterion: was }: CriterionTree,
  { criterion: is }: CriterionTree,
  { findName }: PartsChange,
): boolean {
  const [before, after] = [was, is].map(({ custom_action_id: id }) => findName(`action/${id}`));
  if (before !== after || was.type !== is.type || was.rule !== is.rule || was.streak !== is.streak)
    return false;
  return was.conditions === is.conditions || isAlike(was.conditions, is.conditions);
}

function describeGroupChange(
  was: GroupOfTrees,
  is: GroupOfTrees,
  change: PartsChange,
): readonly string[] {
  const suffix = formatSuffix(is, change);
  const only = describeWrittenConditions(is.group.conditions);
  const counts = only === "" ? "now counts everything" : `now counts only what is done ${only}`;
  const towards = is === change.root ? "" : ` towards ${inQuotes(change.findName(is.address))}`;
  const conditions =
    only === describeWrittenConditions(was.group.conditions) ? [] : [counts + towards];
  const gained = is.members.filter((member) => !change.before.has(member.address));
  const lost = was.members.filter((member) => !change.after.has(member.address));
  const isTurned =
    was.operator !== is.operator || (is.operator === "xor" && gained.length + lost.length > 0);
  if (isTurned && is.members.length > 1) {
    const names = is.members.map(({ address }) => inQuotes(change.findName(address)));
    return [...conditions, `now needs ${describeOperator(is.operator)} of ${both(names)}${suffix}`];
  }
  const isChoice = ({ operator, members }: GroupOfTrees): boolean =>
    operator === "or" && members.length > 1;
  const formatClause = (group: GroupOfTrees, when: string, words: string): string =>
    isChoice(group) ? `${when} accepts ${words}` : `${when} needs ${words}${suffix}`;
  const [comes = [], goes = []] = [gained, lost].map((all) =>
    all.map((member) => describeMember(member, change)),
  );
  if (comes.length === 1 && goes.length === 1)
    return [...conditions, formatClause(is, "now", `${comes} instead of ${goes}`)];
  const when = comes.length < is.members.length ? "now also" : "now";
  return [
    ...conditions,
    ...comes.map((words) => formatClause(is, when, words)),
    ...goes.map((words) => formatClause(was, "no longer", words)),
  ];
}

function describeMember(tree: DesignTree, change: PartsChange): string {
  if (tree.type === "criterion") return formatRequirement(describeCriterion(tree, change));
  const [only] = tree.type === "group" && tree.members.length === 1 ? tree.members : [];
  return only === undefined
    ? `what ${inQuotes(change.findName(tree.address))} requires`
    : describeMember(only, change);
}

/** Reactions that count differently, and data that conditions read. */
function describeActionChange(
  address: Address,
  { before, after }: AchievementPair,
  change: PartsChange,
): readonly string[] {
  const [had, has] = [before, after].map(({ trees }) =>
    trees.design.actions.get(customIdOf(address)),
  );
  if (partsOfAddress(address).kind !== "action") return [];
  const name = inQuotes(change.findName(address));
  const isCounted = (action: string): boolean =>
    [change.before, change.after].every((parts) =>
      [...parts.values()].some((node) => node.type === "criterion" && node.sources?.has(action)),
    );
  const describeReactions = (
    words: string,
    ids: readonly string[] = [],
    other: readonly string[] = [],
  ): readonly string[] =>
    ids
      .filter((action) => !other.includes(action) && isCounted(action))
      .map((action) => `${words} ${name} as ${inQuotes(change.findName(`action/${action}`))}`);
  const isRead =
    had !== undefined &&
    has !== undefined &&
    jsonText(had.custom_data) !== jsonText(has.custom_data);
  return [
    ...describeReactions("now also counts", has?.reactions, had?.reactions),
    ...describeReactions("no longer counts", had?.reactions, has?.reactions),
    ...(isRead ? [`depends on the data of ${name}, which change`] : []),
  ];
}

/** What changes, where comparing it takes too much work. */
export function describeUncompared(pair: AchievementPair): string {
  return `${describeEarning(pair)} Whether that is easier or harder is not known: comparing it exceeds the limit on work.`;
}

/** What changes, for whom it is easier and for whom harder, as far as that was found. */
export function describeDivided(pair: AchievementPair, { easier, harder }: Witnesses): string {
  const [easily, hardly] = [easier, harder].map((way) => way && describeHistory(way, pair));
  const sentence = describeEarning(pair);
  if (easily === undefined && hardly === undefined)
    return `${sentence} Whether that is easier or harder is not known.`;
  if (easily === hardly)
    return `${sentence} That is easier for some players and harder for others.`;
  if (easily !== undefined && hardly !== undefined) {
    return `${sentence} That is easier for players who have done ${easily}, and harder for those who have done ${hardly}.`;
  }
  const effect = easily === undefined ? "harder" : "easier";
  return `${sentence} That is ${effect} for players who have done ${easily ?? hardly}; for others it is not known.`;
}

/** Such as `5 of "Jump" with map sea and 1 of "Run"`. */
function describeHistory({ steps }: Way, { findName }: AchievementPair): string {
  const words = steps.map(({ custom_action_id, amount, times, note }) => {
    const often = times === 1 ? inDigits(amount) : `${inDigits(times)} times ${inDigits(amount)}`;
    const what = `${inQuotes(findName(`action/${custom_action_id}`))}${note === "" ? "" : ` ${note}`}`;
    return amount === 0 ? `${what} with an amount of 0` : `${often} of ${what}`;
  });
  return both(words.length > MOST_STEPS ? [...words.slice(0, MOST_STEPS), "more"] : words);
}
