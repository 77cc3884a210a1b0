/**
 * YAML 1.2 text to parts, one for each document, with the `yaml` package. All that is peculiar to YAML ends here: aliases
 * become shared parts, tags are resolved or refused.
 */
import { type Alias, Composer, type CST, isAlias, isMap, isScalar, isSeq, Lexer, type Node, Parser } from "yaml";
import { pushAll } from "../model/collections.ts";
import { numberOf } from "../model/json.ts";
import type { Span } from "../model/model.ts";
import { type Member, type Part, type ScalarPart, type SourceText, type SyntaxProblem, spanBetween } from "./parts.ts";
import { type Complaint, endOfLine, explainYaml } from "./yaml-problems.ts";

/** How deep values may be nested. */
export const MAXIMUM_DEPTH = 100;
/** Values of one file: more would fill the memory. */
const MOST_VALUES = 2_000_000;
/** Words and signs that are held before they are composed. The package takes some 130 bytes for each. */
const MOST_TOKENS = 1_000_000;
/** Words and signs after which the finished elements of a long list are composed, so that memory does not grow. */
const COMPOSED_AFTER = 50_000;
/** The text after so many syntax errors is not read. */
const MOST_MISTAKES = 1_000;

const OPTIONS = {
  version: "1.2",
  schema: "core",
  strict: true,
  merge: false,
  // Found by `parseText` instead: the package compares every key with every other, and shows only one of the two.
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/** What was read of a text. */
export interface Reading {
  readonly parts: readonly Part[];
  readonly problems: readonly SyntaxProblem[];
  /** The parts that have anchors: the only ones that can be in several places. */
  readonly anchored: ReadonlySet<Part>;
}

/** What is known of a document while it is read. */
interface Context {
  readonly source: SourceText;
  /** Finished parts by anchor; a later anchor of the same name replaces the earlier one. */
  readonly anchors: Map<string, Part>;
  readonly anchored: Set<Part>;
  /** Anchors of the nodes that are being read. */
  readonly open: Set<string>;
  readonly problems: SyntaxProblem[];
  /** Elements that were composed before their list was read to its end, by the list's offset. */
  readonly early: Map<number, Part[]>;
  readonly complaints: Complaint[];
  readonly unclosed: { readonly quotes: number[]; readonly brackets: number[] };
}

/** Reads all documents of a text. */
export function readYaml(source: SourceText): Reading {
  // The package makes an error of each complaint, of which there may be hundreds of thousands; nobody sees the stacks.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return readDocuments(source);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function readDocuments(source: SourceText): Reading {
  const parts: Part[] = [];
  const problems: SyntaxProblem[] = [];
  const anchored = new Set<Part>();
  const contexts = new Map<CST.Token, Context>();
  const contextOf = (token: CST.Token): Context => {
    const known = contexts.get(token);
    if (known !== undefined) return known;
    const context: Context = {
      source,
      anchors: new Map(),
      anchored,
      open: new Set(),
      problems: [],
      early: new Map(),
      complaints: [],
      unclosed: { quotes: [], brackets: [] },
    };
    contexts.set(token, context);
    return context;
  };
  const { tokens, cut } = tokensOf(source.text, contextOf);
  const composer = new Composer(OPTIONS);
  const documents = [...composer.compose(tokens, false, source.text.length)];
  if (documents.length === 0) {
    const { errors, warnings } = composer.streamInfo();
    for (const each of [...errors, ...warnings]) problems.push(explainYaml(source, each, { quotes: [], brackets: [] }));
  }
  // Each token of a document is composed to one document.
  const documentTokens = tokens.filter(({ type }) => type === "document");
  for (const [index, document] of documents.entries()) {
    const token = documentTokens[index];
    if (token === undefined) continue;
    const context = contextOf(token);
    if (document.directives?.yaml.explicit === true && document.directives.yaml.version !== "1.2") {
      context.problems.push(olderVersion(source, document.range[0]));
    }
    findUnclosed(token, context);
    const complaints = [...context.complaints, ...document.errors, ...document.warnings];
    const part = partOf(document.contents, context);
    const found = earliestOfEachLine(source, explainAll(complaints, context), context.problems);
    pushAll(problems, found);
    if (part !== undefined && found.length === 0) parts.push(part);
  }
  if (cut !== undefined) problems.push(cut);
  return { parts, problems, anchored };
}

const AMPERSAND = 0x26;
const PERCENT = 0x25;

/**
 * The documents of a text as tokens. Reading takes no stack, and ends with a problem where values nest too deeply or are
 * too many: composing is recursive, and takes memory. The elements of long lists are composed on the way.
 */
function tokensOf(
  text: string,
  contextOf: (document: CST.Token) => Context,
): { readonly tokens: readonly CST.Token[]; readonly cut?: SyntaxProblem } {
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  let [held, composeAt, values, mistakes] = [0, COMPOSED_AFTER, 0, 0];
  let hasAnchors = false;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === "error") mistakes += 1;
    }
    if (mistakes > MOST_MISTAKES) return { tokens };
    const { stack, offset } = parser;
    // The first is the document.
    const deep = stack.length > MAXIMUM_DEPTH + 1 ? stack[MAXIMUM_DEPTH + 1] : undefined;
    if (deep !== undefined && "items" in deep) {
      const label = `level ${MAXIMUM_DEPTH + 1} begins here`;
      return { tokens, cut: { code: "too-deep", start: deep.offset, end: deep.offset + 1, label, help: [] } };
    }
    const code = lexeme.charCodeAt(0);
    // What an alias means depends on all that is before it; tags, on the directives.
    if (code === AMPERSAND || code === PERCENT) hasAnchors = true;
    held += 1;
    if (held < composeAt) continue;
    const composed = hasAnchors ? undefined : composeFinished(stack, contextOf);
    values += composed?.values ?? 0;
    held -= composed?.tokens ?? 0;
    composeAt = held + COMPOSED_AFTER;
    if (held > MOST_TOKENS) return { tokens, cut: tooLarge(offset, "a million words and signs") };
    if (values > MOST_VALUES) return { tokens, cut: tooLarge(offset, "2,000,000 values") };
  }
  pushAll(tokens, parser.end());
  return { tokens };
}

