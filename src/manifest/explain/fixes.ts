/**
 * Guesses what a person meant by a value that no schema accepts. In: the value, and the schemas.
 * Out: what to write, or undefined. Each function handles one kind of mistake; wrong-values.ts
 * tries them in order.
 */

import type { Rewrite } from "../../catalog/types.ts";
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  textsIn,
} from "../../ground/json.ts";
import { didYouMean } from "../../ground/nearest.ts";
import { both, inQuotes } from "../../ground/words.ts";
import { endOfLine, type MapPart, type Part, writtenText } from "../parts.ts";
import { rewritten } from "../rewrites.ts";
import { quotedText } from "./repairs/quote-text.ts";
import { choicesOf, fixOf, typesOf } from "./words.ts";

/**
 * Help for a wrong value. `extent`: offsets of the text to replace, if the message needs another
 * place than usual.
 */
export interface Fix {
  readonly help: string;
  readonly extent?: readonly [start: number, end: number];
}

/** A value with the schemas that it could have met. */
export interface WrongValue {
  readonly part: Part;
  readonly schemas: readonly JsonObject[];
}

/** Quotes `null` or `~` where a text is expected: YAML reads both as nothing. */
export function quoteWordForNothing({ part, schemas }: WrongValue): Fix | undefined {
  const written = writtenText(part);
  if (
    part.value !== null ||
    written === "" ||
    written.startsWith("&") ||
    !accepts(schemas, "string")
  )
    return undefined;
  const help = `write a value; to mean the text, quote it: ${quotedText(written)}`;
  return { help, extent: [part.start, part.end] };
}

