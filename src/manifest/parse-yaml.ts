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
  isScalar,
  isSeq,
  Lexer,
  type Node,
  Parser,
} from "yaml";
import { pushAll } from "../model/collections.ts";
import { numberOf } from "../model/json.ts";
import { MAXIMUM_DEPTH, MAXIMUM_DOCUMENTS, MAXIMUM_TOKENS } from "../model/limits.ts";
import { nearest } from "../model/nearest.ts";
import type { Member, Part, ScalarPart, SourceText } from "./parts.ts";
import type { SyntaxProblem } from "./problem.ts";
import { endOfLine } from "./text-lines.ts";
import { counted, inDigits, UNSEEN, unseenHelp } from "./wording.ts";
import { type OwnProblem, problemsOf } from "./yaml-problems.ts";

/** How the package reads YAML. */
const YAML_OPTIONS = {
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
}

/**
 * Reads all documents of a text. Parsing takes no stack, and ends with a problem where values nest too deeply or are too
 * many: composing is recursive, and takes memory.
 */
export function readYaml(source: SourceText): YamlReading {
  const reading = { parts: [] as Part[], problems: [] as SyntaxProblem[], anchored: new Set<Part>() };
  const [parser, composer] = [new Parser(), new Composer(YAML_OPTIONS)];
  const quotes: number[] = [];
  let [documents, tokens, isBroken] = [0, 0, false];
  const finish = (composed: Iterable<Document.Parsed>): void => {
    for (const document of composed) readDocument(document, source, quotes, reading);
  };
  const take = (token: CST.Token): void => {
    isBroken ||= token.type === "error";
    if (token.type === "document") documents += 1;
    finish(composer.next(token));
  };
  for (const lexeme of new Lexer().lex(source.text)) {
    for (const token of parser.next(lexeme)) take(token);
    tokens += 1;
    const { stack, offset } = parser;
    if (/^["']/.test(lexeme)) quotes.push(offset - lexeme.length);
    const cut = cutAt(stack, offset, { tokens, documents });
    if (cut !== undefined) return { ...reading, problems: [...reading.problems, cut] };
    // Where the parser cannot go on, there may be an error for each of the lexemes left.
    if (isBroken) break;
  }
  for (const token of parser.end()) take(token);
  const cut = cutAt([], source.text.length, { tokens, documents });
  if (cut !== undefined) return { ...reading, problems: [...reading.problems, cut] };
  finish(composer.end());
  if (documents === 0) {
    const { errors, warnings } = composer.streamInfo();
    pushAll(reading.problems, problemsOf(source, [...errors, ...warnings], [], quotes));
  }
  return reading;
}

/** Why reading ends at an offset. */
function cutAt(
  stack: readonly CST.Token[],
  offset: number,
  { tokens, documents }: { readonly tokens: number; readonly documents: number },
): SyntaxProblem | undefined {
  // The first is the document.
  const deep = stack.length > MAXIMUM_DEPTH + 1 ? stack[MAXIMUM_DEPTH + 1] : undefined;
  if (deep !== undefined && "items" in deep) {
    const label = `level ${MAXIMUM_DEPTH + 1} begins here`;
    return { code: "too-deep", start: deep.offset, end: deep.offset + 1, label, help: [] };
  }
  if (tokens <= MAXIMUM_TOKENS && documents <= MAXIMUM_DOCUMENTS) return undefined;
  const what = tokens > MAXIMUM_TOKENS ? `${inDigits(MAXIMUM_TOKENS)} tokens` : counted(MAXIMUM_DOCUMENTS, "document");
  const label = `reading ends here, after ${what}`;
  return { code: "file-too-large", start: offset, end: offset + 1, label, help: ["split the file"] };
}

function readDocument(
  { contents, directives, errors, warnings, range }: Document.Parsed,
  source: SourceText,
  quotes: readonly number[],
  { parts, problems, anchored }: { parts: Part[]; problems: SyntaxProblem[]; anchored: Set<Part> },
): void {
  const context: Context = { source, anchors: new Map(), anchored, open: new Set(), problems: [] };
  if (directives?.yaml.explicit === true && directives.yaml.version !== "1.2") {
    context.problems.push(olderVersion(source, range[0]));
  }
  const part = partOf(contents, context);
  const found = problemsOf(source, [...errors, ...warnings], context.problems, quotes);
  pushAll(problems, found);
  if (part !== undefined && found.length === 0) parts.push(part);
}

function olderVersion({ text }: SourceText, before: number): OwnProblem {
  const start = Math.max(text.lastIndexOf("%YAML", before), 0);
  return {
    code: "syntax-error",
    start,
    end: endOfLine(text, start),
    isLast: false,
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
    const elements = node.items.map((item) => partOf(item, context) ?? nothingAt(source, start));
    return { type: "list", elements, source, start, end };
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
  const refuse = (label: string, help: string, isLast = false): undefined => {
    problems.push({
      code: "syntax-error",
      start: keyStart,
      end: Math.max(keyEnd, keyStart + 1),
      label,
      help: [help],
      isLast,
    });
  };
  if (isAlias(key)) return refuse("a key cannot be an alias", "write the key out");
  if (!isScalar(key)) {
    return refuse("a key must be a string, not a list or a mapping", "quote a text that begins with a bracket", true);
  }
  const name = key.value;
  if (name === null) return refuse("the key is missing", "write a key before the colon", true);
  if (typeof name !== "string") {
    const type = typeof name === "number" ? "number" : "boolean";
    return refuse(
      `expected a string as the key, found a ${type}`,
      `quote it: "${source.text.slice(keyStart, keyEnd)}"`,
    );
  }
  const unseen = key.type === "PLAIN" && UNSEEN.test(name.charAt(0)) ? unseenHelp(name) : [];
  if (unseen[0] !== undefined) return refuse("YAML does not read this as a space", unseen[0]);
  if (name === "<<" && key.type === "PLAIN") {
    return refuse("merge keys are not part of YAML 1.2", "write the members out, or alias a whole value");
  }
  return { name, keyStart, keyEnd, value: part };
}

function aliased(alias: Alias, context: Context): Part | undefined {
  const name = alias.source;
  const found = context.anchors.get(name);
  if (found !== undefined) return found;
  const [start, end] = alias.range ?? [0, 0];
  const isInside = context.open.has(name);
  const label = isInside
    ? `the alias "*${name}" is inside of the value that it names`
    : `no anchor "&${name}" before this alias`;
  const near = nearest(name, context.anchors.keys());
  const meant = near === undefined ? `if it is a text, quote it: "*${name}"` : `did you mean "*${near}"?`;
  const help = isInside ? "a value cannot hold itself; write it out" : meant;
  context.problems.push({ code: "syntax-error", start, end, label, help: [help], isLast: false });
  return undefined;
}

function nothingAt(source: SourceText, offset: number): Part {
  return { type: "scalar", value: null, source, start: offset, end: offset };
}
