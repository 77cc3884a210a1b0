/**
 * Values that differ, as text. In: field changes of a step. Out: lines. A change that fits stands on one line as
 * `before -> after`; a longer one is shown as a line diff under its name.
 */
import { structuredPatch } from "diff";
import { counted } from "../../manifest/wording.ts";
import { largest } from "../../model/collections.ts";
import { isJsonObject, type Json, jsonText } from "../../model/json.ts";
import type { FieldChange, Pointer } from "../../model/model.ts";
import { safeText } from "../form/safe-text.ts";
import { padTo, type TextView, widthOf, wrapText } from "../form/text-layout.ts";
import { paintCause } from "./cause-mark.ts";

/** Names longer than this do not push the values of the other fields to the right. */
const LABEL_LIMIT = 30;
/** Unchanged lines shown around a difference. */
const CONTEXT = 2;
/** Longer values than a service takes are not compared line by line, which would take for ever. In UTF-16 units. */
const LONGEST = 20_000;

/** A pointer as people read it: `/custom_data/icon` is `custom_data.icon`; odd names stand in quotes. */
export function fieldLabel(path: Pointer): string {
  const names = path.split("/").slice(1);
  const parts = names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const plain = parts.map((part) => (/^[\w-]+$/.test(part) ? part : jsonText(part)));
  return safeText(plain.join("."));
}

/** A value as JSON on one line, with a blank after commas and colons so that it can be wrapped. */
export function valueText(value: Json): string {
  return safeText(spaced(value));
}

/**
 * Lines for the fields of one step, indented by so many columns. With `compared`, a value that is absent on one side
 * is named as such; without, there is only one side to show. `marks`: what stands behind each field, plain text.
 */
export function renderFields(
  fields: readonly FieldChange[],
  compared: boolean,
  view: TextView,
  indent: number,
  marks: readonly string[] = [],
): readonly string[] {
  const labels = fields.map(({ path }) => fieldLabel(path));
  const column = largest(
    labels.map(widthOf).filter((width) => width <= LABEL_LIMIT),
    0,
  );
  const margin = " ".repeat(indent);
  return fields.flatMap((field, index) => {
    const label = padTo(labels[index] ?? "", column);
    const mark = marks[index] ?? "";
    const origin = originMark(field);
    const painted = [
      ...(mark === "" ? [] : [paintCause(mark, view.style)]),
      ...(origin === "" ? [] : [view.style.muted(origin)]),
    ];
    const room = [mark, origin].filter((each) => each !== "").reduce((sum, each) => sum + widthOf(each) + 2, 0);
    // Marks that leave no room for the values stand on a line of their own.
    const isBelow = room > view.width / 2;
    const narrow = isBelow ? view : { ...view, width: view.width - room };
    const [first = "", ...rest] = compared
      ? renderBoth(field, label, narrow, margin)
      : renderOne(field, label, narrow, margin);
    if (isBelow) return [first, ...rest, ...painted.map((each) => `${margin}  ${each}`)];
    return [[first, ...painted].join("  "), ...rest];
  });
}

/** Where an override gives the value, or nothing: the resource's own declaration is the usual case. */
export function originMark({ origin }: FieldChange): string {
  return origin === undefined ? "" : safeText(`(from ${origin.file}:${origin.line})`);
}

function renderOne(field: FieldChange, label: string, view: TextView, margin: string): readonly string[] {
  const value = field.after ?? field.before ?? null;
  if (isTooLong(value)) return [`${margin}${label}  ${view.style.muted(tooLong(value))}`];
  if (isMultiLine(value)) {
    const lines = value.split("\n").map((line) => `${margin}  ${view.style.muted("|")} ${safeText(line)}`);
    return [margin + label.trimEnd(), ...lines.map((line) => line.trimEnd())];
  }
  const room = Math.max(20, view.width - margin.length - widthOf(label) - 2);
  const blank = " ".repeat(widthOf(label));
  const paint = field.after === undefined ? view.style.muted : (text: string) => text;
  return wrapText(valueText(value), room).map((line, row) => `${margin}${row === 0 ? label : blank}  ${paint(line)}`);
}

function renderBoth(field: FieldChange, label: string, view: TextView, margin: string): readonly string[] {
  const { before, after } = field;
  const { style, width } = view;
  if (isTooLong(before) || isTooLong(after)) return [`${margin}${label}  ${style.muted(tooLong(before, after))}`];
  const [left, right] = [valueOrNone(before), valueOrNone(after)];
  const needed = margin.length + widthOf(label) + 2 + widthOf(left) + 4 + widthOf(right);
  if (needed <= width && !isMultiLine(before) && !isMultiLine(after)) {
    const former = before === undefined ? style.muted(left) : style.delete(left);
    const latter = after === undefined ? style.muted(right) : style.create(right);
    return [`${margin}${label}  ${former} ${style.muted("->")} ${latter}`];
  }
  return [margin + label.trimEnd(), ...renderDifference(field, view, `${margin}  `)];
}

/** The two values of a field line by line, each with its sign: `- before`, `+ after`, and a few unchanged ones. */
export function renderDifference({ before, after }: FieldChange, view: TextView, margin: string): readonly string[] {
  if (isTooLong(before) || isTooLong(after)) return [margin + view.style.muted(tooLong(before, after))];
  const texts = diffTexts(before, after);
  return lineDiff(texts.before, texts.after, view, margin);
}

function isTooLong(value: Json | undefined): boolean {
  return sizeOf(value) > LONGEST;
}

function sizeOf(value: Json | undefined): number {
  return value === undefined ? 0 : jsonText(value).length;
}

function tooLong(...values: readonly (Json | undefined)[]): string {
  const sizes = values.map((value) => counted(sizeOf(value), "character"));
  return `(too long to show: ${sizes.join(" -> ")} as JSON)`;
}

function valueOrNone(value: Json | undefined): string {
  return value === undefined ? "(none)" : valueText(value);
}

/** What is compared line by line: texts as they are where their lines tell something, else JSON over several lines. */
function diffTexts(before: Json | undefined, after: Json | undefined): { before: string; after: string } {
  if (isTextOrAbsent(before) && isTextOrAbsent(after) && (isMultiLine(before) || isMultiLine(after))) {
    const raw = { before: endLine(before ?? ""), after: endLine(after ?? "") };
    // Texts that differ in nothing but their last line's end would show no difference.
    if (raw.before !== raw.after) return raw;
  }
  const json = (value: Json | undefined): string => (value === undefined ? "" : endLine(jsonText(value, 2)));
  return { before: json(before), after: json(after) };
}

/** An absent text has no lines at all; every other one ends its last line. */
function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function lineDiff(before: string, after: string, view: TextView, margin: string): readonly string[] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: CONTEXT });
  const paint: Record<string, (text: string) => string> = { "-": view.style.delete, "+": view.style.create };
  const room = Math.max(20, view.width - margin.length - 2);
  return hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [`${margin}${view.style.muted("...")}`]),
    ...hunk.lines.flatMap((line) => {
      const sign = line[0] ?? " ";
      const rows = wrapText(safeText(line.slice(1)), room);
      const style = paint[sign] ?? view.style.muted;
      return rows.map((row, rowIndex) => margin + style(`${rowIndex === 0 ? sign : " "} ${row}`.trimEnd()));
    }),
  ]);
}

function isTextOrAbsent(value: Json | undefined): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isMultiLine(value: Json | undefined): value is string {
  return typeof value === "string" && value.includes("\n");
}

function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (!isJsonObject(value)) return jsonText(value);
  const members = Object.entries(value).map(([name, member]) => `${jsonText(name)}: ${spaced(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
