/**
 * Finds the impact of a game's change on its players. In: the game before and after. Out: findings,
 * each with a sentence and a class: first for achievements and leaderboards, then for texts and for
 * definitions whose users were not read.
 */
import { catalog } from "../../catalog/index.ts";
import type { Kind } from "../../catalog/types.ts";
import { append, defined, memoizedBy } from "../../ground/collections.ts";
import { reachable } from "../../ground/graph.ts";
import { nameIn } from "../../ground/pointer.ts";
import { counted, inQuotes } from "../../ground/words.ts";
import { answerInShares, isSpent, type WorkBudget, workFor } from "../../ground/work.ts";
import { inAddressOrder, kindNamed, namesOf } from "../../model/catalog-lookup.ts";
import type { Address } from "../../model/model.ts";
import { compare } from "../../plan/differences.ts";
import { listCriteriaWithin, listGroupsWithin } from "../../rules/model.ts";
import { isUndecided } from "../design/condition-classes.ts";
import { type AchievementDesign, countParts, type DesignResource } from "../design/design.ts";
import { isEarnedWith } from "../design/direction.ts";
import { findEarningBlocker } from "../design/never.ts";
import {
  findTree,
  type GameAchievement,
  listCriteria,
  listNodes,
  listReferences,
} from "../design/tree.ts";
import { findWitnesses } from "./by-play.ts";
import {
  type AchievementPair,
  describeDivided,
  describeEarning,
  describeUnknown,
} from "./earning-words.ts";
import type { Impact, ImpactClass, Witnesses } from "./impacts.ts";
import { findResourceName, type Side } from "./sides.ts";

/** A change for players, without the steps of a plan that cause it. */
export interface ImpactFinding extends Omit<Impact, "steps"> {
  /** Topic by which a changelog groups and filters. */
  readonly topic: "new" | "removed" | "earning" | "value" | "text";
}

/** Returns a function that makes findings about a resource, with itself as the default cause. */
export function makeFindings(address: Address, topic: ImpactFinding["topic"]) {
  return (
    impact: ImpactClass,
    sentence: string,
    because: readonly Address[] = [address],
  ): ImpactFinding => {
    return { class: impact, topic, address, sentence, because };
  };
}

interface GameChange {
  readonly before: Side;
  readonly after: Side;
  /** Whether a field or link differs; if the resource is on one side only, all differ. */
  readonly differs: (address: Address, ...names: readonly string[]) => boolean;
  /** Returns the changed actions that record one of the given ones, directly or by reactions. */
  readonly findChangedActions: (side: Side, customIds: Iterable<string>) => readonly Address[];
  /** Whether a definition differs that can decide whether an achievement is earned. */
  readonly mayDecide: boolean;
  readonly findName: (address: Address) => string;
  /** Returns how earning an achievement changes; undefined if its definitions are the same. */
  readonly findEarningChange: (
    was: AchievementDesign,
    is: AchievementDesign,
  ) => EarningChange | undefined;
}

/** The answer to whether earning gets easier or harder. */
interface Judgement {
  readonly class: ImpactClass;
  /** Returns a sentence about an achievement with the given name. */
  readonly describe: (name: string) => string;
  readonly witnesses?: Witnesses;
}

/** The change of earning for all achievements with the same group before and the same one after. */
interface EarningChange extends Judgement {
  /** Changed definitions that decide whether it is earned. */
  readonly under: readonly Address[];
  /** Other resources that the sentence names. */
  readonly names: readonly Address[];
}

/** Makes the budget for one comparison. `games` share the budget of a command. */
export function budgetWork(before: Side, after: Side, games = 1): WorkBudget {
  return workFor(countParts(before.design) + countParts(after.design), games);
}

