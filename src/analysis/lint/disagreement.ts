/** Whether a text for players contradicts the criteria that it describes: other numbers, ends, streaks, measures or months. */

import { type Json, jsonText } from "../../model/json.ts";
import type { Pointer } from "../../model/model.ts";
import { type Conditions, conditionsIn, referenceIn } from "../../rules/conditions.ts";
import type { MeasuredRule, Streak } from "../../rules/rule.ts";
import type { CriterionDesign, Titled } from "../design/design.ts";
import { type NumberReading, type Quantity, quantitiesIn } from "./quantities.ts";
import { conversions, toleranceOf } from "./units.ts";
import { stemOf, wordsOf } from "./words.ts";

/** A criterion with everything that a text may say about it. */
export interface Described {
  readonly criterion: CriterionDesign;
  readonly rule: MeasuredRule;
  readonly streak: Streak | null;
  /** Those of the groups around it included. */
  readonly conditions: readonly Conditions[];
  readonly action: (Titled & { readonly custom_data: Json }) | undefined;
}

export interface Texts {
  readonly name: string;
  readonly description: string;
  /** Whether the criteria are members of an exclusive group, where one may be there to be missed. */
  readonly isExclusive: boolean;
}

export interface Disagreement {
  /** What contradicts each other, as a sentence without capital and full stop. */
  readonly text: string;
  readonly field: "name" | "description";
  readonly criterion: CriterionDesign;
  readonly pointer: Pointer;
}

/** The first contradiction between the texts and the criteria. */
export function disagreementOf(texts: Texts, criteria: readonly Described[]): Disagreement | undefined {
  if (criteria.length === 0) return undefined;
  const said = { ...texts, quantities: quantitiesIn(texts.description), named: quantitiesIn(texts.name) };
  return (
    otherStreak(said, criteria) ??
    otherMeasure(said, criteria) ??
    otherEnd(said, criteria) ??
    otherNumber(said, criteria) ??
    otherField(said, criteria) ??
    otherMonth(said, criteria)
  );
}

interface Said extends Texts {
  readonly quantities: readonly Quantity[];
  readonly named: readonly Quantity[];
}

/** Numbers that a rule and a streak require, as their text would have them. */
interface Requirement {
  readonly described: Described;
  readonly pointer: "/rule" | "/streak";
  readonly written: string;
  isMetBy(quantity: Quantity): boolean;
}

function requirementsOf(described: Described): readonly Requirement[] {
  const { criterion, rule, streak } = described;
  const least = Number(rule.threshold) + (rule.operator === "gt" ? 1 : 0);
  const isTrivial = least <= 1 && !(rule.operator === "lte" && least === 1);
  const byRule: Requirement = {
    described,
    pointer: "/rule",
    written: criterion.rule,
    isMetBy: (quantity) => isThreshold(quantity, described),
  };
  if (streak === null) return isTrivial ? [] : [byRule];
  const seconds = streak.interval === "days" ? 86_400 : 3600;
  const byStreak: Requirement = {
    described,
    pointer: "/streak",
    written: `${streak.interval}:${streak.count}`,
    isMetBy: ({ readings }) =>
      readings.some(({ value, unit }) =>
        unit?.quantity === "time"
          ? Math.abs((value * unit.size) / seconds - streak.count) < 0.01
          : value === streak.count,
      ),
  };
  return [...(isTrivial ? [] : [byRule]), ...(streak.count > 1 ? [byStreak] : [])];
}

