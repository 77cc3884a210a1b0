/** What changes about one achievement that is there before and after: earning it, what it gives, and what it says. */
import { counted } from "../../manifest/wording.ts";
import type { Address } from "../../model/model.ts";
import { compileCriterion } from "../../rules/compiled.ts";
import type { AchievementDesign } from "../design/design.ts";
import { rangeOf } from "../design/rule-range.ts";
import { changesUnder, type Decisive, footingOf, type Standing, type Verdict, verdictOf } from "./earning.ts";
import { earningSentence } from "./earning-words.ts";
import { BODY, type Cause, type Finding } from "./finding.ts";
import { nameOf, type Side } from "./sides.ts";

export function achievementFindings(
  was: AchievementDesign,
  is: AchievementDesign,
  before: Side,
  after: Side,
  decisive: Decisive,
): readonly Finding[] {
  return [
    ...earningFindings(was, is, before, after, decisive),
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
  decisive: Decisive,
): readonly Finding[] {
  const isRegrouped = was.custom_criteria_group_id !== is.custom_criteria_group_id;
  if (!isRegrouped && decisive.changed.size + decisive.data.size === 0) return [];
  const [wasStanding, standing]: readonly [Standing, Standing] = [
    { side: before, achievement: was, footing: footingOf(before, was) },
    { side: after, achievement: is, footing: footingOf(after, is) },
  ];
  const under = changesUnder([wasStanding.footing, standing.footing], decisive);
  if (!isRegrouped && under.length === 0) return [];
  const verdict = verdictOf(wasStanding, standing);
  const causes: readonly Cause[] = [
    ...(isRegrouped ? [{ address: is.address, part: BODY }] : []),
    ...under.map((address) => ({ address })),
  ];
  const sentence = earningWords(verdict, wasStanding, standing, under, decisive);
  const remark = remarkOn(verdict, wasStanding, standing);
  const more = remark === undefined ? {} : { remark };
  return [{ class: CLASSES[verdict], topic: "earning", address: is.address, sentence, ...more, causes }];
}

const CLASSES = {
  same: "cosmetic",
  easier: "easier",
  possible: "easier",
  harder: "harder",
  impossible: "harder",
  unknown: "unknown",
} as const satisfies Readonly<Record<Verdict, Finding["class"]>>;

function earningWords(
  verdict: Verdict,
  before: Standing,
  after: Standing,
  under: readonly Address[],
  decisive: Decisive,
): string {
  const name = `"${nameOf(after.achievement.address, after.side)}"`;
  const [unclear] = [...before.footing.unclear, ...after.footing.unclear];
  if (unclear !== undefined) {
    const group = nameOf(`criteria_group/${unclear}`, after.side, before.side);
    return `How ${name} is earned changes; in which way is not known, because the members of "${group}" were not read.`;
  }
  switch (verdict) {
    case "same":
      return `${name} is earned as before; only what it rests on is written otherwise.`;
    case "impossible":
      return `${name} can no longer be earned.`;
    case "possible":
      return `${name} can be earned now; before, nobody could.`;
    default:
      return earningSentence(before, after, under, decisive);
  }
}

function remarkOn(verdict: Verdict, before: Standing, after: Standing): string | undefined {
  if (before.footing.unclear.length + after.footing.unclear.length > 0) return undefined;
  if (verdict === "easier") {
    return `Players who have done enough already ${isLasting(after) ? "get" : "may get"} it ${nextTime(after)}.`;
  }
  return verdict === "unknown" ? "Whether that is easier or harder is not certain." : undefined;
}

/** Whether what has been done once stays enough, whatever is done next. */
function isLasting({ footing, side: { design } }: Standing): boolean {
  if (footing.reads.size > 0) return false;
  if ([...footing.groups].some((id) => design.groups.get(id)?.operator === "xor")) return false;
  return [...footing.criteria].every((id) => {
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
function nextTime({ footing, side }: Standing): string {
  const [only, ...others] = footing.actions;
  return only === undefined || others.length > 0
    ? "the next time they do something that counts for it"
    : `with their next "${nameOf(`action/${only}`, side)}"`;
}

function pointFindings(was: AchievementDesign, is: AchievementDesign): readonly Finding[] {
  if (was.points === is.points) return [];
  const sentence = `"${is.name}" is now worth ${counted(is.points, "point")} instead of ${was.points.toLocaleString("en-US")}.`;
  return [
    { class: "value", topic: "points", address: is.address, sentence, causes: [{ address: is.address, part: BODY }] },
  ];
}

function rewardFindings(was: AchievementDesign, is: AchievementDesign, before: Side, after: Side): readonly Finding[] {
  const finding = (name: Finding["class"], id: string, words: string): Finding => {
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

function secrecyFindings(was: AchievementDesign, is: AchievementDesign): readonly Finding[] {
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
