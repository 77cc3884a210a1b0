/**
 * What a change of a game means to its players. In: the game before and after. Out: findings, such that everything that
 * differs leads to at least one.
 */
import { catalog } from "../../catalog/index.ts";
import { both, counted } from "../../manifest/wording.ts";
import { addressOrder, kindNamed, partsOfAddress } from "../../model/catalog-lookup.ts";
import { defined, pushAll } from "../../model/collections.ts";
import type { Address } from "../../model/model.ts";
import { reachedActions } from "../../rules/play.ts";
import type { DesignResource } from "../design/design.ts";
import { isLasting, treeOf } from "../design/direction.ts";
import { neverEarned } from "../design/never.ts";
import { criteriaIn } from "../design/tree.ts";
import type { ImpactClass } from "./classes.ts";
import {
  type AchievementPair,
  type AchievementVersion,
  changesUnder,
  type DefinitionChanges,
  definitionChanges,
  type EarningChange,
  earningChangeOf,
  versionOf,
} from "./earning.ts";
import { doneWords, earningSentence } from "./earning-words.ts";
import type { Witnesses } from "./impacts.ts";
import { changedNames, nameOf, type Side } from "./sides.ts";

/** A difference between two sides of a game, before it is known which steps of a plan lead to it. */
export interface ImpactFinding {
  readonly class: ImpactClass;
  readonly topic: Topic;
  readonly address: Address;
  readonly sentence: string;
  /** What follows from it, as a sentence. */
  readonly remark?: string;
  readonly witnesses?: Witnesses;
  readonly causes: readonly Cause[];
}

/** What a changelog distinguishes. */
type Topic =
  | "new"
  | "removed"
  | "earning"
  | "progress"
  | "points"
  | "rewards"
  | "secrecy"
  | "text"
  | "rules"
  | "unused";

/** A part of a resource: one of its links by name, or its body. */
export interface Cause {
  readonly address: Address;
  /** Absent: the resource as a whole. */
  readonly part?: string;
}

/** The fields of a resource, as a part beside its links. */
export const BODY = "body";

/**
 * Findings about what players see come first, then what players do not see. `replaced`: resources that are deleted and created
 * again; an action loses its activity history with that.
 */
export function impactBetween(
  before: Side,
  after: Side,
  replaced: ReadonlySet<Address> = new Set(),
): readonly ImpactFinding[] {
  const changes = definitionChanges(before, after);
  const all = [...new Set([...before.resources.keys(), ...after.resources.keys()])].sort(addressOrder(catalog));
  const findings: ImpactFinding[] = [];
  for (const address of all) {
    const [was, is] = [before.resources.get(address), after.resources.get(address)];
    const kind = (was ?? is)?.kind;
    if (kind === "achievement") pushAll(findings, ofAchievement(was, is, before, after, changes, replaced));
    else if (kind === "leaderboard") pushAll(findings, ofLeaderboard(was, is));
  }
  const explained = new Set(findings.flatMap(({ causes }) => causes.map((each) => each.address)));
  for (const address of all) {
    const [was, is] = [before.resources.get(address), after.resources.get(address)];
    if (was !== undefined && is !== undefined) {
      if (!explained.has(address) && changes.changed.has(address)) findings.push(unused(address, before, after));
      pushAll(findings, textFindings(was, is));
    } else if (!explained.has(address)) findings.push(addedOrRemoved(address, before, after));
  }
  return findings;
}

function finding(
  kind: ImpactClass,
  topic: Topic,
  address: Address,
  sentence: string,
  causes: readonly Cause[] = [{ address }],
): ImpactFinding {
  return { class: kind, topic, address, sentence, causes };
}

