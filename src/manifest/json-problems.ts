/**
 * Explains mistakes in JSON. In: the error's name in the `jsonc-parser` package, and its place.
 * Out: the text there, and one fix. `[007]` is "007 is not a number in JSON", with the help "write
 * 7".
 */

import { UNSEEN, unseenHelp } from "../ground/invisible-characters.ts";
import { jsonText } from "../ground/json.ts";
import { inQuotes, shortened } from "../ground/words.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { endOfLine } from "./parts.ts";

export interface OpenBracket {
  readonly type: "map" | "list";
  readonly start: number;
}

/** The place of an error. */
interface JsonPlace {
  readonly text: string;
  readonly offset: number;
  /** The innermost bracket that is open. */
  readonly inner: OpenBracket | undefined;
  /** Whether a key is expected. */
  readonly isKey: boolean;
  /** Whether the value of the file has ended. */
  readonly isAfterRoot: boolean;
}

export interface JsonMistake {
  readonly code?: DiagnosticCode;
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly help: string;
}

export function jsonMistake(error: string, place: JsonPlace): JsonMistake {
  const { text, offset } = place;
  const character = text.charAt(offset);
  if (error === "InvalidCommentToken" || character === "#") return comment(place);
  if (character === '"') {
    const inText = mistakeInText(error, text, offset);
    if (inText !== undefined) return inText;
  }
  const unseen = UNSEEN.test(character) || /[^\S\n]/.test(character) || isControl(character);
  if (unseen) return unseenCharacter(character, offset);
  const isNumberPart = /[\d.]/.test(text.charAt(offset - 1)) && /[-+\w.]/.test(character);
  if (isNumberPart) return strangeWord(place);
  if (place.isAfterRoot) return afterRoot(place);
  if (offset >= text.length) return endOfFile(place);
  return mistakeOfSigns(error, place) ?? yamlText(place) ?? strangeWord(place);
}

function comment({ text, offset }: JsonPlace): JsonMistake {
  const end = text.startsWith("/*", offset) ? text.indexOf("*/", offset) + 2 : 0;
  return {
    start: offset,
    end: end > 1 ? end : endOfLine(text, offset),
    label: "JSON has no comments",
    help: "delete the comment, or rename the file to .yaml and begin comments with #",
  };
}

/** Explains a mistake in a text in double quotes. */
function mistakeInText(error: string, text: string, start: number): JsonMistake | undefined {
  const lineEnd = endOfLine(text, start);
  if (error === "UnexpectedEndOfString") {
    const label = "this text does not end on its line";
    return {
      start,
      end: lineEnd,
      label,
      help: 'end it with " on its line, and write a line break in it as \\n',
    };
  }
  if (error === "InvalidCharacter") {
    let at = start + 1;
    while (!isControl(text.charAt(at))) at += 1;
    const character = text.charAt(at);
    const escaped = jsonText(character).slice(1, -1);
    const help = character === "\0" ? "delete it" : `write it as ${escaped}`;
    return {
      start: at,
      end: at + 1,
      label: `${codePoint(character)} must be written as an escape`,
      help,
    };
  }
  if (error !== "InvalidEscapeCharacter" && error !== "InvalidUnicode") return undefined;
  const escapes = text
    .slice(start, lineEnd)
    .matchAll(/\\(?:["\\/bfnrt]|u[\da-f]{4}|(u[\da-f]{0,3}|.?))/gi);
  for (const { 0: found, 1: wrong, index } of escapes) {
    if (wrong === undefined) continue;
    const at = start + index;
    const label = `${found} is not an escape in JSON`;
    return { start: at, end: at + found.length, label, help: helpForEscape(wrong) };
  }
  return undefined;
}

/** `wrong`: the characters after the backslash. */
function helpForEscape(wrong: string): string {
  if (wrong.startsWith("u")) return "write four hexadecimal digits after \\u";
  return wrong === "'" ? "write ' without a backslash" : "write the backslash as two: \\\\";
}

function unseenCharacter(character: string, start: number): JsonMistake {
  const [help = "delete it"] = unseenHelp(character);
  const label = `${codePoint(character)} is not a space in JSON`;
  return { start, end: start + 1, label, help };
}

function afterRoot({ text, offset: start }: JsonPlace): JsonMistake {
  const character = text.charAt(start);
  if (/[\]}]/.test(character)) {
    return {
      start,
      end: start + 1,
      label: `no bracket is open that this ${character} could close`,
      help: "delete it",
    };
  }
  const help = "write the rest to a file of its own";
  return {
    start,
    end: endOfLine(text, start),
    label: "a JSON file has one document, and it has ended",
    help,
  };
}

function endOfFile({ text, inner }: JsonPlace): JsonMistake {
  if (inner === undefined) {
    return {
      start: 0,
      end: 1,
      label: "expected a JSON value, found nothing",
      help: "write {}, or delete the file",
    };
  }
  const { start } = inner;
  const close = closingOf(inner);
  return {
    start,
    end: start + 1,
    label: `this ${text[start]} is never closed`,
    help: `write ${close} where it ends`,
  };
}

function closingOf({ type }: OpenBracket): string {
  return type === "map" ? "}" : "]";
}

/** Explains a bracket, comma or colon that is missing or superfluous. */
function mistakeOfSigns(
  error: string,
  { text, offset, inner, isKey }: JsonPlace,
): JsonMistake | undefined {
  const character = text.charAt(offset);
  const here = { start: offset, end: offset + 1 };
  const found = foundAt(text, offset);
  if (error === "ColonExpected") {
    const help = "write a colon between the key and its value";
    return { ...here, label: `expected a colon after the key, found ${found}`, help };
  }
  if (/[\]}]/.test(character)) return mistakenClosing(character, { text, offset, inner });
  if (character === ",")
    return { ...here, label: "a comma without a value before it", help: "delete the comma" };
  if (character === ":")
    return { ...here, label: "expected a value, found a second colon", help: "delete the colon" };
  if (error === "CommaExpected") {
    return {
      ...here,
      label: `expected a comma, found ${found}`,
      help: "write a comma between the two",
    };
  }
  if (isKey && /[[{]/.test(character)) {
    return {
      ...here,
      label: `expected a key, found ${character}`,
      help: "write a key in double quotes before it",
    };
  }
  return undefined;
}

/** Explains a closing bracket where another sign or a value is expected. */
function mistakenClosing(
  character: string,
  { text, offset, inner }: Pick<JsonPlace, "text" | "offset" | "inner">,
): JsonMistake {
  const here = { start: offset, end: offset + 1 };
  const before = text.slice(0, offset).trimEnd();
  if (before.endsWith(",")) {
    const start = before.length - 1;
    const label = `a comma before ${character}`;
    return { start, end: start + 1, label, help: "delete the comma" };
  }
  if (inner !== undefined && character !== closingOf(inner)) {
    const close = closingOf(inner);
    const help = `write ${close} here, or a ${text[inner.start] === "{" ? "[" : "{"} where it begins`;
    return { ...here, label: `expected ${close}, found ${character}`, help };
  }
  const label = `expected a value, found ${character}`;
  return { ...here, label, help: "write a value, such as null" };
}

function foundAt(text: string, offset: number): string {
  const token = /"[^"\n]*"?|[\w.+-]+|./y;
  token.lastIndex = offset;
  return shortened(token.exec(text)?.[0] ?? "the end of the file");
}

