/** What is different about earning an achievement, as clauses behind its name: `now needs 500 of "A" instead of 50`. */
import { both, counted, inDigits, oneOf } from "../../manifest/wording.ts";
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import { isJsonObject, jsonText } from "../../model/json.ts";
import type { Address } from "../../model/model.ts";
import { implies, treeOf } from "../design/direction.ts";
import { type CriterionTree, type DesignTree, type GroupOfTrees, partsIn } from "../design/tree.ts";
import { conditionsInWords, type RequirementWords, requirementWords, wordsAsText } from "../design/words.ts";
import type { AchievementPair } from "./earning.ts";
import type { Witness, WitnessActivity } from "./impacts.ts";
import { nameOf } from "./sides.ts";

/** More clauses than this are counted. */
const MOST_CLAUSES = 3;

/** An achievement before and after, as trees, with the parts that are on both sides. */
interface TreePair {
  readonly pair: AchievementPair;
  readonly roots: readonly [before: DesignTree, after: DesignTree];
  readonly parts: readonly [ReadonlyMap<Address, DesignTree>, ReadonlyMap<Address, DesignTree>];
  /** What the achievement cannot be earned without. */
  readonly required: ReadonlySet<Address>;
}

/** A whole sentence about the achievement. */
export function earningSentence(pair: AchievementPair): string {
  const roots = [treeOf(pair.before), treeOf(pair.after)] as const;
  const [before, after] = roots.map(
    (root) =>
      new Map(partsIn(root).flatMap((part) => (part.type === "unknown" ? [] : [[addressOf(part), part] as const]))),
  );
  const parts = [before ?? new Map(), after ?? new Map()] as const;
  const trees: TreePair = { pair, roots, parts, required: requiredIn(roots[1]) };
  const clauses = [...criterionClauses(trees), ...groupClauses(trees), ...actionClauses(pair)];
  const shown = clauses.slice(0, MOST_CLAUSES);
  const more = clauses.length - shown.length;
  if (more > 0) shown.push(`changes in ${counted(more, "more way")}`);
  if (shown.length === 0) shown.push("is earned in another way");
  return `${nameIn(pair, pair.after.achievement.address)} ${shown.join("; it ")}.`;
}

function nameIn({ before, after }: AchievementPair, address: Address): string {
  return `"${nameOf(address, after.side, before.side)}"`;
}

function addressOf(tree: CriterionTree | GroupOfTrees): Address {
  return tree.type === "group" ? tree.group.address : tree.criterion.address;
}

function requiredIn(tree: DesignTree, found = new Set<Address>()): ReadonlySet<Address> {
  if (tree.type === "unknown" || found.has(addressOf(tree))) return found;
  found.add(addressOf(tree));
  const isNeeded = tree.type === "group" && (tree.operator === "and" || tree.members.length === 1);
  if (isNeeded) for (const member of tree.members) requiredIn(member, found);
  return found;
}

/** Suffix for what only one of the ways to earn it requires. */
function oneWay({ required }: TreePair, address: Address): string {
  return required.has(address) ? "" : " in one of the ways to earn it";
}

function wordsOf(pair: AchievementPair, tree: CriterionTree): RequirementWords {
  return requirementWords(tree.criterion, actionIn(pair, tree).slice(1, -1));
}

function actionIn(pair: AchievementPair, { criterion }: CriterionTree): string {
  return nameIn(pair, `action/${criterion.custom_action_id}`);
}

/** Criteria that are there on both sides, and require something else. */
function criterionClauses(trees: TreePair): readonly string[] {
  const { pair, parts } = trees;
  return [...parts[0]].flatMap(([address, old]) => {
    const now = parts[1].get(address);
    if (old.type !== "criterion" || now?.type !== "criterion" || !pair.under.includes(address)) return [];
    const change = requirementChange(wordsOf(pair, old), wordsOf(pair, now), actionIn(pair, now));
    return change === undefined ? [] : [change + oneWay(trees, address)];
  });
}

/** Where only one part of it differs, only that is repeated. */
function requirementChange(was: RequirementWords, is: RequirementWords, action: string): string | undefined {
  if (wordsAsText(was) === wordsAsText(is)) return undefined;
  if (was.number !== is.number || was.rest !== is.rest) {
    const isNumber = was.rest === is.rest && was.only === is.only;
    return `now needs ${wordsAsText(is)} instead of ${isNumber ? was.number : wordsAsText(was)}`;
  }
  if (is.only === "") return `now counts every ${action}, not only ${was.only}`;
  return `now counts ${action} only ${is.only}${was.only === "" ? "" : ` instead of ${was.only}`}`;
}

/** The group of the achievement is compared with the one that replaces it, all others with themselves. */
function groupClauses(trees: TreePair): readonly string[] {
  const { roots, parts } = trees;
  const inner = [...parts[0]].map(([address, old]) => [old, parts[1].get(address)] as const);
  const pairs = [roots, ...inner.filter(([old, now]) => old !== roots[0] && now !== roots[1])];
  return pairs.flatMap(([was, is]) =>
    was.type === "group" && is?.type === "group" ? groupClausesOf(was, is, trees) : [],
  );
}