function ofAchievement(
  was: DesignResource | undefined,
  is: DesignResource | undefined,
  before: Side,
  after: Side,
  changes: DefinitionChanges,
  replaced: ReadonlySet<Address>,
): readonly ImpactFinding[] {
  const [old, now] = [versionOf(was, before), versionOf(is, after)];
  if (old !== undefined && now !== undefined) {
    const under = changesUnder([old.dependencies, now.dependencies], changes);
    const pair: AchievementPair = { before: old, after: now, under, data: changes.data };
    const lost = progressFindings(pair, replaced);
    const earning = earningFindings(
      pair,
      lost.flatMap(({ causes }) => causes.map(({ address }) => address)),
    );
    return [...earning, ...lost, ...pointFindings(pair), ...rewardFindings(pair), ...secrecyFindings(pair)];
  }
  const { achievement, dependencies } = (now ?? old) as AchievementVersion;
  const { address, name, points, is_secret, rewards } = achievement;
  const worth = `${is_secret ? "secret " : ""}achievement "${name}" (${counted(points, "point")})`;
  if (now === undefined) {
    const sentence = `The ${worth} is deleted, with the badges of everybody who has it.`;
    return [finding("destructive", "removed", address, sentence)];
  }
  const given = rewards.map((id): Address => `reward/${id}`);
  const gained = given.filter((each) => before.resources.has(each) !== after.resources.has(each));
  const causes = [address, ...changesUnder([dependencies], changes), ...gained].map((each) => ({ address: each }));
  const never = neverEarned(after.trees, achievement);
  const remark = never === undefined ? undefined : "No player can earn it.";
  return [{ ...finding("additive", "new", address, `New ${worth}.`, causes), ...defined({ remark }) }];
}

const CLASSES = {
  same: "cosmetic",
  never: "cosmetic",
  easier: "easier",
  possible: "easier",
  harder: "harder",
  impossible: "harder",
  mixed: "mixed",
  unknown: "unknown",
} as const satisfies Readonly<Record<EarningChange, ImpactClass>>;

/** `lost`: what other findings are about already. */
function earningFindings(pair: AchievementPair, lost: readonly Address[]): readonly ImpactFinding[] {
  const { before, after, under } = pair;
  const { address, custom_criteria_group_id } = after.achievement;
  const isRegrouped = before.achievement.custom_criteria_group_id !== custom_criteria_group_id;
  if (!isRegrouped && under.length === 0) return [];
  const { change, witnesses } = earningChangeOf(before, after);
  // What was done before counts no more, so that nothing is as before.
  if (change === "same" && lost.length > 0) return [];
  const own: readonly Cause[] = isRegrouped ? [{ address, part: BODY }] : [];
  const causes = [...own, ...under.map((each) => ({ address: each }))];
  const found = finding(CLASSES[change], "earning", address, earningWords(change, pair), causes);
  return [{ ...found, ...defined({ remark: remarkOn(change, witnesses, pair) }), witnesses }];
}

function earningWords(change: EarningChange, pair: AchievementPair): string {
  const { before, after } = pair;
  const name = `"${nameOf(after.achievement.address, after.side)}"`;
  const [unclear] = [...before.dependencies.unclear, ...after.dependencies.unclear];
  if (unclear !== undefined) {
    const group = nameOf(`criteria_group/${unclear}`, after.side, before.side);
    return `How ${name} is earned changes; in which way is not known, because the members of "${group}" were not read.`;
  }
  switch (change) {
    case "same":
      return `${name} is earned as before; only what it rests on is written otherwise.`;
    case "never":
      return `No player can earn ${name}, as before.`;
    case "impossible":
      return `${name} can no longer be earned.`;
    case "possible":
      return `${name} can be earned now; before, nobody could.`;
    default:
      return earningSentence(pair);
  }
}

function remarkOn(change: EarningChange, witnesses: Witnesses, pair: AchievementPair): string | undefined {
  const { before, after, under } = pair;
  if (before.dependencies.unclear.length + after.dependencies.unclear.length > 0) return undefined;
  switch (change) {
    case "easier":
      if (under.some((address) => partsOfAddress(address).kind === "action")) {
        return "Activities from before the change have recorded no such reactions, so only new ones count in this way.";
      }
      return `Players who have done enough already ${isEnoughForever(after) ? "get" : "may get"} it the next time they do something that counts for it.`;
    case "mixed":
    case "unknown":
      return divided(witnesses, pair);
    default:
      return undefined;
  }
}

