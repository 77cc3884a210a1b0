/** Errors of a JSON Schema as diagnostics, at the right half of the member. */
import type { Field, IntegerField, Link, PatternField } from "../catalog/types.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { isNumber, type JsonObject } from "../model/json.ts";
import { MAXIMUM_MEMBERS } from "../model/limits.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Span } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import type { SchemaError } from "../model/schema/checks.ts";
import { type Form, memberNames } from "./forms.ts";
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
import { both, describe, either, inDigits, quoted, unseenHelp, withArticle } from "./wording.ts";

/** A code, the words under the caret, and what to do. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly label: string;
  readonly help: readonly string[];
}

export function finding(code: DiagnosticCode, label: string, ...help: readonly string[]): Finding {
  return { code, label, help };
}

/** A mapping with its form. */
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

/** Turns one error of a form's schema into a diagnostic. `absent`: all members that are required and not written. */
export function explainShape(shaped: Shaped, error: SchemaError, absent: readonly string[]): Diagnostic {
  const { form, part, address } = shaped;
  const [name] = namesOf(error.instancePath);
  const [span, found] = explain(shaped, error, name, absent);
  const { code, label, help } = found;
  // Of a mapping only the first line would be marked: its key is clearer.
  const half = partAt(part, error.instancePath).type === "map" && name !== undefined ? "key" : "value";
  const at = span ?? sourceOf(part).locate(error.instancePath, half);
  return problemAt(code, at, label, { address, help: help.length > 0 ? help : hints(form, name) });
}

/** When nothing better is known: what the field is for. */
function hints({ fields, links }: Form, name: string | undefined): readonly string[] {
  const found = [...fields, ...links].find((each) => each.name === name);
  return found === undefined ? [] : [`${found.name}: ${found.summary}`];
}

function explain(
  shaped: Shaped,
  error: SchemaError,
  name: string | undefined,
  absent: readonly string[],
): readonly [Span | undefined, Finding] {
  const { form, part } = shaped;
  const { additionalProperty, missingProperty } = error.params as Record<string, string | undefined>;
  if (additionalProperty !== undefined) {
    const span = sourceOf(part).locate(`${error.instancePath}${pointerTo(additionalProperty)}`, "key");
    if (name === undefined) return [span, unknownField(form, additionalProperty)];
    return [span, unknownConditionKey(error, additionalProperty)];
  }
  if (missingProperty !== undefined) {
    if (name === undefined) return missingField(shaped, missingProperty, absent);
    return [undefined, finding("missing-field", `"${missingProperty}" is missing here`, CONDITIONS_HELP)];
  }
  const field = form.fields.find((each) => each.name === name);
  const link = form.links.find((each) => each.name === name);
  const written = partAt(part, error.instancePath);
  if (field !== undefined) return [undefined, explainField(field, written, error)];
  if (link !== undefined) return [undefined, explainMember(link, written, error)];
  return [undefined, finding("invalid-value", error.message ?? "this is not valid")];
}

function unknownField(form: Form, name: string): Finding {
  const outdated = Object.hasOwn(form.outdatedFields ?? {}, name) ? form.outdatedFields?.[name] : undefined;
  if (outdated !== undefined) return finding("outdated-field", `"${name}" is not taken any more`, outdated);
  const owner = withArticle(form.label);
  const help = [...unseenHelp(name), ...didYouMean(name, memberNames(form))];
  const all = `${owner} has ${both([...form.fields, ...form.links].map((each) => each.name))}`;
  return finding("unknown-field", `${owner} has no field "${name}"`, help[0] ?? all);
}

const CONDITIONS_HELP = 'conditions look like { groups: [ { conditions: ["dayOfMonth:last"] } ] }';

function unknownConditionKey(error: SchemaError, name: string): Finding {
  const help = didYouMean(name, conditionKeys(error));
  const label = `conditions have no member "${name}" here`;
  return finding("unknown-field", label, ...(help.length > 0 ? help : [CONDITIONS_HELP]));
}

function conditionKeys({ instancePath }: SchemaError): readonly string[] {
  return namesOf(instancePath).length > 1 ? ["operator", "conditions"] : ["operator", "groups"];
}

