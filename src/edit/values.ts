/** Writes one value in the place of another, in the style of the old one. */
import { isJsonObject, type Json, jsonText } from "../model/json.ts";
import type { EditedFile, ValuePlace } from "./places.ts";
import { blockText, inlineText, type QuoteStyle } from "./yaml-text.ts";

/** Replaces the value of a place. `anchor`: its new anchor, with the `&`; without it, an anchor of the place stays. */
export function writeValue(place: ValuePlace, target: Json, file: EditedFile, anchor?: string): void {
  const { value, intro, props, end, style } = place;
  const { text } = file.source;
  const own = anchor ?? props.find(({ type }) => type === "anchor")?.source;
  const prefix = own === undefined || own === "" ? "" : `${own} `;
  const start = props[0]?.offset ?? value?.offset;
  const isFollowed = /^[ \t]+#/.test(text.slice(end, end + 100));
  const lines =
    style === "inline" || isFollowed || place.hasComment ? undefined : severalLines(place, target, prefix, file);
  if (lines !== undefined) {
    file.edits.push({ start: intro, end, text: lines });
    return;
  }
  const written = prefix + oneLine(place, target, file);
  // A value on lines of its own moves up behind the colon.
  const isBelow = start !== undefined && text.slice(intro, start).includes("\n") && !place.hasComment;
  if (start !== undefined && !isBelow) {
    // A list may begin in the column of its key, below a comment; nothing else may.
    const isShallow = place.hasComment && file.lines.column(start) <= file.lines.column(place.start);
    file.edits.push({ start, end, text: (isShallow ? "  " : "") + written });
  } else
    file.edits.push({
      start: intro,
      end,
      text: `${text[intro - 1] === ":" || text[intro - 1] === "-" ? "" : ":"} ${written}`,
    });
}

/** The value on lines of its own, from behind the colon or dash; undefined where one line is enough. */
function severalLines(place: ValuePlace, target: Json, prefix: string, file: EditedFile): string | undefined {
  if (quotesOf(place) !== undefined && typeof target === "string") return undefined;
  const isMember = place.style === "member";
  const written = blockText(isMember ? "k" : undefined, target).replace(/\n$/, "");
  if (!written.includes("\n")) return undefined;
  // An anchor before a first key would be that of the key.
  if (prefix !== "" && !isMember && isJsonObject(target)) return undefined;
  const behind = written.slice(isMember ? 2 : 1);
  const anchored = prefix === "" ? behind : ` ${prefix.trim()}${behind}`;
  return indented(anchored, file.lines.column(place.start), file.eol);
}

/** Lines with further columns before all but the first. */
export function indented(text: string, columns: number, eol: string): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${" ".repeat(columns)}`).replaceAll("\n", eol);
}

function oneLine(place: ValuePlace, target: Json, file: EditedFile): string {
  if (file.isJson) {
    const old = file.source.text.slice(place.start, place.end);
    return jsonValue(target, old.includes("\n"), file.lines.at(place.start), file.eol);
  }
  if (place.style === "inline" || typeof target !== "object")
    return inlineText(target, place.style !== "inline", quotesOf(place) ?? "plain");
  const written = blockText("k", target).slice(2, -1);
  return written.includes("\n") ? inlineText(target) : written.trimStart();
}

/** The value as JSON: on several lines in the style of most editors, further ones as far to the right as `line`. */
export function jsonValue(target: Json, isSpread: boolean, line: string, eol: string): string {
  if (!isSpread) return inlineText(target, false, "json");
  const columns = /^\s*/.exec(line)?.[0].length ?? 0;
  return indented(jsonText(target, 2), columns, eol);
}

/** How a text in quotes was quoted. */
function quotesOf({ value }: ValuePlace): QuoteStyle | undefined {
  if (value?.type === "single-quoted-scalar") return "single";
  return value?.type === "double-quoted-scalar" ? "double" : undefined;
}
