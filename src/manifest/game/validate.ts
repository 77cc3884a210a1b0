/**
 * Checks values that a schema cannot check: texts of conditions, and the size of encoded
 * `custom_data`.
 */
import {
  CONDITION_NAMES,
  CONDITION_REWRITES,
  parseConditionText,
} from "../../catalog/conditions.ts";
import type { Field } from "../../catalog/types.ts";
import {
  isJsonList,
  isJsonObject,
  type Json,
  jsonIn,
  jsonText,
  textsIn,
} from "../../ground/json.ts";
import { didYouMean } from "../../ground/nearest.ts";
import { inDigits, inQuotes } from "../../ground/words.ts";
import type { DiagnosticCode } from "../../model/codes.ts";
import { type Diagnostic, problemAt } from "../../model/diagnostics.ts";
import type { Desired } from "../../model/model.ts";
import { warnOfCutOffText } from "../explain/cut-off-text.ts";
import { CREATE_ONLY, IGNORE, ignorableNames } from "../forms.ts";
import type { Declaration } from "../hoist.ts";
import { memberNamed, sourceOf } from "../parts.ts";
import { rewritten } from "../rewrites.ts";

/** Returns the problems of the values of one declaration. */
export function checkValues(declaration: Declaration): readonly Diagnostic[] {
  return declaration.kind.fields.flatMap((field) => {
    const value = declaration.written[field.name];
    if (value === undefined) return [];
    if (field.type === "text") return checkText(declaration, field);
    if (field.type === "conditions") return checkConditions(declaration, field, value);
    return field.type === "json-text" ? checkJsonText(declaration, field, value) : [];
  });
}

function checkText({ part, address }: Declaration, { name }: Field): readonly Diagnostic[] {
  const member = memberNamed(part, name);
  return member === undefined ? [] : warnOfCutOffText(member.value, address);
}

function checkConditions(
  { part, address }: Declaration,
  field: Field,
  value: Json,
): readonly Diagnostic[] {
  const groups = isJsonObject(value) && isJsonList(value.groups) ? value.groups : [];
  return groups.flatMap((written, group) =>
    textsIn(isJsonObject(written) ? written.conditions : undefined).flatMap((text, index) => {
      const problem = parseConditionText(text);
      if ("name" in problem) return [];
      const span = sourceOf(part).locate(
        `/${field.name}/groups/${group}/conditions/${index}`,
        "value",
      );
      const help =
        "unknown" in problem
          ? didYouMean(problem.unknown, CONDITION_NAMES)
          : conditionHelp(text, problem.help);
      return [problemAt(problem.code, span, { label: problem.label, address, help })];
    }),
  );
}

/** Suggests a condition in place of a wrong one, as a list. */
function conditionHelp(text: string, help: readonly string[]): readonly string[] {
  const isCondition = (each: string): boolean => "name" in parseConditionText(each);
  const meant = rewritten(text, CONDITION_REWRITES, isCondition);
  return meant === undefined ? help : [`write ${inQuotes(meant)}`];
}

/**
 * Checks the limit on encoded text. Whether it counts characters or bytes is not known
 * (docs/service.md#common-properties).
 */
function checkJsonText(
  { part, address }: Declaration,
  { name, maxLength: limit }: Extract<Field, { type: "json-text" }>,
  value: Json,
): readonly Diagnostic[] {
  const problem = (
    code: DiagnosticCode,
    label: string,
    ...help: readonly string[]
  ): readonly Diagnostic[] => {
    const half = code === "encoded-twice" ? "value" : "key";
    return [
      problemAt(code, sourceOf(part).locate(`/${name}`, half), {
        label: `${inQuotes(name)} ${label}`,
        address,
        help,
      }),
    ];
  };
  const encoded = jsonText(value);
  const characters = encoded.length > limit ? [...encoded].length : encoded.length;
  const limited = `long as JSON text, and ${inDigits(limit)} is the limit`;
  if (characters > limit) {
    const help = "keep large settings in the game, and an id here";
    return problem("too-long", `is ${inDigits(characters)} characters ${limited}`, help);
  }
  const bytes = encoded.length * 3 > limit ? new TextEncoder().encode(encoded).length : 0;
  if (bytes > limit) {
    return problem(
      "long-in-bytes",
      `is ${inDigits(characters)} characters but ${inDigits(bytes)} bytes ${limited}`,
    );
  }
  if (typeof value === "string" && /^\s*[{[]/.test(value) && typeof jsonIn(value) === "object") {
    const isShort = value.length <= 60 && !value.includes("\n");
    const help = isShort
      ? `write ${value.trim()}, without quotes`
      : "write the value itself, without the quotes";
    return problem(
      "encoded-twice",
      "holds JSON as text, which would be encoded a second time",
      help,
    );
  }
  return [];
}

/** Returns the policies of a checked declaration. Names are in the order of the kind. */
export function policiesOf({ kind, part }: Declaration): Pick<Desired, "ignore" | "create_only"> {
  const ignored = textsIn(memberNamed(part, IGNORE)?.value.value);
  return {
    ignore:
      ignored.length === 0 ? [] : ignorableNames(kind).filter((name) => ignored.includes(name)),
    create_only: memberNamed(part, CREATE_ONLY.name)?.value.value === true,
  };
}
