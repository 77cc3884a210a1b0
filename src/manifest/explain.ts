/**
 * Checks a document against its JSON Schema and explains what is wrong: what was expected and what was found, at its
 * place, with one fix. Every file that people write is explained here. `points: "30"` of an achievement becomes
 * `"points": expected a whole number from 0 to 10,000, found "30"`, with the help `write 30, without quotes`.
 */
import type { DiagnosticCode } from "../model/codes.ts";
import { grouped } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { canonicalNumbers, isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Pointer } from "../model/model.ts";
import { didYouMean, nearest } from "../model/nearest.ts";
import { type Checks, errorsIn, type SchemaError } from "./checks.ts";
import {
  jsonOf,
  memberNamed,
  namesOf,
  type Part,
  partAt,
  pointerTo,
  sourceOf,
  spanOf,
  startSpan,
  writtenText,
} from "./parts.ts";
import { problemAt } from "./problem.ts";
import { ID_PATTERN } from "./schema.ts";
import { both, describe, inDigits, oneOf, quoted, unseenHelp, withArticle } from "./wording.ts";

/** A schema with the code that checks it. */
export interface DocumentSchema {
  readonly checks: Checks;
  /** The name of the schema among the checks. */
  readonly key: string;
  /** Built only where something is wrong. */
  readonly schema: () => JsonObject;
  readonly advise?: Advise;
  /** Keys of which no value is repeated. */
  readonly secret?: RegExp;
  /** The address of a resource, for diagnostics inside of it. */
  readonly addressOf?: (definition: string, part: Part) => Address | undefined;
}

/** Where a mistake is: the named schema around it, the key, and the rule of JSON Schema that is broken. */
export interface SchemaMistake {
  readonly definition: string;
  /** The names that lead to the value, its key last. */
  readonly names: readonly string[];
  readonly keyword: string;
  readonly part: Part;
}

export interface Advice {
  readonly code?: DiagnosticCode;
  readonly label?: string;
  readonly help: string;
}

/** What only the subject of a schema knows about a mistake. */
type Advise = (mistake: SchemaMistake) => Advice | undefined;

/** Everything that is wrong with a document, one diagnostic for each mistake. */
export function checkDocument(root: Part, document: DocumentSchema): readonly Diagnostic[] {
  const errors = errorsIn(document.checks, document.key, canonicalNumbers(jsonOf(root)));
  if (errors.length === 0) return [];
  const schema = document.schema();
  const places = placesOf(errors, (pointer) => placeAt(pointer, root, schema));
  const found = rootCauses(places).flatMap((place) => explain(place, document));
  // A value that aliases repeat is wrong once.
  const keyOf = ({ primary, code, detail }: Diagnostic): string => `${primary?.span.start.offset} ${code} ${detail}`;
  return [...new Map(found.map((each) => [keyOf(each), each])).values()];
}

/** A value with what its schema says, and the errors that ajv found right there. */
interface Place {
  readonly pointer: Pointer;
  readonly names: readonly string[];
  readonly root: Part;
  readonly part: Part;
  /** The whole schema, and the alternative in it that is meant by the type of the value. */
  readonly schema: JsonObject;
  readonly meant: JsonObject;
  /** The nearest schema with a name around it, and its value. */
  readonly definition: string;
  readonly owner: Part;
  readonly errors: readonly SchemaError[];
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
  /** Unknown keys that a mapping further inside lacks. */
  readonly misplaced: readonly string[];
}

type Located = Omit<Place, "errors" | "unknown" | "missing" | "misplaced">;