/** Compares how achievements are earned, once for all achievements of the same group. */
function compareEarning(
  all: readonly DesignResource[],
  change: Omit<GameChange, "findEarningChange">,
  work: WorkBudget,
): GameChange["findEarningChange"] {
  const { before, after } = change;
  const pairs = all.flatMap(({ kind, custom_id: id }) => {
    if (kind !== "achievement") return [];
    const was = before.design.achievements.get(id);
    const is = after.design.achievements.get(id);
    return was === undefined || is === undefined ? [] : [{ was, is, key: buildKey(was, is) }];
  });
  const firsts = new Map(pairs.toReversed().map((pair) => [pair.key, pair]));
  const comparisons = [...firsts.values()].flatMap(({ was, is, key }) => {
    const under = findChangedDependencies(was, is, change);
    return under === undefined ? [] : [{ was, is, key, under }];
  });
  const answers = answerInShares(comparisons, work, (each, share) =>
    comparePair(each, change, share),
  );
  const found = new Map([...answers].map(([{ key }, { answer }]) => [key, answer]));
  return (was, is) => found.get(buildKey(was, is));
}

function buildKey(was: AchievementDesign, is: AchievementDesign): string {
  return JSON.stringify([was.custom_criteria_group_id, is.custom_criteria_group_id]);
}

interface ImpactOptions {
  /** Returns the names in sentences. Default: the name after the change, or else before it. */
  readonly findName?: (address: Address) => string;
  readonly work?: WorkBudget;
}

export function findImpact(
  before: Side,
  after: Side,
  {
    findName = (address) => findResourceName(address, after, before),
    work = budgetWork(before, after),
  }: ImpactOptions = {},
): readonly ImpactFinding[] {
  const all = inAddressOrder(new Map([...before.resources, ...after.resources]).values(), catalog);
  const differing = new Map(
    all.map(({ address, kind }) => [
      address,
      findDifferingNames(
        kindNamed(catalog, kind),
        before.resources.get(address),
        after.resources.get(address),
      ),
    ]),
  );
  const differs: GameChange["differs"] = (address, ...names) =>
    names.some((name) => differing.get(address)?.has(name) === true);
  const mayDecide = all.some(({ address }) => differs(address, "custom_data", ...DECISIVE));
  const changed = all.filter(
    ({ kind, address }) => kind === "action" && differs(address, "custom_data", ...DECISIVE),
  );
  const findChangedActions = traceActions(changed.map(({ custom_id }) => custom_id));
  const sides = { before, after, differs, findChangedActions, mayDecide, findName };
  const change: GameChange = { ...sides, findEarningChange: compareEarning(all, sides, work) };
  const seen = all.flatMap((resource): readonly ImpactFinding[] => {
    if (resource.kind === "achievement") return findAchievementImpact(resource, change);
    return resource.kind === "leaderboard" ? findLeaderboardImpact(resource, change) : [];
  });
  const explained = new Set(seen.flatMap(({ because }) => because));
  return [
    ...seen,
    ...all.flatMap((resource) => [
      ...(explained.has(resource.address) ? [] : findUnusedChanges(resource, change)),
      ...findTextChanges(resource, change),
    ]),
  ];
}

function findDifferingNames(
  kind: Kind,
  was: DesignResource | undefined,
  is: DesignResource | undefined,
): ReadonlySet<string> {
  return new Set(
    was && is ? compare(kind, was, is).map(({ path }) => nameIn(path)) : namesOf(kind),
  );
}

/** Fields and links that decide whether an achievement is earned. */
const DECISIVE = [
  ...["reactions", "custom_action_id", "type", "rule", "streak"],
  ...["conditions", "operator", "criteria", "criteria_groups"],
];

/**
 * Returns a function that finds changed actions. Reactions are followed from the changed actions,
 * because a search from each achievement would take quadratic time.
 */
function traceActions(changed: readonly string[]): GameChange["findChangedActions"] {
  const findRecorders = memoizedBy(({ design }: Side): ReadonlyMap<string, readonly string[]> => {
    const recorders = new Map<string, string[]>();
    for (const id of changed) {
      const recorded = reachable([id], (action) => design.actions.get(action)?.reactions ?? []);
      for (const action of recorded) append(recorders, action, id);
    }
    return recorders;
  });
  return (side, customIds) => {
    const found = [...customIds].flatMap((id) => findRecorders(side).get(id) ?? []);
    return [...new Set(found)].map((id): Address => `action/${id}`);
  };
}

