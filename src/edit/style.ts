/**
 * The style of a file: quotes, indentation, line breaks, and blanks around signs. In: a text that was
 * read. Out: how its author would write more.
 */
import type { Scalar } from "yaml";
import { memoizedBy } from "../ground/collections.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { isJsonFile, type Member, type Part, partsIn } from "../manifest/parts.ts";
import { columnAt, type Item, isFlow, itemsIn } from "./items.ts";
import { type TextToken, tokensOf } from "./tokens.ts";

/** How a file is written. */
export interface FileStyle extends Spacing {
  readonly isJson: boolean;
  /** Whether the file can't have comments. */
  readonly isStrictJson: boolean;
  readonly eol: string;
  /** The blanks of one level. */
  readonly step: string;
  /** A dash with the blanks after it. */
  readonly dash: string;
  /** Whether a list is deeper than its key. */
  readonly isListIndented: boolean;
  /** Whether a blank follows `{`. */
  readonly hasPaddedBraces: boolean;
  /** How keys and texts are written. */
  readonly keys: Scalar.Type;
  readonly texts: Scalar.Type;
}

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

const TYPES: ReadonlyMap<string, Scalar.Type> = new Map([
  ['"', "QUOTE_DOUBLE"],
  ["'", "QUOTE_SINGLE"],
  [">", "BLOCK_FOLDED"],
  ["|", "BLOCK_LITERAL"],
]);

/** Returns how a text or key is written. */
export function typeIn(written: string): Scalar.Type {
  return TYPES.get(written.charAt(0)) ?? "PLAIN";
}

/** Returns the style of a text. If all texts or keys have the same quotes, new ones get them too. */
export const styleOf = memoizedBy((parsed: ParsedText): FileStyle => {
  const { source, documents } = parsed;
  const { name, text } = source;
  const collections = collectionsIn(documents);
  const { keys, texts } = quotesIn(collections);
  const [root] = documents;
  const isStrictJson = isJsonFile(name);
  const isJson =
    isStrictJson ||
    (keys === "QUOTE_DOUBLE" && root?.type === "map" && text.charAt(root.start) === "{");
  const breaks = text.match(/\r?\n/g) ?? [];
  const windowsBreaks = breaks.filter((each) => each.length === 2);
  return {
    isJson,
    isStrictJson,
    ...(isJson ? jsonSpacing(parsed, collections) : YAML_SPACING),
    eol: windowsBreaks.length * 2 > breaks.length ? "\r\n" : "\n",
    step: firstIndentation(source) ?? "  ",
    dash: firstDash(source) ?? "- ",
    isListIndented: !collections.some(hasFlushList),
    hasPaddedBraces: hasPaddedBraces(source),
    keys: isJson ? "QUOTE_DOUBLE" : keys,
    texts: isJson ? "QUOTE_DOUBLE" : texts,
  };
});

/** Returns every list and mapping once, also those that only aliases repeat. */
function collectionsIn(documents: readonly Part[]): readonly Part[] {
  const found = new Set<Part>();
  const collect = (part: Part): void => {
    if (found.has(part) || partsIn(part).length === 0) return;
    found.add(part);
    for (const inner of partsIn(part)) collect(inner);
  };
  for (const root of documents) collect(root);
  return [...found];
}

/** Returns the quotes of all keys, and of all texts; plain if they differ. */
function quotesIn(collections: readonly Part[]): Pick<FileStyle, "keys" | "texts"> {
  const keys = new Set<Scalar.Type>();
  const keysOfTexts = new Set<Scalar.Type>();
  const texts = new Set<Scalar.Type>();
  for (const map of collections) {
    if (map.type !== "map") continue;
    for (const member of map.members) {
      if (!/^[\w-]+$/.test(member.name)) continue;
      const key = typeIn(map.source.text.charAt(member.keyStart));
      keys.add(key);
      if (!isTextAfterKey(member)) continue;
      keysOfTexts.add(key);
      texts.add(typeIn(map.source.text.charAt(member.value.start)));
    }
  }
  return { keys: only(keysOfTexts.size === 0 ? keys : keysOfTexts), texts: only(texts) };
}

function only(types: ReadonlySet<Scalar.Type>): Scalar.Type {
  const [first = "PLAIN"] = types;
  return types.size === 1 ? first : "PLAIN";
}

