/**
 * The project file: which games there are and where they go. Its text becomes a checked project;
 * variables are left in it, because only what the chosen environment needs is ever read from the environment.
 */
import { checkDocument, type DocumentSchema } from "../manifest/explain.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { beginningOf, jsonOf, type Part, pointerTo, sourceOf, spanOf, startSpan } from "../manifest/parts.ts";
import { problemAt } from "../manifest/problem.ts";
import { both, quoted } from "../manifest/wording.ts";
import { pushAll } from "../model/collections.ts";
import { type Checked, type Diagnostic, hasErrors, sortDiagnostics } from "../model/diagnostics.ts";
import { canonicalNumbers, isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Pointer, Source } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { checks } from "./project-check.ts";
import { objectAt, VARIABLE_PATTERN } from "./project-settings.ts";

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
  const settings = canonicalNumbers(jsonOf(root));
  if (!isBroken) pushAll(found, checkDocument(root, PROJECT));
  if (!hasErrors(found)) pushAll(found, checkMeaning(root, settings));
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

/** The project file for `checkDocument`. */
const PROJECT: DocumentSchema = {
  checks,
  key: "project",
  secret: {
    keys: SECRET_KEY,
    help: "put the token in an environment variable, and its name under token_env; revoke a token that was committed",
  },
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
