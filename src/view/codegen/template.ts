/**
 * Templates of `laurel codegen`: Mustache without partials, which escapes as XML. In: the text of a
 * template, and values. Out: the rendered text. Unlike in Mustache, an unknown name is an error,
 * with its place, and a list cannot be opened within itself.
 */
import mustache from "mustache";
import { MAXIMUM_CODE, sizeInWords } from "../../ground/limits.ts";
import { didYouMean } from "../../ground/nearest.ts";
import { counted, inQuotes } from "../../ground/words.ts";
import { isSpent, type WorkBudget } from "../../ground/work.ts";
import { spanBetween } from "../../manifest/parts.ts";
import {
  type Checked,
  type Diagnostic,
  diagnostic,
  failed,
  hasErrors,
  problemAt,
} from "../../model/diagnostics.ts";
import type { SourceFile } from "../../model/source.ts";

/**
 * The values of the names that a template may use. Empty texts, `false` and empty lists count as
 * absent.
 */
export interface Values {
  readonly [name: string]: string | boolean | readonly Values[];
}

/**
 * A tag or a text, as parsed by the package: type, name or text, offsets of the tag, and the tokens
 * inside a section.
 */
type Token = readonly [
  type: string,
  name: string,
  start: number,
  end: number,
  inner?: readonly Token[],
];

type Mistake = Parameters<typeof problemAt>[2];

/** Deepest nesting of sections. */
const DEEPEST = 30;
/** The package's search for the end of a tag takes quadratic time over more blanks in a row. */
const MOST_BLANKS = 1_000;
/** Mistakes that are reported; further ones are counted. */
const MOST_MISTAKES = 20;

/** Renders the template with the values. Each rendering of a tag spends a unit of work. */
export function renderTemplate(
  source: SourceFile,
  values: Values,
  work: WorkBudget,
): Checked<string> {
  const problems = new Map<number, Diagnostic>();
  const others = new Set<number>();
  const refuse: Rendering["refuse"] = (start, end, mistake) => {
    if (problems.has(start)) return;
    if (problems.size >= MOST_MISTAKES) others.add(start);
    else
      problems.set(
        start,
        problemAt("invalid-template", spanBetween(source, start, end), mistake()),
      );
  };
  const rendering: Rendering = { work, refuse, text: "", last: undefined };
  const blanks = source.text.search(new RegExp(`\\s{${MOST_BLANKS}}`));
  if (blanks !== -1)
    refuse(blanks, blanks + 1, () => ({
      label: `a template may not have ${MOST_BLANKS} blanks in a row`,
    }));
  else {
    try {
      // The package returns the same members, but its types tell no section from a tag.
      const tokens = mustache.parse(source.text) as readonly Token[];
      renderTokens(rendering, tokens, { known: values, depth: 0 });
    } catch (error) {
      const { start, end, label } = readSyntaxError(error, source.text);
      refuse(start, end, () => ({ label }));
    }
  }
  const { text, last } = rendering;
  const refused = [...problems.values()];
  if (others.size > 0) {
    const least = last === undefined ? "" : "at least ";
    const more = `The template has ${least}${counted(others.size, "more mistake")}.`;
    refused.push(
      diagnostic("invalid-template", more, { help: ["correct the first ones, and run it again"] }),
    );
  }
  if (hasErrors(refused)) return { diagnostics: refused };
  if (last !== undefined) {
    const [, , start, end] = last;
    const label =
      "the tags of the template, rendered for each resource, exceed the limit on work here";
    const help = ["shorten the template"];
    return failed(problemAt("invalid-template", spanBetween(source, start, end), { label, help }));
  }
  if (text.length <= MAXIMUM_CODE) return { value: text, diagnostics: [] };
  const words = `The template makes more than ${sizeInWords(MAXIMUM_CODE)} of this game, which is the limit.`;
  return failed(diagnostic("invalid-template", words, { help: ["shorten the template"] }));
}

/** A template while it is rendered. */
interface Rendering {
  readonly work: WorkBudget;
  /** Reports a mistake between two offsets. */
  readonly refuse: (start: number, end: number, mistake: () => Mistake) => void;
  text: string;
  /** Tag at which the work ended; undefined before. */
  last: Token | undefined;
}

/** The known values at a tag, and the number of sections around it. */
interface SectionScope {
  readonly known: Values;
  readonly depth: number;
}

/** Renders tokens until the limit on work or on the length of the text. */
function renderTokens(rendering: Rendering, tokens: readonly Token[], scope: SectionScope): void {
  for (const token of tokens) {
    if (rendering.last !== undefined || rendering.text.length > MAXIMUM_CODE) return;
    rendering.work.left -= 1;
    if (isSpent(rendering.work)) {
      rendering.last = token;
      return;
    }
    renderToken(rendering, token, scope);
  }
}

function renderToken(rendering: Rendering, token: Token, { known, depth }: SectionScope): void {
  const [type, name, start, end, inner = []] = token;
  const mistake = findMistake(token, known, depth);
  if (mistake !== undefined) {
    rendering.refuse(start, end, mistake);
    return;
  }
  switch (type) {
    case "text":
      rendering.text += name;
      return;
    case "name":
      rendering.text += escapeXml(String(known[name]));
      return;
    case "&":
      rendering.text += String(known[name]);
      return;
    case "!":
      return;
    default:
      for (const inside of enterSection(token, known))
        renderTokens(rendering, inner, { known: inside, depth: depth + 1 });
  }
}

/** Returns a function that words the mistake in a tag. Most of many mistakes are only counted. */
function findMistake(
  [type, name]: Token,
  known: Values,
  depth: number,
): (() => Mistake) | undefined {
  if (type === "text" || type === "!") return undefined;
  if (type === ">" || type === "=")
    return () => ({ label: "partials and other delimiters are not supported" });
  if (!Object.hasOwn(known, name)) {
    return () => {
      const names = Object.keys(known);
      const help = [...didYouMean(name, names), `known here: ${names.join(", ")}`];
      return { label: name === "" ? "a tag needs a name" : `unknown name ${inQuotes(name)}`, help };
    };
  }
  const isValue = type === "name" || type === "&";
  if (isValue && typeof known[name] === "object")
    return () => ({ label: `${inQuotes(name)} is a list; write {{#${name}}} … {{/${name}}}` });
  return isValue || depth < DEEPEST
    ? undefined
    : () => ({ label: `sections may be nested at most ${DEEPEST} deep` });
}

/**
 * Returns the known values inside a section, once for each repetition. Lists outside of the section
 * are not known.
 */
function enterSection([type, name]: Token, known: Values): readonly Values[] {
  const value = known[name];
  if (typeof value !== "object") return Boolean(value) === (type === "#") ? [known] : [];
  if (type === "^") return value.length === 0 ? [known] : [];
  const around = Object.fromEntries(
    Object.entries(known).filter(([, known]) => typeof known !== "object"),
  );
  return value.map((entry) => ({ ...around, ...entry }));
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * Reads the place and the label of the package's error, such as `Unclosed section "list" at 12`.
 */
function readSyntaxError(error: unknown, text: string) {
  const message = error instanceof Error ? error.message : "";
  const [, what = "", offset = "0"] = /^(.*) at (\d+)$/s.exec(message) ?? [];
  // For a tag without an end, the package gives the end of the text.
  const start =
    what === "Unclosed tag" ? text.indexOf("{{", text.lastIndexOf("}}") + 1) : Number(offset);
  return {
    start,
    end: Math.min(start + 2, text.length),
    label: what.charAt(0).toLowerCase() + what.slice(1),
  };
}