/**
 * Lists the definitions that decide whether an achievement is earned: its groups at any depth,
 * their criteria, and the changed actions that count for them.
 */
function listDependencies(
  side: Side,
  { custom_criteria_group_id: root }: AchievementDesign,
  { findChangedActions }: Pick<GameChange, "findChangedActions">,
): readonly Address[] {
  const { design } = side;
  const groups = listGroupsWithin(design, root === null ? [] : [root]);
  const criteria = listCriteriaWithin(design, root);
  const counted = new Set(
    [...criteria].flatMap((id) => design.criteria.get(id)?.custom_action_id ?? []),
  );
  return [
    ...[...groups].map((id): Address => `criteria_group/${id}`),
    ...[...criteria].map((id): Address => `criterion/${id}`),
    ...findChangedActions(side, counted),
  ];
}

function findAchievementImpact(
  { address, custom_id }: DesignResource,
  change: GameChange,
): readonly ImpactFinding[] {
  const was = change.before.design.achievements.get(custom_id);
  const is = change.after.design.achievements.get(custom_id);
  if (was !== undefined && is !== undefined) return findAchievementChanges(was, is, change);
  if (is !== undefined) return [findNewAchievement(is, change)];
  if (was === undefined) return [];
  const sentence = `The ${describeWorth(was)} is deleted, with the badges of everybody who has it.`;
  return [makeFindings(address, "removed")("destructive", sentence)];
}

function describeWorth({ name, points, is_secret }: AchievementDesign): string {
  const secret = is_secret ? "secret " : "";
  return `${secret}achievement ${inQuotes(name)} (${counted(points, "point")})`;
}

function findNewAchievement(achievement: AchievementDesign, change: GameChange): ImpactFinding {
  const { before, after } = change;
  const { address, rewards } = achievement;
  const under = listDependencies(after, achievement, change).filter((base) =>
    change.differs(base, ...DECISIVE),
  );
  const granted = rewards
    .map((id): Address => `reward/${id}`)
    .filter((base) => after.resources.has(base) && !before.resources.has(base));
  const blocker = findEarningBlocker(after.trees, achievement);
  const never = blocker === undefined ? "" : " No player can earn it.";
  const because = [address, ...under, ...granted];
  const sentence = `New ${describeWorth(achievement)}.${never}`;
  return makeFindings(address, "new")("additive", sentence, because);
}

function findAchievementChanges(
  was: AchievementDesign,
  is: AchievementDesign,
  change: GameChange,
): readonly ImpactFinding[] {
  const { before, after, differs } = change;
  const { address, name } = is;
  const finding = makeFindings(address, "value");
  const { known, rewards } = after.design;
  const gives = is.rewards.filter((id) => !known.has("reward") || rewards.has(id));
  const makeRewardFinding = (kind: ImpactClass, words: string, id: string): ImpactFinding => {
    const reward: Address = `reward/${id}`;
    const isNew = before.resources.has(reward) !== after.resources.has(reward);
    const sentence = `${inQuotes(name)} ${words} ${inQuotes(change.findName(reward))}.`;
    return { ...finding(kind, sentence, isNew ? [address, reward] : [address]), names: [reward] };
  };
  const earning = change.findEarningChange(was, is);
  const worth = `${counted(is.points, "point")} instead of ${was.points.toLocaleString("en-US")}`;
  return [
    ...(earning === undefined
      ? []
      : [makeEarningFinding(is, earning, differs(address, "custom_criteria_group_id"))]),
    ...(was.points === is.points
      ? []
      : [finding("value", `${inQuotes(name)} is now worth ${worth}.`)]),
    ...was.rewards
      .filter((id) => !gives.includes(id))
      .map((id) => makeRewardFinding("value", "no longer gives", id)),
    ...gives
      .filter((id) => !was.rewards.includes(id))
      .map((id) => makeRewardFinding("additive", "now also gives", id)),
    ...(is.is_secret && !was.is_secret
      ? [finding("cosmetic", `${inQuotes(name)} becomes a secret.`)]
      : []),
    ...(was.is_secret && !is.is_secret
      ? [finding("revealing", `The secret ${inQuotes(name)} is shown to all players.`)]
      : []),
  ];
}

