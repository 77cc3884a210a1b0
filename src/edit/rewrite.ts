/**
 * Gives the documents of a file other values as their author would: the smallest piece is replaced where it stands, and the
 * file is read again; where that does not give the values, the next larger piece is printed as a whole. What keeps its
 * value keeps its characters. `points: 30 # c` with the target 40 becomes `points: 40 # c`.
 */
import { Lexer } from "yaml";
import { type ParsedText, parseText } from "../manifest/parse.ts";
import { jsonOf, type MapPart, type Part, type SourceText } from "../manifest/parts.ts";
import { memoizedBy } from "../model/collections.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { changesOf, type ItemChange, isSame, jsonAt, partsIn } from "./changes.ts";
import { type FileStyle, indented, itemText, keyText, styleOf, typeIn, valueText } from "./print.ts";

interface Run {
  readonly source: SourceText;
  readonly style: FileStyle;
  /** Mappings in targets that come from parts of texts, perhaps from elsewhere. */
  readonly origins: ReadonlyMap<Json, Part>;
  /** Whether lists and mappings keep their places, so that another id is the same element. */
  readonly inPlace: boolean;
  /** The level of what is written, and the one at which changed values are printed anew. */
  readonly level: number;
  readonly printFrom: number;
  /** Whether aliases are written out, and no blank lines added, which belong to the text above them under `|+`. */
  readonly isPlain: boolean;
  /** What parts are to be, for their aliases further below. */
  readonly becomes: Map<Part, Json>;
}

/** A member, an element or a document in the text. */
interface Item {
  readonly part: Part;
  readonly name?: string | undefined;
  /** Of its key or dash. */
  readonly column: number;
  readonly isInFlow: boolean;
  readonly isAlias: boolean;
  /** Of its key or dash. */
  readonly start: number;
  /** Behind its colon or dash. */
  readonly intro: number;
  /** Of its value, and behind it. */
  readonly from: number;
  readonly end: number;
  /** Behind the comments that belong to it; between brackets, these are behind its comma. */
  readonly tail: number;
}

/** The smallest pieces first, then without aliases, then elements of lists at the top level, and these lists. */
const LEVELS = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 2, 1];
/** The columns that an element in brackets may take up. */
const LINE_WIDTH = 120;
/** The characters in front of a definition in which the comments above it are found. */
const LONGEST_NOTES = 10_000;

/** Thrown where no edit gives a file its values and keeps its comments. */
export class UnwritableText extends Error {
  readonly file: string;
  constructor(file: string, detail = "No edit of it gives the values and keeps the comments. Edit it by hand.") {
    super(`${file}: ${detail}`);
    this.file = file;
  }
}

/** The file with other values. `targets`: what each document of `parsed` is to read as. Throws an `UnwritableText`. */
export function rewriteText(
  parsed: ParsedText,
  targets: readonly Json[],
  { origins = new Map(), inPlace = false }: Partial<Pick<Run, "origins" | "inPlace">> = {},
): ParsedText {
  const { source, documents } = parsed;
  if (documents.every((part, index) => jsonAt(part) === targets[index])) return parsed;
  const settings = { source, style: styleOf(parsed), origins, inPlace, level: 0 };
  for (const [at, printFrom] of LEVELS.entries()) {
    const run = { ...settings, printFrom, isPlain: at > 0, becomes: new Map() };
    let [text, end] = ["", 0];
    for (const [index, part] of documents.entries()) {
      const item = documentItem(part);
      text += source.text.slice(end, item.start) + bodyAfter(item, targets[index] as Json, run);
      end = item.tail;
    }
    text += source.text.slice(end);
    // Behind a text of several lines, blanks on an empty line are read as part of it.
    for (const tried of new Set([text, text.replaceAll(/^[ \t]+$/gm, "")])) {
      const again = parseText(source.file, tried);
      if (isSame(again.documents.map(jsonOf), targets)) return again;
    }
  }
  throw new UnwritableText(source.file);
}

/** A value on its own. */
function documentItem(part: Part): Item {
  const { start } = part;
  const column = columnOf(part);
  const end = endOf(part, column - 1);
  return { part, column, isInFlow: false, isAlias: false, start, intro: start, from: start, end, tail: end };
}

