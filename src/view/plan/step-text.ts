/** How a step is called in plans, progress and results: a symbol, a word and an address. */
import type { Action, Step } from "../../model/model.ts";
import { safeText } from "../text/safe-text.ts";
import type { Role, Style } from "../text/style.ts";

/** Sign and role of each action. The word always stands beside the sign, so that neither colour nor sign is needed. */
const SIGNS: Readonly<Record<Action, { readonly sign: string; readonly role: Role }>> = {
  create: { sign: "+", role: "create" },
  update: { sign: "~", role: "update" },
  rename: { sign: "=", role: "update" },
  replace: { sign: "*", role: "delete" },
  delete: { sign: "-", role: "delete" },
  attach: { sign: ">", role: "attach" },
  detach: { sign: "<", role: "detach" },
};

/** Columns of the longest action. */
export const ACTION_WIDTH = Math.max(...Object.keys(SIGNS).map((action) => action.length));

/** The sign alone. */
export function actionSign(action: Action): string {
  return SIGNS[action].sign;
}

/** Sign and word in the action's colour, padded to a common width. */
export function actionMark(action: Action, style: Style): string {
  const { sign, role } = SIGNS[action];
  return style[role](`${sign} ${action}`) + " ".repeat(ACTION_WIDTH - action.length);
}

/** The address; for memberships also what joins or leaves: `achievement/slayer rewards: egg`. Harmless to print. */
export function stepSubject(step: Step): string {
  const member = step.link === undefined ? "" : ` ${step.link.name}: ${step.link.member}`;
  return safeText(step.address + member);
}

/** Action and subject in one piece of plain text. */
export function stepName(step: Step): string {
  return `${step.action} ${stepSubject(step)}`;
}
