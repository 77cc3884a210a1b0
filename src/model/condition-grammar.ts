/**
 * The grammar of condition texts such as `activityData:class,eq,rogue` (docs/service.md#conditions): text → typed
 * condition, or what is wrong with it. The only place that knows it.
 */
import type { ExactNumber } from "./json.ts";
import { didYouMean } from "./nearest.ts";

/** The operators of rules and of conditions on activity fields. */
export const COMPARISONS = ["eq", "gt", "gte", "lt", "lte"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** `{entity.path}`: a place in the custom_data of something about the current activity. */
export interface Reference {
  readonly entity: "action" | "activity" | "player";
  readonly path: readonly string[];
}

/**
 * A word or number as written in a condition, or a reference to one. `number`: where a reference led to a number, that
 * number, of which the text may have a form that conditions cannot be written in.
 */
export type Operand =
  | { readonly text: string; readonly number?: number | ExactNumber }
  | { readonly reference: Reference };

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

/** The service may have more conditions than are documented, so an unfamiliar name is a warning, not an error. */
export interface ConditionProblem {
  readonly code: "invalid-value" | "unknown-condition";
  readonly label: string;
  readonly help: readonly string[];
}

interface Argument {
  readonly name: string;
  /** The values that it takes, for the reference. */
  readonly values: string;
  /** What the argument must be, as a sentence that ends with ", found X". */
  readonly rule: string;
  readonly accepts: (written: string) => boolean;
}

interface ConditionForm {
  /** Which activities match, as a sentence. */
  readonly summary: string;
  /** What is worth knowing about its edges, as sentences. */
  readonly notes: readonly string[];
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

/** Every documented condition by name. Parsing and the reference read it. */
export const CONDITION_FORMS: Readonly<Record<Condition["name"], ConditionForm>> = {
  activityData: {
    summary: "Matches activities by a field of their `custom_data`.",
    notes: [
      "Numbers are compared as numbers, with all digits. A text that reads as a number counts as one.",
      "Other texts are compared for equality only, and case matters: `gt`, `gte`, `lt` and `lte` never match them.",
      "An activity without the field does not match.",
    ],
    arguments: [
      {
        name: "field",
        values: "key of the activity's `custom_data`; dots between nested keys, a number for an element of a list",
        rule: "the field of activityData must be a key of custom_data, with dots between keys",
        accepts: (written) => /^[^.{}\s]+(\.[^.{}\s]+)*$/.test(written),
      },
      {
        name: "operator",
        values: COMPARISONS.map((operator) => `\`${operator}\``).join(", "),
        rule: "the operator of activityData must be eq, gt, gte, lt or lte",
        accepts: (written) => COMPARISONS.some((operator) => operator === written),
      },
      {
        name: "operand",
        values: "whole number, a word of letters and digits, or a reference",
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
    summary: "Matches activities in a window of hours of the player's day.",
    notes: [
      "The window includes its first moment and excludes its last: `betweenHours:9,8` is 09:00:00 to 16:59:59.",
      "A window that runs past midnight continues on the next day: `betweenHours:22,8` is 22:00 to 06:00.",
      "The second argument is a duration, not the hour at which the window ends. `0` matches nothing, `24` everything.",
    ],
    arguments: [
      { name: "from", values: "hour, 0–23", rule: "betweenHours must start at 0–23", accepts: between(0, 23) },
      {
        name: "duration",
        values: "hours, 0–24",
        rule: "betweenHours must last 0–24 hours",
        accepts: between(0, 24),
      },
    ],
    example: "betweenHours:9,8",
    build: ([from, duration]) => ({ name: "betweenHours", from: Number(from), duration: Number(duration) }),
  },
  dayOfMonth: {
    summary: "Matches activities on one day of each month.",
    notes: [
      "A day that a month does not have never matches in that month: `dayOfMonth:31` skips five months, `dayOfMonth:last` none.",
    ],
    arguments: [
      {
        name: "day",
        values: "1–31, `last`, or a reference",
        rule: "dayOfMonth must be 1–31, last, or a reference such as {player.day}",
        accepts: orReference(isDay),
      },
    ],
    example: "dayOfMonth:last",
    build: ([day = ""]) => ({ name: "dayOfMonth", operand: operandOf(day) }),
  },
  month: {
    summary: "Matches activities in one month of each year.",
    notes: ["It takes one month; for several, use `months`."],
    arguments: [
      {
        name: "month",
        values: "1–12, or a reference",
        rule: "month must be 1–12, or a reference such as {player.month}",
        accepts: orReference(isMonth),
      },
    ],
    example: "month:12",
    build: ([month = ""]) => ({ name: "month", operand: operandOf(month) }),
  },
  months: {
    summary: "Matches activities in any of several months of each year.",
    notes: ["Order and duplicates do not matter. It takes no references."],
    arguments: [{ name: "month", values: "1–12; one or more", rule: "months must be 1–12 each", accepts: isMonth }],
    isList: true,
    example: "months:12,1,2",
    build: (written) => ({ name: "months", months: written.map(Number) }),
  },
};

/** Parses one condition. */
export function parseConditionText(text: string): Condition | ConditionProblem {
  const [, name, rest] = /^([A-Za-z][A-Za-z0-9]*):(.+)$/s.exec(text) ?? [];
  if (name === undefined || rest === undefined) {
    const help = ["write a name, a colon and its arguments, such as dayOfMonth:last"];
    return { code: "invalid-value", label: `"${text}" is not in the form name:argument,argument`, help };
  }
  const form = Object.hasOwn(CONDITION_FORMS, name) ? CONDITION_FORMS[name as Condition["name"]] : undefined;
  if (form === undefined) {
    const label = `"${name}" is not a documented condition; it is sent as it is`;
    return { code: "unknown-condition", label, help: didYouMean(name, Object.keys(CONDITION_FORMS)) };
  }
  const written = rest.split(",");
  const label = argumentProblem(name, form, written);
  if (label !== undefined) return { code: "invalid-value", label, help: [`write it like ${form.example}`] };
  return form.build(written);
}

function argumentProblem(name: string, form: ConditionForm, written: readonly string[]): string | undefined {
  const { arguments: expected } = form;
  if (form.isList !== true && written.length !== expected.length) {
    const names = expected.map((argument) => argument.name).join(", ");
    return `${name} takes ${expected.length} ${expected.length === 1 ? "value" : "values"} (${names}), found ${written.length}`;
  }
  for (const [index, value] of written.entries()) {
    const argument = expected[Math.min(index, expected.length - 1)];
    if (argument?.accepts(value) !== false) continue;
    return `${argument.rule}, found ${/^[-\w.]+$/.test(value) ? value : `"${value}"`}`;
  }
  return undefined;
}

function operandOf(written: string): Operand {
  const [, entity, path = ""] = REFERENCE.exec(written) ?? [];
  return entity === undefined
    ? { text: written }
    : { reference: { entity: entity as Reference["entity"], path: path.split(".").slice(1) } };
}
