/**
 * Limits while a text is read, in YAML and in JSON alike. A text beyond a limit is not read to its
 * end.
 */
import { MAXIMUM_PROBLEMS, MAXIMUM_TOKENS } from "../ground/limits.ts";
import { inDigits } from "../ground/words.ts";
import { type Diagnostic, type ErrorDiagnostic, problemAt } from "../model/diagnostics.ts";
import type { SourceFile, Span } from "../model/source.ts";
import { spanBetween } from "./parts.ts";

/** Ends the reading of a text. The packages themselves would continue. */
export class EndOfReading extends Error {
  readonly problem: Diagnostic;

  constructor(problem: Diagnostic) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The problems of a text. The first one beyond the limit ends the reading. */
export class ProblemList {
  readonly all: Diagnostic[] = [];

  add(problem: Diagnostic): void {
    const { primary } = problem;
    if (this.all.length >= MAXIMUM_PROBLEMS && primary !== undefined) {
      throw new EndOfReading(moreProblems(primary.span, this.all.length));
    }
    this.all.push(problem);
  }

  addAll(problems: readonly Diagnostic[]): void {
    for (const problem of problems) this.add(problem);
  }
}

/** Says that the problems after a place are not listed. `count`: those that are. */
export function moreProblems(span: Span, count: number): Diagnostic {
  const label = `what is wrong from here on is not listed: ${inDigits(count)} mistakes are enough`;
  return problemAt("more-problems", span, { label });
}

export function tooManyTokens(source: SourceFile, offset: number): ErrorDiagnostic {
  const label = `reading ends here, after ${inDigits(MAXIMUM_TOKENS)} words, signs and blanks`;
  return problemAt("file-too-large", spanBetween(source, offset, offset + 1), {
    label,
    help: ["split the file"],
  });
}
