/**
 * The fields of a step as text. A change that fits is one line, `before -> after`; a longer one is a line diff under its
 * name. Rows of tables have a short form, and pages every field as a diff.
 */
import { structuredPatch } from "diff";
import { MASK } from "../../analysis/secrets.ts";
import { counted } from "../../manifest/wording.ts";
import { largest } from "../../model/collections.ts";
import { isJsonObject, type Json, jsonText } from "../../model/json.ts";
import type { FieldChange, Pointer, Step } from "../../model/model.ts";
import type { FieldCause, PlanCauses } from "../../plan/cause.ts";
import { cutToWidth, padTo, type TextView, UNWRAPPED, widthOf, wrapText } from "../text/layout.ts";
import { safeText } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";

/** Names longer than this do not push the values of the other fields to the right. */
const LABEL_LIMIT = 30;
/** Unchanged lines shown around a difference. */
const CONTEXT = 2;
/** Longer values than a service takes are not compared line by line, which could take hours. In UTF-16 units. */
const LONGEST = 20_000;
/** Columns of a base value that a mark shows. */
const BASE_WIDTH = 30;
/** Fields that a row shows; the others are counted. */
const ROW_FIELDS = 4;
/** Columns of a value in a row. */
const ROW_VALUE = 48;

/** A pointer as people read it: `/custom_data/icon` is `custom_data.icon`; unusual names are quoted. */
function fieldLabel(path: Pointer): string {
  const names = path.split("/").slice(1);
  const parts = names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const plain = parts.map((part) => (/^[\w-]+$/.test(part) ? part : jsonText(part)));
  return safeText(plain.join("."));
}

/** A value as JSON on one line, with a blank after commas and colons so that it can be wrapped. */
function valueText(value: Json): string {
  return safeText(spaced(value));
}

