/**
 * YAML 1.2 text to parts, one for each document, with the `yaml` package. All that is peculiar to YAML ends here: aliases
 * become shared parts, tags are refused. What both syntaxes allow and laurel does not is refused on the same way through
 * the values: keys given twice, numbers and texts that cannot be sent, and aliases that multiply a document.
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
  type Pair,
  Parser,
  type Scalar,
} from "yaml";
import { pushAll } from "../model/collections.ts";
import { isWellFormed, numberOf } from "../model/json.ts";
import { MAXIMUM_DEPTH, MAXIMUM_DOCUMENTS } from "../model/limits.ts";
import { nearest } from "../model/nearest.ts";
import type { Member, Part, ScalarPart, SourceText } from "./parts.ts";
import type { Extent, SyntaxProblem } from "./problem.ts";
import { endOfLine } from "./text-lines.ts";
import { counted, inDigits, unseenHelp } from "./wording.ts";
import { problemOf } from "./yaml-problems.ts";

/** How the package reads YAML. */
const YAML_OPTIONS = {
  version: "1.2",
  schema: "core",
  strict: true,
  merge: false,
  // The package compares every key with every other, and shows only one of the two.
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/** Parts that aliases may add to a file, before the rule of ten applies. */
const ALIASED_PARTS = 100_000;

/** What was read of a text: its documents without problems. */
export interface YamlReading {
  readonly parts: Part[];
  readonly problems: SyntaxProblem[];
}

/** What is known of a document while it is read. */
interface DocumentReading {
  readonly source: SourceText;
  /** Values by anchor, once they are read; a later anchor of the same name replaces the earlier one. */
  readonly anchors: Map<string, Part>;
  readonly problems: SyntaxProblem[];
}

/**
 * Reads all documents of a text. Parsing takes no stack, and ends with a problem where values nest too deeply: composing is
 * recursive.
 */
export function readYaml(source: SourceText): YamlReading {
  const reading: YamlReading = { parts: [], problems: [] };
  const [parser, composer] = [new Parser(), new Composer(YAML_OPTIONS)];
  let [documents, isBroken] = [0, false];
  const take = (tokens: Iterable<CST.Token>): boolean => {
    for (const token of tokens) {
      isBroken ||= token.type === "error";
      if (token.type === "document") documents += 1;
      for (const document of composer.next(token)) readDocument(document, source, reading);
    }
    const limit = limitAt(parser, documents);
    if (limit !== undefined) reading.problems.push(limit);
    return limit === undefined;
  };
  for (const lexeme of new Lexer().lex(source.text)) {
    if (!take(parser.next(lexeme))) return reading;
    // Where the parser cannot go on, there may be an error for each of the lexemes left.
    if (isBroken) break;
  }
  if (!take(parser.end())) return reading;
  for (const document of composer.end()) readDocument(document, source, reading);
  const { errors, warnings } = composer.streamInfo();
  if (documents === 0) pushAll(reading.problems, problemOf(source, [...errors, ...warnings]));
  return reading;
}

/** Why reading ends where the parser is. */
function limitAt({ stack, offset }: Parser, documents: number): SyntaxProblem | undefined {
  // The first is the document.
  const deep = stack[MAXIMUM_DEPTH + 1];
  if (deep !== undefined && "items" in deep) {
    const label = `level ${MAXIMUM_DEPTH + 1} begins here`;
    return { code: "too-deep", start: deep.offset, end: deep.offset + 1, label, help: ["nest the values less deeply"] };
  }
  if (documents <= MAXIMUM_DOCUMENTS) return undefined;
  const label = `reading ends here, after ${counted(MAXIMUM_DOCUMENTS, "document")}`;
  return { code: "file-too-large", start: offset, end: offset + 1, label, help: ["split the file"] };
}

function readDocument(document: Document.Parsed, source: SourceText, reading: YamlReading): void {
  const { contents, directives, errors, warnings, range } = document;
  // What follows from a mistake in the syntax is no mistake: the first one is enough.
  const syntax = problemOf(source, [...errors, ...warnings], document);
  const reader: DocumentReading = { source, anchors: new Map(), problems: [...syntax] };
  if (directives?.yaml.explicit === true && directives.yaml.version !== "1.2") {
    const start = Math.max(source.text.lastIndexOf("%YAML", range[0]), 0);
    const help = "remove the line; in YAML 1.2 only true and false are booleans, and yes, no, on, off are text";
    refuse(reader, { start, end: endOfLine(source.text, start) }, "files are read as YAML 1.2", help);
  }
  if (reader.problems.length === 0) {
    const part = partOf(contents, reader);
    if (reader.anchors.size > 0) pushAll(reader.problems, multiplied(part));
    // A document without content has comments only.
    const isEmpty = part.type === "scalar" && part.value === null && part.start === part.end;
    if (reader.problems.length === 0 && !isEmpty) reading.parts.push(part);
  }
  pushAll(reading.problems, reader.problems);
}

function refuse({ problems }: DocumentReading, { start, end }: Extent, label: string, help: string): void {
  problems.push({ code: "syntax-error", start, end: Math.max(end, start + 1), label, help: [help] });
}

/** Parts of a value and the levels of lists and mappings in it, with its aliases written out. */
interface Size {
  readonly parts: number;
  readonly levels: number;
}

/** Aliases that make a document too deep or too large, where they are written out. */
function multiplied(root: Part): readonly SyntaxProblem[] {
  const sizes = new Map<Part, Size>();
  const sizeOf = (part: Part): Size => {
    const known = sizes.get(part);
    if (known !== undefined) return known;
    let [parts, levels] = [1, part.type === "scalar" ? 0 : 1];
    const inner = part.type === "map" ? part.members.map(({ value }) => value) : undefined;
    for (const each of inner ?? (part.type === "list" ? part.elements : [])) {
      const size = sizeOf(each);
      parts += size.parts;
      levels = Math.max(levels, size.levels + 1);
    }
    sizes.set(part, { parts, levels });
    return { parts, levels };
  };
  const { parts, levels } = sizeOf(root);
  const help = ["write the values out, or name resources by their ids"];
  const problem = { start: root.start, end: root.start + 1, help };
  const what = "with its aliases written out, this document is";
  if (levels > MAXIMUM_DEPTH) {
    return [{ ...problem, code: "too-deep", label: `${what} more than ${MAXIMUM_DEPTH} levels deep` }];
  }
  if (parts - sizes.size <= ALIASED_PARTS || parts <= 10 * sizes.size) return [];
  const times = inDigits(Math.round(parts / sizes.size));
  return [{ ...problem, code: "too-many-aliases", label: `${what} ${times} times as large` }];
}

function partOf(node: unknown, reader: DocumentReading): Part {
  if (isAlias(node)) return aliased(node, reader);
  const { anchor } = (node ?? {}) as { readonly anchor?: string };
  if (anchor !== undefined) reader.anchors.delete(anchor);
  const part = plainPart(node, reader);
  if (anchor !== undefined) reader.anchors.set(anchor, part);
  return part;
}

function plainPart(node: unknown, reader: DocumentReading): Part {
  const { source } = reader;
  const [start, end] = (node as Node | null)?.range ?? [0, 0];
  if (isScalar(node)) {
    const part: ScalarPart = { type: "scalar", value: scalarValue(node), source, start, end };
    checkScalar(part, reader);
    return part;
  }
  if (isSeq(node)) {
    return { type: "list", elements: node.items.map((item) => partOf(item, reader)), source, start, end };
  }
  if (!isMap(node)) return nothingAt(source, start);
  const members = node.items.flatMap((pair) => memberOf(pair, reader));
  const unnamed = node.items.map(({ key }) => key).filter((key) => !isText(key));
  refuseKeys(unnamed, reader);
  checkKeys(members, reader);
  return { type: "map", members, source, start, end };
}

/** The package reads numbers as doubles; the text has all their digits. */
function scalarValue({ value, source }: Scalar): ScalarPart["value"] {
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

function memberOf({ key, value }: Pair, reader: DocumentReading): readonly Member[] {
  const { source } = reader;
  const [keyStart, keyEnd] = (key as Node | null)?.range ?? [0, 0];
  const part = value === null ? nothingAt(source, keyEnd) : partOf(value, reader);
  if (!isText(key)) return [];
  const { value: name } = key;
  const extent = { start: keyStart, end: keyEnd };
  const isPlain = key.type === "PLAIN";
  const [unseen] = isPlain ? unseenHelp(name.charAt(0)) : [];
  if (unseen !== undefined) refuse(reader, extent, "YAML does not read this as a space", unseen);
  else if (isPlain && name === "<<") {
    refuse(reader, extent, "merge keys are not part of YAML 1.2", "write the members out, or alias a whole value");
  } else return [{ name, keyStart, keyEnd, value: part }];
  return [];
}

function isText(key: unknown): key is Scalar<string> {
  return isScalar(key) && typeof key.value === "string";
}

/** Keys of a mapping that are no texts are one problem. */
function refuseKeys([key, ...others]: readonly unknown[], reader: DocumentReading): void {
  if (key === undefined) return;
  const [start, end] = (key as Node | null)?.range ?? [0, 0];
  const written = reader.source.text.slice(start, end);
  const found = isMap(key) ? "a mapping" : isSeq(key) ? "a list" : written === "" ? "nothing" : written;
  const label = `expected a string as the key, found ${found}${moreKeys(others.length)}`;
  refuse(reader, { start, end }, label, `quote it: "${written}"`);
}

function aliased(alias: Alias, reader: DocumentReading): Part {
  const name = alias.source;
  const [start, end] = alias.range ?? [0, 0];
  const found = reader.anchors.get(name);
  if (found !== undefined) return found;
  const near = nearest(name, reader.anchors.keys());
  const help = near === undefined ? `if it is a text, quote it: "*${name}"` : `did you mean "*${near}"?`;
  refuse(reader, { start, end }, `no anchor "&${name}" ends before this alias`, help);
  return nothingAt(reader.source, start);
}

function nothingAt(source: SourceText, offset: number): Part {
  return { type: "scalar", value: null, source, start: offset, end: offset };
}

function moreKeys(count: number): string {
  return count === 0 ? "" : `, and ${counted(count, "key")} more`;
}

/** Keys given twice are one problem in a mapping: where a dash is missing, all of an element's are. */
function checkKeys(members: readonly Member[], { problems }: DocumentReading): void {
  const first = new Map<string, Member>();
  const repeated: Member[] = [];
  for (const member of members) {
    const { name, keyStart: start, keyEnd: end } = member;
    if (name === "__proto__") {
      const help = ["choose another key"];
      problems.push({ code: "forbidden-key", start, end, label: "`__proto__` is not allowed as a key", help });
    } else if (!isSendable(name)) problems.push(unsendable({ start, end }));
    else if (first.has(name)) repeated.push(member);
    else first.set(name, member);
  }
  const [member] = repeated;
  const earlier = first.get(member?.name ?? "");
  if (member === undefined || earlier === undefined) return;
  problems.push({
    code: "duplicate-key",
    start: member.keyStart,
    end: member.keyEnd,
    label: `the key "${member.name}" is given a second time${moreKeys(repeated.length - 1)}`,
    help: [member.value.type === "list" ? `move its elements to the first "${member.name}"` : "keep one of the two"],
    others: [{ start: earlier.keyStart, end: earlier.keyEnd, text: "first given here" }],
  });
}

function checkScalar({ value, source, start, end }: ScalarPart, { problems }: DocumentReading): void {
  if (typeof value === "string" && !isSendable(value)) problems.push(unsendable({ start, end }));
  if (typeof value !== "number" || Number.isFinite(value)) return;
  const written = source.text.slice(start, end).trim();
  const help = [`to mean the text, quote it: "${written}"`];
  problems.push({ code: "unsafe-number", start, end, label: `${written} is no number that JSON can hold`, help });
}

function isSendable(text: string): boolean {
  return isWellFormed(text) && !text.includes("\0");
}

function unsendable(extent: Extent): SyntaxProblem {
  const help = ["write a character beyond U+FFFF as itself, or as one escape such as \\U0001F409"];
  const label = "this text holds a NUL character or half of a surrogate pair";
  return { code: "invalid-text", ...extent, label, help };
}
