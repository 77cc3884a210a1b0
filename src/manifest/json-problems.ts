/** The first thing in a text that is not JSON (RFC 8259). */
import { jsonIn, jsonText } from "../model/json.ts";
import type { SourceText } from "../text/parts.ts";
import type { Extent, SyntaxProblem } from "./problem.ts";
import { inQuotes, quoted } from "./wording.ts";

/** What may come next: a value, a key, a colon, a comma or a closing bracket, or nothing. `first`: or a closing bracket. */
type Next = "value" | "first-value" | "key" | "first-key" | "colon" | "comma" | "nothing";

interface Token {
  readonly text: string;
  readonly start: number;
}

type Found = Pick<SyntaxProblem, "label"> & Partial<SyntaxProblem>;

const TOKEN = /"(?:[^"\\\n]|\\[^\n])*"|"[^\n]*|\/\/[^\n]*|#[^\n]*|\/\*[^\n]*|'[^'\n]*'|[[\]{},:]|[^\s[\]{},:"]+/g;
const PAIRS: Readonly<Record<string, string>> = { "]": "[", "}": "{", "[": "]", "{": "}" };
const LITERAL = /^(?:null|true|false|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$/;

/** Undefined if the text is JSON, or blank. */
export function jsonProblem({ text: whole, lineStarts }: SourceText): SyntaxProblem | undefined {
  const [begin = 0] = lineStarts;
  const text = whole.slice(begin);
  if (text.trim() === "" || jsonIn(text) !== undefined) return undefined;
  const { label, help = [], ...found } = firstProblem(text) ?? NOT_JSON;
  const [start, end] = [found.start ?? 0, found.end ?? (found.start ?? 0) + 1];
  const shifted = <T extends Extent>(each: T): T => ({ ...each, start: begin + each.start, end: begin + each.end });
  const others = (found.others ?? []).map(shifted);
  const edits = (found.edits ?? []).map(shifted);
  return { code: "syntax-error", start: begin + start, end: begin + end, label, help, others, edits };
}

const NOT_JSON: Found = { label: "this is not JSON", help: ["check the file with the JSON mode of an editor"] };

function firstProblem(text: string): Found | undefined {
  const open: Token[] = [];
  let next: Next = "value";
  let before: Token | undefined;
  for (const match of text.matchAll(TOKEN)) {
    const token = { text: match[0], start: match.index };
    const found = tokenProblem(token, next, before, open.at(-1));
    if (found !== undefined) return { start: token.start, end: token.start + token.text.length, ...found };
    if (token.text === "[" || token.text === "{") {
      open.push(token);
      next = token.text === "[" ? "first-value" : "first-key";
    } else if (token.text === "," || token.text === ":") {
      next = token.text === "," && open.at(-1)?.text === "{" ? "key" : "value";
    } else if (next === "key" || (next === "first-key" && token.text !== "}")) next = "colon";
    else {
      if (token.text === "]" || token.text === "}") open.pop();
      next = open.length > 0 ? "comma" : "nothing";
    }
    before = token;
  }
  const last = open.at(-1);
  return last === undefined ? undefined : neverClosed(last, ` at the end of the file`);
}

function tokenProblem(token: Token, next: Next, before: Token | undefined, open: Token | undefined): Found | undefined {
  const { text, start } = token;
  if (next === "comma" && isInText(token, before)) {
    const help = ['add " where the text ends, or write a quote in it as \\"'];
    return { start: before.start, end: start, label: "the closing quote of this text is missing", help };
  }
  const malformed = malformedToken(text, before);
  if (malformed !== undefined) {
    const { write, ...found } = malformed;
    const edits = write === undefined ? [] : instead(token, write);
    return { ...found, edits, ...(found.start === undefined ? {} : moved(found, start)) };
  }
  const isClosing = text === "]" || text === "}";
  const isSign = isClosing || text === "," || text === ":";
  if (isClosing && open !== undefined && open.text !== PAIRS[text]) {
    const others = [{ start, end: start + 1, text: `this "${text}" does not fit it` }];
    return { ...neverClosed(open, ` before "${text}"`), others };
  }
  if (isClosing && before?.text === ",") {
    const label = "JSON allows no comma after the last member";
    const at = { start: before.start, end: before.start + 1 };
    return { ...at, label, help: ["remove the comma"], edits: [{ ...at, text: "" }] };
  }
  switch (next) {
    case "nothing":
      if (isClosing) return { label: `this "${text}" closes nothing`, help: ["remove it"] };
      if (text === ",") return { label: "this comma does not fit here", help: ["remove it"] };
      return { label: "a second value in one file", help: ["write one object, with all keys in it"] };
    case "colon": {
      if (text === ":") return undefined;
      if (isSign)
        return { label: "a key without a value ends here", help: [`write ${before?.text ?? "it"}: and a value`] };
      return {
        label: "a colon is missing before this",
        help: [`write a colon after ${quotedEnd(before)}`],
        edits: behind(before, ":"),
      };
    }
    case "comma": {
      if (text === "," || isClosing) return undefined;
      if (text === ":")
        return { label: "this colon does not fit here", help: ["put the text before it in double quotes"] };
      return {
        label: "a comma is missing before this",
        help: [`write a comma after ${quotedEnd(before)}`],
        edits: behind(before, ","),
      };
    }
    case "key":
    case "first-key":
      if (text.startsWith('"') || (text === "}" && next === "first-key")) return undefined;
      return isSign || /^[[{]/.test(text)
        ? { label: "a key is expected here", help: ["write a key in double quotes and a colon"] }
        : {
            label: "a key needs double quotes",
            help: [`write ${inQuotes(text)}`],
            edits: instead(token, inQuotes(text)),
          };
    default:
      if (!isSign || (text === "]" && next === "first-value")) return undefined;
      return {
        label: "a value is expected here",
        help: [`write a value before this "${text}", or remove the key or comma`],
      };
  }
}

/** Whether a word begins where a quoted text ends. */
function isInText({ text, start }: Token, before: Token | undefined): before is Token {
  const isNext = before !== undefined && before.start + before.text.length === start;
  return isNext && before.text.startsWith('"') && !/^[[\]{},:#/]/.test(text);
}

function behind(token: Token | undefined, text: string): SyntaxProblem["edits"] & object {
  const at = token === undefined ? undefined : token.start + token.text.length;
  return at === undefined ? [] : [{ start: at, end: at, text }];
}

function instead({ start, text: old }: Token, text: string): SyntaxProblem["edits"] & object {
  return [{ start, end: start + old.length, text }];
}

function moved({ start = 0, end = 0 }: Partial<SyntaxProblem>, by: number): Pick<SyntaxProblem, "start" | "end"> {
  return { start: start + by, end: end + by };
}

function neverClosed({ text, start }: Token, where: string): Found {
  const label = `this "${text}" is never closed`;
  return { start, end: start + 1, label, help: [`add "${PAIRS[text]}"${where}`] };
}

function quotedEnd(token: Token | undefined): string {
  return token?.text.startsWith('"') === true && token.text.length <= 40
    ? token.text
    : `"${token?.text.slice(-30) ?? ""}"`;
}

/** What is wrong with a token by itself. A place is given from its beginning. */
function malformedToken(text: string, before: Token | undefined): (Found & { readonly write?: string }) | undefined {
  if (/^(?:#|\/\/|\/\*)/.test(text)) {
    return { label: "JSON has no comments", help: ["remove the comment, or write the file as YAML"] };
  }
  if (text.startsWith("'")) {
    const write = /^'[^'"\\]*'$/.test(text) ? { write: jsonText(text.slice(1, -1)) } : {};
    return { label: "JSON takes double quotes only", help: [`write " instead of '`], ...write };
  }
  if (/^[\u2018-\u201F\u00AB\u00BB]/.test(text)) {
    return { label: "these are typographic quotes", help: ['write straight double quotes: "'] };
  }
  if (text.startsWith('"')) return quotedProblem(text);
  if (/^[[\]{},:]$/.test(text) || LITERAL.test(text)) return undefined;
  if (before === undefined || before.text === "---") {
    return { label: `${quoted(text)} is not JSON`, help: ["the name ends in .json; a YAML file is named .yaml"] };
  }
  const word = { True: "true", False: "false", None: "null", undefined: "null" }[text];
  if (/^[{,]$/.test(before.text)) {
    return { label: "text needs double quotes in JSON", help: [`write ${inQuotes(text)}`], write: inQuotes(text) };
  }
  const help = word ?? (/^[-+.0-9]/.test(text) ? undefined : inQuotes(text));
  const label = `${quoted(text)} is not a JSON value`;
  return {
    label,
    help: [help === undefined ? 'write a number such as 0.5 or 10, or quote the text: "…"' : `write ${help}`],
    ...(help === undefined ? {} : { write: help }),
  };
}

function quotedProblem(text: string): Found | undefined {
  if (jsonIn(text) !== undefined) return undefined;
  if (text.length < 2 || !text.endsWith('"') || /[^\\](\\\\)*\\"$/.test(text)) {
    return { label: "this quote is never closed", help: ['add " where the text ends'] };
  }
  const found = /\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4}).?/.exec(text.replaceAll("\\\\", "  "));
  if (found === null) return { label: "JSON needs escapes for control characters", help: ['write a tab as "\\t"'] };
  const [sequence] = found;
  const [start, end] = [found.index, found.index + sequence.length];
  return { start, end, label: `JSON has no escape "${sequence}"`, help: ['write a backslash as "\\\\"'] };
}
