/**
 * Applies the fixes of problems to texts, as long as they solve problems and make none. In: texts, and a check that
 * finds problems in them. Out: the texts afterwards, and what the check found last. Pure; nothing is thrown.
 */
import { grouped, memoizedBy } from "../model/collections.ts";
import type { CheckFinding, Fix } from "../model/diagnostics.ts";
import { applyEdits, type PlacedEdit } from "../model/edits.ts";
import { isJsonFile } from "../text/parts.ts";
import { counted } from "./wording.ts";

/** Texts by file name. */
export type TextsByFile = ReadonlyMap<string, string>;

interface WithFindings {
  readonly diagnostics: readonly CheckFinding[];
}

export interface FixedTexts<T> {
  readonly texts: TextsByFile;
  /** How many problems were fixed. */
  readonly count: number;
  /** How many of them by edits of a file. A fix may edit several. */
  readonly fixed: ReadonlyMap<string, number>;
  /** What the check found in the texts. */
  readonly found: T;
}

/** A problem with the fix that was chosen for it. */
interface Candidate {
  readonly finding: CheckFinding;
  readonly fix: Fix;
}

/** Checks of all texts; a large game takes a second for each. */
const MOST_CHECKS = 200;

/**
 * Applies fixes until no more can be: first those that do not overlap, then again, because one may make room for another.
 * A fix with which there would be a new error is not applied; errors that another problem concealed are not new.
 * `includesUnsafe`: whether to apply those that the author may not have meant.
 */
export function fixTexts<T extends WithFindings>(
  texts: TextsByFile,
  check: (texts: TextsByFile) => T,
  includesUnsafe: boolean,
): FixedTexts<T> {
  const fixed = new Map<string, number>();
  const refused = new Set<string>();
  const suspected = new Set<string>();
  let [current, found, checks, isChanged] = [texts, check(texts), 1, false];
  let count = 0;
  for (let batch = 0; checks < MOST_CHECKS; ) {
    const all = candidates(found.diagnostics, current, includesUnsafe, new Set([...refused, ...suspected]));
    const chosen = batch === 0 ? all : all.slice(0, batch);
    if (chosen.length === 0) {
      // What was refused may be possible after other fixes.
      if (!isChanged || refused.size === 0) break;
      refused.clear();
      isChanged = false;
      continue;
    }
    const changed = withEdits(current, editsOf(chosen));
    const after = check(changed);
    checks += 1;
    if (isBetter(found.diagnostics, after.diagnostics, chosen, changed)) {
      for (const { fix } of chosen) {
        for (const file of new Set(fix.edits.map((edit) => edit.file))) fixed.set(file, (fixed.get(file) ?? 0) + 1);
      }
      count += chosen.length;
      [current, found, batch, isChanged] = [changed, after, 0, true];
      suspected.clear();
    } else if (chosen.length === 1) {
      for (const each of chosen) refused.add(keyOf(each));
      batch = 0;
      suspected.clear();
    } else {
      // Most often a new error is in the line of its cause: the others come first.
      const errors = suspected.size > 0 ? [] : newErrors(found.diagnostics, after.diagnostics);
      const suspects = new Set(suspectsAmong(chosen, errors).map(keyOf));
      const isPart = suspects.size > 0 && chosen.some((each) => !suspects.has(keyOf(each)));
      if (isPart) for (const each of suspects) suspected.add(each);
      else batch = Math.ceil(chosen.length / 2);
    }
  }
  return { texts: current, count, fixed, found };
}

/** How many problems have a fix of either sort; those with a safe one do not count as unsafe. */
function countFixes(findings: readonly CheckFinding[]): { readonly safe: number; readonly unsafe: number } {
  const withFix = findings.filter(({ fixes = [] }) => fixes.length > 0);
  const safe = withFix.filter(({ fixes = [] }) => fixes.some(({ isSafe }) => isSafe)).length;
  return { safe, unsafe: withFix.length - safe };
}

/**
 * `2 problems can be fixed with --fix, and 1 more with --unsafe-fixes`; undefined for none. `isFixed`: whether the safe
 * ones were tried.
 */
