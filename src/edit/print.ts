/**
 * Values as the text of YAML or JSON, printed by the `yaml` package in the style of a file. `points: 30` is the member `points`
 * with the value text ` 30`.
 */
import {
  Document,
  type DocumentOptions,
  isCollection,
  type Node,
  Pair,
  parseDocument,
  Scalar,
  type ScalarTag,
  visit,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import type { ParsedText } from "../manifest/parse.ts";
import { isJsonFile } from "../manifest/parts.ts";
import { memoizedBy } from "../model/collections.ts";
import { INVISIBLE, unitEscapes } from "../model/invisible-characters.ts";
import { ExactNumber, isJsonObject, type Json, jsonText } from "../model/json.ts";

/** How a file is written. */
export interface FileStyle {
  /** Whether everything is quoted as in JSON. */
  readonly isJson: boolean;
  readonly eol: string;
  /** Blanks of one level. */
  readonly step: string;
  readonly isListIndented: boolean;
  readonly hasPaddedBraces: boolean;
  readonly keys: Scalar.Type;
  /** How texts are quoted, by the key in front of them; the empty key is for all others. */
  readonly quotes: ReadonlyMap<string, Scalar.Type>;
}

const QUOTES: Readonly<Record<string, Scalar.Type>> = { '"': "QUOTE_DOUBLE", "'": "QUOTE_SINGLE" };

/** The style that shows in a text. */
export const styleOf = memoizedBy(({ source: { file, text } }: ParsedText): FileStyle => {
  const [keys, quotes, all] = [new Set<Scalar.Type>(), new Map<string, Scalar.Type>(), new Set<Scalar.Type>()];
  for (const [, mark = "", name = "", quote = ""] of text.matchAll(/(["']?)([\w-]+)\1[ \t]*:[ \t]+(["']?)[A-Za-z]/g)) {
    keys.add(QUOTES[mark] ?? "PLAIN");
    quotes.set(name, QUOTES[quote] ?? "PLAIN");
    all.add(quotes.get(name) as Scalar.Type);
  }
  const only = (types: ReadonlySet<Scalar.Type>): Scalar.Type =>
    (types.size === 1 ? [...types][0] : undefined) ?? "PLAIN";
  const isJson = isJsonFile(file) || (only(keys) === "QUOTE_DOUBLE" && /^\s*\{/.test(text));
  return {
    isJson,
    eol: (text.match(/\r\n/g)?.length ?? 0) * 2 > (text.match(/\n/g)?.length ?? 0) ? "\r\n" : "\n",
    step: /^[ \t]+(?=[^\s#])/m.exec(text)?.[0] ?? "  ",
    isListIndented: !/^( *)[^\s#].*:[ \t]*(?:#.*)?\r?\n\1- /m.test(text),
    hasPaddedBraces: /\{ /.test(text) || !/\{[^\s}]/.test(text),
    keys: isJson ? "QUOTE_DOUBLE" : only(keys),
    quotes: isJson ? new Map([["", "QUOTE_DOUBLE"]]) : quotes.set("", only(all)),
  };
});

const EXACT: ScalarTag = {
  identify: (value) => value instanceof ExactNumber,
  default: true,
  tag: "tag:yaml.org,2002:float",
  resolve: (text) => text,
  stringify: ({ value }) => String(value),
};

/** YAML 1.1 reads some texts as something else: other tools still read `on` as true. */
const OPTIONS = {
  version: "1.2",
  schema: "core",
  compat: "yaml-1.1",
  uniqueKeys: false,
  logLevel: "silent",
} as const;

/** Reads a piece of a file, with its comments. */
export function readPiece(text: string): Document {
  return parseDocument(text, { ...OPTIONS, intAsBigInt: true }) as Document;
}

/** Prints a document without the line break at its end. `width`: the columns at which text is folded; none for 0. */
export function printDocument(
  document: Document,
  { step, isListIndented, hasPaddedBraces }: FileStyle,
  width = 0,
): string {
  visit(document, {
    Collection: (_, node) => {
      const print = node.toString.bind(node);
      const flowCollectionPadding = hasPaddedBraces && node instanceof YAMLMap ? " " : "";
      node.toString = (context, ...rest) => print(context && { ...context, flowCollectionPadding }, ...rest);
    },
  });
  const options = { lineWidth: width, minContentWidth: 0, indent: step.length, indentSeq: isListIndented };
  return document.toString({ ...options, doubleQuotedAsJSON: true, verifyAliasOrder: false }).replace(/\n$/, "");
}

function print(contents: Node, style: FileStyle, width?: number): string {
  const document = new Document<Node>(undefined, {
    ...(OPTIONS as DocumentOptions),
    customTags: (tags) => [...tags, EXACT],
  });
  document.contents = contents;
  return printDocument(document, style, width).replaceAll(INVISIBLE, style.isJson ? unitEscapes : yamlEscape);
}

/** YAML has no pairs of escapes: what lies beyond U+FFFF is one of eight digits. */
function yamlEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

/** How a value is written. */
export interface Form {
  /** The key in front of it. */
  readonly name?: string | undefined;
  readonly isFlow?: boolean;
  /** Of a text. */
  readonly type?: Scalar.Type | undefined;
  readonly width?: number;
}

/** Lists of plain values that are longer than this, as JSON, get a line for each element. */
const LONGEST_FLOW_LIST = 80;

/** A value as the package prints it. */
export function nodeOf(value: Json, style: FileStyle, { name = "", isFlow = false, type }: Form = {}): Node {
  if (Array.isArray(value)) {
    const list = new YAMLSeq();
    const isPlain = value.every((each) => typeof each !== "object" || each === null || each instanceof ExactNumber);
    list.flow = isFlow || (isPlain && jsonText(value).length <= LONGEST_FLOW_LIST);
    // In brackets, whatever is more than a word is quoted.
    const typeOf = (each: unknown) =>
      typeof each === "string" && /[^\w.~-]/.test(each) && style.quotes.get("") === "PLAIN"
        ? "QUOTE_DOUBLE"
        : undefined;
    list.items = value.map((each) => {
      return nodeOf(each as Json, style, {
        isFlow: list.flow === true,
        type: list.flow === true ? typeOf(each) : undefined,
      });
    });
    return list;
  }
  if (isJsonObject(value)) {
    const map = new YAMLMap();
    map.flow = isFlow || Object.keys(value).length === 0;
    map.items = Object.entries(value).map(([key, member]) => {
      return new Pair(keyNode(key, style), nodeOf(member, style, { name: key, isFlow: map.flow === true }));
    });
    return map;
  }
  const scalar = new Scalar<unknown>(value);
  const wanted = type ?? style.quotes.get(name) ?? style.quotes.get("");
  if (typeof value === "string") scalar.type = typeFor(value, wanted, isFlow);
  return scalar;
}

export function keyNode(name: string, { keys }: FileStyle): Scalar {
  const scalar = new Scalar(name);
  scalar.type = typeFor(name, keys, true);
  return scalar;
}

/** Texts that an editor or another reader of YAML could change are quoted. */
function typeFor(text: string, wanted: Scalar.Type = "PLAIN", isFlow: boolean): Scalar.Type {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  if (/[\u0000-\u0009\u000b-\u001f]/.test(text) || text.search(INVISIBLE) !== -1) return "QUOTE_DOUBLE";
  const body = text.replace(/\n$/, "");
  const isBlockText = !isFlow && body !== "" && body.trim() === body && !/[^\S\n](?:\n|$)/.test(body);
  if (isBlockText && wanted.startsWith("BLOCK")) return wanted;
  if (text.includes("\n")) return isBlockText ? "BLOCK_LITERAL" : "QUOTE_DOUBLE";
  if (wanted.startsWith("QUOTE")) return wanted;
  return text === "" || text.trim() !== text || /^(?:=$|<<|---|\.\.\.)/.test(text) ? "QUOTE_DOUBLE" : "PLAIN";
}

/** What follows a key and its colon, or a dash: a blank and the value, or lines of their own, as from column 0. */
export function valueText(value: Json, style: FileStyle, form: Form = {}): string {
  const key = "k".repeat(Math.max(form.name?.length ?? 0, 1));
  const map = new YAMLMap();
  map.items.push(new Pair(new Scalar(key), nodeOf(value, style, form)));
  return print(map, style, form.width).slice(key.length + 1);
}

/** A value between brackets. With `pad`, JSON takes a line for each member, and these blanks are before its last line. */
export function flowText(
  value: Json,
  style: FileStyle,
  { pad, ...form }: Form & { readonly pad?: string | undefined } = {},
): string {
  if (style.isJson && pad !== undefined) return jsonText(value, style.step.length).replaceAll("\n", `\n${pad}`);
  const list = new YAMLSeq();
  list.flow = true;
  list.items.push(nodeOf(value, style, { ...form, isFlow: true }));
  return print(list, style).slice(1, -1);
}

export function keyText(name: string, style: FileStyle): string {
  return print(keyNode(name, style), style);
}

/** An element of a list in block style, without its last line break: the first member of a mapping follows the dash. */
export function elementText(
  value: Json,
  style: FileStyle,
  { dash = "- ", isFlow = false }: { readonly dash?: string; readonly isFlow?: boolean } = {},
): string {
  const node = nodeOf(value, style, { isFlow });
  if (!isCollection(node) || node.flow === true) return dash.trimEnd() + valueText(value, style, { isFlow });
  return dash + indented(print(node, style), " ".repeat(dash.length));
}

/** Text with blanks before each line but the first. */
export function indented(text: string, pad: string): string {
  return text.replaceAll(/\n(?=[^\r\n])/g, `\n${pad}`);
}
