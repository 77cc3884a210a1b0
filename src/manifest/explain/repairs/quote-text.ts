/** Quotes texts that YAML reads as something else. */

import { jsonText } from "../../../ground/json.ts";
import { inQuotes } from "../../../ground/words.ts";
import { type BrokenLines, contentEnd, linesNear, type Piece, type Repair } from "./repair.ts";

/** Quotes values near the mistake that need quotes. */
export function quoteText(broken: BrokenLines): readonly Repair[] {
  return linesNear(broken, 1, 0).flatMap((line) => {
    const { text = "" } = broken.lines[line] ?? {};
    return valuesIn(text).flatMap(([start, end]): readonly Repair[] => {
      const value = text.slice(start, end);
      const label = whyQuoted(value);
      if (label === undefined) return [];
      const place: Piece = { line, start, end };
      const quoted = quotedText(withoutOuterQuotes(value));
      return [
        {
          place,
          label,
          help: `quote it: ${quoted}`,
          edits: [{ ...place, text: quoted }],
          isQuoting: true,
        },
      ];
    });
  });
}

/** Returns the reason to quote a text; undefined if YAML reads it unchanged. */
export function whyQuoted(value: string): string | undefined {
  const needs = "needs quotes";
  if (/^["']/.test(value)) {
    const closing = closingQuote(value);
    const isWhole = closing === undefined || /^["'],?$/.test(value.slice(closing));
    return isWhole ? undefined : "this text continues after its closing quote";
  }
  if (/^[“”„‘’«].*[“”’»]$/.test(value) && /:\s|\s#|[,[\]{}]/.test(value)) {
    return `YAML does not read ${value[0]} as a quote`;
  }
  if (/^\{\{/.test(value)) return `a text that begins with "{{" ${needs}`;
  if (beginsSyntax(value)) {
    const [first = ""] = value;
    return isNode(value) ? undefined : `a text that begins with ${inQuotes(first)} ${needs}`;
  }
  if (/:\s/.test(value)) return `a text with ": " ${needs}`;
  if (/\s#\S/.test(value)) return `a text with " #" ${needs}`;
  if (/\$\{[^}]*\}/.test(value)) return `between braces, a text with a variable ${needs}`;
  return value.endsWith(":") ? `a text that ends with ":" ${needs}` : undefined;
}

/** Whether YAML does not read the first character as the beginning of a plain text. */
function beginsSyntax(value: string): boolean {
  return /^[[{@`%,&*!|>\]}]/.test(value) || /^[-?](?:\s|$)/.test(value);
}

/** Whether the text is a list or a mapping, an anchored one, or the header of a block. */
function isNode(value: string): boolean {
  if (/^[[{]/.test(value)) {
    const closing = closingBracket(value);
    return closing === undefined || closing === value.length - 1;
  }
  return /^&\S+\s*[[{]/.test(value) || /^[|>][-+0-9]{0,2}$/.test(value);
}

/** Quotes a text, with double quotes unless it would need escapes in them. */
export function quotedText(text: string): string {
  if (!/["\\]/.test(text)) return jsonText(text);
  return text.includes("'") ? jsonText(text) : `'${text}'`;
}

/** Removes quotes at both ends, even if the text contains more. */
function withoutOuterQuotes(value: string): string {
  if (/^[“”„‘’«].*[“”’»]$/.test(value)) return value.slice(1, -1);
  const [first = ""] = value;
  return value.length > 1 && /["']/.test(first) && value.endsWith(first)
    ? value.slice(1, -1)
    : value;
}

/** Returns the columns of values in a line: of its key or element, and of keys in braces. */
function valuesIn(text: string): readonly (readonly [start: number, end: number])[] {
  const end = contentEnd(text);
  const values = valuesUpTo(text, end);
  // The # may be part of a text instead of a comment.
  const isCut = /^\s+#\S/.test(text.slice(end));
  return isCut ? [...values, ...valuesUpTo(text, text.trimEnd().length)] : values;
}

function valuesUpTo(text: string, end: number): readonly (readonly [start: number, end: number])[] {
  const content = text.slice(0, end);
  const [whole = ""] = /^\s*(?:-\s+)*(?:[\w.~-]+\s*:\s+)?/.exec(content) ?? [];
  const values: [number, number][] = [];
  for (const match of content.matchAll(/(?<=[{,]\s*)[\w.~-]+\s*:\s+/g)) {
    const start = match.index + match[0].length;
    const length = valueLength(content.slice(start));
    if (length > 0) values.push([start, start + length]);
  }
  const isValue = /[:-]\s+$/.test(whole) && whole.length < end;
  if (isValue) values.unshift([whole.length, end]);
  // In braces over several lines, a comma ends the value.
  if (isValue && content.endsWith(",")) values.push([whole.length, end - 1]);
  return values;
}

/** Returns the length of a value in braces, up to the comma or the closing brace. */
function valueLength(text: string): number {
  const closing = /^["']/.test(text) ? closingQuote(text) : undefined;
  const after = (closing ?? -1) + 1;
  // The braces of a variable are part of the text.
  const plain = text
    .slice(after)
    .replaceAll(/\$\{\w*\}/g, (variable) => "$".repeat(variable.length));
  return after + Math.max(plain.search(/\s*(?:,\s|[\]}]|,?$)/), 0);
}

/** Returns the index of the quote that closes the first character. */
function closingQuote(text: string): number | undefined {
  const [, inner = ""] =
    (text.startsWith('"') ? /^"((?:[^"\\]|\\.)*)"/ : /^'((?:[^']|'')*)'/).exec(text) ?? [];
  const index = inner.length + 1;
  return text[index] === text[0] && (inner !== "" || index < text.length) ? index : undefined;
}

/** Returns the index of the bracket that closes the first character. */
function closingBracket(text: string): number | undefined {
  let depth = 0;
  for (const [index, character] of text.split("").entries()) {
    if (/[[{]/.test(character)) depth += 1;
    if (/[\]}]/.test(character)) depth -= 1;
    if (depth === 0) return index;
  }
  return undefined;
}
