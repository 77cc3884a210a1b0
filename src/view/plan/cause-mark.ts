/** The word that stands behind a change that is more than what this branch does. */
import type { StepCause } from "../../plan/cause.ts";
import type { Style } from "../text/style.ts";

/** The word behind a step's address, or nothing: what this branch changes is the usual case. */
export function stepCauseMark(cause: StepCause | undefined): string {
  return cause === undefined || cause.cause === "pending" ? "" : `(${cause.cause})`;
}

/** Puts the colour of its cause on a mark. */
export function paintCause(mark: string, style: Style): string {
  return mark.startsWith("(conflict") ? style.error(mark) : style.warning(mark);
}
