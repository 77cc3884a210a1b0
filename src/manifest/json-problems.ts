/** The first place where a text is not JSON (RFC 8259), and what JSON expects there. */
import { jsonIn } from "../model/json.ts";
import type { SourceText } from "./parts.ts";
import type { SyntaxProblem } from "./problem.ts";
import { quoted } from "./wording.ts";

const EXPECTED = {
  value: "a value",
  "first value": 'a value or "]"',
  key: "a key in double quotes",
  "first key": 'a key in double quotes or "}"',
  colon: "a colon",
  comma: "a comma or a closing bracket",
  end: "the end of the file",
} as const;
type Next = keyof typeof EXPECTED;

const HELP = "JSON has double quotes, no comments, and no comma before a closing bracket";
const LITERAL = /^(?:null|true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** Undefined if the text is JSON, or blank. */
export function jsonProblem({ text, lineStarts }: SourceText): SyntaxProblem | undefined {
  const [begin = 0] = lineStarts;
  if (text.slice(begin).trim() === "" || jsonIn(text.slice(begin)) !== undefined) return undefined;
  const open: string[] = [];
  let next: Next = "value";
  for (let start = begin; ; ) {
    start += /^[ \t\r\n]*/.exec(text.slice(start))?.[0].length ?? 0;
    const token = tokenAt(text, start);
    if ("label" in token) return token;
    const after = nextAfter(token.text, next, open);
    if (after === undefined) {
      const found = token.text === "" ? "the end of the file" : quoted(token.text);
      return problem(start, token.end, `expected ${EXPECTED[next]}, found ${found}`);
    }
    [start, next] = [token.end, after];
  }
}

function problem(start: number, end: number, label: string): SyntaxProblem {
  return { code: "syntax-error", start, end: Math.max(end, start + 1), label, help: [HELP] };
}

/** What may come after a token; undefined where the token may not be. `open`: the brackets around it, which change. */
function nextAfter(token: string, next: Next, open: string[]): Next | undefined {
  const closed = (): Next => (open.length === 0 ? "end" : "comma");
  const isEmpty = (token === "]" && next === "first value") || (token === "}" && next === "first key");
  if (isEmpty || (next === "comma" && /^[\]}]$/.test(token))) {
    return open.pop() === (token === "]" ? "[" : "{") ? closed() : undefined;
  }
  if (next === "comma") return token === "," ? (open.at(-1) === "{" ? "key" : "value") : undefined;
  if (next === "colon") return token === ":" ? "value" : undefined;
  if (next === "key" || next === "first key") return token.startsWith('"') ? "colon" : undefined;
  if (next === "end") return undefined;
  if (token === "[" || token === "{") {
    open.push(token);
    return token === "[" ? "first value" : "first key";
  }
  return token.startsWith('"') || LITERAL.test(token) ? closed() : undefined;
}

/** A sign, a quoted text or a word; an empty text at the end of the file. */
function tokenAt(text: string, start: number): { readonly text: string; readonly end: number } | SyntaxProblem {
  const sign = text.charAt(start);
  if (sign !== '"') {
    const word =
      sign === "" || /[[\]{},:]/.test(sign) ? sign : (/^[^\s[\]{},:"]+/.exec(text.slice(start))?.[0] ?? sign);
    return { text: word, end: start + word.length };
  }
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return { text: text.slice(start, at + 1), end: at + 1 };
    if (character === "\n") break;
    if (character < " ") return problem(at, at + 1, "expected an escape such as \\t, found a control character");
    if (character !== "\\") continue;
    const sequence = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6))?.[0];
    if (sequence === undefined) return problem(at, at + 2, `JSON has no escape "${text.slice(at, at + 2)}"`);
    at += sequence.length - 1;
  }
  return problem(start, start + 1, "this quote is never closed");
}
