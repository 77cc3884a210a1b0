/** Writes one value in the place of another, in the style of the old one. */

import { jsonOf } from "../manifest/parts.ts";
import { type Json, jsonText } from "../model/json.ts";
import { firstComment } from "./block-lines.ts";
import type { EditedFile, ValuePlace } from "./places.ts";
import { isBlock, type Slot } from "./tokens.ts";
import { blockText, indented, inlineText, type QuoteStyle, type TextPlace } from "./yaml-text.ts";

/** Replaces the value of a place. `anchor`: its new anchor, with the `&`; without it, an anchor of the place stays. */
export function writeValue(place: ValuePlace, target: Json, file: EditedFile, anchor?: string): void {
  const { value, intro, props, end, style, hasComment } = place;
  const own = anchor ?? props.find(({ type }) => type === "anchor")?.source ?? "";
  const tail = tailOf(place, file);
  const lines = style === "inline" ? undefined : severalLines(place, target, own, tail, file);
  if (hasComment && value !== undefined && (lines !== undefined || isBlock(value))) {
    const line = [own, lines === undefined ? oneLine(place, target, file) : ""].join(" ").trim();
    replaceBelow(place, value.offset, line, lines ?? "", tail, file);
    return;
  }
  if (lines !== undefined) {
    file.edits.push({ start: intro, end: tail.end, text: lines });
    return;
  }
  const comment = value?.type === "block-scalar" ? tail.comment : "";
  const written = (own === "" ? "" : `${own} `) + oneLine(place, target, file) + comment;
  const from = props[0]?.offset ?? value?.offset;
  // Instead of lines, a value is behind the colon.
  if (from === undefined || (isBlock(value) && style !== "inline"))
    file.edits.push({ start: intro, end: isBlock(value) ? tail.end : end, text: `${colonOf(place, file)} ${written}` });
  else file.edits.push({ start: from, end, text: written });
}

/**
 * Replaces a value below a comment. `line`: what goes behind the colon or dash, in front of the comment; `body`: the lines
 * behind it, with a line break before each.
 */
function replaceBelow(
  { value, intro, props }: ValuePlace,
  offset: number,
  line: string,
  body: string,
  tail: Tail,
  file: EditedFile,
): void {
  const { source, lines, eol } = file;
  const isAbove = (at: number): boolean => !source.text.slice(intro, at).includes("\n");
  const above = props.filter((each) => isAbove(each.offset));
  const first = above[0]?.offset ?? intro;
  const behind = above.reduce((_, each) => each.offset + each.source.length, first);
  file.edits.push({ start: first, end: behind, text: line === "" || first > intro ? line : ` ${line}` });
  const from = props.find((each) => !isAbove(each.offset))?.offset ?? offset;
  const pad = source.text.slice(lines.startOf(from), from);
  // The comments above a first member or element go along with it.
  const top = isBlock(value) ? firstComment(from, pad.length, file) : lines.startOf(from);
  const kept = tail.comment === "" || value?.type === "block-scalar" ? "" : eol + pad + tail.comment.trim();
  const start = source.text.slice(0, top).replace(/\r?\n$/, "").length;
  file.edits.push({ start, end: tail.end, text: kept + body });
}

/** The colon of a key that has none. */
function colonOf({ intro, start, style }: ValuePlace, { source: { text }, lines, eol }: EditedFile): string {
  if (text[intro - 1] === ":" || text[intro - 1] === "-") return "";
  return text[start] === "?" && style === "member" ? `${eol}${" ".repeat(lines.column(start))}:` : ":";
}

interface Tail {
  /** About the value, on its last line or on the first of a text in block style; with the blanks before it. */
  readonly comment: string;
  /** Behind the last line, without the line break. */
  readonly end: number;
}

