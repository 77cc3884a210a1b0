/**
 * Values to the text of YAML or JSON, as the writer of a file writes them. The package prints each scalar, so that reading
 * gives back the same value to the character: quotes wherever some reader of YAML could see anything else than text.
 */
import { Document, Pair, Scalar, type ScalarTag, YAMLMap } from "yaml";
import { INVISIBLE } from "../model/invisible-characters.ts";
import { ExactNumber, isJsonObject, type Json, jsonText } from "../model/json.ts";

/** How a file is written. */
export interface Hand {
  readonly isJson: boolean;
  readonly eol: string;
  /** Blanks of one level. */
  readonly step: string;
  /** Whether lists are indented under their key. */
  readonly isListIndented: boolean;
  /** A dash with the blanks behind it. */
  readonly dash: string;
  /** What is between a brace and what it holds. */
  readonly padding: string;
  /** How keys are quoted. */
  readonly keys: Scalar.Type;
  /** How texts are quoted, by the key that they stand under; the empty name is for all others. */
  readonly quotes: ReadonlyMap<string, Scalar.Type>;
}

/** How laurel writes files of its own. */
export const OWN_HAND: Hand = {
  isJson: false,
  eol: "\n",
  step: "  ",
  isListIndented: true,
  dash: "- ",
  padding: " ",
  keys: "PLAIN",
  quotes: new Map(),
};

/** The columns that a mapping in braces may take up, with what is before it. */
export const LINE_WIDTH = 120;
/** Lists of plain values that are longer than this, as JSON, get a line for each element. */
const LONGEST_LINE_OF_LIST = 80;

const EXACT: ScalarTag = {
  identify: (value) => value instanceof ExactNumber,
  default: true,
  tag: "tag:yaml.org,2002:float",
  resolve: (text) => text,
  stringify: ({ value }) => String(value),
};

/** Where a scalar stands: on lines of its own, in braces, or in brackets or as a key. */
export type ScalarPlace = "block" | "member" | "line";

/** How a scalar is to be written. */
export interface ScalarForm {
  readonly type: Scalar.Type | undefined;
  readonly place: ScalarPlace;
  /** The columns at which text is folded; none for 0. */
  readonly width?: number;
  readonly step?: string;
  /** What stands before it on its line. */
  readonly key?: string;
}

/** A scalar without the line break behind it; what is on further lines is indented by one step. */
export function yamlScalar(value: Json, { type, place, width = 0, step = "  ", key = "" }: ScalarForm): string {
  const scalar = new Scalar(value);
  if (typeof value === "string") scalar.type = typeFor(value, type, place);
  const map = new YAMLMap();
  map.flow = place !== "block";
  const name = "k".repeat(Math.max(key.length, 1));
  map.items.push(new Pair(new Scalar(name), scalar));
  const document = new Document<YAMLMap>(undefined, {
    version: "1.2",
    schema: "core",
    // YAML 1.1 reads some texts as something else: other tools still read `on` as true.
    compat: "yaml-1.1",
    customTags: (tags) => [...tags, EXACT],
  });
  document.contents = map;
  const text = document.toString({
    lineWidth: width,
    minContentWidth: 0,
    indent: step.length,
    flowCollectionPadding: false,
    doubleQuotedAsJSON: true,
  });
  const written =
    place === "block" ? text.slice(`${name}:`.length, -"\n".length) : text.slice(`{${name}: `.length, -"}\n".length);
  return written.replace(/^ /, "").replaceAll(INVISIBLE, yamlEscape);
}

/** YAML has no pairs of escapes: what lies beyond U+FFFF is one of eight digits. Invisible characters are always quoted. */
function yamlEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

/** In brackets and as a key, whatever is more than a word is quoted. */
function typeFor(text: string, wanted: Scalar.Type | undefined, place: ScalarPlace): Scalar.Type {
  if (wanted === "QUOTE_DOUBLE" || !isVisible(text.replaceAll("\n", ""))) return "QUOTE_DOUBLE";
  if (wanted === "QUOTE_SINGLE" && !text.includes("\n")) return wanted;
  const isBlock = wanted === "BLOCK_FOLDED" || wanted === "BLOCK_LITERAL";
  if (place === "block" && (isBlock || text.includes("\n")) && isBlockText(text))
    return isBlock ? wanted : "BLOCK_LITERAL";
  const isPlain = text !== "" && text.trim() === text && !text.includes("\n") && !/^(?:=$|<<|---|\.\.\.)/.test(text);
  return isPlain && (place !== "line" || /^[A-Za-z0-9_.~-]+$/.test(text)) ? "PLAIN" : "QUOTE_DOUBLE";
}