export function fixHint(findings: readonly CheckFinding[], isFixed: boolean): string | undefined {
  const counts = countFixes(findings);
  const { safe, unsafe } = isFixed ? { ...counts, safe: 0 } : counts;
  if (safe === 0) return unsafe === 0 ? undefined : `${counted(unsafe, "problem")} can be fixed with --unsafe-fixes`;
  const more = unsafe === 0 ? "" : `, and ${unsafe} more with --unsafe-fixes`;
  return `${counted(safe, "problem")} can be fixed with --fix${more}`;
}

/** Problems of a text as a whole, which keep others from being found. */
const OF_TEXTS: ReadonlySet<string> = new Set([
  "syntax-error",
  "merge-conflict",
  "unknown-tag",
  "too-deep",
  "file-too-large",
  "duplicate-key",
  "forbidden-key",
  "invalid-text",
  "unsafe-number",
  "too-many-aliases",
]);

function conceals({ code }: CheckFinding): boolean {
  return OF_TEXTS.has(code) || code === "unknown-key";
}

/**
 * Fixes that do not touch each other, in the order of the problems: first the safe ones, and of these first those of
 * problems that conceal others.
 */
function candidates(
  findings: readonly CheckFinding[],
  texts: TextsByFile,
  includesUnsafe: boolean,
  refused: ReadonlySet<string>,
): readonly Candidate[] {
  const possible = findings.flatMap((finding): readonly Candidate[] => {
    const fixes = (finding.fixes ?? []).filter(
      (fix) => (fix.isSafe || includesUnsafe) && fix.edits.every(({ file }) => texts.has(file)),
    );
    const [fix] = fixes.filter((each) => !refused.has(keyOf({ finding, fix: each })));
    return fix === undefined ? [] : [{ finding, fix }];
  });
  const safe = possible.filter(({ fix }) => fix.isSafe);
  // A comment that is fixed may switch off what would be deleted otherwise.
  const first = safe.length > 0 ? safe : possible;
  const concealing = first.filter(({ finding }) => conceals(finding));
  const chosen: Candidate[] = [];
  const taken = new Map<string, PlacedEdit[]>();
  for (const each of concealing.length > 0 ? concealing : first) {
    const { edits } = each.fix;
    if (edits.some((edit) => (taken.get(edit.file) ?? []).some((other) => touches(edit, other)))) continue;
    chosen.push(each);
    for (const edit of edits) taken.set(edit.file, [...(taken.get(edit.file) ?? []), edit]);
  }
  return chosen;
}

function touches(one: PlacedEdit, other: PlacedEdit): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** The same problem with the same fix, wherever it is. */
function keyOf({ finding, fix }: Candidate): string {
  return `${problemKey(finding)} ${fix.title} ${fix.edits.map(({ file, text }) => `${file} ${text}`).join(" ")}`;
}

function problemKey({ code, primary, address, detail }: CheckFinding): string {
  return [code, primary?.span.file ?? "", address ?? "", detail].join(" ");
}

function editsOf(chosen: readonly Candidate[]): ReadonlyMap<string, readonly PlacedEdit[]> {
  return grouped(
    chosen.flatMap(({ fix }) => fix.edits),
    ({ file }) => file,
  );
}

function withEdits(texts: TextsByFile, edits: ReadonlyMap<string, readonly PlacedEdit[]>): TextsByFile {
  const changed = new Map(texts);
  for (const [file, own] of edits) changed.set(file, applyEdits(texts.get(file) ?? "", own));
  return changed;
}

/** Whether every chosen problem is gone, and no error has come. */
function isBetter(
  before: readonly CheckFinding[],
  after: readonly CheckFinding[],
  chosen: readonly Candidate[],
  texts: TextsByFile,
): boolean {
  const edits = editsOf(chosen);
  const isConcealing = chosen.some(({ finding }) => conceals(finding));
  const isLayout = chosen.some(({ fix }) => isIndenting(fix));
  const places = new Set(after.map((each) => `${problemKey(each)} ${each.primary?.span.start.offset}`));
  const isLeft = chosen.some(({ finding }) => {
    const { file, start } = finding.primary?.span ?? { file: "", start: { offset: 0 } };
    return movedOffsets(start.offset, edits.get(file) ?? []).some((at) => places.has(`${problemKey(finding)} ${at}`));
  });
  return !isLeft && newErrors(before, after).every((each) => isConcealing && isRevealed(each, edits, texts, isLayout));
}

