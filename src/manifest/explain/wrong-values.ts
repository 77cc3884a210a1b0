/** Explains values that a schema does not accept: what was expected, what was found, and what to write. */
import { isJsonObject, type JsonObject } from "../../model/json.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { DocumentSchema, SchemaError } from "../checks.ts";
import type { Explanation } from "../editor-words.ts";
import { jsonOf, type Part, writtenText } from "../parts.ts";
import { ID_PATTERN } from "../schema.ts";
import { both, oneOf } from "../wording.ts";
import { idHelp } from "./id-help.ts";
import { isElement, type Place, schemaOf } from "./places.ts";
import { choicesOf, expectedWords, fixOf, foundWords, KEYWORDS, typesOf, valueWords } from "./words.ts";

/** Explains the value at a place by one of its errors. */
export function explainWrongValue(place: Place, error: SchemaError, { secret }: DocumentSchema): Explanation {
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
