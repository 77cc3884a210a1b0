/**
 * Parses YAML 1.2 with the `yaml` package into parts, one for each document. Aliases become shared
 * parts. Tags are refused, and so are aliases that multiply the size of a document.
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
  type Pair,
  Parser,
  type Scalar,
  type YAMLError,
} from "yaml";
import { unseenHelp } from "../ground/invisible-characters.ts";
import { numberOf } from "../ground/json.ts";
import { MAXIMUM_DEPTH, MAXIMUM_DOCUMENTS, MAXIMUM_TOKENS } from "../ground/limits.ts";
import { nearest } from "../ground/nearest.ts";
import { counted, inDigits, inQuotes } from "../ground/words.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import type { SourceFile } from "../model/source.ts";
import {
  endOfLine,
  listPart,
  type Member,
  mapPart,
  type Part,
  partsIn,
  type ScalarPart,
  spanBetween,
} from "./parts.ts";
import { EndOfReading, ProblemList, tooManyTokens } from "./reading.ts";
import { keyProblems, moreKeys, notANumber, textProblems } from "./value-checks.ts";
import { problemOf } from "./yaml-problems.ts";

/** Options of the package. */
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

/**
 * Complaints of the package about one document, of which the first in the text is reported. They
 * are few, except in other text.
 */
const MOST_COMPLAINTS = 100;

/** First lexeme of each plain or quoted scalar, which is no text of the file. */
const SCALAR_BEGINS = "\x1f";

/** The documents of a text that have no problems, and the problems of the others. */
export interface YamlReading {
  readonly parts: readonly Part[];
  /** Words, signs and blanks that were read. */
  readonly tokens: number;
  readonly problems: readonly Diagnostic[];
  /** Problems with an exact fix. */
  readonly certain: ReadonlySet<Diagnostic>;
}

/** State while a text is read. */
interface TextReading {
  readonly parts: Part[];
  tokens: number;
  readonly problems: ProblemList;
  readonly certain: Set<Diagnostic>;
}

/** State while a document is read. */
interface DocumentReading extends Pick<TextReading, "problems" | "certain"> {
  readonly source: SourceFile;
  /**
   * Values by anchor, once they are read; a later anchor of the same name replaces the earlier one.
   */
  readonly anchors: Map<string, Part>;
}

/**
 * Reads all documents of a text. If a limit ends the reading, its problem is the last one, and no
 * document is kept.
 */
export function readYaml(source: SourceFile): YamlReading {
  const reading: TextReading = {
    parts: [],
    tokens: 0,
    problems: new ProblemList(),
    certain: new Set(),
  };
  const { parts, problems, certain } = reading;
  try {
    readDocuments(source, reading);
  } catch (error) {
    if (!(error instanceof EndOfReading)) throw error;
    return {
      parts: [],
      tokens: reading.tokens,
      problems: [...problems.all, error.problem],
      certain,
    };
  }
  return { parts, tokens: reading.tokens, problems: problems.all, certain };
}

/**
 * The parser does not recurse, but composing does, so parsing ends with a problem if values are
 * nested too deeply.
 */
function readDocuments(source: SourceFile, reading: TextReading): void {
  const parser = new Parser();
  const composer = new BoundedComposer();
  let documents = 0;
  let isBroken = false;
  const readAll = (composed: Iterable<Document.Parsed>): void => {
    for (const document of composed) readDocument(document, source, reading);
  };
  const take = (tokens: Iterable<CST.Token>): void => {
    for (const token of tokens) {
      if (token.type === "document") documents += 1;
      isBroken ||= token.type === "error" || (token.type === "doc-end" && documents === 0);
      readAll(composer.next(token));
    }
    refuseBeyondLimits(parser, documents, source);
  };
  try {
    for (const lexeme of new Lexer().lex(source.text)) {
      if (lexeme !== SCALAR_BEGINS) reading.tokens += 1;
      if (reading.tokens > MAXIMUM_TOKENS)
        throw new EndOfReading(tooManyTokens(source, parser.offset));
      take(parser.next(lexeme));
      // After an error of the parser, each remaining lexeme may have one.
      if (isBroken) break;
    }
    take(parser.end());
  } catch (error) {
    if (!(error instanceof TooManyComplaints)) throw error;
    const [first] = problemOf(source, composer.takeComplaints());
    readAll(composer.end());
    if (first !== undefined) throw new EndOfReading(first);
  }
  readAll(composer.end());
  if (documents === 0) reading.problems.addAll(problemOf(source, composer.takeComplaints()));
}

/** Ends the composing of a document with too many complaints. */
class TooManyComplaints extends Error {}

/**
 * The composer of a text. Its complaints have no limit in the package, and each takes a kilobyte of
 * memory.
 */
class BoundedComposer {
  private readonly composer = new Composer(YAML_OPTIONS);
  private complaints = 0;

