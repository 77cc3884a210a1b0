/**
 * Checks each declaration against the JSON Schema of its kind, whose errors become diagnostics at the right half of a
 * member. Limits that a schema cannot express come after.
 */
import type { Catalog, Field, Kind } from "../catalog/types.ts";
import { pushAll } from "../model/collections.ts";
import { parseConditionText } from "../model/condition-grammar.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, type Json, jsonIn, jsonText } from "../model/json.ts";
import type { Desired } from "../model/model.ts";
import { didYouMean, nearest } from "../model/nearest.ts";
import { errorsIn, type SchemaError } from "../model/schema/checks.ts";
import { CREATE_ONLY, entryForms, type Form, IGNORE, ignorableNames, resourceForm } from "./forms.ts";
import { type Declaration, meansDefault } from "./hoist.ts";
import { checks as manifestChecks } from "./manifest-check.ts";
import { keySpan, type Member, memberNamed, type Part, sourceOf, spanOf, valueSpan } from "./parts.ts";
import { problemAt } from "./problem.ts";
import { explainShape, type Finding, memberNames, type Shaped, wrongType } from "./shape.ts";
import { both, describe, quoted, withArticle } from "./wording.ts";

/** Problems of one declaration on its own. */
export type Validator = (declaration: Declaration) => readonly Diagnostic[];

/** The validator of declarations of all kinds. */
export function makeValidator(catalog: Catalog): Validator {
  const checks = shapeChecks(catalog);
  return (declaration) => {
    const { kind, written } = declaration;
    const found = [...(checks.get(kind.plural)?.(declaration) ?? []), ...checkPolicies(declaration)];
    for (const field of kind.fields) {
      const value = written[field.name];
      if (value !== undefined) pushAll(found, checkFurther(declaration, field, value));
    }
    return found;
  };
}

/** Problems of one mapping with the members of its form. */
export type ShapeCheck = (shaped: Omit<Shaped, "form">) => readonly Diagnostic[];

/** Checks of resources and entries, by their top-level keys. */
export type ShapeChecks = ReadonlyMap<string, ShapeCheck>;

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
    return withoutMisspelt(form, firstOfEachPlace(errors)).map((error) => explainShape({ ...shaped, form }, error));
  };
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

function checkFurther(declaration: Declaration, field: Field, value: Json): readonly Diagnostic[] {
  if (field.type === "conditions") return checkConditions(declaration, field, value);
  return field.type === "json-text" ? checkJsonText(declaration, field.name, field.maxLength, value) : [];
}

function checkConditions(declaration: Declaration, field: Field, value: Json): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const groups = isJsonObject(value) && Array.isArray(value.groups) ? (value.groups as readonly Json[]) : [];
  for (const [groupIndex, group] of groups.entries()) {
    const texts = isJsonObject(group) && Array.isArray(group.conditions) ? (group.conditions as readonly Json[]) : [];
    for (const [index, text] of texts.entries()) {
      const problem = typeof text === "string" ? parseConditionText(text) : undefined;
      if (problem === undefined || "name" in problem) continue;
      const pointer = `/${field.name}/groups/${groupIndex}/conditions/${index}`;
      const span = sourceOf(declaration.part).locate(pointer, "value");
      found.push(problemAt(problem.code, span, problem.label, { address: declaration.address, help: problem.help }));
    }
  }
  return found;
}