/** For whom it is easier and for whom harder, as far as that was found. */
function divided({ easier, harder }: Witnesses, pair: AchievementPair): string {
  const found = [easier, harder].flatMap((each) => each ?? []);
  const [first = "", second = ""] = doneWords(found, pair);
  if (found.length === 0) return "Whether that is easier or harder is not known.";
  if (found.length > 1) {
    return `That is easier for players who have done ${first}, and harder for those who have done ${second}.`;
  }
  return `That is ${easier === undefined ? "harder" : "easier"} for players who have done ${first}; for others it is not known.`;
}

/** Whether what has been done once stays enough, whatever is done next. */
function isEnoughForever(version: AchievementVersion): boolean {
  const { dependencies, side } = version;
  if (dependencies.reads.size > 0) return false;
  if ([...dependencies.groups].some((id) => side.design.groups.get(id)?.operator === "xor")) return false;
  return criteriaIn(treeOf(version)).every(({ rule }) => isLasting(rule));
}

/** Actions that are replaced lose their history, which counts for achievements or came from them by reactions. */
function progressFindings(
  { before, after }: AchievementPair,
  replaced: ReadonlySet<Address>,
): readonly ImpactFinding[] {
  if (replaced.size === 0 || neverEarned(after.trees, after.achievement) !== undefined) return [];
  const { address } = after.achievement;
  const name = `"${nameOf(address, after.side)}"`;
  return [...replaced].flatMap((action): readonly ImpactFinding[] => {
    const { kind, custom_id } = partsOfAddress(action);
    if (kind !== "action" || before.side.design.actions.get(custom_id) === undefined) return [];
    const what = `"${nameOf(action, after.side, before.side)}"`;
    const causes = [{ address: action }];
    if (after.dependencies.actions.has(custom_id)) {
      const isLoss = isEnoughForever(after);
      const effect = isLoss
        ? "players start from 0 with it"
        : "what they did of it no longer counts, for or against them";
      const sentence = `Replacing ${what} deletes its activity history: towards ${name}, ${effect}.`;
      return [finding(isLoss ? "harder" : "mixed", "progress", address, sentence, causes)];
    }
    const reached = reachedActions(before.side.design, custom_id);
    if (![...after.dependencies.actions].some((each) => reached.has(each))) return [];
    const sentence = `Replacing ${what} deletes its activity history: what it recorded by reactions may no longer count towards ${name}.`;
    return [finding("harder", "progress", address, sentence, causes)];
  });
}

function pointFindings({
  before: { achievement: was },
  after: { achievement: is },
}: AchievementPair): readonly ImpactFinding[] {
  if (was.points === is.points) return [];
  const sentence = `"${is.name}" is now worth ${counted(is.points, "point")} instead of ${was.points.toLocaleString("en-US")}.`;
  return [finding("value", "points", is.address, sentence, [{ address: is.address, part: BODY }])];
}

function rewardFindings({ before, after }: AchievementPair): readonly ImpactFinding[] {
  const { address, name, rewards } = after.achievement;
  const { design } = after.side;
  const found = (kind: ImpactClass, id: string, words: string): ImpactFinding => {
    const reward: Address = `reward/${id}`;
    const sentence = `"${name}" ${words} "${nameOf(reward, after.side, before.side)}".`;
    // The reward counts as a reason only where it comes or goes itself.
    const isNew = before.side.resources.has(reward) !== after.side.resources.has(reward);
    const causes = [{ address, part: `rewards ${id}` }, ...(isNew ? [{ address: reward }] : [])];
    return finding(kind, "rewards", address, sentence, causes);
  };
  const isGone = (id: string): boolean => design.known.has("reward") && !design.rewards.has(id);
  const [had, has] = [new Set(before.achievement.rewards), new Set(rewards.filter((id) => !isGone(id)))];
  return [
    ...[...had].filter((id) => !has.has(id)).map((id) => found("value", id, "no longer gives")),
    ...[...has].filter((id) => !had.has(id)).map((id) => found("additive", id, "now also gives")),
  ];
}

