/**
 * JSON text (RFC 8259) to parts. Strict: no comments, no trailing commas, no single quotes. Reading stops at the
 * first mistake, because nothing after it can be trusted.
 */
import { numberOf } from "../model/json.ts";
import { type Member, MOST_VALUES, type Part, type ScalarPart, type SourceText } from "./parts.ts";

/** A mistake: what is wrong at which place, and what to do. */
export interface JsonMistake {
  readonly code: "syntax-error" | "too-deep" | "file-too-large";
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly help: readonly string[];
}

/** The reader's place in the text. The only state in it moves forward. */
interface Cursor {
  readonly source: SourceText;
  readonly maximumDepth: number;
  at: number;
  values: number;
}

class Stop extends Error {
  readonly mistake: JsonMistake;
  constructor(mistake: JsonMistake) {
    super(mistake.label);
    this.mistake = mistake;
  }
}

/** Reads one JSON text, or none where there are only blanks. */
export function parseJsonText(
  source: SourceText,
  maximumDepth: number,
): { readonly part?: Part; readonly mistake?: JsonMistake } {
  const cursor: Cursor = { source, maximumDepth, at: source.lineStarts[0] ?? 0, values: 0 };
  try {
    skipBlanks(cursor);
    if (cursor.at >= source.text.length) return {};
    const part = readValue(cursor, 0);
    skipBlanks(cursor);
    if (cursor.at < source.text.length) stop(cursor, "nothing may follow the end of the JSON value");
    return { part };
  } catch (error) {
    if (error instanceof Stop) return { mistake: error.mistake };
    throw error;
  }
}

function readValue(cursor: Cursor, depth: number): Part {
  const { source } = cursor;
  cursor.values += 1;
  if (cursor.values > MOST_VALUES) {
    const [start, end] = [cursor.at, cursor.at + 1];
    const label = `reading ends here, after ${MOST_VALUES.toLocaleString("en-US")} values`;
    throw new Stop({ code: "file-too-large", start, end, label, help: ["split the file"] });
  }
  const character = source.text[cursor.at];
  if (character === "{") return readObject(cursor, depth + 1);
  if (character === "[") return readArray(cursor, depth + 1);
  const start = cursor.at;
  if (character === '"') {
    const value = readString(cursor);
    return { type: "scalar", value, source, start, end: cursor.at };
  }
  return readLiteral(cursor);
}

function readObject(cursor: Cursor, depth: number): Part {
  const { source } = cursor;
  const start = open(cursor, depth);
  const members: Member[] = [];
  while (!closes(cursor, "}", members.length, start)) {
    const keyStart = cursor.at;
    if (source.text[keyStart] !== '"') stop(cursor, "a key in double quotes is expected here", keyHelp(cursor));
    const name = readString(cursor);
    const keyEnd = cursor.at;
    skipBlanks(cursor);
    if (source.text[cursor.at] !== ":") stop(cursor, `a colon is expected after the key "${name}"`);
    cursor.at += 1;
    skipBlanks(cursor);
    members.push({ name, keyStart, keyEnd, value: readValue(cursor, depth) });
  }
  return { type: "map", members, source, start, end: cursor.at };
}

function readArray(cursor: Cursor, depth: number): Part {
  const { source } = cursor;
  const start = open(cursor, depth);
  const elements: Part[] = [];
  while (!closes(cursor, "]", elements.length, start)) elements.push(readValue(cursor, depth));
  return { type: "list", elements, source, start, end: cursor.at };
}

/** Steps over the opening bracket and gives its offset. */
function open(cursor: Cursor, depth: number): number {
  const start = cursor.at;
  if (depth > cursor.maximumDepth) {
    throw new Stop({ code: "too-deep", start, end: start + 1, label: `level ${depth} begins here`, help: [] });
  }
  cursor.at += 1;
  return start;
}