function placesOf(errors: readonly SchemaError[], locate: (pointer: Pointer) => Located): readonly Place[] {
  // The sides of `oneOf` are explained by the `oneOf` itself, a bad name by `propertyNames`.
  const own = errors.filter((error) => !/\/oneOf\/\d/.test(error.schemaPath) && error.propertyName === undefined);
  const pointers = [...grouped(own, ({ instancePath }) => instancePath)];
  const withInner = new Set(own.flatMap(({ instancePath }) => ancestorsOf(instancePath)));
  return pointers.map(([pointer, all]) => {
    const located = locate(pointer);
    const anyOf = all.filter(({ keyword }) => keyword === "anyOf");
    const specific = all.filter(({ keyword }) => keyword !== "anyOf" && keyword !== "type");
    // Of alternatives, the errors of the one that is meant count; where none is meant, that is the error.
    const isMeant = specific.length > 0 || withInner.has(pointer);
    const kept = anyOf.length === 0 ? all : isMeant ? specific : anyOf;
    const names = (param: string): readonly string[] => [
      ...new Set(kept.flatMap(({ params }) => (params as Readonly<Record<string, string | undefined>>)[param] ?? [])),
    ];
    return {
      ...located,
      errors: kept,
      unknown: [...names("additionalProperty"), ...names("propertyName")],
      missing: names("missingProperty"),
      misplaced: [],
    };
  });
}

function ancestorsOf(pointer: Pointer): readonly Pointer[] {
  const names = pointer.split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}

/** One mistake, one place: what follows from another mistake is left out. */
function rootCauses(places: readonly Place[]): readonly Place[] {
  const byPointer = new Map(places.map((place) => [place.pointer, place]));
  const lacking = new Set(places.flatMap(({ pointer, missing }) => (pointer === "" ? [] : missing)));
  // A value that goes on in the next line has taken the key of that line with it.
  const swallowing = new Set(
    places.filter(({ part }) => goesOn(part)).map(({ pointer }) => ancestorsOf(pointer).at(-1)),
  );
  const seen = new Set<string>();
  return places.map((place) => {
    const known = knownKeys(place);
    const foreign = place.unknown.filter((name) => nearest(name, known) === undefined);
    const meant = new Set(place.unknown.map((name) => nearest(name, known)));
    // A key in the column of the list that its mapping is in is a key of the outer mapping.
    const outer = new Set(ancestorsOf(place.pointer).flatMap((pointer) => byPointer.get(pointer)?.unknown ?? []));
    const isCause = foreign.length > 0 || swallowing.has(place.pointer);
    const missing = place.missing.filter((name) => !isCause && !meant.has(name) && !outer.has(name));
    const misplaced = place.unknown.filter((name) => place.pointer === "" && lacking.has(name));
    // Elements with the same strange keys are under the wrong key, all of them.
    const strange = `${place.definition} ${ancestorsOf(place.pointer).at(-1)} ${foreign.length}`;
    const isRepeated = foreign.length > 1 && seen.has(strange);
    seen.add(strange);
    const unknown = isRepeated ? place.unknown.filter((name) => !foreign.includes(name)) : place.unknown;
    const errors = place.unknown.length > 0 ? place.errors.filter(({ keyword }) => keyword !== "oneOf") : place.errors;
    return { ...place, unknown, missing, misplaced, errors };
  });
}

