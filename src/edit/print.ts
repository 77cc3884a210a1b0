/**
 * Values as the text of YAML or JSON, printed by the `yaml` package in the style of a file. `points: 30` is the member `points`
 * with the value text ` 30`.
 */
import {
  type CreateNodeOptions,
  Document,
  type DocumentOptions,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Scalar,
  type ScalarTag,
  type SchemaOptions,
  visit,
} from "yaml";
import type { ParsedText } from "../manifest/parse.ts";
import { isJsonFile } from "../manifest/parts.ts";
import { memoizedBy } from "../model/collections.ts";
import { INVISIBLE, unitEscapes } from "../model/invisible-characters.ts";
import { ExactNumber, type Json, jsonText } from "../model/json.ts";

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

const OPTIONS: DocumentOptions & SchemaOptions & CreateNodeOptions = {
  version: "1.2",
  schema: "core",
  // YAML 1.1 reads some texts as something else: other tools still read `on` as true.
  compat: "yaml-1.1",
  customTags: (tags) => [...tags, EXACT],
  aliasDuplicateObjects: false,
};

/** Lists of plain values that are longer than this, as JSON, get a line for each element. */
const LONGEST_FLOW_LIST = 80;

/** `flowFrom`: the level from which all is in brackets. `width`: the columns at which text is folded; none for 0. */
function print(value: Json, style: FileStyle, flowFrom = Number.POSITIVE_INFINITY, width = 0): string {
  const { quotes, keys, hasPaddedBraces, step, isListIndented, isJson } = style;
  const document = new Document(value as unknown, OPTIONS);
  const levelOf = (path: readonly unknown[]): number => path.filter(isCollection).length;
  const parentOf = (path: readonly unknown[]) => path.findLast(isCollection);
  visit(document, {
    Collection: (_, node, path) => {
      const isShort = isSeq(node) && node.items.every(isScalar) && jsonText(node.toJSON()).length <= LONGEST_FLOW_LIST;
      const isInFlow = levelOf(path) >= flowFrom || parentOf(path)?.flow === true;
      node.flow = isInFlow || isShort || node.items.length === 0;
      const flowCollectionPadding = hasPaddedBraces && isMap(node) ? " " : "";
      const plain = node.toString.bind(node);
      node.toString = (context, ...rest) => plain(context && { ...context, flowCollectionPadding }, ...rest);
    },
    Scalar: (role, node, path) => {
      if (typeof node.value !== "string") return;
      const pair = path.at(-1);
      const name = role === "value" && isPair(pair) ? String((pair.key as Scalar).value) : "";
      const isInFlow = role === "key" || parentOf(path)?.flow === true;
      const own = role === "key" ? keys : (quotes.get(name) ?? quotes.get(""));
      // In brackets, whatever is more than a word is quoted.
      const isPhrase = typeof role === "number" && isInFlow && own === "PLAIN" && /[^\w.~-]/.test(node.value);
      node.type = typeFor(node.value, isPhrase ? "QUOTE_DOUBLE" : own, isInFlow);
    },
  });
  const options = { lineWidth: width, minContentWidth: 0, indent: step.length, indentSeq: isListIndented };
  const text = document.toString({ ...options, doubleQuotedAsJSON: true }).replace(/\n$/, "");
  return text.replaceAll(INVISIBLE, isJson ? unitEscapes : yamlEscape);
}

/** YAML has no pairs of escapes: what lies beyond U+FFFF is one of eight digits. */
function yamlEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
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

/** How a value is written. */
export interface Form {
  /** The key in front of it. */
  readonly name?: string | undefined;
  /** Of a text. */
  readonly type?: Scalar.Type | undefined;
  readonly isFlow?: boolean;
  readonly width?: number;
}

/** The style in which a value with this form is written under another key. */
function styleUnder(key: string, style: FileStyle, { name = "", type }: Form): FileStyle {
  const own = type ?? style.quotes.get(name) ?? style.quotes.get("") ?? "PLAIN";
  return { ...style, quotes: new Map([...style.quotes, [key, own]]) };
}

/** What follows a key and its colon, or a dash: a blank and the value, or lines of their own, as from column 0. */
export function valueText(value: Json, style: FileStyle, form: Form = {}): string {
  const key = "k".repeat(Math.max(form.name?.length ?? 0, 1));
  const text = print({ [key]: value }, styleUnder(key, style, form), form.isFlow === true ? 1 : undefined, form.width);
  return text.replace(/^(["']?)k+\1:/, "");
}

/** A value between brackets. With `pad`, JSON takes a line for each member, and these blanks are before its last line. */
export function flowText(
  value: Json,
  style: FileStyle,
  { pad, ...form }: Form & { readonly pad?: string | undefined } = {},
): string {
  if (style.isJson && pad !== undefined) return jsonText(value, style.step.length).replaceAll("\n", `\n${pad}`);
  if (form.name === undefined) return print([value], styleUnder("", style, form), 0).slice(1, -1);
  return print({ k: value }, styleUnder("k", style, form), 0).replaceAll(/^\{ ?(["']?)k\1: | ?\}$/g, "");
}

export function keyText(name: string, style: FileStyle): string {
  return print({ [name]: 0 }, style).slice(0, -": 0".length);
}

/** An element of a list in block style, without its last line break: the first member of a mapping follows the dash. */
export function elementText(
  value: Json,
  style: FileStyle,
  { dash = "- ", isFlow = false }: { readonly dash?: string; readonly isFlow?: boolean } = {},
): string {
  const text = print(value, style, isFlow ? 0 : undefined);
  const isLines = typeof value === "object" && value !== null && !/^[[{]/.test(text) && !(value instanceof ExactNumber);
  return isLines
    ? dash + indented(text, " ".repeat(dash.length))
    : dash.trimEnd() + valueText(value, style, { isFlow });
}

/** Text with blanks before each line but the first. */
export function indented(text: string, pad: string): string {
  return text.replaceAll(/\n(?=[^\r\n])/g, `\n${pad}`);
}
