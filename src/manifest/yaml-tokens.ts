/**
 * YAML text to the tokens of the `yaml` package. Reading takes no stack, and ends where a text nests too deeply or has
 * more than is composed: composing is recursive, and takes memory.
 */
import { type CST, Lexer, Parser } from "yaml";
import type { Unclosed, YamlProblem } from "./yaml-problems.ts";

/** The package takes some 130 bytes for each. */
const MOST_TOKENS = 1_000_000;

/** What stands behind so many mistakes is not read. */
const MOST_MISTAKES = 1_000;

/** The documents of a text as tokens. Reading ends, with a problem, where they nest too deeply or are too many. */
export function tokensOf(
  text: string,
  maximumDepth: number,
): { readonly tokens: readonly CST.Token[]; readonly cut?: YamlProblem } {
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  let [count, mistakes] = [0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === "error") mistakes += 1;
    }
    if (mistakes > MOST_MISTAKES) return { tokens };
    count += 1;
    const { stack, offset } = parser;
    // The first is the document.
    const deep = stack.length > maximumDepth + 1 ? stack[maximumDepth + 1] : undefined;
    if (deep !== undefined && "items" in deep) {
      const label = `level ${maximumDepth + 1} begins here`;
      return { tokens, cut: { code: "too-deep", start: deep.offset, end: deep.offset + 1, label, help: [] } };
    }
    if (count > MOST_TOKENS) return { tokens, cut: tooLong(offset) };
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens };
}

function tooLong(start: number): YamlProblem {
  const label = "reading ends here, after a million words and signs";
  const help = ["split the file"];
  return { code: "file-too-large", start, end: start + 1, label, help };
}

/** Walks token trees without recursion, and notes in order of the text what is left open. */
export function unclosedIn(tokens: readonly CST.Token[]): Unclosed {
  const quotes: number[] = [];
  const brackets: number[] = [];
  const waiting = [...tokens].reverse();
  for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
    if (token.type === "document") {
      if (token.value !== undefined) waiting.push(token.value);
      continue;
    }
    if (token.type === "double-quoted-scalar" || token.type === "single-quoted-scalar") {
      if (!isClosed(token.source)) quotes.push(token.offset);
      continue;
    }
    if (!("items" in token)) continue;
    if (token.type === "flow-collection" && !token.end.some(({ type }) => /^flow-(map|seq)-end$/.test(type))) {
      brackets.push(token.start.offset);
    }
    for (let index = token.items.length - 1; index >= 0; index -= 1) {
      const { key, value } = token.items[index] ?? {};
      if (value !== undefined && value !== null) waiting.push(value);
      if (key !== undefined && key !== null) waiting.push(key);
    }
  }
  return { quotes, brackets };
}

/** Whether a quoted text, quotes included, ends with a quote that is not escaped. */
function isClosed(quoted: string): boolean {
  if (quoted.length < 2) return false;
  if (quoted.startsWith("'")) return quoted.endsWith("'");
  if (!quoted.endsWith('"')) return false;
  let backslashes = 0;
  while (quoted.at(-2 - backslashes) === "\\") backslashes += 1;
  return backslashes % 2 === 0;
}