/** Whether lines only move. In a wrong column they may read as something else, with errors anywhere. */
function isIndenting({ edits }: Fix): boolean {
  return edits.some(({ from, text }) => from.column === 1 && text.trim() === "");
}

/** The fixes that change a line in which an error is. */
function suspectsAmong(chosen: readonly Candidate[], errors: readonly CheckFinding[]): readonly Candidate[] {
  const lines = new Set<string>();
  const edits = editsOf(chosen);
  for (const { primary, others } of errors) {
    for (const label of [primary, ...others]) {
      if (label !== undefined) lines.add(`${label.span.file} ${label.span.start.line}`);
    }
  }
  const changed = new Map(
    [...edits].flatMap(([file, own]) => {
      const sorted = [...own].sort((a, b) => a.start - b.start);
      return changedLines(own).map(({ first }, index) => [sorted[index], `${file} ${first}`] as const);
    }),
  );
  return chosen.filter(({ fix }) => fix.edits.some((edit) => lines.has(changed.get(edit) ?? "")));
}

/** Errors of which there are more than before, wherever they are. */
function newErrors(before: readonly CheckFinding[], after: readonly CheckFinding[]): readonly CheckFinding[] {
  const known = new Map<string, number>();
  for (const each of before) known.set(problemKey(each), (known.get(problemKey(each)) ?? 0) + 1);
  return after.filter((each) => {
    const left = (known.get(problemKey(each)) ?? 0) - 1;
    known.set(problemKey(each), left);
    return each.severity === "error" && left < 0;
  });
}

/**
 * Whether an error was only concealed: it is in no line that was changed. Of a text, it is further below, too. `isLayout`:
 * lines have moved, so that only a mistake in the text that is behind their block is another one.
 */
function isRevealed(
  { code, primary, others }: CheckFinding,
  edits: ReadonlyMap<string, readonly PlacedEdit[]>,
  texts: TextsByFile,
  isLayout: boolean,
): boolean {
  if (isLayout && !OF_TEXTS.has(code)) return false;
  return [primary, ...others].every((label) => {
    const own = label === undefined ? undefined : edits.get(label.span.file);
    if (label === undefined || own === undefined) return !OF_TEXTS.has(code) || label !== primary;
    const { start, end } = label.span;
    const lines = changedLines(own);
    if (OF_TEXTS.has(code)) {
      // JSON is read from the beginning to the first mistake.
      if (isJsonFile(label.span.file)) return own.every((edit) => start.offset > edit.end);
      const all = isLayout ? (texts.get(label.span.file) ?? "").split("\n") : [];
      return lines.every(({ last }) => start.line > last && (!isLayout || endsWithin(all.slice(last - 1, start.line))));
    }
    return lines.every(({ first, last }) => end.line < first || start.line > last);
  });
}

/** The lines that hold the new texts, counted from 1 in the changed text. */
const changedLines = memoizedBy((edits: readonly PlacedEdit[]) => {
  let shift = 0;
  return [...edits]
    .sort((a, b) => a.start - b.start)
    .map(({ from, to, text }) => {
      const first = from.line + shift;
      const added = text.split("\n").length - 1;
      shift += added - (to.line - from.line);
      return { first, last: first + added };
    });
});

/** Whether the block of the first line ends before the end of the last. */
function endsWithin([first = "", ...rest]: readonly string[]): boolean {
  const indentOf = (line: string): number => line.length - line.trimStart().length;
  return rest.some((line) => line.trim() !== "" && indentOf(line) < indentOf(first));
}

/** Where an offset is after edits: before and behind what was inserted at it. */
function movedOffsets(offset: number, edits: readonly PlacedEdit[]): readonly number[] {
  const shift = (own: readonly PlacedEdit[]): number =>
    own.reduce((sum, { start, end, text }) => sum + text.length - (end - start), offset);
  return [shift(edits.filter(({ end }) => end < offset)), shift(edits.filter(({ end }) => end <= offset))];
}