function missingField(shaped: Shaped, name: string, absent: readonly string[]): readonly [Span, Finding] {
  const { form, part, isInPlace, id, written } = shaped;
  const label = `${withArticle(form.label)} needs "${name}"`;
  const member = memberNamed(part, name);
  if (member !== undefined) {
    const span = sourceOf(part).locate(pointerTo(name), "key");
    return [span, finding("missing-field", `${label}, and nothing is written`, ...hints(form, name))];
  }
  const isReference = isInPlace && Object.keys(written).length === 1 && id !== undefined;
  const help = isReference
    ? [`to name ${withArticle(form.label)} that is defined elsewhere, write its id alone: ${id}`]
    : absent.length > 1
      ? [`write ${both(absent.map((each) => `${each}: …`))}`]
      : hints(form, name);
  const needed = absent.length > 1 ? `${withArticle(form.label)} needs ${both(absent.map(quoted))}` : label;
  return [startSpan(part), finding("missing-field", needed, ...help)];
}

function explainField(field: Field, written: Part, error: SchemaError): Finding {
  if (error.keyword === "maxItems") return tooManyElements(written);
  if (error.instancePath.split("/").length > 2 || field.type === "conditions") return explainConditions(written, error);
  if (error.keyword === "type") return wrongType(field, written);
  const value = String(written.type === "scalar" ? written.value : null);
  switch (field.type) {
    case "id":
    case "reference":
      return invalidId(value);
    case "text": {
      const length = [...value.trim()].length.toLocaleString("en-US");
      return finding("too-long", `"${field.name}" has ${length} characters, and ${field.maxLength} is the limit`);
    }
    case "pattern":
      return invalidPattern(field, value);
    case "choice": {
      const choices = field.choices.map((choice) => choice.value);
      const label = `${quoted(value)} is not a value of "${field.name}"`;
      const [near] = didYouMean(value, choices);
      return finding("invalid-value", label, near ?? `it is ${either(choices)}`);
    }
    case "integer":
      return outOfRange(field, written);
    default:
      return finding("invalid-value", error.message ?? "this is not valid");
  }
}

/** A value that is not of the field's type. */
export function wrongType(field: Field, written: Part): Finding {
  const value = written.type === "scalar" ? written.value : undefined;
  const expected = (what: string, ...help: readonly string[]): Finding => {
    const found = field.type === "integer" && isNumber(value) ? "a fraction" : describe(written);
    return finding("wrong-type", `"${field.name}": expected ${what}, found ${found}`, ...help);
  };
  switch (field.type) {
    case "flag": {
      return expected("true or false", "write true or false, without quotes");
    }
    case "integer": {
      if (isNumber(value) && /^-?[0-9]+(e\+?[0-9]+)?$/i.test(String(value))) return outOfRange(field, written);
      return expected("a whole number", "write digits only, without quotes, such as 25");
    }
    case "pattern":
      return expected("a string", `it is ${field.form}`);
    case "choice":
      return expected("a string", `it is ${either(field.choices.map((choice) => choice.value))}`);
  }
  const what = field.type === "text" ? "a string" : "an id (a string)";
  if (value !== undefined) return expected(what, `quote it: "${writtenText(written)}"`);
  if (field.type === "text") return expected(what, "a text with brackets, braces or a colon needs quotes");
  return expected(what, ...(field.type === "reference" ? ["write one id, or one definition, without a list"] : []));
}

function outOfRange({ name, minimum, maximum }: IntegerField, written: Part): Finding {
  const [least, most] = [minimum.toLocaleString("en-US"), maximum.toLocaleString("en-US")];
  const label = `"${name}" cannot be ${shortText(written)}`;
  return finding("out-of-range", label, `write a number from ${least} to ${most}`);
}

function shortText(written: Part): string {
  const text = writtenText(written);
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}

/** Why a text cannot be a `custom_id` (docs/service.md#common-properties). */
export function invalidId(id: string): Finding {
  if (id === "." || id === "..") return finding("invalid-id", `"${id}" means a folder in a URL and cannot be an id`);
  if (markOf(id) !== undefined) {
    const label = `${quoted(id)} is reserved: laurel uses such ids during an apply`;
    const finish = "if an export wrote it, finish the interrupted apply and export again";
    return finding("invalid-id", label, "choose another id", finish);
  }
  const strange = [...new Set(id.match(/[^A-Za-z0-9_.~-]/gu) ?? [])];
  if (strange.length === 0) {
    return finding("invalid-id", `the id has ${id.length} characters, and 255 is the limit`);
  }
  const shown = strange.slice(0, 5).map((character) => (character === " " ? "blanks" : `"${character}"`));
  const plain = id
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9_.~-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  const rule = "an id has letters, digits and _ . ~ - only";
  const help = plain === "" ? rule : `${rule}, for example "${plain}"`;
  return finding("invalid-id", `${both(shown)} cannot be part of an id`, help);
}

