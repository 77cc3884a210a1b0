/**
 * Says in plain words what the YAML reader found wrong, at the place where a user has to change something: the
 * reader itself reports an open quote at the end of the file, for example.
 */
import type { ErrorCode } from "yaml";
import type { SourceText, SyntaxProblem } from "./parts.ts";

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
    const lineEnd = endOfLine(text, quote);
    return {
      start: quote,
      end: lineEnd,
      label: "this quote is never closed",
      help: [`add ${text[quote]} where the text ends`],
    };
  }
  const bracket = brackets.findLast((offset) => offset < pos[1]);
  if (bracket === undefined) return undefined;
  const closing = text[bracket] === "[" ? "]" : "}";
  return {
    start: bracket,
    end: bracket + 1,
    label: `this "${text[bracket]}" is never closed`,
    help: [`add "${closing}", and indent its lines deeper than the key before it`],
  };
}

function explainByCode({ text }: SourceText, { code, message, pos }: Complaint): Explanation {
  // Complaints about a whole line come with its indentation, which is not what has to be changed.
  const isLine = code === "BAD_INDENT" || (code === "MISSING_CHAR" && message.includes("indicator"));
  const start = pos[0] + (isLine ? (/^[ \t]*/.exec(text.slice(pos[0], pos[0] + 400))?.[0].length ?? 0) : 0);
  const rest = text.slice(start, endOfLine(text, start));
  return { start, ...explainRest(text, start, rest, code, message) };
}

