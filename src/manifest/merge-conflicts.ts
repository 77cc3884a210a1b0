/** Merge conflicts that git left in a file: one problem for all of them, because nothing else in the file can be judged. */
import type { Part } from "./parts.ts";
import type { SyntaxProblem } from "./problem.ts";
import { endOfLine } from "./text-lines.ts";
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
 * The conflicts as one problem at the first marker. `documents`: what was read, if the text is valid; markers inside of a text
 * are part of it.
 */
export function mergeConflicts(text: string, documents: readonly Part[] | undefined): SyntaxProblem | undefined {
  const markers = [...text.matchAll(MARKER)].map(
    (match): Marker => ({ start: match.index + match[0].length - 7, sign: match[1] ?? "" }),
  );
  const [first, ...rest] = markers;
  if (first === undefined) return undefined;
  if (documents !== undefined && markers.every(({ start }) => documents.some((each) => isInText(each, start))))
    return undefined;
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

function isInText(part: Part, offset: number): boolean {
  if (offset < part.start || offset >= part.end) return false;
  if (part.type === "scalar") return /^["'|>]/.test(part.source.text.slice(part.start, part.start + 1));
  const inner = part.type === "list" ? part.elements : part.members.map(({ value }) => value);
  return inner.some((each) => isInText(each, offset));
}
