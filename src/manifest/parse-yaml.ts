/**
 * YAML 1.2 text to parts, one for each document, with the `yaml` package. All that is peculiar to YAML ends here: aliases
 * become shared parts, tags are resolved or refused.
 */
import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  Parser,
  type YAMLSeq,
} from "yaml";
import { pushAll } from "../model/collections.ts";
import { numberOf } from "../model/json.ts";
import { MAXIMUM_DEPTH } from "../model/limits.ts";
import type { Span } from "../model/model.ts";
import { meantName, nearest } from "../model/nearest.ts";
import { type Member, type Part, type ScalarPart, type SourceText, spanBetween } from "../text/parts.ts";
import { endOfLine } from "../text/text-lines.ts";
import { lexemesOf } from "./lexemes.ts";
import type { SyntaxProblem } from "./problem.ts";
import { inQuotes, UNSEEN, unseenHelp } from "./wording.ts";
import { type Complaint, causesOf, type OwnProblem } from "./yaml-problems.ts";

/** Values of one file: more would fill the memory. */
const MOST_VALUES = 2_000_000;
/** Tokens kept at once, at some 130 bytes each. Only huge mappings and files with directives come near. */
const MOST_TOKENS = 1_000_000;
/** Tokens after which the finished elements of open lists are composed, so that memory does not grow. */
const COMPOSED_AFTER = 50_000;
/** Syntax errors after which reading ends. */
const MOST_MISTAKES = 1_000;

