/** Explains values that a schema does not accept: what was expected, what was found, and what to write. */

import type { Rewrite } from "../../catalog/types.ts";
import { defined } from "../../ground/collections.ts";
import { isJsonObject, type JsonObject } from "../../ground/json.ts";
import { didYouMean } from "../../ground/nearest.ts";
import { both, oneOf } from "../../ground/words.ts";
import type { DocumentSchema, SchemaError } from "../checks.ts";
import type { Explanation } from "../editor-words.ts";
import { endOfLine, jsonOf, type Part, writtenText } from "../parts.ts";
import { rewritten } from "../rewrites.ts";
import { ID_PATTERN } from "../schema.ts";
import { idHelp } from "./id-help.ts";
import { isElement, type Place, schemaOf } from "./places.ts";
import { quotedText } from "./repairs/quote-text.ts";
import { choicesOf, expectedWords, fixOf, foundWords, KEYWORDS, typesOf, valueWords } from "./words.ts";

/** What to write, and the offsets of what it replaces if that is not the usual place of the message. */
interface Fix {
  readonly help: string;
  readonly extent?: readonly [start: number, end: number];
}

/** An explanation of a value, with the offsets of the piece that it is about if that is not the usual place. */
export type ValueExplanation = Explanation & Pick<Fix, "extent">;

/** A value with the schemas that it could have met. */
interface WrongValue {
  readonly part: Part;
  readonly schemas: readonly JsonObject[];
}

/** Explains the value at a place by one of its errors. */
export function explainWrongValue(place: Place, error: SchemaError, { secret }: DocumentSchema): ValueExplanation {
  const { part, names } = place;
  const { keyword } = error;
  const schemas = (place.isChoice ? place.errors : [error]).map(schemaOf);
  const isId = keyword === "pattern" && schemaOf(error).pattern === ID_PATTERN;
  const expected = [...new Set(schemas.flatMap((schema) => expectedWords(schema, keyword)))];
  const isSecret = secret?.keys.test(names.at(-1) ?? "") === true;
  const actual = isSecret ? "another value" : foundWords(part, keyword);
  const label = `${place.pointer === "" ? "" : `${valueWords(place)}: `}expected ${oneOf(expected)}, found ${actual}`;
  const isEmpty = part.type === "scalar" && String(part.value ?? "").trim() === "";
  const isMissing = isEmpty && names.length > 2 && !isElement(place);
  const code = isMissing ? "missing-field" : isId ? "invalid-id" : (KEYWORDS[keyword]?.code ?? "invalid-value");
  if (isSecret) return { code, label, ...defined({ help: schemas.map(fixOf).find((fix) => fix !== undefined) }) };
  if (isId) return { code, label, help: idHelp(String(jsonOf(part))) };
  return { code, label, ...FIXES.map((find) => find({ part, schemas }, keyword)).find((fix) => fix !== undefined) };
}

/** Ways to say what to write, the most exact one first. */
const FIXES: readonly ((value: WrongValue, keyword: string) => Fix | undefined)[] = [
  quoteTextThatVanished,
  rewriteText,
  nameChoice,
  unwrapText,
  readBoolean,
  readNumber,
  quoteValue,
  wrapInList,
  fixOfSchema,
  describeValue,
];

