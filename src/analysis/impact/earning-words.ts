/** What is different about earning an achievement, as clauses behind its name: `now needs 500 of "A" instead of 50`. */
import { both, counted, inDigits } from "../../manifest/wording.ts";
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import { jsonText } from "../../model/json.ts";
import type { Address } from "../../model/model.ts";
import { type CriterionTree, type DesignTree, type GroupOfTrees, partsIn, treeOf } from "../design/tree.ts";
import type { ShownWay } from "../design/ways.ts";
import { conditionsInWords, groupWords, requirementWords, wordsAsText } from "../design/words.ts";
import type { Witnesses } from "./impacts.ts";
import { type AchievementPair, nameOf } from "./sides.ts";

/** More clauses than this are counted. */
const MOST_CLAUSES = 3;

type Parts = ReadonlyMap<Address, DesignTree>;

/** How an achievement is earned before and after. */
interface Trees {
  readonly pair: AchievementPair;
  readonly before: Parts;
  readonly after: Parts;
  /** What it cannot be earned without. */
  readonly required: ReadonlySet<Address>;
}

/** A whole sentence about the achievement. */
export function earningSentence(pair: AchievementPair): string {
  const roots = [treeOf(pair.before), treeOf(pair.after)] as const;
  const [before = new Map(), after = new Map()] = roots.map(
    (root): Parts => new Map(partsIn(root).map((part) => [part.address, part])),
  );
  const trees: Trees = { pair, before, after, required: requiredIn(roots[1]) };
  // The group of the achievement is compared with the one that replaces it, all other parts with themselves.
  const same = [...before].map(([address, old]) => [old, after.get(address)] as const);
  const pairs = [roots, ...same.filter(([old, now]) => old !== roots[0] && now !== roots[1])];
  const clauses = [
    ...pairs.flatMap(([was, is]) =>
      was.type === "criterion" && is?.type === "criterion" ? criterionClauses(was, is, trees) : [],
    ),
    ...pairs.flatMap(([was, is]) => (was.type === "group" && is?.type === "group" ? groupClauses(was, is, trees) : [])),
    ...pair.under.flatMap((address) => actionClauses(address, trees)),
  ];
  const more = clauses.length - MOST_CLAUSES;
  const shown = clauses.slice(0, MOST_CLAUSES);
  if (more > 0) shown.push(`changes in ${counted(more, "more way")}`);
  return `"${pair.after.achievement.name}" ${shown.length === 0 ? "is earned in another way" : shown.join("; it ")}.`;
}

function nameIn({ pair }: Pick<Trees, "pair">, address: Address): string {
  return `"${nameOf(address, pair.after.side, pair.before.side)}"`;
}

function requiredIn(tree: DesignTree, found = new Set<Address>()): ReadonlySet<Address> {
  if (tree.type === "unknown" || found.has(tree.address)) return found;
  found.add(tree.address);
  const isNeeded = tree.type === "group" && (tree.operator === "and" || tree.members.length === 1);
  if (isNeeded) for (const member of tree.members) requiredIn(member, found);
  return found;
}

/** Behind what only one of the ways to earn it requires. */
function oneWay(tree: DesignTree, { required }: Trees): string {
  return required.has(tree.address) ? "" : " in one of the ways to earn it";
}

/** Where only one part of it differs, only that is repeated. */
function criterionClauses(old: CriterionTree, now: CriterionTree, trees: Trees): readonly string[] {
  const action = nameIn(trees, `action/${now.criterion.custom_action_id}`);
  const [was, is] = [wordsOf(old, trees), wordsOf(now, trees)];
  const words = wordsAsText(is);
  if (wordsAsText(was) === words) return [];
  if (was.number !== is.number || was.rest !== is.rest) {
    const isNumber = was.rest === is.rest && was.only === is.only;
    return [`now needs ${words} instead of ${isNumber ? was.number : wordsAsText(was)}${oneWay(now, trees)}`];
  }
  const instead = was.only === "" ? "" : ` instead of ${was.only}`;
  const counts =
    is.only === ""
      ? `now counts every ${action}, not only ${was.only}`
      : `now counts ${action} only ${is.only}${instead}`;
  return [counts + oneWay(now, trees)];
}