function groupClausesOf(was: GroupOfTrees, is: GroupOfTrees, trees: TreePair): readonly string[] {
  const { pair, roots } = trees;
  const suffix = oneWay(trees, is.group.address);
  const only = conditionsInWords(is.group.conditions);
  const isOther = only !== conditionsInWords(was.group.conditions);
  const towards = is === roots[1] ? "" : ` towards ${nameIn(pair, is.group.address)}`;
  const counts = only === "" ? "now counts everything" : `now counts only what is done ${only}`;
  const conditions = isOther ? [counts + towards] : [];
  const gained = newMembers(is, { isOnSide: trees.parts[0], root: roots[0] });
  const lost = newMembers(was, { isOnSide: trees.parts[1], root: roots[1] });
  const isTurned = was.operator !== is.operator || (is.operator === "xor" && gained.length + lost.length > 0);
  if (isTurned && is.members.length > 1) {
    const names = is.members.flatMap((each) => (each.type === "unknown" ? [] : [nameIn(pair, addressOf(each))]));
    return [...conditions, `${TURNED[is.operator] ?? "now needs"} ${both(names)}${suffix}`];
  }
  const words = (tree: DesignTree): string => memberWords(tree, pair);
  const isAny = is.operator === "or" && is.members.length > 1;
  const wasAny = was.operator === "or" && was.members.length > 1;
  if (gained.length === 1 && lost.length === 1) {
    const change = [...gained, ...lost].map(words).join(" instead of ");
    return [...conditions, isAny ? `now accepts ${change}` : `now needs ${change}${suffix}`];
  }
  const also = gained.length < is.members.length ? "also " : "";
  return [
    ...conditions,
    ...gained.map((each) => (isAny ? `now ${also}accepts ${words(each)}` : `now ${also}needs ${words(each)}${suffix}`)),
    ...lost.map((each) => (wasAny ? `no longer accepts ${words(each)}` : `no longer needs ${words(each)}${suffix}`)),
  ];
}

const TURNED: Readonly<Record<string, string>> = {
  and: "now needs all of",
  or: "now needs at least one of",
  xor: "now needs exactly one of",
};

/** Members that are nowhere on the other side, and that make a difference there. */
function newMembers(
  { operator, members }: GroupOfTrees,
  { isOnSide, root }: { readonly isOnSide: ReadonlyMap<Address, DesignTree>; readonly root: DesignTree },
): readonly DesignTree[] {
  return members.filter((each) => {
    if (each.type === "unknown" || isOnSide.has(addressOf(each))) return false;
    return operator === "or" && members.length > 1 ? !implies(each, root) : !implies(root, each);
  });
}

/** Groups with more members are named. */
const MOST_MEMBERS = 4;

function memberWords(tree: DesignTree, pair: AchievementPair): string {
  if (tree.type === "unknown") return "something that is not known";
  if (tree.type === "criterion") return wordsAsText(wordsOf(pair, tree));
  const { group, operator, members } = tree;
  const [only] = members.length === 1 ? members : [];
  if (only?.type === "criterion") return memberWords(only, pair);
  const isSmall = members.length <= MOST_MEMBERS && members.every(({ type }) => type === "criterion");
  if (!isSmall || operator === "xor") return `what ${nameIn(pair, group.address)} requires`;
  const words = members.map((each) => memberWords(each, pair));
  return operator === "and" ? both(words) : oneOf(words);
}

/** Reactions that count differently, and data that conditions read. */
function actionClauses({ before, after, under, data }: AchievementPair): readonly string[] {
  const isCounted = (id: string): boolean =>
    before.dependencies.reaching.has(id) && after.dependencies.reaching.has(id);
  return under.flatMap((address): readonly string[] => {
    const { kind, custom_id: id } = partsOfAddress(address);
    if (kind !== "action") return [];
    const [was, is] = [before.side.design.actions.get(id), after.side.design.actions.get(id)];
    const [had, has] = [(was?.reactions ?? []).filter(isCounted), (is?.reactions ?? []).filter(isCounted)];
    const named = (each: string): string => `"${nameOf(`action/${each}`, after.side, before.side)}"`;
    const isRead = was !== undefined && is !== undefined && data.has(address);
    return [
      ...has.filter((each) => !had.includes(each)).map((each) => `now also counts ${named(id)} as ${named(each)}`),
      ...had.filter((each) => !has.includes(each)).map((each) => `no longer counts ${named(id)} as ${named(each)}`),
      ...(isRead ? [`depends on the data of ${named(id)}, which change`] : []),
    ];
  });
}

// Histories in a sentence: `5 of "Jump" with map sea and 1 of "Run"`.

/** What was done in each of the histories, with dates where they are the same without. */
export function doneWords(histories: readonly Witness[], pair: AchievementPair): readonly string[] {
  const plain = histories.map((each) => historyWords(each, pair, false));
  return new Set(plain).size === plain.length ? plain : histories.map((each) => historyWords(each, pair, true));
}

/** More activities are not listed in a sentence. */
const MOST_WORDS = 4;

function historyWords({ activities }: Witness, pair: AchievementPair, isTimed: boolean): string {
  const words = activities.map((each) => {
    const { amount, times, every_hours } = each;
    const often = times === 1 ? inDigits(amount) : `${inDigits(times)} times ${inDigits(amount)}`;
    const every = every_hours === 0 ? "" : ` every ${every_hours === 24 ? "day" : counted(every_hours, "hour")}`;
    const what = `${activityWords(each, pair, isTimed)}${every}`;
    return amount === 0 ? `${what} with an amount of 0` : `${often} of ${what}`;
  });
  return both(words.length > MOST_WORDS ? [...words.slice(0, MOST_WORDS), "more"] : words);
}

function activityWords(
  { custom_action_id, custom_data, date_time_utc }: WitnessActivity,
  pair: AchievementPair,
  isTimed: boolean,
): string {
  const fields = isJsonObject(custom_data) ? Object.entries(custom_data) : [];
  const data = fields.map(([key, value]) => `${key} ${typeof value === "string" ? value : jsonText(value)}`);
  const time = isTimed ? ` on ${date_time_utc.slice(0, 10)} at ${date_time_utc.slice(11, 16)}` : "";
  return `${nameIn(pair, `action/${custom_action_id}`)}${data.length === 0 ? "" : ` with ${both(data)}`}${time}`;
}