function secrecyFindings({ before: { achievement: was }, after }: AchievementPair): readonly ImpactFinding[] {
  const { address, name, is_secret } = after.achievement;
  if (was.is_secret === is_secret) return [];
  const sentence = is_secret ? `"${name}" becomes a secret.` : `The secret "${name}" is shown to all players.`;
  return [finding(is_secret ? "cosmetic" : "revealing", "secrecy", address, sentence, [{ address, part: BODY }])];
}

/** Fields of a leaderboard that cannot be changed while it has scores, and what they are called. */
const BOARD_RULES: Readonly<Record<string, string>> = {
  type: "type",
  ordering: "order",
  score_preference: "choice of scores",
  custom_session_id: "session",
};

function ofLeaderboard(was: DesignResource | undefined, is: DesignResource | undefined): readonly ImpactFinding[] {
  const { address, body } = (is ?? was) as DesignResource;
  const name = `leaderboard "${String(body.name)}"`;
  if (was === undefined) return [finding("additive", "new", address, `New ${name}.`)];
  if (is === undefined) {
    return [finding("destructive", "removed", address, `The ${name} is deleted, with any scores in it.`)];
  }
  const changed = [...changedNames(was, is)].filter((name) => Object.hasOwn(BOARD_RULES, name));
  if (changed.length === 0) return [];
  const what = both(changed.map((field) => BOARD_RULES[field] ?? field));
  const sentence = `The ${name} gets another ${what} and starts empty: any scores in it are lost.`;
  return [finding("destructive", "rules", address, sentence, [{ address, part: BODY }])];
}

/** What players read, or programs keep with it. */
function textFindings(was: DesignResource, is: DesignResource): readonly ImpactFinding[] {
  const { address, kind, body } = is;
  const label = kind === "achievement" ? "" : `The ${kindNamed(catalog, kind).label} `;
  const changed = changedNames(was, is);
  const others = [
    ...(changed.has("description") ? ["another description"] : []),
    ...(changed.has("custom_data") ? ["other custom data"] : []),
  ];
  const words = [
    ...(changed.has("name") ? [`is now called "${String(body.name)}"`] : []),
    ...(others.length > 0 ? [`has ${others.join(" and ")}`] : []),
  ];
  if (words.length === 0) return [];
  const sentence = `${label}"${String(was.body.name)}" ${words.join(" and ")}.`;
  return [finding("cosmetic", "text", address, sentence, [{ address, part: BODY }])];
}

const NOT_KNOWN = "what uses it was not read";

/** Whether everything that may use the resource was read. */
function knowsUsesOf(address: Address, ...sides: readonly Side[]): boolean {
  const isCounted = partsOfAddress(address).kind === "action";
  return sides.every(({ knowsUses, design: { known } }) => knowsUses && (!isCounted || known.has("criterion")));
}

/** A changed rule that no achievement rests on. */
function unused(address: Address, before: Side, after: Side): ImpactFinding {
  const subject = `The ${labelOf(address)} "${nameOf(address, after, before)}" changes`;
  const isCertain = knowsUsesOf(address, before, after);
  const sentence = `${subject}; ${isCertain ? "no achievement rests on it" : NOT_KNOWN}.`;
  return finding(isCertain ? "cosmetic" : "unknown", "unused", address, sentence);
}

/** Something that no achievement has, or has had. */
function addedOrRemoved(address: Address, before: Side, after: Side): ImpactFinding {
  const label = labelOf(address);
  const name = `"${nameOf(address, after, before)}"`;
  if (!before.resources.has(address)) {
    if (!knowsUsesOf(address, after)) return finding("additive", "new", address, `New ${label} ${name}.`);
    return finding("additive", "unused", address, `New ${label} ${name}, which no achievement uses.`);
  }
  const isCertain = knowsUsesOf(address, before);
  const sentence = `The ${label} ${name} is deleted; ${isCertain ? "no achievement uses it any more" : NOT_KNOWN}.`;
  return finding(isCertain ? "cosmetic" : "unknown", "unused", address, sentence);
}

function labelOf(address: Address): string {
  return kindNamed(catalog, partsOfAddress(address).kind).label;
}
