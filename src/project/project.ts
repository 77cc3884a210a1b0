/**
 * The project file: which games there are and where they go. Its text becomes a checked project;
 * variables are left in it, because only what the chosen environment needs is ever read from the environment.
 */
import type { ParsedText } from "../manifest/parse.ts";
import {
  beginningOf,
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
} from "../manifest/parts.ts";
import { problemAt } from "../manifest/problem.ts";
import { both, describe, either, quoted, unseenHelp } from "../manifest/wording.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { pushAll } from "../model/collections.ts";
import { type Checked, type Diagnostic, hasErrors, sortDiagnostics } from "../model/diagnostics.ts";
import { canonicalNumbers, isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Pointer, Source, Span } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { errorsIn, type SchemaError } from "../model/schema/checks.ts";
import { FIELD_TYPES } from "./lint-limits.ts";
import { checks as projectChecks } from "./project-check.ts";
import { knownMembers, VARIABLE_PATTERN } from "./project-schema.ts";
import { objectAt } from "./project-settings.ts";

/** A project file that has the right form. */
export interface Project {
  readonly file: string;
  /** The whole file as a value, variables not replaced. */
  readonly settings: JsonObject;
  readonly source: Source;
}

/** Reads the parsed text of a project file. Every problem in it is found in one run. */
export function parseProject({ documents, source, isBroken, ...parsed }: ParsedText): Checked<Project> {
  const { file, text } = source;
  const secret = secretLines(text);
  const diagnostics = parsed.diagnostics.map((each) => withoutSecret(each, secret));
  const [root, second] = documents;
  if (root === undefined) {
    if (isBroken) return { diagnostics };
    const help = ["write version: 1, and games: with at least one game"];
    const empty = problemAt("missing-field", beginningOf(file), "the project file is empty", { help });
    return { diagnostics: [...diagnostics, empty] };
  }
  const found: Diagnostic[] = [...diagnostics];
  const two = "expected one document in a project file, found a second";
  if (second !== undefined) {
    const help = ["put all keys into the first, and remove the line ---"];
    found.push(problemAt("invalid-value", startSpan(second), two, { help }));
  }
  const settings = withoutNulls(canonicalNumbers(jsonOf(root)));
  const earlier = new Set(found.map(({ primary }) => primary?.span.start.offset));
  const isNew = ({ primary }: Diagnostic): boolean => !earlier.has(primary?.span.start.offset);
  const shape = checkShape(root, settings).filter(isNew);
  const shaped = new Set(shape.map(({ primary }) => primary?.span.start.offset));
  const meaning = checkMeaning(root, settings).filter(isNew);
  pushAll(found, [...shape, ...meaning.filter(({ primary }) => !shaped.has(primary?.span.start.offset))]);
  const sorted = sortDiagnostics(found);
  if (hasErrors(sorted) || !isJsonObject(settings)) return { diagnostics: sorted };
  return { value: { file: source.file, settings, source: sourceOf(root) }, diagnostics: sorted };
}

const SECRET_KEY = /token|secret|password|api_?key/i;

/** Lines with a token or the like, counted from 1. */
function secretLines(text: string): ReadonlySet<number> {
  return new Set(text.split("\n").flatMap((line, index) => (SECRET_KEY.test(line) ? [index + 1] : [])));
}

/** Complaints about syntax repeat what is written. On the line of a token they do not. */
function withoutSecret(each: Diagnostic, secret: ReadonlySet<number>): Diagnostic {
  const { primary } = each;
  if (primary === undefined || !secret.has(primary.span.start.line)) return each;
  const label = "this value cannot be read, and is not repeated here because it may be secret";
  return problemAt(each.code, primary.span, label);
}

/** `null` and a key without a value mean the default here as everywhere. */
function withoutNulls(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)]));
}

function checkShape(root: Part, settings: Json): readonly Diagnostic[] {
  const kept = new Map<string, SchemaError>();
  for (const error of errorsIn(projectChecks, "project", settings)) {
    // The sides of `oneOf` and `anyOf` are explained by these themselves, a bad name by `propertyNames`.
    if (/\/(?:one|any)Of\/\d/.test(error.schemaPath) || error.propertyName !== undefined) continue;
    const params = error.params as Record<string, string | undefined>;
    const place = `${error.instancePath} ${params.additionalProperty ?? params.missingProperty ?? params.propertyName ?? ""}`;
    if (!kept.has(place) || error.keyword === "type") kept.set(place, error);
  }
  const errors = [...kept.values()];
  // An environment with a misspelt member lacks the member that was meant, which is the same mistake.
  const misspelt = new Set(
    errors.filter(({ keyword }) => keyword === "additionalProperties").map(({ instancePath }) => instancePath),
  );
  return errors
    .filter(({ keyword, instancePath }) => keyword !== "oneOf" || !misspelt.has(instancePath))
    .map((error) => explain(root, error));
}