function goesOn(part: Part): boolean {
  return part.type === "scalar" && /^[^"'|>][^\n]*\n/.test(writtenText(part));
}

function explain(place: Place, document: DocumentSchema): readonly Diagnostic[] {
  const address = document.addressOf?.(place.definition, place.owner);
  const known = knownKeys(place);
  const strange = place.unknown.filter((name) => nearest(name, known) === undefined && unseenHelp(name).length === 0);
  const [first] = strange;
  const names = place.unknown.filter((name) => name === first || !strange.includes(name));
  const values = place.errors.filter(({ params }) => !KEYS.some((param) => param in params));
  const value = values.find(({ keyword }) => keyword === "type") ?? values[0];
  return [
    ...names.map((name) => unknownKey(place, name === first ? strange : [name], document, address)),
    ...(place.missing.length === 0 ? [] : [missingKeys(place, document, address)]),
    ...(value === undefined ? [] : [wrongValue(place, value, document, address)]),
  ];
}

const KEYS = ["additionalProperty", "propertyName", "missingProperty"];

function unknownKey(
  place: Place,
  names: readonly string[],
  { advise }: DocumentSchema,
  address: Address | undefined,
): Diagnostic {
  const { part, pointer, definition, root } = place;
  const [name = ""] = names;
  const span = sourceOf(root).locate(`${pointer}${pointerTo(name)}`, "key");
  const known = knownKeys(place);
  const advice = advise?.({
    definition,
    names: [...place.names, name],
    keyword: "additionalProperties",
    part: memberNamed(part, name)?.value ?? part,
  });
  const isFree = known.length === 0;
  const what = pointer === "" ? "key" : "field";
  const label = isFree
    ? `${quoted(name)} cannot be a name here`
    : `${ownerOf(place)} has no ${what}${names.length > 1 ? "s" : ""} ${both(names.map((each) => `"${each}"`))}`;
  const isMisplaced = place.misplaced.includes(name);
  const column = "indent it like the other keys of the element above";
  const all = isMisplaced ? column : isFree ? "use letters, digits and _ . ~ - only" : `it has ${both(known)}`;
  const near = isMisplaced ? [] : [...unseenHelp(name), ...didYouMean(name, known)];
  const help = advice?.help ?? near[0] ?? all;
  const code = isFree ? "invalid-value" : pointer === "" ? "unknown-key" : "unknown-field";
  return problemAt(advice?.code ?? code, span, advice?.label ?? label, { address, help: [help] });
}

function missingKeys(place: Place, { advise }: DocumentSchema, address: Address | undefined): Diagnostic {
  const { part, pointer, root, definition, missing, schema } = place;
  const [name = ""] = missing;
  const members = part.type === "map" ? part.members : [];
  const [only] = members;
  // A definition that is nothing but an id is meant as a reference.
  const isReference = members.length === 1 && only?.value.type === "scalar" && Array.isArray(schema.anyOf);
  const advice = advise?.({ definition, names: [...place.names, name], keyword: "required", part })?.help;
  const help = isReference
    ? `to name ${ownerOf(place)} that is defined elsewhere, write its id alone: ${writtenText(only.value)}`
    : (advice ?? `write ${both(missing.map((each) => `${each}: …`))}`);
  const span = members.length > 0 || pointer === "" ? startSpan(part) : sourceOf(root).locate(pointer, "key");
  const label = `${ownerOf(place)} needs ${both(missing.map((each) => `"${each}"`))}`;
  return problemAt("missing-field", span, label, { address, help: [help] });
}

function wrongValue(
  place: Place,
  error: SchemaError,
  { advise, secret }: DocumentSchema,
  address: Address | undefined,
): Diagnostic {
  const { part, pointer, root, names, definition, schema, meant } = place;
  const name = names.at(-1) ?? "";
  const { keyword } = error;
  if (keyword === "uniqueItems") return repeatedElement(place, error, address);
  const isElement = /^\d+$/.test(name);
  const isBeginning = pointer === "" || (isElement && part.type === "map");
  const half = part.type === "map" ? "key" : "value";
  const span = isBeginning ? startSpan(part) : sourceOf(root).locate(pointer, half);
  const text = part.type === "scalar" && typeof part.value === "string" ? part.value : undefined;
  const id = keyword === "pattern" && meant.pattern === ID_PATTERN ? invalidId(text ?? "") : undefined;
  const expected =
    keyword === "oneOf" ? choiceWords(schema) : expectedWords(keyword === "pattern" ? meant : schema, keyword);
  const found = secret?.test(name) === true ? "another value" : foundWords(part, keyword, typesOf(schema));
  const label = `${pointer === "" ? "" : `${valueWords(names, schema)}: `}expected ${expected}, found ${found}`;
  const advice = advise?.({ definition, names, keyword, part });
  const help = advice?.help ?? id?.help ?? valueHelp(part, schema);
  const isEmpty = part.type === "scalar" && (part.value === null || part.value === "" || text?.trim() === "");
  const code = CODES_OF[keyword] ?? (id === undefined ? "invalid-value" : "invalid-id");
  const isMissing = isEmpty && names.length > 2 && !isElement;
  return problemAt(advice?.code ?? (isMissing ? "missing-field" : code), span, advice?.label ?? id?.label ?? label, {
    address,
    help: help === undefined ? [] : [help],
  });
}

const CODES_OF: Readonly<Record<string, DiagnosticCode>> = {
  type: "wrong-type",
  anyOf: "wrong-type",
  minimum: "out-of-range",
  maximum: "out-of-range",
  maxLength: "too-long",
  maxItems: "too-long",
  maxProperties: "out-of-range",
  minLength: "missing-field",
  minItems: "missing-field",
  minProperties: "missing-field",
};

function repeatedElement({ part, names }: Place, { params }: SchemaError, address: Address | undefined): Diagnostic {
  const { i, j } = params as { readonly i: number; readonly j: number };
  const [first, second] = [Math.min(i, j), Math.max(i, j)].map((index) => partAt(part, `/${index}`)) as [Part, Part];
  const label = `${writtenText(second)} is in "${names.at(-1)}" twice`;
  const others = [{ span: spanOf(first), text: "first given here" }];
  return problemAt("duplicate-member", spanOf(second), label, { address, others, help: ["delete one of the two"] });
}

/** What a value is called: its key, or what it is an element of. */
function valueWords(names: readonly string[], schema: JsonObject): string {
  const [outer, name] = [names.at(-2), names.at(-1)];
  if (name === undefined) return typeof schema.title === "string" ? withArticle(schema.title) : "the file";
  return /^\d+$/.test(name) && outer !== undefined ? `an element of "${outer}"` : `"${name}"`;
}

/** What lacks a key or has one too many. */
function ownerOf({ meant, names, schema }: Place): string {
  return typeof meant.title === "string" ? withArticle(meant.title) : valueWords(names, schema);
}

/** What a schema allows, in a few words. A limit of lengths is named where it is what is broken. */
function expectedWords(schema: JsonObject, keyword: string): string {
  const { title, patternErrorMessage } = schema;
  if (schema.pattern === ID_PATTERN) return "a custom_id (a string)";
  if (Array.isArray(schema.anyOf)) {
    const sides = (schema.anyOf as readonly JsonObject[]).filter(({ type }) => type !== "null");
    return oneOf(sides.map((side) => expectedWords(side, keyword)));
  }
  if (schema.const !== undefined) return typeof schema.const === "string" ? `"${schema.const}"` : String(schema.const);
  if (Array.isArray(schema.enum)) {
    const values = (schema.enum as readonly Json[]).filter((value) => value !== null);
    return oneOf(values.map((value) => `"${String(value)}"`));
  }
  const isForm = typeof patternErrorMessage === "string" && (keyword === "pattern" || schema.maxLength === undefined);
  if (isForm && title === undefined) return patternErrorMessage;
  const types = oneOf([...typesOf(schema)].filter((type) => type !== "null").map((type) => TYPES[type] ?? type));
  if (typeof title === "string") return `${withArticle(title)} (${types})`;
  const { minimum, maximum } = schema as Readonly<Record<string, number | undefined>>;
  const limit = LENGTHS[keyword];
  const length = limit === undefined ? "" : ` ${limit.replace("N", inDigits(Number(schema[keyword])))}`;
  if (minimum === undefined || minimum === Number.MIN_SAFE_INTEGER) return `${types}${length}`;
  return maximum === undefined ? `${types} of at least ${minimum}` : `${types} from ${minimum} to ${inDigits(maximum)}`;
}

const LENGTHS: Readonly<Record<string, string>> = {
  maxLength: "of at most N characters",
  minLength: "that is not blank",
  maxItems: "of at most N elements",
  minItems: "of at least N element",
  maxProperties: "of at most N keys",
  minProperties: "of at least N key",
};

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
};

