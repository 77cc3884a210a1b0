/** Why changes are in a plan, for people. What this branch changes is the usual case and carries no mark. */
import { counted } from "../../manifest/wording.ts";
import type { Step } from "../../model/model.ts";
import type { FieldCause, PlanCauses } from "../../plan/cause.ts";
import { safeText } from "../form/safe-text.ts";
import { cutToWidth, hanging, type TextView } from "../form/text-layout.ts";
import { valueText } from "./field-change.ts";

/** Columns of a base value that a mark shows. */
const BASE_WIDTH = 30;

/** One mark for each field of a step. Where a resource is made or deleted as a whole, the step's own mark says the rest. */
export function fieldMarks(step: Step, causes: PlanCauses | undefined): readonly string[] {
  const isWhole = step.action === "create" || step.action === "delete";
  const fields = causes?.steps.get(step.id)?.fields ?? [];
  return fields.map((field) => (isWhole && field.cause !== "conflict" ? "" : fieldMark(field)));
}

/** A conflict tells what the value was at the base. */
function fieldMark(field: FieldCause): string {
  if (field.cause === "pending") return "";
  return field.base === undefined
    ? `(${field.cause})`
    : `(${field.cause}: was ${cutToWidth(valueText(field.base), BASE_WIDTH)})`;
}

/** `Compared with origin/main: 2 changes from this branch, 1 drift, 1 conflict.` and what the words mean where they occur. */
export function renderCauses(causes: PlanCauses, { style, width }: TextView): readonly string[] {
  const ref = safeText(causes.ref);
  if (causes.steps.size === 0) return [];
  if (!causes.has_game) {
    const text = `This game is not in ${ref}: ${counted(causes.steps.size, "change")} from this branch.`;
    return hanging("", text, width);
  }
  const { pending, drift, conflict } = causes.totals;
  const parts = [
    ...(pending > 0 ? [`${counted(pending, "change")} from this branch`] : []),
    ...(drift > 0 ? [`${drift} drift`] : []),
    ...(conflict > 0 ? [counted(conflict, "conflict")] : []),
  ];
  const meanings = [
    ...(drift > 0 ? ["drift: changed in the live game, not in git; the plan reverts it"] : []),
    ...(conflict > 0
      ? ["conflict: changed by this branch and in the live game; the plan applies the branch's value"]
      : []),
  ];
  return [
    ...hanging("", `Compared with ${ref}: ${parts.join(", ")}.`, width),
    ...meanings.flatMap((meaning) => hanging("  ", meaning, width).map(style.muted)),
  ];
}
