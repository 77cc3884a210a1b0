/** Errors of a JSON Schema as diagnostics, at the right half of the member. */
import type { Field, Link, PatternField } from "../catalog/types.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { isNumber, type Json, type JsonObject } from "../model/json.ts";
import type { Address, Span } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import type { SchemaError } from "../model/schema/checks.ts";
import { isTemporary } from "../model/temporary-ids.ts";
import type { Form } from "./forms.ts";
import {
  type MapPart,
  memberNamed,
  namesOf,
  type Part,
  partAt,
  pointerTo,
  sourceOf,
  startSpan,
  writtenText,
} from "./parts.ts";
import { problemAt } from "./problem.ts";
import { both, describe, either, quoted, unseenHelp, withArticle } from "./wording.ts";

/** What to say: the code, the words under the caret, and what to do. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly label: string;
  readonly help: readonly string[];
}

/** A mapping as it is held against its form. */
export interface Shaped {
  readonly form: Form;
  readonly part: MapPart;
  /** Undefined if no usable id is given, and for entries. */
  readonly id: string | undefined;
  readonly address: Address | undefined;
  /** Whether it is written in the place of an id. */
  readonly isInPlace: boolean;
  /** Members without those that mean "the default". */
  readonly written: JsonObject;
}

/** Turns one error of a form's schema into a diagnostic. */
export function explainShape(shaped: Shaped, error: SchemaError): Diagnostic {
  const { form, part, address } = shaped;
  const [name] = namesOf(error.instancePath);
  const [span, { code, label, help }] = explain(shaped, error, name);
  // Of a mapping only the first line would be marked: its key is clearer.
  const half = partAt(part, error.instancePath).type === "map" && name !== undefined ? "key" : "value";
  const at = span ?? sourceOf(part).locate(error.instancePath, half);
  return problemAt(code, at, label, {
    address,
    help: help.length > 0 ? help : hints(form, name),
  });
}

/** When nothing better is known: what the field is for. */
function hints({ fields, links }: Form, name: string | undefined): readonly string[] {
  const found = [...fields, ...links].find((each) => each.name === name);
  return found === undefined ? [] : [`${found.name}: ${found.summary}`];
}

function explain(shaped: Shaped, error: SchemaError, name: string | undefined): readonly [Span | undefined, Finding] {
  const { form, part } = shaped;
  const { additionalProperty, missingProperty } = error.params as Record<string, string | undefined>;
  if (additionalProperty !== undefined) {
    const span = sourceOf(part).locate(`${error.instancePath}${pointerTo(additionalProperty)}`, "key");
    if (name === undefined) return [span, unknownField(form, additionalProperty)];
    return [span, unknownConditionKey(error, additionalProperty)];
  }
  if (missingProperty !== undefined) {
    if (name === undefined) return missingField(shaped, missingProperty);
    const label = `"${missingProperty}" is missing here`;
    return [undefined, { code: "missing-field", label, help: [CONDITIONS_HELP] }];
  }
  const field = form.fields.find((each) => each.name === name);
  const link = form.links.find((each) => each.name === name);
  const written = partAt(part, error.instancePath);
  if (field !== undefined) return [undefined, explainField(field, written, error)];
  if (link !== undefined) return [undefined, explainMember(link, written, error)];
  return [undefined, { code: "invalid-value", label: error.message ?? "this is not valid", help: [] }];
}

/** The names of all keys. */
export function memberNames({ fields, links, keys = [] }: Form): readonly string[] {
  return [...[...fields, ...links].map((each) => each.name), ...keys];
}

function unknownField(form: Form, name: string): Finding {
  const outdated = Object.hasOwn(form.outdatedFields ?? {}, name) ? form.outdatedFields?.[name] : undefined;
  if (outdated !== undefined) {
    return { code: "outdated-field", label: `"${name}" is not taken any more`, help: [outdated] };
  }
  const names = [...form.fields, ...form.links].map((each) => each.name);
  const help = [...unseenHelp(name), ...didYouMean(name, memberNames(form))];
  return {
    code: "unknown-field",
    label: `${withArticle(form.label)} has no field "${name}"`,
    help: help.length > 0 ? help : [`${withArticle(form.label)} has ${both(names)}`],
  };
}

const CONDITIONS_HELP = 'conditions look like { groups: [ { conditions: ["dayOfMonth:last"] } ] }';

function unknownConditionKey(error: SchemaError, name: string): Finding {
  const isGroup = namesOf(error.instancePath).length > 1;
  const help = didYouMean(name, isGroup ? ["operator", "conditions"] : ["operator", "groups"]);
  return {
    code: "unknown-field",
    label: `conditions have no member "${name}" here`,
    help: help.length > 0 ? help : [CONDITIONS_HELP],
  };
}

