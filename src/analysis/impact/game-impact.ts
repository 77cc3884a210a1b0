/**
 * What a change of a game means to its players. In: the game before and after. Out: findings, a sentence and a class for each
 * thing that an achievement or a leaderboard changes in, then for texts, and for what was not read.
 */
import { catalog } from "../../catalog/index.ts";
import type { Kind } from "../../catalog/types.ts";
import { nameIn } from "../../ground/pointer.ts";
import { counted, inQuotes } from "../../ground/words.ts";
import { inAddressOrder, kindNamed, namesOf } from "../../model/catalog-lookup.ts";
import type { Address } from "../../model/model.ts";
import { compare } from "../../plan/differences.ts";
import { criteriaWithin, groupsWithin } from "../../rules/model.ts";
import { reachingActions } from "../../rules/play.ts";
import type { AchievementDesign, DesignResource } from "../design/design.ts";
import { isEarnedWith } from "../design/direction.ts";
import { neverEarned } from "../design/never.ts";
import { type AchievementIn, criteriaIn, nodesIn, referencesIn, treeOf } from "../design/tree.ts";
import { witnessesOf } from "./by-play.ts";
import { type AchievementPair, dividedSentence, earningSentence } from "./earning-words.ts";
import type { Impact, ImpactClass } from "./impacts.ts";
import { nameOf, type Side } from "./sides.ts";

/** One thing that changes, before it is known which steps of a plan lead to it. */
export interface ImpactFinding extends Omit<Impact, "steps"> {
  /** What a changelog distinguishes. */
  readonly topic: "new" | "removed" | "earning" | "value" | "text";
}

/** Makes findings about one resource, which leads to them where nothing else does. */
export function findingsOn(address: Address, topic: ImpactFinding["topic"]) {
  return (impact: ImpactClass, sentence: string, because: readonly Address[] = [address]): ImpactFinding => {
    return { class: impact, topic, address, sentence, because };
  };
}

interface GameChange {
  readonly before: Side;
  readonly after: Side;
  /** Whether one of the fields or links differs; all do of a resource that is on one side only. */
  readonly differs: (address: Address, ...names: readonly string[]) => boolean;
  /** Whether anything differs that can decide whether an achievement is earned. */
  readonly mayDecide: boolean;
  readonly nameOf: (address: Address) => string;
}

/** `named`: gives the names in sentences. Default: those afterwards, then those before. */
export function impactBetween(
  before: Side,
  after: Side,
  named: (address: Address) => string = (address) => nameOf(address, after, before),
): readonly ImpactFinding[] {
  const all = inAddressOrder(new Map([...before.resources, ...after.resources]).values(), catalog);
  const differing = new Map(
    all.map(({ address }) => [address, differingNames(before.resources.get(address), after.resources.get(address))]),
  );
  const differs: GameChange["differs"] = (address, ...names) =>
    names.some((name) => differing.get(address)?.has(name) === true);
  const mayDecide = all.some(({ address }) => differs(address, "custom_data", ...DECISIVE));
  const change = { before, after, differs, mayDecide, nameOf: named };
  const seen = all.flatMap((resource): readonly ImpactFinding[] => {
    if (resource.kind === "achievement") return ofAchievement(resource, change);
    return resource.kind === "leaderboard" ? ofLeaderboard(resource, change) : [];
  });
  const explained = new Set(seen.flatMap(({ because }) => because));
  return [
    ...seen,
    ...all.flatMap((resource) => [
      ...(explained.has(resource.address) ? [] : unseenFindings(resource, change)),
      ...textFindings(resource, change),
    ]),
  ];
}

function differingNames(was: DesignResource | undefined, is: DesignResource | undefined): ReadonlySet<string> {
  const kind = kindNamed(catalog, (was ?? (is as DesignResource)).kind);
  return new Set(was && is ? compare(kind, was, is).map(({ path }) => nameIn(path)) : namesOf(kind));
}

/** What of actions, criteria and groups decides whether something is earned. */
const DECISIVE = [
  ...["reactions", "custom_action_id", "type", "rule", "streak"],
  ...["conditions", "operator", "criteria", "criteria_groups"],
];

