/** What the JSON Schema of scenarios found wrong with a file, in sentences, at the right place. */

import { namesOf, type Part, partAt, pointerTo, sourceOf, startSpan, writtenText } from "../../manifest/parts.ts";
import { problemAt } from "../../manifest/problem.ts";
import { both, describe, either, quoted, unseenHelp } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { isJsonObject, isNumber, type Json, wholeNumber } from "../../model/json.ts";
import type { Pointer, Span } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { SchemaError } from "../../model/schema/checks.ts";
import { scenariosSchema } from "./scenarios-schema.ts";

/** The errors as problems, one for each mistake. */
export function explainShape(root: Part, errors: readonly SchemaError[]): readonly Diagnostic[] {
  const kept = new Map<string, SchemaError>();
  const misspelt = new Set(
    errors.flatMap(({ keyword, instancePath }) => (keyword === "additionalProperties" ? [instancePath] : [])),
  );
  for (const error of errors) {
    // The sides of `oneOf` are explained by the `oneOf` itself, and a misspelt member is the one that is missing.
    if (/\/oneOf\/\d/.test(error.schemaPath)) continue;
    if ((error.keyword === "oneOf" || error.keyword === "required") && misspelt.has(error.instancePath)) continue;
    const { additionalProperty, missingProperty } = error.params as Record<string, string | undefined>;
    const place = `${error.instancePath} ${additionalProperty ?? missingProperty ?? ""}`;
    if (!kept.has(place) || error.keyword === "type") kept.set(place, error);
  }
  return [...kept.values()].map((error) => explain(root, error));
}

function explain(root: Part, error: SchemaError): Diagnostic {
  const { instancePath } = error;
  const { additionalProperty, missingProperty } = error.params as Record<string, string | undefined>;
  if (additionalProperty !== undefined) {
    const span = sourceOf(root).locate(`${instancePath}${pointerTo(additionalProperty)}`, "key");
    return unknownMember(span, additionalProperty, knownMembers(instancePath));
  }
  if (missingProperty !== undefined) {
    const label = `${WHAT[missingProperty] ?? "this"} needs "${missingProperty}"`;
    return problemAt("missing-field", spanAt(root, instancePath), label);
  }
  return explainValue(spanAt(root, instancePath), wordsFor(namesOf(instancePath)), partAt(root, instancePath), error);
}

/** The span of the value; of a mapping only its beginning, which would otherwise be many lines. */
function spanAt(root: Part, pointer: Pointer): Span {
  const part = partAt(root, pointer);
  return part.type === "map" ? startSpan(part) : sourceOf(root).locate(pointer, "value");
}

/** Who it is that lacks a member. */
const WHAT: Readonly<Record<string, string>> = {
  scenarios: "a file of scenarios",
  name: "a scenario",
  steps: "a scenario",
  leaderboard: "a ranking",
  step: "the place of an achievement",
};

function unknownMember(span: Span, name: string, known: readonly string[]): Diagnostic {
  const help = [...unseenHelp(name), ...didYouMean(name, known)];
  return problemAt("unknown-field", span, `nothing is called ${quoted(name)} here`, {
    help: help.length > 0 ? help : [`there can be ${both(known)}`],
  });
}

/** The members that the schema knows at a place in a file. */
function knownMembers(pointer: Pointer): readonly string[] {
  let here: Json | undefined = scenariosSchema;
  for (const name of namesOf(pointer)) {
    const inner: Json | undefined = memberOf(here, "properties");
    here = resolved(memberOf(inner, name) ?? memberOf(here, "items") ?? memberOf(here, "additionalProperties"));
  }
  const properties = memberOf(here, "properties");
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

function resolved(schema: Json | undefined): Json | undefined {
  const all = memberOf(schema, "allOf");
  const reference = memberOf(Array.isArray(all) ? (all as readonly Json[])[0] : schema, "$ref");
  if (typeof reference !== "string") return schema;
  return namesOf(reference.slice(1)).reduce<Json | undefined>(memberOf, scenariosSchema);
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** What a value is called: the last name on the way to it, or what it is an element of. */
function wordsFor(names: readonly string[]): string {
  const [outer, name] = [names.at(-2), names.at(-1)];
  if (name === undefined) return "a file of scenarios";
  return /^\d+$/.test(name) && outer !== undefined ? (ELEMENTS[outer] ?? `an element of "${outer}"`) : `"${name}"`;
}

const ELEMENTS: Readonly<Record<string, string>> = {
  scenarios: "a scenario",
  steps: "a step",
  rankings: "a ranking",
};

function explainValue(span: Span, shown: string, part: Part, error: SchemaError): Diagnostic {
  const params = error.params as { allowedValues?: readonly string[]; limit?: number; type?: string | string[] };
  const written = writtenText(part);
  switch (error.keyword) {
    case "type": {
      const types = [params.type ?? []].flat();
      const isPlain = part.type === "scalar" && part.value !== null && types.includes("string");
      const isList = part.type === "scalar" && part.value !== null && types.includes("array");
      const help = isPlain ? [`quote it: "${written}"`] : isList ? [`write a list: [${written}]`] : [];
      const label = `${shown} is ${types.map((type) => TYPES[type] ?? type).join(" or ")}, and this is ${found(part)}`;
      return problemAt("wrong-type", span, label, { help });
    }
    case "enum": {
      const allowed = params.allowedValues ?? [];
      const help = [didYouMean(written, allowed)[0] ?? `it is ${either(allowed)}`];
      return problemAt("invalid-value", span, `${quoted(written)} is not known here`, { help });
    }
    case "minimum":
    case "maximum": {
      const limit = (params.limit ?? 0).toLocaleString("en-US");
      return problemAt(
        "out-of-range",
        span,
        `${shown} is ${limit} at ${error.keyword === "minimum" ? "least" : "most"}`,
      );
    }
    case "pattern": {
      const isMoment = shown === '"at"' || shown === '"start"';
      const help = isMoment
        ? ["such as 2026-03-01T09:00, or with a zone 2026-03-01T09:00Z"]
        : ["such as 90m, 2h, 1d or 1d12h"];
      const label = `${quoted(written)} is not ${isMoment ? "a date with a time" : "a duration"}`;
      return problemAt("invalid-value", span, label, { help });
    }
    case "minLength":
      return problemAt("missing-field", span, `${shown} is blank`);
    case "maxLength":
      return problemAt("too-long", span, `${shown} has more than ${params.limit} characters`);
    case "minProperties":
    case "minItems":
      return problemAt("missing-field", span, `nothing is written under ${shown}`);
    case "uniqueItems":
      return problemAt("duplicate-member", span, `${shown} names the same twice`);
    case "oneOf":
      return problemAt("missing-field", span, "a step has one of do, score, wait and expect", {
        help: ["write each as a step of its own, in the order in which they happen"],
      });
    default:
      return problemAt("invalid-value", span, error.message ?? "this is not valid");
  }
}

function found(part: Part): string {
  const isFraction = part.type === "scalar" && isNumber(part.value) && wholeNumber(part.value) === undefined;
  return isFraction ? "not whole" : describe(part);
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  integer: "a whole number",
  array: "a list",
  object: "a mapping",
  null: "nothing",
};
