/**
 * The grammar of condition texts such as `activityData:class,eq,rogue`
 * (docs/service.md#conditions): text → typed condition, or what is wrong with it. The only place
 * that knows it.
 */

import { inQuotes } from "../ground/words.ts";
import type { Rewrite } from "./types.ts";

/** The operators of rules and of conditions on activity fields. */
export const COMPARISONS = ["eq", "gt", "gte", "lt", "lte"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** `{entity.path}`: a place in the custom_data of something about the current activity. */
export interface ConditionReference {
  readonly entity: "action" | "activity" | "player";
  readonly path: readonly string[];
}

/**
 * A word or number as written, or a reference to one. `number`: the number that a reference led to,
 * as it was read.
 */
export type Operand =
  | { readonly text: string; readonly number?: unknown }
  | { readonly reference: ConditionReference };

export type Condition =
  | {
      readonly name: "activityData";
      readonly field: readonly string[];
      readonly operator: Comparison;
      readonly operand: Operand;
    }
  | { readonly name: "betweenHours"; readonly from: number; readonly duration: number }
  | { readonly name: "dayOfMonth"; readonly operand: Operand }
  | { readonly name: "month"; readonly operand: Operand }
  | { readonly name: "months"; readonly months: readonly number[] };

/**
 * The service may have more conditions than are documented, so an unfamiliar name is a warning, not
 * an error.
 */
type ConditionProblem = { readonly label: string } & (
  | { readonly code: "invalid-value"; readonly help: readonly string[] }
  | { readonly code: "unknown-condition"; readonly unknown: string }
);

interface Argument {
  readonly name: string;
  /** Sentence about the expected argument, without its end ", found X". */
  readonly rule: string;
  readonly accepts: (written: string) => boolean;
}

interface ConditionForm {
  readonly arguments: readonly Argument[];
  /** Whether the argument may be repeated. */
  readonly isList?: boolean;
  readonly example: string;
  /** Called with arguments that were accepted. */
  readonly build: (written: readonly string[]) => Condition;
}

const between = (minimum: number, maximum: number) => (written: string) =>
  /^[0-9]{1,9}$/.test(written) && Number(written) >= minimum && Number(written) <= maximum;
const orReference = (accepts: (written: string) => boolean) => (written: string) =>
  REFERENCE.test(written) || accepts(written);

const REFERENCE = /^\{(action|activity|player)((?:\.[^.{}\s]+)+)\}$/;

/** Whether a text is the number of a month. */
export const isMonth = between(1, 12);

/** Whether a text is a day of a month: a number, or `last`. */
export function isDay(written: string): boolean {
  return written === "last" || between(1, 31)(written);
}

/**
 * Every documented condition by name; what each matches is in scripts/reference/conditions-page.ts.
 */
export const CONDITION_FORMS: Readonly<Record<Condition["name"], ConditionForm>> = {
  activityData: {
    arguments: [
      {
        name: "field",
        rule: "the field of activityData must be a key of custom_data, with dots between keys",
        accepts: (written) => /^[^.{}\s]+(\.[^.{}\s]+)*$/.test(written),
      },
      {
        name: "operator",
        rule: "the operator of activityData must be eq, gt, gte, lt or lte",
        accepts: (written) => COMPARISONS.some((operator) => operator === written),
      },
      {
        name: "operand",
        rule: "the operand of activityData must be a whole number, letters and digits, or a reference such as {player.class}",
        accepts: orReference((written) => /^(-?[0-9]+|[\p{L}\p{N}]+)$/u.test(written)),
      },
    ],
    example: "activityData:class,eq,rogue",
    build: ([field = "", operator, operand = ""]) => ({
      name: "activityData",
      field: field.split("."),
      operator: operator as Comparison,
      operand: operandOf(operand),
    }),
  },
  betweenHours: {
    arguments: [
      { name: "from", rule: "betweenHours must start at 0–23", accepts: between(0, 23) },
      { name: "duration", rule: "betweenHours must last 0–24 hours", accepts: between(0, 24) },
    ],
    example: "betweenHours:9,8",
    build: ([from, duration]) => ({
      name: "betweenHours",
      from: Number(from),
      duration: Number(duration),
    }),
  },
  dayOfMonth: {
    arguments: [
      {
        name: "day",
        rule: "dayOfMonth must be 1–31, last, or a reference such as {player.day}",
        accepts: orReference(isDay),
      },
    ],
    example: "dayOfMonth:last",
    build: ([day = ""]) => ({ name: "dayOfMonth", operand: operandOf(day) }),
  },
  month: {
    arguments: [
      {
        name: "month",
        rule: "month must be 1–12, or a reference such as {player.month}",
        accepts: orReference(isMonth),
      },
    ],
    example: "month:12",
    build: ([month = ""]) => ({ name: "month", operand: operandOf(month) }),
  },
  months: {
    arguments: [{ name: "month", rule: "months must be 1–12 each", accepts: isMonth }],
    isList: true,
    example: "months:12,1,2",
    build: (written) => ({ name: "months", months: written.map(Number) }),
  },
};

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * `month = 12`, `month: 12`, `month:december` and `betweenHours:09:00,8` as the grammar has them.
 */
export const CONDITION_REWRITES: readonly Rewrite[] = [
  ["[\"'“”{}[\\]]", ""],
  ["^\\s*([a-z]+)\\s*[:=(]\\s*", "$1:"],
  ["\\)$", ""],
  ["\\s*,\\s*", ","],
  ["(?<=[:,][0-9]{1,2}):00", ""],
  ["(?<=[:,])0(?=[0-9])", ""],
  ...MONTHS.map(
    (name, index): Rewrite => [`(?<=^months?:(?:.*,)?)${name}[a-z]*(?=,|$)`, `${index + 1}`],
  ),
  ["^(activity)_?(data):", "activityData:"],
  ["^between_?hours:", "betweenHours:"],
  ["^day_?of_?month:", "dayOfMonth:"],
];

export const CONDITION_NAMES: readonly string[] = Object.keys(CONDITION_FORMS);

/** Parses one condition. */
export function parseConditionText(text: string): Condition | ConditionProblem {
  const [, name, rest] = /^([A-Za-z][A-Za-z0-9]*):(.+)$/s.exec(text) ?? [];
  if (name === undefined || rest === undefined) {
    const help = ["write a name, a colon and its arguments, such as dayOfMonth:last"];
    return {
      code: "invalid-value",
      label: `${inQuotes(text)} is not in the form name:argument,argument`,
      help,
    };
  }
  const form = CONDITION_NAMES.includes(name)
    ? CONDITION_FORMS[name as Condition["name"]]
    : undefined;
  if (form === undefined) {
    const label = `${inQuotes(name)} is not a documented condition; it is sent as it is`;
    return { code: "unknown-condition", label, unknown: name };
  }
  const written = rest.split(",");
  const label = argumentProblem(name, form, written);
  if (label !== undefined)
    return { code: "invalid-value", label, help: [`write it like ${form.example}`] };
  return form.build(written);
}

function argumentProblem(
  name: string,
  form: ConditionForm,
  written: readonly string[],
): string | undefined {
  const { arguments: expected } = form;
  if (form.isList !== true && written.length !== expected.length) {
    const names = expected.map((argument) => argument.name).join(", ");
    return `${name} takes ${expected.length} ${expected.length === 1 ? "value" : "values"} (${names}), found ${written.length}`;
  }
  for (const [index, value] of written.entries()) {
    const argument = expected[Math.min(index, expected.length - 1)];
    if (argument?.accepts(value) !== false) continue;
    return `${argument.rule}, found ${/^[-\w.]+$/.test(value) ? value : inQuotes(value)}`;
  }
  return undefined;
}

function operandOf(written: string): Operand {
  const [, entity, path = ""] = REFERENCE.exec(written) ?? [];
  return entity === undefined
    ? { text: written }
    : {
        reference: {
          entity: entity as ConditionReference["entity"],
          path: path.split(".").slice(1),
        },
      };
}
