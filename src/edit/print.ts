/**
 * Texts and keys as the `yaml` package prints them in the style of a file. In: a text. Out: it as
 * from column 0, with `\n` between lines. After `name:`, `Egg` is `'Egg'` if all texts are in
 * quotes.
 */
import { Document, Pair, Scalar, YAMLMap } from "yaml";
import { INVISIBLE, unitEscapes } from "../ground/invisible-characters.ts";
import { jsonText } from "../ground/json.ts";
import type { FileStyle } from "./style.ts";

/** How a text is written at its place. */
export interface ScalarStyle extends Pick<FileStyle, "isJson" | "texts" | "step"> {
  /** Whether the text is on one line, as between brackets. */
  readonly isFlow: boolean;
  /** The columns at which text is folded; none for 0. */
  readonly width: number;
}

/** Returns a key in the style of the file: on one line, as between brackets. */
export function keyText(name: string, style: FileStyle): string {
  return scalarText(name, { ...style, isFlow: true, width: 0, texts: style.keys });
}

/** YAML 1.1 reads some texts as something else: other tools still read `on` as true. */
const PRINTER = new Document<YAMLMap>(null, { version: "1.2", compat: "yaml-1.1" });

/** Returns a text after a key. A folded text is shorter by the length of its key. */
export function scalarText(
  value: string,
  { isJson, isFlow, texts, width, step }: ScalarStyle,
  name = "",
): string {
  if (isJson) return jsonText(value).replaceAll(INVISIBLE, unitEscapes);
  const key = "k".padEnd(name.length, "k");
  const scalar = new Scalar(value);
  scalar.type = safeType(value, texts, isFlow);
  const map = new YAMLMap();
  map.items.push(new Pair(new Scalar(key), scalar));
  map.flow = isFlow;
  PRINTER.contents = map;
  const text = PRINTER.toString({
    lineWidth: width,
    minContentWidth: 0,
    indent: step.length,
    flowCollectionPadding: false,
    doubleQuotedAsJSON: true,
  }).replace(/\n$/, "");
  const printed = (isFlow ? text.slice(1, -1) : text).slice(`${key}: `.length);
  return printed.replaceAll(INVISIBLE, unitEscapes);
}

/** Texts that an editor or another reader of YAML could change. */
const IS_DELICATE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  /[\u0000-\u0009\u000b-\u001f]|^\s|^$|[^\S\n](?:\n|$)|\n\n$|^\n|^(?:=$|<<|---|\.\.\.)/;

/** Returns the type with which every reader reads the same text. */
function safeType(text: string, type: Scalar.Type, isOnLine: boolean): Scalar.Type {
  const isLong = text.includes("\n");
  if (IS_DELICATE.test(text) || text.search(INVISIBLE) !== -1 || (isLong && isOnLine))
    return "QUOTE_DOUBLE";
  return isLong && !type.startsWith("BLOCK") ? "BLOCK_LITERAL" : type;
}

/** Returns a text with blanks before each line but the first. */
export function indented(text: string, pad: string, eol = "\n"): string {
  return text.replaceAll(/\n(?=[^\r\n])/g, `\n${pad}`).replaceAll(/\r?\n/g, eol);
}