/** What decides whether it is earned: its groups at any depth, their criteria, and the actions that count for them. */
function restsOn({ design }: Side, { custom_criteria_group_id: root }: AchievementDesign): readonly Address[] {
  const groups = groupsWithin(design, root === null ? [] : [root]);
  const criteria = criteriaWithin(design, root);
  const counted = [...criteria].flatMap((id) => design.criteria.get(id)?.custom_action_id ?? []);
  return [
    ...[...groups].map((id): Address => `criteria_group/${id}`),
    ...[...criteria].map((id): Address => `criterion/${id}`),
    ...[...reachingActions(design, counted)].map((id): Address => `action/${id}`),
  ];
}

function ofAchievement({ address, custom_id }: DesignResource, change: GameChange): readonly ImpactFinding[] {
  const { before, after } = change;
  const [was, is] = [before, after].map(({ design }) => design.achievements.get(custom_id));
  if (was !== undefined && is !== undefined) return ofChanged(was, is, change);
  const { name, points, is_secret, rewards } = (is ?? was) as AchievementDesign;
  const worth = `${is_secret ? "secret " : ""}achievement ${inQuotes(name)} (${counted(points, "point")})`;
  if (is === undefined) {
    const sentence = `The ${worth} is deleted, with the badges of everybody who has it.`;
    return [findingsOn(address, "removed")("destructive", sentence)];
  }
  const under = restsOn(after, is).filter((base) => change.differs(base, ...DECISIVE));
  const granted = rewards
    .map((id): Address => `reward/${id}`)
    .filter((base) => after.resources.has(base) && !before.resources.has(base));
  const never = neverEarned(after.trees, is) === undefined ? "" : " No player can earn it.";
  return [findingsOn(address, "new")("additive", `New ${worth}.${never}`, [address, ...under, ...granted])];
}

function ofChanged(was: AchievementDesign, is: AchievementDesign, change: GameChange): readonly ImpactFinding[] {
  const { before, after, differs } = change;
  const { address, name } = is;
  const finding = findingsOn(address, "value");
  const { known, rewards } = after.design;
  const gives = is.rewards.filter((id) => !known.has("reward") || rewards.has(id));
  const ofReward = (kind: ImpactClass, words: string, id: string): ImpactFinding => {
    const reward: Address = `reward/${id}`;
    const isNew = before.resources.has(reward) !== after.resources.has(reward);
    const sentence = `${inQuotes(name)} ${words} ${inQuotes(change.nameOf(reward))}.`;
    return { ...finding(kind, sentence, isNew ? [address, reward] : [address]), names: [reward] };
  };
  const isMoved = differs(address, "custom_criteria_group_id");
  const mayDiffer = isMoved || change.mayDecide;
  const resting = mayDiffer ? [...new Set([...restsOn(before, was), ...restsOn(after, is)])] : [];
  const versions = [
    { trees: before.trees, achievement: was },
    { trees: after.trees, achievement: is },
  ] as const;
  // Only actions have data among what it rests on.
  const isRead = resting.some((base) => differs(base, "custom_data")) && versions.some(readsActions);
  const decisive = [...DECISIVE, ...(isRead ? ["custom_data"] : [])];
  const under = resting.filter((base) => differs(base, ...decisive));
  const names = new Set<Address>();
  const nameOfUsed = (used: Address): string => {
    names.add(used);
    return change.nameOf(used);
  };
  const pair: AchievementPair = { before: versions[0], after: versions[1], under, nameOf: nameOfUsed };
  const worth = `${counted(is.points, "point")} instead of ${was.points.toLocaleString("en-US")}`;
  return [
    ...(isMoved || under.length > 0 ? [{ ...earningFinding(pair, isMoved), names: [...names] }] : []),
    ...(was.points === is.points ? [] : [finding("value", `${inQuotes(name)} is now worth ${worth}.`)]),
    ...was.rewards.filter((id) => !gives.includes(id)).map((id) => ofReward("value", "no longer gives", id)),
    ...gives.filter((id) => !was.rewards.includes(id)).map((id) => ofReward("additive", "now also gives", id)),
    ...(is.is_secret && !was.is_secret ? [finding("cosmetic", `${inQuotes(name)} becomes a secret.`)] : []),
    ...(was.is_secret && !is.is_secret
      ? [finding("revealing", `The secret ${inQuotes(name)} is shown to all players.`)]
      : []),
  ];
}

/** Whether conditions of the achievement read the data of actions. */
function readsActions(version: AchievementIn): boolean {
  return referencesIn(criteriaIn(treeOf(version))).some(({ entity }) => entity === "action");
}

