/**
 * Checks a document against its JSON Schema and explains what is wrong: what was expected and what was found, at its
 * place, with one fix. Every file that people write is explained here. `points: "30"` of an achievement becomes
 * `"points": expected a whole number from 0 to 10,000, found "30"`, with the help `write 30, without quotes`. What only the
 * subject knows is said in the schema, by the keywords that begin with `x-` (editor-words.ts).
 */
import type { DiagnosticCode } from "../model/codes.ts";
import { grouped } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { canonicalNumbers, isJsonObject, isNumber, type Json, type JsonObject } from "../model/json.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Pointer, Span } from "../model/model.ts";
import { didYouMean, nearest } from "../model/nearest.ts";
import { type Checks, errorsIn, type SchemaError } from "./checks.ts";
import type { Explanation } from "./editor-words.ts";
import { jsonOf, namesOf, type Part, partAt, pointerTo, sourceOf, startSpan, writtenText } from "./parts.ts";
import { ID_PATTERN } from "./schema.ts";
import { both, counted, inDigits, oneOf, problemAt, quoted, shortened, unseenHelp, withArticle } from "./wording.ts";

/** A schema that documents are checked by. */
export interface DocumentSchema {
  readonly checks: Checks;
  /** The name of the schema among the checks. */
  readonly key: string;
  /** Keys that are never written in the file. Values under keys with such a name are not repeated. */
  readonly secret?: { readonly keys: RegExp; readonly help: string };
  /** The address of the resource that a pointer leads into. */
  readonly addressOf?: (root: Part, pointer: Pointer) => Address | undefined;
}

/** Everything that is wrong with a document, one diagnostic for each mistake. */
export function checkDocument(root: Part, document: DocumentSchema): readonly Diagnostic[] {
  const all = errorsIn(document.checks, document.key, canonicalNumbers(jsonOf(root)));
  if (all.length === 0) return [];
  const errors = all.slice(0, MOST_EXPLAINED);
  const problems = rootCauses(placesOf(errors, root)).flatMap((place) => explain(place, root, document));
  // A value that aliases repeat is wrong once.
  const keyOf = ({ primary, code, detail }: Diagnostic): string => `${primary?.span.start.offset} ${code} ${detail}`;
  const explained = [...new Map(problems.map((problem) => [keyOf(problem), problem])).values()];
  if (all.length === errors.length) return explained;
  const rest = `what is wrong from here on is not listed: ${inDigits(errors.length)} mistakes are enough`;
  const [last] = explained.slice(-1);
  return [...explained, problemAt("more-problems", last?.primary?.span ?? startSpan(root), { label: rest })];
}

/** Errors of a document that are looked at; one mistake can make several. Beyond that, it is no manifest with mistakes. */
const MOST_EXPLAINED = 10_000;

/** A value with all that is wrong right there. */
interface Place {
  readonly pointer: Pointer;
  readonly names: readonly string[];
  readonly part: Part;
  /** Whether the schema has alternatives for the value, such as an id or a definition. */
  readonly isChoice: boolean;
  /** Errors about the value itself. */
  readonly errors: readonly SchemaError[];
  /** Of a mapping: its schema, keys that it does not have, and keys that it needs. */
  readonly schema: JsonObject;
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
}

/** Errors by which a value is none of the alternatives. Any other error says which alternative is meant. */
const NO_ALTERNATIVE: ReadonlySet<string> = new Set(["type", "const", "enum"]);

function placesOf(errors: readonly SchemaError[], root: Part): readonly Place[] {
  // The sides of `oneOf` are explained by the `oneOf` itself, a bad name by `propertyNames`.
  const deepest = errors.filter(
    ({ schemaPath, propertyName }) => !/oneOf\/\d/.test(schemaPath) && propertyName === undefined,
  );
  const withInner = new Set(deepest.map(({ instancePath }) => instancePath).flatMap(ancestorsOf));
  return [...grouped(deepest, ({ instancePath }) => instancePath)].map(([pointer, all]) => {
    const rest = all.filter(({ keyword }) => keyword !== "anyOf");
    const isChoice = rest.length < all.length;
    const meant = rest.filter(({ keyword }) => !NO_ALTERNATIVE.has(keyword));
    const kept = isChoice && (meant.length > 0 || withInner.has(pointer)) ? meant : rest;
    const namesIn = (param: string): readonly string[] =>
      kept.flatMap(({ params }) => (params as Readonly<Record<string, string | undefined>>)[param] ?? []);
    const unknown = [...new Set([...namesIn("additionalProperty"), ...namesIn("propertyName")])];
    const missing = unknown.length > 0 ? [] : [...new Set(namesIn("missingProperty"))];
    const others = unknown.length > 0 ? [] : kept.filter(({ keyword }) => !ABOUT_KEYS.has(keyword));
    const schema = schemaOf(kept.find(({ keyword }) => ABOUT_KEYS.has(keyword)));
    const part = partAt(root, pointer);
    return { pointer, names: namesOf(pointer), part, isChoice, schema, errors: others, unknown, missing };
  });
}