/** The limit counts the encoded text; whether in characters or bytes is not known (docs/service.md#common-properties). */
function checkJsonText(declaration: Declaration, name: string, limit: number, value: Json): readonly Diagnostic[] {
  const encoded = jsonText(value);
  const span = () => sourceOf(declaration.part).locate(`/${name}`, "key");
  const { address } = declaration;
  const characters = encoded.length > limit ? [...encoded].length : encoded.length;
  const most = () => limit.toLocaleString("en-US");
  const length = () => characters.toLocaleString("en-US");
  if (characters > limit) {
    const label = `"${name}" is ${length()} characters long as JSON text, and ${most()} is the limit`;
    return [
      problemAt("too-long", span(), label, { address, help: ["keep large settings in the game, and an id here"] }),
    ];
  }
  if (encoded.length * 3 > limit && new TextEncoder().encode(encoded).length > limit) {
    const bytes = new TextEncoder().encode(encoded).length.toLocaleString("en-US");
    const label = `"${name}" is ${length()} characters but ${bytes} bytes long as JSON text, and ${most()} is the limit`;
    return [problemAt("long-in-bytes", span(), label, { address })];
  }
  if (typeof value === "string" && /^\s*[{[]/.test(value) && isJsonText(value)) {
    const label = `"${name}" holds JSON as text, which would be encoded a second time`;
    return [
      problemAt("encoded-twice", span(), label, { address, help: ["write the value itself, without the quotes"] }),
    ];
  }
  return [];
}

function isJsonText(text: string): boolean {
  return typeof jsonIn(text) === "object";
}

/** What the keys of a checked declaration say. Names are in the order of the kind, however they are written. */
export function policiesOf({ kind, part }: Declaration): Pick<Desired, "ignore" | "create_only"> {
  const ignored = elementsOf(memberNamed(part, IGNORE)?.value).map(textOf);
  return {
    ignore: ignored.length === 0 ? [] : ignorableNames(kind).filter((name) => ignored.includes(name)),
    create_only: isSet(memberNamed(part, CREATE_ONLY.name)?.value),
  };
}

/** Problems of both keys of one declaration. */
export function checkPolicies(declaration: Declaration): readonly Diagnostic[] {
  const { part } = declaration;
  const ignore = writtenMember(part, IGNORE);
  const createOnly = writtenMember(part, CREATE_ONLY.name);
  return [
    ...(ignore === undefined ? [] : checkIgnore(declaration, ignore)),
    ...(createOnly === undefined ? [] : checkCreateOnly(declaration, createOnly)),
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
    const { code, label, help } = notAList(kind, list);
    const span = list.type === "map" ? keySpan(part, member) : valueSpan(part, member);
    return [problemAt(code, span, label, { address, help })];
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
      found.push(
        problemAt("duplicate-member", spanOf(element), `"${name}" is in "${IGNORE}" twice`, { address, others }),
      );
    } else first.set(name, element);
  }
  return found;
}

const WHOLE = `to leave the whole resource alone once it exists, write ${CREATE_ONLY.name}: true`;

function notAList(kind: Kind, written: Part): Finding {
  const label = `"${IGNORE}": expected a list of field names, found ${describe(written)}`;
  const text = textOf(written);
  const help =
    meansEverything(text) || isSet(written) ? [WHOLE] : [text === "" ? exampleOf(kind) : `write a list: [${text}]`];
  return { code: "wrong-type", label, help };
}

/** What is wrong with one name, if anything is. */
function explainElement(kind: Kind, element: Part): Finding | undefined {
  const names = ignorableNames(kind);
  const name = textOf(element);
  if (names.includes(name)) return undefined;
  if (element.type !== "scalar" || typeof element.value !== "string") {
    const label = `"${IGNORE}": expected the name of a field, found ${describe(element)}`;
    return { code: "wrong-type", label, help: [exampleOf(kind)] };
  }
  if (kind.fields.some((field) => field.name === name)) {
    const help = ["it is what the resource is known by; a `moved` entry changes it"];
    return { code: "invalid-value", label: `"${name}" cannot be ignored`, help };
  }
  const whole = names.find((each) => new RegExp(`^/?${each}[./[]`).test(name) || name === `/${each}`);
  const near = whole === undefined ? didYouMean(name, names) : [`fields are ignored as a whole: ${whole}`];
  const help = meansEverything(name) ? [WHOLE] : near;
  return {
    code: "unknown-field",
    label: `${withArticle(kind.label)} has no field or link ${quoted(name)}`,
    help: help.length > 0 ? help : [`it can ignore ${both(names)}`],
  };
}

function exampleOf(kind: Kind): string {
  return `write names of fields: [${ignorableNames(kind).slice(1, 3).join(", ")}]`;
}

function meansEverything(text: string): boolean {
  return text === "*" || text.toLowerCase() === "all";
}

function checkCreateOnly(declaration: Declaration, member: Member): readonly Diagnostic[] {
  const { value } = member;
  if (value.type === "scalar" && typeof value.value === "boolean") return [];
  const { code, label, help } = wrongType(CREATE_ONLY, value);
  return [problemAt(code, valueSpan(declaration.part, member), label, { address: declaration.address, help })];
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