/** Steps over the comma between two members, or over the closing bracket: then the answer is true. */
function closes(cursor: Cursor, bracket: "}" | "]", count: number, start: number): boolean {
  skipBlanks(cursor);
  const { text } = cursor.source;
  if (cursor.at >= text.length) {
    throw new Stop({
      code: "syntax-error",
      start,
      end: start + 1,
      label: `this "${text[start]}" is never closed`,
      help: [`add the missing "${bracket}"`],
    });
  }
  if (text[cursor.at] === bracket) {
    cursor.at += 1;
    return true;
  }
  if (count === 0) return false;
  if (text[cursor.at] !== ",") stop(cursor, `a comma or "${bracket}" is expected here`);
  const comma = cursor.at;
  cursor.at += 1;
  skipBlanks(cursor);
  if (text[cursor.at] === bracket) {
    cursor.at = comma;
    stop(cursor, "JSON allows no comma after the last member", ["remove the comma"]);
  }
  return false;
}

function readString(cursor: Cursor): string {
  const { text } = cursor.source;
  const start = cursor.at;
  let index = start + 1;
  for (;;) {
    const character = text[index];
    if (character === undefined || character === "\n") {
      const end = Math.min(index, text.length);
      throw new Stop({ code: "syntax-error", start, end, label: "the closing quote is missing", help: [] });
    }
    if (character === '"') break;
    if (character < " ") {
      cursor.at = index;
      stop(cursor, "a control character must be escaped in a JSON text", ['write a tab as "\\t"']);
    }
    index += character === "\\" ? 2 : 1;
  }
  cursor.at = index + 1;
  try {
    return JSON.parse(text.slice(start, cursor.at)) as string;
  } catch {
    const found = /\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4}).?/.exec(text.slice(start, cursor.at));
    cursor.at = start + (found?.index ?? 0);
    return stop(cursor, `JSON has no escape "${found?.[0] ?? ""}"`, ['write a backslash as "\\\\"']);
  }
}

const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

function readLiteral(cursor: Cursor): ScalarPart {
  const { source } = cursor;
  const start = cursor.at;
  const word = /^[^\s,:[\]{}"]{1,400}/.exec(source.text.slice(start, start + 400))?.[0] ?? "";
  const end = start + word.length;
  cursor.at = end;
  const fixed = { null: null, true: true, false: false }[word];
  if (fixed !== undefined) return { type: "scalar", value: fixed, source, start, end };
  if (NUMBER.test(word)) return { type: "scalar", value: numberOf(word), source, start, end };
  cursor.at = start;
  if (word.startsWith("//") || word.startsWith("/*") || word.startsWith("#")) {
    return stop(cursor, "JSON has no comments", ["remove the comment, or write the file as YAML"]);
  }
  if (word.startsWith("'")) return stop(cursor, "JSON takes double quotes only", [`write " instead of '`]);
  if (word === "") return stop(cursor, "a value is expected here");
  const isFirst = source.text.slice(0, start).trim() === "";
  const help = isFirst ? "the name ends in .json; a YAML file is named .yaml" : "put text in double quotes";
  return stop(cursor, `${JSON.stringify(word)} is no JSON value`, [help], word.length);
}

function keyHelp(cursor: Cursor): readonly string[] {
  const character = cursor.source.text[cursor.at] ?? "";
  if (character === "/" || character === "#") return ["JSON has no comments; write the file as YAML to have them"];
  return character === "'" ? ["JSON takes double quotes only"] : [];
}

function skipBlanks(cursor: Cursor): void {
  const { text } = cursor.source;
  while (cursor.at < text.length && " \t\r\n".includes(text.charAt(cursor.at))) cursor.at += 1;
}

function stop(cursor: Cursor, label: string, help: readonly string[] = [], length = 1): never {
  const { text } = cursor.source;
  if (cursor.at >= text.length) {
    const start = text.trimEnd().length - 1;
    throw new Stop({ code: "syntax-error", start, end: start + 1, label: "the text ends too early", help: [] });
  }
  throw new Stop({ code: "syntax-error", start: cursor.at, end: cursor.at + length, label, help });
}
