/** What changes about one achievement that is there before and after: earning it, what it gives, and what it says. */
import { counted } from "../../manifest/wording.ts";
import type { Address } from "../../model/model.ts";
import { compileCriterion } from "../../rules/compiled.ts";
import type { AchievementDesign } from "../design/design.ts";
import { rangeOf } from "../design/rule-range.ts";
import {
  type AchievementVersion,
  changesUnder,
  type DefinitionChanges,
  dependenciesOf,
  type EarningChange,
  earningChangeOf,
} from "./earning.ts";
import { earningSentence } from "./earning-words.ts";
import { BODY, type Cause, type ImpactFinding } from "./finding.ts";
import { nameOf, type Side } from "./sides.ts";

export function achievementFindings(
  was: AchievementDesign,
  is: AchievementDesign,
  before: Side,
  after: Side,
  changes: DefinitionChanges,
): readonly ImpactFinding[] {
  return [
    ...earningFindings(was, is, before, after, changes),
    ...pointFindings(was, is),
    ...rewardFindings(was, is, before, after),
    ...secrecyFindings(was, is),
  ];
}

function earningFindings(
  was: AchievementDesign,
  is: AchievementDesign,
  before: Side,
  after: Side,
  changes: DefinitionChanges,
): readonly ImpactFinding[] {
  const isRegrouped = was.custom_criteria_group_id !== is.custom_criteria_group_id;
  if (!isRegrouped && changes.changed.size + changes.data.size === 0) return [];
  const [versionBefore, versionAfter]: readonly [AchievementVersion, AchievementVersion] = [
    { side: before, achievement: was, dependencies: dependenciesOf(before, was) },
    { side: after, achievement: is, dependencies: dependenciesOf(after, is) },
  ];
  const under = changesUnder([versionBefore.dependencies, versionAfter.dependencies], changes);
  if (!isRegrouped && under.length === 0) return [];
  const change = earningChangeOf(versionBefore, versionAfter);
  const causes: readonly Cause[] = [
    ...(isRegrouped ? [{ address: is.address, part: BODY }] : []),
    ...under.map((address) => ({ address })),
  ];
  const sentence = earningWords(change, versionBefore, versionAfter, under, changes);
  const remark = remarkOn(change, versionBefore, versionAfter);
  const more = remark === undefined ? {} : { remark };
  return [{ class: CLASSES[change], topic: "earning", address: is.address, sentence, ...more, causes }];
}

const CLASSES = {
  same: "cosmetic",
  easier: "easier",
  possible: "easier",
  harder: "harder",
  impossible: "harder",
  unknown: "unknown",
} as const satisfies Readonly<Record<EarningChange, ImpactFinding["class"]>>;

function earningWords(
  change: EarningChange,
  before: AchievementVersion,
  after: AchievementVersion,
  under: readonly Address[],
  changes: DefinitionChanges,
): string {
  const name = `"${nameOf(after.achievement.address, after.side)}"`;
  const [unclear] = [...before.dependencies.unclear, ...after.dependencies.unclear];
  if (unclear !== undefined) {
    const group = nameOf(`criteria_group/${unclear}`, after.side, before.side);
    return `How ${name} is earned changes; in which way is not known, because the members of "${group}" were not read.`;
  }
  switch (change) {
    case "same":
      return `${name} is earned as before; only what it rests on is written otherwise.`;
    case "impossible":
      return `${name} can no longer be earned.`;
    case "possible":
      return `${name} can be earned now; before, nobody could.`;
    default:
      return earningSentence(before, after, under, changes);
  }
}

function remarkOn(change: EarningChange, before: AchievementVersion, after: AchievementVersion): string | undefined {
  if (before.dependencies.unclear.length + after.dependencies.unclear.length > 0) return undefined;
  if (change === "easier") {
    return `Players who have done enough already ${isLasting(after) ? "get" : "may get"} it ${nextTime(after)}.`;
  }
  return change === "unknown" ? "Whether that is easier or harder is not certain." : undefined;
}

/** Whether what has been done once stays enough, whatever is done next. */
function isLasting({ dependencies, side: { design } }: AchievementVersion): boolean {
  if (dependencies.reads.size > 0) return false;
  if ([...dependencies.groups].some((id) => design.groups.get(id)?.operator === "xor")) return false;
  return [...dependencies.criteria].every((id) => {
    const criterion = design.criteria.get(id);
    if (criterion === undefined) return true;
    const { rule, streak } = compileCriterion(criterion);
    if (!rule.ok || !streak.ok) return false;
    if (streak.value !== null && design.semantics.streak_place === "current") return false;
    const { measure } = rule.value;
    // One amount that passes is enough; a total only grows, and an average goes up and down.
    return measure === "amount" || (measure === "sum" && rangeOf(rule.value).most === null);
  });
}

/** Nothing is judged before something is done again that the achievement is about (docs/service.md#activities). */
function nextTime({ dependencies, side }: AchievementVersion): string {
  const [only, ...others] = dependencies.actions;
  return only === undefined || others.length > 0
    ? "the next time they do something that counts for it"
    : `with their next "${nameOf(`action/${only}`, side)}"`;
}

function pointFindings(was: AchievementDesign, is: AchievementDesign): readonly ImpactFinding[] {
  if (was.points === is.points) return [];
  const sentence = `"${is.name}" is now worth ${counted(is.points, "point")} instead of ${was.points.toLocaleString("en-US")}.`;
  return [
    { class: "value", topic: "points", address: is.address, sentence, causes: [{ address: is.address, part: BODY }] },
  ];
}

function rewardFindings(
  was: AchievementDesign,
  is: AchievementDesign,
  before: Side,
  after: Side,
): readonly ImpactFinding[] {
  const finding = (name: ImpactFinding["class"], id: string, words: string): ImpactFinding => {
    const address: Address = `reward/${id}`;
    const sentence = `"${is.name}" ${words} "${nameOf(address, after, before)}".`;
    // The reward counts as a reason only where it comes or goes itself.
    const isNew = before.resources.has(address) !== after.resources.has(address);
    const causes = [{ address: is.address, part: `rewards ${id}` }, ...(isNew ? [{ address }] : [])];
    return { class: name, topic: "rewards", address: is.address, sentence, causes };
  };
  const isGone = (id: string): boolean => after.design.known.has("reward") && !after.design.rewards.has(id);
  const [had, has] = [new Set(was.rewards), new Set(is.rewards.filter((id) => !isGone(id)))];
  return [
    ...[...had].filter((id) => !has.has(id)).map((id) => finding("value", id, "no longer gives")),
    ...[...has].filter((id) => !had.has(id)).map((id) => finding("additive", id, "now also gives")),
  ];
}

function secrecyFindings(was: AchievementDesign, is: AchievementDesign): readonly ImpactFinding[] {
  if (was.is_secret === is.is_secret) return [];
  const causes: readonly Cause[] = [{ address: is.address, part: BODY }];
  return [
    was.is_secret
      ? {
          class: "revealing",
          topic: "secrecy",
          address: is.address,
          sentence: `The secret "${is.name}" is shown to all players.`,
          causes,
        }
      : {
          class: "cosmetic",
          topic: "secrecy",
          address: is.address,
          sentence: `"${is.name}" becomes a secret.`,
          causes,
        },
  ];
}