function tooLarge(start: number, what: string): SyntaxProblem {
  const label = `reading ends here, after ${what}`;
  return { code: "file-too-large", start, end: start + 1, label, help: ["split the file"] };
}

/** Composes all elements of the list under an open top-level key but the last two, which the parser may still change. */
function composeFinished(
  [document, parent, list]: readonly CST.Token[],
  contextOf: (document: CST.Token) => Context,
): { readonly tokens: number; readonly values: number } | undefined {
  if (document === undefined || parent === undefined || list?.type !== "block-seq") return undefined;
  const piece = { ...list, items: list.items.splice(0, Math.max(list.items.length - 2, 0)) };
  if (piece.items.length === 0) return undefined;
  const context = contextOf(document);
  const tokens = findUnclosed(piece, context);
  const wrapped: CST.Document = { type: "document", offset: list.offset, start: [], value: piece };
  const [composed] = new Composer(OPTIONS).compose([wrapped]);
  pushAll(context.complaints, composed?.errors ?? []);
  pushAll(context.complaints, composed?.warnings ?? []);
  const before = context.early.get(list.offset) ?? [];
  context.early.set(list.offset, before);
  const from = before.length;
  if (isSeq(composed?.contents)) pushAll(before, elementsOf(composed.contents.items, list.offset, context));
  return { tokens, values: valuesIn(before.slice(from)) };
}

function valuesIn(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => {
    if (part.type === "scalar") return sum + 1;
    return sum + 1 + valuesIn(part.type === "list" ? part.elements : part.members.map(({ value }) => value));
  }, 0);
}