function isFlow({ type, source, start }: Part): boolean {
  return type !== "scalar" && /[[{]/.test(source.text.charAt(start));
}

/** Of its items; of those in brackets, where their line begins. */
function columnOf(part: Part): number {
  const { source, start } = part;
  const line = source.text.slice(source.text.lastIndexOf("\n", start - 1) + 1, start).replace("\uFEFF", "");
  return isFlow(part) ? line.length - line.trimStart().length : line.length;
}

/** Where a value ends. Comments that are deeper than its key belong to a block collection. */
function endOf(part: Part, column: number): number {
  const { text } = part.source;
  if (part.type === "scalar" || isFlow(part)) {
    const written = text.slice(part.start, part.end);
    // Under `|+`, empty lines belong to the text.
    return part.start + (/^[|>]\d*\+/.test(written) ? written.replace(/\r?\n$/, "") : written.trimEnd()).length;
  }
  return tailOf(text, itemsIn(part).at(-1)?.tail ?? part.end, column);
}

/** Where the comments behind a value end: the one on its line, and those below it that are deeper than its key. */
function tailOf(text: string, end: number, column: number): number {
  const tail = textAt(text, end, new RegExp(`[ \\t]*(?:#.*)?(?:\\s*\\n {${column + 1},}#.*)*`, "y"));
  return end + tail.replace(/\r$/, "").length;
}

function textAt(text: string, offset: number, pattern: RegExp): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}

/** The items of a collection. */
const itemsIn = memoizedBy((parent: Part): readonly Item[] => {
  const { text } = parent.source;
  const [isInFlow, column] = [isFlow(parent), columnOf(parent)];
  let before = parent.start + (isInFlow ? 1 : 0);
  return partsIn(parent).map((part, index): Item => {
    const member = parent.type === "map" ? parent.members[index] : undefined;
    const begin = member === undefined ? before : member.keyEnd + textAt(text, member.keyEnd, /\s*:/y).length;
    const alias = part.start < begin ? textAt(text, begin, /(?:[\s,-]|#.*\n)*\*[^\s,[\]{}]+/y) : "";
    const at = alias === "" ? part.start : begin + alias.lastIndexOf("*");
    const start = member?.keyStart ?? (isInFlow ? at : text.lastIndexOf("-", at - 1));
    const intro = member === undefined && !isInFlow ? start + 1 : member === undefined ? at : begin;
    const isEmpty = alias === "" && part.start === part.end;
    const end = alias !== "" ? begin + alias.length : isEmpty ? intro : endOf(part, column);
    before = isInFlow ? end : tailOf(text, end, column);
    const extent = { start, intro, from: isEmpty ? intro : at, end, tail: before };
    return { part, name: member?.name, column, isInFlow, isAlias: alias !== "", ...extent };
  });
});

/** What is written behind the key or the dash of an item, with the comments that belong to it. */
function bodyAfter(item: Item, target: Json, run: Run): string {
  const { part, isAlias, intro, from, end } = item;
  const { text } = run.source;
  const old = isAlias ? (run.becomes.get(part) ?? jsonAt(part)) : jsonAt(part);
  if (!isAlias) run.becomes.set(part, target);
  const hasAlias = run.isPlain && /(?<!\w)\*/.test(text.slice(from, end));
  const isLeaf = isAlias || part.type === "scalar";
  if (!hasAlias && (old === target || (isLeaf && isSame(old, target)))) return text.slice(intro, item.tail);
  const changes = isAlias || run.level >= run.printFrom ? [] : changesOf(part, target, run.inPlace);
  const isWhole = partsIn(part).length === 0 || changes.every((change) => change.target === undefined);
  return isWhole ? printedBody(item, target, run) : itemsAfter(item, changes, { ...run, level: run.level + 1 });
}

/** An item that stays, with its new value and perhaps a new key. */
function itemAfter(item: Item, { name, target }: ItemChange, run: Run): string {
  const { start, intro, name: old } = item;
  const head = run.source.text.slice(start, intro);
  const key = head.replace(/\s*:$/, "");
  const isRenamed = name !== undefined && name !== old;
  const lead = isRenamed ? keyText(name, run.style, key) + head.slice(key.length) : head;
  return lead + bodyAfter({ ...item, name }, target as Json, run);
}

/** The body of a collection. The comments above an item, the comma behind it and the comment on its line belong to it. */
function itemsAfter(parent: Item, changes: readonly ItemChange[], run: Run): string {
  const { text } = run.source;
  const { eol } = run.style;
  const items = itemsIn(parent.part);
  const [first, last] = [items[0] as Item, items.at(-1) as Item];
  const { isInFlow, column } = first;
  const isDocument = run.level === 1;
  const line = text.slice(parent.intro, first.start).search(/\r?\n/);
  const begin = isInFlow ? parent.from + 1 : parent.intro + Math.max(line, 0);
  const behindOf = (end: number): string => (isInFlow ? textAt(text, end, /(?:\s*,)?(?:[ \t]*#.*)?/y).trimEnd() : "");
  const leadOf = (index: number): string => {
    const before = items[index - 1]?.tail ?? begin;
    return text.slice(before + behindOf(before).length, items[index]?.start ?? parent.end - 1);
  };
  const [opening, usual] = [leadOf(0), leadOf(items.length - 1)];
  const lineLead = /\r?\n[ \t]*$/.exec(usual)?.[0];
  const hang = (isInFlow ? lineLead : undefined) ?? eol + " ".repeat(column + (isInFlow ? 2 : 0));
  const isApart =
    items.length > 1 ? /^\r?\n[ \t]*\r?\n/.test(usual) : isDocument && text.slice(begin, last.tail).includes("\n");
  const blank = isApart && !isInFlow && !run.isPlain ? eol : "";
  const [firstLead, usualLead] = [opening.includes("#") ? hang : opening, isInFlow ? (lineLead ?? " ") : hang];
  const kept = changes.filter(({ target }) => target !== undefined).length;
  const endsWithComma = /^\s*,/.test(behindOf(last.tail));
  const isRearranged = kept < changes.length || changes.some(({ index }) => index === undefined);
  let [result, behind, count, model] = ["", behindOf(begin), 0, first];
  const append = (lead: string, body: string): void => {
    result += behind + (isInFlow && behind.includes("#") && !lead.includes("\n") ? hang : lead) + body;
  };
  for (const change of changes) {
    const { index, name, target } = change;
    const lead = index === undefined ? "" : leadOf(index);
    model = items[index ?? -1] ?? model;
    if (target === undefined) {
      // Comments that a blank line keeps apart from what goes are about what follows, too.
      behind += isInFlow ? "" : (/^[\s\S]*#.*\n(?=[ \t]*\r?\n)/.exec(lead)?.[0] ?? "");
      continue;
    }
    if (index === undefined) {
      const { notes, body } = newItem(name, target, model, run);
      const above = notes.map((note) => hang + note).join("");
      append(count === 0 ? above + (above === "" ? firstLead : hang) : blank + above + usualLead, body);
    } else {
      const tight =
        count > 0 && !run.isPlain ? lead : lead.replace(/^(?:[ \t]*\r?\n)+/, count === 0 && isDocument ? "" : eol);
      const other = count > 0 ? tight || usualLead : lead.includes("#") ? tight : firstLead;
      append(isRearranged && index + count > 0 ? other : lead, itemAfter(model, change, run));
    }
    count += 1;
    const tail = index === undefined ? "" : behindOf(model.tail);
    const comma = isInFlow && (count < kept || endsWithComma) ? "," : "";
    behind = comma !== "" && /^\s*,/.test(tail) ? tail : comma + tail.replace(/^\s*,/, "");
  }
  append(isInFlow ? leadOf(items.length) : "", "");
  return text.slice(parent.intro, begin) + result + text.slice(isInFlow ? parent.end - 1 : last.tail, parent.tail);
}

/** Another value at a place, in the old quotes and folding. Comments on its line stay there. */
function printedBody(item: Item, target: Json, { source: { text }, style, level, printFrom }: Run): string {
  const { part, column, isInFlow, isAlias, name, intro, from, end } = item;
  const old = text.slice(from, end);
  const isCollection = part.type !== "scalar" && !isAlias;
  // A comment between items would be lost: the file then does not give the values, and is refused.
  if (level === 0 || (isCollection && level >= printFrom && commentsIn(old).length > 0))
    return text.slice(intro, item.tail);
  const lines = old.split("\n");
  const lengths = lines.map((line, at) => line.trimEnd().length + (at === 0 ? column + (name ?? "").length + 2 : 0));
  const width = lines.length > 1 ? Math.max(...lengths) - column : 0;
  const isLine = isInFlow || (isFlow(part) && partsIn(part).length > 0);
  const form = { type: isCollection || isAlias ? undefined : typeIn(old), isFlow: isLine, width };
  const printed = indented(valueText(name, target, style, form), " ".repeat(column));
  const hasHeader = !isCollection && /^[|>]/.test(old);
  const isBlock = old === "" || hasHeader || (isCollection && !isFlow(part));
  if (isInFlow || !(isBlock || printed.includes("\n")))
    return (
      text.slice(intro, from) + inLines(old === "" ? printed : printed.trimStart(), style) + text.slice(end, item.tail)
    );
  const rest = isCollection && isBlock ? "" : text.slice(end, item.tail);
  const [line = "", ...more] = printed.split("\n");
  const notes = commentsIn(`${text.slice(intro, from)} ${hasHeader ? lines[0] : ""} ${rest}`);
  return [[line, ...notes].join(" "), ...more].join(style.eol);
}
function commentsIn(text: string): readonly string[] {
  return [...new Lexer().lex(text)].flatMap((lexeme) => (lexeme.startsWith("#") ? [lexeme.trimEnd()] : []));
}

/** A new item beside another one, and the comments above it: with the text that it had elsewhere, or as its neighbour is written. */
function newItem(
  name: string | undefined,
  target: Json,
  model: Pick<Item, "column"> & Partial<Item>,
  run: Run,
): { readonly notes: readonly string[]; readonly body: string } {
  const { style, source, origins } = run;
  const { column, isInFlow = false, part, start = 0, from = 0, end } = model;
  const pad = " ".repeat(column);
  const dash = /^- +/.exec(source.text.slice(start, from))?.[0] ?? "- ";
  const hang = pad + " ".repeat(dash.length);
  const origin = name === undefined ? origins.get(target) : undefined;
  if (origin !== undefined) {
    const { notes, body } = movedText(origin, target, hang, run);
    if (!isInFlow) return { notes, body: dash + body };
    return { notes: [...notes, ...commentsIn(body)], body: itemText(name, target, style, { isFlow: true }) };
  }
  if (name !== undefined && !isInFlow && Array.isArray(target) && target.some((each) => origins.has(each))) {
    const inner = `\n${pad}${style.isListIndented ? style.step : ""}`;
    const items = target.map((each: Json) => newItem(undefined, each, { column: inner.length - 1 }, run));
    const texts = items.flatMap(({ notes, body }) => [...notes, body].map((text) => inner + text));
    return { notes: [], body: inLines(`${keyText(name, style)}:${texts.join("")}`, style) };
  }
  const ordered = name === undefined && part?.type === "map" ? inOrderOf(part, target) : target;
  const old = isInFlow ? source.text.slice(from, end) : "";
  const flow = itemText(name, ordered, style, { isFlow: true, pad: /\n([ \t]*)\S*$/.exec(old)?.[1] });
  const isLine = name === undefined && part !== undefined && isFlow(part) && hang.length + flow.length <= LINE_WIDTH;
  if (isInFlow || isLine) return { notes: [], body: inLines(isInFlow ? flow : dash + flow, style) };
  const text = itemText(name, ordered, style);
  const body = name === undefined ? dash + text.slice(2).replaceAll(/\n {2}/g, `\n${hang}`) : indented(text, pad);
  return { notes: [], body: inLines(body, style) };
}

/** The members in the order of a mapping's keys. */
function inOrderOf(model: MapPart, target: Json): Json {
  if (!isJsonObject(target)) return target;
  const names = model.members.map(({ name }) => name).filter((name) => Object.hasOwn(target, name));
  return Object.fromEntries([...names, ...Object.keys(target)].map((name) => [name, target[name] as Json]));
}

/** The text of a mapping that was defined elsewhere, and the comments above it. */
function movedText(part: Part, target: Json, hang: string, run: Run) {
  const { source, start } = part;
  const before = source.text.slice(Math.max(start - LONGEST_NOTES, 0), start);
  const [above = ""] = /(?:(?:^|\n)[ \t]*#.*)*\n?[ \t]*(?:- *)?$/.exec(before) ?? [];
  const item = documentItem(part);
  const text = bodyAfter(item, target, { ...run, source, level: 2, becomes: new Map() });
  const tail = isFlow(part) ? (/^[ \t]*#.*/.exec(source.text.slice(item.end))?.[0].trimEnd() ?? "") : "";
  const lines = new RegExp(`\n {0,${item.column}}(?=[^\\r\\n])`, "g");
  return { notes: commentsIn(above), body: inLines((text + tail).replaceAll(lines, `\n${hang}`), run.style) };
}

function inLines(text: string, { eol }: FileStyle): string {
  return text.replaceAll(/\r?\n/g, eol);
}
