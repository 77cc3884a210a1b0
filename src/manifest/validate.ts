/**
 * Checks each declaration against the JSON Schema of its kind, whose errors become diagnostics at the right half of a
 * member. Limits that a schema cannot express come after.
 */

import { CONDITION_NAMES, parseConditionText } from "../catalog/conditions.ts";
import type { Catalog, Field, FlagField, Kind } from "../catalog/types.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { pushAll } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, isNumber, type Json, jsonIn, jsonText } from "../model/json.ts";
import type { Desired, Span } from "../model/model.ts";
import { didYouMean, nearest } from "../model/nearest.ts";
import { errorsIn, type SchemaError } from "../model/schema/checks.ts";
import { CREATE_ONLY, entryForms, type Form, IGNORE, ignorableNames, memberNames, resourceForm } from "./forms.ts";
import { type Declaration, meansDefault } from "./hoist.ts";
import { checks as manifestChecks } from "./manifest-check.ts";
import {
  keySpan,
  type Member,
  memberNamed,
  type Part,
  partAt,
  sourceOf,
  spanOf,
  valueSpan,
  writtenText,
} from "./parts.ts";
import { problemAt } from "./problem.ts";
import { explainShape, type Finding, finding, type Shaped, wrongType } from "./shape.ts";
import { both, describe, quoted, withArticle } from "./wording.ts";

/** Problems of one declaration on its own. */
type Validator = (declaration: Declaration) => readonly Diagnostic[];

/** The validator of declarations of all kinds. */
export function makeValidator(catalog: Catalog): Validator {
  const checks = shapeChecks(catalog);
  return (declaration) => {
    const { kind, written } = declaration;
    const found = [...checkPolicies(declaration)];
    for (const field of kind.fields) {
      const value = written[field.name];
      if (value !== undefined) pushAll(found, checkFurther(declaration, field, value));
    }
    const shape = checks.get(kind.plural)?.(declaration) ?? [];
    const places = found.map(({ primary }) => primary?.span);
    const isNew = ({ primary }: Diagnostic): boolean => !places.some((span) => isIn(primary?.span, span));
    return [...(places.length === 0 ? shape : shape.filter(isNew)), ...found];
  };
}

function isIn(inner: Span | undefined, outer: Span | undefined): boolean {
  if (inner === undefined || outer === undefined || inner.file !== outer.file) return false;
  return inner.start.offset >= outer.start.offset && inner.end.offset <= outer.end.offset;
}

/** Problems of one mapping with the members of its form. */
type ShapeCheck = (shaped: Omit<Shaped, "form">) => readonly Diagnostic[];

/** Checks of resources and entries, by their top-level keys. */
type ShapeChecks = ReadonlyMap<string, ShapeCheck>;

/** The checks of everything that a manifest may list. */
export function shapeChecks(catalog: Catalog): ShapeChecks {
  return new Map([
    ...catalog.map((kind): [string, ShapeCheck] => [kind.plural, shapeCheck(kind.plural, resourceForm(kind))]),
    ...entryForms(catalog).map((form): [string, ShapeCheck] => [form.key, shapeCheck(form.key, form)]),
  ]);
}

function shapeCheck(key: string, form: Form): ShapeCheck {
  return (shaped) => {
    const errors = errorsIn(manifestChecks, key, shaped.written);
    if (errors.length === 0) return [];
    const kept = withoutMisspelt(form, firstOfEachPlace(errors));
    const causes = rootCauses({ ...shaped, form }, kept);
    const absent = causes.flatMap((error) => absentMember(shaped.part, error) ?? []);
    const [, ...later] = absent;
    return causes
      .filter((error) => !later.includes(absentMember(shaped.part, error) ?? ""))
      .map((error) => explainShape({ ...shaped, form }, error, absent));
  };
}

/** The member of the mapping itself that an error misses and that is not written at all. */
function absentMember(part: Part, { instancePath, params }: SchemaError): string | undefined {
  const { missingProperty: name } = params as Record<string, string | undefined>;
  return instancePath !== "" || name === undefined || memberNamed(part, name) !== undefined ? undefined : name;
}

/** A value of the wrong type breaks every other rule too: of the errors at one place, the type comes first. */
function firstOfEachPlace(errors: readonly SchemaError[]): readonly SchemaError[] {
  const kept = new Map<string, SchemaError>();
  for (const error of errors) {
    const { missingProperty = "", additionalProperty = "" } = error.params as Record<string, string>;
    const place = `${error.instancePath} ${missingProperty}${additionalProperty}`;
    if (!kept.has(place) || error.keyword === "type") kept.set(place, error);
  }
  return [...kept.values()];
}

