/** From the complaints of the `yaml` package to problems: its own words and place, and one sentence of help for each code. */
import type { ErrorCode } from "yaml";
import type { SourceText } from "./parts.ts";
import type { SyntaxProblem } from "./problem.ts";
import { endOfLine, lineAt } from "./text-lines.ts";
import { counted, UNSEEN, unseenHelp } from "./wording.ts";

interface Complaint {
  readonly code: ErrorCode;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** A problem that this program found in what the package composed. */
export interface OwnProblem extends SyntaxProblem {
  /** Whether what comes after it may follow from it. */
  readonly isLast: boolean;
}

/** Complaints about one value. What follows is understood all the same. */
const LOCAL: ReadonlySet<ErrorCode> = new Set(["TAG_RESOLVE_FAILED", "BAD_DQ_ESCAPE", "BAD_DIRECTIVE"]);

const QUOTE = "quote a text with signs of YAML in it, or remove what does not belong to the value";
const SIGNS = "check the signs here: a colon and a space after a key, a dash before an element, a comma in brackets";
const COLUMN = "keys of one mapping, and elements of one list, begin in the same column";
const HELP: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: "write the value out in place of the alias",
  BAD_ALIAS: 'quote a text that begins with "*" or "&"',
  BAD_COLLECTION_TYPE: "write the plain value without a tag",
  BAD_DIRECTIVE: "remove the line",
  BAD_DQ_ESCAPE: "write a backslash as two, or use single quotes",
  BAD_INDENT: COLUMN,
  BAD_PROP_ORDER: QUOTE,
  BAD_SCALAR_START: QUOTE,
  BLOCK_AS_IMPLICIT_KEY: "quote a text with a colon in it; begin nested keys on a line of their own, indented deeper",
  BLOCK_IN_FLOW: "write a comma between elements in brackets, and close the brackets",
  KEY_OVER_1024_CHARS: "write a shorter key",
  MISSING_CHAR: SIGNS,
  MULTILINE_IMPLICIT_KEY: "write a colon and a space after each key; indent a line deeper to go on with the text above",
  MULTIPLE_ANCHORS: QUOTE,
  MULTIPLE_TAGS: QUOTE,
  TAG_RESOLVE_FAILED: 'write the plain value; quote a text that begins with "!"',
  UNEXPECTED_TOKEN: QUOTE,
};

/**
 * What is wrong with a document: a mistake in its layout makes the package complain about many later lines, so only the
 * first is shown, and in one line only the first. `quotes`: offsets of the quoted texts.
 */
export function problemsOf(
  source: SourceText,
  complaints: readonly Complaint[],
  own: readonly OwnProblem[],
  quotes: readonly number[],
): readonly SyntaxProblem[] {
  const sorted = [...complaints].sort((a, b) => a.pos[0] - b.pos[0]);
  const broken = sorted.findIndex(({ code }) => !LOCAL.has(code));
  const shown = broken === -1 ? sorted : sorted.slice(0, broken + 1);
  const last = own.findIndex(({ isLast }) => isLast);
  const found = [
    ...shown.map((complaint) => problemOf(source.text, complaint, quotes)),
    ...(broken === -1 ? own.slice(0, last === -1 ? undefined : last + 1) : []),
  ];
  const lines = new Set<number>();
  return found.filter(({ start, ...problem }) => {
    const line = lineAt(source.text, start).start;
    const isFirst = !lines.has(line);
    if (!("isLast" in problem)) lines.add(line);
    return isFirst;
  });
}

function problemOf(text: string, { code, message, pos }: Complaint, quotes: readonly number[]): SyntaxProblem {
  const problem = (start: number, end: number, label: string, help: string | undefined): SyntaxProblem => {
    return { code: "syntax-error", start, end, label, help: help === undefined ? [] : [help] };
  };
  const [start, end] = pos;
  const invisible = LOCAL.has(code) ? undefined : invisibleAt(text, start);
  if (invisible !== undefined) {
    const [help] = unseenHelp(text.charAt(invisible));
    return problem(invisible, invisible + 1, "YAML does not read this as a space", help);
  }
  const line = lineAt(text, start);
  const tab = LOCAL.has(code) ? null : /^ *(?:- *)?\t+/.exec(line.text);
  if (tab !== null) {
    const count = text.match(/^ *\t/gm)?.length ?? 0;
    const all = count > 1 ? `; ${counted(count, "line")} of the file have tabs` : "";
    const at = line.start + tab[0].indexOf("\t");
    return problem(
      at,
      line.start + tab[0].length,
      "YAML does not allow tabs as indentation",
      `indent with spaces${all}`,
    );
  }
  if (code === "TAG_RESOLVE_FAILED") {
    const tag = /^!\S*/.exec(text.slice(start, endOfLine(text, start)))?.[0] ?? "!";
    return {
      ...problem(start, start + tag.length, `the tag "${tag}" is not supported here`, HELP[code]),
      code: "unknown-tag",
    };
  }
  if (code === "RESOURCE_EXHAUSTION")
    return { ...problem(start, end, "this is nested too deeply", undefined), code: "too-deep" };
  const label = `${message.charAt(0).toLowerCase()}${message.slice(1)}`.replace(/\.$/, "");
  const quote = message.startsWith("Missing closing") ? quotes.findLast((at) => at < end) : undefined;
  if (quote !== undefined)
    return problem(quote, endOfLine(text, quote), label, `add ${text.charAt(quote)} where the text ends`);
  // Some complaints are about a whole line, with its indentation.
  const from = start + (/^[ \t]*/.exec(text.slice(start, endOfLine(text, start)))?.[0].length ?? 0);
  return problem(from, Math.max(end, from + 1), label, HELP[code]);
}

/** A character that looks like a space in the indentation or behind a key, in the line of an offset or the one above. */
function invisibleAt(text: string, offset: number): number | undefined {
  const here = lineAt(text, offset);
  for (const line of [lineAt(text, here.start - 1), here]) {
    const found = new RegExp(`^[\\s-]*?(?:${UNSEEN.source})|[^\\s:]:(?:${UNSEEN.source})`).exec(line.text);
    if (found !== null) return line.start + found.index + found[0].length - 1;
  }
  return undefined;
}
