/**
 * Text to parts with positions: the one place where manifests and project files are parsed. All problems of a text are
 * found in one run, and none is thrown.
 *
 * What leaves here without errors is plain JSON: unique string keys, numbers that survive being sent, well-formed text,
 * at most 100 levels deep, and aliases that do not multiply it beyond reason.
 */
import type { Diagnostic } from "../model/diagnostics.ts";
import { isWellFormed } from "../model/json.ts";
import { MAXIMUM_DEPTH } from "../model/limits.ts";
import { jsonProblem } from "./json-problems.ts";
import { mergeConflicts } from "./merge-conflicts.ts";
import { readYaml, type YamlReading } from "./parse-yaml.ts";
import {
  isJsonFile,
  keySpan,
  type MapPart,
  type Member,
  type Part,
  type ScalarPart,
  type SourceText,
  sourceText,
  spanBetween,
} from "./parts.ts";
import { problemAt } from "./problem.ts";
import { counted } from "./wording.ts";

/** Parts that aliases may add to a file, before the rule of ten applies. */
const ALIASED_PARTS = 100_000;

/** A file's name as the user would give it, and its text. */
export interface ManifestText {
  readonly file: string;
  readonly text: string;
}

export interface ParsedText {
  readonly source: SourceText;
  /** One for each document that could be read; empty documents are left out. */
  readonly documents: readonly Part[];
  /** Whether something could not be read, so that what the file declares is not fully known. */
  readonly isBroken: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses texts in their order. */
export function parseTexts(texts: readonly ManifestText[]): readonly ParsedText[] {
  return texts.map(({ file, text }) => parseText(file, text));
}

/** Parses a file's text. `file` is named in spans, and decides the syntax: JSON for `.json`, otherwise YAML. */
export function parseText(file: string, text: string): ParsedText {
  const source = sourceText(file, text);
  const reading = isJsonFile(file) ? readJson(source) : readYaml(source);
  const conflict = mergeConflicts(text, reading.problems.length === 0 ? reading.parts : undefined);
  const { parts, problems, anchored } =
    conflict === undefined ? reading : { ...reading, parts: [], problems: [conflict] };
  const diagnostics = problems.map(({ start, end, code, label, help, others = [] }) =>
    problemAt(code, spanBetween(source, start, end), label, {
      help,
      others: others.map((each) => ({ span: spanBetween(source, each.start, each.end), text: each.text })),
    }),
  );
  const context: CheckContext = { source, diagnostics, anchored, measures: new Map(), written: 0 };
  const documents = parts.filter((part) => isSound(part, context));
  return {
    source,
    documents: documents.filter((part) => !isEmpty(part)),
    isBroken: diagnostics.length > 0 || documents.length < parts.length,
    diagnostics,
  };
}

/** All JSON is YAML, which allows more. */
function readJson(source: SourceText): YamlReading {
  const reading = readYaml(source);
  if (reading.problems.some(({ code }) => code === "too-deep" || code === "file-too-large")) return reading;
  const problem = jsonProblem(source);
  return problem === undefined ? reading : { parts: [], problems: [problem], anchored: new Set() };
}

/** A document without content, for example with comments only. */
function isEmpty(part: Part): boolean {
  return part.type === "scalar" && part.value === null && part.start === part.end;
}

interface CheckContext {
  readonly source: SourceText;
  readonly diagnostics: Diagnostic[];
  readonly anchored: ReadonlySet<Part>;
  /** Of the anchored parts only: the others are met once. */
  readonly measures: Map<Part, Measure>;
  /** Parts met so far, each counted once. */
  written: number;
}

/** How high a part is (0 for scalars), how many parts it has when aliases are written out, and how many without. */
interface Measure {
  readonly height: number;
  readonly expanded: number;
}

/** Checks what both syntaxes allow and this program does not. Whether the document can be worked with. */
function isSound(root: Part, context: CheckContext): boolean {
  const before = context.written;
  const { height, expanded } = measure(root, context);
  const written = context.written - before;
  if (height > MAXIMUM_DEPTH) {
    const span = spanBetween(root.source, root.start, root.start + 1);
    const label = `with its aliases written out, this document is more than ${MAXIMUM_DEPTH} levels deep`;
    context.diagnostics.push(problemAt("too-deep", span, label));
    return false;
  }
  if (expanded - written > ALIASED_PARTS && expanded > 10 * written) {
    const times = Math.round(expanded / written).toLocaleString("en-US");
    const span = spanBetween(root.source, root.start, root.start + 1);
    const label = `with its aliases written out, this document is ${times} times as large`;
    const help = ["write the values out, or name resources by their ids"];
    context.diagnostics.push(problemAt("too-many-aliases", span, label, { help }));
    return false;
  }
  return true;
}

/** Measures a part once, however often it is aliased. Recursion is at most as deep as the text is nested. */
function measure(part: Part, context: CheckContext): Measure {
  const isAnchored = context.anchored.has(part);
  const known = isAnchored ? context.measures.get(part) : undefined;
  if (known !== undefined) return known;
  context.written += 1;
  let [height, expanded] = [0, 1];
  if (part.type === "scalar") checkScalar(part, context);
  else {
    if (part.type === "map") checkKeys(part, context);
    for (const each of partsIn(part)) {
      const inner = measure(each, context);
      height = Math.max(height, inner.height);
      expanded += inner.expanded;
    }
    height += 1;
  }
  const result = { height, expanded };
  if (isAnchored) context.measures.set(part, result);
  return result;
}

function partsIn(part: Part): readonly Part[] {
  if (part.type === "scalar") return [];
  return part.type === "list" ? part.elements : part.members.map(({ value }) => value);
}

function checkKeys(map: MapPart, { diagnostics }: CheckContext): void {
  const first = new Map<string, Member>();
  const repeated: Member[] = [];
  for (const member of map.members) {
    if (member.name === "__proto__") {
      diagnostics.push(problemAt("forbidden-key", keySpan(map, member), "`__proto__` is not allowed as a key"));
    } else if (first.has(member.name)) {
      repeated.push(member);
    } else {
      first.set(member.name, member);
    }
    if (!isSendable(member.name)) diagnostics.push(unsendable(keySpan(map, member)));
  }
  const [member] = repeated;
  const earlier = member === undefined ? undefined : first.get(member.name);
  if (member !== undefined && earlier !== undefined) {
    diagnostics.push(duplicateKey(map, member, earlier, repeated.length));
  }
}

/** One problem for all keys that a mapping gives twice: where a dash is missing, that is every key of an element. */
function duplicateKey(map: MapPart, member: Member, earlier: Member, count: number): Diagnostic {
  const { name } = member;
  const more = count === 1 ? "" : `, and ${counted(count - 1, "key")} more`;
  const areLists = member.value.type === "list" && earlier.value.type === "list";
  const other = areLists ? `move its elements to the first "${name}"` : "keep one of the two";
  return problemAt("duplicate-key", keySpan(map, member), `the key "${name}" is given a second time${more}`, {
    others: [{ span: keySpan(map, earlier), text: "first given here" }],
    help: [other],
  });
}

function checkScalar(part: ScalarPart, { diagnostics }: CheckContext): void {
  const { value, source, start, end } = part;
  const span = () => spanBetween(source, start, end);
  if (typeof value === "string" && !isSendable(value)) diagnostics.push(unsendable(span()));
  if (typeof value !== "number") return;
  const written = source.text.slice(start, end).trim();
  if (!Number.isFinite(value)) {
    diagnostics.push(
      problemAt("unsafe-number", span(), `${written} is no number that JSON can hold`, {
        help: [`to mean the text, quote it: "${written}"`],
      }),
    );
  }
}

function isSendable(text: string): boolean {
  return isWellFormed(text) && !text.includes("\0");
}

function unsendable(span: ReturnType<typeof spanBetween>): Diagnostic {
  return problemAt("invalid-text", span, "this text holds a NUL character or half of a surrogate pair", {
    help: ["write a character beyond U+FFFF as itself, or as one escape such as \\U0001F409"],
  });
}
