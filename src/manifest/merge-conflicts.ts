/** Merge conflicts that git left in a file: one problem for all of them, because nothing else in the file can be judged. */
import { endOfLine } from "../text/text-lines.ts";
import { lexemesOf } from "./lexemes.ts";
import type { SyntaxProblem } from "./problem.ts";
import { counted, oneOf } from "./wording.ts";

/** Git writes seven characters at the beginning of a line, then a blank and a name, or nothing. */
const MARKER = /^\uFEFF?(<{7}|\|{7}|={7}|>{7})(?![^\s])/gm;

const ENDS: Readonly<Record<string, string>> = {
  "|||||||": "the common ancestor begins here",
  "=======": "the other side begins here",
  ">>>>>>>": "it ends here",
};

interface Marker {
  readonly start: number;
  readonly sign: string;
}

/**
 * The conflicts as one problem at the first marker. `isValid`: whether the text is valid YAML or JSON; then markers
 * inside of quoted and block texts are part of these.
 */
export function mergeConflicts(text: string, isValid: boolean): SyntaxProblem | undefined {
  const markers = [...text.matchAll(MARKER)].map(
    (match): Marker => ({ start: match.index + match[0].length - 7, sign: match[1] ?? "" }),
  );
  const [first, ...rest] = markers;
  if (first === undefined || (isValid && areInTexts(text, markers))) return undefined;
  const count = markers.filter(({ sign }) => sign === "<<<<<<<").length;
  const label = count > 1 ? `the first of ${counted(count, "merge conflict")}` : "a merge conflict is not resolved";
  const next = rest.findIndex(({ sign }) => sign === "<<<<<<<");
  const own = next === -1 ? rest : rest.slice(0, next);
  const signs = [...new Set(markers.map(({ sign }) => sign))].sort();
  return {
    code: "merge-conflict",
    start: first.start,
    end: endOfLine(text, first.start),
    label,
    help: [`keep the lines that are right, and delete those that begin with ${oneOf(signs)}`],
    others: own.map(({ start, sign }) => ({ start, end: endOfLine(text, start), text: ENDS[sign] ?? "" })),
  };
}

/** Whether each marker lies in a quoted text or a block text. */
function areInTexts(text: string, markers: readonly Marker[]): boolean {
  let [index, before] = [0, ""];
  for (const { text: lexeme, offset, isScalar } of lexemesOf(text)) {
    const isText = isScalar ? /^[|>]/.test(before) : /^["']/.test(lexeme);
    for (; index < markers.length; index += 1) {
      const { start = 0 } = markers[index] ?? {};
      if (start >= offset + lexeme.length) break;
      if (!isText) return false;
    }
    if (lexeme.trim() !== "" && !lexeme.startsWith("#")) before = lexeme;
  }
  return true;
}
