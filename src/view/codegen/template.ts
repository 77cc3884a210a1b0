/**
 * Templates of `laurel codegen`: Mustache without partials and without HTML escaping, because values are harmless already.
 * Unlike in Mustache, an unknown name is an error, with its place.
 */
import mustache from "mustache";
import { type SourceText, spanBetween } from "../../manifest/parts.ts";
import { problemAt } from "../../manifest/problem.ts";
import type { Checked, Diagnostic } from "../../model/diagnostics.ts";
import { didYouMean } from "../../model/nearest.ts";

/** The names that a template may use: `text` for a value, an object for a list whose members have those names too. */
export interface Vocabulary {
  readonly [name: string]: "text" | Vocabulary;
}

/** The values of the names. Empty texts, `false` and empty lists count as absent. */
export interface Values {
  readonly [name: string]: string | boolean | readonly Values[];
}

/** A template without errors. */
export interface CodeTemplate {
  readonly text: string;
}

/** As the package parses it: type, name or text, offsets of the tag, and the tokens inside a section. */
type Token = readonly [type: string, name: string, start: number, end: number, inner?: readonly Token[]];

/** Sections inside of each other. */
const DEEPEST = 30;
/** Blanks in a row, over which the package's search for the end of a tag takes quadratic time. */
const LONGEST_BLANK = 1_000;

/** Checks a template: its form, and every name in it. */
export function parseTemplate(source: SourceText, vocabulary: Vocabulary): Checked<CodeTemplate> {
  const { text } = source;
  const diagnostics: Diagnostic[] = [];
  const report = (start: number, end: number, label: string, help: readonly string[] = []): void => {
    diagnostics.push(problemAt("invalid-template", spanBetween(source, start, end), label, { help }));
  };

  const checkTag = ([type, name, start, end, inner = []]: Token, known: Vocabulary, open: readonly string[]): void => {
    if (type === "text" || type === "!") return;
    const found = Object.hasOwn(known, name) ? known[name] : undefined;
    const isSection = type === "#" || type === "^";
    if (type === ">" || type === "=") report(start, end, "partials and other delimiters are not supported");
    else if (found === undefined) {
      const help = [...didYouMean(name, Object.keys(known)), `known here: ${Object.keys(known).join(", ")}`];
      report(start, end, name === "" ? "a tag needs a name" : `unknown name "${name}"`, help);
    } else if (!isSection && found !== "text") {
      report(start, end, `"${name}" is a list; write {{#${name}}} … {{/${name}}}`);
    } else if (type === "#" && found !== "text" && open.includes(name)) {
      // The list would be repeated for each of its members, and so on with every level.
      report(start, end, `"${name}" is already open, and its members have no such list`);
    }
    if (!isSection) return;
    if (open.length >= DEEPEST) {
      report(start, end, `sections may be nested at most ${DEEPEST} deep`);
      return;
    }
    const members = type === "#" && typeof found === "object" ? found : {};
    for (const each of inner) checkTag(each, { ...known, ...members }, [...open, type === "#" ? name : ""]);
  };

  const lastOpen = text.lastIndexOf("{{");
  const blank = text.search(new RegExp(`\\s{${LONGEST_BLANK}}`));
  if (lastOpen > text.lastIndexOf("}}")) report(text.indexOf("{{", text.lastIndexOf("}}") + 1), lastOpen + 2, UNCLOSED);
  else if (blank !== -1) report(blank, blank + 1, `a template may not have ${LONGEST_BLANK} blanks in a row`);
  else {
    try {
      for (const token of mustache.parse(text) as readonly Token[]) checkTag(token, vocabulary, []);
    } catch (error) {
      const { start, end, label } = syntaxError(error, text);
      report(start, end, label);
    }
  }
  return diagnostics.length > 0 ? { diagnostics } : { value: { text }, diagnostics };
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
export function renderTemplate({ text }: CodeTemplate, values: Values): string {
  return mustache.render(text, values, {}, { escape: String });
}
