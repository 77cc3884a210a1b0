/**
 * Templates of `laurel codegen`: Mustache without partials and without HTML escaping, because values are harmless already.
 * Unlike in Mustache, an unknown name is an error, with its place, and a list cannot be opened within itself.
 */
import mustache from "mustache";
import { type SourceText, spanBetween } from "../../manifest/parts.ts";
import { problemAt } from "../../manifest/problem.ts";
import { type Checked, type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { MAXIMUM_CODE, sizeInWords } from "../../model/limits.ts";
import { didYouMean } from "../../model/nearest.ts";

/** The names that a template may use: `text` for a value, an object for a list whose members have those names too. */
export interface Vocabulary {
  readonly [name: string]: "text" | Vocabulary;
}

/** The values of the names. Empty texts, `false` and empty lists count as absent. */
export interface Values {
  readonly [name: string]: string | boolean | readonly Values[];
}

/** As the package parses it: type, name or text, offsets of the tag, and the tokens inside a section. */
type Token = readonly [type: string, name: string, start: number, end: number, inner?: CodeTemplate];

/** A template without errors. */
export type CodeTemplate = readonly Token[];

/** Sections inside of each other. */
const DEEPEST = 30;
/** Blanks in a row, over which the package's search for the end of a tag takes quadratic time. */
const LONGEST_BLANK = 1_000;

/** Checks a template: its form, and every name in it. */
export function parseTemplate(source: SourceText, vocabulary: Vocabulary): Checked<CodeTemplate> {
  const { text } = source;
  const diagnostics: Diagnostic[] = [];
  const report = (start: number, end: number, label: string, help: readonly string[] = []): void => {
    diagnostics.push(problemAt("invalid-template", spanBetween(source, start, end), { label, help }));
  };

  const checkTag = ([type, name, start, end, inner = []]: Token, known: Vocabulary, depth: number): void => {
    if (type === "text" || type === "!") return;
    const found = Object.hasOwn(known, name) ? known[name] : undefined;
    const isSection = type === "#" || type === "^";
    if (type === ">" || type === "=") report(start, end, "partials and other delimiters are not supported");
    else if (found === undefined) {
      const help = [...didYouMean(name, Object.keys(known)), `known here: ${Object.keys(known).join(", ")}`];
      report(start, end, name === "" ? "a tag needs a name" : `unknown name "${name}"`, help);
    } else if (!isSection && found !== "text") {
      report(start, end, `"${name}" is a list; write {{#${name}}} … {{/${name}}}`);
    } else if (isSection && depth === DEEPEST) {
      report(start, end, `sections may be nested at most ${DEEPEST} deep`);
    } else if (isSection) {
      const texts = Object.entries(known).filter(([, each]) => each === "text");
      const names = type === "#" && found !== "text" ? { ...Object.fromEntries(texts), ...found } : known;
      for (const each of inner) checkTag(each, names, depth + 1);
    }
  };

  const lastOpen = text.lastIndexOf("{{");
  const blank = text.search(new RegExp(`\\s{${LONGEST_BLANK}}`));
  let tokens: CodeTemplate = [];
  if (lastOpen > text.lastIndexOf("}}")) report(text.indexOf("{{", text.lastIndexOf("}}") + 1), lastOpen + 2, UNCLOSED);
  else if (blank !== -1) report(blank, blank + 1, `a template may not have ${LONGEST_BLANK} blanks in a row`);
  else {
    try {
      tokens = mustache.parse(text) as CodeTemplate;
      for (const token of tokens) checkTag(token, vocabulary, 0);
    } catch (error) {
      const { start, end, label } = syntaxError(error, text);
      report(start, end, label);
    }
  }
  return diagnostics.length > 0 ? { diagnostics } : { value: tokens, diagnostics };
}

const UNCLOSED = "this tag is not closed; add }} after the name";

/** The package's error, such as `Unclosed section "list" at 12`, with the place of the tag at that offset. */
function syntaxError(error: unknown, text: string): { start: number; end: number; label: string } {
  const [, what = "", name = "", offset = "0"] =
    /^(.*?)(?: "(.*)")? at (\d+)$/s.exec(error instanceof Error ? error.message : "") ?? [];
  const start = Math.min(Number(offset), text.length);
  const close = text.indexOf("}}", start);
  const end = close === -1 ? text.length : close + 2;
  if (what === "Unopened section") return { start, end, label: "no section is open here" };
  if (what === "Unclosed section") return { start, end, label: `expected {{/${name}}}, because that section is open` };
  return { start, end, label: UNCLOSED };
}

/** The text that the template makes of the values. */
export function renderTemplate(template: CodeTemplate, values: Values): Checked<string> {
  const pieces: string[] = [];
  let size = 0;
  for (const piece of piecesOf(template, values)) {
    pieces.push(piece);
    size += piece.length;
    if (size > MAXIMUM_CODE) {
      const words = `The template makes more than ${sizeInWords(MAXIMUM_CODE)} of this game, which is the limit.`;
      return { diagnostics: [diagnostic("invalid-template", words, { help: ["shorten the template"] })] };
    }
  }
  return { value: pieces.join(""), diagnostics: [] };
}

/** The package's own renderer stops at no limit. */
function* piecesOf(template: CodeTemplate, values: Values): Generator<string> {
  for (const [type, name, , , inner = []] of template) {
    const value = values[name];
    const isAbsent =
      value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0);
    if (type === "text") yield name;
    else if (type === "#" && Array.isArray(value)) {
      for (const each of value as readonly Values[]) yield* piecesOf(inner, { ...values, ...each });
    } else if (type === "#" || type === "^") {
      if (isAbsent === (type === "^")) yield* piecesOf(inner, values);
    } else if (type !== "!" && typeof value === "string") yield value;
  }
}
