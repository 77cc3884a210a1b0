/**
 * Tries repairs of the lines around a mistake. Each result is parsed and checked, and the message
 * proposes the repair with the fewest remaining mistakes. So no message proposes a repair that
 * would not help.
 */
import { type Diagnostic, problemAt } from "../../model/diagnostics.ts";
import type { SourceFile, Span } from "../../model/source.ts";
import type { DocumentSchema } from "../checks.ts";
import { parseText } from "../parse.ts";
import { endOfLine, spanBetween } from "../parts.ts";
import { checkDocument } from "./check-document.ts";
import { closeBrackets, closeQuotes } from "./repairs/brackets.ts";
import { indentBelowKey, indentLines, replaceTabs } from "./repairs/indent-lines.ts";
import {
  deleteDiffSigns,
  deleteFences,
  deleteLineNumbers,
  replaceUnseen,
} from "./repairs/pasted-text.ts";
import { quoteText } from "./repairs/quote-text.ts";
import {
  type BrokenLines,
  editedText,
  type FindRepairs,
  type Piece,
  type Repair,
  type TextLine,
} from "./repairs/repair.ts";
import { beginElement, placeCommas, separateValues } from "./repairs/separators.ts";

/** Repairs of a text that cannot be parsed, the most likely first. */
export const SYNTAX_REPAIRS: readonly FindRepairs[] = [
  replaceUnseen,
  replaceTabs,
  quoteText,
  closeQuotes,
  separateValues,
  indentLines,
  closeBrackets,
  placeCommas,
  beginElement,
  deleteFences,
  deleteDiffSigns,
  deleteLineNumbers,
];

/** Repairs of a text that can be parsed, and has wrong keys or values. */
export const SHAPE_REPAIRS: readonly FindRepairs[] = [separateValues, placeCommas, indentBelowKey];

/**
 * Longest text that is parsed whole after each repair. In a longer text, only the lines around the
 * mistake are parsed.
 */
const WINDOW = 12_000;
/** Limit on the repairs that are tried for one mistake. */
const MOST_TRIED = 80;
/** Repairs are not tried for longer lines, or more text around a mistake. */
const LONGEST_LINE = 2_000;
const MOST_TEXT = 60_000;

/**
 * Limits the work on repairs: one problem of a long text can need 80 readings of 60,000 characters.
 */
export class RepairBudget {
  /** Characters, which take about five seconds. */
  private left = 8_000_000;

  /** Returns whether a text may still be read. */
  take({ length }: string): boolean {
    this.left -= length;
    return this.left >= 0;
  }
}

/** What repairs are found and judged by. */
interface Repairing {
  readonly source: SourceFile;
  readonly schema: DocumentSchema;
  readonly repairs: readonly FindRepairs[];
  readonly budget: RepairBudget;
}

/** Explains one problem by the best repair; undefined if none helps. */
export function repairedProblem(
  problem: Diagnostic,
  { source, schema, repairs, budget }: Repairing,
): Diagnostic | undefined {
  const { primary } = problem;
  if (primary === undefined) return undefined;
  const broken = linesAround(source, primary.span.start.line);
  const text = editedText(broken, []);
  const isLong = broken.lines.some((line) => line.text.length > LONGEST_LINE);
  if (isLong || text.length > MOST_TEXT || !budget.take(text)) return undefined;
  const tried = repairs.flatMap((find) => find(broken)).slice(0, MOST_TRIED);
  const best = bestRepair(tried, broken, { before: judged(text, schema), schema, budget });
  if (best === undefined) return undefined;
  const { repair, verdict } = best;
  const span = spanOfPiece(source, broken, repair.place);
  const wrongForm = formProblem(repair, verdict);
  const { label, help } =
    wrongForm === undefined
      ? repair
      : { label: wrongForm.primary?.text ?? repair.label, help: wrongForm.help[0] };
  return problemAt(wrongForm?.code ?? problem.code, span, {
    label,
    address: problem.address,
    others: wrongForm === undefined ? problem.others : [],
    help: help === undefined ? [] : [help],
  });
}

interface JudgedRepair {
  readonly repair: Repair;
  readonly verdict: Verdict;
}

/** What a repair must improve, and what repairs are judged by. */
interface RepairJudging extends Pick<Repairing, "schema" | "budget"> {
  readonly before: Verdict;
}

/** Returns the best repair that leaves fewer mistakes than before. */
function bestRepair(
  tried: readonly Repair[],
  broken: BrokenLines,
  { before, schema, budget }: RepairJudging,
): JudgedRepair | undefined {
  let best: JudgedRepair | undefined;
  for (const repair of tried) {
    const edited = editedText(broken, repair.edits);
    if (!budget.take(edited)) break;
    const verdict = judged(edited, schema);
    if (!isBetter(verdict, before) || isStillWrong(repair, verdict)) continue;
    if (best !== undefined && !isBetter(costs(verdict, repair), costs(best.verdict, best.repair)))
      continue;
    best = { repair, verdict };
    if (verdict.isReadable && verdict.count === 0) break;
  }
  return best;
}

