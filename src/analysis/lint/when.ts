/** What texts for players say about months, days of the month and hours of the day, against the conditions. */
import { type Conditions, conditionsIn } from "../../rules/conditions.ts";

/** What the text and the conditions of one criterion disagree about, as a sentence; undefined where they agree. */
export function otherTime(description: string, conditions: readonly Conditions[]): string | undefined {
  const all = conditions.flatMap(conditionsIn);
  return otherMonth(description, all) ?? otherDay(description, all) ?? otherHours(description, all);
}

type All = ReturnType<typeof conditionsIn>;

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
function otherMonth(description: string, all: All): string | undefined {
  const said = [...description.matchAll(MONTHS_IN_TEXT)].map(
    ([, one, other]) => MONTH_NAMES.indexOf(one ?? other ?? "") + 1,
  );
  const months = all.flatMap((each) => {
    if (each.name === "months") return each.months;
    return each.name === "month" && "text" in each.operand ? [Number(each.operand.text)] : [];
  });
  const [[first], [other]] = [said, months];
  if (first === undefined || other === undefined || months.some((month) => said.includes(month))) return undefined;
  return `the description says ${MONTH_NAMES[first - 1]}, and the condition ${MONTH_NAMES[other - 1]}`;
}

const DAYS_IN_TEXT =
  /\b(?:on|until) the (?:(\d{1,2})(?:st|nd|rd|th)|(last) day|(first) day)(?=$|[^\p{L}\p{N}\s-]| (?:day )?of (?:the|each|every|any|a) month| of \p{Lu})/gu;

/** "On the 13th" with `dayOfMonth:31`. */
function otherDay(description: string, all: All): string | undefined {
  const said = [...description.matchAll(DAYS_IN_TEXT)].map(([, day, last]) => day ?? last ?? "1");
  const days = all.flatMap((each) => (each.name === "dayOfMonth" && "text" in each.operand ? [each.operand.text] : []));
  // Of a month with 31 days, that is the last one.
  const isSame = (a: string, b: string): boolean => a === b || (a === "last" && Number(b) >= 28);
  const areSame = said.some((a) => days.some((b) => isSame(a, b) || isSame(b, a)));
  const [[first], [other]] = [said, days];
  if (first === undefined || other === undefined || areSame) return undefined;
  return `the description says ${dayName(first)}, and the condition ${dayName(other)}`;
}

function dayName(day: string): string {
  return day === "last" ? "the last day of the month" : `day ${day} of the month`;
}

const TIME = String.raw`(midnight|noon|midday|\d{1,2}(?::\d{2}|\.\d{2})?)(?: ?(a\.?m\b\.?|p\.?m\b\.?|o['’]clock|h\b|uhr\b))?`;
const HOURS_IN_TEXT = new RegExp(String.raw`\b(?:between|from) ${TIME} (?:and|to|until|till) ${TIME}`, "giu");
/** The service's hours may be those of another zone. */
const ZONE = /\b(?:UTC|GMT|[A-Z]{1,3}[SD]?T)\b/;

/** "Between 10 pm and 6 am" with `betweenHours:22,6`, which ends at 4. */
function otherHours(description: string, all: All): string | undefined {
  if (ZONE.test(description)) return undefined;
  const windows = all.flatMap((each) => (each.name === "betweenHours" ? [each] : []));
  const said = [...description.matchAll(HOURS_IN_TEXT)].filter(([, from, one, to, other]) => {
    return one !== undefined || other !== undefined || [from, to].some((time) => /\D/.test(time ?? ""));
  });
  const [[first], [window]] = [said, windows];
  if (first === undefined || window === undefined) return undefined;
  const fits = ({ from, duration }: typeof window, [, a = "", half, b = "", otherHalf]: RegExpMatchArray): boolean => {
    const [starts, ends] = [hoursOf(a, half), hoursOf(b, otherHalf)];
    // Some count the hour in which it ends.
    const isEnd = (hour: number): boolean => ends.includes(hour % 24) || ends.includes((hour + 23) % 24);
    return starts.length === 0 || ends.length === 0 || (starts.includes(from) && isEnd(from + duration));
  };
  if (windows.some((each) => said.some((range) => fits(each, range)))) return undefined;
  const { from, duration } = window;
  return `the description says "${first[0].trim()}", and betweenHours:${from},${duration} is from ${from} to ${(from + duration) % 24}: its second number is how many hours`;
}

/** The hours of the day that may be meant; none where it is not a full hour. */
function hoursOf(time: string, half: string | undefined): readonly number[] {
  if (/^mid?night/i.test(time)) return [0];
  if (/^(?:noon|midday)/i.test(time)) return [12];
  const [hour = 0, minutes = 0] = time.split(/[:.]/).map(Number);
  const end = minutes === 59 ? hour + 1 : hour;
  if ((minutes !== 0 && minutes !== 59) || end > 24) return [];
  if (/^a/i.test(half ?? "")) return [end % 12];
  if (/^p/i.test(half ?? "")) return [(end % 12) + 12];
  // "From 9 to 5" may be on either half of the day.
  return end <= 12 && minutes === 0 && !time.startsWith("0") && !/[:.]/.test(time)
    ? [end % 24, (end + 12) % 24]
    : [end % 24];
}
