/**
 * Text to parts with positions: the one place where manifests and project files are parsed. No problem is thrown.
 *
 * What leaves here is plain JSON: unique string keys, numbers that survive being sent, well-formed text, at most 100 levels
 * deep, and aliases that do not multiply it beyond reason.
 */

import { MAXIMUM_FILE, sizeInWords } from "../ground/limits.ts";
import { counted } from "../ground/words.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import type { Span } from "../model/model.ts";
import { readJson } from "./parse-json.ts";
import { readYaml, type YamlReading } from "./parse-yaml.ts";
import { beginningOf, endOfLine, isJsonFile, type Part, type SourceText, sourceText, spanBetween } from "./parts.ts";

/** A file's name as the user would give it, and its text. */
export interface ManifestText {
  readonly file: string;
  readonly text: string;
}

export interface ParsedText {
  readonly source: SourceText;
  /** One for each document without problems; empty documents are left out. */
  readonly documents: readonly Part[];
  /** Whether something could not be read, so that what the file declares is not fully known. */
  readonly isBroken: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Those of which it is known what to write. */
  readonly certain: ReadonlySet<Diagnostic>;
}

/** Parses texts in their order. */
export function parseTexts(texts: readonly ManifestText[]): readonly ParsedText[] {
  return texts.map(({ file, text }) => parseText(file, text));
}

/** Parses a file's text, as JSON or YAML according to its name. */
export function parseText(file: string, text: string, of?: Span["of"]): ParsedText {
  const source = sourceText(file, text, of);
  // A byte of YAML can take half a kilobyte of memory.
  if (text.length > MAXIMUM_FILE) {
    const help = ["split it: one file for each kind, or for each part of the game"];
    const label = `a file has at most ${sizeInWords(MAXIMUM_FILE)}`;
    const problem = problemAt("file-too-large", beginningOf(source), { label, help });
    return { source, documents: [], isBroken: true, diagnostics: [problem], certain: new Set() };
  }
  const { parts, problems, certain } = isJsonFile(file) ? readStrictJson(source) : readYaml(source);
  const conflict = problems.length === 0 ? undefined : mergeConflict(source);
  const diagnostics = conflict === undefined ? problems : [conflict];
  return {
    source,
    documents: conflict === undefined ? parts : [],
    isBroken: problems.length > 0,
    diagnostics,
    certain,
  };
}

/** The grammar of JSON leaves no doubt about what to write, so that no repair has to be tried. */
function readStrictJson(source: SourceText): YamlReading {
  const { parts, problems } = readJson(source);
  return { parts: [...parts], problems: [...problems], certain: new Set(problems) };
}

/** Git writes seven signs at the beginning of a line, then a space and a name, or nothing. */
const CONFLICT = /^\uFEFF?<{7}(?!\S)/gm;

/** Merge conflicts that git left in a file that cannot be read: one problem for all, because nothing else in it can be judged. */
function mergeConflict(source: SourceText): Diagnostic | undefined {
  const [first, ...others] = source.text.matchAll(CONFLICT);
  if (first === undefined) return undefined;
  const start = first.index + first[0].length - 7;
  const label =
    others.length > 0
      ? `the first of ${counted(others.length + 1, "merge conflict")}`
      : "a merge conflict is not resolved";
  const help = ["keep the lines that are right, and delete those that begin with <<<<<<<, ======= or >>>>>>>"];
  return problemAt("merge-conflict", spanBetween(source, start, endOfLine(source.text, start)), { label, help });
}