function invalidPattern(field: PatternField, text: string): Finding {
  const outdated = field.outdated?.find((form) => new RegExp(form.pattern).test(text));
  if (outdated !== undefined) return finding("outdated-field", "this form is not taken any more", outdated.help);
  if (field.large !== undefined && new RegExp(field.large.pattern).test(text)) {
    const label = `the number in "${field.name}" is too large`;
    return finding("out-of-range", label, `the largest is ${field.large.most}`);
  }
  return finding("invalid-value", `${quoted(text)} is not in the form of "${field.name}"`, `it is ${field.form}`);
}

function tooManyElements(written: Part): Finding {
  const count = written.type === "list" ? written.elements.length : 0;
  return finding(
    "too-long",
    `this list has ${inDigits(count)} elements, and ${inDigits(MAXIMUM_MEMBERS)} is the limit`,
  );
}

function explainMember(link: Link, written: Part, error: SchemaError): Finding {
  if (error.keyword === "maxItems") return tooManyElements(written);
  const wrong = (label: string, ...help: readonly string[]): Finding =>
    finding("wrong-type", `"${link.name}"${label}`, ...help);
  if (error.instancePath.split("/").length === 2) {
    const label = `: expected a list of ids, found ${describe(written)}`;
    if (written.type === "map") return wrong(label, 'begin each definition with "- "');
    if (written.type !== "scalar") return wrong(label);
    const text = `[${writtenText(written)}]`;
    return wrong(label, `write a list: ${text}`);
  }
  if (error.keyword === "pattern" && written.type === "scalar") return invalidId(String(written.value));
  if (written.type === "scalar" && written.value !== null) {
    return wrong(`: expected an id (a string), found ${describe(written)}`, `quote it: "${writtenText(written)}"`);
  }
  if (written.type === "list") {
    return wrong(": expected an id, found a list in the list", "remove one pair of brackets, or one dash");
  }
  return wrong(" has an empty element here", "write an id, or remove it");
}

function explainConditions(written: Part, error: SchemaError): Finding {
  const names = namesOf(error.instancePath);
  const [last, above] = [names.at(-1), names.at(-2)];
  const wrong = (what: string, expected: string, ...help: readonly string[]): Finding =>
    finding("wrong-type", `${what}expected ${expected}, found ${describe(written)}`, ...help);
  if (error.keyword === "enum") {
    const label = `${quoted(String(written.type === "scalar" ? written.value : null))} is not an operator of conditions`;
    return finding("invalid-value", label, `it is "and" or "or"; left out, it is "and"`);
  }
  if (names.length === 1) {
    const isText = written.type === "scalar" && typeof written.value === "string";
    const help = isText ? ["write it as a mapping; unlike custom_data, conditions are not sent as text"] : [];
    return wrong("conditions: ", "a mapping with groups", ...help, CONDITIONS_HELP);
  }
  if (last === "operator") return wrong(`"operator": `, `"and" or "or"`);
  if (last === "groups" || last === "conditions") return wrong(`"${last}": `, "a list", CONDITIONS_HELP);
  // An element: of the groups, a mapping; of a group's conditions, a text.
  if (above === "groups") return wrong("", "a group of conditions as a mapping", CONDITIONS_HELP);
  return wrong("", "a condition as a string", quoteConditionHelp(written));
}

/** Unquoted, `month: 2` is a mapping, and the comma of `betweenHours:9,8` ends a list element. */
function quoteConditionHelp(written: Part): string {
  const text = writtenText(written).replaceAll(/^\{\s*|\s*\}$/g, "");
  if (written.type === "map") return `quote it, without a blank after the colon: "${text.replaceAll(/:\s+/g, ":")}"`;
  return 'a condition with commas needs quotes in a list: "betweenHours:9,8"';
}