interface ComparedPair {
  readonly was: AchievementDesign;
  readonly is: AchievementDesign;
  readonly under: readonly Address[];
}

/**
 * Finds the changed definitions that decide whether an achievement is earned; undefined if its
 * group and all definitions are the same.
 */
function findChangedDependencies(
  was: AchievementDesign,
  is: AchievementDesign,
  change: Omit<GameChange, "findEarningChange">,
): readonly Address[] | undefined {
  const { before, after, differs, mayDecide } = change;
  const isMoved = differs(is.address, "custom_criteria_group_id");
  if (!mayDecide && !isMoved) return undefined;
  const resting = [
    ...new Set([...listDependencies(before, was, change), ...listDependencies(after, is, change)]),
  ];
  // Only actions have custom_data; criteria and groups have none.
  const isRead =
    resting.some((base) => differs(base, "custom_data")) &&
    (readsActions({ trees: before.trees, achievement: was }) ||
      readsActions({ trees: after.trees, achievement: is }));
  const decisive = [...DECISIVE, ...(isRead ? ["custom_data"] : [])];
  const under = resting.filter((base) => differs(base, ...decisive));
  return under.length > 0 || isMoved ? under : undefined;
}

/** Whether conditions of the achievement read the data of actions. */
function readsActions(version: GameAchievement): boolean {
  return listReferences(listCriteria(findTree(version))).some(({ entity }) => entity === "action");
}

function makeEarningFinding(
  { address, name }: AchievementDesign,
  { class: impact, describe, under, names, witnesses }: EarningChange,
  isOwn: boolean,
): ImpactFinding {
  const because = [...(isOwn ? [address] : []), ...under];
  const finding = makeFindings(address, "earning")(impact, describe(name), because);
  return { ...finding, ...defined({ witnesses }), names };
}

function comparePair(
  { was, is, under }: ComparedPair,
  { before: from, after: to, findName }: Omit<GameChange, "findEarningChange">,
  work: WorkBudget,
): EarningChange {
  const names = new Set<Address>();
  const recordName = (used: Address): string => {
    names.add(used);
    return findName(used);
  };
  const before = { trees: from.trees, achievement: was };
  const after = { trees: to.trees, achievement: is };
  const pair: AchievementPair = { before, after, under, findName: recordName };
  const judgement = judgePossibility(pair) ?? judgeDirection(pair, work);
  return { ...judgement, under, names: [...names] };
}

/** Makes a judgement from words that follow the name of the achievement. */
function judgeAs(impact: ImpactClass, words: string, witnesses?: Witnesses): Judgement {
  const describe = (name: string): string => `${inQuotes(name)} ${words}`;
  return { class: impact, describe, ...defined({ witnesses }) };
}

/** Judges a pair if one side cannot be earned, or has unknown parts. */
function judgePossibility(pair: AchievementPair): Judgement | undefined {
  const { before, after } = pair;
  const couldBe = findEarningBlocker(before.trees, before.achievement) === undefined;
  const canBe = findEarningBlocker(after.trees, after.achievement) === undefined;
  if (!couldBe && !canBe) {
    const describe = (name: string): string => `No player can earn ${inQuotes(name)}, as before.`;
    return { class: "cosmetic", describe };
  }
  if (couldBe !== canBe && isUncertain(canBe ? after : before))
    return judgeAs("unknown", describeUnknown(pair));
  if (!canBe) return judgeAs("harder", "can no longer be earned.");
  if (!couldBe) return judgeAs("easier", "can be earned now; before, nobody could.");
  return hasUnknownParts(before) || hasUnknownParts(after)
    ? judgeAs("unknown", describeDivided(pair, {}))
    : undefined;
}

/**
 * Whether an achievement without a blocker may still be impossible to earn, because its conditions
 * are too many to try.
 */
function isUncertain(version: GameAchievement): boolean {
  return listCriteria(findTree(version)).some(({ filters, trials }) =>
    isUndecided(filters, trials),
  );
}

function hasUnknownParts(version: GameAchievement): boolean {
  return listNodes(findTree(version)).some(({ type }) => type === "unknown");
}