/** Keys of which exactly one must be given. */
function choiceWords({ oneOf: sides }: JsonObject): string {
  const names = (Array.isArray(sides) ? (sides as readonly JsonObject[]) : []).flatMap(
    ({ required }) => required as readonly string[],
  );
  return `exactly one of ${both(names.map((name) => `"${name}"`))}`;
}

function foundWords(part: Part, keyword: string, expected: ReadonlySet<string>): string {
  if (keyword === "oneOf" && part.type === "map") {
    return part.members.length === 0 ? "none" : both(part.members.map(({ name }) => `"${name}"`));
  }
  if (keyword === "maxItems" && part.type === "list") return inDigits(part.elements.length);
  if (keyword === "maxProperties" && part.type === "map") return inDigits(part.members.length);
  const isEmpty = keyword === "minProperties" || keyword === "minItems";
  if (isEmpty) return `an empty ${part.type === "list" ? "list" : "mapping"}`;
  if (part.type !== "scalar" || part.value === null) return describe(part);
  if (keyword === "maxLength") return inDigits([...String(part.value)].length);
  if (typeof part.value === "string") return part.value.trim() === "" ? "a blank text" : quoted(part.value);
  const written = writtenText(part);
  const text = written.length > 40 ? `${written.slice(0, 37)}…` : written;
  return expected.has("string") ? `${describe(part).replace(/^a /, "the ")} ${text}` : text;
}

