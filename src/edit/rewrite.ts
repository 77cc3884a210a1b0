/**
 * Gives the documents of a file other values as their author would: the smallest piece of text is replaced, and read again;
 * where it does not give the value, the next larger piece is written. What keeps its value keeps its characters, and what
 * moves is moved with its comments. `points: 30 # c` with the target 40 becomes `points: 40 # c`.
 */
import { isAlias, isCollection, isScalar, type Scalar } from "yaml";
import { type ParsedText, parseText } from "../manifest/parse.ts";
import { jsonOf, type Part } from "../manifest/parts.ts";
import { defined } from "../model/collections.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { type ItemChange, isSame, type Origins, pairElements, pairMembers } from "./pairs.ts";
import {
  anchorOf,
  type Item,
  isBlockScalar,
  isFlow,
  itemsOf,
  jsonAt,
  type OpenText,
  openText,
  type TextPlace,
} from "./places.ts";
import {
  elementText,
  flowText,
  type Hand,
  indented,
  keyText,
  LINE_WIDTH,
  linesText,
  valueText,
  yamlScalar,
} from "./print.ts";

/** Replaces a piece of a text. Offsets count UTF-16 units. */
interface TextEdit {
  readonly start: number;
  /** The first character that stays. */
  readonly end: number;
  readonly text: string;
}

export interface Rewriting {
  /** Mappings of the targets that are, or come from, parts of the texts. */
  readonly origins?: Origins;
  /** The texts that parts may come from. */
  readonly texts?: readonly ParsedText[];
  /** Whether elements keep their places in lists, so that another id is the same element. */
  readonly inPlace?: boolean;
}

interface Run extends Required<Rewriting> {
  readonly open: OpenText;
  /** Aliases that would mean something else, with the anchor that the value in their place gets. */
  readonly broken: ReadonlyMap<TextPlace, string>;
  /** The level at which a changed value is rewritten. */
  readonly rewriteFrom: number;
}

/** The first try, then elements of lists at the top level, lists, and whole documents. */
const LEVELS = [Number.POSITIVE_INFINITY, 2, 1, 0];

/**
 * The file with other values. `targets`: what each document of `parsed` is to read as. `parsed` has no errors. Throws where
 * the result would read as something else, which is a bug.
 */
export function rewriteText(parsed: ParsedText, targets: readonly Json[], rewriting: Rewriting = {}): ParsedText {
  const { source, documents } = parsed;
  if (documents.every((part, index) => isSame(jsonAt(part), targets[index]))) return parsed;
  const open = openText(parsed);
  const run = { origins: new Map(), texts: [], inPlace: false, ...rewriting, open };
  const broken = brokenAliases(targets, { ...run, broken: new Map(), rewriteFrom: 0 });
  for (const rewriteFrom of LEVELS) {
    const edits = open.roots.flatMap((root, index) =>
      changesOf(root, targets[index] as Json, 0, { ...run, broken, rewriteFrom }),
    );
    const text = spliced(source.text, edits);
    const again = text === undefined ? undefined : parseText(source.file, text);
    if (again !== undefined && isSame(again.documents.map(jsonOf), targets)) return again;
  }
  throw new Error(`${source.file} would not read as it should`);
}

/** A piece of the text after its edits; undefined where these overlap. */
function spliced(text: string, edits: readonly TextEdit[], start = 0, end = text.length): string | undefined {
  let [written, done] = ["", start];
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < done) return undefined;
    written += text.slice(done, edit.start) + edit.text;
    done = edit.end;
  }
  return done > end ? undefined : written + text.slice(done, end);
}

