/**
 * The form of condition texts such as `activityData:class,eq,rogue` (docs/service.md#conditions). The service may know
 * more names than are documented, so an unfamiliar one is a warning and is passed on.
 */
import type { DiagnosticCode } from "../model/codes.ts";
import { didYouMean } from "../model/nearest.ts";

export interface ConditionProblem {
  readonly code: DiagnosticCode;
  readonly label: string;
  readonly help: readonly string[];
}

interface Argument {
  readonly name: string;
  readonly takes: string;
  readonly accepts: (written: string) => boolean;
}

interface ConditionForm {
  readonly arguments: readonly Argument[];
  /** Whether the last argument may be repeated. */
  readonly isList?: boolean;
  readonly example: string;
}

const COMPARISONS = ["eq", "gt", "gte", "lt", "lte"];
const REFERENCE = /^\{(action|activity|player)(\.[^.{}\s]+)+\}$/;

const between = (minimum: number, maximum: number) => (written: string) =>
  /^[0-9]{1,9}$/.test(written) && Number(written) >= minimum && Number(written) <= maximum;
const orReference = (accepts: (written: string) => boolean) => (written: string) =>
  REFERENCE.test(written) || accepts(written);

const MONTH: Argument = {
  name: "month",
  takes: "a number from 1 to 12, or a reference such as {player.month}",
  accepts: orReference(between(1, 12)),
};

const FORMS: Readonly<Record<string, ConditionForm>> = {
  activityData: {
    arguments: [
      {
        name: "field",
        takes: "a key of the activity's custom_data, with dots between keys",
        accepts: (written) => /^[^.{}\s]+(\.[^.{}\s]+)*$/.test(written),
      },
      {
        name: "operator",
        takes: "one of eq, gt, gte, lt, lte",
        accepts: (written) => COMPARISONS.includes(written),
      },
      {
        name: "operand",
        takes: "a whole number, a word of letters and digits, or a reference such as {player.class}",
        accepts: orReference((written) => /^(-?[0-9]+|[\p{L}\p{N}]+)$/u.test(written)),
      },
    ],
    example: "activityData:class,eq,rogue",
  },
  betweenHours: {
    arguments: [
      { name: "from", takes: "an hour from 0 to 23", accepts: between(0, 23) },
      { name: "duration", takes: "a number of hours from 0 to 24", accepts: between(0, 24) },
    ],
    example: "betweenHours:9,8",
  },
  dayOfMonth: {
    arguments: [
      {
        name: "day",
        takes: 'a number from 1 to 31, "last", or a reference such as {player.day}',
        accepts: orReference((written) => written === "last" || between(1, 31)(written)),
      },
    ],
    example: "dayOfMonth:last",
  },
  month: { arguments: [MONTH], example: "month:12" },
  months: {
    arguments: [{ ...MONTH, takes: "a number from 1 to 12", accepts: between(1, 12) }],
    isList: true,
    example: "months:12,1,2",
  },
};

/** What is wrong with one condition, if anything. */
export function checkCondition(condition: string): ConditionProblem | undefined {
  const [, name, rest] = /^([A-Za-z][A-Za-z0-9]*):(.+)$/s.exec(condition) ?? [];
  if (name === undefined || rest === undefined) {
    const help = ["write a name, a colon and what the condition takes, such as dayOfMonth:last"];
    return { code: "invalid-value", label: `"${condition}" is not in the form name:argument,argument`, help };
  }
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (form === undefined) {
    const label = `"${name}" is not among the documented conditions; it is passed on as it is`;
    return { code: "unknown-condition", label, help: didYouMean(name, Object.keys(FORMS)) };
  }
  const label = checkArguments(name, form, rest.split(","));
  return label === undefined ? undefined : { code: "invalid-value", label, help: [`write it like ${form.example}`] };
}

function checkArguments(name: string, form: ConditionForm, written: readonly string[]): string | undefined {
  const { arguments: expected } = form;
  if (form.isList !== true && written.length !== expected.length) {
    const names = expected.map((argument) => argument.name).join(", ");
    const values = `${expected.length} ${expected.length === 1 ? "value" : "values"}`;
    return `${name} takes ${values} (${names}), and ${written.length} ${written.length === 1 ? "is" : "are"} given`;
  }
  for (const [index, value] of written.entries()) {
    const argument = expected[Math.min(index, expected.length - 1)];
    if (argument !== undefined && !argument.accepts(value)) {
      return `"${value}" cannot be the ${argument.name} of ${name}, which is ${argument.takes}`;
    }
  }
  return undefined;
}
