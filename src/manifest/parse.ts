/**
 * Parses manifests and project files into parts with positions. Problems are returned, not thrown.
 *
 * The result is plain JSON: unique string keys, numbers that can be sent, well-formed text, at most
 * 100 levels, and aliases that do not multiply its size.
 */

import { MAXIMUM_FILE, sizeInWords } from "../ground/limits.ts";
import { counted } from "../ground/words.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import type { Span } from "../model/model.ts";
import { readJson } from "./parse-json.ts";
import { readYaml, type YamlReading } from "./parse-yaml.ts";
import {
  beginningOf,
  endOfLine,
  isJsonFile,
  type Part,
  type SourceText,
  sourceText,
  spanBetween,
} from "./parts.ts";

/** A file's name as the user would give it, and its text. */
export interface ManifestText {
  readonly file: string;
  readonly text: string;
}

export interface ParsedText {
  readonly source: SourceText;
  /** The documents without problems, except empty documents. */
  readonly documents: readonly Part[];
  /** Words, signs and blanks that were read. */
  readonly tokens: number;
  /** Whether a part of the file could not be read, so that it may declare more. */
  readonly isBroken: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Diagnostics with an exact fix. */
  readonly certain: ReadonlySet<Diagnostic>;
}

/** Parses texts in their order. */
export function parseTexts(texts: readonly ManifestText[]): readonly ParsedText[] {
  return texts.map(({ file, text }) => parseText(file, text));
}

/** Parses a file's text, as JSON or YAML according to its name. */
export function parseText(file: string, text: string, of?: Span["of"]): ParsedText {
  if (text.length > MAXIMUM_FILE) {
    const help = ["split it: one file for each kind, or for each part of the game"];
    const label = `a file has at most ${sizeInWords(MAXIMUM_FILE)}`;
    const place = beginningOf(of === undefined ? { file } : { file, of });
    return unread({ file, of, tokens: 0 }, [problemAt("file-too-large", place, { label, help })]);
  }
  const source = sourceText(file, text, of);
  const { parts, tokens, problems, certain } = isJsonFile(file)
    ? readStrictJson(source)
    : readYaml(source);
  if (problems.some(({ code }) => code === "file-too-large"))
    return unread({ file, of, tokens }, problems);
  const conflict = problems.length === 0 ? undefined : mergeConflict(source);
  const diagnostics = conflict === undefined ? problems : [conflict];
  const documents = conflict === undefined ? parts : [];
  return { source, documents, tokens, isBroken: problems.length > 0, diagnostics, certain };
}

/** A text beyond a limit. Only its problems are kept, and no repairs are tried. */
function unread(
  {
    file,
    of,
    tokens,
  }: Pick<ParsedText, "tokens"> & { readonly file: string; readonly of: Span["of"] },
  diagnostics: readonly Diagnostic[],
): ParsedText {
  const source = sourceText(file, "", of);
  return {
    source,
    documents: [],
    tokens,
    isBroken: true,
    diagnostics,
    certain: new Set(diagnostics),
  };
}

/** Parses JSON. All fixes are exact, because its grammar is simple, so no repairs are tried. */
function readStrictJson(source: SourceText): YamlReading {
  const { parts, tokens, problems } = readJson(source);
  return { parts, tokens, problems, certain: new Set(problems) };
}

/** First line of a conflict: seven signs, then a space and a name, or nothing. */
const CONFLICT = /^\uFEFF?<{7}(?!\S)/gm;

/** Reports the merge conflicts in an unreadable file, in place of all its other problems. */
function mergeConflict(source: SourceText): Diagnostic | undefined {
  let first: RegExpExecArray | undefined;
  let count = 0;
  for (const match of source.text.matchAll(CONFLICT)) {
    first ??= match;
    count += 1;
  }
  if (first === undefined) return undefined;
  const start = first.index + first[0].length - 7;
  const label =
    count > 1
      ? `the first of ${counted(count, "merge conflict")}`
      : "a merge conflict is not resolved";
  const help = [
    "keep the lines that are right, and delete those that begin with <<<<<<<, ======= or >>>>>>>",
  ];
  return problemAt("merge-conflict", spanBetween(source, start, endOfLine(source.text, start)), {
    label,
    help,
  });
}
