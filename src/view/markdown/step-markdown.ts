/** One step of a plan as Markdown: a row of the table, and the diff that can be opened below it. */
import { counted } from "../../manifest/wording.ts";
import type { Step } from "../../model/model.ts";
import type { PlanCauses } from "../../plan/cause.ts";
import { MASK } from "../../plan/secrets.ts";
import { stepCauseMark } from "../plan/cause-mark.ts";
import { renderRequests } from "../plan/requests-text.ts";
import { ROW_VALUE, type RowField, type RowValue, rowFields } from "../plan/row-fields.ts";
import { PAGE_VIEW, sizeOfValues, stepDifference } from "../plan/step-difference.ts";
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

/** Bytes of the details of one step. What takes more is not shown in part: it would be cut in the middle of a value. */
const STEP_LIMIT = 16_000;

/** Where a resource is declared stands with its diff: a column of paths would leave no room for what changes. */
export const TABLE_HEAD = "| Change | Resource | What changes |\n| :-- | :-- | :-- |\n";

/** The step as a row of the table of changes, with its line break. */
export function stepRow(step: Step, view: StepView): string {
  const mark = stepCauseMark(view.causes?.steps.get(step.id));
  const dangers = [...new Set(step.hazards.map(({ name }) => name))].map(
    (name) => `⚠ ${code(name)}${view.refused.has(name) ? "" : " (allowed)"}`,
  );
  const what = [...whatChanges(step), ...dangers].join("<br>");
  const cells = [stepSign(step), `${code(step.address)}${mark === "" ? "" : ` ${mark}`}`, what];
  return `| ${cells.join(" | ")} |\n`;
}

/** Sign and word: `+` create. */
function stepSign({ action }: Step): string {
  return `${code(actionSign(action))}&nbsp;${action}`;
}

function whatChanges(step: Step): readonly string[] {
  if (step.link !== undefined) {
    const word = step.action === "attach" ? "with" : "without";
    return [`${code(step.link.name)}: ${word} ${code(step.link.member)}`];
  }
  const { shown, more } = rowFields(step);
  const lines = shown.map((field) => `${code(field.label, ROW_VALUE)}: ${rowValues(field)}`);
  return more === 0 ? lines : [...lines, `and ${counted(more, "more field")}`];
}

function rowValues({ shows, before, after }: RowField): string {
  if (shows === "one") return rowValue(after ?? before);
  return shows === "long" ? "see the diff" : `${rowValue(before)} → ${rowValue(after)}`;
}

function rowValue(value: RowValue): string {
  if (value === undefined) return "none";
  return value === MASK ? MASK : code(value, ROW_VALUE);
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
  if (sizeOfValues(step) > STEP_LIMIT) return head + tooLong(step);
  const diff = diffLines(step, view);
  const requests = view.showRequests ? renderRequests(step, PAGE_VIEW, 0) : [];
  const text = [
    head,
    ...(diff.length === 0 ? [] : [`${fence(diff, "diff")}\n\n`]),
    ...(requests.length === 0 ? [] : [`${fence(requests, "text")}\n\n`]),
    ...(notes === "" ? [] : [`${notes}\n`]),
  ].join("");
  return bytesOf(text) > STEP_LIMIT ? head + tooLong(step) : text;
}

function tooLong(step: Step): string {
  return `Too long to show: ${counted(sizeOfValues(step), "character")} in ${counted(step.fields.length, "field")}.\n\n`;
}

function diffLines(step: Step, { causes }: StepView): readonly string[] {
  return stepDifference(step, causes).flatMap(({ label, marks, lines }) =>
    label === "" ? lines : [[`@@ ${label} @@`, ...marks].join(" "), ...lines],
  );
}
