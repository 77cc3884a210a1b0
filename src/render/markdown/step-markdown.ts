/** One step of a plan as Markdown: a row of the table, and the diff that can be opened below it. */
import { isJsonObject, type Json } from "../../core/json.ts";
import type { FieldChange, Step } from "../../core/model.ts";
import type { PlanCauses } from "../../core/plan/cause.ts";
import { MASK } from "../../core/plan/conceal.ts";
import { counted } from "../../core/wording.ts";
import { plainStyle } from "../form/style.ts";
import { type TextView, widthOf } from "../form/text-layout.ts";
import { stepCauseMark } from "../plan/cause-mark.ts";
import { fieldMarks } from "../plan/cause-text.ts";
import { fieldLabel, originMark, renderDifference, renderFields, valueText } from "../plan/field-change.ts";
import { repeatsAddress } from "../plan/plan-text.ts";
import { renderRequests } from "../plan/requests-text.ts";
import { actionSign, stepSubject } from "../plan/step-text.ts";
import { bytesOf, code, fence, prose } from "./markdown-text.ts";

/** How steps are shown. */
export interface StepView {
  readonly showRequests: boolean;
  /** Hazards that are not allowed, by name. */
  readonly refused: ReadonlySet<string>;
  /** Why the steps are there, with `--base`. */
  readonly causes: PlanCauses | undefined;
}

/** Fields that a row shows; the others are counted. */
const ROW_FIELDS = 4;
/** Columns of a value in a row. */
const ROW_VALUE = 48;
/** Bytes of the details of one step. What takes more is not shown in part: it would be cut in the middle of a value. */
const STEP_LIMIT = 16_000;

const PLAIN: TextView = { style: plainStyle, width: Number.POSITIVE_INFINITY, verbose: false };

/** Where a resource is declared stands with its diff: a column of paths would leave no room for what changes. */
export const TABLE_HEAD = "| Change | Resource | What changes |\n| :-- | :-- | :-- |\n";

/** The step as a row of the table of changes, with its line break. */
export function stepRow(step: Step, view: StepView): string {
  const mark = stepCauseMark(view.causes?.steps.get(step.id));
  const dangers = [...new Set(step.hazards.map(({ name }) => name))].map(
    (name) => `⚠ ${code(name)}${view.refused.has(name) ? "" : " (allowed)"}`,
  );
  const what = [...rowFields(step), ...dangers].join("<br>");
  const cells = [stepSign(step), `${code(step.address)}${mark === "" ? "" : ` ${mark}`}`, what];
  return `| ${cells.join(" | ")} |\n`;
}

/** Sign and word: `+` create. */
function stepSign({ action }: Step): string {
  return `${code(actionSign(action))}&nbsp;${action}`;
}

function rowFields(step: Step): readonly string[] {
  if (step.link !== undefined) {
    const word = step.action === "attach" ? "with" : "without";
    return [`${code(step.link.name)}: ${word} ${code(step.link.member)}`];
  }
  const isWhole = step.action === "create" || step.action === "delete";
  const fields = isWhole ? step.fields.filter((field) => !repeatsAddress(step, field)) : step.fields;
  const shown = fields
    .slice(0, ROW_FIELDS)
    .map((field) => `${code(fieldLabel(field.path), ROW_VALUE)}: ${rowValues(field, isWhole)}`);
  const more = fields.length - shown.length;
  return more === 0 ? shown : [...shown, `and ${counted(more, "more field")}`];
}

function rowValues({ before, after }: FieldChange, isWhole: boolean): string {
  if (isWhole) return rowValue(after ?? before);
  const [left, right] = [rowValue(before), rowValue(after)];
  // Two beginnings do not tell what changed.
  return [before, after].some(isLong) && before !== undefined && after !== undefined
    ? "see the diff"
    : `${left} → ${right}`;
}