  constructor() {
    const complain: unknown = Reflect.get(this.composer, "onError");
    if (typeof complain !== "function")
      throw new Error("the package calls its function for complaints otherwise");
    Reflect.set(this.composer, "onError", (...complaint: readonly unknown[]) => {
      this.complaints += 1;
      if (this.complaints > MOST_COMPLAINTS) throw new TooManyComplaints();
      complain(...complaint);
    });
  }

  /** Returns the documents that are complete with the next token. */
  next(token: CST.Token): Iterable<Document.Parsed> {
    if (token.type === "document") this.complaints = 0;
    return this.composer.next(token);
  }

  end(): Iterable<Document.Parsed> {
    this.complaints = 0;
    return this.composer.end();
  }

  /** Returns the complaints about text that is part of no complete document, and forgets them. */
  takeComplaints(): readonly YAMLError[] {
    const { errors, warnings } = this.composer.streamInfo();
    return [...errors.splice(0), ...warnings.splice(0)];
  }
}

/** Ends the reading if a limit is exceeded at the parser's place. */
function refuseBeyondLimits(
  { stack, offset }: Parser,
  documents: number,
  source: SourceFile,
): void {
  // The first is the document.
  const deep = stack[MAXIMUM_DEPTH + 1];
  if (deep !== undefined && "items" in deep) {
    const label = `level ${MAXIMUM_DEPTH + 1} begins here`;
    const help = ["nest the values less deeply"];
    throw new EndOfReading(
      problemAt("too-deep", spanBetween(source, deep.offset, deep.offset + 1), { label, help }),
    );
  }
  if (documents <= MAXIMUM_DOCUMENTS) return;
  const label = `reading ends here, after ${counted(MAXIMUM_DOCUMENTS, "document")}`;
  const help = ["split the file"];
  throw new EndOfReading(
    problemAt("file-too-large", spanBetween(source, offset, offset + 1), { label, help }),
  );
}

function readDocument(
  document: Document.Parsed,
  source: SourceFile,
  { parts, problems, certain }: TextReading,
): void {
  const { contents, directives, errors, warnings, range } = document;
  const before = problems.all.length;
  const hasProblems = (): boolean => problems.all.length > before;
  // Only the first mistake in the syntax is reported, because others may follow from it.
  problems.addAll(problemOf(source, [...errors, ...warnings], document));
  const reader: DocumentReading = { source, anchors: new Map(), problems, certain };
  if (directives?.yaml.explicit === true && directives.yaml.version !== "1.2") {
    const start = Math.max(source.text.lastIndexOf("%YAML", range[0]), 0);
    const label = "files are read as YAML 1.2";
    const help =
      "remove the line; in YAML 1.2 only true and false are booleans, and yes, no, on, off are text";
    refuse(reader, [start, endOfLine(source.text, start)], { label, help, isCertain: true });
  }
  if (hasProblems()) return;
  const part = partOf(contents, reader);
  if (reader.anchors.size > 0) problems.addAll(multiplied(part));
  // A document without content has comments only.
  const isEmpty = part.value === null && part.start === part.end;
  if (!hasProblems() && !isEmpty) parts.push(part);
}

type Extent = readonly [start: number, end: number];

interface SyntaxRefusal {
  readonly label: string;
  readonly help: string;
  /** Whether the help is an exact fix. */
  readonly isCertain: boolean;
}

function refuse(
  { source, problems, certain }: DocumentReading,
  [start, end]: Extent,
  { label, help, isCertain }: SyntaxRefusal,
): void {
  const span = spanBetween(source, start, Math.max(end, start + 1));
  const problem = problemAt("syntax-error", span, { label, help: [help] });
  problems.add(problem);
  if (isCertain) certain.add(problem);
}

/** Number of parts and levels of a value, if its aliases were written out. */
interface Size {
  readonly parts: number;
  readonly levels: number;
}

/** Refuses a document that would be too deep or too large if its aliases were written out. */
function multiplied(root: Part): readonly Diagnostic[] {
  const sizes = new Map<Part, Size>();
  const sizeOf = (part: Part): Size => {
    const known = sizes.get(part);
    if (known !== undefined) return known;
    let parts = 1;
    let levels = part.type === "scalar" ? 0 : 1;
    for (const value of partsIn(part)) {
      const size = sizeOf(value);
      parts += size.parts;
      levels = Math.max(levels, size.levels + 1);
    }
    sizes.set(part, { parts, levels });
    return { parts, levels };
  };
  const { parts, levels } = sizeOf(root);
  const problem = (code: DiagnosticCode, words: string): readonly Diagnostic[] => {
    const label = `with its aliases written out, this document is ${words}`;
    const help = ["write the values out, or name resources by their ids"];
    return [problemAt(code, spanBetween(root.source, root.start, root.start + 1), { label, help })];
  };
  if (levels > MAXIMUM_DEPTH) return problem("too-deep", `more than ${MAXIMUM_DEPTH} levels deep`);
  if (parts - sizes.size <= ALIASED_PARTS || parts <= 10 * sizes.size) return [];
  return problem("too-many-aliases", `${inDigits(Math.round(parts / sizes.size))} times as large`);
}

