/**
 * Values in a text with their places: the documents of the `yaml` package beside what they were read as. `points: 30 # c` in
 * a mapping is an item that begins at its key, has the place of `30`, and ends behind its line.
 */
import {
  type Document,
  isAlias,
  isCollection,
  isPair,
  isScalar,
  type Node,
  type Pair,
  parseAllDocuments,
  type Scalar,
} from "yaml";
import type { ParsedText } from "../manifest/parse.ts";
import { isJsonFile, type Part, type SourceText } from "../manifest/parts.ts";
import { type Lines, linesOf } from "../manifest/text-lines.ts";
import { memoizedBy } from "../model/collections.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { type Hand, OWN_HAND } from "./print.ts";

/** A text that is edited. */
export interface OpenText {
  readonly source: SourceText;
  readonly lines: Lines;
  readonly hand: Hand;
  readonly roots: readonly TextPlace[];
}

/** A value in the text. Anchors in front of it do not belong to it. */
export interface TextPlace {
  readonly part: Part;
  readonly node: Node | null;
  readonly start: number;
  readonly end: number;
}

/** A member of a mapping or an element of a list, in the text. */
export interface Item extends TextPlace {
  /** The key, of a member. */
  readonly key?: Scalar;
  readonly name?: string;
  /** Where its key, dash or, in brackets, its value begins. */
  readonly head: number;
  /** Where the comments above it begin; in brackets, where those on the line before it end. */
  readonly top: number;
  /** Behind its last line; in brackets, behind its comma and the comment on its line. */
  readonly bottom: number;
  /** Whether it stands in brackets. */
  readonly isInline: boolean;
}

/** The value of a part, which is the same object each time. */
export const jsonAt = memoizedBy((part: Part): Json => {
  if (part.type === "scalar") return part.value;
  if (part.type === "list") return part.elements.map(jsonAt);
  return Object.fromEntries(part.members.map(({ name, value }) => [name, jsonAt(value)]));
});

