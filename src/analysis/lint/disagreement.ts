/** Whether a text for players contradicts the criteria that it describes: other numbers, ends, streaks, measures or months. */

import type { Comparison } from "../../model/condition-grammar.ts";
import { type Json, jsonText } from "../../model/json.ts";
import type { Pointer } from "../../model/model.ts";
import { type Conditions, conditionsIn, referenceIn } from "../../rules/conditions.ts";
import type { MeasuredRule, Streak } from "../../rules/rule.ts";
import type { CriterionDesign, Titled } from "../design/design.ts";
import { type NumberReading, type Quantity, quantitiesIn } from "./quantities.ts";
import { conversions, toleranceOf, UNITS } from "./units.ts";
import { otherTime } from "./when.ts";
import { stemOf, wordsOf } from "./words.ts";

/** A criterion with everything that a text may say about it. */
export interface Described {
  readonly criterion: CriterionDesign;
  readonly rule: MeasuredRule;
  readonly streak: Streak | null;
  /** Those of the groups around it included. */
  readonly conditions: readonly Conditions[];
  readonly action: (Titled & { readonly custom_data: Json }) | undefined;
  /** The words that a field of the action may be, as far as they are known. */
  wordsOf(field: readonly string[]): ReadonlySet<string>;
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
    otherValue(said, criteria) ??
    atOtherTime(said, criteria)
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
  return isNumber(quantity, isRough ? threshold : exact, isRough) || (isRough && isNumber(quantity, exact, false));
}

