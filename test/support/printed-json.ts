/** Holds the JSON document of every run that a test makes against its published schema. */
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
 * What is wrong with a printed document. A member that its schema does not describe is wrong, too. A
 * command that is stopped before it has a result prints `diagnostics`.
 */
export function documentProblems(argv: readonly string[], stdout: string): unknown {
  const isJson = /(?:^|\n)--format[=\n]json(?:\n|$)/.test(argv.join("\n"));
  if (!isJson || !stdout.startsWith("{")) return [];
  const found = schemaProblems(SCHEMAS[DOCUMENT_OF[argv[0] ?? ""] ?? "diagnostics"], stdout);
  if (JSON.stringify(found) === "[]") return [];
  const stopped = schemaProblems(SCHEMAS.diagnostics, stdout);
  return JSON.stringify(stopped) === "[]" ? [] : found;
}
