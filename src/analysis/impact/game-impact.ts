/**
 * What a change of a game means to its players. In: the game before and after. Out: findings, a sentence and a class for each
 * thing that an achievement or a leaderboard changes in, then for texts, and for what was not read.
 */
import { catalog } from "../../catalog/index.ts";
import { both, counted } from "../../manifest/wording.ts";
import { addressOrder, kindNamed, nameIn, namesOf, partsOfAddress } from "../../model/catalog-lookup.ts";
import { defined } from "../../model/collections.ts";
import type { Address } from "../../model/model.ts";
import { compare } from "../../plan/differences.ts";
import { hasReferences } from "../../rules/conditions.ts";
import { criteriaWithin, groupsWithin } from "../../rules/groups.ts";
import { reachingActions } from "../../rules/play.ts";
import type { AchievementDesign, DesignResource } from "../design/design.ts";
import { isEarnedWith, isLasting } from "../design/direction.ts";
import { neverEarned } from "../design/never.ts";
import { type AchievementIn, criteriaIn, partsIn, referencesIn, treeOf } from "../design/tree.ts";
import { witnessesOf } from "./by-play.ts";
import { dividedSentence, earningSentence } from "./earning-words.ts";
import type { ImpactClass, Witnesses } from "./impacts.ts";
import { type AchievementPair, nameOf, type Side } from "./sides.ts";

/** One thing that changes, before it is known which steps of a plan lead to it. */
export interface ImpactFinding {
  readonly class: ImpactClass;
  /** What a changelog distinguishes. */
  readonly topic: "new" | "removed" | "earning" | "value" | "text";
  readonly address: Address;
  readonly sentence: string;
  readonly witnesses?: Witnesses;
  /** The changed resources that lead to it. */
  readonly because: readonly Address[];
}

interface GameChange {
  readonly before: Side;
  readonly after: Side;
  /** The fields and links that differ; all of a resource that is on one side only. */
  readonly names: ReadonlyMap<Address, ReadonlySet<string>>;
  /** What changes in something that decides whether an achievement is earned. */
  readonly decisive: ReadonlySet<Address>;
  /** Actions of which the data changes, which conditions can read. */
  readonly data: ReadonlySet<Address>;
  /** Resources that are deleted and created again. */
  readonly replaced: ReadonlySet<Address>;
}

