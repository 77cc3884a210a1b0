/**
 * Numbers in texts for players: digits of any script, English number words, units, scales and what is said about them.
 * "under 5 minutes" is 5, of minutes, as an upper end. What names something ("level 7", "24-hour race", "1v1", "the 1920s") is
 * no count.
 */

import { UNITS, type Unit } from "./units.ts";

/** One way to read a number: "5m" is five million, five metres or five minutes. */
export interface NumberReading {
  readonly value: number;
  readonly unit?: Unit;
}

export interface Quantity {
  /** As it is written, with its unit. */
  readonly written: string;
  readonly readings: readonly NumberReading[];
  /**
   * `count`: how many or how much; `article`: "a", "an" or "one"; `level`: a level that is reached, which may be counted from one
   * on; `clock`: minutes and seconds, or a time of day; `label`: part of a name.
   */
  readonly role: "count" | "article" | "level" | "clock" | "label";
  /** The end that the text gives: "at most", "under" or "at least", "more than"; `open` where it does not say which: "or better". */
  readonly bound?: "most" | "least" | "open";
  /** Whether a word before it says where, not how much: "with 3 players". */
  readonly isAside: boolean;
  /** The words around it, in lower case: one before, three behind. */
  readonly before: string;
  readonly after: readonly string[];
}

/** All numbers of a text, in its order. */
export function quantitiesIn(text: string): readonly Quantity[] {
  const tokens = tokensOf(text);
  const found: Quantity[] = [];
  for (let index = 0; index < tokens.length; ) {
    const whole = numberAt(tokens, index);
    if (whole === undefined) index += 1;
    else {
      const number = withPart(tokens, whole);
      found.push(quantityOf(tokens, number));
      index = number.end;
    }
  }
  return found;
}

interface Token {
  readonly kind: "number" | "clock" | "date" | "scale" | "word" | "mark";
  readonly text: string;
  readonly lower: string;
  /** Whether nothing is between it and the token before it. */
  readonly isGlued: boolean;
  /** The position in the text. */
  readonly start: number;
  readonly end: number;
}

const TOKEN = new RegExp(
  [
    String.raw`(?<date>\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2}))(?![\d\p{L}])`,
    String.raw`(?<clock>\d{1,3}:\d{2}(?::\d{2})?)(?!\d)`,
    String.raw`(?<number>\d{1,3}(?:[,.'’\u00A0\u202F ]\d{3})+(?!\d)(?:[.,]\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?!\d)|\d+(?:[.,]\d+)?)`,
    // The only mark of it is that the word behind it is a scale.
    String.raw`(?<scale>(?<=[\d十百千万萬億亿兆십백천만억조])[十百千万萬億亿兆십백천만억조])`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}'’]*)`,
    String.raw`(?<mark>\S)`,
  ].join("|"),
  "gu",
);

function tokensOf(text: string): readonly Token[] {
  const written = text.replaceAll(/(\d*)([¼½¾])/g, (_, whole: string, part: string) => {
    return String(Number(whole) + ("¼½¾".indexOf(part) + 1) / 4);
  });
  const plain = /[^\p{ASCII}]/u.test(written) ? [...written.normalize("NFKC")].map(asciiDigit).join("") : written;
  let last = 0;
  return [...plain.matchAll(TOKEN)].map((match) => {
    const [written] = match;
    const [kind] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? ["mark"];
    const end = match.index + written.length;
    const token = { kind: kind as Token["kind"], text: written, lower: written.toLowerCase() };
    const placed = { ...token, isGlued: match.index === last && match.index > 0, start: match.index, end };
    last = end;
    return placed;
  });
}