/** The mistakes in the lines after a repair. */
interface Verdict {
  readonly isReadable: boolean;
  /** Line of the first mistake in the syntax. */
  readonly line: number;
  /** Number of mistakes in the form, if the syntax is right. */
  readonly count: number;
  readonly problems: readonly Diagnostic[];
}

function judged(text: string, schema: DocumentSchema): Verdict {
  const { documents, diagnostics } = parseText("", text);
  const [first] = diagnostics;
  if (first !== undefined)
    return {
      isReadable: false,
      line: first.primary?.span.start.line ?? 0,
      count: 0,
      problems: diagnostics,
    };
  const problems = documents.flatMap((document) => checkDocument(document, schema));
  return { isReadable: true, line: Number.POSITIVE_INFINITY, count: problems.length, problems };
}

function isBetter(verdict: Verdict, other: Verdict): boolean {
  if (verdict.isReadable !== other.isReadable) return verdict.isReadable;
  return verdict.isReadable ? verdict.count < other.count : verdict.line > other.line;
}

/** Whether a line that the repair has changed still has a mistake. */
function isStillWrong(repair: Repair, { problems }: Verdict): boolean {
  const allowed = formProblem(repair, { isReadable: true, problems });
  const changed = new Set(repair.edits.map(({ line }) => line + 1));
  return problems.some(
    (problem) => problem !== allowed && changed.has(problem.primary?.span.start.line ?? 0),
  );
}

/**
 * Counts half a mistake less for a quoted text with the wrong form, because the text is probably
 * meant.
 */
function costs(verdict: Verdict, repair: Repair): Verdict {
  return formProblem(repair, verdict) === undefined
    ? verdict
    : { ...verdict, count: verdict.count - 0.5 };
}

/** Returns the problem with the form of a text that the repair has put into quotes. */
function formProblem(
  { isQuoting, place }: Repair,
  { problems, isReadable }: Pick<Verdict, "problems" | "isReadable">,
): Diagnostic | undefined {
  if (isQuoting !== true || !isReadable) return undefined;
  // Line numbers are those in the parsed lines, not in the file.
  return problems.find(({ primary, help }) => {
    const { line, column } = primary?.span.start ?? {};
    return line === place.line + 1 && column === place.start + 1 && help.length > 0;
  });
}

/**
 * Returns the lines around a mistake: all lines, or in a long text the list's key and some
 * elements.
 */
function linesAround(source: SourceFile, number: number): BrokenLines {
  const all = source.text.length <= WINDOW;
  const [first, last] = all ? [1, source.lineStarts.length] : [number - 30, number + 30];
  const nearby: TextLine[] = [];
  for (let each = Math.max(first, 1); each <= Math.min(last, source.lineStarts.length); each += 1)
    nearby.push(lineNumbered(source, each));
  if (all) return { lines: nearby, at: number - 1 };
  const isStart = ({ text }: TextLine): boolean => /^[^\s#\]}-]/.test(text);
  const start = nearby.findLastIndex((line) => isStart(line) && line.number <= number);
  if (start >= 0) return cut(nearby.slice(start), number);
  const head = headAbove(source, Math.max(first, 1));
  const column = Math.min(
    ...nearby.flatMap(({ text }) => /^ *(?=- )/.exec(text)?.[0].length ?? []),
  );
  const element = nearby.findIndex(({ text }) =>
    text.startsWith(`${" ".repeat(Math.min(column, 40))}- `),
  );
  return cut([...head, ...nearby.slice(Math.max(element, 0))], number);
}

/**
 * Ends the lines before the next key of the top level, or else before the last element, which may
 * be incomplete.
 */
function cut(lines: readonly TextLine[], number: number): BrokenLines {
  const at = Math.max(
    lines.findIndex((line) => line.number === number),
    0,
  );
  const next = lines.findIndex((line, index) => index > at && /^[^\s#\]}-]/.test(line.text));
  const column = Math.min(...lines.flatMap(({ text }) => /^ *(?=- )/.exec(text)?.[0].length ?? []));
  const element = lines.findLastIndex(
    ({ text }, index) => index > at + 2 && /^ *(?=- )/.exec(text)?.[0].length === column,
  );
  const end = [next, element].find((index) => index > 0) ?? lines.length;
  return { lines: lines.slice(0, end), at };
}

/** Returns the line above with a key of the top level, as a list. */
function headAbove(source: SourceFile, number: number): readonly TextLine[] {
  for (let each = number - 1; each > 0; each -= 1) {
    const { text = "" } = lineNumbered(source, each);
    if (/^[^\s#\]}-]/.test(text)) return [{ number: each, text }];
  }
  return [];
}

function lineNumbered({ text, lineStarts }: SourceFile, number: number): TextLine {
  const start = lineStarts[number - 1] ?? 0;
  return { number, text: text.slice(start, endOfLine(text, start)) };
}

function spanOfPiece(
  source: SourceFile,
  { lines }: BrokenLines,
  { line, start, end }: Piece,
): Span {
  const offset = source.lineStarts[(lines[line]?.number ?? 1) - 1] ?? 0;
  return spanBetween(source, offset + start, offset + end);
}
