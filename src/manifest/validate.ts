/**
 * Declarations to checked shapes: each flat resource is held against its kind's own JSON Schema, and what the schema
 * finds is said in sentences that point at the right half of a member. Limits that a schema cannot express come after.
 */
import type { Catalog, Field } from "../catalog/types.ts";
import { pushAll } from "../model/collections.ts";
import { parseConditionText } from "../model/condition-grammar.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { isJsonObject, type Json, jsonIn, jsonText } from "../model/json.ts";
import { nearest } from "../model/nearest.ts";
import { errorsIn, type SchemaError } from "../model/schema/checks.ts";
import { entryForms, type Form, resourceForm } from "./forms.ts";
import { addressFor, type Declaration } from "./hoist.ts";
import { checks as manifestChecks } from "./manifest-check.ts";
import { sourceOf } from "./parts.ts";
import { checkPolicies } from "./policy-keys.ts";
import { problemAt } from "./problem.ts";
import { explainShape, memberNames, type Shaped } from "./shape.ts";

/** Problems of one declaration on its own. */
export type Validator = (declaration: Declaration) => readonly Diagnostic[];

/** The validator of declarations of all kinds. */
export function makeValidator(catalog: Catalog): Validator {
  const checks = shapeChecks(catalog);
  return (declaration) => {
    const { kind, part, id, isInPlace, written } = declaration;
    const shaped = { part, isInPlace, written, address: addressFor(declaration), ...(id === undefined ? {} : { id }) };
    const found = [...(checks.get(kind.plural)?.(shaped) ?? []), ...checkPolicies(declaration)];
    for (const field of kind.fields) {
      const value = written[field.name];
      if (value !== undefined) pushAll(found, checkFurther(declaration, field, value));
    }
    return found;
  };
}

/** Problems of one mapping with the members of its form. */
export type ShapeCheck = (shaped: Omit<Shaped, "form">) => readonly Diagnostic[];

/** Checks by the top-level keys under which the mappings stand, of resources and of entries. */
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

/** A required member that is there under a misspelt name is one mistake, not two. */
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
      found.push(
        problemAt(problem.code, span, problem.label, { address: addressFor(declaration), help: problem.help }),
      );
    }
  }
  return found;
}

/** The limit counts the encoded text; whether in characters or bytes is not known (docs/service.md#common-properties). */
function checkJsonText(declaration: Declaration, name: string, limit: number, value: Json): readonly Diagnostic[] {
  const encoded = jsonText(value);
  const span = () => sourceOf(declaration.part).locate(`/${name}`, "key");
  const address = addressFor(declaration);
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
