/** The lexemes of a YAML text, with the `yaml` package. */
import { Lexer } from "yaml";

/** Marks the end of brackets that are not closed before a line that is indented too little. */
const BRACKETS_END = "\u0018";
/** Control lexemes that are not in the text: the beginning of a document, the end of brackets, a scalar. */
const MARKS: ReadonlySet<string> = new Set(["\u0002", BRACKETS_END, "\u001F"]);

export interface Lexeme {
  readonly text: string;
  readonly offset: number;
  /** A text, number or the like without quotes. */
  readonly isScalar: boolean;
}

/** The lexemes of a text with their offsets. */
export function* lexemesOf(text: string): Generator<Lexeme> {
  let offset = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (!MARKS.has(lexeme)) {
      yield { text: lexeme, offset, isScalar };
      offset += lexeme.length;
    }
    isScalar = lexeme === "\u001F";
  }
}

/** A bracket that is never closed, or that another bracket or the wrong one closes. */
export interface OpenBracket {
  readonly open: number;
  /** The bracket that closes nothing, if there is one. */
  readonly close?: number;
}

const PAIRS: Readonly<Record<string, string>> = { "]": "[", "}": "{" };

/** The first pair of brackets that do not fit each other. */
export function openBracket(text: string): OpenBracket | undefined {
  const open: number[] = [];
  let offset = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const last = open.at(-1);
    if (lexeme === BRACKETS_END && last !== undefined) return { open: last };
    if (!isScalar && (lexeme === "[" || lexeme === "{")) open.push(offset);
    else if (!isScalar && last !== undefined && PAIRS[lexeme] !== undefined) {
      if (text[last] !== PAIRS[lexeme]) return { open: last, close: offset };
      open.pop();
    }
    isScalar = lexeme === "\u001F";
    if (!MARKS.has(lexeme)) offset += lexeme.length;
  }
  const last = open.at(-1);
  return last === undefined ? undefined : { open: last };
}
