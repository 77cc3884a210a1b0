/**
 * What is different about earning an achievement. In: it before and after. Out: a sentence: `"Pest control" now needs 500 of "Slay
 * a rat" instead of 50.`
 */
import { both, counted, inDigits } from "../../manifest/wording.ts";
import { customIdOf, partsOfAddress } from "../../model/catalog-lookup.ts";
import { jsonText } from "../../model/json.ts";
import type { Address } from "../../model/model.ts";
import {
  type AchievementIn,
  type CriterionTree,
  type DesignTree,
  type GroupOfTrees,
  partsIn,
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

/** A whole sentence about the achievement. */
export function earningSentence(pair: AchievementPair): string {
  const { before, after, under, nameOf } = pair;
  const [old, now] = [treeOf(before), treeOf(after)];
  const partsOf = (root: DesignTree): Parts => new Map(partsIn(root).map((part) => [part.address, part]));
  const required = requiredIn(now);
  const change: PartsChange = { before: partsOf(old), after: partsOf(now), root: now, required, nameOf };
  const changes = partsIn(now).flatMap((is) => {
    // The group of the achievement is compared with the one that it replaces, all other parts with themselves.
    const was = is === now ? old : change.before.get(is.address);
    if (was?.type === "criterion" && is.type === "criterion") return criterionClauses(was, is, change);
    return was?.type === "group" && is.type === "group" ? groupClauses(was, is, change) : [];
  });
  // A part that is in several places changes in each of them.
  const clauses = [...new Set([...changes, ...under.flatMap((address) => actionClauses(address, pair, change))])];
  const more = clauses.length - MOST_CLAUSES;
  const shown = clauses.slice(0, MOST_CLAUSES);
  if (more > 0) shown.push(`changes in ${counted(more, "more way")}`);
  return `"${after.achievement.name}" ${shown.length === 0 ? "is earned in another way" : shown.join("; it ")}.`;
}

function requiredIn(tree: DesignTree, found = new Set<Address>()): ReadonlySet<Address> {
  if (found.has(tree.address)) return found;
  found.add(tree.address);
  const isNeeded = tree.type === "group" && (tree.operator === "and" || tree.members.length === 1);
  if (isNeeded) for (const member of tree.members) requiredIn(member, found);
  return found;
}

/** Behind what only one of the ways to earn it requires. */
function oneWay({ address }: DesignTree, { required }: PartsChange): string {
  return required.has(address) ? "" : " in one of the ways to earn it";
}

function requirementOf({ criterion }: CriterionTree, { nameOf }: PartsChange) {
  return requirementWords(criterion, nameOf(`action/${criterion.custom_action_id}`));
}

/** Where only one part of it differs, only that is repeated. */
function criterionClauses(old: CriterionTree, now: CriterionTree, change: PartsChange): readonly string[] {
  const [was, is] = [requirementOf(old, change), requirementOf(now, change)];
  const words = wordsAsText(is);
  if (wordsAsText(was) === words) return [];
  const suffix = oneWay(now, change);
  if (was.number !== is.number || was.rest !== is.rest) {
    const isNumber = was.rest === is.rest && was.only === is.only;
    return [`now needs ${words} instead of ${isNumber ? was.number : wordsAsText(was)}${suffix}`];
  }
  const action = `"${change.nameOf(`action/${now.criterion.custom_action_id}`)}"`;
  if (is.only === "") return [`now counts every ${action}, not only ${was.only}${suffix}`];
  return [`now counts ${action} only ${is.only}${was.only === "" ? "" : ` instead of ${was.only}`}${suffix}`];
}

function groupClauses(was: GroupOfTrees, is: GroupOfTrees, change: PartsChange): readonly string[] {
  const suffix = oneWay(is, change);
  const only = conditionsInWords(is.group.conditions);
  const counts = only === "" ? "now counts everything" : `now counts only what is done ${only}`;
  const towards = is === change.root ? "" : ` towards "${change.nameOf(is.address)}"`;
  const conditions = only === conditionsInWords(was.group.conditions) ? [] : [counts + towards];
  const gained = is.members.filter((each) => !change.before.has(each.address));
  const lost = was.members.filter((each) => !change.after.has(each.address));
  const isTurned = was.operator !== is.operator || (is.operator === "xor" && gained.length + lost.length > 0);
  if (isTurned && is.members.length > 1) {
    const names = is.members.map(({ address }) => `"${change.nameOf(address)}"`);
    return [...conditions, `now needs ${groupWords(is.operator)} of ${both(names)}${suffix}`];
  }
  const isChoice = ({ operator, members }: GroupOfTrees): boolean => operator === "or" && members.length > 1;
  const clause = (group: GroupOfTrees, when: string, words: string): string =>
    isChoice(group) ? `${when} accepts ${words}` : `${when} needs ${words}${suffix}`;
  const [comes = [], goes = []] = [gained, lost].map((all) => all.map((each) => memberWords(each, change)));
  if (comes.length === 1 && goes.length === 1) return [...conditions, clause(is, "now", `${comes} instead of ${goes}`)];
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
  return only === undefined ? `what "${change.nameOf(tree.address)}" requires` : memberWords(only, change);
}

/** Reactions that count differently, and data that conditions read. */
function actionClauses(address: Address, { before, after }: AchievementPair, change: PartsChange): readonly string[] {
  const [had, has] = [before, after].map(({ trees }) => trees.design.actions.get(customIdOf(address)));
  if (partsOfAddress(address).kind !== "action") return [];
  const name = `"${change.nameOf(address)}"`;
  const isCounted = (action: string): boolean =>
    [change.before, change.after].every((parts) =>
      [...parts.values()].some((part) => part.type === "criterion" && part.sources?.has(action)),
    );
  const reactions = (words: string, own: readonly string[] = [], other: readonly string[] = []): readonly string[] =>
    own
      .filter((each) => !other.includes(each) && isCounted(each))
      .map((each) => `${words} ${name} as "${change.nameOf(`action/${each}`)}"`);
  const isRead = had !== undefined && has !== undefined && jsonText(had.custom_data) !== jsonText(has.custom_data);
  return [
    ...reactions("now also counts", has?.reactions, had?.reactions),
    ...reactions("no longer counts", had?.reactions, has?.reactions),
    ...(isRead ? [`depends on the data of ${name}, which change`] : []),
  ];
}

/** What changes, for whom it is easier and for whom harder, as far as that was found. */
export function dividedSentence(pair: AchievementPair, { easier, harder }: Witnesses): string {
  const [easily, hardly] = [easier, harder].map((each) => each && historyWords(each, pair));
  const sentence = earningSentence(pair);
  if (easily === undefined && hardly === undefined) return `${sentence} Whether that is easier or harder is not known.`;
  if (easily === hardly) return `${sentence} That is easier for some players and harder for others.`;
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
    const what = `"${nameOf(`action/${custom_action_id}`)}"${note === "" ? "" : ` ${note}`}`;
    return amount === 0 ? `${what} with an amount of 0` : `${often} of ${what}`;
  });
  return both(words.length > MOST_STEPS ? [...words.slice(0, MOST_STEPS), "more"] : words);
}