/** What to write instead. */
function valueHelp(part: Part, schema: JsonObject): string | undefined {
  const types = typesOf(schema);
  const isNothing = part.type === "scalar" && part.value === null;
  if (isNothing) return "write a value";
  if (part.type !== "scalar") {
    if (types.has("array")) return 'begin each element with "- "';
    return isJsonObject(schema.properties) ? keysHelp(schema) : undefined;
  }
  const { value } = part;
  if (isJsonObject(schema.properties) && !types.has("string")) return keysHelp(schema);
  if (typeof value !== "string") {
    return acceptsText(schema)
      ? `quote it: "${writtenText(part)}"`
      : types.has("array")
        ? `write a list: [${writtenText(part)}]`
        : undefined;
  }
  const choices = choicesOf(schema);
  if (choices.length > 0) return didYouMean(value, choices)[0];
  if (types.has("array") && !types.has("string")) return `write a list: [${writtenText(part)}]`;
  if (types.has("boolean")) {
    const meant = /^(?:true|yes|on|1)$/i.test(value)
      ? "true"
      : /^(?:false|no|off|0)$/i.test(value)
        ? "false"
        : "true or false";
    return `write ${meant}, without quotes`;
  }
  const isNumber = (types.has("integer") || types.has("number")) && /^-?[0-9]+$/.test(value);
  return isNumber ? `write ${value}, without quotes` : undefined;
}

function keysHelp({ properties }: JsonObject): string {
  return `it has the keys ${both(Object.keys(properties as JsonObject))}`;
}

/** Whether any text would do, apart from its form. */
function acceptsText(schema: JsonObject): boolean {
  return typesOf(schema).has("string") && choicesOf(schema).length === 0;
}

function choicesOf(schema: JsonObject): readonly string[] {
  const sides = Array.isArray(schema.anyOf) ? (schema.anyOf as readonly JsonObject[]) : [schema];
  return sides
    .flatMap((side) => [...(Array.isArray(side.enum) ? side.enum : []), side.const ?? null])
    .filter((value) => typeof value === "string");
}

/** Why a text cannot be a `custom_id` (docs/service.md#common-properties). */
export function invalidId(id: string): { readonly label: string; readonly help: string } {
  const rule = "an id has 1 to 255 letters, digits and _ . ~ - only";
  if (markOf(id) !== undefined) {
    return { label: `${quoted(id)} is reserved: laurel uses such ids during an apply`, help: "choose another id" };
  }
  const strange = [...new Set(id.match(/[^A-Za-z0-9_.~-]/gu) ?? [])];
  if (strange.length === 0) {
    const why =
      id.length > 255 ? `the id has ${id.length} characters, and 255 is the limit` : `${quoted(id)} cannot be an id`;
    return { label: why, help: id.startsWith(".") ? `"${id}" means a folder in a URL` : rule };
  }
  const shown = strange.slice(0, 5).map((character) => (character === " " ? "a space" : `"${character}"`));
  const plain = id
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9_.~-]+/g, "-");
  const example = plain.replaceAll(/^-+|-+$/g, "").slice(0, 60);
  return {
    label: `an id cannot contain ${both(shown)}`,
    help: example === "" ? rule : `${rule}, for example "${example}"`,
  };
}

