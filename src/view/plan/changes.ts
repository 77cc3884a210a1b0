/** The steps of a plan as tables: one line for each, with what it does to fields below it. */
import { catalog } from "../../catalog/index.ts";
import { nameText } from "../../ground/words.ts";
import { kindAt } from "../../model/catalog-lookup.ts";
import { type Action, membershipOf, type Step } from "../../model/model.ts";
import type { FieldCause, PlanCauses } from "../../plan/cause.ts";
import type { PlanToShow } from "../mask/mask.ts";
import { cellLines, fieldChange, valueText } from "../render/difference.ts";
import type { Difference, Inline, Noun, Role, Row, Table, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";
import { cutToWidth } from "../render/layout.ts";
import type { Gravity } from "./step-order.ts";

/** Creations, and lines of their impact, that text shows without `--verbose`. */
export const MOST_STEPS = 200;
/** Steps that pages show unfolded, and creations whose fields text shows without `--verbose`. */
export const MOST_OPEN = 40;
/** Columns of a name of a field or of a resource that a cell shows without a cut. */
const CELL_LABEL = 500;

/** Fields in a cell of a page, and columns of their names in one of text. */
const CELL_FIELDS = 4;
const CELL_NAMES = 48;

/**
 * Sign and role of each action. Its word follows the sign, so that readers need neither colour nor
 * sign.
 */
const ACTIONS: Readonly<Record<Action, { readonly sign: string; readonly role: Role }>> = {
  create: { sign: "+", role: "create" },
  update: { sign: "~", role: "update" },
  rename: { sign: "=", role: "update" },
  delete: { sign: "-", role: "delete" },
  attach: { sign: ">", role: "attach" },
  detach: { sign: "<", role: "detach" },
};

/**
 * Names the subject of a step: the address, and the member of a membership, as in
 * `achievement/slayer rewards: egg`.
 */
export function stepSubject(step: Step): string {
  const { address } = step;
  const link = membershipOf(step);
  const name = nameText(address);
  return link === undefined ? name : `${name} ${link.name}: ${nameText(link.member)}`;
}

const CHANGE_RANKS: Readonly<Record<Gravity, Pick<Table, "rank" | "belowRank">>> = {
  destructive: { rank: doc.RANKS.destructive, belowRank: doc.RANKS.destructiveFields },
  noticed: { rank: doc.RANKS.noticed, belowRank: doc.RANKS.noticedFields },
  other: { rank: doc.RANKS.change, belowRank: doc.RANKS.fields },
};

/**
 * Makes the table of changes of existing resources, which nothing cuts. `gravity`: their highest
 * gravity.
 */
export function changesTable(shown: PlanToShow, steps: readonly Step[], gravity: Gravity): Table {
  return {
    ...stepsTable(shown, steps, true),
    ...CHANGE_RANKS[gravity],
    noun: "change",
    isVital: true,
  };
}

/**
 * Makes the table of creations. If there are many, text shows the names of fields in place of the
 * fields, and not all creations.
 */
export function creationsTable(shown: PlanToShow, steps: readonly Step[]): Table {
  const ranks = { rank: doc.RANKS.creation, belowRank: doc.RANKS.createdFields };
  return {
    ...stepsTable(shown, steps, steps.length <= MOST_OPEN),
    ...ranks,
    noun: "creation",
    most: MOST_STEPS,
  };
}

/** Counts the created resources: `600 rewards and 2 achievements`. */
export function createdWords(steps: readonly Step[]): string {
  return doc.countNouns(steps.filter(({ action }) => action === "create").map(findNoun));
}

function findNoun({ address }: Pick<Step, "address">): Noun {
  const { label, plural } = kindAt(catalog, address);
  return { one: label, many: plural.replaceAll("_", " ") };
}

function stepsTable(
  shown: PlanToShow,
  steps: readonly Step[],
  isOpen: boolean,
): Omit<Table, "noun"> {
  return {
    type: "table",
    isOpen,
    about: steps.map(findNoun),
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
    refused.has(name)
      ? doc.paint(` ! ${name}`, "error")
      : doc.paint(` ! ${name} (allowed)`, "warning"),
  );
  const changes = listDifferences(step, causes);
  const location = origin && `${nameText(origin.file)}:${origin.line}`;
  const names = cutToWidth(changes.map(({ label }) => label).join(", "), CELL_NAMES);
  const member = link && [
    doc.code(link.name),
    `: ${action === "attach" ? "with" : "without"} `,
    doc.code(link.member),
  ];
  return {
    cells: [
      doc.paint(`${sign} ${action}`, role),
      findName(step),
      [
        doc.code(stepSubject(step), "strong"),
        cause && causeMarks({ cause }).map((mark) => [" ", mark]),
        marks,
      ],
      doc.paint(isOpen ? (location ?? "") : names, "muted"),
      member ?? cellLines(changes, CELL_FIELDS),
    ],
    saidBy: chooseSaidBy(step, changes),
    details: changes.length + notes.length > 0 && [
      doc.onPage(
        doc.note([
          action,
          " ",
          doc.code(stepSubject(step)),
          location !== undefined && [" · ", doc.code(location)],
        ]),
      ),
      doc.diff(changes),
      notes.map((note) => doc.paragraph(`note: ${note}`, { role: "hint", isTight: true })),
    ],
  };
}

/** Returns the smallest part of a row that shows everything about the step. */
function chooseSaidBy(step: Step, changes: readonly Difference[]): NonNullable<Row["saidBy"]> {
  if (stepSubject(step).length > 2 * CELL_LABEL || changes.some(({ isWhole }) => !isWhole()))
    return "nothing";
  const isInCell = ({ short, label }: Difference): boolean =>
    short !== undefined && label.length <= CELL_LABEL;
  return changes.length <= CELL_FIELDS && changes.every(isInCell) ? "cells" : "details";
}

/** Returns the name that the resource will get or has, if the step contains it. */
function findName({ fields, request: { body } }: Step): Words {
  const { after, before } = fields.find(({ path }) => path === "/name") ?? {};
  const name = after ?? before ?? body?.name;
  return typeof name === "string" && doc.code(name);
}

/**
 * Lists the differences of fields. A membership has none, because its link says everything. A whole
 * resource has none for an id that its address contains.
 */
function listDifferences(step: Step, causes?: PlanCauses): readonly Difference[] {
  const { id, action, address, fields } = step;
  if (membershipOf(step) !== undefined) return [];
  const isResource = action === "create" || action === "delete";
  const known = causes?.steps.get(id)?.fields ?? [];
  return fields.flatMap((field, index) => {
    const { path, before, after, origin } = field;
    if (isResource && path === "/custom_id" && address.endsWith(`/${after ?? before}`)) return [];
    const cause = isResource ? undefined : known[index];
    const marks = [
      ...(cause === undefined ? [] : causeMarks(cause)),
      ...(origin === undefined
        ? []
        : [doc.paint(`(from ${nameText(origin.file)}:${origin.line})`, "muted")]),
    ];
    return [fieldChange(field, { isResource, marks })];
  });
}

/**
 * Marks the cause of a change. A conflict also shows the value at the base, and so does a change of
 * a value that the service does not show.
 */
function causeMarks({ cause, base }: FieldCause): readonly Inline[] {
  const value = base === undefined ? "" : cutToWidth(valueText(base), 30);
  if (cause === "pending" && base !== undefined) return [doc.paint(`(base: ${value})`, "muted")];
  const was = base === undefined ? "" : `: was ${value}`;
  return cause === "pending"
    ? []
    : [doc.paint(`(${cause}${was})`, cause === "conflict" ? "error" : "warning")];
}