/** Opens a text without errors. */
export const openText = memoizedBy(({ source, documents }: ParsedText): OpenText => {
  const read = parseAllDocuments(source.text, {
    version: "1.2",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const isFull = ({ contents }: Document): boolean =>
    contents?.range != null && (!isScalar(contents) || contents.range[0] < contents.range[2]);
  const nodes = (read as Document[]).filter(isFull).map(({ contents }) => contents as Node);
  if (nodes.length !== documents.length) throw new Error(`${source.file} was read as other documents`);
  const lines = linesOf(source.text);
  const roots = documents.map((part, index) => placeOf(part, nodes[index]));
  return { source, lines, roots, hand: handOf(source, lines, nodes) };
});

function placeOf(part: Part, node: unknown, otherwise = 0): TextPlace {
  const own = (node ?? null) as Node | null;
  const [start, end] = own?.range ?? [otherwise, otherwise];
  return { part, node: own, start, end };
}

/** Whether a value stands in brackets that hold values of their own, on one line or on several. */
export function isFlow({ node }: TextPlace): boolean {
  return isCollection(node) && node.flow === true;
}

/** Whether it is text under `|` or `>`. */
export function isBlockScalar({ node }: TextPlace): boolean {
  return isScalar(node) && (node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL");
}

/** What is inside of a mapping or list, in order; nothing inside of an alias. */
export function itemsOf(place: TextPlace, open: OpenText): readonly Item[] {
  const known = items.get(place);
  if (known !== undefined) return known;
  const inner = innerPlaces(place);
  const made = isFlow(place) ? inFlow(place, inner, open) : inLines(place, inner, open);
  items.set(place, made);
  return made;
}

const items = new WeakMap<TextPlace, readonly Item[]>();

type Inner = TextPlace & Pick<Item, "key" | "name">;

function innerPlaces({ part, node, start }: TextPlace): readonly Inner[] {
  if (!isCollection(node) || part.type === "scalar") return [];
  return node.items.map((item, index): Inner => {
    if (part.type === "list") return placeOf(part.elements[index] as Part, item, start);
    const { key, value } = item as Pair<Scalar, Node | null>;
    const { name, value: own } = part.members[index] as (typeof part.members)[number];
    return { ...placeOf(own, value, key.range?.[1]), key, name };
  });
}

/** Each on lines of its own, with the comments above it that are not indented further, and those below it that are. */
function inLines(place: TextPlace, inner: readonly Inner[], open: OpenText): readonly Item[] {
  const {
    lines,
    source: { text },
  } = open;
  const column = lines.column(place.start);
  const made: Item[] = [];
  let [head, bottom] = [place.start, lines.startOf(place.start)];
  for (const each of inner) {
    if (made.length > 0) {
      head = bottom;
      while (head < text.length && /^\s*(?:#|$)/.test(lines.at(head))) head = lines.behind(head);
      head += column;
    }
    let top = lines.startOf(head);
    const least = made.length > 0 ? bottom : 0;
    const isComment = (line: string): boolean => /^ *#/.test(line) && line.indexOf("#") <= column;
    while (top > least && isComment(lines.at(top - 1))) top = lines.startOf(top - 1);
    if (text.slice(lines.startOf(head), head).trim() !== "") top = head;
    bottom = behindComments(behindValue(each, open), column, open);
    made.push({ ...each, head, top, bottom, isInline: false });
  }
  return made;
}

/** Behind the last line of a value. */
function behindValue(place: Inner, open: OpenText): number {
  const last = isFlow(place) ? undefined : itemsOf(place, open).at(-1);
  if (last !== undefined) return last.bottom;
  return isBlockScalar(place) ? place.end : open.lines.behind(Math.max(place.end, place.key?.range?.[1] ?? 0));
}

function behindComments(offset: number, column: number, { source: { text }, lines }: OpenText): number {
  let bottom = offset;
  for (let at = offset; at < text.length; at = lines.behind(at)) {
    const line = lines.at(at);
    if (line.trim() === "") continue;
    if (!line.trimStart().startsWith("#") || line.indexOf("#") <= column) break;
    bottom = lines.behind(at);
  }
  return bottom;
}

/** Between brackets: from behind the comma in front of it, and the comment there, to behind its own. */
function inFlow(place: TextPlace, inner: readonly Inner[], { source: { text } }: OpenText): readonly Item[] {
  const behind = (offset: number, pattern: RegExp): number => {
    pattern.lastIndex = offset;
    return offset + (pattern.exec(text)?.[0].length ?? 0);
  };
  let bottom = behind(place.start + 1, /(?:[ \t]*#[^\r\n]*)?/y);
  return inner.map((each) => {
    const first = each.key?.range?.[0] ?? each.start;
    const anchor = each.key === undefined ? anchorOf(each) : undefined;
    const head = anchor === undefined ? first : text.lastIndexOf(`&${anchor}`, first);
    const top = bottom;
    bottom = behind(Math.max(each.end, first), /(?:\s*,)?(?:[ \t]*#[^\r\n]*)?/y);
    return { ...each, head, top, bottom, isInline: true };
  });
}

/** The name of the anchor in front of a value. */
export function anchorOf({ node }: TextPlace): string | undefined {
  return isAlias(node) ? undefined : node?.anchor;
}

/** How the text is written, as far as it shows. */
function handOf({ file, text }: SourceText, lines: Lines, roots: readonly Node[]): Hand {
  const seen = { keys: new Set<Scalar.Type>(), quotes: new Map<string, Scalar.Type>(), all: new Set<Scalar.Type>() };
  const hand: { -readonly [Key in keyof Hand]?: Hand[Key] } = {};
  const visit = (node: unknown, name: string, column: number): void => {
    if (isScalar(node) && /^[A-Za-z][\w -]*\w$/.test(node.source ?? "") && typeof node.value === "string") {
      const type = node.type ?? "PLAIN";
      if (!type.startsWith("BLOCK")) seen.all.add(type);
      if (!type.startsWith("BLOCK")) seen.quotes.set(name, type);
    }
    if (!isCollection(node)) return;
    const start = node.range?.[0] ?? 0;
    const own = node.flow === true ? column : lines.column(start);
    if (node.flow === true && /^\{[^\r\n}]/.test(text.slice(start, start + 2)))
      hand.padding ??= text[start + 1] === " " ? " " : "";
    for (const item of node.items) {
      if (!isPair(item)) visit(item, "", own);
      else {
        const { key, value } = item as Pair<Scalar, Node | null>;
        seen.keys.add(key.type ?? "PLAIN");
        if (isCollection(value) && value.flow !== true) {
          const deeper = lines.column(value.range?.[0] ?? 0) - own;
          if (!isPair(value.items[0])) hand.isListIndented ??= deeper > 0;
          if (deeper > 0) hand.step ??= " ".repeat(deeper);
        }
        visit(value, String(key.value), own);
      }
    }
  };
  for (const root of roots) visit(root, "", 0);
  const isJson = isJsonFile(file);
  const only = (types: ReadonlySet<Scalar.Type>): Scalar.Type =>
    types.has("PLAIN") ? "PLAIN" : ([...types][0] ?? "PLAIN");
  const quotes = seen.quotes.set("", only(seen.all));
  const step = isJson ? (/^[ \t]+/m.exec(text)?.[0] ?? "  ") : (hand.step ?? "  ");
  return { ...OWN_HAND, ...hand, isJson, eol: lineBreakOf(text), step, keys: only(seen.keys), quotes };
}

/** What a part is to be, from what is inside of it; the same object as before where nothing changes. */
export function mapped(part: Part, inner: (part: Part, name: string) => Json): Json {
  if (part.type === "scalar") return part.value;
  const json = jsonAt(part);
  if (part.type === "list") {
    const elements = part.elements.map((element) => inner(element, ""));
    return elements.every((element, index) => element === (json as readonly Json[])[index]) ? json : elements;
  }
  const members = part.members.map(({ name, value }): [string, Json] => [name, inner(value, name)]);
  return members.every(([name, value]) => value === (json as JsonObject)[name]) ? json : Object.fromEntries(members);
}

/** The line break that most lines of a text end with. */
function lineBreakOf(text: string): "\n" | "\r\n" {
  const breaks = text.match(/\r?\n/g) ?? [];
  return breaks.filter((found) => found === "\r\n").length * 2 > breaks.length ? "\r\n" : "\n";
}