function missingField(shaped: Shaped, name: string): readonly [Span, Finding] {
  const { form, part, isInPlace, id, written } = shaped;
  const summary = hints(form, name);
  if (memberNamed(part, name) !== undefined) {
    const label = `${withArticle(form.label)} needs "${name}", and nothing is written`;
    return [sourceOf(part).locate(pointerTo(name), "key"), { code: "missing-field", label, help: summary }];
  }
  const isReference = isInPlace && Object.keys(written).length === 1 && id !== undefined;
  const label = `${withArticle(form.label)} needs "${name}"`;
  const help = isReference
    ? [`to name ${withArticle(form.label)} that is defined elsewhere, write its id alone: ${id}`]
    : summary;
  return [startSpan(part), { code: "missing-field", label, help }];
}

function explainField(field: Field, written: Part, error: SchemaError): Finding {
  if (error.instancePath.split("/").length > 2 || field.type === "conditions") return explainConditions(written, error);
  if (error.keyword === "type") return wrongType(field, written);
  const value = written.type === "scalar" ? written.value : null;
  switch (field.type) {
    case "id":
    case "reference":
      return invalidId(String(value));
    case "text":
      return tooLong(field.name, String(value).trim(), field.maxLength);
    case "pattern":
      return invalidPattern(field, String(value));
    case "choice": {
      const choices = field.choices.map((choice) => choice.value);
      const label = `${quoted(String(value))} is not a value of "${field.name}"`;
      return {
        code: "invalid-value",
        label,
        help: [...didYouMean(String(value), choices), `it is ${either(choices)}`],
      };
    }
    case "integer": {
      const isLow = error.keyword === "minimum";
      const limit = (isLow ? field.minimum : field.maximum).toLocaleString("en-US");
      const label = `"${field.name}" is ${limit} at ${isLow ? "least" : "most"}`;
      return { code: "out-of-range", label, help: [] };
    }
    default:
      return { code: "invalid-value", label: error.message ?? "this is not valid", help: [] };
  }
}

/** What to say of a value that is not of the field's type. */
export function wrongType(field: Field, written: Part): Finding {
  const code = "wrong-type";
  const text = writtenText(written);
  const found = describe(written);
  if (field.type === "flag") {
    const meant = meantFlag(written);
    const help = meant === undefined ? ["write true or false, without quotes"] : [`write ${meant}, without quotes`];
    return { code, label: `"${field.name}": expected true or false, found ${found}`, help };
  }
  if (field.type === "integer") {
    const isWhole =
      written.type === "scalar" && typeof written.value === "string" && /^-?\d{1,15}$/.test(written.value);
    const isFraction = written.type === "scalar" && isNumber(written.value);
    const help = isWhole && written.type === "scalar" ? [`write ${written.value}, without quotes`] : [];
    return {
      code,
      label: `"${field.name}": expected a whole number, found ${isFraction ? "a fraction" : found}`,
      help,
    };
  }
  if (field.type === "pattern") {
    return { code, label: `"${field.name}": expected a string, found ${found}`, help: [`it is ${field.form}`] };
  }
  if (field.type === "choice") {
    const help = [`it is ${either(field.choices.map((choice) => choice.value))}`];
    return { code, label: `"${field.name}": expected a string, found ${found}`, help };
  }
  const what = field.type === "text" ? "a string" : "an id (a string)";
  const label = `"${field.name}": expected ${what}, found ${found}`;
  if (written.type === "scalar") return { code, label, help: [`quote it: "${text}"`] };
  if (field.type === "text") return { code, label, help: ["a text with brackets, braces or a colon needs quotes"] };
  const help = field.type === "reference" ? ["write one id, or one definition, without a list"] : [];
  return { code, label, help };
}

/** What a text or number instead of a boolean was meant to be. */
function meantFlag(written: Part): boolean | undefined {
  const value = written.type === "scalar" ? String(written.value).toLowerCase() : "";
  if (["true", "yes", "on", "y", "1"].includes(value)) return true;
  return ["false", "no", "off", "n", "0"].includes(value) ? false : undefined;
}