/** Explains YAML in a file whose name ends in `.json`. */
function yamlText({ text, offset: start, inner }: JsonPlace): JsonMistake | undefined {
  if (inner !== undefined || !/^(?:---|%|- |[\w-]+[ \t]*:)/.test(text.slice(start, start + 200)))
    return undefined;
  const end = endOfLine(text, start);
  const found = shortened(text.slice(start, end).trimEnd());
  return {
    start,
    end,
    label: `expected JSON, found ${found}`,
    help: "rename the file so that it ends in .yaml, or write JSON",
  };
}

/** Explains a number or word that is not JSON. */
function strangeWord({ text, offset, isKey }: JsonPlace): JsonMistake {
  let start = offset;
  while (/[-+\w.]/.test(text.charAt(start - 1))) start -= 1;
  const quotedWord = /'(?:[^'\n]|'')*'|`[^`\n]*`|[“”„][^“”\n]*[“”]/y;
  quotedWord.lastIndex = start;
  const quotedText = quotedWord.exec(text)?.[0];
  const plainWord = /(?:[^\s,[\]{}":#]|:(?!\s)|[ \t]+(?![\s,[\]{}":#]|\/[/*]))+/y;
  plainWord.lastIndex = start;
  const word = quotedText ?? plainWord.exec(text)?.[0] ?? text.charAt(start);
  const end = start + word.length;
  const shown = shortened(word);
  const quote = (value: string): string => `quote it: ${jsonText(value)}`;
  if (quotedText !== undefined) {
    const inner = word.slice(1, -1);
    const plain = word.startsWith("'") ? inner.replaceAll("''", "'") : inner;
    return {
      start,
      end,
      label: `expected double quotes, found ${shown}`,
      help: `write ${jsonText(plain)}`,
    };
  }
  if (isKey)
    return {
      start,
      end,
      label: `expected a key in double quotes, found ${shown}`,
      help: quote(word),
    };
  if (/^[-+]?\.?(?:nan|inf|infinity)$/i.test(word)) {
    const label = `expected a value that JSON can hold, found ${word}`;
    return {
      code: "unsafe-number",
      start,
      end,
      label,
      help: `to mean the text, quote it: ${inQuotes(word)}`,
    };
  }
  const constant = constantIn(word);
  if (constant !== undefined)
    return { start, end, label: `expected ${constant}, found ${word}`, help: `write ${constant}` };
  const number = numberIn(word);
  if (number === undefined)
    return { start, end, label: `expected a value, found ${shown}`, help: quote(word) };
  const help = `write ${number}, or to mean the text, ${inQuotes(word)}`;
  return { start, end, label: `${shown} is not a number in JSON`, help };
}

/** Translates a constant of another language into JSON. */
function constantIn(word: string): string | undefined {
  if (/^(?:None|nil|~)$/.test(word)) return "null";
  return /^(?:true|false|null)$/i.test(word) ? word.toLowerCase() : undefined;
}

/** Translates a number of another language into JSON. */
function numberIn(word: string): string | undefined {
  const digits = word.replaceAll("_", "");
  if (/^0(?:x[\da-f]+|o[0-7]+|b[01]+)$/i.test(digits)) return String(BigInt(digits.toLowerCase()));
  const [, sign, whole = "", fraction = "", exponent = ""] =
    /^([-+]?)(\d*)(?:\.(\d*))?(e[-+]?\d+)?$/i.exec(digits) ?? [];
  if (`${whole}${fraction}` === "") return undefined;
  const number = whole.replace(/^0+(?=\d)/, "") || "0";
  return `${sign === "-" ? "-" : ""}${number}${fraction === "" ? "" : `.${fraction}`}${exponent}`;
}

function isControl(character: string): boolean {
  return character !== "" && character < " ";
}

function codePoint(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
