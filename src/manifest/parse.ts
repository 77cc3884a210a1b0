/**
 * Parses manifests and project files into parts with positions. Problems are returned, not thrown.
 *
 * The result is plain JSON: unique string keys, numbers that can be sent, well-formed text, at most
 * 100 levels, and aliases that do not multiply its size.
 */

import { MAXIMUM_FILE, sizeInWords } from "../ground/limits.ts";
import { counted } from "../ground/words.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import { type SourceFile, sourceFile } from "../model/source.ts";

import { readJson } from "./parse-json.ts";
import { readYaml, type YamlReading } from "./parse-yaml.ts";
import { beginningOf, endOfLine, isJsonFile, type Part, spanBetween } from "./parts.ts";

export interface ParsedText {
  readonly source: SourceFile;
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

/** Parses files in their order. */
export function parseSources(sources: readonly SourceFile[]): readonly ParsedText[] {
  return sources.map(parseSource);
}

/** Parses a text that is no file of the disk, by the name that messages give it. */
export function parseText(name: string, text: string): ParsedText {
  return parseSource(sourceFile({ name, text }));
}

/** Parses a file, as JSON or YAML according to its name. */
export function parseSource(source: SourceFile): ParsedText {
  if (source.text.length > MAXIMUM_FILE) {
    const help = ["split it: one file for each kind, or for each part of the game"];
    const label = `a file has at most ${sizeInWords(MAXIMUM_FILE)}`;
    return unread(source, 0, [problemAt("file-too-large", beginningOf(source), { label, help })]);
  }
  const { parts, tokens, problems, certain } = isJsonFile(source.name)
    ? readStrictJson(source)
    : readYaml(source);
  if (problems.some(({ code }) => code === "file-too-large"))
    return unread(source, tokens, problems);
  const conflict = problems.length === 0 ? undefined : mergeConflict(source);
  const diagnostics = conflict === undefined ? problems : [conflict];
  const documents = conflict === undefined ? parts : [];
  return { source, documents, tokens, isBroken: problems.length > 0, diagnostics, certain };
}

/** A text beyond a limit. Only its problems are kept, and no repairs are tried. */
function unread(
  source: SourceFile,
  tokens: number,
  diagnostics: readonly Diagnostic[],
): ParsedText {
  const certain = new Set(diagnostics);
  return { source, documents: [], tokens, isBroken: true, diagnostics, certain };
}

/** Parses JSON. All fixes are exact, because its grammar is simple, so no repairs are tried. */
function readStrictJson(source: SourceFile): YamlReading {
  const { parts, tokens, problems } = readJson(source);
  return { parts, tokens, problems, certain: new Set(problems) };
}

/** First line of a conflict: seven signs, then a space and a name, or nothing. */
const CONFLICT = /^\uFEFF?<{7}(?!\S)/gm;

/** Reports the merge conflicts in an unreadable file, in place of all its other problems. */
function mergeConflict(source: SourceFile): Diagnostic | undefined {
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