/** Why a text cannot be a `custom_id` (docs/service.md#common-properties). */
export function invalidId(id: string): Finding {
  const code = "invalid-id";
  if (id === "." || id === "..") {
    return { code, label: `"${id}" means a folder in a URL and cannot be an id`, help: [] };
  }
  if (isTemporary(id)) {
    const help = ["choose another id", "if an export wrote it, finish the interrupted apply and export again"];
    return { code, label: `${quoted(id)} is reserved: laurel uses such ids during an apply`, help };
  }
  const strange = [...new Set(id.match(/[^A-Za-z0-9_.~-]/gu) ?? [])];
  if (strange.length === 0) {
    return { code, label: `the id has ${id.length} characters, and 255 is the limit`, help: [] };
  }
  const shown = strange.slice(0, 5).map((character) => (character === " " ? "blanks" : `"${character}"`));
  const label = `${both(shown)} cannot be part of an id`;
  const plain = id
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9_.~-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  const example = plain === "" ? [] : [`for example "${plain}"`];
  return { code, label, help: ["an id has letters, digits and _ . ~ - only", ...example] };
}

function tooLong(name: string, text: string, limit: number): Finding {
  const label = `"${name}" has ${[...text].length.toLocaleString("en-US")} characters, and ${limit} is the limit`;
  return { code: "too-long", label, help: [] };
}

function invalidPattern(field: PatternField, text: string): Finding {
  const outdated = field.outdated?.find((form) => new RegExp(form.pattern).test(text));
  if (outdated !== undefined) {
    return { code: "outdated-field", label: "this form is not taken any more", help: [outdated.help] };
  }
  const label = `${quoted(text)} is not in the form of "${field.name}"`;
  return { code: "invalid-value", label, help: [`it is ${field.form}`] };
}

function explainMember(link: Link, written: Part, error: SchemaError): Finding {
  const isWhole = error.instancePath.split("/").length === 2;
  const text = writtenText(written);
  if (isWhole) {
    const label = `"${link.name}": expected a list of ids, found ${describe(written)}`;
    if (written.type === "map") return { code: "wrong-type", label, help: ['begin each definition with "- "'] };
    return { code: "wrong-type", label, help: written.type === "scalar" ? [`write a list: [${text}]`] : [] };
  }
  if (error.keyword === "pattern" && written.type === "scalar") return invalidId(String(written.value));
  if (written.type === "scalar" && written.value !== null) {
    const label = `"${link.name}": expected an id (a string), found ${describe(written)}`;
    return { code: "wrong-type", label, help: [`quote it: "${text}"`] };
  }
  if (written.type === "list") {
    const label = `"${link.name}": expected an id, found a list in the list`;
    return { code: "wrong-type", label, help: ["remove one pair of brackets, or one dash"] };
  }
  return { code: "wrong-type", label: `"${link.name}" has an empty element here`, help: ["write an id, or remove it"] };
}

function explainConditions(written: Part, error: SchemaError): Finding {
  const depth = error.instancePath.split("/").length - 2;
  const found = describe(written);
  if (error.keyword === "enum") {
    const value: Json = written.type === "scalar" ? written.value : null;
    const label = `${quoted(String(value))} is not an operator of conditions`;
    return { code: "invalid-value", label, help: [`it is "and" or "or"; left out, it is "and"`] };
  }
  const code = "wrong-type";
  if (depth === 0) {
    const isText = written.type === "scalar" && typeof written.value === "string";
    const help = isText ? ["write it as a mapping; unlike custom_data, conditions are not sent as text"] : [];
    return {
      code,
      label: `conditions: expected a mapping with groups, found ${found}`,
      help: [...help, CONDITIONS_HELP],
    };
  }
  const last = namesOf(error.instancePath).at(-1) ?? "";
  if (last === "operator") return { code, label: `"operator": expected "and" or "or", found ${found}`, help: [] };
  if (last === "groups" || last === "conditions") {
    return { code, label: `"${last}": expected a list, found ${found}`, help: [CONDITIONS_HELP] };
  }
  // An element: of the groups, a mapping; of a group's conditions, a text.
  const isGroup = namesOf(error.instancePath).at(-2) === "groups";
  if (isGroup) {
    return { code, label: `expected a group of conditions as a mapping, found ${found}`, help: [CONDITIONS_HELP] };
  }
  return { code, label: `expected a condition as a string, found ${found}`, help: [quoteConditionHelp(written)] };
}

/** Unquoted, `month: 2` is a mapping, and the comma of `betweenHours:9,8` ends a list element. */
function quoteConditionHelp(written: Part): string {
  const text = writtenText(written).replaceAll(/^\{\s*|\s*\}$/g, "");
  if (written.type === "map") return `quote it, without a blank after the colon: "${text.replaceAll(/:\s+/g, ":")}"`;
  return 'a condition with commas needs quotes in a list: "betweenHours:9,8"';
}