/** A decimal digit of any script as one of ASCII: the ten digits of a script follow each other. */
function asciiDigit(character: string): string {
  if (!/\p{Nd}/u.test(character) || /\d/.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** A number from one token to another, before its surroundings are looked at. */
interface FoundNumber {
  readonly start: number;
  readonly end: number;
  readonly values: readonly number[];
  readonly role: Quantity["role"];
  /** Of a part of something: how many hundredths. */
  readonly share?: number;
}

const ONES = [
  ...["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
  ...["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"],
];
const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const SMALL_NUMBERS = new Map<string, number>([
  ...ONES.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
]);
const ADVERBS = new Map([
  ["twice", 2],
  ["thrice", 3],
]);
const SCALES = new Map([
  ["dozen", 12],
  ["dozens", 12],
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
]);
/** Behind digits, without a space. */
const SUFFIXES = new Map([
  ["k", 1e3],
  ["m", 1e6],
  ["mio", 1e6],
  ["mil", 1e6],
  ["b", 1e9],
  ["bn", 1e9],
  ["t", 1e12],
]);
/** Scales of other languages, which may be other words in English: "3 bin kez" is 3000 times, "empty 1 bin" is no thousand. */
const OTHER_SCALES: readonly (readonly [scale: number, words: string])[] = [
  [1e3, "bin mil mila mille tausend ribu tysięcy тыс тысяч тысячи"],
  [1e5, "lakh lakhs"],
  [1e6, "mil mio millions millionen millones milhões milioni milyon juta миллион миллиона миллионов"],
  [1e7, "crore crores"],
  [1e9, "bn billions milliarden milliards milyar"],
];
const EAST_ASIAN_SCALES = new Map(
  ["十십", "百백", "千천", "万萬만", "億亿억", "兆조"].flatMap((scales, index) =>
    [...scales].map((scale) => [scale, [10, 100, 1000, 1e4, 1e8, 1e12][index] ?? 1] as const),
  ),
);
const ORDINALS = new Map(
  ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"].map(
    (word, index) => [word, index + 1] as const,
  ),
);
/** "Two thirds", "a quarter". */
const FRACTIONS = new Map<string, number>(
  ["half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"].map((word, index) => [
    word,
    index + 2,
  ]),
);
/** Of these there is no exact number: "a couple of", "dozens of". */
const VAGUE = new Set(["dozens", "hundreds", "thousands", "millions"]);

function numberAt(tokens: readonly Token[], start: number): FoundNumber | undefined {
  const token = tokens[start];
  if (token === undefined) return undefined;
  if (token.kind === "date") return { start, end: start + 1, values: [], role: "label" };
  if (token.kind === "clock") return { start, end: start + 1, values: clockValues(token.text), role: "clock" };
  const part = partAt(tokens, start);
  if (part !== undefined) return part;
  if (token.kind === "number") {
    if (tokens[start + 1]?.kind === "scale") return eastAsianAt(tokens, start);
    const word = tokens[start + 1]?.lower ?? "";
    const values = valuesOf(token.text);
    const others = OTHER_SCALES.flatMap(([scale, words]) => (words.split(" ").includes(word) ? [scale] : []));
    if (others.length > 0 && tokens[start + 1]?.isGlued === false) {
      const scaled = others.flatMap((scale) => values.map((value) => value * scale));
      return { start, end: start + 2, values: [...scaled, ...values], role: "count" };
    }
    const scale = SCALES.get(word);
    if (scale === undefined || tokens[start + 1]?.isGlued === true) {
      return { start, end: start + 1, values, role: token.text === "1" ? "article" : "count" };
    }
    return { start, end: start + 2, values: values.map((value) => value * scale), role: "count" };
  }
  if (token.kind !== "word") return undefined;
  const adverb = ADVERBS.get(token.lower);
  if (adverb !== undefined) return { start, end: start + 1, values: [adverb], role: "count" };
  const ordinal = ORDINALS.get(token.lower);
  if (ordinal !== undefined) {
    const isCount = tokens[start + 1]?.lower === "time" && ordinal > 1;
    return { start, end: start + 1, values: [ordinal], role: isCount ? "count" : "label" };
  }
  return wordsAt(tokens, start);
}

/** "2万5000", "3億5千万", "1만 2000". */
function eastAsianAt(tokens: readonly Token[], start: number): FoundNumber {
  let [total, section, current, end] = [0, 0, 0, start];
  for (; end < tokens.length; end += 1) {
    const token = tokens[end];
    // In Korean, a space may be behind each scale of four digits.
    const isNext = end === start || token?.isGlued === true || /[만억조]/.test(tokens[end - 1]?.text ?? "");
    const scale = token?.kind === "scale" ? EAST_ASIAN_SCALES.get(token.text) : undefined;
    if (!isNext || token === undefined || (scale === undefined && token.kind !== "number")) break;
    if (scale === undefined) current = valuesOf(token.text)[0] ?? 0;
    else if (scale < 1e4) [section, current] = [section + (current === 0 ? 1 : current) * scale, 0];
    else [total, section, current] = [total + (section + current) * scale, 0, 0];
  }
  return { start, end, values: [total + section + current], role: "count" };
}

/** A part of something: "half of the 120 stars" are 60; of the map, it is a share. */
function partAt(tokens: readonly Token[], start: number): FoundNumber | undefined {
  const lower = (index: number): string => tokens[index]?.lower ?? "";
  const part = fractionAt(tokens, start);
  if (part === undefined) return undefined;
  let index = part.end;
  const isOf = lower(index) === "of";
  if (isOf) index += 1;
  else if (part.value !== 0.5 || part.isPercent) return undefined;
  const first = index;
  while (/^(?:the|your|all|its|their|our|these|those)$/.test(lower(index))) index += 1;
  if (!isOf && index === first) return undefined;
  const share = part.value * 100;
  const whole = numberAt(tokens, index);
  const unit = whole && unitAt(tokens, whole.end);
  const isKnown =
    whole !== undefined &&
    (whole.role === "count" || (whole.role === "article" && unit !== undefined)) &&
    !isLabel(tokens, whole, unit?.end, beforeWords(tokens, index));
  if (!isKnown)
    return part.isPercent ? undefined : { start, end: part.end, values: part.counted, role: "label", share };
  const values = whole.values.map((value) => value * part.value);
  const rounded = values.flatMap((value) => (value > 10 ? [Math.floor(value), Math.ceil(value)] : [value]));
  return { start, end: whole.end, values: rounded, role: "count", share };
}

interface Fraction {
  readonly value: number;
  readonly end: number;
  readonly isPercent: boolean;
  /** What it may count instead: "three quarters" are coins, too. */
  readonly counted: readonly number[];
}

/** "Half", "one half", "two thirds", "3/4", "30%". */
function fractionAt(tokens: readonly Token[], start: number): Fraction | undefined {
  const lower = (index: number): string => tokens[index]?.lower ?? "";
  const isNumber = (index: number): boolean => /^\d+$/.test(tokens[index]?.text ?? "");
  if (lower(start) === "half") return { value: 0.5, end: start + 1, isPercent: false, counted: [] };
  const digits = isNumber(start) ? Number(lower(start)) : undefined;
  if (digits !== undefined && /^[/\u2044]$/.test(lower(start + 1)) && isNumber(start + 2)) {
    const value = digits / Number(lower(start + 2));
    return value > 0 && value < 1 ? { value, end: start + 3, isPercent: false, counted: [] } : undefined;
  }
  if (digits !== undefined && /^(?:%|percent)$/.test(lower(start + 1))) {
    return { value: digits / 100, end: start + 2, isPercent: true, counted: [] };
  }
  const above = /^an?$/.test(lower(start)) ? 1 : (digits ?? SMALL_NUMBERS.get(lower(start)));
  const below = FRACTIONS.get(lower(start + 1).replace(/(?<!l)s$/, ""));
  if (above === undefined || below === undefined || above >= below) return undefined;
  return { value: above / below, end: start + 2, isPercent: false, counted: [above] };
}

/** "Two and a half", "one and a half million", "a million and a half". */
function withPart(tokens: readonly Token[], found: FoundNumber): FoundNumber {
  const { end, start, values, role } = found;
  const word = (at: number): string => tokens[at]?.lower ?? "";
  const isPart = word(end) === "and" && /^an?$/.test(word(end + 1)) && /^(?:half|quarter)$/.test(word(end + 2));
  if (!isPart || (role !== "count" && role !== "article")) return found;
  const part = 1 / (FRACTIONS.get(word(end + 2)) ?? 1);
  const before = end > start + 1 ? (SCALES.get(word(end - 1)) ?? 1) : 1;
  const after = SCALES.get(word(end + 3));
  const all = values.map((value) => (value + part * before) * (after ?? 1));
  return { ...found, end: end + (after === undefined ? 3 : 4), values: all, role: "count" };
}

/** Number words: "twenty-five", "one hundred and fifty", "half a million", "a dozen"; and "a" alone. */
function wordsAt(tokens: readonly Token[], start: number): FoundNumber | undefined {
  let [total, current, index, isNumber] = [0, 0, start, false];
  const word = (at: number): string => tokens[at]?.lower ?? "";
  const isArticle = word(start) === "a" || word(start) === "an";
  if (word(start) === "half" && /^an?$/.test(word(start + 1))) {
    [current, index] = [0.5, start + 2];
    if (!SCALES.has(word(index)) && !UNITS.has(word(index))) return undefined;
    isNumber = true;
  } else if (word(start) === "half" && SCALES.has(word(start + 1))) {
    [current, index, isNumber] = [0.5, start + 1, true];
  } else if (isArticle && SCALES.has(word(start + 1)) && !VAGUE.has(word(start + 1))) {
    [current, index, isNumber] = [1, start + 1, true];
  }
  for (; index < tokens.length; index += 1) {
    const small = SMALL_NUMBERS.get(word(index));
    const scale = VAGUE.has(word(index)) ? undefined : SCALES.get(word(index));
    const isJoin = isNumber && (word(index) === "and" || (word(index) === "-" && tokens[index]?.isGlued === true));
    if (small !== undefined) current += small;
    else if (scale !== undefined && isNumber) {
      if (scale < 1000) current = (current === 0 ? 1 : current) * scale;
      else [total, current] = [total + (current === 0 ? 1 : current) * scale, 0];
    } else if (isJoin && SMALL_NUMBERS.has(word(index + 1)) && (word(index) === "-" || SCALES.has(word(index - 1))))
      continue;
    else break;
    isNumber = true;
  }
  if (!isNumber) return isArticle ? { start, end: start + 1, values: [1], role: "article" } : undefined;
  const isOne = index === start + 1 && word(start) === "one";
  return { start, end: index, values: [total + current], role: isOne ? "article" : "count" };
}

/** "1,500" has 1500, and "1.5" 1.5; "1.500" is 1500 in some countries and 1.5 in others. */
function valuesOf(text: string): readonly number[] {
  const joined = Number(text.replaceAll(/[^\d]/g, ""));
  const decimal = Number(
    text
      .replaceAll(/[^\d.,]/g, "")
      .replace(/[.,](?=\d*$)/, "#")
      .replaceAll(/[.,]/g, "")
      .replace("#", "."),
  );
  if (/^\d+$/.test(text)) return [joined];
  if (/^\d{1,3}[.,]\d{3}$/.test(text)) return [joined, decimal];
  return /[.,]\d{3}$|['’\s]\d{3}$/.test(text) ? [joined] : [decimal];
}

/** "7:30" in the smaller unit of the two, and in thousandths of it. */
function clockValues(text: string): readonly number[] {
  const value = text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return [value, value * 60, value * 1000];
}

const LABEL_NOUNS = new Set([
  ...["season", "chapter", "part", "episode", "act", "volume", "book", "world", "edition", "year", "room", "sector"],
  ...["area", "zone", "route", "mission", "quest", "map", "track", "line", "gate", "phase", "no", "number", "version"],
  ...["player", "team", "kapitel", "saison"],
]);
/** A number behind one of these is a count only where it is reached. */
const LEVEL_NOUNS = new Set(["level", "lvl", "wave", "floor", "round", "rank", "tier", "stage", "prestige"]);
const REACHING =
  /\b(?:reach|reached|reaching|survive|hit|attain|(?:get|make it|climb|rise|level up|advance) (?:up )?to)\b[^.!?]*$/;
const MONTHS_AND_SEASONS =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|spring|summer|autumn|fall|winter|season|easter|christmas|halloween)$/;
const ASIDES = new Set([
  ...["with", "between", "in", "into", "on", "at", "from", "against", "per", "versus", "vs", "through", "across"],
]);
const UPPER =
  /(?:under|below|less than|fewer than|no more than|not more than|no (?:longer|farther|further|higher|larger|bigger|heavier) than|at most|within|maximum of|max|not exceeding|<|≤|<=)$/;
const LOWER_NEGATED = /\b(?:no|not) (?:less|fewer) than$/;
const MORE = /^(?:more|above|higher|longer|over|up)$/;
const FEWER = /^(?:less|fewer|lower|under|below|shorter)$/;
const NEGATION = /\b(?:never|not|without|nothing|nobody|no|cannot)\b|n['’]t\b/;
/** Right before the words of an end: "don't take longer than", "without using more than". */
const TURNING =
  /(?:(?:\b(?:never|not|cannot)|n['’]t) (?:(?!in |on |for |with |at )\p{L}+ ){0,2}|\bwithout (?:\p{L}+ )?)$/u;
const LOWER =
  /(?:at least|no fewer than|no less than|not less than|more than|over|above|beyond|longer than|farther than|further than|higher than|larger than|bigger than|heavier than|minimum of|min|exceeding|exceed|>|≥|>=)$/;

function quantityOf(tokens: readonly Token[], found: FoundNumber): Quantity {
  const { start, end } = found;
  const at = (index: number): Token | undefined => tokens[index];
  const lower = (index: number): string => at(index)?.lower ?? "";
  const unit = unitAt(tokens, end);
  const isGluedWord = at(end)?.isGlued === true && at(end)?.kind === "word";
  const readings = readingsOf(tokens, found, unit);
  const before = beforeWords(tokens, start);
  const bound = boundOf(before, tokens, unit?.end ?? end, unit, isPlace(tokens, found));
  const isMoney = /^\p{Sc}$/u.test(lower(start - 1)) || /^\p{Sc}$/u.test(lower(end));
  const isDigits = at(start)?.kind === "number";
  let role = found.role;
  if (role !== "label" && isLabel(tokens, found, unit?.end, before)) role = "label";
  else if (role === "count" && LEVEL_NOUNS.has(lower(start - 1))) role = REACHING.test(before) ? "level" : "label";
  else if (role === "count" && isDigits && isGluedWord && readings.length === 0) role = "label";
  const share =
    found.share === undefined ? [] : (UNITS.get("%") ?? []).map((each) => ({ value: found.share ?? 0, unit: each }));
  const known = [...(role === "label" ? found.values.map((value) => ({ value })) : readings), ...share];
  const last = at((unit?.end ?? end) - 1);
  return {
    written: tokens
      .slice(start, role === "article" && unit === undefined ? end + 1 : (unit?.end ?? end))
      .map((token, index) => (index === 0 || token.isGlued ? token.text : ` ${token.text}`))
      .join(""),
    readings: isMoney ? known.flatMap(({ value }) => [{ value }, { value: value * 100 }]) : known,
    role: role === "article" && unit !== undefined ? "count" : role,
    ...(bound === undefined ? {} : { bound }),
    isAside: ASIDES.has(lower(start - 1)) && unit === undefined && bound === undefined && last !== undefined,
    before: lower(start - 1),
    after: tokens
      .slice(end, end + 4)
      .flatMap(({ kind, lower: word }) => (kind === "word" ? [word] : []))
      .slice(0, 3),
  };
}

/** The text before a token up to the end of the sentence before it, in lower case. */
function beforeWords(tokens: readonly Token[], start: number): string {
  const words: string[] = [];
  for (let index = start - 1; index >= 0 && words.length < 12; index -= 1) {
    const token = tokens[index];
    if (token === undefined || /^[.!?;:]$/.test(token.text)) break;
    words.unshift(token.lower);
  }
  return words.join(" ");
}

interface FoundUnit {
  readonly units: readonly Unit[];
  readonly end: number;
}

const BEFORE_UNITS = new Set(["consecutive", "straight", "full", "whole", "more", "different"]);

/** The unit that begins at the token: "km", "km/h", "minutes". */
function unitAt(tokens: readonly Token[], index: number): FoundUnit | undefined {
  const [first, slash, second] = tokens.slice(index, index + 3);
  if (first === undefined) return undefined;
  if (first.text === "%") return { units: UNITS.get("%") ?? [], end: index + 1 };
  if (first.kind !== "word") return undefined;
  // "5 consecutive days", "two full hours"
  if (BEFORE_UNITS.has(first.lower) && !first.isGlued) return unitAt(tokens, index + 1);
  if (slash?.text === "/" && slash.isGlued && second?.isGlued === true) {
    const units = UNITS.get(`${first.lower}/${second.lower}`);
    if (units !== undefined) return { units, end: index + 3 };
  }
  const units = UNITS.get(first.lower);
  return units === undefined ? undefined : { units, end: index + 1 };
}

function readingsOf(
  tokens: readonly Token[],
  found: FoundNumber,
  unit: FoundUnit | undefined,
): readonly NumberReading[] {
  const { values, end } = found;
  const next = tokens[end];
  const readings: NumberReading[] = (unit?.units ?? []).flatMap((each) =>
    values.map((value) => ({ value, unit: each })),
  );
  if (next?.isGlued === true && next.kind === "word") {
    const suffix = SUFFIXES.get(next.lower);
    const isOtherScript = !/^\p{Script=Latin}/u.test(next.text);
    if (suffix !== undefined) readings.push(...values.map((value) => ({ value: value * suffix })));
    // In scripts without spaces, the noun follows at once.
    else if (isOtherScript || /^(?:st|nd|rd|th|x)$/.test(next.lower))
      readings.push(...values.map((value) => ({ value })));
    return readings;
  }
  const plain = readings.length > 0 && found.role !== "clock" ? [] : values.map((value) => ({ value }));
  // "1.5", of something that is counted in tenths, hundredths or thousandths.
  const parts = (values.length === 1 ? values : [])
    .filter((value) => !Number.isInteger(value))
    .flatMap((value) => [10, 100, 1000].map((by) => value * by));
  return [...readings, ...plain, ...parts.map((value) => ({ value }))];
}

/** Whether the number is part of a name, a date or a format. */
function isLabel(
  tokens: readonly Token[],
  { start, end, values, role }: FoundNumber,
  unitEnd: number | undefined,
  before: string,
): boolean {
  const at = (index: number): Token | undefined => tokens[index];
  const lower = (index: number): string => at(index)?.lower ?? "";
  const [previous, next] = [at(start - 1), at(end)];
  const isDigits = at(start)?.kind === "number";
  if (at(start)?.isGlued === true && previous !== undefined) {
    if (previous.text === "#" || previous.text === "_" || /^[-–/.]$/.test(previous.text)) return true;
    const isTimes = /^[x×]$/.test(previous.lower) && !(previous.isGlued && at(start - 2)?.kind === "number");
    if (previous.kind === "word" && /^\p{Script=Latin}/u.test(previous.text) && !isTimes) return true;
  }
  if (next?.isGlued === true && /^[-–/_]$/.test(next.text) && at(end + 1)?.isGlued === true) {
    // "24-hour race" is a name, "10-day streak" a count.
    const isRun = /^(?:streak|run|chain|combo)$/.test(lower(end + 2));
    if (!(isRun && at(end + 1)?.kind === "word")) return true;
  }
  if (next?.isGlued === true && next.kind === "word" && isDigits) {
    if (/^(?:st|nd|rd|th)$/.test(next.lower)) return lower(end + 1) !== "time" && lower(start - 1) !== "your";
    if (/^(?:s|v|d|x)$/.test(next.lower) && !(next.lower === "x" && at(end + 1)?.isGlued !== true)) {
      return (
        !(next.lower === "s" || next.lower === "d") ||
        /^(?:18|19|20)\d0$/.test(at(start)?.text ?? "") ||
        next.lower === "d"
      );
    }
  }
  if (LABEL_NOUNS.has(lower(start - 1))) return true;
  if (MONTHS_AND_SEASONS.test(lower(start - 1)) || (isDigits && MONTHS_AND_SEASONS.test(lower(end)))) return true;
  if (/^(?:am|pm|o'clock|o’clock|uhr)$/.test(lower(end)) && isDigits) return true;
  if (isDigits && isYear(at(start)?.text ?? "", lower(start - 1), next)) return true;
  if (role === "article") return lower(end) === "of" || lower(start - 1) === "no" || before === "";
  if (role !== "count" || isDigits) return false;
  if (ADVERBS.has(lower(start)) || ORDINALS.has(lower(start))) return false;
  // "the four winds", "Snow White and the Seven Dwarfs"
  const isCapital = /^\p{Lu}/u.test(at(start)?.text ?? "") && /^\p{Lu}/u.test(next?.text ?? "") && before !== "";
  return (lower(start - 1) === "the" && unitEnd === undefined && (values[0] ?? 0) < 100) || isCapital;
}

function isYear(text: string, before: string, next: Token | undefined): boolean {
  if (!/^(?:19|20)\d\d$/.test(text)) return false;
  const isLast = next === undefined || next.kind !== "word";
  return (
    isLast ||
    /^(?:in|of|since|until|by|from)$/.test(before) ||
    /^(?:season|cup|edition|event|games|championship)$/.test(next.lower)
  );
}

/** Whether it is a place, of which the lowest number is the highest. */
function isPlace(tokens: readonly Token[], { start, end }: FoundNumber): boolean {
  const [before, first, behind] = [tokens[start - 1], tokens[start], tokens[end]].map((token) => token?.lower ?? "");
  const isOrdinal = ORDINALS.has(first ?? "") || /^(?:st|nd|rd|th)$/.test(behind ?? "");
  return isOrdinal || /^(?:rank|place|position|top|#)$/.test(before ?? "") || behind === "place";
}

/** The words of an end, with what is before them: a negation turns it round. */
function boundOf(
  before: string,
  tokens: readonly Token[],
  end: number,
  unit: FoundUnit | undefined,
  isRanked: boolean,
): Quantity["bound"] {
  // Below floor 3 is further down, and has the higher numbers.
  const plain = before
    .replace(/ (?:level|lvl|wave|round|tier|stage|prestige)$/, "")
    .replace(/ (?:an?|just|only|the)$/, "")
    .replace(/ \p{Sc}$/u, "");
  const words = tokens.slice(end, end + 5).map(({ lower }) => lower);
  const behind = /^(?:\p{L}+ ){0,2}(?:or|and) (\p{L}+)\b/u.exec(words.join(" "))?.[1] ?? "";
  const isSpeed = unit?.units.some(({ quantity }) => quantity === "speed") === true;
  const negated = (bound: "most" | "least", head: string): Quantity["bound"] => {
    if (isRanked) return "open";
    const clause = head.split(/,| (?:and|but|then|while|yet) /).at(-1) ?? "";
    if (TURNING.test(`${clause.trim()} `)) return bound === "most" ? "least" : "most";
    return NEGATION.test(clause) ? "open" : bound;
  };
  if (words[0] === "+" || words[0] === "plus") return negated("least", plain);
  if (behind === "better" || (behind === "faster" && unit === undefined)) return "open";
  if (MORE.test(behind) || (behind === "faster" && isSpeed)) return negated("least", plain);
  if (FEWER.test(behind) || behind === "faster") return negated("most", plain);
  const least = LOWER_NEGATED.exec(plain);
  const most = least === null ? UPPER.exec(plain) : null;
  const found = least ?? most ?? LOWER.exec(plain);
  return found === null ? undefined : negated(most === null ? "least" : "most", plain.slice(0, found.index));
}