/** Lines that an editor would leave as they are: without blanks at their ends or before the first. */
function isBlockText(text: string): boolean {
  const body = text.replace(/\n$/, "");
  return body !== "" && body.trim() === body && !/[^\S\n](?:\n|$)/.test(body);
}

function isVisible(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  return !/[\u0000-\u001f]/.test(text) && text.search(INVISIBLE) === -1;
}

/** A key in front of its colon. */
export function keyText(name: string, { isJson, keys }: Hand): string {
  return isJson ? jsonText(name) : yamlScalar(name, { type: keys, place: "line" });
}

/**
 * A value on one line. `pad`: with it, lists and mappings take a line for each of what they hold, and these are the blanks
 * before their closing brackets.
 */
export function flowText(
  value: Json,
  hand: Hand,
  { name = "", pad }: { readonly name?: string; readonly pad?: string } = {},
): string {
  const { isJson, padding, step, eol, quotes } = hand;
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) {
    if (isJson) return jsonText(value);
    return yamlScalar(value, { type: quotes.get(name) ?? quotes.get(""), place: name === "" ? "line" : "member" });
  }
  const isSpread = pad !== undefined && isTall(value);
  const inner = isSpread ? { pad: pad + step } : {};
  const pieces = isList
    ? value.map((element) => flowText(element as Json, hand, inner))
    : Object.entries(value).map(
        ([key, member]) => `${keyText(key, hand)}: ${flowText(member, hand, { name: key, ...inner })}`,
      );
  const [open, close] = isList ? "[]" : "{}";
  if (isSpread) return open + pieces.map((piece) => eol + inner.pad + piece).join(",") + eol + pad + close;
  const blank = isList || pieces.length === 0 ? "" : padding;
  return open + blank + pieces.join(", ") + blank + close;
}

/** Whether a list is written in brackets on one line. */
function isShort(list: readonly Json[]): boolean {
  const isPlain = list.every((element) => !Array.isArray(element) && !isJsonObject(element));
  return isPlain && jsonText(list).length <= LONGEST_LINE_OF_LIST;
}

/** What follows a colon or dash, with its line break; further lines are indented as from column 0. */
export function valueText(value: Json, hand: Hand, name?: string): string {
  const { quotes, step, isListIndented } = hand;
  if (!Array.isArray(value) && !isJsonObject(value)) {
    const type = quotes.get(name ?? "") ?? quotes.get("");
    return ` ${yamlScalar(value, { type, place: "block", step })}\n`;
  }
  if (!isTall(value)) return ` ${flowText(value, hand)}\n`;
  return `\n${indented(linesText(value, hand), Array.isArray(value) && !isListIndented ? "" : step)}`;
}

/** Whether a value takes lines of its own. */
function isTall(value: Json): boolean {
  const isHolder = Array.isArray(value) || isJsonObject(value);
  return isHolder && Object.keys(value).length > 0 && !(Array.isArray(value) && isShort(value));
}

/** The members of a mapping or the elements of a list, with at least one, each on lines of its own. */
export function linesText(value: Json, hand: Hand): string {
  if (Array.isArray(value)) return value.map((element) => elementText(element as Json, hand)).join("");
  return Object.entries(value as object)
    .map(([name, member]) => `${keyText(name, hand)}:${valueText(member as Json, hand, name)}`)
    .join("");
}

/** An element of a list: the first member of a mapping follows the dash. */
export function elementText(value: Json, hand: Hand): string {
  if (!isTall(value)) return hand.dash.trimEnd() + valueText(value, hand);
  const pad = " ".repeat(hand.dash.length);
  return hand.dash + indented(linesText(value, hand), pad).slice(pad.length);
}

/** Lines with blanks before each that has something on it. */
export function indented(text: string, pad: string): string {
  return pad === "" ? text : text.replaceAll(/^(?=[^\n])/gm, pad);
}