/** `replaced`: what is deleted and created again; an action loses its activity history with that. */
export function impactBetween(
  before: Side,
  after: Side,
  replaced: ReadonlySet<Address> = new Set(),
): readonly ImpactFinding[] {
  const all = [...new Set([...before.resources.keys(), ...after.resources.keys()])].sort(addressOrder(catalog));
  const names = new Map(
    all.map((address) => [address, differingNames(before.resources.get(address), after.resources.get(address))]),
  );
  const changing = (some: readonly string[]) =>
    new Set(all.filter((address) => some.some((name) => names.get(address)?.has(name) === true)));
  const data = new Set([...changing(["custom_data"])].filter((address) => partsOfAddress(address).kind === "action"));
  const change: GameChange = { before, after, names, decisive: changing(DECISIVE), data, replaced };
  const seen = all.flatMap((address): readonly ImpactFinding[] => {
    const { kind } = partsOfAddress(address);
    if (kind === "achievement") return ofAchievement(address, change);
    return kind === "leaderboard" ? ofLeaderboard(address, change) : [];
  });
  const explained = new Set(seen.flatMap(({ because }) => because));
  return [
    ...seen,
    ...all.flatMap((address) => [
      ...(explained.has(address) ? [] : unseenFindings(address, change)),
      ...textFindings(address, change),
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

function ofAchievement(address: Address, change: GameChange): readonly ImpactFinding[] {
  const { before, after, names } = change;
  const [was, is] = [before, after].map(({ design, resources }) =>
    design.achievements.get(resources.get(address)?.custom_id ?? ""),
  );
  if (was !== undefined && is !== undefined) return ofChanged(was, is, change);
  const { name, points, is_secret, rewards } = (is ?? was) as AchievementDesign;
  const worth = `${is_secret ? "secret " : ""}achievement "${name}" (${counted(points, "point")})`;
  if (is === undefined) {
    const sentence = `The ${worth} is deleted, with the badges of everybody who has it.`;
    return [{ class: "destructive", topic: "removed", address, sentence, because: [address] }];
  }
  const under = restsOn(after, is).filter((each) => change.decisive.has(each));
  const given = rewards
    .map((id): Address => `reward/${id}`)
    .filter((each) => names.has(each) && !before.resources.has(each));
  const never = neverEarned(after.trees, is) === undefined ? "" : " No player can earn it.";
  const sentence = `New ${worth}.${never}`;
  return [{ class: "additive", topic: "new", address, sentence, because: [address, ...under, ...given] }];
}

function ofChanged(was: AchievementDesign, is: AchievementDesign, change: GameChange): readonly ImpactFinding[] {
  const { before, after, names, decisive, data } = change;
  const { address, name } = is;
  const isMoved = names.get(address)?.has("custom_criteria_group_id") === true;
  const mayDiffer = isMoved || decisive.size + data.size + change.replaced.size > 0;
  const resting = mayDiffer ? [...new Set([...restsOn(before, was), ...restsOn(after, is)])] : [];
  const versions = [
    { side: before, trees: before.trees, achievement: was },
    { side: after, trees: after.trees, achievement: is },
  ] as const;
  const isRead = resting.some((each) => data.has(each)) && versions.some((each) => readsActions(each));
  const under = resting.filter((each) => decisive.has(each) || (isRead && data.has(each)));
  const pair: AchievementPair = { before: versions[0], after: versions[1], under, resting };
  const own = (kind: ImpactClass, sentence: string, because: readonly Address[] = []): ImpactFinding => {
    return { class: kind, topic: "value", address, sentence, because: [address, ...because] };
  };
  const worth = `${counted(is.points, "point")} instead of ${was.points.toLocaleString("en-US")}`;
  const lost = lostHistory(pair, change);
  const earning = isMoved || under.length > 0 ? [earningFinding(pair, isMoved ? [address] : [])] : [];
  return [
    // What was done before counts no more, so that nothing is as before.
    ...earning.filter((each) => each.class !== "cosmetic" || lost.length === 0),
    ...lost,
    ...(was.points === is.points ? [] : [own("value", `"${name}" is now worth ${worth}.`)]),
    ...rewardChanges(pair).map(([kind, words, id]) => {
      const reward: Address = `reward/${id}`;
      const isNew = before.resources.has(reward) !== after.resources.has(reward);
      return own(kind, `"${name}" ${words} "${nameOf(reward, after, before)}".`, isNew ? [reward] : []);
    }),
    ...(is.is_secret && !was.is_secret ? [own("cosmetic", `"${name}" becomes a secret.`)] : []),
    ...(was.is_secret && !is.is_secret ? [own("revealing", `The secret "${name}" is shown to all players.`)] : []),
  ];
}

/** Whether conditions of the achievement read the data of actions. */
function readsActions(version: AchievementIn): boolean {
  return referencesIn(criteriaIn(treeOf(version))).some(({ entity }) => entity === "action");
}

function rewardChanges({ before, after }: AchievementPair): readonly (readonly [ImpactClass, string, string])[] {
  const { known, rewards } = after.side.design;
  const had = new Set(before.achievement.rewards);
  const has = new Set(after.achievement.rewards.filter((id) => !known.has("reward") || rewards.has(id)));
  return [
    ...[...had].filter((id) => !has.has(id)).map((id) => ["value", "no longer gives", id] as const),
    ...[...has].filter((id) => !had.has(id)).map((id) => ["additive", "now also gives", id] as const),
  ];
}

function earningFinding(pair: AchievementPair, own: readonly Address[]): ImpactFinding {
  const { address, name } = pair.after.achievement;
  const of = (kind: ImpactClass, sentence: string, witnesses?: Witnesses): ImpactFinding => {
    const because = [...own, ...pair.under];
    return { class: kind, topic: "earning", address, sentence, ...defined({ witnesses }), because };
  };
  const [couldBe, canBe] = [pair.before, pair.after].map(
    ({ trees, achievement }) => neverEarned(trees, achievement) === undefined,
  );
  if (!couldBe && !canBe) return of("cosmetic", `No player can earn "${name}", as before.`);
  if (!canBe) return of("harder", `"${name}" can no longer be earned.`);
  if (!couldBe) return of("easier", `"${name}" can be earned now; before, nobody could.`);
  // By play, nothing is found out about what was not read.
  const isUnread = [pair.before, pair.after].some(({ side }) => pair.resting.some((each) => side.unclear.has(each)));
  if (isUnread) return of("unknown", dividedSentence(pair, {}));
  const [isEasier, isHarder] = [isEarnedWith(pair.before, pair.after), isEarnedWith(pair.after, pair.before)];
  if (isEasier && isHarder) return of("cosmetic", `"${name}" is earned as before, only described in another way.`);
  if (isHarder) return of("harder", earningSentence(pair));
  if (isEasier) {
    const soon = "Players who have done enough already may get it the next time they do something that counts for it.";
    return of("easier", `${earningSentence(pair)} ${soon}`);
  }
  const witnesses = witnessesOf(pair.before, pair.after);
  const isMixed = witnesses.easier !== undefined && witnesses.harder !== undefined;
  return of(isMixed ? "mixed" : "unknown", dividedSentence(pair, witnesses), witnesses);
}

/** Actions that are replaced lose their history, which counts for achievements, or came from them by reactions. */
function lostHistory({ before, after, resting }: AchievementPair, { replaced }: GameChange): readonly ImpactFinding[] {
  const { achievement, trees, side } = after;
  if (replaced.size === 0 || neverEarned(trees, achievement) !== undefined) return [];
  const tree = treeOf(after);
  // Elsewhere, what players did before may also have been in their way.
  const isLoss =
    partsIn(tree).every((part) => part.type !== "group" || part.operator !== "xor") &&
    criteriaIn(tree).every(({ rule, filters }) => isLasting(rule) && !filters.some(hasReferences));
  const counting = resting.filter((each) => partsOfAddress(each).kind === "action");
  return counting.flatMap((action): readonly ImpactFinding[] => {
    if (!replaced.has(action) || !before.side.resources.has(action)) return [];
    const sentence = `Replacing "${nameOf(action, side, before.side)}" deletes its activity history: what players did before may no longer count towards "${achievement.name}".`;
    const kind = isLoss ? "harder" : "mixed";
    return [{ class: kind, topic: "value", address: achievement.address, sentence, because: [action] }];
  });
}

/** Fields of a leaderboard that cannot be changed while it has scores, and what they are called. */
const BOARD_RULES: Readonly<Record<string, string>> = {
  type: "type",
  ordering: "order",
  score_preference: "choice of scores",
  custom_session_id: "session",
};

function ofLeaderboard(address: Address, { before, after, names }: GameChange): readonly ImpactFinding[] {
  const name = `leaderboard "${nameOf(address, after, before)}"`;
  const of = (kind: ImpactClass, topic: ImpactFinding["topic"], sentence: string): readonly ImpactFinding[] => [
    { class: kind, topic, address, sentence, because: [address] },
  ];
  if (!before.resources.has(address)) return of("additive", "new", `New ${name}.`);
  if (!after.resources.has(address)) {
    return of("destructive", "removed", `The ${name} is deleted, with any scores in it.`);
  }
  const changed = Object.entries(BOARD_RULES).flatMap(([field, word]) =>
    names.get(address)?.has(field) ? [word] : [],
  );
  if (changed.length === 0) return [];
  const effect = "starts empty: any scores in it are lost";
  return of("destructive", "value", `The ${name} gets another ${both(changed)} and ${effect}.`);
}

/** What players read, or programs keep with it. */
function textFindings(address: Address, { before, after, names }: GameChange): readonly ImpactFinding[] {
  const changed = names.get(address);
  if (!before.resources.has(address) || !after.resources.has(address) || changed === undefined) return [];
  const { kind } = partsOfAddress(address);
  const others = [
    ...(changed.has("description") ? ["another description"] : []),
    ...(changed.has("custom_data") ? ["other custom data"] : []),
  ];
  const words = [
    ...(changed.has("name") ? [`is now called "${nameOf(address, after)}"`] : []),
    ...(others.length > 0 ? [`has ${others.join(" and ")}`] : []),
  ];
  if (words.length === 0) return [];
  const label = kind === "achievement" ? "" : `The ${kindNamed(catalog, kind).label} `;
  const sentence = `${label}"${nameOf(address, before)}" ${words.join(" and ")}.`;
  return [{ class: "cosmetic", topic: "text", address, sentence, because: [address] }];
}

/** What no achievement that was read uses; it matters only where there may be others. */
function unseenFindings(address: Address, change: GameChange): readonly ImpactFinding[] {
  const { before, after } = change;
  const { kind } = partsOfAddress(address);
  const [was, is] = [before.resources.has(address), after.resources.has(address)];
  if (was && is && !change.decisive.has(address)) return [];
  const isUnread = ({ knowsUses, design }: Side) =>
    !(knowsUses && (kind !== "action" || design.known.has("criterion")));
  if (![before, after].some(isUnread)) return [];
  const subject = `${kindNamed(catalog, kind).label} "${nameOf(address, after, before)}"`;
  const because = [address];
  if (!was) return [{ class: "additive", topic: "new", address, sentence: `New ${subject}.`, because }];
  const sentence = `The ${subject} ${is ? "changes" : "is deleted"}; what uses it was not read.`;
  return [{ class: "unknown", topic: "removed", address, sentence, because }];
}
