/** What changes in values and files, line by line: `-` was, `+` is. Every line is harmless to print. */
import { structuredPatch } from "diff";
import { MASK } from "../../analysis/secrets.ts";
import { isJsonObject, type Json, jsonText } from "../../model/json.ts";
import type { Pointer } from "../../model/model.ts";
import type { Difference, Inline, Words } from "./document.ts";
import * as doc from "./document.ts";
import { widthOf } from "./layout.ts";
import { safeText } from "./safe-text.ts";

/** The time of a comparison grows with the square of the changes. */
const MOST_CHANGES = 4_000;
/** Longer values than a service takes are not shown. In UTF-16 units. */
const LONGEST = 20_000;
/** Columns of a change that is shown on one line. */
const SHORT_CHANGE = 80;

/** A value before and after; absent where there is none. */
interface Sides {
  readonly path: Pointer;
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
}

/** `isWhole`: of a resource that is created or deleted, which has no other side. */
export function fieldChange(
  { path, before, after }: Sides,
  { isWhole = false, marks = [] }: { readonly isWhole?: boolean; readonly marks?: readonly Inline[] } = {},
): Difference {
  const sides = isWhole ? [after ?? before] : [before, after];
  const isLong = sides.some((value) => isMultiLine(value) || isTooLong(value));
  const texts = isLong ? [] : sides.map((value) => (value === undefined ? "(none)" : safeText(valueText(value))));
  const short = isLong || widthOf(texts.join("")) > SHORT_CHANGE ? undefined : texts;
  return { label: fieldLabel(path), marks, short, lines: () => valueLines(before, after) };
}

/** A cell of a page: `label: before → after`, a line each; those above `most` are counted. */
export function cellLines(changes: readonly Difference[], most = changes.length): Words {
  const lines = changes.slice(0, most).map(cellLine);
  const left = changes.length - lines.length;
  return [...lines, ...(left > 0 ? [`and ${left} more`] : [])].map((line, index) => [index > 0 && doc.BREAK, line]);
}

/** Two beginnings of long values would not say what changed. */
function cellLine({ label, short }: Difference): Words {
  if (short === undefined) return [doc.code(label), ": ", doc.painted("see the diff", "muted")];
  return [doc.code(label), ": ", short.map((side, index): Words => [index > 0 && " → ", doc.code(side)])];
}

/** A file with its text before and after; `before` is absent for a new file. */
export interface FileTexts {
  readonly file: string;
  readonly before?: string | undefined;
  readonly after: string;
}

export function fileChange(texts: FileTexts): Difference {
  return { label: "", lines: () => fileLines(texts) };
}

/** A unified diff as one text, for JSON. */
export function fileDiffText(texts: FileTexts): string {
  return fileLines(texts)
    .map((line) => `${line}\n`)
    .join("");
}

function fileLines({ file, before, after }: FileTexts): readonly string[] {
  if (before === after) return [];
  const head = [`--- ${before === undefined ? "/dev/null" : safeText(file)}`, `+++ ${safeText(file)}`];
  const hunks = hunksOf(before ?? "", after, 3)?.flatMap(({ lines, oldStart, oldLines, newStart, newLines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    // Tabs stay as they are in the file.
    ...lines.map((line) => line.replace(/\r$/, "").split("\t").map(safeText).join("\t")),
  ]);
  return [...head, ...(hunks ?? [ALL_DIFFERENT])];
}

const ALL_DIFFERENT = "  almost every line differs";

/** `context`: unchanged lines around each. Undefined for too many changes. */
function hunksOf(before: string, after: string, context: number) {
  return structuredPatch("", "", before, after, "", "", { context, maxEditLength: MOST_CHANGES })?.hunks;
}

/** Both sides, and a few unchanged lines between. Two masks differ although they look alike. */
function valueLines(before: Json | undefined, after: Json | undefined): readonly string[] {
  if (isTooLong(before) || isTooLong(after)) return ["  (too long to show)"];
  if (before === undefined || after === undefined || before === MASK || after === MASK) {
    const side = (sign: string, value: Json | undefined) =>
      value === undefined ? [] : linesOf(value).map((line) => `${sign} ${safeText(line)}`);
    return [...side("-", before), ...side("+", after)];
  }
  const hunks = hunksOf(...comparedTexts(before, after), 2)?.flatMap(({ lines }, index) => [
    ...(index === 0 ? [] : ["  ..."]),
    ...lines.map((line) => `${line.charAt(0)} ${safeText(line.slice(1))}`),
  ]);
  return hunks ?? [ALL_DIFFERENT];
}

function linesOf(value: Json): readonly string[] {
  return isMultiLine(value) ? value.split("\n") : [valueText(value)];
}

/** Texts with several lines as they are, else JSON over several lines. */
function comparedTexts(before: Json, after: Json): readonly [before: string, after: string] {
  const endLine = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);
  if (typeof before === "string" && typeof after === "string" && (isMultiLine(before) || isMultiLine(after))) {
    // Texts that differ only in the end of their last line would show no difference.
    if (endLine(before) !== endLine(after)) return [endLine(before), endLine(after)];
  }
  return [endLine(jsonText(before, 2)), endLine(jsonText(after, 2))];
}

/** A pointer as people read it: `/custom_data/icon` is `custom_data.icon`; unusual names are quoted. */
function fieldLabel(path: Pointer): string {
  const names = path.split("/").slice(1);
  const parts = names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return parts.map((part) => (/^[\w-]+$/.test(part) ? part : jsonText(part))).join(".");
}

/** A value as JSON on one line, with a blank after commas and colons so that it can be wrapped. Not harmless. */
export function valueText(value: Json): string {
  if (value === MASK) return MASK;
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (!isJsonObject(value)) return jsonText(value);
  const members = Object.entries(value).map(([name, member]) => `${jsonText(name)}: ${valueText(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function isMultiLine(value: Json | undefined): value is string {
  return typeof value === "string" && value.includes("\n");
}

function isTooLong(value: Json | undefined): boolean {
  return value !== undefined && jsonText(value).length > LONGEST;
}
