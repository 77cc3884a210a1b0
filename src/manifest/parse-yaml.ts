/**
 * YAML 1.2 text to parts, one for each document, with the `yaml` package. Everything that is peculiar to YAML ends
 * here: aliases become shared parts, tags are resolved or refused.
 */
import { type Alias, Composer, isAlias, isMap, isScalar, isSeq, type Node } from "yaml";
import { isNumber } from "../model/json.ts";
import type { Reading } from "./parsed-text.ts";
import { type ListPart, type Member, MOST_VALUES, type Part, type ScalarPart, type SourceText } from "./parts.ts";
import { unquotedValue } from "./plain-scalars.ts";
import { readPlainPiece } from "./plain-yaml.ts";
import { sectionsOf } from "./yaml-pieces.ts";
import { endOfLine, explainYaml, type Unclosed, type YamlProblem } from "./yaml-problems.ts";
import { tokensOf, unclosedIn } from "./yaml-tokens.ts";

const OPTIONS = {
  version: "1.2",
  schema: "core",
  strict: true,
  merge: false,
  // Found here instead: the package compares every key with every other, and shows only one of the two.
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/** Texts longer than this are read in pieces where their form allows it. */
const LARGE_TEXT = 200_000;

/** Reads all documents of a text. `large` is the length from which on reading in pieces is tried. */
export function parseYamlText(source: SourceText, maximumDepth: number, large = LARGE_TEXT): Reading {
  // The package makes an error of each complaint, of which there may be hundreds of thousands; nobody sees the stacks.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const inPieces = source.text.length > large ? parsePieces(source, maximumDepth) : undefined;
    return inPieces ?? parseWhole(source, maximumDepth);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The one document of a large text, or undefined if the text has another form or anything is wrong with it. */
function parsePieces(source: SourceText, maximumDepth: number): Reading | undefined {
  const sections = sectionsOf(source.text);
  if (sections === undefined) return undefined;
  const anchors = new Map<string, Part>();
  const anchored = new Set<Part>();
  const members: Member[] = [];
  const budget = { left: MOST_VALUES };
  for (const { name, keyStart, keyEnd, pieces } of sections) {
    const elements: Part[] = [];
    for (const { start, end } of pieces) {
      const context: Context = { source, base: start, anchors, anchored, open: new Set(), problems: [] };
      const list =
        readPlainPiece(source, start, end, maximumDepth - 1, budget) ??
        pieceOf(source.text.slice(start, end), maximumDepth - 1, context);
      if (list?.type !== "list" || budget.left < 0) return undefined;
      for (const element of list.elements) elements.push(element);
    }
    const [first, last] = [elements[0], elements.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const start = source.text.indexOf("-", pieces[0]?.start);
    members.push({ name, keyStart, keyEnd, value: { type: "list", elements, source, start, end: last.end } });
  }
  const [first, last] = [members[0], members.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const root: Part = { type: "map", members, source, start: first.keyStart, end: last.value.end };
  return { parts: [root], problems: [], anchored };
}

function pieceOf(text: string, maximumDepth: number, context: Context): ListPart | undefined {
  const { tokens, cut } = tokensOf(text, maximumDepth);
  if (cut !== undefined) return undefined;
  const [document, another] = [...new Composer(OPTIONS).compose(tokens, false, text.length)];
  if (document === undefined || another !== undefined) return undefined;
  if (document.errors.length > 0 || document.warnings.length > 0) return undefined;
  const part = partOf(document.contents, context);
  return part?.type === "list" && context.problems.length === 0 ? part : undefined;
}

function parseWhole(source: SourceText, maximumDepth: number): Reading {
  const parts: Part[] = [];
  const problems: YamlProblem[] = [];
  const anchored = new Set<Part>();
  const { tokens, cut } = tokensOf(source.text, maximumDepth);
  const unclosed = unclosedIn(tokens);
  const composer = new Composer(OPTIONS);
  const documents = [...composer.compose(tokens, false, source.text.length)];
  const stream = composer.streamInfo();
  for (const complaint of [...stream.errors, ...stream.warnings]) {
    if (documents.length === 0) problems.push(explainYaml(source, complaint, unclosed));
  }
  for (const document of documents) {
    const complaints = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
    const found = explainAll(source, complaints, unclosed);
    if (document.directives?.yaml.explicit === true && document.directives.yaml.version !== "1.2") {
      found.unshift(olderVersion(source, document.range[0]));
    }
    const context: Context = { source, base: 0, anchors: new Map(), anchored, open: new Set(), problems: [] };
    const part = partOf(document.contents, context);
    const all = earliestOfEachLine(source, found, context.problems);
    for (const each of all) problems.push(each);
    if (part !== undefined && all.length === 0) parts.push(part);
  }
  if (cut !== undefined) problems.push(cut);
  return { parts, problems, anchored };
}

type Complaints = Parameters<typeof explainYaml>[1];

/** One problem a line, and none that is a mere consequence of something left open. */
function explainAll(source: SourceText, complaints: readonly Complaints[], unclosed: Unclosed): YamlProblem[] {
  const problems: YamlProblem[] = [];
  let coveredTo = -1;
  for (const complaint of complaints) {
    if (complaint.pos[0] < coveredTo) continue;
    const problem = explainYaml(source, complaint, unclosed);
    const isOpen = unclosed.quotes.includes(problem.start) || unclosed.brackets.includes(problem.start);
    problems.push(problem);
    if (isOpen) break;
    coveredTo = endOfLine(source.text, complaint.pos[0]) + 1;
  }
  return problems;
}

/** Where both the reader and this module complain about a line, the later one complains about a consequence. */
function earliestOfEachLine(
  source: SourceText,
  reader: readonly YamlProblem[],
  own: readonly YamlProblem[],
): readonly YamlProblem[] {
  const lineOf = ({ start }: YamlProblem): number => endOfLine(source.text, start);
  const isFirst = (others: readonly YamlProblem[]) => {
    const first = new Map<number, number>();
    for (const other of others) {
      const line = lineOf(other);
      first.set(line, Math.min(other.start, first.get(line) ?? other.start));
    }
    return (problem: YamlProblem) => !((first.get(lineOf(problem)) ?? problem.start) < problem.start);
  };
  return [...reader.filter(isFirst(own)), ...own.filter(isFirst(reader))];
}

function olderVersion(source: SourceText, before: number): YamlProblem {
  const start = Math.max(source.text.lastIndexOf("%YAML", before), 0);
  return {
    code: "syntax-error",
    start,
    end: endOfLine(source.text, start),
    label: "files are read as YAML 1.2",
    help: ["remove the line; in YAML 1.2 only true and false are booleans, and yes, no, on, off are text"],
  };
}

interface Context {
  readonly source: SourceText;
  /** Offset of the text that was given to the reader. */
  readonly base: number;
  /** Finished parts by anchor; a later anchor of the same name replaces the earlier one. */
  readonly anchors: Map<string, Part>;
  readonly anchored: Set<Part>;
  /** Anchors of the nodes that are being read. */
  readonly open: Set<string>;
  readonly problems: YamlProblem[];
}

function partOf(node: unknown, context: Context): Part | undefined {
  if (isAlias(node)) return aliased(node, context);
  if (!isMap(node) && !isSeq(node) && !isScalar(node)) return undefined;
  const { anchor } = node;
  if (anchor !== undefined) context.open.add(anchor);
  const part = plainPart(node, context);
  if (anchor !== undefined) {
    context.open.delete(anchor);
    context.anchors.set(anchor, part);
    context.anchored.add(part);
  }
  return part;
}

function plainPart(node: Node, context: Context): Part {
  const { source } = context;
  const [start, end] = rangeOf(node, context);
  if (isSeq(node)) {
    const elements = node.items.map((each) => partOf(each, context) ?? nothingAt(source, start));
    return { type: "list", elements, source, start, end };
  }
  if (isMap(node)) {
    const members = node.items.flatMap(({ key, value }) => memberOf(key, value, context));
    return { type: "map", members, source, start, end };
  }
  return { type: "scalar", value: isScalar(node) ? scalarValue(node) : null, source, start, end };
}

/** The package reads numbers as doubles; the text has all their digits. */
function scalarValue({ value, source }: { readonly value: unknown; readonly source?: string }): ScalarPart["value"] {
  const exact = typeof value === "number" && source !== undefined ? unquotedValue(source) : value;
  if (isNumber(exact)) return exact;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

function memberOf(key: unknown, value: unknown, context: Context): readonly Member[] {
  const { source, problems } = context;
  const [keyStart, keyEnd] = rangeOf(key as Node | null, context);
  const part = partOf(value, context) ?? nothingAt(source, keyEnd);
  const refuse = (label: string, help: string): readonly Member[] => {
    problems.push({ code: "syntax-error", start: keyStart, end: Math.max(keyEnd, keyStart + 1), label, help: [help] });
    return [];
  };
  const name = isScalar(key) ? key.value : undefined;
  if (isAlias(key)) return refuse("a key cannot be an alias", "write the key out");
  if (!isScalar(key)) return refuse("a key must be text, not a list or a mapping", "write a plain word as the key");
  if (name === null) return refuse("the key is missing", "write a key before the colon");
  if (typeof name !== "string") {
    const type = typeof name === "number" ? "number" : "boolean";
    return refuse(`the key is a ${type}, and keys must be text`, `quote it: "${source.text.slice(keyStart, keyEnd)}"`);
  }
  if (name === "<<" && key.type === "PLAIN") {
    return refuse("merge keys are not part of YAML 1.2", "write the members out, or alias a whole value");
  }
  return [{ name, keyStart, keyEnd, value: part }];
}

function aliased(alias: Alias, context: Context): Part | undefined {
  const found = context.anchors.get(alias.source);
  if (found !== undefined) return found;
  const [start, end] = rangeOf(alias, context);
  const isInside = context.open.has(alias.source);
  const label = isInside
    ? `the alias "*${alias.source}" stands inside of what it names`
    : `no anchor "&${alias.source}" stands before this alias`;
  const help = isInside ? "a value cannot hold itself; write it out" : 'a text that begins with "*" needs quotes';
  context.problems.push({ code: "syntax-error", start, end, label, help: [help] });
  return undefined;
}

function rangeOf(node: Node | null, { base }: Context): readonly [number, number] {
  const [start, end] = node?.range ?? [0, 0];
  return [start + base, end + base];
}

function nothingAt(source: SourceText, offset: number): Part {
  return { type: "scalar", value: null, source, start: offset, end: offset };
}
