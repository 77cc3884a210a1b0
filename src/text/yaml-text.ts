/**
 * Resources to the text of a manifest, so that reading it gives back the same values to the character: block style for
 * texts of several lines, quotes wherever some reader of YAML could see anything else than text.
 */
import {
  Document,
  type DocumentOptions,
  Pair,
  Scalar,
  type ScalarTag,
  type SchemaOptions,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import { INVISIBLE } from "../model/invisible-characters.ts";
import { ExactNumber, isJsonObject, type Json, type JsonObject, jsonText } from "../model/json.ts";

/** The text of a file, and where its resources are. */
export interface YamlText {
  readonly text: string;
  /** The line on which each resource begins, counted from 1, in the order of the resources. */
  readonly lines: readonly number[];
}

/** The columns that a mapping in braces may take up, with what is before it. */
export const LINE_WIDTH = 120;
/** Lists of plain values that are longer than this, as JSON, get a line for each element. */
const LONGEST_LINE_OF_LIST = 80;
/** YAML 1.1 reads some texts as something else: other tools still read `on` as true. */
const COMPATIBLE_WITH = "yaml-1.1";

const EXACT: ScalarTag = {
  identify: (value) => value instanceof ExactNumber,
  default: true,
  tag: "tag:yaml.org,2002:float",
  resolve: (text) => text,
  stringify: ({ value }) => String(value),
};
const READING = {
  version: "1.2",
  schema: "core",
  compat: COMPATIBLE_WITH,
  aliasDuplicateObjects: false,
  customTags: (tags) => [...tags, EXACT],
} as const satisfies DocumentOptions & SchemaOptions & { readonly aliasDuplicateObjects: boolean };
/** How the package writes YAML: no line is folded. */
const WRITING = {
  lineWidth: 0,
  flowCollectionPadding: false,
  singleQuote: false,
  doubleQuotedAsJSON: true,
} as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const CONTROL = /[\u0000-\u001f]/;

/** A manifest with one top-level key. `schema` is what the line for editors refers to. */
export function yamlText(key: string, resources: readonly JsonObject[], schema: string): YamlText {
  const head = `# yaml-language-server: $schema=${schema}\n`;
  if (resources.length === 0) return { text: `${head}${key}: []\n`, lines: [] };
  const chunks = [head, `${key}:\n`];
  const lines: number[] = [];
  let line = 3;
  for (const resource of resources) {
    const chunk = elementText(resource);
    lines.push(line);
    chunks.push(chunk);
    line += chunk.split("\n").length - 1;
  }
  return { text: chunks.join(""), lines };
}

/** One element of the list, two columns in. Quoted text is on one line, so indenting lines changes nothing. */
function elementText(resource: JsonObject): string {
  return blockText(undefined, resource).replaceAll(/^(?=.)/gm, "  ");
}

/**
 * A pair of a mapping in block style, or without a name an element of a list: lines that end with a line break, none of
 * them indented.
 */
export function blockText(name: string | undefined, value: Json): string {
  const node = nodeOf(value, false);
  if (name !== undefined) {
    const map = new YAMLMap();
    map.items.push(new Pair(textNode(name, "line"), node));
    return documentText(map);
  }
  const list = new YAMLSeq();
  list.items.push(node);
  return documentText(list);
}

/** Lines with further columns before all but the first. */
export function indented(text: string, columns: number, eol: string): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${" ".repeat(columns)}`).replaceAll("\n", eol);
}

/** How a text was quoted. Without one, quotes are used where they are needed. */
export type QuoteStyle = "plain" | "single" | "double" | "json";

/**
 * A value on one line. `place`: `block` for the end of a line by itself; otherwise it is in brackets. `quotes` are those of a
 * text; in JSON, also of all that is inside.
 */
export function inlineText(value: Json, place: TextPlace = "line", quotes: QuoteStyle = "plain"): string {
  const inner = quotes === "json" ? quotes : "plain";
  const text = (each: Json, at: TextPlace): string => inlineText(each, at, inner);
  if (Array.isArray(value)) return `[${value.map((each) => text(each as Json, "line")).join(", ")}]`;
  if (isJsonObject(value)) {
    const pairs = Object.entries(value).map(([name, member]) => `${text(name, "line")}: ${text(member, "member")}`);
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  }
  if (typeof value !== "string") return String(value);
  if (quotes === "json") return jsonText(value);
  if (quotes === "single" && isVisible(value) && !value.includes("'")) return `'${value}'`;
  // By itself, a text that begins like the end of a document would be written on lines of its own.
  const isMark = /^(?:---|\.\.\.)/.test(value);
  const isPlain = quotes === "plain" && isPlainText(value) && !isMark && (place !== "line" || isWord(value));
  const scalar = new Scalar(value);
  scalar.type = isPlain ? "PLAIN" : "QUOTE_DOUBLE";
  if (place !== "member") return documentText(scalar).replace(/\n$/, "");
  const map = new YAMLMap();
  map.flow = true;
  map.items.push(new Pair(new Scalar("k"), scalar));
  return documentText(map).slice("{k: ".length, -"}\n".length);
}

function documentText(contents: Scalar | YAMLMap | YAMLSeq): string {
  const document = new Document<Scalar | YAMLMap | YAMLSeq>(undefined, READING);
  document.contents = contents;
  return withEscapes(document.toString(WRITING));
}

/** Texts in double quotes, with escapes in place of invisible characters. */
function withEscapes(quoted: string): string {
  return quoted.replaceAll(INVISIBLE, yamlEscape);
}

/** YAML has no pairs of escapes: what lies beyond U+FFFF is one of eight digits. Invisible characters are always quoted. */
function yamlEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

function nodeOf(value: Json, isInLine: boolean): Scalar | YAMLMap | YAMLSeq {
  if (typeof value === "string") return textNode(value, isInLine ? "line" : "block");
  if (Array.isArray(value)) return listNode(value);
  if (isJsonObject(value)) return mapNode(value);
  return new Scalar(value);
}

function mapNode(value: JsonObject): YAMLMap {
  const map = new YAMLMap();
  for (const [name, member] of Object.entries(value)) {
    map.items.push(new Pair(textNode(name, "line"), nodeOf(member, false)));
  }
  return map;
}

function listNode(value: readonly Json[]): YAMLSeq {
  const list = new YAMLSeq();
  const isPlain = value.every((element) => !Array.isArray(element) && !isJsonObject(element));
  list.flow = isPlain && fitsOnLine(jsonText(value));
  for (const element of value) list.items.push(nodeOf(element, list.flow));
  return list;
}

/** Whether a list of plain values is written in brackets on one line. `json`: the list as JSON text. */
function fitsOnLine(json: string): boolean {
  return json.length <= LONGEST_LINE_OF_LIST;
}

function textNode(text: string, place: TextPlace): Scalar<string> {
  const scalar = new Scalar(text);
  scalar.type = styleOf(text, place);
  return scalar;
}

/** Where a text is: on lines of its own, in braces, or in brackets or as a key. */
export type TextPlace = "block" | "member" | "line";

/** How a text is written. In a list on one line and as a key, whatever is more than a word is quoted. */
function styleOf(text: string, place: TextPlace): "BLOCK_LITERAL" | "PLAIN" | "QUOTE_DOUBLE" {
  if (place === "block" && isBlockText(text)) return "BLOCK_LITERAL";
  return isPlainText(text) && (place !== "line" || isWord(text)) ? "PLAIN" : "QUOTE_DOUBLE";
}

/** Several lines that an editor would leave as they are: without blanks at the ends of lines or before the first. */
function isBlockText(text: string): boolean {
  const body = text.replace(/\n$/, "");
  const lines = body.split("\n");
  return (
    text.includes("\n") &&
    body !== "" &&
    body.trim() === body &&
    lines.every((line) => isVisible(line) && !/\s$/.test(line))
  );
}

/** Whether the package can be left to decide about quotes, which it puts where YAML gives the text a meaning. */
function isPlainText(text: string): boolean {
  return text !== "" && text !== "=" && text.trim() === text && !text.startsWith("<<") && isVisible(text);
}

function isWord(text: string): boolean {
  return /^[A-Za-z0-9_.~-]+$/.test(text);
}

function isVisible(text: string): boolean {
  return !CONTROL.test(text) && text.search(INVISIBLE) === -1;
}
