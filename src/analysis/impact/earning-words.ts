/**
 * Describes how earning an achievement changes. In: the achievement before and after. Out: a
 * sentence such as `"Pest control" now needs 500 of "Slay a rat" instead of 50.`
 */

import { jsonText } from "../../ground/json.ts";
import { both, counted, inDigits, inQuotes } from "../../ground/words.ts";
import { customIdOf, partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Address } from "../../model/model.ts";
import { isAlike } from "../../model/normalise.ts";
import {
  type CriterionTree,
  type DesignTree,
  findTree,
  type GameAchievement,
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
  readonly before: GameAchievement;
  readonly after: GameAchievement;
  /** Changed definitions that decide whether it is earned. */
  readonly under: readonly Address[];
  readonly findName: (address: Address) => string;
}

/** Limits of the clauses, and of the steps of a way, in a sentence. */
const MOST_CLAUSES = 3;
const MOST_STEPS = 4;

type Parts = ReadonlyMap<Address, DesignTree>;

/** The parts of an achievement's tree before and after a change. */
interface PartsChange extends Pick<AchievementPair, "findName"> {
  readonly before: Parts;
  readonly after: Parts;
  /** The tree after the change. */
  readonly root: DesignTree;
  /** Parts that every way to earn it needs. */
  readonly required: ReadonlySet<Address>;
}

/** Describes the change in words that follow the name of the achievement. */
export function describeEarning(pair: AchievementPair): string {
  const { before, after, under, findName } = pair;
  const old = findTree(before);
  const now = findTree(after);
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
    // The achievement's group can have another id before; other parts are found by address.
    const was = is === now ? old : change.before.get(is.address);
    if (was?.type === "criterion" && is.type === "criterion")
      return describeCriterionChange(was, is, change);
    return was?.type === "group" && is.type === "group" ? describeGroupChange(was, is, change) : [];
  });
  // A part in several places has the same clause for each of them.
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

/** Returns the suffix for parts that only one of the ways to earn it needs. */
function formatSuffix({ address }: DesignTree, { required }: PartsChange): string {
  return required.has(address) ? "" : " in one of the ways to earn it";
}

function describeCriterion({ criterion }: CriterionTree, { findName }: PartsChange) {
  return describeRequirement(criterion, findName(`action/${criterion.custom_action_id}`));
}

/** Describes the change of a criterion. If only its number differs, repeats only the number. */
function describeCriterionChange(
  old: CriterionTree,
  now: CriterionTree,
  change: PartsChange,
): readonly string[] {
  if (isSameRequirement(old, now, change)) return [];
  const was = describeCriterion(old, change);
  const is = describeCriterion(now, change);
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

/** Whether both criteria have the same description, without the cost of describing them. */
function isSameRequirement(
  { criterion: was }: CriterionTree,
  { criterion: is }: CriterionTree,
  { findName }: PartsChange,
): boolean {
  const before = findName(`action/${was.custom_action_id}`);
  const after = findName(`action/${is.custom_action_id}`);
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
  const added = gained.map((member) => describeMember(member, change));
  const removed = lost.map((member) => describeMember(member, change));
  if (added.length === 1 && removed.length === 1)
    return [...conditions, formatClause(is, "now", `${added} instead of ${removed}`)];
  const when = added.length < is.members.length ? "now also" : "now";
  return [
    ...conditions,
    ...added.map((words) => formatClause(is, when, words)),
    ...removed.map((words) => formatClause(was, "no longer", words)),
  ];
}

function describeMember(tree: DesignTree, change: PartsChange): string {
  if (tree.type === "criterion") return formatRequirement(describeCriterion(tree, change));
  const [only] = tree.type === "group" && tree.members.length === 1 ? tree.members : [];
  return only === undefined
    ? `what ${inQuotes(change.findName(tree.address))} requires`
    : describeMember(only, change);
}

/** Describes reactions that count differently, and changed data that conditions read. */
function describeActionChange(
  address: Address,
  { before, after }: AchievementPair,
  change: PartsChange,
): readonly string[] {
  const had = before.trees.design.actions.get(customIdOf(address));
  const has = after.trees.design.actions.get(customIdOf(address));
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

/** Describes a change that is too expensive to compare. */
export function describeUnknown(pair: AchievementPair): string {
  return `${describeEarning(pair)} Whether that is easier or harder is not known: comparing it exceeds the limit on work.`;
}

/** Describes a change, and players for whom it is easier or harder, as far as they were found. */
export function describeDivided(pair: AchievementPair, { easier, harder }: Witnesses): string {
  const easierHistory = easier && describeHistory(easier, pair);
  const harderHistory = harder && describeHistory(harder, pair);
  const sentence = describeEarning(pair);
  if (easierHistory === undefined && harderHistory === undefined)
    return `${sentence} Whether that is easier or harder is not known.`;
  if (easierHistory === harderHistory)
    return `${sentence} That is easier for some players and harder for others.`;
  if (easierHistory !== undefined && harderHistory !== undefined) {
    return `${sentence} That is easier for players who have done ${easierHistory}, and harder for those who have done ${harderHistory}.`;
  }
  const effect = easierHistory === undefined ? "harder" : "easier";
  return `${sentence} That is ${effect} for players who have done ${easierHistory ?? harderHistory}; for others it is not known.`;
}

/** Describes a way, as in `5 of "Jump" with map sea and 1 of "Run"`. */
function describeHistory({ steps }: Way, { findName }: AchievementPair): string {
  const words = steps.map(({ custom_action_id, amount, times, note }) => {
    const often = times === 1 ? inDigits(amount) : `${inDigits(times)} times ${inDigits(amount)}`;
    const what = `${inQuotes(findName(`action/${custom_action_id}`))}${note === "" ? "" : ` ${note}`}`;
    return amount === 0 ? `${what} with an amount of 0` : `${often} of ${what}`;
  });
  return both(words.length > MOST_STEPS ? [...words.slice(0, MOST_STEPS), "more"] : words);
}