function tailOf({ value, end }: ValuePlace, { source: { text } }: EditedFile): Tail {
  const line = /^[ \t]*(?:#[^\r\n]*)?/.exec(text.slice(end))?.[0] ?? "";
  const header = value?.type === "block-scalar" ? value.props.find(({ type }) => type === "comment") : undefined;
  const comment =
    header !== undefined && "source" in header ? ` ${header.source}` : isBlock(value) ? "" : line.trimEnd();
  return { comment, end: end + line.length };
}

/** The value on lines of its own, from behind the colon or dash; undefined where one line is enough. */
function severalLines(
  place: ValuePlace,
  target: Json,
  anchor: string,
  { comment, end }: Tail,
  file: EditedFile,
): string | undefined {
  const isText = typeof target === "string";
  if (colonOf(place, file) !== "") return undefined;
  const isBelow = place.hasComment && place.value !== undefined;
  if (isText && (isBelow || keptQuotes(place) !== undefined)) return undefined;
  const isMember = place.style === "member";
  const written = blockText(isMember ? "k" : undefined, target).replace(/\n$/, "");
  const lineEnd = written.indexOf("\n");
  if (lineEnd === -1 || (/[|>][-+\d]*\n/.test(written) && isBeforeDeepComment(place, end, file))) return undefined;
  const own = anchor === "" ? "" : ` ${anchor}`;
  // The first member or element is behind the dash, unless an anchor or a comment is.
  const isBehindDash = !isMember && !isText && own + comment === "" && !isBelow;
  const body = isMember || isText || isBehindDash ? written.slice(lineEnd) : `\n  ${written.slice(2)}`;
  const head = isMember || isText || isBehindDash ? written.slice(isMember ? 2 : 1, lineEnd) : "";
  const lines = isBelow ? body : own + head + comment + body;
  return indented(lines, file.lines.column(place.start), file.eol);
}

/** Whether a comment on the next lines would be read as the end of a text in block style. */
function isBeforeDeepComment({ start }: ValuePlace, end: number, { source: { text }, lines }: EditedFile): boolean {
  const [, pad] = /^(?:[ \t]*\r?\n)*([ \t]*)#/.exec(text.slice(lines.behind(end))) ?? [];
  return pad !== undefined && pad.length > lines.column(start);
}

function oneLine(place: ValuePlace, target: Json, file: EditedFile): string {
  if (file.isJson) {
    const old = file.source.text.slice(place.start, place.end);
    return jsonValue(target, old.includes("\n"), /^[ \t]*/.exec(file.lines.at(place.start))?.[0] ?? "", file);
  }
  if (place.style === "inline" || typeof target !== "object")
    return inlineText(target, textPlaceOf(place, place.style === "inline"), keptQuotes(place) ?? "plain");
  const written = blockText("k", target).slice(2, -1);
  return written.includes("\n") ? inlineText(target) : written.trimStart();
}

/** The value as JSON: on several lines in the style of most editors, all but the first behind `pad`. */
export function jsonValue(target: Json, isSpread: boolean, pad: string, { eol, indent }: EditedFile): string {
  if (!isSpread) return inlineText(target, "line", "json");
  const lines = jsonText(target, 2).split("\n");
  return lines.map((line) => line.replace(/^(?: {2})+/, (blanks) => indent.repeat(blanks.length / 2))).join(eol + pad);
}

/** How a text in a slot is quoted. */
function textPlaceOf({ isPair }: Slot, isInBrackets: boolean): TextPlace {
  if (!isInBrackets) return "block";
  return isPair ? "member" : "line";
}

/** How a text in quotes that it did not need was quoted. */
function keptQuotes(place: ValuePlace): QuoteStyle | undefined {
  const { part, value, style } = place;
  const isQuoted = value?.type === "single-quoted-scalar" || value?.type === "double-quoted-scalar";
  if (!isQuoted || inlineText(jsonOf(part), textPlaceOf(place, style === "inline")).startsWith('"')) return undefined;
  return value.type === "single-quoted-scalar" ? "single" : "double";
}
