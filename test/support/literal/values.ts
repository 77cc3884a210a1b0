/**
 * Members of requests and records of a literal service: what it takes, what it keeps, and what it
 * shows.
 */
import type { BooleanForm, LinkName, NumberForm, Variant } from "./variant.ts";

export type Value =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | { readonly [name: string]: Value };
export type Members = Readonly<Record<string, Value>>;

/** The stored value, or the reason for a 422. */
export type Taken =
  | { readonly value: Value; readonly sentText?: string }
  | { readonly refusal: string };

export const FLAGS: ReadonlySet<string> = new Set(["is_secret"]);
export const NUMBERS: ReadonlySet<string> = new Set(["points"]);

export function isObject(value: Value | undefined): value is { readonly [name: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isLinkName(name: string, { links }: Variant): name is LinkName {
  return Object.hasOwn(links, name);
}

/** Reads the member of a request. */
export function takeMember(name: string, value: Value, variant: Variant): Taken {
  if (value === null)
    return variant.nulls === "taken" ? { value } : { refusal: "must not be null" };
  if (FLAGS.has(name)) return takeFlag(value, variant.booleans);
  if (NUMBERS.has(name)) return takeNumber(value, variant.numbers);
  if (name === "custom_data") return takeJson(value, variant.customData.taken);
  if (name === "conditions")
    return takeJson(
      value,
      variant.conditions.taken === "object" ? "json" : variant.conditions.taken,
    );
  return { value };
}

const TRUE: readonly Value[] = [true, "true", "1", 1];
const FALSE: readonly Value[] = [false, "false", "0", 0];
const BOOLEAN_TYPES: Readonly<Record<Exclude<BooleanForm, "any">, readonly Value[]>> = {
  native: [true, false],
  word: ["true", "false"],
  digit: ["1", "0"],
  number: [1, 0],
};

function takeFlag(value: Value, form: BooleanForm): Taken {
  const known = form === "any" ? [...TRUE, ...FALSE] : BOOLEAN_TYPES[form];
  return known.includes(value)
    ? { value: TRUE.includes(value) }
    : { refusal: `must be one of ${JSON.stringify(known)}` };
}

function takeNumber(value: Value, form: NumberForm): Taken {
  const isText = typeof value === "string" && /^-?\d+$/.test(value);
  const isTaken = (form !== "text" && Number.isInteger(value)) || (form !== "native" && isText);
  return isTaken
    ? { value: Number(value) }
    : { refusal: `must be a ${form === "text" ? "string" : "number"}` };
}

/**
 * Takes text of JSON as its value. As `json`, text of an object or a list is refused; any other
 * text is a value.
 */
function takeJson(value: Value, form: "any" | "text" | "json"): Taken {
  if (typeof value !== "string")
    return form === "text" ? { refusal: "must be a string" } : { value };
  const content = contentOf(value);
  if (form !== "json") return { value: content ?? value, sentText: value };
  return typeof content === "object" ? { refusal: "must be an object" } : { value };
}

/** The value in a text of JSON; undefined for other texts. */
function contentOf(text: string): Value | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface KeptMember {
  readonly value: Value;
  readonly sentText: string | undefined;
}

/** Writes a member of a record as the variant shows it. */
export function showMember(name: string, { value, sentText }: KeptMember, variant: Variant): Value {
  if (value === null) return null;
  if (FLAGS.has(name)) return showFlag(value === true, variant);
  if (NUMBERS.has(name)) {
    return variant.numbers === "text" || variant.shownScalars === "text" ? String(value) : value;
  }
  if (name === "custom_data") {
    if (variant.customData.shown === "json") return value;
    return variant.customData.shown === "text"
      ? JSON.stringify(value, undefined, 1)
      : (sentText ?? value);
  }
  if (name === "conditions")
    return variant.conditions.shown === "text" ? JSON.stringify(value) : value;
  return value;
}

function showFlag(isTrue: boolean, { booleans, shownScalars }: Variant): Value {
  if (booleans === "word" || shownScalars === "text") return String(isTrue);
  if (booleans === "digit") return isTrue ? "1" : "0";
  return booleans === "number" ? Number(isTrue) : isTrue;
}