function explain(root: Part, error: SchemaError): Diagnostic {
  const names = namesOf(error.instancePath);
  const name = names.at(-1) ?? "";
  const source = sourceOf(root);
  const part = partAt(root, error.instancePath);
  const { additionalProperty, missingProperty, propertyName } = error.params as Record<string, string | undefined>;
  const key = (member: string): Span => source.locate(`${error.instancePath}${pointerTo(member)}`, "key");
  if (additionalProperty !== undefined) return unknownMember(key(additionalProperty), names, additionalProperty);
  if (propertyName !== undefined) {
    if (knownMembers(names).length > 0) return unknownMember(key(propertyName), names, propertyName);
    const help = ["letters, digits and _ . ~ - only"];
    return problemAt("invalid-value", key(propertyName), `${quoted(propertyName)} cannot be a name here`, { help });
  }
  if (missingProperty !== undefined) {
    const isWritten = memberNamed(part, missingProperty) !== undefined;
    const span = isWritten
      ? key(missingProperty)
      : names.length === 0
        ? startSpan(part)
        : source.locate(error.instancePath, "key");
    const owner =
      names.length === 0 ? "a project file" : `the ${names.length === 2 ? "game" : "member"} ${quoted(name)}`;
    const label = `${owner} needs "${missingProperty}"${isWritten ? ", and nothing is written" : ""}`;
    return problemAt("missing-field", span, label, { help: NEEDED[missingProperty] ?? [] });
  }
  const span = source.locate(error.instancePath, part.type === "map" ? "key" : "value");
  return explainValue(span, name, part, error);
}

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  version: ["write version: 1"],
  games: ["write games:, and below it the name of each game"],
  manifests: ["write the folder with the game's manifests, such as manifests: games/dungeon"],
  environments: ["for a first try, write environments: { local: { embedded: true } }"],
};

function unknownMember(span: Span, names: readonly string[], name: string): Diagnostic {
  if (SECRET_KEY.test(name)) {
    const help = [
      "put the token in an environment variable, LAUREL_API_TOKEN for example, and its name under token_env",
      "if the file was ever committed with a token in it, revoke that token",
    ];
    return problemAt("unknown-field", span, "a token is never written in a file", { help });
  }
  const known = knownMembers(names);
  const [near] = [...unseenHelp(name), ...didYouMean(name, known)];
  return problemAt("unknown-field", span, `there is no key "${name}" here`, {
    help: [near ?? `there can be ${both(known)}`],
  });
}

function explainValue(span: Span, name: string, part: Part, error: SchemaError): Diagnostic {
  const { allowedValues = [], limit, type = "" } = error.params as ValueParams;
  const written = part.type === "scalar" && typeof part.value === "string" ? part.value : "";
  const problem = (code: DiagnosticCode, label: string, ...help: readonly string[]): Diagnostic =>
    problemAt(code, span, label, { help });
  switch (error.keyword) {
    case "type": {
      const label = `"${name}": expected ${TYPES[type] ?? "something else"}, found ${describe(part)}`;
      const isText = type === "string" && part.type === "scalar";
      return problem("wrong-type", label, isText ? `quote it: "${writtenText(part)}"` : typeHelp(type, part));
    }
    case "enum": {
      const [near] = didYouMean(written, allowedValues);
      return problem(
        "invalid-value",
        `${quoted(written)} is not allowed here`,
        near ?? `it is ${either(allowedValues)}`,
      );
    }
    case "const":
      return name === "version"
        ? problem("invalid-value", "this version of the project file is not known", "write version: 1")
        : problem("invalid-value", `"${name}" can only be true`, "for a live service, write game_id instead");
    case "minimum":
      return problem("out-of-range", `"${name}" cannot be ${writtenText(part)}`, `write ${limit} or more`);
    case "maximum":
      return problem("out-of-range", `"${name}" cannot be ${writtenText(part)}`, `write ${limit} or less`);
    case "pattern": {
      const help = "letters, digits and _ only; never the token itself";
      return problem("invalid-value", `"${name}" is the name of an environment variable`, help);
    }
    case "minProperties":
      return problem("missing-field", `nothing is written under "${name}"`, ...(NEEDED[name] ?? []));
    case "maxProperties": {
      const help = "split the project: a folder may have a laurel.yaml of its own";
      return problem("out-of-range", `"${name}" has ${limit} members at most`, help);
    }
    case "minLength":
      return problem("missing-field", `"${name}" is blank`, "write a value, or remove the key");
    case "anyOf": {
      if (name === "page_size") {
        return problem("invalid-value", `"page_size" cannot be ${writtenText(part)}`, "write 1 to 1000, or none");
      }
      const types = Object.keys(FIELD_TYPES);
      const help = didYouMean(written, types)[0] ?? "write [mage, bard] for the values that there are";
      return problem("invalid-value", `"${name}" is a list of values, or ${either(types)}`, help);
    }
    case "oneOf": {
      const isBoth = memberNamed(part, "embedded") !== undefined && memberNamed(part, "game_id") !== undefined;
      const [both, none] = [`has both "embedded" and "game_id"`, `needs "embedded" or "game_id"`];
      return isBoth
        ? problem(
            "invalid-value",
            `the environment "${name}" ${both}`,
            "the embedded service has no game id; keep one of them",
          )
        : problem(
            "missing-field",
            `the environment "${name}" ${none}`,
            "write embedded: true, or the game_id on the live service",
          );
    }
    case "uniqueItems":
      return problem("duplicate-member", `"${name}" names the same thing twice`, "remove one of the two");
    default:
      return problem("invalid-value", error.message ?? "this is not valid");
  }
}