/** Walks a token's tree without recursion, and notes in order of the text what is left open. Gives the number of tokens. */
function findUnclosed(root: CST.Token, { unclosed: { quotes, brackets } }: Context): number {
  const waiting = [root];
  let count = 0;
  for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
    count += 1;
    if (token.type === "document" && token.value !== undefined) waiting.push(token.value);
    // The lexer marks each text without quotes.
    if (token.type === "scalar" || token.type === "block-scalar") count += 1;
    if (token.type === "double-quoted-scalar" || token.type === "single-quoted-scalar") {
      if (!isClosed(token.source)) quotes.push(token.offset);
    }
    if ("end" in token) count += token.end?.length ?? 0;
    if (!("items" in token)) continue;
    if (token.type === "flow-collection" && !token.end.some(({ type }) => /^flow-(map|seq)-end$/.test(type))) {
      brackets.push(token.start.offset);
    }
    for (let index = token.items.length - 1; index >= 0; index -= 1) {
      const { start, key, sep, value } = token.items[index] ?? { start: [] };
      count += start.length + (sep?.length ?? 0);
      if (value !== undefined && value !== null) waiting.push(value);
      if (key !== undefined && key !== null) waiting.push(key);
    }
  }
  return count;
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

/** One problem a line, and none that is a mere consequence of something left open. */
function explainAll(complaints: readonly Complaint[], { source, unclosed }: Context): readonly SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  let coveredTo = -1;
  for (const complaint of [...complaints].sort((a, b) => a.pos[0] - b.pos[0])) {
    if (complaint.pos[0] < coveredTo) continue;
    const problem = explainYaml(source, complaint, unclosed);
    problems.push(problem);
    if (unclosed.quotes.includes(problem.start) || unclosed.brackets.includes(problem.start)) break;
    coveredTo = endOfLine(source.text, complaint.pos[0]) + 1;
  }
  return problems;
}

/** Where both the package and this module complain about a line, the later one complains about a consequence. */
function earliestOfEachLine(
  { text }: SourceText,
  ofPackage: readonly SyntaxProblem[],
  own: readonly SyntaxProblem[],
): readonly SyntaxProblem[] {
  const lineOf = ({ start }: SyntaxProblem): number => endOfLine(text, start);
  const isFirst = (others: readonly SyntaxProblem[]) => {
    const first = new Map<number, number>();
    for (const other of others) {
      const line = lineOf(other);
      first.set(line, Math.min(other.start, first.get(line) ?? other.start));
    }
    return (problem: SyntaxProblem) => !((first.get(lineOf(problem)) ?? problem.start) < problem.start);
  };
  return [...ofPackage.filter(isFirst(own)), ...own.filter(isFirst(ofPackage))];
}

function olderVersion({ text }: SourceText, before: number): SyntaxProblem {
  const start = Math.max(text.lastIndexOf("%YAML", before), 0);
  return {
    code: "syntax-error",
    start,
    end: endOfLine(text, start),
    label: "files are read as YAML 1.2",
    help: ["remove the line; in YAML 1.2 only true and false are booleans, and yes, no, on, off are text"],
  };
}

function partOf(node: unknown, context: Context): Part | undefined {
  if (isAlias(node)) return aliased(node, context);
  const { anchor } = (node ?? {}) as { readonly anchor?: string };
  if (anchor === undefined) return plainPart(node, context);
  context.open.add(anchor);
  const part = plainPart(node, context);
  if (part === undefined) return undefined;
  context.open.delete(anchor);
  context.anchors.set(anchor, part);
  context.anchored.add(part);
  return part;
}

function plainPart(node: unknown, context: Context): Part | undefined {
  const { source } = context;
  const [start, end] = (node as Node | null)?.range ?? [0, 0];
  if (isScalar(node)) return { type: "scalar", value: scalarValue(node), source, start, end };
  if (isSeq(node)) {
    const elements = elementsOf(node.items, start, context);
    const early = context.early.get(start);
    return { type: "list", elements: early === undefined ? elements : [...early, ...elements], source, start, end };
  }
  if (isMap(node)) {
    const members: Member[] = [];
    for (const { key, value } of node.items) {
      const member = memberOf(key, value, context);
      if (member !== undefined) members.push(member);
    }
    return { type: "map", members, source, start, end };
  }
  return undefined;
}

