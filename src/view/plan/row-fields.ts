/** What the row of a change says of its fields: short, and without markup. The whole stands with the diff. */
import { isJsonObject, type Json } from "../../model/json.ts";
import type { FieldChange, Step } from "../../model/model.ts";
import { MASK } from "../../plan/secrets.ts";
import { widthOf } from "../text/layout.ts";
import { fieldLabel, valueText } from "./field-change.ts";
import { repeatsAddress } from "./plan-text.ts";

/** Fields that a row shows; the others are counted. */
const ROW_FIELDS = 4;
/** Columns of a value in a row. */
export const ROW_VALUE = 48;

/** A value in a row: its beginning as JSON, or the mask; undefined where there is none. */
export type RowValue = string | undefined;

export interface RowField {
  readonly label: string;
  /** `one`: there is only one side. `long`: the diff tells it, because two beginnings do not tell what changed. */
  readonly shows: "one" | "both" | "long";
  readonly before: RowValue;
  readonly after: RowValue;
}

export interface RowFields {
  readonly shown: readonly RowField[];
  /** How many are left out. */
  readonly more: number;
}

/** Nothing for a membership: its link tells all. */
export function rowFields(step: Step): RowFields {
  if (step.link !== undefined) return { shown: [], more: 0 };
  const isWhole = isWholeResource(step);
  const fields = isWhole ? step.fields.filter((field) => !repeatsAddress(step, field)) : step.fields;
  const shown = fields.slice(0, ROW_FIELDS).map((field) => rowField(field, isWhole));
  return { shown, more: fields.length - shown.length };
}

/** Whether the step makes or deletes the resource, so that its fields have one side. */
export function isWholeResource({ action }: Step): boolean {
  return action === "create" || action === "delete";
}

function rowField({ path, before, after }: FieldChange, isWhole: boolean): RowField {
  const isLong = before !== undefined && after !== undefined && [before, after].some(isLongValue);
  return {
    label: fieldLabel(path),
    shows: isWhole ? "one" : isLong ? "long" : "both",
    before: rowValue(before),
    after: rowValue(after),
  };
}

function isLongValue(value: Json | undefined): boolean {
  if (value === undefined || value === MASK) return false;
  const isMultiLine = typeof value === "string" && value.includes("\n");
  return isMultiLine || widthOf(valueText(beginningOf(value))) > ROW_VALUE;
}

function rowValue(value: Json | undefined): RowValue {
  return value === undefined || value === MASK ? value : valueText(beginningOf(value));
}

/** Enough of a value for a row, so that long ones cost nothing. */
function beginningOf(value: Json): Json {
  if (typeof value === "string") return value.length > 4 * ROW_VALUE ? value.slice(0, 4 * ROW_VALUE) : value;
  if (Array.isArray(value)) return value.slice(0, ROW_VALUE).map(beginningOf);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).slice(0, ROW_VALUE);
  return Object.fromEntries(members.map(([name, member]) => [name, beginningOf(member)]));
}
