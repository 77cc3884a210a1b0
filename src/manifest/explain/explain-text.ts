/** Everything that is wrong with the text of one file: its syntax, and where that is right, its form. */
import type { DiagnosticCode } from "../../model/codes.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { DocumentSchema } from "../checks.ts";
import type { ParsedText } from "../parse.ts";
import { isJsonFile } from "../parts.ts";
import { checkDocument } from "./check-document.ts";
import { repairedProblem, SYNTAX_REPAIRS } from "./try-repairs.ts";

/** Problems for which repairs are tried, in one file. */
const MOST_REPAIRED = 20;
const REPAIRED: ReadonlySet<DiagnosticCode> = new Set(["syntax-error", "unknown-tag", "duplicate-key"]);

export function explainText(parsed: ParsedText, schema: DocumentSchema): readonly Diagnostic[] {
  if (parsed.diagnostics.length > 0) return explainSyntax(parsed, schema);
  return parsed.documents.flatMap((document) => checkDocument(document, schema));
}

/** The problems of parsing, with the repair that helps in place of a general advice. */
export function explainSyntax({ source, diagnostics }: ParsedText, schema: DocumentSchema): readonly Diagnostic[] {
  if (isJsonFile(source.file)) return diagnostics;
  return diagnostics.map((problem, index) => {
    const isTried = index < MOST_REPAIRED && REPAIRED.has(problem.code);
    return (isTried ? repairedProblem(problem, { source, schema, repairs: SYNTAX_REPAIRS }) : undefined) ?? problem;
  });
}