function explainRest(text: string, start: number, rest: string, code: ErrorCode, message: string): Explanation {
  switch (code) {
    case "TAB_AS_INDENT": {
      const tabs = /^\t+/.exec(text.slice(start, start + 100))?.[0].length ?? 1;
      return { end: start + tabs, label: "YAML does not allow tabs as indentation", help: ["indent with spaces"] };
    }
    case "TAG_RESOLVE_FAILED": {
      const tag = /^!\S*/.exec(rest)?.[0] ?? rest;
      return {
        code: "unknown-tag",
        end: start + tag.length,
        label: `the tag "${tag}" is not supported here`,
        help: ['write the plain value; a text that begins with "!" needs quotes'],
      };
    }
    case "BLOCK_AS_IMPLICIT_KEY":
      if (/^\s*-\s/.test(rest)) return { end: start + rest.length, ...explainIndentation(message) };
      return /^[^"'#]*:\s+\S/.test(rest)
        ? {
            end: start + rest.length,
            label: "a second colon in one line",
            help: [`if this is one text, quote it: ${JSON.stringify(rest.trim())}`],
          }
        : {
            end: start + rest.length,
            label: "this key already has a value; nested keys are not allowed here",
            help: ["check the indentation of the next line"],
          };
    case "MULTILINE_IMPLICIT_KEY":
      return { end: start + rest.length, ...explainLostLine(rest.trim()) };
    case "BAD_SCALAR_START":
      return {
        end: start + rest.length,
        label: `a text cannot begin with "${text[start]}" without quotes`,
        help: [`quote it: ${JSON.stringify(rest.trim())}`],
      };
    case "BAD_INDENT":
    case "MISSING_CHAR": {
      const end = start + Math.max(rest.trimEnd().length, 1);
      if (isBlockTextAbove(text, start)) return { end, ...BLOCK_TEXT };
      if (/^-[^\s-]/.test(rest) || message.includes("map values")) return { end, ...explainLostLine(rest.trim()) };
      if (message.startsWith("Missing ,")) return { end, label: "a comma is missing before this", help: [] };
      return code === "BAD_INDENT" || message.includes("indicator")
        ? { end, ...explainIndentation(message) }
        : { end, label: plainMessage(message) };
    }
    case "BLOCK_IN_FLOW":
      return {
        end: start + rest.trimEnd().length,
        label: "a block, or two keys without a comma between them, inside brackets",
        help: ["look for a missing comma, or for a quote around a text with a colon"],
      };
    case "BAD_DQ_ESCAPE":
      return {
        end: start + 2,
        label: `there is no escape "${text.slice(start, start + 2)}" in a double-quoted text`,
        help: ["write a backslash as two, or use single quotes"],
      };
    case "UNEXPECTED_TOKEN":
      return explainUnexpected(text, start, rest, message);
    case "RESOURCE_EXHAUSTION":
      return { code: "too-deep", label: "this is nested too deeply" };
    case "BAD_DIRECTIVE":
      return {
        end: start + rest.trimEnd().length,
        label: `"${rest.trim()}" is not a directive that is supported here`,
        help: ["remove the line"],
      };
    default:
      return { label: plainMessage(message) };
  }
}

/** A line that is neither `key: value` nor `- element`. */
function explainLostLine(line: string): Omit<Explanation, "code"> {
  if (/^-[^\s-]/.test(line)) {
    return { label: 'a space is missing after "-"', help: [`write - ${line.slice(1)}`] };
  }
  const [, key, value] = /^([\w-]+):(\S.*)$/.exec(line) ?? [];
  if (key !== undefined && !key.includes(" ")) {
    return { label: "a space is missing after the colon", help: [`write ${key}: ${value}`] };
  }
  return {
    label: "this line is neither a key with a colon nor a list element",
    help: ["check its indentation, and that the text before it is quoted where needed"],
  };
}

const BLOCK_TEXT: Omit<Explanation, "code"> = {
  label: "the lines of a block text must be indented deeper than its key",
  help: ["indent with spaces"],
};

/** Whether the line above announces a block text: `description: |`. */
function isBlockTextAbove(text: string, start: number): boolean {
  const above = text.slice(0, text.lastIndexOf("\n", start - 1) + 1).trimEnd();
  return /[:-]\s+[|>][0-9+-]*$/.test(above.slice(-200));
}

function explainIndentation(message: string): Omit<Explanation, "code"> {
  if (message.includes("scalar")) return BLOCK_TEXT;
  return {
    label: "this line is not indented like the lines around it",
    help: ["keys of one mapping, and elements of one list, begin in the same column"],
  };
}

function explainUnexpected(text: string, start: number, rest: string, message: string): Explanation {
  const end = start + Math.max(rest.trimEnd().length, 1);
  const before = text.slice(0, start).trimEnd().at(-1) ?? "";
  if (/^-\s/.test(rest) || rest.trim() === "-") {
    return { end, label: "a list cannot begin on the line of its key", help: ['put "- …" on a line of its own'] };
  }
  if (text.startsWith("${", start - 1)) {
    const variable = /^\{[^}\s]*\}?/.exec(rest)?.[0] ?? rest;
    return {
      start: start - 1,
      end: start + variable.length,
      label: "braces begin a mapping in YAML",
      help: [`quote it: "$${variable}"`],
    };
  }
  if (message.includes("node end") && before === "'" && /^\w/.test(rest)) {
    return {
      end,
      label: "the text ended at the quote before this",
      help: ["in single quotes an apostrophe is written twice (''); or use double quotes"],
    };
  }
  if (message.includes("node end") && /["'\]}]/.test(before)) {
    const what = /["']/.test(before) ? "quote" : "bracket";
    return {
      end,
      label: `unexpected text after the closing ${what}`,
      help: ["quote the whole text, or look for an open quote in the lines above"],
    };
  }
  const character = text[start] ?? "";
  if (/[\]},]/.test(character)) {
    return { end: start + 1, label: `"${character}" does not fit here`, help: ["a text with brackets needs quotes"] };
  }
  if (/in YAML (stream|document)|node end/.test(message)) {
    return {
      end,
      label: "this does not fit what is before it",
      help: ["a list and keys cannot be mixed on one level"],
    };
  }
  return { end, label: plainMessage(message) };
}

/** The reader's own words as a label. */
function plainMessage(message: string): string {
  return `${message.charAt(0).toLowerCase()}${message.slice(1)}`.replace(/\.$/, "");
}

export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : text[end - 1] === "\r" ? end - 1 : end;
}
