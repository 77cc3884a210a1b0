/** Every field of a step as lines of a difference, for pages: `- before`, `+ after`, and a few unchanged ones. */
import { type Json, jsonText } from "../../model/json.ts";
import type { FieldChange, Step } from "../../model/model.ts";
import type { PlanCauses } from "../../plan/cause.ts";
import { MASK } from "../../plan/secrets.ts";
import { plainStyle } from "../text/style.ts";
import type { TextView } from "../text/layout.ts";
import { fieldMarks } from "./cause-text.ts";
import { fieldLabel, originMark, renderDifference, renderFields } from "./field-change.ts";
import { repeatsAddress } from "./plan-text.ts";
import { isWholeResource } from "./row-fields.ts";

/** Lines are as long as they are: a page folds them itself. */
export const PAGE_VIEW: TextView = { style: plainStyle, width: Number.POSITIVE_INFINITY, verbose: false };

export interface FieldDifference {
  /** Empty where the step makes or deletes the resource: each line then names its field. */
  readonly label: string;
  /** Why it is there and where it comes from, each empty for the usual case. */
  readonly marks: readonly string[];
  readonly lines: readonly string[];
}

/** Nothing for a membership. */
export function stepDifference(step: Step, causes: PlanCauses | undefined): readonly FieldDifference[] {
  if (step.link !== undefined) return [];
  const marks = fieldMarks(step, causes);
  const fields = step.fields.map((field, index) => ({ field, mark: marks[index] ?? "" }));
  if (!isWholeResource(step)) {
    return fields.map(({ field, mark }) => ({
      label: fieldLabel(field.path),
      marks: [mark, originMark(field)].filter((each) => each !== ""),
      lines: differenceLines(field),
    }));
  }
  const shown = fields.filter(({ field }) => !repeatsAddress(step, field));
  const sign = step.action === "create" ? "+" : "-";
  const lines = renderFields(
    shown.map(({ field }) => field),
    false,
    PAGE_VIEW,
    0,
    shown.map(({ mark }) => mark),
  ).map((line) => `${sign} ${line.replace(jsonText(MASK), MASK)}`);
  return lines.length === 0 ? [] : [{ label: "", marks: [], lines }];
}

/** UTF-16 units of all values, counted before anything is compared. */
export function sizeOfValues({ fields }: Step): number {
  return fields.reduce((sum, { before, after }) => sum + jsonLength(before) + jsonLength(after), 0);
}

function jsonLength(value: Json | undefined): number {
  return value === undefined ? 0 : jsonText(value).length;
}

/** Two masks are alike, and yet something changes. */
function differenceLines(field: FieldChange): readonly string[] {
  const { before, after } = field;
  if (before !== MASK && after !== MASK) return renderDifference(field, PAGE_VIEW, "");
  return [...(before === undefined ? [] : [`- ${MASK}`]), ...(after === undefined ? [] : [`+ ${MASK}`])];
}
