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
  type GroupOfTrees,
  nodesIn,
  treeOf,
} from "../design/tree.ts";
import type { Way } from "../design/ways.ts";
import { conditionsInWords, groupWords, requirementWords, wordsAsText } from "../design/words.ts";
import type { Witnesses } from "./impacts.ts";

/** An achievement before and after a change. */
export interface AchievementPair {
  readonly before: AchievementIn;
  readonly after: AchievementIn;
  /** The changed definitions that it rests on. */
  readonly under: readonly Address[];
  readonly nameOf: (address: Address) => string;
}

/** More clauses, and more steps of a history, are not listed in a sentence. */
const MOST_CLAUSES = 3;
const MOST_STEPS = 4;

type Parts = ReadonlyMap<Address, DesignTree>;

/** How an achievement is earned before and after. */
interface PartsChange extends Pick<AchievementPair, "nameOf"> {
  readonly before: Parts;
  readonly after: Parts;
  /** The whole afterwards. */
  readonly root: DesignTree;
  /** What it cannot be earned without. */
  readonly required: ReadonlySet<Address>;
}

/** What follows the name of the achievement in a sentence about it. */
export function earningWords(pair: AchievementPair): string {
  const { before, after, under, nameOf } = pair;
  const [old, now] = [treeOf(before), treeOf(after)];
  const partsOf = (root: DesignTree): Parts =>
    new Map(nodesIn(root).map((node) => [node.address, node]));
  const required = requiredIn(now);
  const change: PartsChange = {
    before: partsOf(old),
    after: partsOf(now),
    root: now,
    required,
    nameOf,
  };
  const changes = nodesIn(now).flatMap((is) => {
    // The group of the achievement is compared with the one that it replaces, all other parts with
    // themselves.
    const was = is === now ? old : change.before.get(is.address);
    if (was?.type === "criterion" && is.type === "criterion")
      return criterionClauses(was, is, change);
    return was?.type === "group" && is.type === "group" ? groupClauses(was, is, change) : [];
  });
  // A part that is in several places changes in each of them.
  const clauses = [
    ...new Set([...changes, ...under.flatMap((address) => actionClauses(address, pair, change))]),
  ];
  const left = clauses.length - MOST_CLAUSES;
  const listed = clauses.slice(0, MOST_CLAUSES);
  if (left > 0) listed.push(`changes in ${counted(left, "more way")}`);
  return `${listed.length === 0 ? "is earned in another way" : listed.join("; it ")}.`;
}

function requiredIn(tree: DesignTree, required = new Set<Address>()): ReadonlySet<Address> {
  if (required.has(tree.address)) return required;
  required.add(tree.address);
  const isNeeded = tree.type === "group" && (tree.operator === "and" || tree.members.length === 1);
  if (isNeeded) for (const member of tree.members) requiredIn(member, required);
  return required;
}

/** Behind what only one of the ways to earn it requires. */
function oneWay({ address }: DesignTree, { required }: PartsChange): string {
  return required.has(address) ? "" : " in one of the ways to earn it";
}

function requirementOf({ criterion }: CriterionTree, { nameOf }: PartsChange) {
  return requirementWords(criterion, nameOf(`action/${criterion.custom_action_id}`));
}

/** Where only one part of it differs, only that is repeated. */
function criterionClauses(
  old: CriterionTree,
  now: CriterionTree,
  change: PartsChange,
): readonly string[] {
  if (isSameRequirement(old, now, change)) return [];
  const [was, is] = [requirementOf(old, change), requirementOf(now, change)];
  const words = wordsAsText(is);
  if (wordsAsText(was) === words) return [];
  const suffix = oneWay(now, change);
  if (was.number !== is.number || was.rest !== is.rest) {
    const isNumber = was.rest === is.rest && was.only === is.only;
    return [`now needs ${words} instead of ${isNumber ? was.number : wordsAsText(was)}${suffix}`];
  }
  const action = inQuotes(change.nameOf(`action/${now.criterion.custom_action_id}`));
  if (is.only === "") return [`now counts every ${action}, not only ${was.only}${suffix}`];
  return [
    `now counts ${action} only ${is.only}${was.only === "" ? "" : ` instead of ${was.only}`}${suffix}`,
  ];
}

/** Whether both are worded alike, found without wording them. */
function isSameRequirement(
  { criterion: was }: CriterionTree,
  { criterion: is }: CriterionTree,
  { nameOf }: PartsChange,
): boolean {
  const [before, after] = [was, is].map(({ custom_action_id: id }) => nameOf(`action/${id}`));
  if (before !== after || was.type !== is.type || was.rule !== is.rule || was.streak !== is.streak)
    return false;
  return was.conditions === is.conditions || isAlike(was.conditions, is.conditions);
}

