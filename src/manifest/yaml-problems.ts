/**
 * From the complaints of the `yaml` package to problems at the place to change. A mistake in the layout makes the package
 * complain about many later lines, so only the first is shown.
 */
import type { ErrorCode } from "yaml";
import type { SourceText } from "../text/parts.ts";
import {
  blockTextAbove,
  endOfLine,
  keyOf,
  type Line,
  lineAt,
  linesAbove,
  linesBelow,
  openColumns,
} from "../text/text-lines.ts";
import { openBracket } from "./lexemes.ts";
import type { Extent, SyntaxProblem } from "./problem.ts";
import { counted, inQuotes, quoted, UNSEEN, unseenHelp } from "./wording.ts";

export interface Complaint {
  readonly code: ErrorCode;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** A problem that this program found in what the package composed. */
export interface OwnProblem extends SyntaxProblem {
  /** Whether a mistake in the layout before it or after it can be its cause. */
  readonly isDoubtful: boolean;
}

/** Complaints about one value. What follows is understood all the same. */
const LOCAL: ReadonlySet<ErrorCode> = new Set(["TAG_RESOLVE_FAILED", "BAD_DQ_ESCAPE", "BAD_DIRECTIVE"]);

/** What is wrong up to the first mistake in the layout. In one line, what follows a complaint follows from it. `quotes`: those never closed. */
export function causesOf(
  source: SourceText,
  complaints: readonly Complaint[],
  own: readonly OwnProblem[],
  quotes: readonly number[],
): readonly SyntaxProblem[] {
  const isBroken = complaints.some(({ code }) => !LOCAL.has(code));
  const sorted = [
    ...complaints.map((complaint) => ({ at: complaint.pos[0], isLast: !LOCAL.has(complaint.code), complaint })),
    ...own
      .filter(({ isDoubtful }) => !(isBroken && isDoubtful))
      .map(({ isDoubtful, ...problem }) => ({ at: problem.start, isLast: isDoubtful, problem })),
  ].sort((a, b) => a.at - b.at);
  const found: SyntaxProblem[] = [];
  let [coveredTo, isOwn] = [-1, false];
  for (const { at, isLast, ...each } of sorted) {
    if (at >= coveredTo || ("problem" in each && isOwn)) {
      found.push("problem" in each ? each.problem : explainYaml(source, each.complaint, quotes));
      coveredTo = endOfLine(source.text, at) + 1;
      isOwn = "problem" in each;
    }
    if (isLast) break;
  }
  return found;
}

/** Explains one complaint of the YAML reader. */
export function explainYaml({ text }: SourceText, complaint: Complaint, quotes: readonly number[] = []): SyntaxProblem {
  const [start, end] = complaint.pos;
  const explained = LOCAL.has(complaint.code)
    ? explainValue(text, complaint)
    : (explainSpaces(text, start) ??
      explainQuote(text, complaint, quotes) ??
      explainBracket(text, complaint) ??
      explainLayout(text, complaint));
  return { code: "syntax-error", start, end, help: [], ...explained };
}

type Explanation = Pick<SyntaxProblem, "label"> & Partial<SyntaxProblem>;
type SyntaxEdit = Extent & { readonly text: string };

function because(label: string, ...help: readonly string[]): Explanation {
  return { label, help };
}

/** Tabs and other characters that look like blanks, in the complaint's line or the one above. */
function explainSpaces(text: string, offset: number): Explanation | undefined {
  const here = lineAt(text, offset);
  const [above] = linesAbove(text, offset);
  for (const line of above === undefined ? [here] : [above, here]) {
    const found = new RegExp(`^[\\s-]*?(${UNSEEN.source})|[^\\s:]:(${UNSEEN.source})`).exec(line.text);
    const character = found?.[1] ?? found?.[2];
    if (found !== null && character !== undefined) {
      const start = line.start + found.index + found[0].length - 1;
      const help = unseenHelp(character);
      const edits = [{ start, end: start + 1, text: help[0]?.endsWith("delete it") === true ? "" : " " }];
      return { start, end: start + 1, edits, ...because("YAML does not read this as a space", ...help) };
    }
  }
  const tab = /^ *\t|^ *-\t/.exec(here.text);
  return tab === null ? undefined : tabs(text, here.start + tab[0].length - 1);
}

function tabs(text: string, start: number): Explanation {
  const count = text.match(/^ *\t/gm)?.length ?? 0;
  const length = /^\t+/.exec(text.slice(start, start + 100))?.[0].length ?? 1;
  const all = count > 1 ? `indent with spaces; ${counted(count, "line")} of the file have tabs` : "indent with spaces";
  return { start, end: start + length, ...because("YAML does not allow tabs as indentation", all) };
}

/** The reader reports a quote that is never closed at the end of the file. */
function explainQuote(text: string, { code, pos }: Complaint, quotes: readonly number[]): Explanation | undefined {
  const start = code === "MISSING_CHAR" ? quotes.findLast((offset) => offset < pos[1]) : undefined;
  if (start === undefined) return undefined;
  const explained = because("this quote is never closed", `add ${text[start]} where the text ends`);
  return { start, end: endOfLine(text, start), ...explained };
}

function explainBracket(text: string, { pos }: Complaint): Explanation | undefined {
  const found = openBracket(text);
  if (found === undefined || found.open >= pos[1]) return undefined;
  const { open: start, close } = found;
  const [sign, needed] = text[start] === "[" ? ["[", "]"] : ["{", "}"];
  const at = { start, end: start + 1 };
  if (close !== undefined) {
    const others = [{ start: close, end: close + 1, text: `this "${text[close]}" does not fit it` }];
    const edits = [{ start: close, end: close, text: needed }];
    const help = `add "${needed}" before "${text[close]}"`;
    return { ...at, others, edits, ...because(`this "${sign}" is never closed`, help) };
  }
  const line = lineAt(text, start);
  const [below] = linesBelow(text, start);
  if (below?.text.trim().startsWith(needed)) {
    const end = below.start + below.indent;
    const label = `this "${needed}" must be indented deeper than the line of its "${sign}"`;
    const others = [{ ...at, text: "opened here" }];
    return { start: end, end: end + 1, others, ...because(label, `write "${needed}" at the end of the line above`) };
  }
  const isOneLine = below === undefined || below.indent <= line.indent + (/^\s*-\s/.test(line.text) ? 2 : 0);
  const help = isOneLine ? `add "${needed}" at the end of this line` : `add "${needed}" where the brackets end`;
  const edits = isOneLine ? [inserting(endOfContent(line), needed)] : [];
  return { ...at, edits, ...because(`this "${sign}" is never closed`, help) };
}

/** Behind the last character of a line that belongs to no comment. */
function endOfContent({ start, text }: Line): number {
  return start + text.replace(/\s+#.*$/, "").trimEnd().length;
}

function inserting(at: number, text: string): SyntaxEdit {
  return { start: at, end: at, text };
}

/** Replaces the rest of a line, unless a comment may be a part of it. */
function writing(start: number, line: string, text: string): readonly SyntaxEdit[] {
  return /\s#/.test(line) ? [] : [{ start, end: start + line.length, text }];
}

/** A value that cannot be read, in a line that is understood. */
function explainValue(text: string, { code, message, pos }: Complaint): Explanation {
  const [start] = pos;
  const rest = text.slice(start, endOfLine(text, start));
  if (code === "TAG_RESOLVE_FAILED") {
    const tag = /^!\S*/.exec(rest)?.[0] ?? rest;
    const label = `the tag "${tag}" is not supported here`;
    const help = 'write the plain value; a text that begins with "!" needs quotes';
    return { code: "unknown-tag", end: start + tag.length, ...because(label, help) };
  }
  if (code === "BAD_DQ_ESCAPE") {
    const label = `there is no escape "${text.slice(start, start + 2)}" in a double-quoted text`;
    const edits = [inserting(start, "\\")];
    return { end: start + 2, edits, ...because(label, "write a backslash as two, or use single quotes") };
  }
  if (!rest.startsWith("%")) return because(plain(message));
  return because(`"${rest.trim()}" is not a directive that is supported here`, "remove the line");
}

function explainLayout(text: string, { code, message, pos }: Complaint): Explanation {
  // Complaints about a whole line come with its indentation, which is not what has to be changed.
  const isLine = code === "BAD_INDENT" || (code === "MISSING_CHAR" && message.includes("indicator"));
  const start = pos[0] + (isLine ? (/^[ \t]*/.exec(text.slice(pos[0], pos[0] + 400))?.[0].length ?? 0) : 0);
  const rest = text.slice(start, endOfLine(text, start));
  const end = start + Math.max(rest.trimEnd().length, 1);
  const explained = explainRest(text, start, rest, code, message);
  return { start, end, ...(explained ?? { end: pos[1], ...because(plain(message)) }) };
}

/** By default, the problem is the rest of the line. Undefined where the reader's own words have to do. */
function explainRest(
  text: string,
  start: number,
  rest: string,
  code: ErrorCode,
  message: string,
): Explanation | undefined {
  const line = rest.trim();
  const sign = plainStart(text, start);
  if (sign !== undefined) return sign;
  switch (code) {
    case "TAB_AS_INDENT":
      return tabs(text, start);
    case "BLOCK_AS_IMPLICIT_KEY":
      return explainNested(text, start, rest);
    case "MULTILINE_IMPLICIT_KEY":
      return explainLostLine(text, start, line);
    case "BAD_ALIAS":
    case "BAD_SCALAR_START":
      return needsQuotes(text, start);
    case "BAD_INDENT":
    case "MISSING_CHAR":
      if (isBlockText(text, start, message)) return BLOCK_TEXT;
      if (/^-[^\s-]/.test(rest) || message.includes("map values")) return explainLostLine(text, start, line);
      if (message.startsWith("Missing ,")) return explainMissingComma(text, start, line);
      return code === "BAD_INDENT" || message.includes("indicator")
        ? explainIndentation(text, start)
        : because(plain(message));
    case "BLOCK_IN_FLOW":
      return explainMissingComma(text, start, line);
    case "UNEXPECTED_TOKEN":
      return explainUnexpected(text, start, rest, message);
    case "RESOURCE_EXHAUSTION":
      return { code: "too-deep", label: "this is nested too deeply" };
    default:
      return undefined;
  }
}

/** A text that begins with a sign that means something to YAML. The complaint may be about what follows the sign. */
function plainStart(text: string, start: number): Explanation | undefined {
  const line = lineAt(text, start);
  const found = /^(\s*(?:- +)*(?:[^\s#:]+:)?\s+|\s*-\s+)([|>?&](?=[^\w\s+-]|\s+\S)|[|>](?=[A-Za-z]))(.*)$/.exec(
    line.text,
  );
  const [whole = "", before = "", sign = ""] = found ?? [];
  const at = line.start + before.length;
  if (found === null || sign === "" || /^\s*\?\s/.test(whole) || start < at) return undefined;
  if (/^[|>?&]\s*#/.test(whole.slice(before.length))) return undefined;
  return needsQuotes(text, at);
}

function needsQuotes(text: string, start: number): Explanation {
  const end = endOfLine(text, start);
  const written = text.slice(start, end).trim();
  const help = /^[<>]=?\s*-?[0-9]+$/.test(written)
    ? `if it is text, quote it: "${written}"; comparisons are written like gte:10`
    : `quote it: ${inQuotes(written)}`;
  const edits = help.startsWith("quote") ? writing(start, written, inQuotes(written)) : [];
  return { start, end, edits, ...because(`a text cannot begin with "${text[start]}" without quotes`, help) };
}

/** A colon in a value, in its own line or in the next one, which the value goes on with. */
function explainNested(text: string, start: number, rest: string): Explanation {
  const line = rest.trim();
  const here = lineAt(text, start);
  const dash = /^\s*-[^\s-]/.exec(here.text);
  if (dash !== null) return missingDashSpace(here);
  if (/^\s*-\s/.test(rest)) return explainIndentation(text, start);
  if (/^[^"'#]*:(\s|$)/.test(rest)) {
    const [, word, value] = /^([a-z]+):\s+(-?[0-9]+)$/.exec(line) ?? [];
    const help = word === undefined ? "if this is one text, quote it:" : `write ${word}:${value}, or quote the text:`;
    const edits = writing(start, line, word === undefined ? inQuotes(line) : `${word}:${value}`);
    const isUnsafe = word !== undefined || !isOneText(line);
    return { edits, isUnsafe, ...because("a second colon in one line", `${help} ${inQuotes(line)}`) };
  }
  const [below] = linesBelow(text, start);
  if (below === undefined) return because("nested keys are not allowed here", "check the indentation of the next line");
  const owner = openColumns(text, below.start).find(({ word }) => word !== "-");
  const key = quoted(owner?.word ?? keyOf(line) ?? line);
  const at = { start: below.start + below.indent, end: endOfLine(text, below.start) };
  const others = [{ start, end: start + line.length, text: `${key} has this value` }];
  const isElement = /^-\s/.test(below.text.slice(below.indent));
  const what = isElement ? "an element of a list" : "a key";
  return {
    ...at,
    others,
    edits: indented(text, below.start, placesFor(text, below)),
    ...because(`${what} cannot be indented below ${key}, which has a value`, placesFor(text, below)),
  };
}

/** Whether a text with a colon is hardly two lines in one, or a mapping without its braces. */
function isOneText(line: string): boolean {
  return !/^:|[[\]{}"]|\s{2}|:\s.*:\s/.test(line);
}

/** A line that is neither `key: value` nor `- element`. */
function explainLostLine(text: string, start: number, line: string): Explanation {
  if (/^-[^\s-]/.test(line)) return missingDashSpace(lineAt(text, start));
  const [, key, value] = /^([\w-]+):(\S.*)$/.exec(line) ?? [];
  if (key !== undefined) {
    const edits = [inserting(start + key.length + 1, " ")];
    return { edits, ...because("a space is missing after the colon", `write ${key}: ${value}`) };
  }
  if (/^-+$/.test(line)) return because(`"${line}" means nothing here`, "write --- to begin another document");
  if (/^\/[/*]/.test(line)) {
    const comment = `# ${line.replace(/^\/[/*]+\s*/, "")}`;
    const edits = line.startsWith("//") ? [{ start, end: start + line.length, text: comment }] : [];
    return { edits, ...because("a comment begins with #", `write ${comment}`) };
  }
  const [, name, given] = /^([\w-]+)\s*=\s*(.*)$/.exec(line) ?? [];
  if (name !== undefined) {
    const edits = writing(start, line, `${name}: ${given}`);
    return { edits, ...because("a key and its value have a colon between them", `write ${name}: ${given}`) };
  }
  const [, word = "", more = ""] = /^([\w-]*)(?:\s+(.*))?$/.exec(line) ?? [];
  const written = `${word}: ${more}`.trim();
  if (isKey(text, start, word)) {
    const edits = [inserting(start + word.length, ":")];
    return { edits, ...because("a colon is missing after the key", `write ${written}`) };
  }
  const label = "this line is neither a key with a colon nor a list element";
  const [above] = linesAbove(text, start);
  if (above !== undefined && above.indent <= lineAt(text, start).indent && /:\s*$/.test(above.text)) {
    return because(label, `to make it the value of ${quoted(keyOf(above.text.trim()) ?? "")}, indent it deeper`);
  }
  if (above === undefined) return because(label, "begin a comment with #, or write a key and a colon");
  const asKey = /^[a-z]\w*$/.test(word) ? `write ${word}: ${more || "…"}, or ` : "";
  const edits = asKey !== "" && more !== "" ? [inserting(start + word.length, ":")] : [];
  return { edits, isUnsafe: true, ...because(label, `${asKey}indent it deeper to go on with the text above`) };
}

/** Whether a word is a key: it is one in another line, is written like one, or has lines below it. */
function isKey(text: string, start: number, word: string): boolean {
  if (!/^[A-Za-z_][\w-]*$/.test(word)) return false;
  if (word.includes("_") || new RegExp(`^\\s*(?:- +)*["']?${word}["']?\\s*:(\\s|$)`, "m").test(text)) return true;
  const [below] = linesBelow(text, start);
  const here = lineAt(text, start);
  const isAlone = here.text.trim() === word;
  return isAlone && below !== undefined && (below.indent > here.indent || /^\s*-\s/.test(below.text));
}

function missingDashSpace({ start, text, indent }: Line): Explanation {
  const at = { start: start + indent, end: start + text.trimEnd().length };
  const edits = [inserting(at.start + 1, " ")];
  return { ...at, edits, ...because('a space is missing after "-"', `write - ${text.trim().slice(1).trim()}`) };
}

const BLOCK_TEXT = because(
  "the lines of a block text must be indented deeper than its key",
  "indent every line of the text like its first one, with spaces",
);

function isBlockText(text: string, start: number, message: string): boolean {
  return message.includes("scalar") || blockTextAbove(text, start) !== undefined;
}

function explainIndentation(text: string, start: number): Explanation {
  const places = placesFor(text, lineAt(text, start));
  const edits = places.startsWith("begin the element") ? [inserting(start, "- ")] : indented(text, start, places);
  return { edits, ...because("this line is not indented like the lines around it", places) };
}

/** Moves a line, and those below that are indented deeper, to the only column where it fits. */
function indented(text: string, offset: number, places: string): readonly SyntaxEdit[] {
  const [, column] = /^begin it in column (\d+) like [^,]*$/.exec(places) ?? [];
  const line = lineAt(text, offset);
  const by = Number(column) - 1 - line.indent;
  // A line that is far too far left may belong to something else.
  if (column === undefined || by === 0 || by > 2 || /\t/.test(line.text.slice(0, line.indent))) return [];
  const lines = [line];
  const [, dash] = /^\s*(- *)/.exec(line.text) ?? [];
  const [next] = linesBelow(text, line.start);
  // The rest of an element may be in its column already.
  const isWhole = dash === undefined || next?.indent === line.indent + dash.length;
  for (const below of linesBelow(text, line.start)) {
    if (!isWhole || below.indent <= line.indent || /\t/.test(below.text.slice(0, below.indent))) break;
    lines.push(below);
  }
  return lines.map(({ start }) => (by > 0 ? inserting(start, " ".repeat(by)) : { start, end: start - by, text: "" }));
}

/** Where a key or a list element would fit. */
function placesFor(text: string, line: Line): string {
  const content = line.text.slice(line.indent);
  const isElement = /^-(\s|$)/.test(content);
  const open = openColumns(text, line.start);
  const fitting = open.filter(({ word }) => (word === "-") === isElement);
  const outer = fitting.find(({ indent }) => indent < line.indent);
  const inner = fitting.findLast(({ indent }) => indent > line.indent);
  const dash = open.find(({ word, indent }) => word === "-" && indent === line.indent);
  const key = keyOf(content);
  // The key that an element before begins with: the dash is missing, not the indentation.
  if (dash !== undefined && key !== undefined && firstKeyOfElement(text, line) === key) {
    return `begin the element with "- ": - ${content.trimEnd()}`;
  }
  // A list of mappings is more often at the top than in a resource.
  const [below] = linesBelow(text, line.start);
  const isTop = /:\s*$/.test(content) && below !== undefined && /^\s*- +[\w-]+:(\s|$)/.test(below.text);
  const ordered = isTop ? [outer, inner] : [inner, outer];
  const places = ordered.flatMap((each) => (each === undefined ? [] : [placeOf(each)]));
  if (places.length === 0) return "keys of one mapping, and elements of one list, begin in the same column";
  return `begin it in ${places.join(", or in ")}`;
}

function placeOf({ indent, word }: { readonly indent: number; readonly word: string }): string {
  return `column ${indent + 1} like ${word === "-" ? 'the "-" above' : quoted(word)}`;
}

/** The first key of the list element above a line, whose dash is in the line's column. */
function firstKeyOfElement(text: string, line: Line): string | undefined {
  for (const above of linesAbove(text, line.start)) {
    if (above.indent < line.indent) return undefined;
    if (above.indent === line.indent) return keyOf(above.text.slice(above.indent).replace(/^-\s+/, ""));
  }
  return undefined;
}

function explainMissingComma(text: string, start: number, line: string): Explanation {
  const before = text.slice(0, start).trimEnd();
  if (/"$/.test(before) && /^[[{"\w-]/.test(line) && /[{,]\s*"[^"\n]*"$/.test(before.slice(-300))) {
    const edits = [inserting(before.length, ":")];
    return { edits, ...because("a colon is missing before this", "write a colon between the key and its value") };
  }
  const [, value, key] = /^(\S+(?:\s+\S+)*?)\s+([\w-]+):\s/.exec(line) ?? [];
  if (value === undefined || key === undefined || /^[[{]/.test(line)) {
    const [last] = /\S+$/.exec(before.slice(-100)) ?? [""];
    const edits = [inserting(before.length, ",")];
    return { edits, ...because("a comma is missing before this", `write a comma after ${quoted(last.slice(-30))}`) };
  }
  const isOneWord = /^(".*"|'.*'|[^\s"']+)$/.test(value) && /^[a-z]/.test(key);
  if (isOneWord || isKey(text, start, key)) {
    const edits = [inserting(start + value.length, ",")];
    return { edits, ...because(`a comma is missing before "${key}"`, `write ${value}, ${key}: …`) };
  }
  return because("a colon in a text in brackets", "quote the text, or write a comma before its key");
}

function explainUnexpected(text: string, start: number, rest: string, message: string): Explanation {
  const before = text.slice(0, start).trimEnd().at(-1) ?? "";
  const line = rest.trim();
  if (/^-\s/.test(rest) || line === "-") {
    return because("a list cannot begin on the line of its key", 'put "- …" on a line of its own');
  }
  if (text.startsWith("${", start - 1)) {
    const variable = /^\{[^}\s]*\}?/.exec(rest)?.[0] ?? rest;
    const explained = because("braces begin a mapping in YAML", `quote it: "$${variable}"`);
    const at = { start: start - 1, end: start + variable.length };
    return { ...at, edits: [{ ...at, text: inQuotes(`$${variable}`) }], ...explained };
  }
  const isNodeEnd = message.includes("node end");
  if (isNodeEnd && before === "'" && /^\w/.test(rest)) {
    const help = "in single quotes an apostrophe is written twice (''); or use double quotes";
    return because("the text ended at the quote before this", help);
  }
  const character = text[start] ?? "";
  if (/[\]}]/.test(character)) {
    const label = `this "${character}" closes nothing`;
    const edits = [{ start, end: start + 1, text: "" }];
    const help = "remove it, or quote the text that it belongs to";
    return { end: start + 1, edits, isUnsafe: true, ...because(label, help) };
  }
  if (character === ",") {
    const help = before === "," ? "remove one of the two commas" : "quote the text that it belongs to, or remove it";
    const edits = before === "," ? [{ start, end: start + 1, text: "" }] : [];
    return { end: start + 1, edits, ...because("this comma does not fit here", help) };
  }
  if (isNodeEnd && /["']/.test(before)) {
    const single = quoteAround(text, start);
    const help = single === undefined ? "quote the whole text" : `quote the whole text: ${single}`;
    const at = lineAt(text, start);
    const [, lead = "", value = ""] = /^(\s*(?:- +)*[\w-]+:\s+)(".*)$/.exec(at.text) ?? [];
    const edits = single === undefined ? [] : writing(at.start + lead.length, value.trimEnd(), single);
    return { edits, isUnsafe: true, ...because("unexpected text after the closing quote", help) };
  }
  if (isNodeEnd && /[\]}]/.test(before)) {
    const value = valueOfLine(text, start);
    const help = value === undefined ? "quote the whole text, or remove this" : `quote the whole text: "${value}"`;
    const at = value === undefined ? -1 : text.indexOf(value, lineAt(text, start).start);
    const edits = value === undefined || at < 0 ? [] : writing(at, value, inQuotes(value));
    const isUnsafe = !/^[[{][^[\]{}:,]*[\]}] [^[\]{}:,]*$/.test(value ?? "");
    return { edits, isUnsafe, ...because("unexpected text after the closing bracket", help) };
  }
  if (isNodeEnd || /in YAML (stream|document)/.test(message)) {
    return because("this does not fit what is before it", "a list and keys cannot be mixed on one level");
  }
  return because(plain(message));
}

/** The value of a line that an offset lies in, if quotes can be put around it as it is. */
function valueOfLine(text: string, offset: number): string | undefined {
  const [, value] = /^\s*(?:- +)*[\w-]+:\s+(\S.*)$/.exec(lineAt(text, offset).text) ?? [];
  return value === undefined || /["\\]/.test(value) ? undefined : value.trimEnd();
}

/** The value of a line with double quotes in it, in single ones. */
function quoteAround(text: string, offset: number): string | undefined {
  const [, value] = /^\s*(?:- +)*[\w-]+:\s+(".*)$/.exec(lineAt(text, offset).text) ?? [];
  if (value === undefined || value.includes("'")) return undefined;
  return `'${value.trimEnd().replace(/^"(.*)"$/, "$1")}'`;
}

/** The reader's own words as a label. */
function plain(message: string): string {
  return `${message.charAt(0).toLowerCase()}${message.slice(1)}`.replace(/\.$/, "");
}