const ABOUT_KEYS: ReadonlySet<string> = new Set(["additionalProperties", "propertyNames", "required"]);

/** The schema that has the broken keyword. */
function schemaOf(error: SchemaError | undefined): JsonObject {
  return (error?.parentSchema ?? {}) as JsonObject;
}

function ancestorsOf(pointer: Pointer): readonly Pointer[] {
  const names = pointer.split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}

/** One mistake, one place: what follows from another mistake is left out. */
function rootCauses(places: readonly Place[]): readonly Place[] {
  const unknownAt = new Map(places.map(({ pointer, unknown }) => [pointer, unknown]));
  // A value that goes on in the next line has taken the key of that line with it.
  const goesOn = ({ part }: Place): boolean => part.type === "scalar" && /^[^"'|>][^\n]*\n/.test(writtenText(part));
  const swallowing = new Set(places.filter(goesOn).map(({ pointer }) => ancestorsOf(pointer).at(-1)));
  const seen = new Set<string>();
  return places.map((place) => {
    const foreign = strangeKeys(place);
    // Elements with the same strange keys are under the wrong key, all of them.
    const strange = `${ancestorsOf(place.pointer).at(-1)} ${foreign.join(" ")}`;
    const isRepeated = foreign.length > 1 && seen.has(strange);
    seen.add(strange);
    const unknown = place.unknown.filter((name) => !isRepeated || !foreign.includes(name));
    // What is missing is under another name, or in another column: there it is a key of an outer mapping.
    const outer = new Set(ancestorsOf(place.pointer).flatMap((pointer) => unknownAt.get(pointer) ?? []));
    const missing = place.missing.filter((name) => !outer.has(name) && !swallowing.has(place.pointer));
    return { ...place, unknown, missing };
  });
}

/** Unknown keys that are not one of the known ones misspelt. */
function strangeKeys(place: Place): readonly string[] {
  const known = knownKeys(place);
  return place.unknown.filter((name) => nearest(name, known) === undefined && unseenHelp(name).length === 0);
}

function explain(place: Place, root: Part, document: DocumentSchema): readonly Diagnostic[] {
  const { pointer, part, missing } = place;
  const address = document.addressOf?.(root, pointer);
  const locate = sourceOf(root).locate;
  const problem = (span: Span, { code, label, help }: Explanation): Diagnostic =>
    problemAt(code, span, { label, address, help: help === undefined ? [] : [help] });
  const [first, ...rest] = strangeKeys(place);
  const problems = place.unknown
    .filter((name) => !rest.includes(name))
    .map((name) => {
      const explanation = unknownKey(place, name, document);
      const more = name === first && rest.length > 0 ? `, and ${counted(rest.length, "more unknown key")}` : "";
      const span = locate(`${pointer}${pointerTo(name)}`, "key");
      return problem(span, { ...explanation, label: `${explanation.label}${more}` });
    });
  if (missing.length > 0) {
    const isStart = pointer === "" || (part.type === "map" && part.members.length > 0);
    const label = `${ownerOf(place)} needs ${both(missing.map((name) => `"${name}"`))}`;
    const span = isStart ? startSpan(part) : locate(pointer, "key");
    problems.push(problem(span, { code: "missing-field", label, help: missingHelp(place) }));
  }
  const error = place.errors.find(({ keyword }) => keyword === "type") ?? place.errors[0];
  if (error !== undefined) {
    const isStart = pointer === "" || (isElement(place) && part.type === "map");
    const span = isStart ? startSpan(part) : locate(pointer, part.type === "map" ? "key" : "value");
    problems.push(problem(span, wrongValue(place, error, document)));
  }
  return problems;
}

function unknownKey(place: Place, name: string, { secret }: DocumentSchema): Explanation {
  if (secret?.keys.test(name) === true) {
    return { code: "unknown-field", label: "a token is never written in a file", help: secret.help };
  }
  const messages = (place.schema["x-keys"] ?? {}) as unknown as Readonly<Record<string, Explanation>>;
  if (Object.hasOwn(messages, name)) return messages[name] as Explanation;
  const known = knownKeys(place);
  const [near] = [...unseenHelp(name), ...didYouMean(name, known)];
  if (known.length === 0) {
    const help = near ?? "use letters, digits and _ . ~ - only";
    return { code: "invalid-value", label: `${quoted(name)} cannot be a name here`, help };
  }
  const [code, what] = place.pointer === "" ? (["unknown-key", "key"] as const) : (["unknown-field", "field"] as const);
  return { code, label: `${ownerOf(place)} has no ${what} "${name}"`, help: near ?? `it has ${both(known)}` };
}

function missingHelp({ part, isChoice, missing, schema, ...place }: Place): string {
  const [only, another] = part.type === "map" ? part.members : [];
  // A definition that is nothing but an id is meant as a reference.
  if (isChoice && only?.value.type === "scalar" && another === undefined) {
    const owner = ownerOf({ schema, ...place });
    return `to name ${owner} that is defined elsewhere, write its id alone: ${writtenText(only.value)}`;
  }
  const [name = "", more] = missing;
  const fix = isJsonObject(schema.properties) && more === undefined ? fixOf(schema.properties[name]) : undefined;
  return fix ?? `write ${both(missing.map((name) => `${name}: …`))}`;
}

/** What to write for a value, as its schema says. */
function fixOf(schema: Json | undefined): string | undefined {
  return isJsonObject(schema) && typeof schema["x-fix"] === "string" ? schema["x-fix"] : undefined;
}

function wrongValue(place: Place, error: SchemaError, { secret }: DocumentSchema): Explanation {
  const { part, names } = place;
  const { keyword } = error;
  const schemas = (place.isChoice ? place.errors : [error]).map(schemaOf);
  const isId = keyword === "pattern" && schemaOf(error).pattern === ID_PATTERN;
  const expected = [...new Set(schemas.flatMap((schema) => expectedWords(schema, keyword)))];
  const actual = secret?.keys.test(names.at(-1) ?? "") === true ? "another value" : foundWords(part, keyword);
  const label = `${place.pointer === "" ? "" : `${valueWords(place)}: `}expected ${oneOf(expected)}, found ${actual}`;
  const isEmpty = part.type === "scalar" && String(part.value ?? "").trim() === "";
  const isMissing = isEmpty && names.length > 2 && !isElement(place);
  const help = isId
    ? idHelp(String(jsonOf(part)))
    : (schemas.map(fixOf).find((fix) => fix !== undefined) ?? valueHelp(part, schemas));
  return {
    code: isMissing ? "missing-field" : isId ? "invalid-id" : (KEYWORDS[keyword]?.code ?? "invalid-value"),
    label,
    help,
  };
}

/** What each broken keyword means: the code, and for limits of length, the limit N in words. */
const KEYWORDS: Readonly<Record<string, { readonly code: DiagnosticCode; readonly limit?: string }>> = {
  type: { code: "wrong-type" },
  minimum: { code: "out-of-range" },
  maximum: { code: "out-of-range" },
  maxLength: { code: "too-long", limit: "of at most N characters" },
  maxItems: { code: "too-long", limit: "of at most N elements" },
  maxProperties: { code: "out-of-range", limit: "of at most N keys" },
  minLength: { code: "missing-field", limit: "that is not blank" },
  minItems: { code: "missing-field", limit: "of at least N element" },
  minProperties: { code: "missing-field", limit: "of at least N key" },
  uniqueItems: { code: "duplicate-member", limit: "without repetition" },
};

function isElement({ names }: Pick<Place, "names">): boolean {
  return names.length > 1 && /^\d+$/.test(names.at(-1) ?? "");
}

/** What a value is called: its key, or what it is an element of. */
function valueWords({ names }: Pick<Place, "names">): string {
  return isElement({ names }) ? `an element of "${names.at(-2)}"` : `"${names.at(-1) ?? "the file"}"`;
}

/** What lacks a key or has one too many. */
function ownerOf({ schema, names }: Pick<Place, "schema" | "names">): string {
  return typeof schema.title === "string" ? withArticle(schema.title) : valueWords({ names });
}

/** What a schema allows, in a few words; nothing for `null`. A limit of lengths is named where it is what is broken. */
function expectedWords(schema: JsonObject, keyword: string): readonly string[] {
  const { title, patternErrorMessage, minimum, maximum } = schema;
  const choices = choicesOf(schema);
  if (choices.length > 0) return choices.map((value) => (typeof value === "string" ? `"${value}"` : String(value)));
  if (keyword === "oneOf") {
    const sides = schema.oneOf as unknown as readonly { readonly required: readonly string[] }[];
    return [`exactly one of ${both(sides.flatMap(({ required }) => required.map((name) => `"${name}"`)))}`];
  }
  const types = oneOf(typesOf(schema).flatMap((type) => (type === "null" ? [] : (TYPES[type] ?? type))));
  if (types === "") return [];
  const isForm = keyword === "pattern" || (schema.maxLength === undefined && schema.pattern !== ID_PATTERN);
  if (typeof patternErrorMessage === "string" && isForm) return [patternErrorMessage];
  const name = schema.pattern === ID_PATTERN ? "custom_id" : title;
  if (typeof name === "string") return [`${withArticle(name)} (${types})`];
  const limit = KEYWORDS[keyword]?.limit?.replace("N", inDigits(Number(schema[keyword])));
  if (limit !== undefined) return [`${types} ${limit}`];
  if (minimum === undefined || minimum === Number.MIN_SAFE_INTEGER) return [types];
  const most = maximum === undefined ? undefined : inDigits(Number(maximum));
  return [`${types} ${most === undefined ? `of at least ${minimum}` : `from ${minimum} to ${most}`}`];
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
};

/** A value as it was found. What is too long or too many is counted; where the type is wrong, it is named. */
function foundWords(part: Part, keyword: string): string {
  if (keyword === "uniqueItems") return "an element twice";
  if (part.type !== "scalar") {
    const names = part.type === "map" ? part.members.map(({ name }) => `"${name}"`) : part.elements;
    if (keyword.startsWith("max")) return inDigits(names.length);
    if (keyword === "oneOf" && names.length > 0) return both(names as readonly string[]);
    return `${names.length === 0 ? "an empty" : "a"} ${part.type === "list" ? "list" : "mapping"}`;
  }
  const { value } = part;
  if (value === null) return "nothing";
  if (keyword === "maxLength") return inDigits([...String(value)].length);
  if (typeof value === "string") return value.trim() === "" ? "a blank text" : quoted(value);
  const type = isNumber(value) ? "the number" : "the boolean";
  return keyword === "type" ? `${type} ${shortened(writtenText(part))}` : shortened(writtenText(part));
}

/** What to write instead. */
function valueHelp(part: Part, schemas: readonly JsonObject[]): string | undefined {
  const types = new Set(schemas.flatMap(typesOf));
  const choices = schemas.flatMap(choicesOf).filter((value) => typeof value === "string");
  const mapping = schemas.find(({ properties }) => isJsonObject(properties));
  const value = part.type === "scalar" ? part.value : undefined;
  if (value === null) return "write a value";
  if (part.type === "map" && types.has("array")) return 'begin each element with "- "';
  if (mapping !== undefined && !types.has("string")) {
    return `it has the keys ${both(Object.keys(mapping.properties as JsonObject))}`;
  }
  if (value === undefined) return undefined;
  const [near] = typeof value === "string" ? didYouMean(value, choices) : [];
  if (near !== undefined) return near;
  if (typeof value !== "string" && types.has("string") && choices.length === 0)
    return `quote it: "${writtenText(part)}"`;
  if (types.has("array") && !types.has("string")) return `write a list: [${writtenText(part)}]`;
  if (typeof value !== "string") return undefined;
  if (types.has("boolean")) return "write true or false, without quotes";
  const isNumeral = (types.has("integer") || types.has("number")) && /^-?[0-9]+$/.test(value);
  return isNumeral ? `write ${value}, without quotes` : undefined;
}

/** The types of JSON that a schema names. */
function typesOf({ type, const: only }: JsonObject): readonly string[] {
  return [type ?? (only === undefined ? [] : typeof only)].flat() as readonly string[];
}

/** The values that a schema lists. */
function choicesOf({ enum: values, const: only }: JsonObject): readonly Json[] {
  return only === undefined ? ((values ?? []) as readonly Json[]) : [only];
}

/** What to write in place of a text that cannot be a `custom_id` (docs/service.md#common-properties). */
export function idHelp(id: string): string {
  if (markOf(id) !== undefined) return "choose another id; laurel uses such ids during an apply";
  if (/^\.+$/.test(id)) return `"${id}" means a folder in a URL`;
  const plain = id.normalize("NFD").replaceAll(/\p{M}/gu, "");
  const example = plain.replaceAll(/[^A-Za-z0-9_.~-]+/g, "-").replaceAll(/^[-.]+|-+$/g, "");
  const rule = "use letters, digits and _ . ~ - only";
  return id.startsWith(example) ? rule : `${rule}, for example "${example.slice(0, 60)}"`;
}

/** The keys that a mapping can have; none where they are free. */
function knownKeys({ schema: { properties, propertyNames } }: Place): readonly string[] {
  if (isJsonObject(properties)) return Object.keys(properties);
  const names = isJsonObject(propertyNames) ? propertyNames.enum : undefined;
  return Array.isArray(names) ? (names as readonly string[]) : [];
}