function isLong(value: Json | undefined): boolean {
  if (value === undefined || value === MASK) return false;
  const isMultiLine = typeof value === "string" && value.includes("\n");
  return isMultiLine || widthOf(valueText(beginningOf(value))) > ROW_VALUE;
}

function rowValue(value: Json | undefined): string {
  if (value === undefined) return "none";
  if (value === MASK) return MASK;
  return code(valueText(beginningOf(value)), ROW_VALUE);
}

/** Enough of a value for a row, so that long ones cost nothing. */
function beginningOf(value: Json): Json {
  if (typeof value === "string") return value.length > 4 * ROW_VALUE ? value.slice(0, 4 * ROW_VALUE) : value;
  if (Array.isArray(value)) return value.slice(0, ROW_VALUE).map(beginningOf);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).slice(0, ROW_VALUE);
  return Object.fromEntries(members.map(([name, member]) => [name, beginningOf(member)]));
}

/** Whether there is more to say about a step than its row does. */
export function hasDetails(step: Step, { showRequests }: StepView): boolean {
  return (step.link === undefined && step.fields.length > 0) || step.notes.length > 0 || showRequests;
}

/** Every field of a step as a diff, its notes and, if asked for, its requests. Ends with a line break. */
export function stepDetails(step: Step, view: StepView): string {
  const { origin } = step;
  const where = origin === undefined ? "" : ` · ${code(`${origin.file}:${origin.line}`)}`;
  const head = `**${step.action}** ${code(stepSubject(step))}${where}\n\n`;
  const notes = step.notes.map((note) => `- note: ${prose(note)}\n`).join("");
  if (sizeOf(step) > STEP_LIMIT) return head + tooLong(step);
  const diff = step.link === undefined ? diffLines(step, view) : [];
  const requests = view.showRequests ? renderRequests(step, PLAIN, 0) : [];
  const text = [
    head,
    ...(diff.length === 0 ? [] : [`${fence(diff, "diff")}\n\n`]),
    ...(requests.length === 0 ? [] : [`${fence(requests, "text")}\n\n`]),
    ...(notes === "" ? [] : [`${notes}\n`]),
  ].join("");
  return bytesOf(text) > STEP_LIMIT ? head + tooLong(step) : text;
}

/** UTF-16 units of all values, counted before anything is compared. */
function sizeOf({ fields }: Step): number {
  return fields.reduce((sum, { before, after }) => sum + jsonLength(before) + jsonLength(after), 0);
}

function jsonLength(value: Json | undefined): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}

function tooLong(step: Step): string {
  return `Too long to be shown here: ${counted(sizeOf(step), "character")} in ${counted(step.fields.length, "field")}.\n\n`;
}

function diffLines(step: Step, { causes }: StepView): readonly string[] {
  const marks = fieldMarks(step, causes);
  const isWhole = step.action === "create" || step.action === "delete";
  const fields = step.fields.map((field, index) => ({ field, mark: marks[index] ?? "" }));
  if (!isWhole) {
    return fields.flatMap(({ field, mark }) => [
      [`@@ ${fieldLabel(field.path)} @@`, mark, originMark(field)].filter((each) => each !== "").join(" "),
      ...differenceLines(field),
    ]);
  }
  const shown = fields.filter(({ field }) => !repeatsAddress(step, field));
  const sign = step.action === "create" ? "+" : "-";
  const lines = renderFields(
    shown.map(({ field }) => field),
    false,
    PLAIN,
    0,
    shown.map(({ mark }) => mark),
  );
  return lines.map((line) => `${sign} ${line.replace(JSON.stringify(MASK), MASK)}`);
}

/** Two masks are alike, and yet something changes. */
function differenceLines(field: FieldChange): readonly string[] {
  const { before, after } = field;
  if (before !== MASK && after !== MASK) return renderDifference(field, PLAIN, "");
  return [...(before === undefined ? [] : [`- ${MASK}`]), ...(after === undefined ? [] : [`+ ${MASK}`])];
}
