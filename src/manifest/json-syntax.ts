/** What a `.json` file may not have, though it is YAML: comments, single quotes, a comma after the last member. */
import { jsonIn } from "../model/json.ts";
import { lexemesOf } from "./parse-yaml.ts";
import type { SourceText } from "./parts.ts";
import type { SyntaxProblem } from "./yaml-problems.ts";

/** The first thing in the text that is not JSON (RFC 8259); undefined if all is, or if YAML does not allow it either. */
export function jsonProblem(source: SourceText, isYaml: boolean): SyntaxProblem | undefined {
  const text = source.text.slice(source.lineStarts[0]);
  if (text.trim() === "" || jsonIn(text) !== undefined) return undefined;
  let previous = "";
  let previousAt = 0;
  for (const { text: lexeme, offset, isScalar } of lexemesOf(source.text)) {
    if (/^[\s\uFEFF]*$/.test(lexeme)) continue;
    const problem = lexemeProblem(lexeme, isScalar, previous);
    if (problem !== undefined) {
      const { label, help = [], at = 0, length = /^.*/.exec(lexeme)?.[0].length ?? 1 } = problem;
      return { code: "syntax-error", start: offset + at, end: offset + at + length, label, help };
    }
    if (previous === "," && /^[\]}]/.test(lexeme)) {
      const label = "JSON allows no comma after the last member";
      return { code: "syntax-error", start: previousAt, end: previousAt + 1, label, help: ["remove the comma"] };
    }
    [previous, previousAt] = [lexeme, offset];
  }
  if (!isYaml) return undefined;
  const start = source.lineStarts[0] ?? 0;
  const help = ["look for a key without a value, a value without a key, and brackets that do not match"];
  return { code: "syntax-error", start, end: start + 1, label: "this is YAML but not JSON", help };
}

interface LexemeProblem {
  readonly label: string;
  readonly help?: readonly string[];
  /** Offset and length in the lexeme; by default its first line. */
  readonly at?: number;
  readonly length?: number;
}

const LITERAL = /^(?:null|true|false|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$/;

function lexemeProblem(lexeme: string, isScalar: boolean, previous: string): LexemeProblem | undefined {
  if (!isScalar && /^[[\]{},:]$/.test(lexeme)) {
    const isMissing = /^[,:]$/.test(lexeme) ? /^[[{,:]?$/.test(previous) : /^[\]}]$/.test(lexeme) && previous === ":";
    return isMissing ? { label: "a value is expected here" } : undefined;
  }
  if (/^(?:#|\/\/|\/\*)/.test(lexeme)) {
    return { label: "JSON has no comments", help: ["remove the comment, or write the file as YAML"] };
  }
  if (lexeme.startsWith("'")) return { label: "JSON takes double quotes only", help: [`write " instead of '`] };
  if (lexeme.startsWith('"')) return quotedProblem(lexeme);
  if (isScalar && LITERAL.test(lexeme)) return undefined;
  const [word = lexeme] = /^[^\s:]{1,60}/.exec(lexeme) ?? [];
  const help = previous === "" ? "the name ends in .json; a YAML file is named .yaml" : "put text in double quotes";
  return { label: `"${word}" is not a JSON value`, help: [help], length: word.length };
}

function quotedProblem(quoted: string): LexemeProblem | undefined {
  if (jsonIn(quoted) !== undefined) return undefined;
  if (quoted.length < 2 || !quoted.endsWith('"') || quoted.includes("\n")) {
    return { label: "the closing quote is missing" };
  }
  const found = /\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4}).?/.exec(quoted.replaceAll("\\\\", "  "));
  if (found === null) return { label: "JSON needs escapes for control characters", help: ['write a tab as "\\t"'] };
  const [sequence] = found;
  const label = `JSON has no escape "${sequence}"`;
  return { label, help: ['write a backslash as "\\\\"'], at: found.index, length: sequence.length };
}