/** A text after a key that YAML reads as a comment or as an anchor. */
function quoteTextThatVanished({ part, schemas }: WrongValue): Fix | undefined {
  if (part.type !== "scalar" || part.value !== null || !allowed(schemas).has("string")) return undefined;
  const { source, start, end } = part;
  const written = writtenText(part);
  if (written !== "" && !written.startsWith("&")) {
    return { help: `write a value; to mean the text, quote it: ${quotedText(written)}`, extent: [start, end] };
  }
  // An anchor is before its value, and a comment is in no value.
  const lineStart = source.text.lastIndexOf("\n", start - 1) + 1;
  const line = source.text.slice(lineStart, endOfLine(source.text, lineStart));
  const [, before = "", text] = /^(.*?[:-]\s+)([#&]\S.*?)\s*$/.exec(line) ?? [];
  if (text === undefined) return undefined;
  const from = lineStart + before.length;
  return { help: `quote it: ${quotedText(text)}`, extent: [from, from + text.length] };
}

/** What people write for the value, in the form of the schema. */
function rewriteText({ part, schemas }: WrongValue): Fix | undefined {
  for (const schema of schemas) {
    const { "x-rewrites": rewrites, pattern, type } = schema;
    if (!Array.isArray(rewrites) || (part.type === "scalar" && part.value === null)) continue;
    const accepts = new RegExp(typeof pattern === "string" ? pattern : "\\S");
    const text = rewritten(writtenText(part), rewrites as unknown as readonly Rewrite[], (each) => accepts.test(each));
    if (text === undefined || text === writtenText(part)) continue;
    const isText = [type].flat().includes("string");
    const isPlain = !isText || (/^[\w.~-][\w:.~+-]*$/.test(text) && !/["']/.test(writtenText(part)));
    return { help: `write ${isPlain ? text : quotedText(text)}`, extent: [part.start, endOfValue(part)] };
  }
  return undefined;
}

/** One of the listed values, by another word for it or misspelt. */
function nameChoice({ part, schemas }: WrongValue): Fix | undefined {
  if (part.type !== "scalar" || part.value === null) return undefined;
  const text = String(part.value).toLowerCase().trim();
  for (const { "x-also": also } of schemas) {
    if (isJsonObject(also) && Object.hasOwn(also, text)) return { help: `did you mean "${String(also[text])}"?` };
  }
  const choices = schemas.flatMap(choicesOf).filter((value) => typeof value === "string");
  const [help] = typeof part.value === "string" ? didYouMean(part.value, choices) : [];
  return help === undefined ? undefined : { help };
}

/** A text that is the only thing in a list or in a mapping. */
function unwrapText({ part, schemas }: WrongValue): Fix | undefined {
  const types = allowed(schemas);
  if (part.type === "scalar" || !types.has("string") || types.has("array")) return undefined;
  const [only, another] = part.type === "list" ? part.elements : part.members.map(({ value }) => value);
  if (only?.type !== "scalar" || typeof only.value !== "string" || another !== undefined) return undefined;
  return { help: `write ${writtenText(only)}`, extent: [part.start, endOfValue(part)] };
}

const YES = /^(?:yes|y|on|true|1)$/i;
const NO = /^(?:no|n|off|false|0)$/i;

function readBoolean({ part, schemas }: WrongValue): Fix | undefined {
  if (part.type !== "scalar" || part.value === null || !allowed(schemas).has("boolean")) return undefined;
  const text = String(part.value).trim();
  const word = YES.test(text) ? "true" : NO.test(text) ? "false" : undefined;
  if (word === undefined) return { help: "write true or false, without quotes" };
  const only = schemas.flatMap(choicesOf).filter((value) => typeof value === "boolean");
  return only.length === 0 || only.some((value) => String(value) === word) ? { help: `write ${word}` } : undefined;
}

/** A number in quotes, with a unit, or with separators between thousands. */
function readNumber({ part, schemas }: WrongValue): Fix | undefined {
  if (part.type !== "scalar" || typeof part.value !== "string") return undefined;
  const { value } = part;
  const numeric = schemas.find((schema) => typesOf(schema).some((type) => type === "integer" || type === "number"));
  if (numeric === undefined) return undefined;
  const [, digits] =
    /^["“'’]?\s*(-?[0-9]{1,3}(?:[,._'’ ][0-9]{3})+|-?[0-9]+)\s*["”'’]?(?:\s?\p{L}+)?$/u.exec(value) ?? [];
  const number = digits?.replaceAll(/[,._'’ ]/g, "");
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = numeric;
  const isAllowed = number !== undefined && Number(number) >= Number(minimum) && Number(number) <= Number(maximum);
  const choices = choicesOf(numeric);
  if (!isAllowed || (choices.length > 0 && !choices.some((choice) => String(choice) === number))) return undefined;
  return { help: `write ${number}${value === number ? ", without quotes" : ""}` };
}

/** A number or a boolean that is meant as a text. */
function quoteValue({ part, schemas }: WrongValue): Fix | undefined {
  if (part.type !== "scalar" || part.value === null || typeof part.value === "string") return undefined;
  const written = writtenText(part);
  const isText = schemas.some((schema) => {
    const { pattern } = schema;
    if (pattern === undefined && fixOf(schema) !== undefined) return false;
    const accepts = typeof pattern === "string" ? new RegExp(pattern) : undefined;
    return typesOf(schema).includes("string") && choicesOf(schema).length === 0 && accepts?.test(written) !== false;
  });
  return isText ? { help: `quote it: ${quotedText(written)}` } : undefined;
}

function wrapInList({ part, schemas }: WrongValue): Fix | undefined {
  const types = allowed(schemas);
  if (!types.has("array") || (part.type === "scalar" && part.value === null)) return undefined;
  if (part.type === "map") {
    const isTexts = schemas.some(({ items }) => isJsonObject(items) && items.type === "string");
    const names = part.members.map(({ name }) => name).join(", ");
    return isTexts ? { help: `write a list: [${names}]`, extent: [part.start, endOfValue(part)] } : wrapMapping(part);
  }
  const isText = part.type === "scalar" && !types.has("string");
  const written = writtenText(part).replace(/^\((.*)\)$/, "$1");
  return isText && !written.includes("\n") ? { help: `write a list: [${written}]` } : undefined;
}

/** A mapping in place of a list is its only element, or has the elements by id. */
function wrapMapping(part: Extract<Part, { type: "map" }>): Fix {
  const [first] = part.members;
  const { text } = part.source;
  if (text.charAt(part.start) === "{" || first === undefined) {
    return { help: `write a list: [${writtenText(part)}]`, extent: [part.start, endOfValue(part)] };
  }
  const lineStart = text.lastIndexOf("\n", first.keyStart) + 1;
  const column = first.keyStart - lineStart;
  const isById = part.members.every(({ value }) => value.type === "map");
  if (isById) return { help: `write a list, whose elements begin with "- custom_id: ${first.name}"` };
  const line = `${" ".repeat(Math.max(column - 2, 0))}- ${text.slice(first.keyStart, endOfLine(text, first.keyStart))}`;
  return column < 2
    ? { help: 'begin each element with "- "' }
    : { help: `begin an element: "${line}"`, extent: [first.keyStart, first.keyEnd] };
}

function fixOfSchema({ schemas }: WrongValue): Fix | undefined {
  const fix = schemas.map(fixOf).find((each) => each !== undefined);
  return fix === undefined ? undefined : { help: fix };
}

/** What can be said of any value. */
function describeValue({ part, schemas }: WrongValue, keyword: string): Fix | undefined {
  const types = allowed(schemas);
  const choices = schemas.flatMap(choicesOf);
  const [choice] = choices;
  const mapping = schemas.find(({ properties }) => isJsonObject(properties));
  const value = part.type === "scalar" ? part.value : undefined;
  if (value === null) return { help: "write a value" };
  if (choices.length === 1 && keyword === "const") return { help: `write ${String(choice)}` };
  if (mapping !== undefined && !types.has("string")) {
    return { help: `it has the keys ${both(Object.keys(mapping.properties as JsonObject))}` };
  }
  return undefined;
}

function allowed(schemas: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(schemas.flatMap(typesOf));
}

/** The end of what is written of a value, without blanks and comments after it. */
function endOfValue(part: Part): number {
  return part.start + writtenText(part).length;
}
