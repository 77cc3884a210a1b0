/** Limits of a declaration's values that a schema cannot express: texts of conditions, and encoded `custom_data`. */

import { CONDITION_NAMES, parseConditionText } from "../catalog/conditions.ts";
import type { Field } from "../catalog/types.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, isNumber, type Json, jsonIn, jsonText } from "../model/json.ts";
import type { Desired } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { CREATE_ONLY, IGNORE, ignorableNames } from "./forms.ts";
import type { Declaration } from "./hoist.ts";
import { keySpan, memberNamed, type Part, sourceOf } from "./parts.ts";
import { problemAt } from "./problem.ts";

/** Problems of the values of one declaration. */
export function checkValues(declaration: Declaration): readonly Diagnostic[] {
  const found = declaration.kind.fields.flatMap((field) => {
    const value = declaration.written[field.name];
    return value === undefined ? [] : checkFurther(declaration, field, value);
  });
  return [...found, ...checkPolicies(declaration)];
}

function checkFurther(declaration: Declaration, field: Field, value: Json): readonly Diagnostic[] {
  if (field.type === "conditions") return checkConditions(declaration, field, value);
  return field.type === "json-text" ? checkJsonText(declaration, field.name, field.maxLength, value) : [];
}

function checkConditions(declaration: Declaration, field: Field, value: Json): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const groups = isJsonObject(value) && Array.isArray(value.groups) ? (value.groups as readonly Json[]) : [];
  for (const [groupIndex, group] of groups.entries()) {
    const texts = isJsonObject(group) && Array.isArray(group.conditions) ? (group.conditions as readonly Json[]) : [];
    for (let index = 0; index < texts.length; index += 1) {
      const text = texts[index];
      if (typeof text !== "string") continue;
      const pointer = `/${field.name}/groups/${groupIndex}/conditions/`;
      const source = sourceOf(declaration.part);
      const span = source.locate(`${pointer}${index}`, "value");
      const parts = cutByCommas(texts, index);
      if (parts.length > 1) {
        index += parts.length - 1;
        const end = source.locate(`${pointer}${index}`, "value").end;
        const help = [`quote it: "${parts.join(",")}"`];
        const label = "a comma ends an element of the list, so this is no condition";
        const more = { address: declaration.address, help };
        found.push(problemAt("invalid-value", { ...span, end }, label, more));
        continue;
      }
      const problem = parseConditionText(text);
      if ("name" in problem) continue;
      const help = "unknown" in problem ? didYouMean(problem.unknown, CONDITION_NAMES) : problem.help;
      const more = { address: declaration.address, help };
      found.push(problemAt(problem.code, span, problem.label, more));
    }
  }
  return found;
}

/** The elements that a condition without quotes was cut into: `betweenHours:9,8` in a list becomes two. */
function cutByCommas(texts: readonly Json[], index: number): readonly string[] {
  const isArgument = (text: Json): boolean => isNumber(text) || (typeof text === "string" && /^[^\s:,]+$/.test(text));
  const first = texts[index];
  if (typeof first !== "string" || !/^[A-Za-z]+:[^\s,]+$/.test(first)) return [];
  const rest = texts.slice(index + 1);
  const end = rest.findIndex((text) => !isArgument(text));
  return [first, ...(end === -1 ? rest : rest.slice(0, end)).map(String)];
}

/** The limit counts the encoded text; whether in characters or bytes is not known (docs/service.md#common-properties). */
function checkJsonText(declaration: Declaration, name: string, limit: number, value: Json): readonly Diagnostic[] {
  const encoded = jsonText(value);
  const problem = (code: DiagnosticCode, label: string, ...help: readonly string[]): readonly Diagnostic[] => {
    const span = sourceOf(declaration.part).locate(`/${name}`, "key");
    return [problemAt(code, span, `"${name}" ${label}`, { address: declaration.address, help })];
  };
  const shown = (count: number): string => count.toLocaleString("en-US");
  const characters = encoded.length > limit ? [...encoded].length : encoded.length;
  const limited = `long as JSON text, and ${shown(limit)} is the limit`;
  if (characters > limit) {
    const help = "keep large settings in the game, and an id here";
    return problem("too-long", `is ${shown(characters)} characters ${limited}`, help);
  }
  const bytes = encoded.length * 3 > limit ? new TextEncoder().encode(encoded).length : 0;
  if (bytes > limit) {
    return problem("long-in-bytes", `is ${shown(characters)} characters but ${shown(bytes)} bytes ${limited}`);
  }
  if (typeof value === "string" && /^\s*[{[]/.test(value) && typeof jsonIn(value) === "object") {
    const help = "write the value itself, without the quotes";
    return problem("encoded-twice", "holds JSON as text, which would be encoded a second time", help);
  }
  return [];
}

/** The policies of a checked declaration. Names are in the order of the kind, however they are written. */
export function policiesOf({ kind, part }: Declaration): Pick<Desired, "ignore" | "create_only"> {
  const ignored = elementsOf(memberNamed(part, IGNORE)?.value).map(textOf);
  return {
    ignore: ignored.length === 0 ? [] : ignorableNames(kind).filter((name) => ignored.includes(name)),
    create_only: isSet(memberNamed(part, CREATE_ONLY.name)?.value),
  };
}

/** `ignore` beside `create_only` means nothing. */
function checkPolicies(declaration: Declaration): readonly Diagnostic[] {
  const { part, address } = declaration;
  const [ignore, createOnly] = [memberNamed(part, IGNORE), memberNamed(part, CREATE_ONLY.name)];
  if (ignore === undefined || createOnly === undefined) return [];
  if (!isSet(createOnly.value) || elementsOf(ignore.value).length === 0) return [];
  const others = [{ span: keySpan(part, createOnly), text: "this leaves every field alone already" }];
  const help = ["delete one of the two keys"];
  return [problemAt("no-effect", keySpan(part, ignore), `"${IGNORE}" has no effect here`, { address, others, help })];
}

function elementsOf(part: Part | undefined): readonly Part[] {
  return part?.type === "list" ? part.elements : [];
}

function isSet(part: Part | undefined): boolean {
  return part?.type === "scalar" && part.value === true;
}

/** The text of a part, or "" if it is none. */
function textOf(part: Part): string {
  return part.type === "scalar" && typeof part.value === "string" ? part.value : "";
}