/** Judges a pair that can be earned before and after, by comparison and then by play. */
function judgeDirection(pair: AchievementPair, work: WorkBudget): Judgement {
  const { before, after } = pair;
  const isEasier = isEarnedWith(before, after, work);
  const isHarder = isEarnedWith(after, before, work);
  if (isEasier && isHarder)
    return judgeAs("cosmetic", "is earned as before, only described in another way.");
  // An incomplete comparison may have missed the other direction.
  if (isSpent(work)) return judgeAs("unknown", describeUnknown(pair));
  if (isHarder) return judgeAs("harder", describeEarning(pair));
  if (isEasier) {
    const soon =
      "Players who have done enough already may get it the next time they do something that counts for it.";
    return judgeAs("easier", `${describeEarning(pair)} ${soon}`);
  }
  const witnesses = findWitnesses(before, after, work);
  const isMixed = witnesses.easier !== undefined && witnesses.harder !== undefined;
  if (!isMixed && isSpent(work)) return judgeAs("unknown", describeUnknown(pair));
  return judgeAs(isMixed ? "mixed" : "unknown", describeDivided(pair, witnesses), witnesses);
}

function findLeaderboardImpact(
  { address, kind: kindName }: DesignResource,
  { before, after, ...change }: GameChange,
): readonly ImpactFinding[] {
  const kind = kindNamed(catalog, kindName);
  const name = change.findName(address);
  if (!before.resources.has(address))
    return [makeFindings(address, "new")("additive", `New ${kind.label} ${inQuotes(name)}.`)];
  if (!after.resources.has(address)) {
    return [makeFindings(address, "removed")("destructive", describeLoss(kind, name, "deleted"))];
  }
  const isReplaced = kind.fields.some(
    ({ name: field, createOnly }) => createOnly === true && change.differs(address, field),
  );
  return isReplaced
    ? [makeFindings(address, "value")("destructive", describeLoss(kind, name, "replaced"))]
    : [];
}

export function describeLoss(
  { label, playerData }: Kind,
  name: string,
  done: "deleted" | "replaced",
): string {
  return `The ${label} ${inQuotes(name)} is ${done}: players lose any ${playerData}.`;
}

/** Finds changed texts and custom data. */
function findTextChanges(
  { address, kind }: DesignResource,
  { before, after, differs }: GameChange,
): readonly ImpactFinding[] {
  if (!before.resources.has(address) || !after.resources.has(address)) return [];
  const others = [
    ...(differs(address, "description") ? ["another description"] : []),
    ...(differs(address, "custom_data") ? ["other custom data"] : []),
  ];
  const words = [
    ...(differs(address, "name")
      ? [`is now called ${inQuotes(findResourceName(address, after))}`]
      : []),
    ...(others.length > 0 ? [`has ${others.join(" and ")}`] : []),
  ];
  if (words.length === 0) return [];
  const { label } = kindNamed(catalog, kind);
  const subject = `${kind === "achievement" ? "" : `The ${label} `}${inQuotes(findResourceName(address, before))}`;
  return [makeFindings(address, "text")("cosmetic", `${subject} ${words.join(" and ")}.`)];
}

/** Finds changes that no read achievement explains, if unread achievements may depend on them. */
function findUnusedChanges(
  { address, kind }: DesignResource,
  { before, after, ...change }: GameChange,
): readonly ImpactFinding[] {
  const { label } = kindNamed(catalog, kind);
  const was = before.resources.has(address);
  const is = after.resources.has(address);
  if (was && is && !change.differs(address, ...DECISIVE)) return [];
  const isUnread = ({ knowsUses, design }: Side) =>
    !(knowsUses && (kind !== "action" || design.known.has("criterion")));
  if (![before, after].some(isUnread)) return [];
  const subject = `${label} ${inQuotes(change.findName(address))}`;
  if (!was) return [makeFindings(address, "new")("additive", `New ${subject}.`)];
  const sentence = `The ${subject} ${is ? "changes" : "is deleted"}; what uses it was not read.`;
  return [makeFindings(address, "removed")("unknown", sentence)];
}