/** A required member under a misspelt name is one mistake, not two. */
function withoutMisspelt(form: Form, errors: readonly SchemaError[]): readonly SchemaError[] {
  const names = memberNames(form);
  const meant = new Set(
    errors.flatMap(({ instancePath, params }) => {
      const { additionalProperty } = params as Record<string, string | undefined>;
      if (additionalProperty === undefined) return [];
      return instancePath === "" ? [` ${nearest(additionalProperty, names)}`] : [`${instancePath} `];
    }),
  );
  return errors.filter(({ instancePath, params }) => {
    const { missingProperty } = params as Record<string, string | undefined>;
    return missingProperty === undefined || !meant.has(`${instancePath} ${instancePath === "" ? missingProperty : ""}`);
  });
}

/**
 * A mapping of which no key is known is something else than the form, and one in which a value goes on to the next line
 * lacks what is in that line: what is missing in it is no mistake of its own.
 */
function rootCauses({ form, part, written }: Shaped, errors: readonly SchemaError[]): readonly SchemaError[] {
  if (errors.length < 2) return errors;
  const names = memberNames(form);
  const isForeign = Object.keys(written).every((name) => nearest(name, names) === undefined);
  const unknown = errors.filter(({ keyword }) => keyword === "additionalProperties");
  if (isForeign && unknown.length > 0) return unknown.slice(0, 1);
  const isMissing = ({ keyword }: SchemaError): boolean => keyword === "required";
  const goesOn = (at: Part): boolean => at.type === "scalar" && /^[^"'|>][^\n]*\n/.test(writtenText(at));
  const isSwallowed = errors.some((error) => !isMissing(error) && goesOn(partAt(part, error.instancePath)));
  return isSwallowed ? errors.filter((error) => !isMissing(error)) : errors;
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

/** Problems of these keys of one declaration. */
function checkPolicies(declaration: Declaration): readonly Diagnostic[] {
  const { part } = declaration;
  const ignore = writtenMember(part, IGNORE);
  const createOnly = writtenMember(part, CREATE_ONLY.name);
  return [
    ...(ignore === undefined ? [] : checkIgnore(declaration, ignore)),
    ...(createOnly === undefined ? [] : checkFlag(declaration, createOnly, CREATE_ONLY)),
    ...(ignore === undefined || createOnly === undefined ? [] : checkBoth(declaration, ignore, createOnly)),
  ];
}

/** The member, unless it means the default. */
function writtenMember(part: Part, name: string): Member | undefined {
  const member = memberNamed(part, name);
  return member === undefined || meansDefault(member.value) ? undefined : member;
}

function checkIgnore(declaration: Declaration, member: Member): readonly Diagnostic[] {
  const { kind, part, address } = declaration;
  const { value: list } = member;
  if (list.type !== "list") {
    const found = notAList(kind, list);
    const span = list.type === "map" ? keySpan(part, member) : valueSpan(part, member);
    return [problemAt(found.code, span, found.label, { address, help: found.help })];
  }
  const first = new Map<string, Part>();
  const found: Diagnostic[] = [];
  for (const element of list.elements) {
    const finding = explainElement(kind, element);
    const name = textOf(element);
    const earlier = first.get(name);
    if (finding !== undefined) {
      found.push(problemAt(finding.code, spanOf(element), finding.label, { address, help: finding.help }));
    } else if (earlier !== undefined) {
      const others = [{ span: spanOf(earlier), text: "first given here" }];
      const label = `"${name}" is in "${IGNORE}" twice`;
      found.push(problemAt("duplicate-member", spanOf(element), label, { address, others }));
    } else first.set(name, element);
  }
  return found;
}

function notAList(kind: Kind, written: Part): Finding {
  const label = `"${IGNORE}": expected a list of field names, found ${describe(written)}`;
  return finding("wrong-type", label, `write a list: [${ignorableNames(kind).slice(1, 3).join(", ")}]`);
}

/** What is wrong with one name, if anything is. */
function explainElement(kind: Kind, element: Part): Finding | undefined {
  const names = ignorableNames(kind);
  const name = textOf(element);
  if (names.includes(name)) return undefined;
  if (name === "")
    return finding("wrong-type", `"${IGNORE}": expected the name of a field, found ${describe(element)}`);
  const label = `${withArticle(kind.label)} has no field or link ${quoted(name)} to ignore`;
  return finding("unknown-field", label, didYouMean(name, names)[0] ?? `it can ignore ${both(names)}`);
}

function checkFlag({ part, address }: Declaration, member: Member, flag: FlagField): readonly Diagnostic[] {
  const { value } = member;
  if (value.type === "scalar" && typeof value.value === "boolean") return [];
  const found = wrongType(flag, value);
  return [problemAt(found.code, valueSpan(part, member), found.label, { address, help: found.help })];
}

function checkBoth(declaration: Declaration, ignore: Member, createOnly: Member): readonly Diagnostic[] {
  if (!isSet(createOnly.value) || elementsOf(ignore.value).length === 0) return [];
  const { part } = declaration;
  const label = `"${IGNORE}" has no effect here`;
  const others = [{ span: keySpan(part, createOnly), text: "this leaves every field alone already" }];
  const help = [`delete one of the two keys`];
  return [problemAt("no-effect", keySpan(part, ignore), label, { address: declaration.address, others, help })];
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
