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

/** The values of the names that a template may use. Empty texts, `false` and empty lists count as absent. */
export interface Values {
  readonly [name: string]: string | boolean | readonly Values[];
}

/** As the package parses it: type, name or text, offsets of the tag, and the tokens inside a section. */
type Token = readonly [type: string, name: string, start: number, end: number, inner?: readonly Token[]];

/** A piece of a template that is wrong, and why. */
interface Mistake {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** Sections inside of each other. */
const DEEPEST = 30;
/** Blanks in a row, over which the package's search for the end of a tag takes quadratic time. */
const LONGEST_BLANK = 1_000;
const UNCLOSED = "this tag is not closed; add }} after the name";

/** The text that the template makes of the values. */
export function renderTemplate(source: SourceText, values: Values): Checked<string> {
  const problems = new Map<number, Diagnostic>();
  const report = ({ start, end, label }: Mistake, help: readonly string[] = []): void => {
    problems.set(start, problemAt("invalid-template", spanBetween(source, start, end), { label, help }));
  };
  let made = "";
  const make = ([type, name, start, end, inner = []]: Token, known: Values, depth: number): void => {
    if (made.length > MAXIMUM_CODE || type === "!") return;
    const value = Object.hasOwn(known, name) ? known[name] : undefined;
    const isSection = type === "#" || type === "^";
    const refuse = (label: string, help?: readonly string[]): void => report({ start, end, label }, help);
    if (type === "text") made += name;
    else if (type === ">" || type === "=") refuse("partials and other delimiters are not supported");
    else if (value === undefined) {
      const help = [...didYouMean(name, Object.keys(known)), `known here: ${Object.keys(known).join(", ")}`];
      refuse(name === "" ? "a tag needs a name" : `unknown name "${name}"`, help);
    } else if (isSection && depth === DEEPEST) refuse(`sections may be nested at most ${DEEPEST} deep`);
    else if (type === "#" && typeof value === "object") {
      const around = Object.entries(known).filter(([, each]) => typeof each !== "object");
      for (const each of value) makeAll(inner, { ...Object.fromEntries(around), ...each }, depth + 1);
    } else if (isSection) {
      const isAbsent = typeof value === "object" ? value.length === 0 : !value;
      if (isAbsent === (type === "^")) makeAll(inner, known, depth + 1);
    } else if (typeof value === "object") refuse(`"${name}" is a list; write {{#${name}}} … {{/${name}}}`);
    else if (typeof value === "string") made += value;
  };
  const makeAll = (tokens: readonly Token[], known: Values, depth: number): void => {
    for (const token of tokens) make(token, known, depth);
  };
  const mistake = unreadable(source.text);
  if (mistake !== undefined) report(mistake);
  else {
    try {
      makeAll(mustache.parse(source.text) as readonly Token[], values, 0);
    } catch (error) {
      report(syntaxError(error, source.text));
    }
  }
  if (problems.size > 0) return { diagnostics: [...problems.values()] };
  if (made.length <= MAXIMUM_CODE) return { value: made, diagnostics: [] };
  const words = `The template makes more than ${sizeInWords(MAXIMUM_CODE)} of this game, which is the limit.`;
  return { diagnostics: [diagnostic("invalid-template", words, { help: ["shorten the template"] })] };
}

/** What the package would take too long for. */
function unreadable(text: string): Mistake | undefined {
  const lastOpen = text.lastIndexOf("{{");
  const lastClose = text.lastIndexOf("}}");
  if (lastOpen > lastClose) return { start: text.indexOf("{{", lastClose + 1), end: lastOpen + 2, label: UNCLOSED };
  const start = text.search(new RegExp(`\\s{${LONGEST_BLANK}}`));
  const label = `a template may not have ${LONGEST_BLANK} blanks in a row`;
  return start === -1 ? undefined : { start, end: start + 1, label };
}

/** The package's error, such as `Unclosed section "list" at 12`, with the place of the tag at that offset. */
function syntaxError(error: unknown, text: string): Mistake {
  const [, what = "", name = "", offset = "0"] =
    /^(.*?)(?: "(.*)")? at (\d+)$/s.exec(error instanceof Error ? error.message : "") ?? [];
  const start = Math.min(Number(offset), text.length);
  const close = text.indexOf("}}", start);
  const end = close === -1 ? text.length : close + 2;
  if (what === "Unopened section") return { start, end, label: "no section is open here" };
  if (what === "Unclosed section") return { start, end, label: `expected {{/${name}}}, because that section is open` };
  return { start, end, label: UNCLOSED };
}