/** Whether the text may mean the threshold. Without "more than" and the like, it has to be the exact one. */
function isThreshold(quantity: Quantity, { rule }: Described): boolean {
  const { operator, measure } = rule;
  const threshold = Number(rule.threshold);
  const isRough =
    quantity.bound !== undefined ||
    quantity.role === "level" ||
    measure === "average" ||
    operator === "lt" ||
    operator === "lte";
  const exact = operator === "gt" ? threshold + 1 : threshold;
  return quantity.readings.some(({ value, unit }) => {
    if (isRough ? Math.abs(value - threshold) <= 1 || value === exact : value === exact) return true;
    if (unit === undefined) return false;
    const tolerance = toleranceOf(unit);
    return conversions(value, unit).some((converted) => {
      const slack = Math.max(converted >= 10 || isRough ? 1 : 0.01, converted * tolerance);
      return converted >= 0.9 && Math.abs(converted - threshold) <= slack;
    });
  });
}

const RATE = /\b(?:every|each|per|(?<!\b(?:in|within) )an?) (?:day|week|month|hour|season|year)\b/i;

function otherNumber(said: Said, criteria: readonly Described[]): Disagreement | undefined {
  const written = [...said.quantities, ...said.named];
  const requirements = criteria.flatMap(requirementsOf);
  const unmet = requirements.filter((requirement) => !written.some((each) => requirement.isMetBy(each)));
  if (unmet.length === 0) return undefined;
  const combined = combinationsOf(written);
  const missing = unmet.find((requirement) => !requirement.isMetBy(combined));
  if (missing === undefined) return undefined;
  // So many a day: how often that is, the text leaves open.
  if (RATE.test(said.description) && missing.described.streak === null) return undefined;
  const isSum = criteria.every(({ rule }) => rule.measure === "sum");
  const isHourly = criteria.some(({ conditions }) => conditions.some(isOnHours));
  const nouns = new Set(criteria.flatMap(nounsOf));
  const isClaim = (quantity: Quantity): boolean => {
    const { role, isAside, readings } = quantity;
    // A share of something, or what comes after "with" and the like, is no total; a level may be reached with points.
    if (isSum && (isAside || readings[0]?.unit?.quantity === "share")) return false;
    if (role === "level") return counts(quantity, nouns);
    return role === "count" || (role === "clock" && !isHourly);
  };
  const known = knownNumbers(criteria);
  const isUnknown = (quantity: Quantity): boolean =>
    isClaim(quantity) &&
    quantity.readings.length > 0 &&
    !quantity.readings.some(({ value }) => known.has(value)) &&
    !requirements.some((each) => each.isMetBy(quantity));
  const inDescription = said.quantities.find(isUnknown);
  const inName = said.named.find((each) => isUnknown(each) && counts(each, nouns));
  const article =
    said.quantities.length === 1 && isSum ? said.quantities.find((each) => isSingle(each, nouns)) : undefined;
  const quantity = inDescription ?? inName ?? article;
  if (quantity === undefined) return undefined;
  const { described, pointer } = missing;
  const field = quantity === inName && inDescription === undefined ? "name" : "description";
  const what = pointer === "/rule" ? "the rule" : "the streak";
  return {
    text: `the ${field} says "${quantity.written}", and ${what} is ${missing.written}`,
    ...{ field, criterion: described.criterion, pointer },
  };
}

/** Of longer lists of numbers, the rest is not combined. */
const MOST_COMBINED = 12;

/** What numbers of a text are together: multiplied in pairs ("3 stars on 20 levels"), times added up ("1 h 30 min"). */
function combinationsOf(all: readonly Quantity[]): Quantity {
  const quantities = all.slice(0, MOST_COMBINED);
  const products = quantities.flatMap((one, index) =>
    quantities
      .slice(index + 1)
      .flatMap((other) => one.readings.flatMap((a) => other.readings.map((b) => ({ value: a.value * b.value })))),
  );
  const times = quantities.flatMap(({ readings }) => readings.find(({ unit }) => unit?.quantity === "time") ?? []);
  const seconds = times.reduce((sum, { value, unit }) => sum + value * (unit?.size ?? 0), 0);
  const readings: readonly NumberReading[] = [
    ...products,
    ...(times.length > 1 ? [{ value: seconds, unit: { quantity: "time", size: 1 } } as const] : []),
  ];
  return { written: "", readings, role: "count", isAside: false, before: "", after: [] };
}