/** Quotes a text after a key that YAML reads as a comment (`#1 hero`) or as an anchor (`&hero`). */
export function quoteCommentOrAnchor({ part, schemas }: WrongValue): Fix | undefined {
  const written = writtenText(part);
  if (
    part.value !== null ||
    (written !== "" && !written.startsWith("&")) ||
    !accepts(schemas, "string")
  ) {
    return undefined;
  }
  // An anchor is before its value, and a comment is in no value.
  const { source, start } = part;
  const lineStart = source.text.lastIndexOf("\n", start - 1) + 1;
  const line = source.text.slice(lineStart, endOfLine(source.text, lineStart));
  const [, before = "", text] = /^(.*?[:-]\s+)([#&]\S.*?)\s*$/.exec(line) ?? [];
  if (text === undefined) return undefined;
  const from = lineStart + before.length;
  return { help: `quote it: ${quotedText(text)}`, extent: [from, from + text.length] };
}

/** Rewrites a value in a form that people use, such as `1d`, as the schema's `x-rewrites` say. */
export function rewriteText({ part, schemas }: WrongValue): Fix | undefined {
  for (const schema of schemas) {
    const { "x-rewrites": rewrites, pattern, type } = schema;
    if (!isJsonList(rewrites) || part.value === null) continue;
    const accepted = new RegExp(typeof pattern === "string" ? pattern : "\\S");
    const text = rewritten(writtenText(part), rewrites.flatMap(rewriteIn), (each) =>
      accepted.test(each),
    );
    if (text === undefined || text === writtenText(part)) continue;
    const isText = [type].flat().includes("string");
    const isPlain =
      !isText || (/^[\w.~-][\w:.~+-]*$/.test(text) && !/["']/.test(writtenText(part)));
    return {
      help: `write ${isPlain ? text : quotedText(text)}`,
      extent: [part.start, endOfValue(part)],
    };
  }
  return undefined;
}

/** The rewrite that an element of `x-rewrites` is. */
function rewriteIn(value: Json): readonly Rewrite[] {
  const [pattern, replacement] = textsIn(value);
  return pattern === undefined || replacement === undefined ? [] : [[pattern, replacement]];
}

/** Names the listed value that is called by another word in the schema's `x-also`. */
export function translateChoice({ part, schemas }: WrongValue): Fix | undefined {
  if (part.type !== "scalar" || part.value === null) return undefined;
  const text = String(part.value).toLowerCase().trim();
  for (const { "x-also": also } of schemas) {
    if (isJsonObject(also) && Object.hasOwn(also, text))
      return { help: `did you mean ${inQuotes(String(also[text]))}?` };
  }
  return undefined;
}

/** Names the listed value that was misspelt. */
export function correctChoice({ part, schemas }: WrongValue): Fix | undefined {
  if (typeof part.value !== "string") return undefined;
  const choices = schemas.flatMap(choicesOf).filter((value) => typeof value === "string");
  const [help] = didYouMean(part.value, choices);
  return help === undefined ? undefined : { help };
}

/** Takes a text out of the list or mapping that has nothing else. */
export function unwrapText({ part, schemas }: WrongValue): Fix | undefined {
  if (part.type === "scalar" || !accepts(schemas, "string") || accepts(schemas, "array"))
    return undefined;
  const [only, another] =
    part.type === "list" ? part.elements : part.members.map(({ value }) => value);
  if (typeof only?.value !== "string" || another !== undefined) return undefined;
  return { help: `write ${writtenText(only)}`, extent: [part.start, endOfValue(part)] };
}

const YES = /^(?:yes|y|on|true|1)$/i;
const NO = /^(?:no|n|off|false|0)$/i;

/** Reads another word for `true` or `false`, such as `yes`. */
export function readBoolean({ part, schemas }: WrongValue): Fix | undefined {
  if (part.type !== "scalar" || part.value === null || !accepts(schemas, "boolean"))
    return undefined;
  const text = String(part.value).trim();
  const isYes = YES.test(text);
  if (!isYes && !NO.test(text)) return { help: "write true or false, without quotes" };
  const word = String(isYes);
  const only = schemas.flatMap(choicesOf).filter((value) => typeof value === "boolean");
  return only.length === 0 || only.some((value) => String(value) === word)
    ? { help: `write ${word}` }
    : undefined;
}

/** Reads a number in quotes, with a unit, or with separators between thousands. */
export function readNumber({ part, schemas }: WrongValue): Fix | undefined {
  if (typeof part.value !== "string") return undefined;
  const { value } = part;
  const numeric = schemas.find((schema) =>
    typesOf(schema).some((type) => type === "integer" || type === "number"),
  );
  if (numeric === undefined) return undefined;
  const [, digits] =
    /^["“'’]?\s*(-?[0-9]{1,3}(?:[,._'’ ][0-9]{3})+|-?[0-9]+)\s*["”'’]?(?:\s?\p{L}+)?$/u.exec(
      value,
    ) ?? [];
  const number = digits?.replaceAll(/[,._'’ ]/g, "");
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = numeric;
  const isAllowed =
    number !== undefined && Number(number) >= Number(minimum) && Number(number) <= Number(maximum);
  const choices = choicesOf(numeric);
  if (!isAllowed || (choices.length > 0 && !choices.some((choice) => String(choice) === number)))
    return undefined;
  return { help: `write ${number}${value === number ? ", without quotes" : ""}` };
}

/** Quotes a number or a boolean that is meant as a text. */
export function quoteValue({ part, schemas }: WrongValue): Fix | undefined {
  if (part.type !== "scalar" || part.value === null || typeof part.value === "string")
    return undefined;
  const written = writtenText(part);
  const isText = schemas.some((schema) => {
    const { pattern } = schema;
    if (pattern === undefined && fixOf(schema) !== undefined) return false;
    const accepted = typeof pattern === "string" ? new RegExp(pattern) : undefined;
    return (
      typesOf(schema).includes("string") &&
      choicesOf(schema).length === 0 &&
      accepted?.test(written) !== false
    );
  });
  return isText ? { help: `quote it: ${quotedText(written)}` } : undefined;
}

/** Makes a list of texts of the keys of a mapping. */
export function listKeys({ part, schemas }: WrongValue): Fix | undefined {
  if (part.type !== "map" || !accepts(schemas, "array") || !hasTexts(schemas)) return undefined;
  const names = part.members.map(({ name }) => name).join(", ");
  return { help: `write a list: [${names}]`, extent: [part.start, endOfValue(part)] };
}

/** Makes a list of one value that is written on one line. */
export function wrapInBrackets({ part, schemas }: WrongValue): Fix | undefined {
  if (!accepts(schemas, "array") || part.value === null) return undefined;
  const written = writtenText(part);
  if (part.type === "map") {
    const isShort = !hasTexts(schemas) && (isInBraces(part) || part.members.length === 0);
    return isShort
      ? { help: `write a list: [${written}]`, extent: [part.start, endOfValue(part)] }
      : undefined;
  }
  if (part.type === "list" || accepts(schemas, "string")) return undefined;
  const inner = written.replace(/^\((.*)\)$/, "$1");
  return inner.includes("\n") ? undefined : { help: `write a list: [${inner}]` };
}

/** Makes a list of a mapping from ids to definitions. */
export function listById({ part, schemas }: WrongValue): Fix | undefined {
  if (!isBlockInPlaceOfList(part, schemas)) return undefined;
  const [first] = part.members;
  if (first === undefined || !part.members.every(({ value }) => value.type === "map"))
    return undefined;
  return { help: `write a list, whose elements begin with "- custom_id: ${first.name}"` };
}

/** Adds the dash before a mapping that is the only element of its list. */
export function beginElement({ part, schemas }: WrongValue): Fix | undefined {
  if (!isBlockInPlaceOfList(part, schemas)) return undefined;
  const [first] = part.members;
  if (first === undefined) return undefined;
  const { text } = part.source;
  const lineStart = text.lastIndexOf("\n", first.keyStart) + 1;
  const column = first.keyStart - lineStart;
  const line = `${" ".repeat(Math.max(column - 2, 0))}- ${text.slice(first.keyStart, endOfLine(text, first.keyStart))}`;
  return column < 2
    ? { help: 'begin each element with "- "' }
    : { help: `begin an element: ${inQuotes(line)}`, extent: [first.keyStart, first.keyEnd] };
}

/** Repeats what the schema says to write. */
export function takeFixOfSchema({ schemas }: WrongValue): Fix | undefined {
  const help = schemas.map(fixOf).find((fix) => fix !== undefined);
  return help === undefined ? undefined : { help };
}

/** Requests a value after a key that has none. */
export function requestValue({ part }: WrongValue): Fix | undefined {
  return part.value === null ? { help: "write a value" } : undefined;
}

/** Gives the only value that the schema accepts. */
export function takeOnlyChoice({ schemas }: WrongValue, keyword: string): Fix | undefined {
  const [choice, another] = schemas.flatMap(choicesOf);
  if (keyword !== "const" || choice === undefined || another !== undefined) return undefined;
  return { help: `write ${String(choice)}` };
}

/** Lists the keys of the mapping that is expected. */
export function nameKeys({ schemas }: WrongValue): Fix | undefined {
  const [keys] = schemas.flatMap(({ properties }) =>
    isJsonObject(properties) ? [Object.keys(properties)] : [],
  );
  if (keys === undefined || accepts(schemas, "string")) return undefined;
  return { help: `it has the keys ${both(keys)}` };
}

function accepts(schemas: readonly JsonObject[], type: string): boolean {
  return schemas.some((schema) => typesOf(schema).includes(type));
}

/** Whether one of the schemas is of a list of texts. */
function hasTexts(schemas: readonly JsonObject[]): boolean {
  return schemas.some(({ items }) => isJsonObject(items) && items.type === "string");
}

function isInBraces({ source, start }: MapPart): boolean {
  return source.text.charAt(start) === "{";
}

/** Whether a mapping on lines of its own is in the place of a list of mappings. */
function isBlockInPlaceOfList(part: Part, schemas: readonly JsonObject[]): part is MapPart {
  return (
    part.type === "map" && accepts(schemas, "array") && !hasTexts(schemas) && !isInBraces(part)
  );
}

/** Returns the offset after the last character of a value, without blanks and comments. */
function endOfValue(part: Part): number {
  return part.start + writtenText(part).length;
}
