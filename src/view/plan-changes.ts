/** The changes of a plan as a table: one line for each, which opens what it does to fields. */
import type { Impact } from "../analysis/impact/impacts.ts";
import { MASK } from "../analysis/secrets.ts";
import { counted } from "../manifest/wording.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Json } from "../model/json.ts";
import { isJsonObject } from "../model/json.ts";
import type { Action, FieldChange, Plan, Step } from "../model/model.ts";
import type { FieldCause, PlanCauses } from "../plan/cause.ts";
import { fieldDifference } from "./render/difference.ts";
import { type Block, BREAK, code, type Inline, painted, paragraph, type Row, strong } from "./render/document.ts";
import type { Role } from "./render/style.ts";
import { cut } from "./render/text.ts";
import { fieldLabel, valueText } from "./render/values.ts";

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
/** Columns of a value in a row, and fields in it. */
const ROW_VALUE = 48;
const ROW_FIELDS = 4;

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

/** One line for each change. What it does to fields can be opened. */
export function changesTable(shown: PlanToShow): Block {
  const { steps } = shown.plan;
  return {
    type: "table",
    noun: "change",
    caption: "Changes, in the order in which they are applied",
    rank: 2,
    isOpen: steps.length <= MOST_OPEN,
    most: MOST_STEPS,
    columns: [
      { title: "" },
      { title: "", on: "text" },
      { title: "", on: "text", when: "folded" },
      { title: "", on: "text", when: "open" },
      { title: "Resource", on: "page" },
      { title: "What changes", on: "page" },
    ],
    rows: steps.map((step) => changeRow(step, shown)),
  };
}

function changeRow(step: Step, { causes, refusals }: PlanToShow): Row {
  const { id, action, address, origin, hazards, notes } = step;
  const { sign, role } = ACTIONS[action];
  const cause = causes?.steps.get(id)?.cause ?? "pending";
  const mark = cause === "pending" ? [] : [" ", painted(`(${cause})`, cause === "conflict" ? "error" : "warning")];
  const place = origin === undefined ? "" : `${origin.file}:${origin.line}`;
  const fields = shownFields(step);
  const refused = new Set<string>(refusals.map(({ code: name }) => name));
  const title = titleOf(step);
  const allowed = (name: string): string => (refused.has(name) ? "" : " (allowed)");
  const marks = [...new Set(hazards.map(({ name }) => name))].flatMap((name) => [
    BREAK,
    "⚠ ",
    code(name, refused.has(name) ? "error" : "warning"),
    allowed(name),
  ]);
  const diff = fields.length === 0 ? [] : [diffOf(step, fields, causes)];
  const lead = paragraph([action, " ", code(stepSubject(step)), ...(place === "" ? [] : [" · ", code(place)])], {
    on: "page",
    role: "muted",
  });
  return {
    cells: [
      [painted(`${sign} ${action}`, role)],
      [strong(stepSubject(step)), ...mark],
      [painted(cut(fields.map(({ path }) => fieldLabel(path)).join(", "), ROW_VALUE), "muted")],
      [painted(place, "muted")],
      [...(title === "" ? [] : [strong(title), BREAK]), code(address), ...mark],
      [...rowWords(step, fields), ...marks],
    ],
    id: address,
    notes: [
      ...hazards.map(({ name, sentence }) =>
        paragraph(`! ${name}${allowed(name)}: ${sentence}`, {
          role: refused.has(name) ? "error" : "warning",
          isTight: true,
          hanging: 2,
        }),
      ),
      ...notes.map((note) => paragraph(`note: ${note}`, { role: "hint", isTight: true, hanging: 2 })),
    ],
    details:
      diff.length + notes.length === 0
        ? []
        : [lead, ...diff, ...notes.map((note) => paragraph(`Note: ${note}`, { on: "page" }))],
  };
}

/** What people call the resource; empty where that is unknown. */
function titleOf({ after, before }: Step): string {
  const name = (after ?? before)?.body.name;
  return typeof name === "string" ? name : "";
}

/** None for a membership, whose link says everything; of a whole resource, not the id that is in its address. */
function shownFields({ link, action, address, fields }: Step): readonly FieldChange[] {
  if (link !== undefined) return [];
  const isWhole = action === "create" || action === "delete";
  return isWhole
    ? fields.filter(({ path, before, after }) => path !== "/custom_id" || !address.endsWith(`/${after ?? before}`))
    : fields;
}

function diffOf(step: Step, fields: readonly FieldChange[], causes: PlanCauses | undefined): Block {
  const of = step.action === "create" || step.action === "delete" ? "resource" : "fields";
  const known = causes?.steps.get(step.id)?.fields ?? [];
  const differences = fields.map((field) => {
    const { path, before, after, origin } = field;
    const cause = known[step.fields.indexOf(field)];
    const marks = [
      ...(cause === undefined || cause.cause === "pending" || (of === "resource" && cause.cause === "drift")
        ? []
        : [causeSpan(cause)]),
      ...(origin === undefined ? [] : [painted(`(from ${origin.file}:${origin.line})`, "muted")]),
    ];
    return fieldDifference(fieldLabel(path), { before, after }, marks);
  });
  return { type: "diff", of, differences };
}

/** A conflict shows the value at the base. */
function causeSpan({ cause, base }: FieldCause): Inline {
  const was = base === undefined ? "" : `: was ${cut(valueText(base), 30)}`;
  return painted(`(${cause}${was})`, cause === "conflict" ? "error" : "warning");
}

/** What a step changes in short: its first fields, a line each. */
function rowWords({ action, link }: Step, fields: readonly FieldChange[]): readonly (string | Inline)[] {
  if (link !== undefined) return [code(link.name), `: ${action === "attach" ? "with" : "without"} `, code(link.member)];
  if (fields.length === 0) return [painted("only its id", "muted")];
  const isWhole = action === "create" || action === "delete";
  const lines = fields.slice(0, ROW_FIELDS).map(({ path, before, after }): readonly (string | Inline)[] => {
    const label = [code(cut(fieldLabel(path), ROW_VALUE)), ": "];
    if (isWhole) return [...label, rowValue(after ?? before)];
    // Two beginnings would not say what changed.
    const isLong =
      before !== undefined &&
      after !== undefined &&
      [before, after].some((value) => valueText(beginningOf(value)).length > ROW_VALUE);
    return isLong ? [...label, painted("see the diff", "muted")] : [...label, rowValue(before), " → ", rowValue(after)];
  });
  const left = fields.length - lines.length;
  const more = left > 0 ? [BREAK, painted(`and ${counted(left, "more field")}`, "muted")] : [];
  return [...lines.flatMap((line, index) => (index === 0 ? line : [BREAK, ...line])), ...more];
}

function rowValue(value: Json | undefined): Inline {
  if (value === undefined) return painted("none", "muted");
  return value === MASK ? painted(MASK, "muted") : code(cut(valueText(beginningOf(value)), ROW_VALUE));
}

/** Enough of a value for a row, so that long ones cost nothing. */
function beginningOf(value: Json): Json {
  if (typeof value === "string") return value.slice(0, 4 * ROW_VALUE);
  if (Array.isArray(value)) return value.slice(0, ROW_VALUE).map(beginningOf);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, ROW_VALUE)
      .map(([name, member]) => [name, beginningOf(member)]),
  );
}
