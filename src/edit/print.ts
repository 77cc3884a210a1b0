/**
 * The style of a file, and texts and keys in it, as the `yaml` package prints them. In: a text.
 * Out: it as from column 0, with `\n` between lines. Behind `name:`, `Egg` is ` 'Egg'` where all
 * texts are in quotes.
 */
import { Document, type Node, type Scalar, type YAMLMap } from "yaml";
import { memoizedBy } from "../ground/collections.ts";
import { INVISIBLE, unitEscapes } from "../ground/invisible-characters.ts";
import { jsonText } from "../ground/json.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { isJsonFile, type Part, partsIn } from "../manifest/parts.ts";

/** How a file is written. */
export type FileStyle = ReturnType<typeof styleOf>;

const TYPES = {
  '"': "QUOTE_DOUBLE",
  "'": "QUOTE_SINGLE",
  ">": "BLOCK_FOLDED",
  "|": "BLOCK_LITERAL",
} as const;

/** How a text or key is written. */
export function typeIn(text: string): Scalar.Type {
  return TYPES[text.charAt(0) as keyof typeof TYPES] ?? "PLAIN";
}

/** The style that shows in a text. What is quoted in one way throughout stays so. */
export const styleOf = memoizedBy((parsed: ParsedText) => {
  const { name: file, text } = parsed.source;
  const pairs = [
    ...text.matchAll(/(["']?)[\w-]+\1[ \t]*:[ \t]+(?!true|false|null)(["']?)[A-Za-z]/g),
  ];
  const only = (group: 1 | 2): Scalar.Type => {
    const [first = "PLAIN", ...others] = new Set(pairs.map((pair) => typeIn(pair[group] ?? "")));
    return others.length === 0 ? first : "PLAIN";
  };
  const isJson = isJsonFile(file) || (only(1) === "QUOTE_DOUBLE" && /^\s*\{/.test(text));
  return {
    isJson,
    /** Whether the file can't have comments. */
    isStrictJson: isJsonFile(file),
    ...(isJson ? jsonSpacing(parsed) : YAML_SPACING),
    /** Whether an item is between brackets, and whether its value is. */
    isInFlow: false,
    isFlow: isJson,
    /** The columns at which text is folded; none for 0. */
    width: 0,
    eol: (text.match(/\r\n/g)?.length ?? 0) * 2 > (text.match(/\n/g)?.length ?? 0) ? "\r\n" : "\n",
    /** Blanks of one level. */
    step: /^[ \t]+(?=[^\s#])/m.exec(text)?.[0] ?? "  ",
    /** With the blanks behind it. */
    dash: /^ *(- +)[^\s-]/m.exec(text)?.[1] ?? "- ",
    isListIndented: !/^( *)[^\s#].*:[ \t]*(?:#.*)?\r?\n\1- /m.test(text),
    hasPaddedBraces: /\{ /.test(text) || !/\{[^\s}]/.test(text),
    keys: isJson ? TYPES['"'] : only(1),
    texts: isJson ? TYPES['"'] : only(2),
  };
});

/** Blanks and line breaks of collections between brackets. */
interface Spacing {
  /** A colon with the blanks around it. */
  readonly colon: string;
  /** The blanks after a comma on the same line. */
  readonly commaGap: string;
  /** Whether a new mapping, or a list, has a line for each of its items. */
  readonly areMapsSpread: boolean;
  readonly areListsSpread: boolean;
}

const YAML_SPACING: Spacing = {
  colon: ": ",
  commaGap: " ",
  areMapsSpread: false,
  areListsSpread: false,
};

/** The spacing that shows in a JSON text. */
function jsonSpacing({ source, documents }: ParsedText): Spacing {
  const { text } = source;
  const colon = /"(?:[^"\\\n]|\\.)*"([ \t]*:[ \t]*)/.exec(text)?.[1] ?? ": ";
  const gaps = [...text.matchAll(/[\]}"\w],([ \t]*)(?=["\d[{])/g)].map(([, gap = ""]) => gap);
  const commaGap = gaps[0] ?? (colon === ":" ? "" : " ");
  const collections: Part[] = [];
  const collect = (part: Part): void => {
    if (partsIn(part).length > 0) collections.push(part);
    for (const inner of partsIn(part)) collect(inner);
  };
  for (const root of documents) collect(root);
  const lists = collections.filter(isPlainList);
  const others = collections.filter((part) => !isPlainList(part));
  const areMapsSpread = others.length > 0 && others.every(isSpread);
  return { colon, commaGap, areMapsSpread, areListsSpread: areMapsSpread && lists.every(isSpread) };
}

export function isPlainList(part: Part): boolean {
  return part.type === "list" && part.elements.every(({ type }) => type === "scalar");
}

/** Whether the first item of a collection between brackets has a line of its own. */
export function isSpread({ source, start }: Part): boolean {
  return /^[[{]\s*\n/.test(source.text.slice(start, start + 1000));
}

/** A key in the style of the file: on one line, as between brackets. */
export function keyText(name: string, style: FileStyle): string {
  return scalarText(name, { ...style, isFlow: true, texts: style.keys });
}

/** YAML 1.1 reads some texts as something else: other tools still read `on` as true. */
const PRINTER = new Document<Node>(null, { version: "1.2", compat: "yaml-1.1" });

/** A text as the package prints it behind a key, the length of which counts where it is folded. */
export function scalarText(
  value: string,
  { isJson, isFlow, texts, width, step }: FileStyle,
  name = "",
): string {
  if (isJson) return jsonText(value).replaceAll(INVISIBLE, unitEscapes);
  const key = "k".padEnd(name.length, "k");
  const map = PRINTER.createNode({ [key]: value }) as YAMLMap<Scalar, Scalar>;
  map.flow = isFlow;
  for (const { value: text } of map.items)
    if (text !== null) text.type = safeType(value, texts, isFlow);
  PRINTER.contents = map;
  const options = {
    lineWidth: width,
    minContentWidth: 0,
    indent: step.length,
    flowCollectionPadding: false,
  };
  const text = PRINTER.toString({ ...options, doubleQuotedAsJSON: true }).replace(/\n$/, "");
  const printed = (isFlow ? text.slice(1, -1) : text).slice(`${key}: `.length);
  return printed.replaceAll(INVISIBLE, unitEscapes);
}

/** Texts that an editor or another reader of YAML could change. */
const IS_DELICATE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  /[\u0000-\u0009\u000b-\u001f]|^\s|^$|[^\S\n](?:\n|$)|\n\n$|^\n|^(?:=$|<<|---|\.\.\.)/;

/** How a text is written so that every reader reads it as it is. */
function safeType(text: string, type: Scalar.Type, isOnLine: boolean): Scalar.Type {
  const isLong = text.includes("\n");
  if (IS_DELICATE.test(text) || text.search(INVISIBLE) !== -1 || (isLong && isOnLine))
    return "QUOTE_DOUBLE";
  return isLong && !type.startsWith("BLOCK") ? "BLOCK_LITERAL" : type;
}

/** Text with blanks before each line but the first. */
export function indented(text: string, pad: string, eol = "\n"): string {
  return text.replaceAll(/\n(?=[^\r\n])/g, `\n${pad}`).replaceAll(/\r?\n/g, eol);
}