function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (!isJsonObject(value)) return jsonText(value);
  const members = Object.entries(value).map(([name, member]) => `${jsonText(name)}: ${spaced(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Whether the step creates or deletes the resource, so that its fields have one side. */
function isWholeResource({ action }: Step): boolean {
  return action === "create" || action === "delete";
}

/** Whether the field is the id that the step's line shows already. */
function repeatsAddress(step: Step, { path, before, after }: FieldChange): boolean {
  return path === "/custom_id" && step.address.endsWith(`/${after ?? before}`);
}

/** A field, and the mark of its cause: empty for the usual one. */
interface MarkedField {
  readonly field: FieldChange;
  readonly mark: string;
}

/** The fields that a step shows. None for a membership, whose link says everything. */
function markedFields(step: Step, causes: PlanCauses | undefined): readonly MarkedField[] {
  if (step.link !== undefined) return [];
  const isWhole = isWholeResource(step);
  const known = causes?.steps.get(step.id)?.fields ?? [];
  const fields = step.fields.map((field, index): MarkedField => {
    const cause = known[index];
    // The step's own mark covers the fields of a resource that is created or deleted.
    return { field, mark: cause === undefined || (isWhole && cause.cause !== "conflict") ? "" : causeMark(cause) };
  });
  return isWhole ? fields.filter(({ field }) => !repeatsAddress(step, field)) : fields;
}

/** A conflict shows the value at the base. */
function causeMark({ cause, base }: FieldCause): string {
  if (cause === "pending") return "";
  return base === undefined ? `(${cause})` : `(${cause}: was ${cutToWidth(valueText(base), BASE_WIDTH)})`;
}

export function paintCause(mark: string, style: Style): string {
  return mark.startsWith("(conflict") ? style.error(mark) : style.warning(mark);
}

/** Lines for the fields of a step, indented by a number of columns. */
export function renderStepFields(
  step: Step,
  causes: PlanCauses | undefined,
  view: TextView,
  indent: number,
): readonly string[] {
  const fields = markedFields(step, causes);
  const isWhole = isWholeResource(step);
  const lines = renderFields(fields, !isWhole, view, indent);
  return step.link === undefined && !isWhole && view.verbose
    ? [...lines, ...unchangedFields(step, view, indent)]
    : lines;
}

/** What the request sends besides the differences. */
function unchangedFields(step: Step, view: TextView, indent: number): readonly string[] {
  const changed = new Set(step.fields.map(({ path }) => path.split("/")[1]));
  const rest = Object.entries(step.request.body ?? {}).filter(([name]) => !changed.has(name));
  const fields = rest.map(([name, before]) => ({ field: { path: `/${name}` as Pointer, before }, mark: "" }));
  if (fields.length === 0) return [];
  return [`${" ".repeat(indent)}${view.style.muted("unchanged:")}`, ...renderFields(fields, false, view, indent + 2)];
}

/** With `isCompared`, a value that is absent on one side is named as such; without, there is only one side to show. */
export function renderFields(
  fields: readonly MarkedField[],
  isCompared: boolean,
  view: TextView,
  indent: number,
): readonly string[] {
  const labels = fields.map(({ field }) => fieldLabel(field.path));
  const widths = labels.map(widthOf).filter((width) => width <= LABEL_LIMIT);
  const column = largest(widths, 0);
  const margin = " ".repeat(indent);
  const renderOne = isCompared ? comparedLines : valueLines;
  return fields.flatMap(({ field, mark }, index) => {
    const label = padTo(labels[index] ?? "", column);
    const origin = originMark(field);
    const marks = [
      ...(mark === "" ? [] : [{ text: mark, painted: paintCause(mark, view.style) }]),
      ...(origin === "" ? [] : [{ text: origin, painted: view.style.muted(origin) }]),
    ];
    const taken = marks.reduce((sum, { text }) => sum + widthOf(text) + 2, 0);
    // Marks that leave no space for the values get lines of their own.
    const isBelow = taken > view.width / 2;
    const narrow = isBelow ? view : { ...view, width: view.width - taken };
    const [first = "", ...rest] = renderOne(field, label, narrow, margin);
    const painted = marks.map((each) => each.painted);
    if (isBelow) return [first, ...rest, ...painted.map((each) => `${margin}  ${each}`)];
    return [[first, ...painted].join("  "), ...rest];
  });
}

/** The place of the override that gives the value; empty when the resource's own declaration does. */
function originMark({ origin }: FieldChange): string {
  return origin === undefined ? "" : safeText(`(from ${origin.file}:${origin.line})`);
}

function valueLines(field: FieldChange, label: string, view: TextView, margin: string): readonly string[] {
  const value = field.after ?? field.before ?? null;
  if (isTooLong(value)) return [`${margin}${label}  ${view.style.muted(tooLong(value))}`];
  if (isMultiLine(value)) {
    const lines = value.split("\n").map((line) => `${margin}  ${view.style.muted("|")} ${safeText(line)}`);
    return [margin + label.trimEnd(), ...lines.map((line) => line.trimEnd())];
  }
  const width = Math.max(20, view.width - margin.length - widthOf(label) - 2);
  const blank = " ".repeat(widthOf(label));
  const paint = field.after === undefined ? view.style.muted : (text: string) => text;
  return wrapText(valueText(value), width).map((line, row) => `${margin}${row === 0 ? label : blank}  ${paint(line)}`);
}

function comparedLines(field: FieldChange, label: string, view: TextView, margin: string): readonly string[] {
  const { before, after } = field;
  const { style, width } = view;
  if (isTooLong(before) || isTooLong(after)) return [`${margin}${label}  ${style.muted(tooLong(before, after))}`];
  const [left = "", right = ""] = [before, after].map((value) => (value === undefined ? "(none)" : valueText(value)));
  const needed = margin.length + widthOf(label) + 2 + widthOf(left) + 4 + widthOf(right);
  if (needed > width || isMultiLine(before) || isMultiLine(after))
    return [margin + label.trimEnd(), ...renderDifference(field, view, `${margin}  `)];
  const former = before === undefined ? style.muted(left) : style.delete(left);
  const latter = after === undefined ? style.muted(right) : style.create(right);
  return [`${margin}${label}  ${former} ${style.muted("->")} ${latter}`];
}

/** The two values of a field line by line, each with its sign: `- before`, `+ after`, and a few unchanged ones. */
function renderDifference({ before, after }: FieldChange, view: TextView, margin: string): readonly string[] {
  const { style } = view;
  if (isTooLong(before) || isTooLong(after)) return [margin + style.muted(tooLong(before, after))];
  const texts = diffTexts(before, after);
  const { hunks } = structuredPatch("", "", texts.before, texts.after, "", "", { context: CONTEXT });
  const paint: Record<string, (text: string) => string> = { "-": style.delete, "+": style.create };
  const width = Math.max(20, view.width - margin.length - 2);
  return hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [`${margin}${style.muted("...")}`]),
    ...hunk.lines.flatMap((line) => {
      const sign = line[0] ?? " ";
      const mark = paint[sign] ?? style.muted;
      const rows = wrapText(safeText(line.slice(1)), width);
      return rows.map((row, rowIndex) => margin + mark(`${rowIndex === 0 ? sign : " "} ${row}`.trimEnd()));
    }),
  ]);
}

/** What is compared line by line: texts with several lines as they are, else JSON over several lines. */
function diffTexts(before: Json | undefined, after: Json | undefined): { before: string; after: string } {
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

function isMultiLine(value: Json | undefined): value is string {
  return typeof value === "string" && value.includes("\n");
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

/** UTF-16 units of all values of a step, counted before anything is compared. */
export function sizeOfValues({ fields }: Step): number {
  return fields.reduce((sum, { before, after }) => sum + sizeOf(before) + sizeOf(after), 0);
}

/** A field on a page: its label and marks, and the lines of its diff. */
export interface FieldDifference {
  /** Empty where the step creates or deletes the resource: each line then names its field. */
  readonly label: string;
  /** Its cause and the override it comes from, where they are unusual. */
  readonly marks: readonly string[];
  readonly lines: readonly string[];
}

/** Every field of a step as a diff. */
export function stepDifference(step: Step, causes: PlanCauses | undefined): readonly FieldDifference[] {
  const fields = markedFields(step, causes);
  if (!isWholeResource(step)) {
    return fields.map(({ field, mark }) => ({
      label: fieldLabel(field.path),
      marks: [mark, originMark(field)].filter((each) => each !== ""),
      lines: differenceLines(field),
    }));
  }
  const sign = step.action === "create" ? "+" : "-";
  const lines = renderFields(fields, false, UNWRAPPED, 0).map(
    (line) => `${sign} ${line.replace(jsonText(MASK), MASK)}`,
  );
  return lines.length === 0 ? [] : [{ label: "", marks: [], lines }];
}

/** Two masks are equal although the values differ. */
function differenceLines(field: FieldChange): readonly string[] {
  const { before, after } = field;
  if (before !== MASK && after !== MASK) return renderDifference(field, UNWRAPPED, "");
  return [...(before === undefined ? [] : [`- ${MASK}`]), ...(after === undefined ? [] : [`+ ${MASK}`])];
}

/** A piece of a line: code, or words, which are less important when `soft`. */
export interface RowPart {
  readonly form: "code" | "words" | "soft" | "arrow";
  readonly text: string;
}

/** What a step changes in short: a line for each of its first fields, and how many more there are. */
export function rowLines(step: Step): readonly (readonly RowPart[])[] {
  const { action, link } = step;
  if (link !== undefined) {
    const word = action === "attach" ? "with" : "without";
    return [[codePart(link.name), { form: "words", text: `: ${word} ` }, codePart(link.member)]];
  }
  const fields = markedFields(step, undefined);
  if (fields.length === 0) return [[soft("only its id")]];
  const lines = fields.slice(0, ROW_FIELDS).map(({ field: { path, before, after } }): readonly RowPart[] => {
    const label: readonly RowPart[] = [
      codePart(cutToWidth(fieldLabel(path), ROW_VALUE)),
      { form: "words", text: ": " },
    ];
    if (isWholeResource(step)) return [...label, rowValue(after ?? before)];
    // Two beginnings would not say what changed.
    const isLong = before !== undefined && after !== undefined && (isLongValue(before) || isLongValue(after));
    return isLong ? [...label, soft("see the diff")] : [...label, rowValue(before), ARROW, rowValue(after)];
  });
  const more = fields.length - lines.length;
  return more === 0 ? lines : [...lines, [soft(`and ${counted(more, "more field")}`)]];
}

const ARROW: RowPart = { form: "arrow", text: " → " };

function codePart(text: string): RowPart {
  return { form: "code", text };
}

function soft(text: string): RowPart {
  return { form: "soft", text };
}

/** The beginning of a value as JSON. */
function rowValue(value: Json | undefined): RowPart {
  if (value === undefined) return soft("none");
  return value === MASK ? soft(MASK) : codePart(cutToWidth(valueText(beginningOf(value)), ROW_VALUE));
}

function isLongValue(value: Json): boolean {
  return value !== MASK && (isMultiLine(value) || widthOf(valueText(beginningOf(value))) > ROW_VALUE);
}

/** Enough of a value for a row, so that long ones cost nothing. */
function beginningOf(value: Json): Json {
  if (typeof value === "string") return value.slice(0, 4 * ROW_VALUE);
  if (Array.isArray(value)) return value.slice(0, ROW_VALUE).map(beginningOf);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).slice(0, ROW_VALUE);
  return Object.fromEntries(members.map(([name, member]) => [name, beginningOf(member)]));
}