function elementsOf(items: readonly unknown[], start: number, context: Context): readonly Part[] {
  return items.map((item) => partOf(item, context) ?? nothingAt(context.source, start));
}

/** The package reads numbers as doubles; the text has all their digits. */
function scalarValue({ value, source }: { readonly value: unknown; readonly source?: string }): ScalarPart["value"] {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "number") return null;
  if (!Number.isFinite(value) && /^[-+]?\.[in]/i.test(source ?? "")) return value;
  return numberOf(jsonNumber(source ?? String(value)));
}

/** JSON has no base but ten, no plus sign, no zeros in front, and digits on both sides of a point. */
function jsonNumber(written: string): string {
  if (/^0[ox]/.test(written)) return String(BigInt(written));
  const [, sign, whole, fraction, exponent] = /^([-+]?)0*([0-9]*)(\.[0-9]*)?(.*)$/.exec(written) ?? [];
  return `${sign === "-" ? "-" : ""}${whole || "0"}${fraction === "." ? "" : (fraction ?? "")}${exponent}`;
}

function memberOf(key: unknown, value: unknown, context: Context): Member | undefined {
  const { source, problems } = context;
  const [keyStart, keyEnd] = (key as Node | null)?.range ?? [0, 0];
  const part = partOf(value, context) ?? nothingAt(source, keyEnd);
  const refuse = (label: string, help: string): undefined => {
    problems.push({ code: "syntax-error", start: keyStart, end: Math.max(keyEnd, keyStart + 1), label, help: [help] });
  };
  if (isAlias(key)) return refuse("a key cannot be an alias", "write the key out");
  if (!isScalar(key)) return refuse("a key must be a string, not a list or a mapping", "write a plain word as the key");
  const name = key.value;
  if (name === null) return refuse("the key is missing", "write a key before the colon");
  if (typeof name !== "string") {
    const type = typeof name === "number" ? "number" : "boolean";
    return refuse(
      `expected a string as the key, found a ${type}`,
      `quote it: "${source.text.slice(keyStart, keyEnd)}"`,
    );
  }
  if (name === "<<" && key.type === "PLAIN") {
    return refuse("merge keys are not part of YAML 1.2", "write the members out, or alias a whole value");
  }
  return { name, keyStart, keyEnd, value: part };
}

function aliased(alias: Alias, context: Context): Part | undefined {
  const found = context.anchors.get(alias.source);
  if (found !== undefined) return found;
  const [start, end] = alias.range ?? [0, 0];
  const isInside = context.open.has(alias.source);
  const label = isInside
    ? `the alias "*${alias.source}" is inside of the value that it names`
    : `no anchor "&${alias.source}" before this alias`;
  const help = isInside ? "a value cannot hold itself; write it out" : 'a text that begins with "*" needs quotes';
  context.problems.push({ code: "syntax-error", start, end, label, help: [help] });
  return undefined;
}

function nothingAt(source: SourceText, offset: number): Part {
  return { type: "scalar", value: null, source, start: offset, end: offset };
}

export interface YamlComment {
  /** With the `#`. */
  readonly text: string;
  readonly span: Span;
  /** Whether nothing else is on its line. */
  readonly isAlone: boolean;
}

/** All comments of a text in their order. */
export function yamlComments(source: SourceText): readonly YamlComment[] {
  const comments: YamlComment[] = [];
  for (const { text, offset, isScalar } of lexemesOf(source.text)) {
    if (isScalar || !text.startsWith("#")) continue;
    const span = spanBetween(source, offset, offset + text.length);
    const before = source.text.slice(source.lineStarts[span.start.line - 1] ?? 0, offset);
    comments.push({ text, span, isAlone: before.trim() === "" });
  }
  return comments;
}

/** Signs of the lexer that are not in the text: the beginning of a document, the end of brackets, a scalar. */
const MARKS: ReadonlySet<string> = new Set(["\u0002", "\u0018", "\u001F"]);

/** The words and signs of a text with their offsets. `isScalar`: a text, number or the like without quotes. */
export function* lexemesOf(
  text: string,
): Generator<{ readonly text: string; readonly offset: number; readonly isScalar: boolean }> {
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
