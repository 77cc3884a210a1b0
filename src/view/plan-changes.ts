/** The changes of a plan as a table: one line for each, with what it does to fields below it. */
import { type Action, membershipOf, type Step } from "../model/model.ts";
import type { FieldCause, PlanCauses } from "../plan/cause.ts";
import type { PlannedGame } from "../workflow/game.ts";
import { cellLines, fieldChange, valueText } from "./render/difference.ts";
import type { Difference, Inline, Role, Row, Table } from "./render/document.ts";
import * as doc from "./render/document.ts";
import { cutToWidth } from "./render/layout.ts";

/** A plan with everything that is shown beside it. */
export type PlanToShow = Pick<PlannedGame, "plan" | "refusals"> & Partial<Pick<PlannedGame, "causes" | "impact">>;

/** Changes, and what they mean for players, that text shows without `--verbose`. */
export const MOST_STEPS = 200;
/** Changes that pages show unfolded, and whose fields text shows without `--verbose`. */
export const MOST_OPEN = 40;
/** Fields in a cell of a page, and columns of their names in one of text. */
const CELL_FIELDS = 4;
const CELL_NAMES = 48;

/** Sign and role of each action. The word is always beside the sign, so that neither colour nor sign is needed. */
const ACTIONS: Readonly<Record<Action, { readonly sign: string; readonly role: Role }>> = {
  create: { sign: "+", role: "create" },
  update: { sign: "~", role: "update" },
  rename: { sign: "=", role: "update" },
  delete: { sign: "-", role: "delete" },
  attach: { sign: ">", role: "attach" },
  detach: { sign: "<", role: "detach" },
};

/** The address; for memberships also the member: `achievement/slayer rewards: egg`. */
export function stepSubject(step: Step): string {
  const { address } = step;
  const link = membershipOf(step);
  return link === undefined ? address : `${address} ${link.name}: ${link.member}`;
}

/** Where there are many changes, text has the names of their fields in place of the fields. */
export function changesTable(shown: PlanToShow): Table {
  const { steps } = shown.plan;
  const isOpen = steps.length <= MOST_OPEN;
  return {
    type: "table",
    noun: "change",
    rank: 2,
    isOpen,
    most: MOST_STEPS,
    columns: [
      { title: "Change" },
      { title: "Name", on: "page" },
      { title: "Resource" },
      { title: "", on: "text" },
      { title: "What changes", on: "page" },
    ],
    rows: steps.map((step) => () => changeRow(step, shown, isOpen)),
  };
}

function changeRow(step: Step, { causes, refusals }: PlanToShow, isOpen: boolean): Row {
  const { id, action, origin, hazards, notes } = step;
  const link = membershipOf(step);
  const { sign, role } = ACTIONS[action];
  const { cause } = causes?.steps.get(id) ?? {};
  const refused = new Set<string>(refusals.map(({ code }) => code));
  const marks = [...new Set(hazards.map(({ name }) => name))].map((name) =>
    refused.has(name) ? doc.painted(` ! ${name}`, "error") : doc.painted(` ! ${name} (allowed)`, "warning"),
  );
  const changes = changesOf(step, causes);
  const location = origin && `${origin.file}:${origin.line}`;
  const names = cutToWidth(changes.map(({ label }) => label).join(", "), CELL_NAMES);
  const member = link && [doc.code(link.name), `: ${action === "attach" ? "with" : "without"} `, doc.code(link.member)];
  return {
    cells: [
      doc.painted(`${sign} ${action}`, role),
      nameOf(step),
      [doc.code(stepSubject(step), "strong"), cause && causeMarks({ cause }).map((mark) => [" ", mark]), marks],
      doc.painted(isOpen ? (location ?? "") : names, "muted"),
      member ?? cellLines(changes, CELL_FIELDS),
    ],
    details: changes.length + notes.length > 0 && [
      doc.onPage(
        doc.note([action, " ", doc.code(stepSubject(step)), location !== undefined && [" · ", doc.code(location)]]),
      ),
      doc.diff(changes),
      notes.map((note) => doc.paragraph(`note: ${note}`, { role: "hint", isTight: true })),
    ],
  };
}

/** The name that the resource gets or has, where the step tells it. */
function nameOf({ fields, request: { body } }: Step): string {
  const { after, before } = fields.find(({ path }) => path === "/name") ?? {};
  const name = after ?? before ?? body?.name;
  return typeof name === "string" ? name : "";
}

/** None for a membership, whose link says everything; of a whole resource, not the id that is in its address. */
function changesOf(step: Step, causes?: PlanCauses): readonly Difference[] {
  const { id, action, address, fields } = step;
  if (membershipOf(step) !== undefined) return [];
  const isWhole = action === "create" || action === "delete";
  const known = causes?.steps.get(id)?.fields ?? [];
  return fields.flatMap((field, index) => {
    const { path, before, after, origin } = field;
    if (isWhole && path === "/custom_id" && address.endsWith(`/${after ?? before}`)) return [];
    const cause = isWhole ? undefined : known[index];
    const marks = [
      ...(cause === undefined ? [] : causeMarks(cause)),
      ...(origin === undefined ? [] : [doc.painted(`(from ${origin.file}:${origin.line})`, "muted")]),
    ];
    return [fieldChange(field, { isWhole, marks })];
  });
}

/** A conflict shows the value at the base, and so does a change of a value that the service does not show. */
function causeMarks({ cause, base }: FieldCause): readonly Inline[] {
  const value = base === undefined ? "" : cutToWidth(valueText(base), 30);
  if (cause === "pending" && base !== undefined) return [doc.painted(`(base: ${value})`, "muted")];
  const was = base === undefined ? "" : `: was ${value}`;
  return cause === "pending" ? [] : [doc.painted(`(${cause}${was})`, cause === "conflict" ? "error" : "warning")];
}