function groupClauses(was: GroupOfTrees, is: GroupOfTrees, change: PartsChange): readonly string[] {
  const suffix = oneWay(is, change);
  const only = conditionsInWords(is.group.conditions);
  const counts = only === "" ? "now counts everything" : `now counts only what is done ${only}`;
  const towards = is === change.root ? "" : ` towards ${inQuotes(change.nameOf(is.address))}`;
  const conditions = only === conditionsInWords(was.group.conditions) ? [] : [counts + towards];
  const gained = is.members.filter((member) => !change.before.has(member.address));
  const lost = was.members.filter((member) => !change.after.has(member.address));
  const isTurned =
    was.operator !== is.operator || (is.operator === "xor" && gained.length + lost.length > 0);
  if (isTurned && is.members.length > 1) {
    const names = is.members.map(({ address }) => inQuotes(change.nameOf(address)));
    return [...conditions, `now needs ${groupWords(is.operator)} of ${both(names)}${suffix}`];
  }
  const isChoice = ({ operator, members }: GroupOfTrees): boolean =>
    operator === "or" && members.length > 1;
  const clause = (group: GroupOfTrees, when: string, words: string): string =>
    isChoice(group) ? `${when} accepts ${words}` : `${when} needs ${words}${suffix}`;
  const [comes = [], goes = []] = [gained, lost].map((all) =>
    all.map((member) => memberWords(member, change)),
  );
  if (comes.length === 1 && goes.length === 1)
    return [...conditions, clause(is, "now", `${comes} instead of ${goes}`)];
  const when = comes.length < is.members.length ? "now also" : "now";
  return [
    ...conditions,
    ...comes.map((words) => clause(is, when, words)),
    ...goes.map((words) => clause(was, "no longer", words)),
  ];
}

function memberWords(tree: DesignTree, change: PartsChange): string {
  if (tree.type === "criterion") return wordsAsText(requirementOf(tree, change));
  const [only] = tree.type === "group" && tree.members.length === 1 ? tree.members : [];
  return only === undefined
    ? `what ${inQuotes(change.nameOf(tree.address))} requires`
    : memberWords(only, change);
}

/** Reactions that count differently, and data that conditions read. */
function actionClauses(
  address: Address,
  { before, after }: AchievementPair,
  change: PartsChange,
): readonly string[] {
  const [had, has] = [before, after].map(({ trees }) =>
    trees.design.actions.get(customIdOf(address)),
  );
  if (partsOfAddress(address).kind !== "action") return [];
  const name = inQuotes(change.nameOf(address));
  const isCounted = (action: string): boolean =>
    [change.before, change.after].every((parts) =>
      [...parts.values()].some((node) => node.type === "criterion" && node.sources?.has(action)),
    );
  const reactions = (
    words: string,
    ids: readonly string[] = [],
    other: readonly string[] = [],
  ): readonly string[] =>
    ids
      .filter((action) => !other.includes(action) && isCounted(action))
      .map((action) => `${words} ${name} as ${inQuotes(change.nameOf(`action/${action}`))}`);
  const isRead =
    had !== undefined &&
    has !== undefined &&
    jsonText(had.custom_data) !== jsonText(has.custom_data);
  return [
    ...reactions("now also counts", has?.reactions, had?.reactions),
    ...reactions("no longer counts", had?.reactions, has?.reactions),
    ...(isRead ? [`depends on the data of ${name}, which change`] : []),
  ];
}

/** What changes, where comparing it takes too much work. */
export function unknownWords(pair: AchievementPair): string {
  return `${earningWords(pair)} Whether that is easier or harder is not known: comparing it exceeds the limit on work.`;
}

/** What changes, for whom it is easier and for whom harder, as far as that was found. */
export function dividedWords(pair: AchievementPair, { easier, harder }: Witnesses): string {
  const [easily, hardly] = [easier, harder].map((way) => way && historyWords(way, pair));
  const sentence = earningWords(pair);
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
function historyWords({ steps }: Way, { nameOf }: AchievementPair): string {
  const words = steps.map(({ custom_action_id, amount, times, note }) => {
    const often = times === 1 ? inDigits(amount) : `${inDigits(times)} times ${inDigits(amount)}`;
    const what = `${inQuotes(nameOf(`action/${custom_action_id}`))}${note === "" ? "" : ` ${note}`}`;
    return amount === 0 ? `${what} with an amount of 0` : `${often} of ${what}`;
  });
  return both(words.length > MOST_STEPS ? [...words.slice(0, MOST_STEPS), "more"] : words);
}