function partOf(node: unknown, reader: DocumentReading): Part {
  if (isAlias(node)) return aliased(node, reader);
  const anchor = isNode(node) ? node.anchor : undefined;
  if (anchor !== undefined) reader.anchors.delete(anchor);
  const part = plainPart(node, reader);
  if (anchor !== undefined) reader.anchors.set(anchor, part);
  return part;
}

/** Start and end offsets of a node's value. */
function rangeOf(node: unknown): readonly [start: number, end: number] {
  const [start, end] = (isNode(node) ? node.range : undefined) ?? [0, 0];
  return [start, end];
}

function plainPart(node: unknown, reader: DocumentReading): Part {
  const { source } = reader;
  const [start, end] = rangeOf(node);
  if (isScalar(node)) {
    const part: ScalarPart = { type: "scalar", value: scalarValue(node), source, start, end };
    checkScalar(part, reader);
    return part;
  }
  if (isSeq(node)) {
    const elements = node.items.map((item) => partOf(item, reader));
    return listPart({ source, start, end }, elements);
  }
  if (!isMap(node)) return nothingAt(source, start);
  const members = node.items.flatMap((pair) => memberOf(pair, reader));
  const strange = node.items
    .map(({ key }) => key)
    .filter((key) => !isScalar(key) || typeof key.value !== "string");
  refuseKeys(strange, reader);
  reader.problems.addAll(keyProblems(members, source, "yaml"));
  return mapPart({ source, start, end }, members);
}

/** Reads a number from its text, because the package reads doubles, which may lose digits. */
function scalarValue({ value, source }: Scalar): ScalarPart["value"] {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value !== "number") return null;
  if (!Number.isFinite(value) && /^[-+]?\.[in]/i.test(source ?? "")) return value;
  return numberOf(jsonNumber(source ?? String(value)));
}

/**
 * Writes a YAML number as JSON: in base ten, without plus sign and leading zeros, with digits on
 * both sides of a point.
 */
function jsonNumber(written: string): string {
  if (/^0[ox]/.test(written)) return String(BigInt(written));
  const [, sign, whole, fraction, exponent] =
    /^([-+]?)0*([0-9]*)(\.[0-9]*)?(.*)$/.exec(written) ?? [];
  return `${sign === "-" ? "-" : ""}${whole || "0"}${fraction === "." ? "" : (fraction ?? "")}${exponent}`;
}

function memberOf({ key, value }: Pair, reader: DocumentReading): readonly Member[] {
  const { source } = reader;
  const [keyStart, keyEnd] = rangeOf(key);
  const part = value === null ? nothingAt(source, keyEnd) : partOf(value, reader);
  if (!isScalar(key) || typeof key.value !== "string") return [];
  const { value: name } = key;
  const isPlain = key.type === "PLAIN";
  const [unseen] = isPlain ? unseenHelp(name.charAt(0)) : [];
  const merge =
    isPlain && name === "<<" ? "write the members out, or alias a whole value" : undefined;
  const help = unseen ?? merge;
  if (help === undefined) return [{ name, keyStart, keyEnd, value: part }];
  const label =
    merge === undefined
      ? "YAML does not read this as a space"
      : "merge keys are not part of YAML 1.2";
  refuse(reader, [keyStart, keyEnd], { label, help, isCertain: merge !== undefined });
  return [];
}

/** Refuses keys that are not texts, with one problem for a mapping. */
function refuseKeys([key, ...others]: readonly unknown[], reader: DocumentReading): void {
  if (key === undefined) return;
  const [start, end] = rangeOf(key);
  const written = reader.source.text.slice(start, end);
  const found = keyWords(key, written);
  const label = `expected a string as the key, found ${found}${moreKeys(others.length)}`;
  refuse(reader, [start, end], { label, help: `quote it: ${inQuotes(written)}`, isCertain: false });
}

function keyWords(key: unknown, written: string): string {
  if (isMap(key)) return "a mapping";
  if (isSeq(key)) return "a list";
  return written === "" ? "nothing" : written;
}

function aliased(alias: Alias, reader: DocumentReading): Part {
  const name = alias.source;
  const [start, end] = alias.range ?? [0, 0];
  const anchored = reader.anchors.get(name);
  if (anchored !== undefined) return anchored;
  const near = nearest(name, [...reader.anchors.keys()]);
  const help =
    near === undefined ? `if it is a text, quote it: "*${name}"` : `did you mean "*${near}"?`;
  const label = `no anchor "&${name}" ends before this alias`;
  refuse(reader, [start, end], { label, help, isCertain: near !== undefined });
  return nothingAt(reader.source, start);
}

function nothingAt(source: SourceFile, offset: number): Part {
  return { type: "scalar", value: null, source, start: offset, end: offset };
}

function checkScalar(part: ScalarPart, { problems }: DocumentReading): void {
  const { value, source, start, end } = part;
  problems.addAll(textProblems(part, "yaml"));
  if (typeof value !== "number" || Number.isFinite(value)) return;
  problems.add(notANumber(source.text.slice(start, end).trim(), spanBetween(source, start, end)));
}
