/** The changes of a plan as a table: one line for each, with what it does to fields below it. */
import type { Impact } from "../analysis/impact/impacts.ts";
import { memoizedBy } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Action, FieldChange, Plan, Step } from "../model/model.ts";
import type { FieldCause, PlanCauses } from "../plan/cause.ts";
import { cellWords, fieldChange, valueText } from "./render/difference.ts";
import {
  type Block,
  BREAK,
  code,
  type Difference,
  type Inline,
  painted,
  paragraph,
  type Row,
} from "./render/document.ts";
import { cutToWidth } from "./render/layout.ts";
import type { Role } from "./render/style.ts";

/** A plan with everything that is shown beside it. */
export interface PlanToShow {
  readonly plan: Plan;
  /** What the safety rules found; empty when the plan may be applied. */
  readonly refusals: readonly Diagnostic[];
  /** With `--base`. */
  readonly causes?: PlanCauses;
  /** What the plan means for players, where that is known. */
  readonly impact?: readonly Impact[];
}

/** Changes that text shows, and changes whose fields it shows without `--verbose`. */
const MOST_STEPS = 200;
const MOST_OPEN = 40;
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
export function stepSubject({ address, link }: Pick<Step, "address" | "link">): string {
  return link === undefined ? address : `${address} ${link.name}: ${link.member}`;
}

/** Where there are many changes, text has the names of their fields in place of the fields. */
export function changesTable(shown: PlanToShow): Block {
  const { steps } = shown.plan;
  const isOpen = steps.length <= MOST_OPEN;
  const rowOf = memoizedBy((step: Step) => changeRow(step, shown, isOpen));
  return {
    type: "table",
    noun: "change",
    rank: 2,
    isOpen,
    most: MOST_STEPS,
    columns: [
      { title: "Change" },
      { title: "Resource" },
      { title: "", on: "text" },
      { title: "What changes", on: "page" },
    ],
    // Text shows few of many.
    rows: steps.map((step): Row => {
      return {
        get cells() {
          return rowOf(step).cells;
        },
        get details() {
          return rowOf(step).details;
        },
      };
    }),
  };
}

function changeRow(step: Step, { causes, refusals }: PlanToShow, isOpen: boolean): Row {
  const { id, action, origin, hazards, notes } = step;
  const { sign, role } = ACTIONS[action];
  const { cause } = causes?.steps.get(id) ?? {};
  const refused = new Set<string>(refusals.map(({ code: name }) => name));
  const marks = [...new Set(hazards.map(({ name }) => name))].map((name) =>
    refused.has(name) ? painted(` ! ${name}`, "error") : painted(` ! ${name} (allowed)`, "warning"),
  );
  const changes = changesOf(step, causes);
  const place = origin === undefined ? "" : `${origin.file}:${origin.line}`;
  const names = cutToWidth(changes.map(({ label }) => label).join(", "), CELL_NAMES);
  const lead = [action, " ", code(stepSubject(step)), ...(place === "" ? [] : [" · ", code(place)])];
  return {
    cells: [
      [painted(`${sign} ${action}`, role)],
      [
        code(stepSubject(step), "strong"),
        ...(cause === undefined ? [] : causeMark({ cause }).flatMap((mark) => [" ", mark])),
        ...marks,
      ],
      [painted(isOpen ? place : names, "muted")],
      fieldWords(step, changes),
    ],
    details:
      changes.length + notes.length === 0
        ? []
        : [
            paragraph(lead, { on: "page", role: "muted" }),
            ...(changes.length === 0 ? [] : [{ type: "diff", changes } as const]),
            ...notes.map((note) => paragraph(`note: ${note}`, { role: "hint", isTight: true })),
          ],
  };
}

/** None for a membership, whose link says everything; of a whole resource, not the id that is in its address. */
function changesOf({ id, action, address, link, fields }: Step, causes?: PlanCauses): readonly Difference[] {
  if (link !== undefined) return [];
  const isWhole = action === "create" || action === "delete";
  const known = causes?.steps.get(id)?.fields ?? [];
  const isNamed = ({ path, before, after }: FieldChange): boolean =>
    isWhole && path === "/custom_id" && address.endsWith(`/${after ?? before}`);
  return fields.flatMap((field, index) => {
    const { origin } = field;
    const marks = [
      ...(isWhole || known[index] === undefined ? [] : causeMark(known[index])),
      ...(origin === undefined ? [] : [painted(`(from ${origin.file}:${origin.line})`, "muted")]),
    ];
    return isNamed(field) ? [] : [fieldChange(field, { isWhole, marks })];
  });
}

/** A conflict shows the value at the base. */
function causeMark({ cause, base }: FieldCause): readonly Inline[] {
  const was = base === undefined ? "" : `: was ${cutToWidth(valueText(base), 30)}`;
  return cause === "pending" ? [] : [painted(`(${cause}${was})`, cause === "conflict" ? "error" : "warning")];
}

/** What a step changes in short: its first fields, a line each. */
function fieldWords({ action, link }: Step, changes: readonly Difference[]): readonly (string | Inline)[] {
  if (link !== undefined) return [code(link.name), `: ${action === "attach" ? "with" : "without"} `, code(link.member)];
  const lines = changes.slice(0, CELL_FIELDS).map(cellWords);
  const left = changes.length - lines.length;
  const more = left > 0 ? [BREAK, `and ${left} more`] : [];
  return [...lines.flatMap((line, index) => (index === 0 ? line : [BREAK, ...line])), ...more];
}
