/**
 * What is shown of problems and findings, decided once for text, Markdown and HTML: their order, counts and sentences.
 * In: diagnostics. Out: plain data that each form lays out.
 */
import { counted } from "../../manifest/wording.ts";
import type { Severity } from "../../model/codes.ts";
import { defined } from "../../model/collections.ts";
import { type Diagnostic, diagnostic, MOST_SHOWN, sortDiagnostics } from "../../model/diagnostics.ts";

/** Sentences of one problem on a page; some name every resource that they are about. */
const SENTENCES = 20;

/** Replaces a message that may contain a secret. */
const HIDDEN = "The message is hidden because it may contain a secret. `--reveal-secrets` shows it.";

export interface ProblemView extends Pick<Diagnostic, "severity" | "code" | "summary" | "game" | "address"> {
  /** `file:line` */
  readonly place?: string;
  /** At least one. */
  readonly sentences: readonly string[];
  /** How many are left out. */
  readonly more: number;
  /** Each a sentence, and the command or setting at its end; either may be empty. */
  readonly help: readonly { readonly words: string; readonly copied: string }[];
}

export function problemView(problem: Diagnostic, most = SENTENCES): ProblemView {
  const { severity, code, summary, game, address, primary, detail, help } = problem;
  const sentences = detail.split("\n").filter((sentence) => sentence !== "");
  const shown = sentences.length === 0 ? [HIDDEN] : sentences.slice(0, most);
  return {
    ...{ severity, code, summary },
    ...defined({ game, address, place: primary && `${primary.span.file}:${primary.span.start.line}` }),
    sentences: shown,
    more: Math.max(0, sentences.length - shown.length),
    help: help.map((line) => {
      // What is to be copied is indented, or follows a colon: a flag, or a line of the project file.
      if (line.startsWith("  ")) return { words: "", copied: line.trim() };
      const [, words = line, copied = ""] = /^([^:]*: )(--.+|\w+: \[.*\])$/.exec(line) ?? [];
      return { words, copied };
    }),
  };
}

/** Problems of one severity. */
export interface FindingsGroup {
  readonly severity: Diagnostic["severity"];
  /** `3 errors` */
  readonly title: string;
  /** At least one, in the order of files and lines. */
  readonly problems: readonly Diagnostic[];
}

/** The errors, then the warnings, without an empty group. */
export function findingsView(problems: readonly Diagnostic[]): readonly FindingsGroup[] {
  const sorted = sortDiagnostics(problems);
  return (["error", "warning"] as const).flatMap((severity) => {
    const mine = sorted.filter((each) => each.severity === severity);
    return mine.length === 0 ? [] : [{ severity, title: counted(mine.length, severity), problems: mine }];
  });
}

/** The first of sorted problems, in their order. A cut never hides errors behind warnings. */
export function firstOf<T>(sorted: readonly T[], limit: number, severityOf: (each: T) => Severity): readonly T[] {
  if (sorted.length <= limit) return sorted;
  const errors = sorted.filter((each) => severityOf(each) === "error").length;
  let [errorsLeft, warningsLeft] = [limit, Math.max(0, limit - errors)];
  return sorted.filter((each) => (severityOf(each) === "error" ? errorsLeft-- > 0 : warningsLeft-- > 0));
}

/** Sorted problems as every output shows them: at most `MOST_SHOWN`, and one more that counts the others. */
export function shownDiagnostics(sorted: readonly Diagnostic[]): readonly Diagnostic[] {
  const shown = firstOf(sorted, MOST_SHOWN, ({ severity }) => severity);
  const more = sorted.length - shown.length;
  if (more === 0) return sorted;
  const words = `${more.toLocaleString("en-US")} more ${more === 1 ? "problem is" : "problems are"} not shown.`;
  const help = ["fix those that are shown, and run again"];
  return [...shown, { ...diagnostic("more-problems", words, { help }), more }];
}
