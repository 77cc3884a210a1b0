/**
 * What a change of a game means to its players. In: the game before and after. Out: findings, such that everything that
 * differs leads to at least one.
 */
import { catalog } from "../../catalog/index.ts";
import { both, counted } from "../../manifest/wording.ts";
import { addressOrder, kindNamed, partsOfAddress } from "../../model/catalog-lookup.ts";
import { pushAll } from "../../model/collections.ts";
import type { Address } from "../../model/model.ts";
import { isAlike } from "../../model/normalise.ts";
import type { AchievementDesign, DesignResource } from "../design/design.ts";
import { achievementFindings } from "./achievement-impact.ts";
import { changesUnder, type DefinitionChanges, definitionChanges, dependenciesOf } from "./earning.ts";
import { BODY, type ImpactFinding } from "./finding.ts";
import { nameOf, type Side } from "./sides.ts";

/** Findings about what players see come first, then what nobody sees. */
export function impactBetween(before: Side, after: Side): readonly ImpactFinding[] {
  const changes = definitionChanges(before.design, after.design);
  const findings: ImpactFinding[] = [];
  for (const address of addressesOf(before, after)) {
    const [was, is] = [before.resources.get(address), after.resources.get(address)];
    if ((was ?? is)?.kind === "achievement") pushAll(findings, ofAchievement(was, is, before, after, changes));
    else if ((was ?? is)?.kind === "leaderboard") pushAll(findings, ofLeaderboard(was, is));
  }
  const explained = new Set(findings.flatMap(({ causes }) => causes.map((each) => each.address)));
  for (const address of addressesOf(before, after)) {
    const [was, is] = [before.resources.get(address), after.resources.get(address)];
    if (was !== undefined && is !== undefined) {
      if (!explained.has(address) && changes.changed.has(address)) findings.push(unused(address, before, after));
      pushAll(findings, textFindings(was, is));
    } else if (!explained.has(address)) findings.push(comingOrGoing(address, before, after));
  }
  return findings;
}

function addressesOf(before: Side, after: Side): readonly Address[] {
  return [...new Set([...before.resources.keys(), ...after.resources.keys()])].sort(addressOrder(catalog));
}

function ofAchievement(
  was: DesignResource | undefined,
  is: DesignResource | undefined,
  before: Side,
  after: Side,
  changes: DefinitionChanges,
): readonly ImpactFinding[] {
  const design = (each: DesignResource | undefined, { design: all }: Side): AchievementDesign | undefined =>
    each === undefined ? undefined : all.achievements.get(each.custom_id);
  const [old, now] = [design(was, before), design(is, after)];
  if (old !== undefined && now !== undefined) return achievementFindings(old, now, before, after, changes);
  const only = (now ?? old) as AchievementDesign;
  const side = now === undefined ? before : after;
  const worth = `${only.is_secret ? "secret " : ""}achievement "${only.name}" (${counted(only.points, "point")})`;
  const under = changesUnder([dependenciesOf(side, only)], changes);
  const rewards = only.rewards.map((id): Address => `reward/${id}`);
  const isOnlyThere = (address: Address): boolean => before.resources.has(address) !== after.resources.has(address);
  const causes = [
    { address: only.address },
    ...[...under, ...rewards.filter(isOnlyThere)].map((address) => ({ address })),
  ];
  return [
    now === undefined
      ? {
          class: "destructive",
          topic: "removed",
          address: only.address,
          sentence: `The ${worth} is deleted, with the badges of everybody who has it.`,
          causes: [{ address: only.address }],
        }
      : { class: "additive", topic: "new", address: only.address, sentence: `New ${worth}.`, causes },
  ];
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
  const finding = (
    kind: ImpactFinding["class"],
    topic: ImpactFinding["topic"],
    sentence: string,
    part?: string,
  ): ImpactFinding => ({
    ...{ class: kind, topic, address, sentence },
    causes: [part === undefined ? { address } : { address, part }],
  });
  if (was === undefined) return [finding("additive", "new", `New ${name}.`)];
  if (is === undefined) return [finding("destructive", "removed", `The ${name} is deleted, with all its scores.`)];
  const changed = Object.keys(BOARD_RULES).filter((field) => differs(was, is, field));
  if (changed.length === 0) return [];
  const what = both(changed.map((field) => BOARD_RULES[field] ?? field));
  return [finding("destructive", "rules", `The ${name} starts anew with another ${what}: its scores are lost.`, BODY)];
}

/** What the service did not show cannot differ. */
function differs(was: DesignResource, is: DesignResource, field: string): boolean {
  return was.body[field] !== undefined && is.body[field] !== undefined && !isAlike(was.body[field], is.body[field]);
}

/** What players read, or programs keep with it. */
function textFindings(was: DesignResource, is: DesignResource): readonly ImpactFinding[] {
  const { address, kind, body } = is;
  const label = kind === "achievement" ? "" : `The ${kindNamed(catalog, kind).label} `;
  const others = [
    ...(differs(was, is, "description") ? ["another description"] : []),
    ...(differs(was, is, "custom_data") ? ["other custom data"] : []),
  ];
  const words = [
    ...(differs(was, is, "name") ? [`is now called "${String(body.name)}"`] : []),
    ...(others.length > 0 ? [`has ${others.join(" and ")}`] : []),
  ];
  if (words.length === 0) return [];
  const sentence = `${label}"${String(was.body.name)}" ${words.join(" and ")}.`;
  return [{ class: "cosmetic", topic: "text", address, sentence, causes: [{ address, part: BODY }] }];
}

const NOT_KNOWN = "what uses it was not read";

/** A changed rule that no achievement rests on. */
function unused(address: Address, before: Side, after: Side): ImpactFinding {
  const subject = `The ${labelOf(address)} "${nameOf(address, after, before)}" changes`;
  const isCertain = before.knowsUses && after.knowsUses;
  return {
    class: isCertain ? "cosmetic" : "unknown",
    topic: "unused",
    address,
    sentence: `${subject}; ${isCertain ? "no achievement rests on it" : NOT_KNOWN}.`,
    causes: [{ address }],
  };
}

/** Something that no achievement has, or has had. */
function comingOrGoing(address: Address, before: Side, after: Side): ImpactFinding {
  const label = labelOf(address);
  const name = `"${nameOf(address, after, before)}"`;
  if (!before.resources.has(address)) {
    const sentence = `New ${label} ${name}${after.knowsUses ? ", which no achievement uses" : ""}.`;
    return { class: "additive", topic: "unused", address, sentence, causes: [{ address }] };
  }
  return {
    class: before.knowsUses ? "cosmetic" : "unknown",
    topic: "unused",
    address,
    sentence: `The ${label} ${name} is deleted; ${before.knowsUses ? "no achievement uses it any more" : NOT_KNOWN}.`,
    causes: [{ address }],
  };
}

function labelOf(address: Address): string {
  return kindNamed(catalog, partsOfAddress(address).kind).label;
}
