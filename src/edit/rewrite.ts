/**
 * Gives the documents of a file other values as their author would: the smallest piece is replaced where it stands, and the
 * file is read again; where that does not give the values, the next larger piece is printed as a whole. What keeps its value keeps
 * its characters. `points: 30 # c` with the target 40 becomes `points: 40 # c`.
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
  /** The level at which changed values are printed as a whole. */
  readonly printFrom: number;
  /** Whether aliases are written out, and no blank lines added, which belong to the text above them under `|+`. */
  readonly isPlain: boolean;
  /** What parts are to be, for their aliases further below. */
  readonly becomes: Map<Part, Json>;
  readonly splices: { readonly start: number; readonly end: number; readonly text: string }[];
}

/** Where a member, an element or a document is in the text. */
interface Site {
  readonly part: Part;
  readonly name?: string | undefined;
  readonly level: number;
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
  constructor(file: string, detail = "No edit of it gives the values and keeps the comments.") {
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
  const style = styleOf(parsed);
  if (documents.every((part, index) => jsonAt(part) === targets[index])) return parsed;
  for (const [at, printFrom] of LEVELS.entries()) {
    const run = { source, style, origins, inPlace, printFrom, isPlain: at > 0, becomes: new Map(), splices: [] };
    for (const [index, part] of documents.entries()) edit(siteOf(part, 0), targets[index] as Json, run);
    const text = spliced(run, 0, source.text.length);
    // Behind a text of several lines, blanks on an empty line are read as part of it.
    for (const tried of new Set([text, text.replaceAll(/^[ \t]+$/gm, "")])) {
      const again = parseText(source.file, tried);
      if (isSame(again.documents.map(jsonOf), targets)) return again;
    }
  }
  throw new UnwritableText(source.file);
}

/** A value on its own. */
function siteOf(part: Part, level: number): Site {
  const { start } = part;
  const column = columnOf(part);
  const end = endOf(part, column - 1);
  return { part, level, column, isInFlow: false, isAlias: false, start, intro: start, from: start, end };
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
  const last = sitesIn(part).at(-1)?.end ?? part.end;
  return last + tailAt(text, last, column).length;
}

/** The items of a collection. */
const sitesIn = memoizedBy((parent: Part): readonly Site[] => {
  const { text } = parent.source;
  const [isInFlow, column] = [isFlow(parent), columnOf(parent)];
  const matchAt = (pattern: RegExp, offset: number): string => {
    pattern.lastIndex = offset;
    return pattern.exec(text)?.[0] ?? "";
  };
  let before = parent.start + (isInFlow ? 1 : 0);
  return partsIn(parent).map((part, index): Site => {
    const member = parent.type === "map" ? parent.members[index] : undefined;
    const begin = member === undefined ? before : member.keyEnd + matchAt(/\s*:/y, member.keyEnd).length;
    const alias = part.start < begin ? matchAt(/(?:[\s,-]|#.*\n)*\*[^\s,[\]{}]+/y, begin) : "";
    const isThere = part.start < part.end || alias !== "";
    const at = alias === "" ? part.start : begin + alias.lastIndexOf("*");
    const start = member?.keyStart ?? (isInFlow ? at : text.lastIndexOf("-", at - 1));
    const intro = member === undefined && !isInFlow ? start + 1 : member === undefined ? at : begin;
    before = alias === "" ? (isThere ? endOf(part, column) : intro) : begin + alias.length;
    const where = { start, intro, from: isThere ? at : intro, end: before };
    return { part, name: member?.name, level: 0, column, isInFlow, isAlias: alias !== "", ...where };
  });
});

/** The comments behind a value that belong to it, with blanks: the one on its line, and those below it deeper than its key. */
function tailAt(text: string, offset: number, column: number): string {
  const tail = new RegExp(`[ \\t]*(?:#.*)?(?:\\s*\\n {${column + 1},}#.*)*`, "y");
  tail.lastIndex = offset;
  return tail.exec(text)?.[0].replace(/\r$/, "") ?? "";
}

/** A piece of the text with what replaces parts of it. */
function spliced({ source: { text }, splices, style }: Run, from: number, to: number): string {
  let [result, at] = ["", from];
  for (const { start, end, text: other } of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + other.replaceAll(/\r?\n/g, style.eol);
    at = end;
  }
  return result + text.slice(at, to);
}

/** Edits what stands at a place. */
function edit(site: Site, target: Json, run: Run): void {
  const { part, level, isAlias, from, end } = site;
  const old = isAlias ? (run.becomes.get(part) ?? jsonAt(part)) : jsonAt(part);
  if (!isAlias) run.becomes.set(part, target);
  const hasAlias = run.isPlain && /(?<!\w)\*/.test(run.source.text.slice(from, end));
  if (!hasAlias && (old === target || ((isAlias || part.type === "scalar") && isSame(old, target)))) return;
  const changes = isAlias || level >= run.printFrom ? [] : changesOf(part, target, run.inPlace);
  if (partsIn(part).length === 0 || changes.every(({ target: value }) => value === undefined)) {
    replaceValue(site, target, run);
    return;
  }
  const sites = sitesIn(part).map((each) => ({ ...each, level: level + 1 }));
  if (changes.some(({ index, target: value }) => index === undefined || value === undefined))
    rearrange(site, sites, changes, run);
  else for (const change of changes) editKept(sites[change.index as number] as Site, change, run);
}

/** An item that stays, with its new value and perhaps a new key. */
function editKept(site: Site, { name, target }: ItemChange, run: Run): void {
  const { start, intro, name: old } = site;
  if (name !== undefined && name !== old) {
    const key = run.source.text.slice(start, intro).replace(/\s*:$/, "");
    run.splices.push({ start, end: start + key.length, text: keyText(name, run.style, key) });
  }
  edit({ ...site, name }, target as Json, run);
}

/** Other items in a collection. The comments above an item, the comma behind it and the comment on its line belong to it. */
function rearrange(parent: Site, sites: readonly Site[], changes: readonly ItemChange[], run: Run): void {
  const { text } = run.source;
  const [first, last] = [sites[0] as Site, sites.at(-1) as Site];
  const { isInFlow, column } = first;
  const line = parent.level === 0 ? -1 : text.slice(parent.intro, first.start).search(/\r?\n/);
  const from = isInFlow ? parent.from + 1 : line === -1 ? first.start : parent.intro + line;
  const to = isInFlow ? parent.end - 1 : last.end + tailAt(text, last.end, column).length;
  const gaps = [from, ...sites.map(({ end }) => end)].map((start, at) => {
    const gap = text.slice(start, sites[at]?.start ?? to);
    const flowTail = /^(?:\s*,)?(?:[ \t]*#.*)?/.exec(gap)?.[0].trimEnd() ?? "";
    const behind = isInFlow ? flowTail : at === 0 ? "" : tailAt(gap, 0, column);
    return { behind, before: gap.slice(behind.length) };
  });
  const [opening = "", usual = ""] = [gaps[0]?.before, gaps[sites.length - 1]?.before];
  const closing = gaps.at(-1) as { readonly behind: string; readonly before: string };
  const lineLead = /\r?\n[ \t]*$/.exec(usual)?.[0];
  const hang = isInFlow ? (lineLead ?? `\n${" ".repeat(column + 2)}`) : `\n${" ".repeat(column)}`;
  const isApart =
    sites.length > 1 ? /^\r?\n[ \t]*\r?\n/.test(usual) : parent.level === 0 && text.slice(from, to).includes("\n");
  const blank = isApart && !isInFlow && !run.isPlain ? "\n" : "";
  const begin = opening.includes("#") ? hang : opening;
  let [result, behind, order, model] = ["", gaps[0]?.behind ?? "", 0, first];
  const append = (lead: string, body: string): void => {
    result += behind + (behind.includes("#") && !lead.includes("\n") ? hang : lead) + body;
  };
  for (const [at, change] of changes.entries()) {
    const { index, name, target } = change;
    const { before } = gaps[index ?? -1] ?? { before: "" };
    model = sites[index ?? -1] ?? model;
    let used = 0;
    if (target === undefined) {
      // Comments that a blank line keeps apart from what goes are about what follows, too.
      behind += isInFlow ? "" : (/^[\s\S]*#.*\n(?=[ \t]*\r?\n)/.exec(before)?.[0] ?? "");
      continue;
    }
    if (index === undefined) {
      const { notes, body } = newItem(name, target, model, run);
      const lead = notes.length > 0 ? hang : order === 0 ? begin : isInFlow ? (lineLead ?? " ") : hang;
      append((order > 0 ? blank : "") + notes.map((note) => hang + note).join("") + lead, body);
    } else {
      const own = { ...run, splices: [] };
      editKept(model, change, own);
      const isWhole = order > 0 ? !run.isPlain : index === 0;
      const above = isWhole ? before : before.replace(/^(?:[ \t]*\r?\n)+/, order + parent.level === 0 ? "" : "\n");
      const lead = order > 0 ? above || (isInFlow ? " " : hang) : before.includes("#") ? above : begin;
      append(lead, spliced(own, model.start, model.end));
      used = Math.max(0, ...own.splices.map(({ end }) => end - model.end));
    }
    order += 1;
    const tail = index === undefined ? "" : (gaps[index + 1]?.behind ?? "").slice(used);
    const isLast = changes.slice(at + 1).every((each) => each.target === undefined);
    const comma = isInFlow && (!isLast || closing.behind.includes(",")) ? "," : "";
    behind = comma === "" || !/^\s*,/.test(tail) ? comma + tail.replace(/^\s*,/, "") : tail;
  }
  if (isInFlow) append(closing.before, "");
  else result += behind;
  const start = !isInFlow && line === -1 && result.startsWith("\n") ? parent.intro : from;
  run.splices.push({ start, end: to, text: result });
}

/** Another value at a place, in the old quotes and folding. Comments on its line stay there. */
function replaceValue(site: Site, target: Json, { source, style, splices, printFrom }: Run): void {
  const { part, level, column, isInFlow, isAlias, name, intro, from, end } = site;
  const old = source.text.slice(from, end);
  const isCollection = part.type !== "scalar" && !isAlias;
  // A comment between items would be lost: the file then does not give the values, and is refused.
  if (level === 0 || (isCollection && level >= printFrom && commentsIn(old).length > 0)) return;
  const lines = old.split("\n");
  const lengths = lines.map((line, at) => line.trimEnd().length + (at === 0 ? column + (name ?? "").length + 2 : 0));
  const width = lines.length > 1 ? Math.max(...lengths) - column : 0;
  const isLine = isInFlow || (isFlow(part) && partsIn(part).length > 0);
  const form = { type: isCollection || isAlias ? undefined : typeIn(old), isFlow: isLine, width };
  const text = indented(valueText(name, target, style, form), " ".repeat(column));
  const hasHeader = !isCollection && /^[|>]/.test(old);
  const isBlock = old === "" || hasHeader || (isCollection && !isFlow(part));
  if (isInFlow || !(isBlock || text.includes("\n"))) {
    splices.push({ start: from, end, text: old === "" ? text : text.trimStart() });
    return;
  }
  const rest = isCollection && isBlock ? "" : tailAt(source.text, end, column);
  const gap = `${source.text.slice(intro, from)} ${hasHeader ? lines[0] : ""} ${rest}`;
  const [line = "", ...more] = text.split("\n");
  const first = [line, ...commentsIn(gap)].join(" ");
  splices.push({ start: intro, end: end + rest.length, text: [first, ...more].join("\n") });
}

function commentsIn(text: string): readonly string[] {
  return [...new Lexer().lex(text)].flatMap((lexeme) => (lexeme.startsWith("#") ? [lexeme.trimEnd()] : []));
}

/** A new item beside another one, and the comments above it: with the text that it had elsewhere, or as its neighbour is written. */
function newItem(
  name: string | undefined,
  target: Json,
  model: Pick<Site, "column"> & Partial<Site>,
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
    return { notes: [], body: `${keyText(name, style)}:${texts.join("")}` };
  }
  const ordered = name === undefined && part?.type === "map" ? inOrderOf(part, target) : target;
  const old = isInFlow ? source.text.slice(from, end) : "";
  const flow = itemText(name, ordered, style, { isFlow: true, pad: /\n([ \t]*)\S*$/.exec(old)?.[1] });
  const isLine = name === undefined && part !== undefined && isFlow(part) && hang.length + flow.length <= LINE_WIDTH;
  const text = isInFlow ? flow : isLine ? dash + flow : itemText(name, ordered, style);
  if (isInFlow || isLine || name !== undefined) return { notes: [], body: isInFlow ? text : indented(text, pad) };
  return { notes: [], body: dash + text.slice(2).replaceAll(/\n {2}/g, `\n${hang}`) };
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
  const own = { ...run, source, splices: [], becomes: new Map() };
  const site = siteOf(part, 2);
  edit(site, target, own);
  const tail = isFlow(part) ? (/^[ \t]*#.*/.exec(source.text.slice(site.end))?.[0].trimEnd() ?? "") : "";
  const lines = new RegExp(`\n {0,${site.column}}(?=[^\\r\\n])`, "g");
  return { notes: commentsIn(above), body: (spliced(own, start, site.end) + tail).replaceAll(lines, `\n${hang}`) };
}