function isNumber({ readings }: Quantity, threshold: number, isRough: boolean): boolean {
  return readings.some(({ value, unit }) => {
    if (isRough ? Math.abs(value - threshold) <= 1 : value === threshold) return true;
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
  // A number a day: the text does not limit how often.
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

/** "Under 60 seconds" with `gte:60`, "exactly 100" with the amount `gte:100`. */
function otherEnd(said: Said, criteria: readonly Described[]): Disagreement | undefined {
  if (said.isExclusive) return undefined;
  const [only, more] = criteria;
  for (const quantity of said.quantities) {
    const isExact = /^(?:exactly|precisely)$/.test(quantity.before) && more === undefined;
    if (isExact && only?.rule.measure === "amount" && only.rule.operator !== "eq" && isThreshold(quantity, only)) {
      const text = `the description says "${quantity.before} ${quantity.written}", and the rule is ${only.criterion.rule}`;
      return { text, field: "description", criterion: only.criterion, pointer: "/rule" };
    }
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
  /\b(?:in a row|consecutive(?:ly)?|without a break|(?:day|hour|week)s? (?:straight|running)|straight (?:day|hour|win|match|game|round)s?|every (?:single )?(?:day|hour) for|(?:each|every) (?:single )?day (?:of|in|during) (?:an?|one|the (?=whole|full|entire)) ?(?:whole |full |entire )?(?:week|month)|(?:day|hour|win|week)[ -]streak)\b/i;
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

/** "In one match or another", "in one go or several". */
const OR_OTHERS = /\b(?:a single|one) (?:[\p{L}-]+ ){1,3}or (?:another|several|more|many)\b/iu;

/** "In a single match", "on average", on a plain total. */
function otherMeasure({ description, quantities }: Said, criteria: readonly Described[]): Disagreement | undefined {
  const [once, occasion] = OR_OTHERS.test(description) ? [] : (AT_ONCE.exec(description) ?? []);
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

/** A condition on a field that has a number. */
interface Limit {
  readonly criterion: CriterionDesign;
  readonly field: string;
  readonly operator: Comparison;
  readonly value: number;
}

/** "Level 7" with the condition `activityData:level,eq,8`, "at least 3 stars" with `activityData:stars,lte,3`. */
function otherField(said: Said, criteria: readonly Described[]): Disagreement | undefined {
  const all = [...said.quantities, ...said.named];
  const limits = limitsOf(criteria);
  for (const limit of limits) {
    const { criterion, operator, value } = limit;
    const name = limit.field.split(".").at(-1) ?? "";
    const noun = stemOf(name.toLowerCase());
    const isBefore = ({ before, role }: Quantity): boolean =>
      stemOf(before) === noun && (operator === "eq" || role !== "count");
    const near = all.filter(
      (each) =>
        each.role !== "article" &&
        !/^(?:top|against)$/.test(each.before) &&
        (isBefore(each) || stemOf(each.after[0] ?? "") === noun),
    );
    const ofField = limits.filter(({ field }) => field === limit.field);
    const isSaid = (each: Quantity): boolean => ofField.some((other) => isEndOf(each, other, criteria));
    if (near.some(isSaid)) continue;
    const isTotal = (each: Quantity): boolean => criteria.some((one) => isThreshold(each, one));
    const hasTotal = all.some((each) => !near.includes(each) && isTotal(each));
    const other = near.find((each) => hasTotal || !isTotal(each));
    if (other === undefined) continue;
    const field = said.quantities.includes(other) ? "description" : "name";
    const written = isBefore(other) ? `${other.before} ${other.written}` : `${other.written} ${other.after[0]}`;
    const bound = boundBy(operator);
    const isOpposite =
      bound !== undefined && (other.bound === "most" || other.bound === "least") && bound !== other.bound;
    const what = `the condition is ${name} ${OPERATOR_WORDS[operator]}${value}`;
    const text = isOpposite
      ? `the ${field} gives ${END_WORDS[other.bound]}, "${written}", and ${what}`
      : `the ${field} says "${written}", and ${what}`;
    return { text, field, criterion, pointer: "/conditions" };
  }
  return undefined;
}

const OPERATOR_WORDS = { eq: "", gt: "above ", gte: "at least ", lt: "below ", lte: "at most " } as const;
const END_WORDS = { most: "an upper end", least: "a lower end" } as const;

function boundBy(operator: Comparison): "most" | "least" | undefined {
  if (operator === "eq") return undefined;
  return operator.startsWith("g") ? "least" : "most";
}

/** "More than" and the like; a word for a level may be in between. */
const EXCLUSIVE = /^(?:than|above|over|beyond|below|under|exceeding|exceed|level|lvl|wave|round|tier|stage|prestige)$/;

/** Whether the text may mean the condition. */
function isEndOf(quantity: Quantity, { operator, value }: Limit, criteria: readonly Described[]): boolean {
  const bound = boundBy(operator);
  if (bound === undefined) return quantity.readings.some((reading) => reading.value === value);
  // Of what the share is, the text does not say.
  if (quantity.readings.some(({ unit }) => unit?.quantity === "share")) return true;
  if (quantity.bound !== undefined && quantity.bound !== "open" && quantity.bound !== bound) return false;
  const step = bound === "least" ? 1 : -1;
  const isStrict = operator === "gt" || operator === "lt";
  const meant = isStrict ? [value, value + step] : [value, ...(EXCLUSIVE.test(quantity.before) ? [value - step] : [])];
  // "20 stars on ten levels" are two on each.
  const totals = criteria.map(({ rule }) => Number(rule.threshold) * value);
  return [...meant, ...totals].some((each) => isNumber(quantity, each, false));
}

/** Conditions that compare a field with a number; none of a field that is compared with something else, too. */
function limitsOf(criteria: readonly Described[]): readonly Limit[] {
  const [limits, others]: [Limit[], Set<string>] = [[], new Set()];
  for (const { criterion, conditions } of criteria) {
    for (const each of conditions.flatMap(conditionsIn)) {
      if (each.name !== "activityData") continue;
      const { operand, operator } = each;
      const field = each.field.join(".");
      if ("text" in operand && /^-?\d+$/.test(operand.text)) {
        limits.push({ criterion, field, operator, value: Number(operand.text) });
      } else others.add(field);
    }
  }
  return limits.filter(({ field }) => !others.has(field));
}

/** Words around a value that keep it from being the player's own. */
const NOT_OWN =
  /\b(?:no|not|never|without|except|instead|other|another|against|versus|vs|opponents?|enem(?:y|ies)|party|team|group|all(?:y|ies)|friends?|unlike)\b|n['’]t\b/;
/** A value that is the player's own, and no part of a longer name. "With fire in your heart" is another one. */
const OWN_VALUE = [
  String.raw`\b(?:as|playing|play|FIELD)(?: (?:an?|the|your|any))?(?: FIELD)? VALUEs?(?=END| (?:in|with|and|or|for|to|of|by|from)\b)`,
  String.raw`\b(?:on|in|with|at|using)(?: (?:an?|the|your|any))?(?: FIELD)? VALUEs?(?=END)`,
  String.raw`\bVALUE (?:ITEM)\b`,
]
  .join("|")
  .replaceAll(
    "END",
    String.raw`$|[^\p{L}\p{N}\s'’-]| (?:FIELD|mode|difficulty|setting|on|at|before|after|while|during|ITEM)\b`,
  );

/** "As a bard" with `activityData:class,eq,rogue`, where other conditions have the class bard. */
function otherValue(said: Said, criteria: readonly Described[]): Disagreement | undefined {
  const text = `${said.name}\n${said.description}`.toLowerCase().replaceAll(/[^\S\n]+/g, " ");
  if (said.isExclusive || NOT_OWN.test(text)) return undefined;
  const compared = criteria.flatMap(({ conditions }) =>
    conditions.flatMap(conditionsIn).flatMap((each) => (each.name === "activityData" ? [each] : [])),
  );
  const texts = compared.flatMap(({ operand }) => ("text" in operand ? [operand.text.toLowerCase()] : []));
  const own = texts.filter((value) => /\p{L}/u.test(value));
  // A text that has the value, too, says it; values are written without spaces.
  const joined = text.replaceAll(/\s/g, "");
  if (own.some((value) => joined.includes(value))) return undefined;
  for (const { criterion, action, conditions, wordsOf: wordsOfField } of criteria) {
    for (const each of conditions.flatMap(conditionsIn)) {
      if (each.name !== "activityData" || each.operator !== "eq" || !("text" in each.operand)) continue;
      const names = `${action?.custom_id} ${action?.name} ${action?.description}`.toLowerCase();
      const others = [...wordsOfField(each.field)]
        .map((value) => value.toLowerCase())
        .filter(
          (value) =>
            // "In a day or less" is no time of day.
            /^\p{L}{3}[\p{L}\p{N}]*$/u.test(value) &&
            !UNITS.has(value) &&
            new RegExp(String.raw`\b${value}`, "u").test(text),
        );
      const [value, more] = others;
      if (
        value === undefined ||
        more !== undefined ||
        own.some((each) => each.includes(value)) ||
        names.includes(value)
      )
        continue;
      const field = escaped(each.field.at(-1)?.toLowerCase() ?? "");
      const items = [...wordsOf(action?.name ?? criterion.custom_action_id), "match"].map(
        (item) => `${escaped(item)}(?:e?s)?`,
      );
      const form = OWN_VALUE.replaceAll("FIELD", field).replaceAll("ITEM", items.join("|")).replaceAll("VALUE", value);
      if (!new RegExp(form, "u").test(text)) continue;
      const place = said.description.toLowerCase().includes(value) ? "description" : "name";
      const what = `the ${place} says "${value}", and the condition on ${each.field.join(".")} "${each.operand.text}"`;
      return { text: what, field: place, criterion, pointer: "/conditions" };
    }
  }
  return undefined;
}

function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`);
}

/** "In December" with `month:11`, "between 10 pm and 6 am" with `betweenHours:22,6`. */
function atOtherTime({ description }: Said, criteria: readonly Described[]): Disagreement | undefined {
  for (const { criterion, conditions } of criteria) {
    const text = otherTime(description, conditions);
    if (text !== undefined) return { text, field: "description", criterion, pointer: "/conditions" };
  }
  return undefined;
}