/** Numbers that a text may contain for other reasons than a threshold. */
function knownNumbers(criteria: readonly Described[]): ReadonlySet<number> {
  const texts = criteria.flatMap(({ criterion, action, conditions }) => [
    // A name that repeats the rule says nothing of its own.
    ...[criterion.name, criterion.description].map((text) => text.replace(criterion.rule, "")),
    criterion.custom_id.replace(criterion.rule.replace(":", "-"), ""),
    ...(action === undefined ? [] : [action.name, action.description, action.custom_id, jsonText(action.custom_data)]),
    ...conditions.map((each) => jsonText(each as unknown as Json)),
  ]);
  const written = texts.flatMap((text) => [
    ...quantitiesIn(text).flatMap(({ readings }) => readings.map(({ value }) => value)),
    ...[...text.matchAll(/\d+/g)].map(([digits]) => Number(digits)),
  ]);
  // "Two of the three": the members of the group.
  const members = criteria.length > 1 ? criteria.map((_, index) => index + 1).slice(1) : [];
  return new Set([...written, ...members]);
}

function isOnHours(conditions: Conditions): boolean {
  return conditionsIn(conditions).some(({ name }) => name === "betweenHours");
}

/** The words of what is counted. */
function nounsOf({ criterion, action }: Described): readonly string[] {
  const texts = action === undefined ? [criterion.custom_action_id] : [action.custom_id, action.name];
  return texts.flatMap(wordsOf).map(stemOf);
}

/** Whether the number counts one of the nouns: "100 wins", "fifty rats", "level 50". */
function counts({ role, before, after }: Quantity, nouns: ReadonlySet<string>): boolean {
  if (role === "level") return nouns.has(stemOf(before));
  return after.slice(0, 2).some((word) => nouns.has(stemOf(word)));
}

const PLAYED = new Set(
  ["match", "game", "round", "race", "battle", "duel", "fight", "quest", "mission", "time"].map(stemOf),
);

const OCCASIONS = new Set([...PLAYED, ...["occasion", "session", "day", "run", "attempt"].map(stemOf)]);

/** Whether it says that one is enough: "Slay a dragon", "Win a match". */
function isSingle({ role, before, after, isAside }: Quantity, nouns: ReadonlySet<string>): boolean {
  const [noun = "", next = ""] = after;
  if (role !== "article" || isAside || /^(?:every|each|all|many)$/.test(before)) return false;
  return (
    (nouns.has(stemOf(noun)) && !nouns.has(stemOf(next))) || (PLAYED.has(stemOf(noun)) && nouns.has(stemOf(before)))
  );
}

/** "Under 60 seconds" with `gte:60`. */
function otherEnd(said: Said, criteria: readonly Described[]): Disagreement | undefined {
  if (said.isExclusive) return undefined;
  for (const quantity of said.quantities) {
    if (quantity.bound === undefined || quantity.bound === "open") continue;
    const meant = criteria.filter((each) => isThreshold(quantity, each));
    const [first] = meant;
    const isOpposite = ({ rule: { operator } }: Described): boolean =>
      quantity.bound === "most" ? operator.startsWith("g") : operator.startsWith("l");
    const isMeant = (other: Quantity): boolean =>
      other !== quantity &&
      other.bound !== quantity.bound &&
      other.bound !== "open" &&
      meant.some((each) => isThreshold(other, each));
    if (first === undefined || !meant.every(isOpposite) || said.quantities.some(isMeant)) continue;
    const words = quantity.bound === "most" ? "an upper end" : "a lower end";
    const text = `the description gives ${words}, "${quantity.written}", and the rule is ${first.criterion.rule}`;
    return { text, field: "description", criterion: first.criterion, pointer: "/rule" };
  }
  return undefined;
}