function wordsOf({ criterion }: CriterionTree, { pair }: Trees) {
  return requirementWords(criterion, nameOf(`action/${criterion.custom_action_id}`, pair.after.side, pair.before.side));
}

function groupClauses(was: GroupOfTrees, is: GroupOfTrees, trees: Trees): readonly string[] {
  const suffix = oneWay(is, trees);
  const only = conditionsInWords(is.group.conditions);
  const isOther = only !== conditionsInWords(was.group.conditions);
  const isRoot = was === treeOf(trees.pair.before) || is === treeOf(trees.pair.after);
  const towards = isRoot ? "" : ` towards ${nameIn(trees, is.group.address)}`;
  const counts = only === "" ? "now counts everything" : `now counts only what is done ${only}`;
  const conditions = isOther ? [counts + towards] : [];
  const gained = is.members.filter((each) => !trees.before.has(each.address));
  const lost = was.members.filter((each) => !trees.after.has(each.address));
  const isTurned = was.operator !== is.operator || (is.operator === "xor" && gained.length + lost.length > 0);
  if (isTurned && is.members.length > 1) {
    const names = is.members.map((each) => nameIn(trees, each.address));
    return [...conditions, `now needs ${groupWords(is.operator).of} of ${both(names)}${suffix}`];
  }
  const words = (tree: DesignTree): string => memberWords(tree, trees);
  const [accepts, accepted] = [is, was].map(({ operator, members }) => operator === "or" && members.length > 1);
  if (gained.length === 1 && lost.length === 1) {
    const change = [...gained, ...lost].map(words).join(" instead of ");
    return [...conditions, accepts ? `now accepts ${change}` : `now needs ${change}${suffix}`];
  }
  const also = gained.length < is.members.length ? "also " : "";
  return [
    ...conditions,
    ...gained.map((each) =>
      accepts ? `now ${also}accepts ${words(each)}` : `now ${also}needs ${words(each)}${suffix}`,
    ),
    ...lost.map((each) => (accepted ? `no longer accepts ${words(each)}` : `no longer needs ${words(each)}${suffix}`)),
  ];
}

function memberWords(tree: DesignTree, trees: Trees): string {
  if (tree.type === "criterion") return wordsAsText(wordsOf(tree, trees));
  const [only] = tree.type === "group" && tree.members.length === 1 ? tree.members : [];
  return only === undefined ? `what ${nameIn(trees, tree.address)} requires` : memberWords(only, trees);
}

/** Reactions that count differently, and data that conditions read. */
function actionClauses(address: Address, { pair, ...trees }: Trees): readonly string[] {
  const { kind, custom_id: id } = partsOfAddress(address);
  if (kind !== "action") return [];
  const [had, has] = [pair.before, pair.after].map(({ side }) => side.design.actions.get(id));
  const isCounted = (action: string): boolean =>
    [trees.before, trees.after].every((parts) =>
      [...parts.values()].some((part) => part.type === "criterion" && part.sources?.has(action)),
    );
  const reactions = (own: readonly string[] = [], other: readonly string[] = []) =>
    own.filter((each) => !other.includes(each) && isCounted(each)).map((each) => nameIn({ pair }, `action/${each}`));
  const name = nameIn({ pair }, address);
  const isRead = had !== undefined && has !== undefined && jsonText(had.custom_data) !== jsonText(has.custom_data);
  return [
    ...reactions(has?.reactions, had?.reactions).map((each) => `now also counts ${name} as ${each}`),
    ...reactions(had?.reactions, has?.reactions).map((each) => `no longer counts ${name} as ${each}`),
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

/** More activities are not listed in a sentence. */
const MOST_WORDS = 4;

/** Such as `5 of "Jump" with map sea and 1 of "Run"`. */
function historyWords({ steps }: ShownWay, pair: AchievementPair): string {
  const words = steps.map(({ custom_action_id, amount, times, note }) => {
    const often = times === 1 ? inDigits(amount) : `${inDigits(times)} times ${inDigits(amount)}`;
    const what = `${nameIn({ pair }, `action/${custom_action_id}`)}${note === "" ? "" : ` ${note}`}`;
    return amount === 0 ? `${what} with an amount of 0` : `${often} of ${what}`;
  });
  return both(words.length > MOST_WORDS ? [...words.slice(0, MOST_WORDS), "more"] : words);
}