/** Whether a text of letters is written on the line of its key, without a header or an anchor. */
function isTextAfterKey({ keyEnd, value: part }: Member): boolean {
  if (typeof part.value !== "string" || !/^[A-Za-z]/.test(part.value)) return false;
  const tokens = tokensOf(part.source);
  const colon = tokens.next(keyEnd);
  const value = colon && tokens.next(colon.end);
  return (
    value?.type === "scalar" && value.start === part.start && !tokens.hasBreak(keyEnd, value.start)
  );
}

/** Returns the blanks before the first indented token that is no comment. */
function firstIndentation(source: Part["source"]): string | undefined {
  let end = 0;
  for (const token of tokensOf(source).all) {
    const between = source.text.slice(end, token.start);
    const indentation = between.slice(between.lastIndexOf("\n") + 1);
    if (between.includes("\n") && indentation !== "" && token.type !== "comment")
      return indentation;
    end = token.end;
  }
  return undefined;
}

/** Returns the first dash with the blanks before a value that is no list. */
function firstDash(source: Part["source"]): string | undefined {
  const { all } = tokensOf(source);
  for (const [index, { type, start, end }] of all.entries()) {
    const next = all[index + 1];
    if (type !== "dash" || next === undefined || next.type === "dash") continue;
    if (/^ +$/.test(source.text.slice(end, next.start)))
      return source.text.slice(start, next.start);
  }
  return undefined;
}

/** Whether a block mapping has a list with dashes at the column of its keys. */
function hasFlushList(map: Part): boolean {
  if (map.type !== "map" || isFlow(map)) return false;
  return itemsIn(map).some(({ part, column, isAlias }) => {
    const isBlockList = part.type === "list" && !isAlias && !isFlow(part);
    return isBlockList && columnAt(part.source.text, part.start) === column;
  });
}

function hasPaddedBraces(source: Part["source"]): boolean {
  const { all } = tokensOf(source);
  const braces = all.flatMap((token, index) => {
    const next = all[index + 1];
    const isBrace = token.type === "open" && source.text.charAt(token.start) === "{";
    return isBrace && next !== undefined ? [{ token, next }] : [];
  });
  const isPadded = ({ token }: { readonly token: TextToken }): boolean =>
    source.text.charAt(token.end) === " ";
  return (
    braces.some(isPadded) ||
    !braces.some(({ token, next }) => next.start === token.end && next.type !== "close")
  );
}

/** Returns the spacing of a JSON text. */
function jsonSpacing({ source }: ParsedText, collections: readonly Part[]): Spacing {
  const colon = firstColon(source) ?? ": ";
  const commaGap = firstCommaGap(source) ?? (colon === ":" ? "" : " ");
  const lists = collections.filter(isPlainList);
  const others = collections.filter((part) => !isPlainList(part));
  const areMapsSpread = others.length > 0 && others.every(isSpread);
  return { colon, commaGap, areMapsSpread, areListsSpread: areMapsSpread && lists.every(isSpread) };
}

/** Returns the first colon on one line with its key and its value, and the blanks around it. */
function firstColon(source: Part["source"]): string | undefined {
  const tokens = tokensOf(source);
  const { all } = tokens;
  for (const [index, { type }] of all.entries()) {
    const key = all[index - 1];
    const value = all[index + 1];
    if (type !== "colon" || key === undefined || value === undefined) continue;
    if (!tokens.hasBreak(key.end, value.start)) return source.text.slice(key.end, value.start);
  }
  return undefined;
}

/** Returns the blanks after the first comma with another item on its line. */
function firstCommaGap(source: Part["source"]): string | undefined {
  const tokens = tokensOf(source);
  const { all } = tokens;
  for (const [index, { type, end }] of all.entries()) {
    const next = all[index + 1];
    if (type !== "comma" || next === undefined || next.type === "comment") continue;
    if (!tokens.hasBreak(end, next.start)) return source.text.slice(end, next.start);
  }
  return undefined;
}

export function isPlainList(part: Part): boolean {
  return part.type === "list" && part.elements.every(({ type }) => type === "scalar");
}

/** Whether the first item of a collection between brackets has a line of its own. */
export function isSpread(part: Part): boolean {
  const [first]: readonly (Item | undefined)[] = itemsIn(part);
  return first !== undefined && tokensOf(part.source).hasBreak(part.start, first.start);
}
