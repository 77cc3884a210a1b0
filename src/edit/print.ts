/**
 * Values as the text of YAML or JSON, printed by the `yaml` package in the style of a file. `points: 30` is a member with its
 * key, ` 30` its value text.
 */
import { Document, isMap, isScalar, isSeq, type Scalar, type ScalarTag, visit } from "yaml";
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

const TYPES: Readonly<Record<string, Scalar.Type>> = {
  '"': "QUOTE_DOUBLE",
  "'": "QUOTE_SINGLE",
  ">": "BLOCK_FOLDED",
  "|": "BLOCK_LITERAL",
};

/** How a text or key is written. */
export function typeIn(text: string): Scalar.Type {
  return TYPES[text.charAt(0)] ?? "PLAIN";
}

/** The style that shows in a text. */
export const styleOf = memoizedBy(({ source: { file, text } }: ParsedText): FileStyle => {
  const [keys, quotes] = [new Set<Scalar.Type>(), new Map<string, Scalar.Type>()];
  for (const [, mark = "", name = "", quote = ""] of text.matchAll(/(["']?)([\w-]+)\1[ \t]*:[ \t]+(["']?)[A-Za-z]/g)) {
    keys.add(typeIn(mark));
    quotes.set(name, typeIn(quote));
  }
  const only = ([first = "PLAIN", ...others]: readonly Scalar.Type[]): Scalar.Type =>
    others.every((each) => each === first) ? first : "PLAIN";
  const isJson = isJsonFile(file) || (only([...keys]) === "QUOTE_DOUBLE" && /^\s*\{/.test(text));
  return {
    isJson,
    eol: (text.match(/\r\n/g)?.length ?? 0) * 2 > (text.match(/\n/g)?.length ?? 0) ? "\r\n" : "\n",
    step: /^[ \t]+(?=[^\s#])/m.exec(text)?.[0] ?? "  ",
    isListIndented: !/^( *)[^\s#].*:[ \t]*(?:#.*)?\r?\n\1- /m.test(text),
    hasPaddedBraces: /\{ /.test(text) || !/\{[^\s}]/.test(text),
    keys: isJson ? "QUOTE_DOUBLE" : only([...keys]),
    quotes: isJson ? new Map([["", "QUOTE_DOUBLE"]]) : quotes.set("", only([...quotes.values()])),
  };
});

const EXACT: ScalarTag = {
  identify: (value) => value instanceof ExactNumber,
  default: true,
  tag: "tag:yaml.org,2002:float",
  resolve: (text) => text,
  stringify: ({ value }) => String(value),
};

/** Lists of plain values that are longer than this, as JSON, get a line for each element. */
const LONGEST_FLOW_LIST = 80;
/** Texts that an editor or another reader of YAML could change. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const IS_DELICATE = /[\u0000-\u0009\u000b-\u001f]|^\s|^$|[^\S\n](?:\n|$)|\n\n$|^\n|^(?:=$|<<|---|\.\.\.)/;

/** How a value is written. */
export interface Form {
  /** Of a text. */
  readonly type?: Scalar.Type | undefined;
  readonly isFlow?: boolean;
  /** The columns at which text is folded; none for 0. */
  readonly width?: number;
  /** JSON then takes a line for each member, and these blanks are before its last line. */
  readonly pad?: string | undefined;
}

/** A member, or without a name an element of a list: with its dash, or as it is between brackets. As from column 0. */
export function itemText(name: string | undefined, value: Json, style: FileStyle, form: Form = {}): string {
  const { isJson, keys, quotes, step, isListIndented, hasPaddedBraces } = style;
  const isFlow = form.isFlow === true || isJson;
  if (isJson && form.pad !== undefined)
    return (
      (name === undefined ? "" : `${jsonText(name)}: `) + jsonText(value, step.length).replaceAll("\n", `\n${form.pad}`)
    );
  const document = new Document((name === undefined ? [value] : { [name]: value }) as unknown, {
    version: "1.2",
    // YAML 1.1 reads some texts as something else: other tools still read `on` as true.
    compat: "yaml-1.1",
    customTags: (tags) => [...tags, EXACT],
    aliasDuplicateObjects: false,
  });
  visit(document, {
    Collection: (_, node, path) => {
      const isShort = isSeq(node) && node.items.every(isScalar) && jsonText(node.toJSON()).length <= LONGEST_FLOW_LIST;
      node.flow = isFlow || node.items.length === 0 || (isShort && path.length > 1);
      const flowCollectionPadding = hasPaddedBraces && isMap(node) ? " " : "";
      const plain = node.toString.bind(node);
      node.toString = (context, ...rest) => plain(context && { ...context, flowCollectionPadding }, ...rest);
    },
    Pair: (_, { key, value: text }, path) => {
      (key as Scalar).type = keys;
      const own = quotes.get(String((key as Scalar).value)) ?? quotes.get("");
      if (isScalar(text)) text.type = (path.length < 3 ? form.type : undefined) ?? own ?? "PLAIN";
    },
    Scalar: (_, node) => {
      if (typeof node.value !== "string") return;
      node.type ??= form.type ?? quotes.get("") ?? "PLAIN";
      if (node.value.includes("\n") && !node.type.startsWith("BLOCK")) node.type = "BLOCK_LITERAL";
      if (IS_DELICATE.test(node.value) || node.value.search(INVISIBLE) !== -1) node.type = "QUOTE_DOUBLE";
    },
  });
  const options = { lineWidth: form.width ?? 0, minContentWidth: 0, indent: step.length, indentSeq: isListIndented };
  const text = document.toString({ ...options, doubleQuotedAsJSON: true }).replace(/\n$/, "");
  const escaped = text.replaceAll(INVISIBLE, isJson ? unitEscapes : yamlEscape);
  return isFlow ? escaped.slice(1, -1).trim() : escaped;
}

/** YAML has no pairs of escapes: what lies beyond U+FFFF is one of eight digits. */
function yamlEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

/** What follows the colon or the dash of such an item, with the blank in front of it. */
export function valueText(name: string | undefined, value: Json, style: FileStyle, form: Form): string {
  if ((form.isFlow === true || style.isJson) && name === undefined) return ` ${itemText(name, value, style, form)}`;
  return itemText(name, value, style, form).slice(name === undefined ? 1 : keyText(name, style).length + 1);
}

/** A key, with the quotes of an old one. */
export function keyText(name: string, style: FileStyle, old = ""): string {
  const keys = old === "" ? style.keys : typeIn(old);
  return itemText(name, 0, { ...style, keys }).slice(0, -": 0".length);
}

/** Text with blanks before each line but the first. */
export function indented(text: string, pad: string): string {
  return text.replaceAll(/\n(?=[^\r\n])/g, `\n${pad}`);
}
