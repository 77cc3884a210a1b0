/**
 * Makes a diagnostic of the first complaint of the `yaml` package about a document, with one fix.
 */
import { type Document, type ErrorCode, isNode, visit } from "yaml";
import { UNSEEN, unseenHelp } from "../ground/invisible-characters.ts";
import { inQuotes } from "../ground/words.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import type { SourceFile } from "../model/source.ts";
import { endOfLine, spanBetween } from "./parts.ts";

interface Complaint {
  readonly code: ErrorCode;
  readonly message: string;
  readonly pos: readonly [number, number];
}

const QUOTE =
  "quote a text that contains YAML punctuation, or remove what does not belong to the value";
const SIGNS =
  "write a colon and a space after each key, a dash before each element, and a comma between elements in brackets";
const HELP: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_DIRECTIVE: "remove the line",
  BAD_DQ_ESCAPE: "write a backslash as two, or use single quotes",
  BAD_INDENT: "keys of one mapping, and elements of one list, begin in the same column",
  BLOCK_AS_IMPLICIT_KEY: SIGNS,
  BLOCK_IN_FLOW: SIGNS,
  MISSING_CHAR: SIGNS,
  MULTILINE_IMPLICIT_KEY: SIGNS,
};

/** Explains the first complaint, as a list. `document`: the result of parsing, if there is one. */
export function problemOf(
  source: SourceFile,
  complaints: readonly Complaint[],
  document?: Document.Parsed,
): readonly Diagnostic[] {
  const { text } = source;
  const [first] = [...complaints].sort((a, b) => a.pos[0] - b.pos[0]);
  if (first === undefined) return [];
  const { code, message, pos } = first;
  const [start, end] = pos;
  const kind = code === "TAG_RESOLVE_FAILED" ? "unknown-tag" : "syntax-error";
  const problem = (
    extent: readonly [number, number],
    label: string,
    help: string,
  ): readonly Diagnostic[] => [
    problemAt(kind, spanBetween(source, ...extent), { label, help: [help] }),
  ];
  const invisible = invisibleAt(text, start);
  if (invisible !== undefined) {
    const [help = ""] = unseenHelp(text.charAt(invisible));
    return problem([invisible, invisible + 1], "YAML does not read this as a space", help);
  }
  const line = lineAt(text, start);
  const tab = /^ *(?:- *)?\t+/.exec(line.text)?.[0];
  if (tab !== undefined) {
    const indentation = [line.start + tab.indexOf("\t"), line.start + tab.length] as const;
    return problem(indentation, "YAML does not allow tabs as indentation", "indent with spaces");
  }
  if (code === "TAG_RESOLVE_FAILED") {
    const tag = /^!\S*/.exec(text.slice(start, endOfLine(text, start)))?.[0] ?? "!";
    const help = 'write the plain value; quote a text that begins with "!"';
    return problem(
      [start, start + tag.length],
      `the tag ${inQuotes(tag)} is not supported here`,
      help,
    );
  }
  const label = `${message.charAt(0).toLowerCase()}${message.slice(1)}`.replace(/\.$/, "");
  const quote = message.startsWith("Missing closing")
    ? beginningOfText(start, document)
    : undefined;
  if (quote !== undefined) {
    const help = `add ${text.charAt(quote)} where the text ends`;
    return problem([quote, endOfLine(text, quote)], label, help);
  }
  // Some complaints are about a whole line, with its indentation.
  const from = start + (/^[ \t]*/.exec(text.slice(start, endOfLine(text, start)))?.[0].length ?? 0);
  return problem([from, Math.max(end, from + 1)], label, HELP[code] ?? QUOTE);
}

/** Returns the start of the quoted text that ends at an offset. */
function beginningOfText(end: number, document: Document.Parsed | undefined): number | undefined {
  let beginning: number | undefined;
  visit(document ?? null, (_, node) => {
    const [start, valueEnd] = (isNode(node) ? node.range : undefined) ?? [];
    if (valueEnd === end) beginning = start;
  });
  return beginning;
}

/**
 * Finds an invisible character in the indentation or after a key, in the line of an offset or the
 * line above.
 */
function invisibleAt(text: string, offset: number): number | undefined {
  const here = lineAt(text, offset);
  for (const line of [lineAt(text, here.start - 1), here]) {
    const match = new RegExp(`^[\\s-]*?(?:${UNSEEN.source})|[^\\s:]:(?:${UNSEEN.source})`).exec(
      line.text,
    );
    if (match !== null) return line.start + match.index + match[0].length - 1;
  }
  return undefined;
}

/** Returns the line of an offset, without the line break. */
function lineAt(text: string, offset: number): { readonly start: number; readonly text: string } {
  const start = offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  // A byte order mark is not part of the line.
  const from = Math.max(start, text.startsWith("\uFEFF") ? 1 : 0);
  return { start: from, text: text.slice(from, endOfLine(text, from)) };
}
