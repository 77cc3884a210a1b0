/** Explains errors of the `yaml` package at the place to change: it reports an open quote at the end of the file, for example. */
import type { ErrorCode } from "yaml";
import type { SourceText } from "./parts.ts";
import type { SyntaxProblem } from "./problem.ts";

/** What the token tree shows about things that were opened and never closed: offsets of their first characters. */
export interface Unclosed {
  readonly quotes: readonly number[];
  readonly brackets: readonly number[];
}

export interface Complaint {
  readonly code: ErrorCode;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** Explains one complaint of the YAML reader. */
export function explainYaml(source: SourceText, complaint: Complaint, unclosed: Unclosed): SyntaxProblem {
  const [start, end] = complaint.pos;
  const explained = explainUnclosed(source, complaint, unclosed) ?? explainByCode(source, complaint);
  return { code: "syntax-error", start, end, help: [], ...explained };
}

type Explanation = Pick<SyntaxProblem, "label"> & Partial<SyntaxProblem>;

function explainUnclosed(
  { text }: SourceText,
  { code, pos }: Complaint,
  { quotes, brackets }: Unclosed,
): Explanation | undefined {
  if (code !== "MISSING_CHAR" && code !== "BAD_INDENT") return undefined;
  const quote = quotes.findLast((offset) => offset < pos[1]);
  if (quote !== undefined && code === "MISSING_CHAR") {
    const explained = because("this quote is never closed", `add ${text[quote]} where the text ends`);
    return { start: quote, end: endOfLine(text, quote), ...explained };
  }
  const bracket = brackets.findLast((offset) => offset < pos[1]);
  if (bracket === undefined) return undefined;
  const help = `add "${text[bracket] === "[" ? "]" : "}"}", and indent its lines deeper than the key before it`;
  return { start: bracket, end: bracket + 1, ...because(`this "${text[bracket]}" is never closed`, help) };
}

function explainByCode({ text }: SourceText, { code, message, pos }: Complaint): Explanation {
  // Complaints about a whole line come with its indentation, which is not what has to be changed.
  const isLine = code === "BAD_INDENT" || (code === "MISSING_CHAR" && message.includes("indicator"));
  const start = pos[0] + (isLine ? (/^[ \t]*/.exec(text.slice(pos[0], pos[0] + 400))?.[0].length ?? 0) : 0);
  const rest = text.slice(start, endOfLine(text, start));
  const end = start + Math.max(rest.trimEnd().length, 1);
  return {
    start,
    end,
    ...(explainRest(text, start, rest, code, message) ?? { end: pos[1], ...because(plain(message)) }),
  };
}

function because(label: string, ...help: readonly string[]): Explanation {
  return { label, help };
}

/** By default, the problem is the rest of the line. Undefined where the reader's own words have to do. */
function explainRest(
  text: string,
  start: number,
  rest: string,
  code: ErrorCode,
  message: string,
): Explanation | undefined {
  const line = rest.trim();
  switch (code) {
    case "TAB_AS_INDENT": {
      const tabs = /^\t+/.exec(text.slice(start, start + 100))?.[0].length ?? 1;
      return { end: start + tabs, ...because("YAML does not allow tabs as indentation", "indent with spaces") };
    }
    case "TAG_RESOLVE_FAILED": {
      const tag = /^!\S*/.exec(rest)?.[0] ?? rest;
      const help = 'write the plain value; a text that begins with "!" needs quotes';
      return {
        code: "unknown-tag",
        end: start + tag.length,
        ...because(`the tag "${tag}" is not supported here`, help),
      };
    }
    case "BLOCK_AS_IMPLICIT_KEY":
      if (/^\s*-\s/.test(rest)) return explainIndentation(message);
      return /^[^"'#]*:\s+\S/.test(rest)
        ? because("a second colon in one line", `if this is one text, quote it: ${JSON.stringify(line)}`)
        : because(
            "this key already has a value; nested keys are not allowed here",
            "check the indentation of the next line",
          );
    case "MULTILINE_IMPLICIT_KEY":
      return explainLostLine(line);
    case "BAD_SCALAR_START":
      return because(`a text cannot begin with "${text[start]}" without quotes`, `quote it: ${JSON.stringify(line)}`);
    case "BAD_INDENT":
    case "MISSING_CHAR":
      if (isBlockTextAbove(text, start)) return BLOCK_TEXT;
      if (/^-[^\s-]/.test(rest) || message.includes("map values")) return explainLostLine(line);
      if (message.startsWith("Missing ,")) return because("a comma is missing before this");
      return code === "BAD_INDENT" || message.includes("indicator")
        ? explainIndentation(message)
        : because(plain(message));
    case "BLOCK_IN_FLOW":
      return because(
        "a block, or two keys without a comma between them, inside brackets",
        "look for a missing comma, or for a quote around a text with a colon",
      );
    case "BAD_DQ_ESCAPE": {
      const label = `there is no escape "${text.slice(start, start + 2)}" in a double-quoted text`;
      return { end: start + 2, ...because(label, "write a backslash as two, or use single quotes") };
    }
    case "UNEXPECTED_TOKEN":
      return explainUnexpected(text, start, rest, message);
    case "RESOURCE_EXHAUSTION":
      return { code: "too-deep", label: "this is nested too deeply" };
    case "BAD_DIRECTIVE":
      return because(`"${line}" is not a directive that is supported here`, "remove the line");
    default:
      return undefined;
  }
}

/** A line that is neither `key: value` nor `- element`. */
function explainLostLine(line: string): Explanation {
  if (/^-[^\s-]/.test(line)) return because('a space is missing after "-"', `write - ${line.slice(1)}`);
  const [, key, value] = /^([\w-]+):(\S.*)$/.exec(line) ?? [];
  if (key !== undefined) return because("a space is missing after the colon", `write ${key}: ${value}`);
  return because(
    "this line is neither a key with a colon nor a list element",
    "check its indentation, and that the text before it is quoted where needed",
  );
}

const BLOCK_TEXT = because("the lines of a block text must be indented deeper than its key", "indent with spaces");

/** Whether the line above announces a block text: `description: |`. */
function isBlockTextAbove(text: string, start: number): boolean {
  const above = text.slice(0, text.lastIndexOf("\n", start - 1) + 1).trimEnd();
  return /[:-]\s+[|>][0-9+-]*$/.test(above.slice(-200));
}

function explainIndentation(message: string): Explanation {
  if (message.includes("scalar")) return BLOCK_TEXT;
  return because(
    "this line is not indented like the lines around it",
    "keys of one mapping, and elements of one list, begin in the same column",
  );
}

function explainUnexpected(text: string, start: number, rest: string, message: string): Explanation {
  const before = text.slice(0, start).trimEnd().at(-1) ?? "";
  if (/^-\s/.test(rest) || rest.trim() === "-") {
    return because("a list cannot begin on the line of its key", 'put "- …" on a line of its own');
  }
  if (text.startsWith("${", start - 1)) {
    const variable = /^\{[^}\s]*\}?/.exec(rest)?.[0] ?? rest;
    const explained = because("braces begin a mapping in YAML", `quote it: "$${variable}"`);
    return { start: start - 1, end: start + variable.length, ...explained };
  }
  const isNodeEnd = message.includes("node end");
  if (isNodeEnd && before === "'" && /^\w/.test(rest)) {
    const help = "in single quotes an apostrophe is written twice (''); or use double quotes";
    return because("the text ended at the quote before this", help);
  }
  if (isNodeEnd && /["'\]}]/.test(before)) {
    const help = "quote the whole text, or look for an open quote in the lines above";
    return because(`unexpected text after the closing ${/["']/.test(before) ? "quote" : "bracket"}`, help);
  }
  const character = text[start] ?? "";
  if (/[\]},]/.test(character)) {
    return { end: start + 1, ...because(`"${character}" does not fit here`, "a text with brackets needs quotes") };
  }
  if (isNodeEnd || /in YAML (stream|document)/.test(message)) {
    return because("this does not fit what is before it", "a list and keys cannot be mixed on one level");
  }
  return because(plain(message));
}

/** The reader's own words as a label. */
function plain(message: string): string {
  return `${message.charAt(0).toLowerCase()}${message.slice(1)}`.replace(/\.$/, "");
}

export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : text[end - 1] === "\r" ? end - 1 : end;
}
