/** Holds the JSON document of every run that a test makes against its published schema. */
import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../src/ground/json.ts";
import { SCHEMAS, schemaProblems } from "./schemas.ts";

type SchemaName = keyof typeof SCHEMAS;

/** The documents of commands by the names of the commands. The others print `diagnostics`. */
export const DOCUMENT_OF: Readonly<Record<string, SchemaName>> = {
  plan: "plan",
  apply: "apply",
  pull: "pull",
  mv: "mv",
  test: "test",
  report: "economy",
  graph: "graph",
  changelog: "changelog",
  rankings: "rankings",
};

/**
 * Finds what is wrong with a printed document, including members that its schema does not describe
 * and members in another order than the schema's. A command that is stopped before it has a result
 * prints `diagnostics`.
 */
export function documentProblems(argv: readonly string[], stdout: string): readonly unknown[] {
  const isJson = /(?:^|\n)--format[=\n]json(?:\n|$)/.test(argv.join("\n"));
  if (!isJson || !stdout.startsWith("{")) return [];
  const own = problemsBy(SCHEMAS[DOCUMENT_OF[argv[0] ?? ""] ?? "diagnostics"], stdout);
  return own.length > 0 && problemsBy(SCHEMAS.diagnostics, stdout).length === 0 ? [] : own;
}

function problemsBy(schema: JsonObject, text: string): readonly unknown[] {
  const found = schemaProblems(schema, text);
  return found.length > 0 ? found : disordered(JSON.parse(text), schema, schema);
}

/** Finds objects whose members are in another order than in the schema. */
function disordered(value: Json, schema: JsonObject, root: JsonObject): readonly string[] {
  if (typeof schema.$ref === "string") {
    const { $defs = {} } = root;
    const definition = isJsonObject($defs) ? $defs[schema.$ref.replace("#/$defs/", "")] : {};
    return isJsonObject(definition) ? disordered(value, definition, root) : [];
  }
  const { items, properties } = schema;
  if (isJsonList(value) && isJsonObject(items))
    return value.flatMap((element) => disordered(element, items, root));
  if (!isJsonObject(value) || !isJsonObject(properties)) return [];
  const names = Object.keys(value);
  const declared = Object.keys(properties).filter((name) => names.includes(name));
  const here = names.join() === declared.join() ? [] : [`${names} instead of ${declared}`];
  const inside = declared.flatMap((name) => {
    const member = properties[name];
    return isJsonObject(member) ? disordered(value[name] ?? null, member, root) : [];
  });
  return [...here, ...inside];
}