/** The keys that a mapping at the place can have; none where they are free. */
function knownKeys({ meant }: Place): readonly string[] {
  if (isJsonObject(meant.properties)) return Object.keys(meant.properties);
  const names = isJsonObject(meant.propertyNames) ? meant.propertyNames.enum : undefined;
  return Array.isArray(names) ? (names as readonly string[]) : [];
}

/** Follows a pointer through the parts and the schema together. */
function placeAt(pointer: Pointer, root: Part, whole: JsonObject): Located {
  const names = namesOf(pointer);
  let [part, schema] = [root, whole];
  let around = { definition: "", owner: root };
  const enter = (): JsonObject => {
    const { schema: meant, name } = meantBy(schema, part, whole);
    if (name !== undefined) around = { definition: name, owner: part };
    return meant;
  };
  let meant = enter();
  for (const name of names) {
    const next = part.type === "list" ? part.elements[Number(name)] : memberNamed(part, name)?.value;
    if (next === undefined) break;
    const { properties } = meant;
    const inner = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const found = inner ?? (part.type === "list" ? meant.items : meant.additionalProperties);
    [part, schema] = [next, isJsonObject(found) ? found : {}];
    meant = enter();
  }
  return { pointer, names, root, part, schema: resolved(schema, whole), meant, ...around };
}

/** A schema with the name that a reference gives it. */
interface NamedSchema {
  readonly schema: JsonObject;
  readonly name?: string;
}

/** The schema that a reference leads to; another one as it is. */
function followed(schema: JsonObject, whole: JsonObject): NamedSchema {
  const [first = schema] = Array.isArray(schema.allOf) ? (schema.allOf as readonly JsonObject[]) : [];
  if (typeof first.$ref !== "string") return { schema };
  const path = namesOf(first.$ref.slice(1));
  const target = path.reduce<Json | undefined>((at, name) => (isJsonObject(at) ? at[name] : undefined), whole);
  return { schema: isJsonObject(target) ? target : {}, name: path.at(-1) ?? "" };
}

/** The schema with what its references lead to. */
function resolved(schema: JsonObject, whole: JsonObject): JsonObject {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return followed(schema, whole).schema;
  return { ...schema, anyOf: (anyOf as readonly JsonObject[]).map((side) => followed(side, whole).schema) };
}

/** The schema behind references, and of alternatives the one for the type of the value. */
function meantBy(schema: JsonObject, part: Part, whole: JsonObject): NamedSchema {
  if (!Array.isArray(schema.anyOf)) return followed(schema, whole);
  const type = typeOf(part);
  const sides = (schema.anyOf as readonly JsonObject[]).map((side) => followed(side, whole));
  return sides.find((side) => acceptsType(side.schema, type)) ?? { schema };
}

function acceptsType(schema: JsonObject, type: string): boolean {
  const types = typesOf(schema);
  return types.has(type) || (type === "number" && types.has("integer"));
}

function typeOf(part: Part): string {
  if (part.type !== "scalar") return part.type === "list" ? "array" : "object";
  return part.value === null ? "null" : typeof part.value === "object" ? "number" : typeof part.value;
}

/** The types of JSON that a schema names. */
function typesOf(schema: JsonObject): ReadonlySet<string> {
  const sides = Array.isArray(schema.anyOf) ? (schema.anyOf as readonly JsonObject[]) : [schema];
  return new Set(
    sides.flatMap(
      ({ type, const: only }) => [type ?? (only === undefined ? [] : typeof only)].flat() as readonly string[],
    ),
  );
}