/** Aliases to be written out: what they repeat gets another value than they are to have, or goes; then the first takes over. */
function brokenAliases(targets: readonly Json[], run: Run): ReadonlyMap<TextPlace, string> {
  const broken = new Map<TextPlace, string>();
  const { roots, source } = run.open;
  if (!/\*[^\s,[\]{}]/.test(source.text)) return broken;
  const visit = (place: TextPlace, target: Json | undefined, anchored: Map<string, Json | undefined>): void => {
    if (isAlias(place.node)) {
      const name = place.node.source;
      if (target === undefined || isSame(anchored.get(name), target)) return;
      const isGone = anchored.get(name) === undefined;
      broken.set(place, isGone ? `&${name}` : "");
      if (isGone) anchored.set(name, target);
      return;
    }
    const anchor = anchorOf(place);
    if (anchor !== undefined) anchored.set(anchor, target);
    const changes = target === undefined ? undefined : pairsOf(place, target, run);
    if (changes === undefined) for (const item of itemsOf(place, run.open)) visit(item, undefined, anchored);
    else for (const { item, target: inner } of changes) if (item !== undefined) visit(item, inner, anchored);
  };
  for (const [index, root] of roots.entries()) visit(root, targets[index] as Json, new Map());
  return broken;
}

/** What is inside on both sides; undefined where the whole value has to be rewritten. */
function pairsOf(place: TextPlace, target: Json, run: Run): readonly ItemChange[] | undefined {
  const { node, part, start } = place;
  if (!isCollection(node)) return undefined;
  // `[a: 1]` holds a mapping without braces.
  if (isFlow(place) && !/[[{]/.test(run.open.source.text.charAt(start))) return undefined;
  const items = itemsOf(place, run.open);
  const changes =
    part.type === "list" && Array.isArray(target)
      ? pairElements(items, target as readonly Json[], run)
      : part.type === "map" && isJsonObject(target)
        ? pairMembers(items, target, run.inPlace)
        : undefined;
  return changes?.some(({ item, target: inner }) => item !== undefined && inner !== undefined) ? changes : undefined;
}

/** The edits of a value at a level, which give the value when they are read. */
function changesOf(place: TextPlace | Item, target: Json, level: number, run: Run): readonly TextEdit[] {
  const { broken, open, rewriteFrom } = run;
  const holdsBroken = [...broken.keys()].some(({ start }) => start >= place.start && start < place.end);
  if (broken.has(place)) return rewritten(place, target, run);
  if (isAlias(place.node) || (!holdsBroken && isSame(jsonAt(place.part), target))) return [];
  const pairs = level >= rewriteFrom ? undefined : pairsOf(place, target, run);
  if (pairs === undefined) return rewritten(place, target, run);
  const inner = pairs.flatMap(({ item, target: value }) =>
    item === undefined || value === undefined ? [] : changesOf(item, value, level + 1, run),
  );
  const kept = [...inner, ...keysIn(pairs, run)];
  const edits = isFlow(place) ? inBrackets(place, pairs, kept, run) : [...kept, ...inLines(place, pairs, run)];
  return level < 2 || readsAs(place, edits, target, open) ? edits : rewritten(place, target, run);
}

/** Whether a piece of the text reads as the target. Of aliases, only the whole file tells. */
function readsAs(place: TextPlace, edits: readonly TextEdit[], target: Json, open: OpenText): boolean {
  const {
    source: { file, text },
    lines,
  } = open;
  const items = itemsOf(place, open);
  const [first, last] = [items[0] as Item, items.at(-1) as Item];
  const [start, end] = isFlow(place) ? [place.start, place.end] : [first.top, last.bottom];
  if (/[*&]\w/.test(text.slice(start, end))) return true;
  const from = edits.reduce((least, edit) => Math.min(least, edit.start), start);
  const piece = spliced(text, edits, from, end);
  const pad = !isFlow(place) && from === first.head ? " ".repeat(lines.column(from)) : "";
  const { documents, diagnostics } = parseText(file, pad + piece);
  return (
    piece !== undefined &&
    diagnostics.length === 0 &&
    documents.length === 1 &&
    isSame(jsonOf(documents[0] as Part), target)
  );
}

/** Keys that get another name. */
function keysIn(pairs: readonly ItemChange[], { open: { hand } }: Run): readonly TextEdit[] {
  return pairs.flatMap(({ item, name, target }) => {
    if (item?.key === undefined || name === undefined || target === undefined || name === item.name) return [];
    const [start, end] = item.key.range ?? [0, 0];
    return [{ start, end, text: keyText(name, { ...hand, keys: item.key.type ?? "PLAIN" }) }];
  });
}

/** Puts members and elements in block style in, and takes them out, with the comments above and behind them. */
function inLines(place: TextPlace, pairs: readonly ItemChange[], run: Run): readonly TextEdit[] {
  const { lines, hand } = run.open;
  const { text } = run.open.source;
  const items = itemsOf(place, run.open);
  const pad = " ".repeat(lines.column(place.start));
  const isBlank = (offset: number): boolean => lines.at(offset).trim() === "" && offset < text.length;
  const behindBlanks = (offset: number): number => (isBlank(offset) ? behindBlanks(lines.behind(offset)) : offset);
  const isBehindDash = ({ head }: Item): boolean => text.slice(lines.startOf(head), head).trim() !== "";
  const end = items.at(-1) as Item;
  // At the top level, blank lines separate what takes several lines.
  const isTop = pad === "" && place.part.type === "map" && text.slice(end.top, end.end).includes("\n");
  const isSpaced = items.length > 1 ? isBlank(lines.startOf(end.top - 1)) : isTop;
  const kept = pairs.findIndex(({ item, target }) => item !== undefined && target !== undefined);
  const first = pairs[kept]?.item as Item;
  const edits: TextEdit[] = [];
  const leading = pairs.slice(0, kept).flatMap(({ item }) => item ?? []);
  const [gone, last] = [leading[0], leading.at(-1)];
  let isShared = isBehindDash(first);
  if (gone !== undefined && last !== undefined) {
    const end = Math.min(behindBlanks(last.bottom), first.top);
    // The next member is behind the dash instead, unless a comment is above it.
    const dash = text.slice(0, gone.head).trimEnd().length;
    isShared = isBehindDash(gone) && end === lines.startOf(first.head);
    if (!isBehindDash(gone)) edits.push({ start: gone.top, end, text: "" });
    else if (isShared) edits.push({ start: gone.head, end: first.head, text: "" });
    else edits.push({ start: dash, end, text: hand.eol });
  }
  let before: Item | undefined;
  for (const [index, { item, name, target }] of pairs.entries()) {
    if (item !== undefined && target !== undefined) before = item;
    if (item !== undefined && target === undefined && index > kept) {
      const least = (items[items.indexOf(item) - 1] as Item).bottom;
      let start = item.top;
      while (start > least && isBlank(lines.startOf(start - 1))) start = lines.startOf(start - 1);
      const end = before !== undefined && keepsBreaks(before, run.open) ? behindBlanks(item.bottom) : item.bottom;
      edits.push({ start, end, text: "" });
    }
    if (item !== undefined || target === undefined) continue;
    const member = (): string => `${pad}${keyText(name ?? "", hand)}:${newValue(target, name, pad, run)}`;
    const written = inLineBreaks(name === undefined ? newElement(target, before ?? first, pad, run) : member(), hand);
    const blank = isSpaced && !(before !== undefined && keepsBreaks(before, run.open)) ? hand.eol : "";
    const at = before?.bottom ?? (isShared ? first.head : first.top);
    const isOpen = before !== undefined && at > 0 && text[at - 1] !== "\n";
    if (isOpen) edits.push({ start: at, end: at, text: hand.eol + blank + written.replace(/\r?\n$/, "") });
    else if (before !== undefined) edits.push({ start: at, end: at, text: blank + written });
    else edits.push({ start: at, end: at, text: isShared ? written.slice(pad.length) + blank + pad : written + blank });
  }
  return edits;
}

/** Whether an item ends with a text that blank lines below it would belong to. */
function keepsBreaks(item: TextPlace, open: OpenText): boolean {
  const last = isFlow(item) ? undefined : itemsOf(item, open).at(-1);
  if (last !== undefined) return keepsBreaks(last, open);
  return isBlockScalar(item) && /^\S*\+/.test(open.source.text.slice(item.start, item.start + 4));
}

function inLineBreaks(text: string, { eol }: Hand): string {
  return eol === "\n" ? text : text.replaceAll(/\r?\n/g, eol);
}

/** A new element of a list in block style, written as its neighbour is, or with the text that it had elsewhere. */
function newElement(target: Json, neighbour: Item | undefined, pad: string, run: Run): string {
  const {
    open: {
      source: { text },
      hand,
    },
    origins,
  } = run;
  const between = neighbour === undefined ? "" : text.slice(neighbour.head, neighbour.start);
  const own = { ...hand, dash: /^-[ ]+$/.test(between) ? between : hand.dash };
  const origin = origins.get(target);
  const moved = origin === undefined ? undefined : movedText(origin, target, { pad, dash: own.dash }, run);
  if (moved !== undefined) return moved;
  const ordered = neighbour === undefined ? target : inOrderOf(jsonAt(neighbour.part), target);
  const line = own.dash + flowText(ordered, own);
  const isLine = neighbour !== undefined && isFlow(neighbour) && pad.length + line.length <= LINE_WIDTH;
  return indented(isLine ? `${line}\n` : elementText(ordered, own), pad);
}

/** What follows the colon of a key that is indented by `pad`. */
function newValue(target: Json, name: string | undefined, pad: string, run: Run): string {
  const { hand } = run.open;
  const isMoved = Array.isArray(target) && target.some((element) => run.origins.has(element as Json));
  if (!isMoved) return withPad(valueText(target, hand, name), pad);
  const inner = pad + (hand.isListIndented ? hand.step : "");
  return `\n${target.map((element) => newElement(element as Json, undefined, inner, run)).join("")}`;
}

/** A text with blanks before each line but the first. */
function withPad(text: string, pad: string): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${pad}`);
}

/** The members in the order of another mapping. */
function inOrderOf(model: Json, target: Json): Json {
  if (!isJsonObject(model) || !isJsonObject(target)) return target;
  const order = Object.keys(model);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries(Object.entries(target).sort(([a], [b]) => rank(a) - rank(b)));
}

/** A part as an element of another list: its text with its comments, indented as there. */
function movedText(
  part: Part,
  target: Json,
  { pad, dash }: { readonly pad: string; readonly dash: string },
  run: Run,
): string | undefined {
  const from = run.texts.find(({ source }) => source === part.source);
  if (from === undefined) return undefined;
  const open = openText(from);
  const place = open.roots.reduce<TextPlace | undefined>(
    (found, root) => found ?? placeIn(root, part, open),
    undefined,
  );
  if (place === undefined) return undefined;
  const {
    source: { text },
    lines,
  } = open;
  const edits = changesOf(place, target, 2, { ...run, open, broken: new Map() });
  const items = itemsOf(place, open);
  const first = isFlow(place) ? undefined : items[0];
  const holder = "head" in place ? (place as Item) : undefined;
  const isElement = holder !== undefined && holder.key === undefined;
  const [start, end] = first === undefined ? [place.start, place.end] : [first.head, (items.at(-1) as Item).bottom];
  const body = spliced(text, edits, start, end);
  if (body === undefined) return undefined;
  const above = isElement
    ? text.slice(holder.top, Math.max(holder.top, holder.head))
    : first === undefined
      ? ""
      : text.slice(first.top, first.head);
  const behind =
    isElement && first === undefined ? text.slice(place.end, holder.bottom).replace(/^\s*,/, "").trimEnd() : "";
  const comments = above.split("\n").filter((line) => line.trim().startsWith("#"));
  const column = first === undefined ? (/^ */.exec(lines.at(start))?.[0].length ?? 0) : lines.column(start);
  const inner = body
    .trimEnd()
    .replaceAll(new RegExp(`\n {0,${column}}(?=[^\\r\\n])`, "g"), `\n${pad}${" ".repeat(dash.length)}`);
  const lead = comments.map((line) => `${pad}${line.trim()}\n`).join("");
  return `${lead}${pad}${dash}${inner}${behind === "" ? "" : ` ${behind.trim()}`}\n`;
}

/** Where a part stands below a place. */
function placeIn(place: TextPlace, part: Part, open: OpenText): TextPlace | undefined {
  if (place.part === part && !isAlias(place.node)) return place;
  for (const item of itemsOf(place, open)) {
    if (isAlias(item.node) || item.start > part.start || item.end < part.start) continue;
    const found = placeIn(item, part, open);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Puts members and elements into brackets, and takes them out: all between the brackets is put together again. */
function inBrackets(
  place: TextPlace,
  pairs: readonly ItemChange[],
  edits: readonly TextEdit[],
  run: Run,
): readonly TextEdit[] {
  if (pairs.every(({ item, target }) => item !== undefined && target !== undefined)) return edits;
  const { hand, lines } = run.open;
  const { text } = run.open.source;
  const items = itemsOf(place, run.open);
  const [first, last] = [items[0] as Item, items.at(-1) as Item];
  const leadOf = ({ top, head }: Item): string => text.slice(top, head);
  const gap = /\r?\n[ \t]*$/.exec(leadOf(last))?.[0] ?? " ";
  const hang = gap === " " ? `${hand.eol}${/^[ \t]*/.exec(lines.at(place.start))?.[0]}  ` : gap;
  const endsWithComma = text.slice(last.end, last.bottom).includes(",");
  const isEnd = pairs.findLastIndex(({ target }) => target !== undefined);
  const start = /^[ \t]*/.exec(leadOf(first))?.[0] ?? "";
  let [written, floating] = [text.slice(place.start, first.top), ""];
  const append = (lead: string, body: string): void => {
    const isBehindComment = /#[^\n]*$/.test(written) && !/^[ \t]*\r?\n/.test(lead);
    written += (isBehindComment ? hang + lead.trimStart() : lead) + body;
  };
  for (const [index, { item, name, target }] of pairs.entries()) {
    const lead = item === undefined ? gap : leadOf(item);
    // Comments above what goes that a blank line keeps apart from it are about what follows, too.
    if (target === undefined) floating += /^([\s\S]*#[^\n]*)\n[ \t]*\r?\n/.exec(lead)?.[1] ?? "";
    if (target === undefined) continue;
    const isFirst = written.length === first.top - place.start;
    const own = /^[ \t]*$/.test(lead) ? (isFirst ? start : lead || " ") : lead;
    const comma = index < isEnd || endsWithComma ? "," : "";
    const behind = item === undefined ? "" : text.slice(item.end, item.bottom).replace(/^\s*,/, "").trimEnd();
    append(floating + own, item === undefined ? newInBrackets(name, target, last, run) : splicedAt(item, edits, text));
    written += comma + behind;
    floating = "";
  }
  append(floating + text.slice(last.bottom, place.end), "");
  return [{ start: place.start, end: place.end, text: written }];
}

function splicedAt({ head, end }: Item, edits: readonly TextEdit[], text: string): string {
  const inner = edits.filter((edit) => edit.start >= head && edit.end <= end);
  return spliced(text, inner, head, Math.max(end, head)) ?? "";
}

/** A new value in brackets, on several lines if its neighbour is. */
function newInBrackets(name: string | undefined, target: Json, neighbour: Item, { open }: Run): string {
  const { hand, lines } = open;
  const isTall = open.source.text.slice(neighbour.head, neighbour.end).includes("\n");
  const pad = isTall ? /^[ \t]*/.exec(lines.at(neighbour.head))?.[0] : undefined;
  const ordered = inOrderOf(jsonAt(neighbour.part), target);
  return (name === undefined ? "" : `${keyText(name, hand)}: `) + flowText(ordered, hand, defined({ name, pad }));
}

/** Writes a value in the place of another, in the quotes, folding and form of the old one where that is possible. */
function rewritten(place: TextPlace | Item, target: Json, run: Run): readonly TextEdit[] {
  const {
    source: { text },
    lines,
    hand,
  } = run.open;
  const { start, end, node } = place;
  const type = isScalar(node) && typeof node.value === "string" ? node.type : undefined;
  if ("head" in place && !place.isInline) return rewrittenInLines(place, target, type as Scalar.Type | undefined, run);
  const name = "head" in place ? place.name : undefined;
  const quotes = type === undefined ? hand.quotes : new Map([[name ?? "", type as Scalar.Type]]);
  const isTall = text.slice(start, end).includes("\n");
  const pad = /^[ \t]*/.exec(lines.at("head" in place ? place.head : start))?.[0] ?? "";
  const isLines = !("head" in place) && !isFlow(place) && Object.keys(target as object).length > 0;
  const written = isLines
    ? inLineBreaks(linesText(target, hand), hand)
    : flowText(target, { ...hand, quotes }, defined({ name, pad: isTall ? pad : undefined }));
  const isClosed = text[end - 1] === "\n" && end > start && !written.endsWith("\n");
  return [{ start, end, text: written + (isClosed ? hand.eol : "") }];
}

/** Writes a value behind a colon or dash: on its line, or on lines below. The comment on the line stays there. */
function rewrittenInLines(item: Item, target: Json, type: Scalar.Type | undefined, run: Run): readonly TextEdit[] {
  const { open, broken } = run;
  const { lines, hand } = open;
  const { text } = open.source;
  const pad = " ".repeat(lines.column(item.head));
  const intro = introOf(item, text);
  const isLines = isCollection(item.node) && !isFlow(item);
  // Below its key or below a comment, a value that is no list or mapping in block style stays where it is.
  const isBelow = text.slice(intro, item.start).includes("\n");
  const start = !isLines && item.start > intro && (isBelow || !isCompound(target)) ? item.start : intro;
  const commentAt = isLines ? intro : isBlockScalar(item) ? text.indexOf(" ", item.start) : item.end;
  const rest = text.slice(commentAt, lines.startOf(commentAt) + lines.at(commentAt).length);
  const comment = (!isLines || isBelow) && rest.includes("#") && /^\s*#/.test(rest) ? rest : "";
  let end = item.end + (isBlockScalar(item) ? 0 : comment.length);
  if (isLines) end = (itemsOf(item, open).at(-1) as Item).bottom;
  const value = isBelow && !isLines && isCompound(target) ? flowText(target, hand) : newText(item, target, type, run);
  const anchor = broken.get(item) ?? "";
  const isBehindDash = item.key === undefined && comment + anchor === "" && value.startsWith("\n");
  const written = isBehindDash ? withPad(elementText(target, hand).slice(1, -1), pad) : value;
  const isSpaced = anchor !== "" && start === intro;
  const own = (isSpaced ? " " : "") + anchor + (start === intro || anchor !== "" ? written : written.trimStart());
  const [, first = "", more = ""] = /^([^\n]*)([\s\S]*)$/.exec(own) ?? [];
  const isClosed = end > intro && end > item.start && text[end - 1] === "\n";
  // Behind a text of several lines, blanks on an empty line would be read as part of it.
  let blanks = "";
  for (
    let at = lines.behind(end);
    more !== "" && !isClosed && at < text.length && lines.at(at).trim() === "";
    at = lines.behind(at)
  ) {
    blanks += hand.eol;
    end = at + lines.at(at).length;
  }
  return [{ start, end, text: inLineBreaks(first + comment + more + blanks + (isClosed ? "\n" : ""), hand) }];
}

/** Behind the dash or colon, and behind the anchor there. */
function introOf({ key, head, node, start }: Item, text: string): number {
  const indicator = key === undefined ? head + 1 : text.indexOf(":", key.range?.[1]) + 1;
  const anchor = anchorOf({ node } as TextPlace);
  return anchor === undefined
    ? Math.min(indicator, Math.max(start, head + 1))
    : text.indexOf(`&${anchor}`, indicator) + anchor.length + 1;
}

function isCompound(value: Json): boolean {
  return Array.isArray(value) || isJsonObject(value);
}

/** What follows a dash or colon, folded as widely as the old text was. */
function newText(
  { head, key, name = "", node, part, start, end }: Item,
  target: Json,
  type: Scalar.Type | undefined,
  run: Run,
): string {
  const { open } = run;
  const { hand, lines } = open;
  const pad = " ".repeat(lines.column(head));
  // What an alias repeats in brackets stays in them.
  const isBrackets = isAlias(node) && /[[{]/.test(part.source.text.charAt(part.start));
  if (isCompound(target) && isBrackets) return ` ${flowText(target, hand)}`;
  if (isCompound(target)) return newValue(target, name, pad, run).slice(0, -1);
  const old = open.source.text.slice(lines.startOf(start), end).trimEnd().split("\n");
  const width = type !== undefined && old.length > 1 ? Math.max(...old.map(({ length }) => length)) - pad.length : 0;
  const form = { type: type ?? hand.quotes.get(name) ?? hand.quotes.get(""), width, step: hand.step };
  return withPad(` ${yamlScalar(target, { ...form, place: "block", key: key === undefined ? "" : name })}`, pad);
}