function earningFinding(pair: AchievementPair, isMoved: boolean): ImpactFinding {
  const { before, after, under } = pair;
  const { address, name } = after.achievement;
  const of = (impact: ImpactClass, sentence: string): ImpactFinding =>
    findingsOn(address, "earning")(impact, sentence, [...(isMoved ? [address] : []), ...under]);
  const [couldBe, canBe] = [before, after].map(
    ({ trees, achievement }) => neverEarned(trees, achievement) === undefined,
  );
  if (!couldBe && !canBe) return of("cosmetic", `No player can earn ${inQuotes(name)}, as before.`);
  if (!canBe) return of("harder", `${inQuotes(name)} can no longer be earned.`);
  if (!couldBe) return of("easier", `${inQuotes(name)} can be earned now; before, nobody could.`);
  // By play, nothing is found out about what is not known.
  const isUnknown = [before, after].some((version) => nodesIn(treeOf(version)).some(({ type }) => type === "unknown"));
  if (isUnknown) return of("unknown", dividedSentence(pair, {}));
  const [isEasier, isHarder] = [isEarnedWith(before, after), isEarnedWith(after, before)];
  if (isEasier && isHarder)
    return of("cosmetic", `${inQuotes(name)} is earned as before, only described in another way.`);
  if (isHarder) return of("harder", earningSentence(pair));
  if (isEasier) {
    const soon = "Players who have done enough already may get it the next time they do something that counts for it.";
    return of("easier", `${earningSentence(pair)} ${soon}`);
  }
  const witnesses = witnessesOf(before, after);
  const isMixed = witnesses.easier !== undefined && witnesses.harder !== undefined;
  return { ...of(isMixed ? "mixed" : "unknown", dividedSentence(pair, witnesses)), witnesses };
}

function ofLeaderboard(
  { address, kind: kindName }: DesignResource,
  { before, after, ...change }: GameChange,
): readonly ImpactFinding[] {
  const kind = kindNamed(catalog, kindName);
  const name = change.nameOf(address);
  if (!before.resources.has(address))
    return [findingsOn(address, "new")("additive", `New ${kind.label} ${inQuotes(name)}.`)];
  if (!after.resources.has(address)) {
    return [findingsOn(address, "removed")("destructive", lossSentence(kind, name, "deleted"))];
  }
  const isReplaced = kind.fields.some(
    ({ name: field, createOnly }) => createOnly === true && change.differs(address, field),
  );
  return isReplaced ? [findingsOn(address, "value")("destructive", lossSentence(kind, name, "replaced"))] : [];
}

export function lossSentence({ label, playerData }: Kind, name: string, done: "deleted" | "replaced"): string {
  return `The ${label} ${inQuotes(name)} is ${done}: players lose any ${playerData}.`;
}

/** What players read, or programs keep with it. */
function textFindings(
  { address, kind }: DesignResource,
  { before, after, differs }: GameChange,
): readonly ImpactFinding[] {
  if (!before.resources.has(address) || !after.resources.has(address)) return [];
  const others = [
    ...(differs(address, "description") ? ["another description"] : []),
    ...(differs(address, "custom_data") ? ["other custom data"] : []),
  ];
  const words = [
    ...(differs(address, "name") ? [`is now called ${inQuotes(nameOf(address, after))}`] : []),
    ...(others.length > 0 ? [`has ${others.join(" and ")}`] : []),
  ];
  if (words.length === 0) return [];
  const { label } = kindNamed(catalog, kind);
  const subject = `${kind === "achievement" ? "" : `The ${label} `}${inQuotes(nameOf(address, before))}`;
  return [findingsOn(address, "text")("cosmetic", `${subject} ${words.join(" and ")}.`)];
}

/** What no achievement that was read uses; it matters only where there may be others. */
function unseenFindings(
  { address, kind }: DesignResource,
  { before, after, ...change }: GameChange,
): readonly ImpactFinding[] {
  const { label } = kindNamed(catalog, kind);
  const [was, is] = [before.resources.has(address), after.resources.has(address)];
  if (was && is && !change.differs(address, ...DECISIVE)) return [];
  const isUnread = ({ knowsUses, design }: Side) =>
    !(knowsUses && (kind !== "action" || design.known.has("criterion")));
  if (![before, after].some(isUnread)) return [];
  const subject = `${label} ${inQuotes(change.nameOf(address))}`;
  if (!was) return [findingsOn(address, "new")("additive", `New ${subject}.`)];
  const sentence = `The ${subject} ${is ? "changes" : "is deleted"}; what uses it was not read.`;
  return [findingsOn(address, "removed")("unknown", sentence)];
}