/** How the package reads YAML. */
export const YAML_OPTIONS = {
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
export interface YamlReading {
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
  readonly problems: OwnProblem[];
  /** Elements that were composed before the end of their list, by the list's offset. */
  readonly early: Map<number, (Part | Node)[]>;
  readonly complaints: Complaint[];
  /** Offsets of quotes that are never closed. */
  readonly quotes: number[];
}

/** Reads all documents of a text. `composedAfter`: see `COMPOSED_AFTER`; it changes nothing about the result. */
export function readYaml(source: SourceText, composedAfter = COMPOSED_AFTER): YamlReading {
  // The package makes an error of each complaint, of which there may be hundreds of thousands, and their stacks are not used.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return readDocuments(source, composedAfter);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const AMPERSAND = 0x26;
const PERCENT = 0x25;

/**
 * Feeds the text to parser and composer. Parsing takes no stack, and ends with a problem where values nest too deeply or
 * are too many: composing is recursive, and takes memory.
 */
function readDocuments(source: SourceText, composedAfter: number): YamlReading {
  const reading = { parts: [] as Part[], problems: [] as SyntaxProblem[], anchored: new Set<Part>() };
  const { problems, anchored } = reading;
  const [parser, composer] = [new Parser(), new Composer(YAML_OPTIONS)];
  let [held, composeAt, values, mistakes] = [0, composedAfter, 0, 0];
  let [hasAnchors, hasDirectives, isEmpty] = [false, false, true];
  let open = newContext(source, anchored);
  /** Of documents that were composed. What follows them may still add complaints. */
  const composed: Context[] = [];
  const finish = (documents: Iterable<Document.Parsed>): void => {
    for (const document of documents) {
      isEmpty = false;
      readDocument(document, composed.shift() ?? open, reading);
    }
  };
  const take = (token: CST.Token): void => {
    if (token.type === "error") mistakes += 1;
    if (token.type === "document") {
      values += scan(token, open).values;
      composed.push(open);
      open = newContext(source, anchored);
      [held, composeAt, hasAnchors] = [0, composedAfter, false];
    }
    finish(composer.next(token));
  };
  const cut = ((): SyntaxProblem | undefined => {
    for (const lexeme of new Lexer().lex(source.text)) {
      for (const token of parser.next(lexeme)) take(token);
      if (mistakes > MOST_MISTAKES) return undefined;
      const { stack, offset } = parser;
      // The first is the document.
      const deep = stack.length > MAXIMUM_DEPTH + 1 ? stack[MAXIMUM_DEPTH + 1] : undefined;
      if (deep !== undefined && "items" in deep) {
        const label = `level ${MAXIMUM_DEPTH + 1} begins here`;
        return { code: "too-deep", start: deep.offset, end: deep.offset + 1, label, help: [] };
      }
      const code = lexeme.charCodeAt(0);
      if (code === AMPERSAND) hasAnchors = true;
      if (code === PERCENT) hasDirectives = true;
      held += 1;
      if (held < composeAt) continue;
      // Directives decide what tags mean.
      const lists = hasDirectives ? [] : stack.slice(1);
      for (const list of lists) {
        const counts = composeFinished(list, hasAnchors, open);
        values += counts.values;
        held -= counts.tokens;
      }
      composeAt = held + composedAfter;
      if (held > MOST_TOKENS) return tooLarge(offset, "1,000,000 tokens outside of lists");
      if (values > MOST_VALUES) return tooLarge(offset, "2,000,000 values");
    }
    for (const token of parser.end()) take(token);
    return undefined;
  })();
  finish(composer.end());
  if (isEmpty) {
    const { errors, warnings } = composer.streamInfo();
    pushAll(problems, causesOf(source, [...errors, ...warnings], [], []));
  }
  if (cut !== undefined) problems.push(cut);
  return reading;
}

function newContext(source: SourceText, anchored: Set<Part>): Context {
  return {
    source,
    anchors: new Map(),
    anchored,
    open: new Set(),
    problems: [],
    early: new Map(),
    complaints: [],
    quotes: [],
  };
}

function readDocument(
  { contents, directives, errors, warnings, range }: Document.Parsed,
  context: Context,
  { parts, problems }: { readonly parts: Part[]; readonly problems: SyntaxProblem[] },
): void {
  const { source } = context;
  if (directives?.yaml.explicit === true && directives.yaml.version !== "1.2") {
    context.problems.push(olderVersion(source, range[0]));
  }
  const part = partOf(contents, context);
  const complaints = [...context.complaints, ...errors, ...warnings];
  const found = causesOf(source, complaints, context.problems, context.quotes);
  pushAll(problems, found);
  if (part !== undefined && found.length === 0) parts.push(part);
}

function tooLarge(start: number, what: string): SyntaxProblem {
  const label = `reading ends here, after ${what}`;
  return { code: "file-too-large", start, end: start + 1, label, help: ["split the file"] };
}

interface Counts {
  readonly tokens: number;
  readonly values: number;
}

/**
 * Composes all elements of an open list but the last two, which the parser may still change. An alias means the last
 * anchor of its name, so with anchors the elements become parts only in the order of the text, with the whole document.
 */
function composeFinished(list: CST.Token, hasAnchors: boolean, context: Context): Counts {
  const isList = list.type === "block-seq" || (list.type === "flow-collection" && list.start.type === "flow-seq-start");
  if (!isList || list.items.length < 4) return { tokens: 0, values: 0 };
  const { offset } = list;
  const items: CST.CollectionItem[] = list.items.splice(0, list.items.length - 2);
  const piece = (
    list.type === "block-seq" ? { ...list, items } : { ...list, items: items.map(elementOf), end: [endOf(list)] }
  ) as CST.BlockSequence | CST.FlowCollection;
  if (list.type === "flow-collection") list.items.unshift(BEFORE);
  const counts = scan(piece, context);
  const [composed] = new Composer(YAML_OPTIONS).compose([{ type: "document", offset, start: [], value: piece }]);
  pushAll(context.complaints, composed?.errors ?? []);
  pushAll(context.complaints, composed?.warnings ?? []);
  const early = context.early.get(offset);
  const found = isSeq(composed?.contents) ? withoutBefore(composed.contents, early) : [];
  const elements = hasAnchors ? (found as readonly Node[]) : elementsOf(found, offset, context);
  if (early === undefined) context.early.set(offset, [...elements]);
  else pushAll(early, elements);
  return counts;
}

/** Takes the place of the elements composed before, so that the next one may begin with a comma. */
const BEFORE: CST.CollectionItem = { start: [], value: { type: "scalar", offset: 0, indent: 0, source: "null" } };

function withoutBefore({ flow, items }: YAMLSeq, early: unknown): readonly unknown[] {
  return flow === true && early !== undefined ? items.slice(1) : items;
}

function endOf({ offset, indent }: CST.FlowCollection): CST.SourceToken {
  return { type: "flow-seq-end", offset, indent, source: "]" };
}

/** The parser takes each element in brackets for a key until the bracket is closed; then it does as here. */
function elementOf(item: CST.CollectionItem): CST.CollectionItem {
  const { start, key, sep = [], value } = item;
  const isPair = [...start, ...sep].some(({ type }) => type === "explicit-key-ind" || type === "map-value-ind");
  if (isPair || !key || value) return item;
  if (key.type === "block-map" || key.type === "block-seq") return { start: [...start, ...sep], value: key };
  const { end = [] } = key as CST.FlowScalar;
  return { start, value: { ...(key as CST.FlowScalar), end: [...end, ...sep] } };
}

/**
 * Walks a token's tree without recursion, and notes in order of the text which quotes are never closed. Gives the number of
 * tokens, and of values in them.
 */
function scan(root: CST.Token, { quotes }: Context): Counts {
  const waiting = [root];
  let [tokens, values] = [0, 0];
  for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
    tokens += 1;
    if (token.type === "document" && token.value !== undefined) waiting.push(token.value);
    // The lexer marks each text without quotes.
    if (token.type === "scalar" || token.type === "block-scalar") tokens += 1;
    if (token.type === "double-quoted-scalar" || token.type === "single-quoted-scalar") {
      if (!isClosed(token.source)) quotes.push(token.offset);
    }
    if ("end" in token) tokens += token.end?.length ?? 0;
    if (!("items" in token)) continue;
    values += token.items.length;
    for (let index = token.items.length - 1; index >= 0; index -= 1) {
      const { start, key, sep, value } = token.items[index] ?? { start: [] };
      tokens += start.length + (sep?.length ?? 0);
      if (value !== undefined && value !== null) waiting.push(value);
      if (key !== undefined && key !== null) waiting.push(key);
    }
  }
  return { tokens, values };
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

function olderVersion({ text }: SourceText, before: number): OwnProblem {
  const start = Math.max(text.lastIndexOf("%YAML", before), 0);
  return {
    code: "syntax-error",
    start,
    end: endOfLine(text, start),
    isDoubtful: false,
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
    const early = context.early.get(start);
    const items = early === undefined ? node.items : [...early, ...withoutBefore(node, early)];
    return { type: "list", elements: elementsOf(items, start, context), source, start, end };
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
  return items.map((item) => (isPart(item) ? item : (partOf(item, context) ?? nothingAt(context.source, start))));
}

function isPart(item: unknown): item is Part {
  return !isNode(item);
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
  const refuse = (label: string, help: string, isDoubtful = false, text?: string): undefined => {
    const end = Math.max(keyEnd, keyStart + 1);
    const edits = text === undefined ? [] : [{ start: keyStart, end: keyEnd, text }];
    problems.push({ code: "syntax-error", start: keyStart, end, label, help: [help], edits, isDoubtful });
  };
  if (isAlias(key)) return refuse("a key cannot be an alias", "write the key out");
  if (!isScalar(key)) return refuse("a key must be a string, not a list or a mapping", keyHelp(source, keyStart), true);
  const name = key.value;
  if (name === null) return refuse("the key is missing", "write a key before the colon", true);
  if (typeof name !== "string") {
    const type = typeof name === "number" ? "number" : "boolean";
    const quotedKey = `"${source.text.slice(keyStart, keyEnd)}"`;
    return refuse(`expected a string as the key, found a ${type}`, `quote it: ${quotedKey}`, false, quotedKey);
  }
  const unseen = key.type === "PLAIN" && UNSEEN.test(name.charAt(0)) ? unseenHelp(name) : [];
  if (unseen[0] !== undefined) return refuse("YAML does not read this as a space", unseen[0]);
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
  const near = nearest(alias.source, context.anchors.keys());
  const meant = isInside ? undefined : meantName(alias.source, context.anchors.keys(), true);
  const edits = meant?.isCertain === true ? [{ start, end, text: `*${meant.name}` }] : [];
  const { text } = context.source;
  const whole = text.slice(start, endOfLine(text, start)).trim();
  const help = isInside
    ? "a value cannot hold itself; write it out"
    : near === undefined
      ? `if it is a text, quote it: ${/[,\]}]/.test(whole) ? `"*${alias.source}"` : inQuotes(whole)}`
      : `did you mean "*${near}"?`;
  context.problems.push({ code: "syntax-error", start, end, label, help: [help], edits, isDoubtful: false });
  return undefined;
}

/** Braces in braces are the sign of a template. */
function keyHelp({ text }: SourceText, start: number): string {
  const [, template] = /^\{(\{[^{}\n]*\}\})/.exec(text.slice(start - 1, endOfLine(text, start))) ?? [];
  return template === undefined
    ? "write a plain word as the key"
    : `templates are not filled in here; quote the text: "{${template}"`;
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