/** What to write instead of a value of another type. */
function typeHelp(type: string, part: Part): string {
  const text = part.type === "scalar" ? String(part.value).toLowerCase() : "";
  const isQuoted = /^["']/.test(writtenText(part));
  switch (type) {
    case "boolean": {
      const meant = /^(true|yes|on|1)$/.test(text)
        ? "true"
        : /^(false|no|off|0)$/.test(text)
          ? "false"
          : "true or false";
      return `write ${meant}${isQuoted ? ", without quotes" : ""}`;
    }
    case "integer":
    case "number":
      return /^[0-9]+$/.test(text) ? `write ${text}, without quotes` : "write digits only";
    case "array":
      return part.type === "scalar" ? `write a list: [${writtenText(part)}]` : "begin each element with a dash";
    case "object":
      return "write keys below it, each with a value";
    default:
      return "write a text";
  }
}

interface ValueParams {
  readonly allowedValues?: readonly string[];
  readonly limit?: number;
  readonly type?: string;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
};

/** What a schema cannot express: names that have to be there, and the form of variables. */
function checkMeaning(root: Part, settings: Json): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const games = isJsonObject(settings) && isJsonObject(settings.games) ? settings.games : {};
  for (const [game, value] of Object.entries(games)) {
    if (!isJsonObject(value)) continue;
    const place = `/games${pointerTo(game)}`;
    const written = isJsonObject(value.environments) ? value.environments : {};
    if (typeof value.default_environment !== "string") continue;
    const environments = Object.keys(written);
    const given = value.default_environment;
    if (environments.length === 0 || environments.includes(given)) continue;
    const span = sourceOf(root).locate(`${place}/default_environment`, "value");
    const help = [didYouMean(given, environments)[0] ?? `its environments: ${both(environments.map(quoted))}`];
    found.push(problemAt("invalid-value", span, `the game has no environment ${quoted(given)}`, { help }));
  }
  return [...found, ...variableProblems(root)];
}

/** Where a variable is read, as names from the top of the file. */
const PLACES =
  /^(?:games\/[^/]+\/environments\/[^/]+\/)?service\/base_url$|^games\/[^/]+\/environments\/[^/]+\/game_id$/;

/** Variables in other places than these, and other forms. */
function variableProblems(part: Part, path = ""): readonly Diagnostic[] {
  if (part.type === "list") return part.elements.flatMap((element) => variableProblems(element, `${path}-/`));
  if (part.type === "map")
    return part.members.flatMap(({ name, value }) =>
      variableProblems(value, `${path}${name}${value.type === "scalar" ? "" : "/"}`),
    );
  if (typeof part.value !== "string" || !part.value.includes("${")) return [];
  if (!PLACES.test(path)) {
    const help = ["write the value itself; only base_url and game_id take variables"];
    return [problemAt("invalid-value", spanOf(part), "no variable is read here", { help })];
  }
  const names = part.value.split("${").slice(1);
  const isGood = names.every((rest) => rest.includes("}") && NAME.test(rest.slice(0, rest.indexOf("}"))));
  if (isGood) return [];
  const help = ["write ${NAME} with letters, digits and _; defaults and other forms of shells are not known"];
  return [problemAt("invalid-value", spanOf(part), "this is not in the form ${NAME}", { help })];
}

const NAME = new RegExp(VARIABLE_PATTERN);

/** A place in the project as a pointer, from names. */
export function projectPointer(...names: readonly string[]): Pointer {
  return names.map(pointerTo).join("");
}

/** The object at a place in the project, from names; an empty one where there is none. */
export function settingsAt({ settings }: Pick<Project, "settings">, ...names: readonly string[]): JsonObject {
  return names.reduce(objectAt, settings);
}