const IN_A_ROW =
  /\b(?:in a row|consecutive(?:ly)?|without a break|(?:day|hour|week)s? (?:straight|running)|straight (?:day|hour|win|match|game|round)s?|every (?:single )?(?:day|hour) for|(?:day|hour|win|week)[ -]streak)\b/i;
const RUN_WORDS = /\b(?:streaks?|rows?|consecutive|straight|combos?|chains?|series)\b/;

/** "7 days in a row" on a plain total. */
function otherStreak({ description }: Said, criteria: readonly Described[]): Disagreement | undefined {
  const [phrase] = IN_A_ROW.exec(description) ?? [];
  if (phrase === undefined || criteria.some(({ streak }) => streak !== null)) return undefined;
  const isOwnCount = ({ rule, action, criterion }: Described): boolean =>
    rule.measure !== "sum" ||
    RUN_WORDS.test(`${action?.custom_id} ${action?.name} ${criterion.name}`.toLowerCase().replaceAll("_", " "));
  return plainTotal(
    criteria,
    isOwnCount,
    (rule) => `the description says "${phrase}", and ${rule} is a total without a streak`,
  );
}

/** Totals of more than one, where no criterion is an exception. */
function plainTotal(
  criteria: readonly Described[],
  isException: (each: Described) => boolean,
  text: (rule: string) => string,
): Disagreement | undefined {
  if (criteria.some(isException)) return undefined;
  const total = criteria.find(
    ({ rule }) => rule.measure === "sum" && /^gt?e?q?$/.test(rule.operator) && rule.threshold > 1n,
  );
  if (total === undefined) return undefined;
  return { text: text(total.criterion.rule), field: "description", criterion: total.criterion, pointer: "/rule" };
}

const AT_ONCE =
  /\b(?:(?:in|within|during) (?:a single|one(?! of)) (?!piece|place|hand|way|word|sense|corner|direction|language|colou?r|region|world|city|country)(\p{L}+)|with (?:a single|one) (?:hit|blow|shot|attack|strike|swing|bullet|arrow|throw|move|turn|stroke|kick|punch|spell|bomb|click|tap)\b|at once\b|in one go\b)/iu;
const AVERAGE = /\b(?:on average|an? average|average of|average \p{L}+ (?:of|above|below|over|under))/iu;

/** "In a single match", "on average", on a plain total. */
function otherMeasure({ description, quantities }: Said, criteria: readonly Described[]): Disagreement | undefined {
  const [once, occasion] = AT_ONCE.exec(description) ?? [];
  if (once !== undefined && !areOccasions(quantities, once, criteria)) {
    const isTime = /^(?:day|hour)$/i.test(occasion ?? "");
    const isOwn = ({ rule, streak, conditions }: Described): boolean =>
      rule.measure !== "sum" || streak !== null || conditions.some(hasReference);
    const missing = isTime ? "without a streak" : "of all activities";
    const found = plainTotal(
      criteria,
      isOwn,
      (rule) => `the description says "${once}", and ${rule} is a total ${missing}`,
    );
    if (found !== undefined) return found;
  }
  const [average] = AVERAGE.exec(description) ?? [];
  if (average === undefined) return undefined;
  const isAverage = ({ rule, action, criterion }: Described): boolean =>
    rule.measure !== "sum" || /average|mean|rating/i.test(`${action?.custom_id} ${action?.name} ${criterion.name}`);
  return plainTotal(criteria, isAverage, (rule) => `the description says "${average}", and ${rule} is a total`);
}

/** Whether the total is how often it has to be done at once: "score twice in one match, in five matches". */
function areOccasions(quantities: readonly Quantity[], once: string, criteria: readonly Described[]): boolean {
  const place = quantities.findIndex(({ written }) => once.includes(written));
  const isOften = ({ written, after }: Quantity): boolean =>
    written === "twice" || after.some((word) => OCCASIONS.has(stemOf(word)));
  const isSecond = (index: number): boolean =>
    (place >= 0 && index > place) || quantities.some(({ role }, other) => role === "count" && other !== index);
  return quantities.some(
    (each, index) => isOften(each) && isSecond(index) && criteria.some((one) => isThreshold(each, one)),
  );
}

