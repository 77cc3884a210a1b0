/** Explains the mistakes in the text of one file: in its syntax, or else in its form. */
import { pushAll } from "../../ground/collections.ts";
import { MAXIMUM_PROBLEMS } from "../../ground/limits.ts";
import type { DiagnosticCode } from "../../model/codes.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { DocumentSchema } from "../checks.ts";
import type { ParsedText } from "../parse.ts";
import { isJsonFile, type Part, startSpan } from "../parts.ts";
import { moreProblems } from "../reading.ts";
import { explainDocument } from "./check-document.ts";
import { RepairBudget, repairedProblem, SHAPE_REPAIRS, SYNTAX_REPAIRS } from "./try-repairs.ts";

/** Limit on the problems of one file for which repairs are tried. */
const MOST_REPAIRED = 20;
const REPAIRED: ReadonlySet<DiagnosticCode> = new Set([
  "syntax-error",
  "unknown-tag",
  "duplicate-key",
]);

/** Returns the problems of a file of manifests or overrides. */
export function explainText(
  parsed: ParsedText,
  schema: DocumentSchema,
  budget = new RepairBudget(),
): readonly Diagnostic[] {
  if (parsed.diagnostics.length > 0) return explainSyntax(parsed, schema, budget);
  const problems: Diagnostic[] = [];
  for (const document of parsed.documents) {
    if (problems.length >= MAXIMUM_PROBLEMS)
      return [...problems, moreProblems(startSpan(document), problems.length)];
    pushAll(problems, explainShape(document, schema, budget));
  }
  return problems;
}

/** Returns the problems of parsing, with a repair in place of general advice if one helps. */
export function explainSyntax(
  { source, diagnostics, certain }: ParsedText,
  schema: DocumentSchema,
  budget = new RepairBudget(),
): readonly Diagnostic[] {
  if (isJsonFile(source.name)) return diagnostics;
  return diagnostics.map((problem, index) => {
    const isTried = index < MOST_REPAIRED && REPAIRED.has(problem.code) && !certain.has(problem);
    return (
      (isTried
        ? repairedProblem(problem, { source, schema, repairs: SYNTAX_REPAIRS, budget })
        : undefined) ?? problem
    );
  });
}

/** Returns the problems of a document that could be parsed. */
export function explainShape(
  root: Part,
  schema: DocumentSchema,
  budget = new RepairBudget(),
): readonly Diagnostic[] {
  const { source } = root;
  let tried = 0;
  return explainDocument(root, schema).map(({ problem, isOpen }) => {
    if (!isOpen || isJsonFile(source.name) || tried === MOST_REPAIRED) return problem;
    tried += 1;
    return repairedProblem(problem, { source, schema, repairs: SHAPE_REPAIRS, budget }) ?? problem;
  });
}
