/** What changes in values and files, line by line: `-` was, `+` is. Every line is harmless to print. */
import { structuredPatch } from "diff";
import { MASK } from "../../analysis/secrets.ts";
import { defined } from "../../model/collections.ts";
import { type Json, jsonText } from "../../model/json.ts";
import type { Difference, Inline } from "./document.ts";
import { safeText } from "./safe-text.ts";
import { isMultiLine, isTooLong, tooLong } from "./values.ts";

/** The time of a comparison grows with the square of the changes. */
const MOST_CHANGES = 4_000;

/** A value before and after; absent where there is none. */
interface Sides {
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
}

/** A field with the marks behind it. */
export function fieldDifference(label: string, sides: Sides, marks: readonly Inline[] = []): Difference {
  return { label, ...defined(sides), marks, lines: () => valueLines(sides) };
}

/** A file with its text before and after; `before` is absent for a new file. */
export interface FileTexts {
  readonly file: string;
  readonly before?: string | undefined;
  readonly after: string;
}

export function fileDifference({ file, before, after }: FileTexts): Difference {
  return { label: file, ...defined({ before, after }), lines: () => fileLines(before, after) };
}

/** A unified diff as one text, for JSON. */
export function fileDiffText(texts: FileTexts): string {
  const name = safeText(texts.file);
  const lines = fileLines(texts.before, texts.after);
  const head = [`--- ${texts.before === undefined ? "/dev/null" : name}`, `+++ ${name}`];
  return lines.length === 0 ? "" : [...head, ...lines].map((line) => `${line}\n`).join("");
}

function fileLines(before = "", after = ""): readonly string[] {
  const patch = structuredPatch("", "", before, after, "", "", { context: 3, maxEditLength: MOST_CHANGES });
  if (patch === undefined) return ["  almost every line differs"];
  return patch.hunks.flatMap(({ lines, oldStart, oldLines, newStart, newLines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines.map(printable),
  ]);
}

/** Tabs are as wide as they are in the file. */
function printable(line: string): string {
  return line.replace(/\r$/, "").split("\t").map(safeText).join("\t");
}

/** Both sides, and a few unchanged lines between. Two masks differ although they look alike. */
function valueLines({ before, after }: Sides): readonly string[] {
  if (before === MASK || after === MASK) {
    return [...(before === undefined ? [] : [`- ${MASK}`]), ...(after === undefined ? [] : [`+ ${MASK}`])];
  }
  if (isTooLong(before) || isTooLong(after)) return [`  ${tooLong(before, after)}`];
  const texts = comparedTexts(before, after);
  const patch = structuredPatch("", "", texts.before, texts.after, "", "", { context: 2, maxEditLength: MOST_CHANGES });
  if (patch === undefined) return ["  almost every line differs"];
  return patch.hunks.flatMap(({ lines }, index) => [
    ...(index === 0 ? [] : ["  ..."]),
    ...lines.map((line) => `${line.charAt(0)} ${safeText(line.slice(1))}`),
  ]);
}

/** Texts with several lines as they are, else JSON over several lines. */
function comparedTexts(before: Json | undefined, after: Json | undefined): { before: string; after: string } {
  if (isTextOrAbsent(before) && isTextOrAbsent(after) && (isMultiLine(before) || isMultiLine(after))) {
    const raw = { before: endLine(before ?? ""), after: endLine(after ?? "") };
    // Texts that differ only in the end of their last line would show no difference.
    if (raw.before !== raw.after) return raw;
  }
  const json = (value: Json | undefined): string => (value === undefined ? "" : endLine(jsonText(value, 2)));
  return { before: json(before), after: json(after) };
}

/** An absent text has no lines at all; every other one ends its last line. */
function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function isTextOrAbsent(value: Json | undefined): value is string | undefined {
  return value === undefined || typeof value === "string";
}