function hasReference(conditions: Conditions): boolean {
  return conditionsIn(conditions).some((each) => referenceIn(each) !== undefined);
}

/** "Level 7" with the condition `activityData:level,eq,8`. */
function otherField(said: Said, criteria: readonly Described[]): Disagreement | undefined {
  const all = [...said.quantities, ...said.named];
  for (const { criterion, conditions } of criteria) {
    for (const condition of conditions.flatMap(conditionsIn)) {
      if (condition.name !== "activityData" || condition.operator !== "eq" || !("text" in condition.operand)) continue;
      const noun = stemOf(condition.field.at(-1)?.toLowerCase() ?? "");
      const near = all.filter(
        ({ before, after, role }) => role !== "article" && (stemOf(before) === noun || stemOf(after[0] ?? "") === noun),
      );
      const operands = operandsOf(criteria, condition.field);
      const isSaid = ({ readings }: Quantity): boolean => readings.some(({ value }) => operands.has(value));
      if (near.length === 0 || operands.size === 0 || near.some(isSaid)) continue;
      const isThresholdOf = (quantity: Quantity): boolean => criteria.some((each) => isThreshold(quantity, each));
      const other = near.find((each) => !isThresholdOf(each));
      if (other === undefined) continue;
      const field = said.quantities.includes(other) ? "description" : "name";
      const text = `the ${field} has "${condition.field.at(-1)}" with the number ${other.written}, and the condition ${condition.operand.text}`;
      return { text, field, criterion, pointer: "/conditions" };
    }
  }
  return undefined;
}

/** The numbers with which the criteria compare a field; none where one of them is no number. */
function operandsOf(criteria: readonly Described[], field: readonly string[]): ReadonlySet<number> {
  const texts = criteria
    .flatMap(({ conditions }) => conditions.flatMap(conditionsIn))
    .flatMap((each) =>
      each.name === "activityData" && each.field.join(".") === field.join(".")
        ? ["text" in each.operand ? each.operand.text : "reference"]
        : [],
    );
  return new Set(texts.every((text) => /^-?\d+$/.test(text)) ? texts.map(Number) : []);
}

const MONTH_NAMES = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** Months with a word before them or a day behind them: "may" and "march" are words, too. */
const MONTHS_IN_TEXT = new RegExp(
  String.raw`\b(?:in|on|of|during|until|from|to|or|and|\d+(?:st|nd|rd|th)?) (NAME)\b|\b(NAME) \d`.replaceAll(
    "NAME",
    MONTH_NAMES.join("|"),
  ),
  "gu",
);

/** "In December" with `month:11`. */
function otherMonth({ description }: Said, criteria: readonly Described[]): Disagreement | undefined {
  const said = [...description.matchAll(MONTHS_IN_TEXT)].map(
    ([, one, other]) => MONTH_NAMES.indexOf(one ?? other ?? "") + 1,
  );
  if (said.length === 0) return undefined;
  for (const { criterion, conditions } of criteria) {
    const months = conditions.flatMap(monthsOf);
    const [first = 1] = said;
    const [other] = months;
    if (other === undefined || months.some((month) => said.includes(month))) continue;
    const text = `the description says ${MONTH_NAMES[first - 1]}, and the condition ${MONTH_NAMES[other - 1]}`;
    return { text, field: "description", criterion, pointer: "/conditions" };
  }
  return undefined;
}

/** The months that conditions name. */
function monthsOf(conditions: Conditions): readonly number[] {
  return conditionsIn(conditions).flatMap((each) => {
    if (each.name === "months") return each.months;
    return each.name === "month" && "text" in each.operand ? [Number(each.operand.text)] : [];
  });
}
