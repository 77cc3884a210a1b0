/**
 * Text from outside as Markdown, so that it can be nothing but text: no markup, link, mention, reference, picture, emoji
 * or HTML, on GitHub, on GitLab and elsewhere. Escaping is not enough for that: hosts look for mentions, addresses of
 * pages and commits in the finished text, where escapes are gone. They leave code alone, so everything that is not an
 * ordinary word is written as code.
 */
import { largest } from "../../model/collections.ts";
import { unitEscapes } from "../../model/invisible-characters.ts";
import type { Inline, Words } from "./document.ts";
import * as doc from "./document.ts";
import { safeText } from "./safe-text.ts";

/** UTF-16 units of a name, a value or a sentence. */
const LONGEST = 1_000;

/** A code span, also for cells of tables: backticks and bars, which would end the span or the cell, are JSON escapes. */
export function code(text: string): string {
  const shown = beginningOf(text).replaceAll(/[`|]|^ | $/g, unitEscapes);
  return shown === "" ? '`""`' : `\`${shown}\``;
}

/** Words of a document on one line. */
export function inWords(words: Words): string {
  const spans = doc.spansOf(words);
  const shown = spans.map(spanText).join("").trim();
  // An empty item of a list would make a heading of the line above it, a number at the beginning would begin a list.
  return shown === "" && spans.length > 0 ? code("") : shown.replace(/^[0-9]+[.)](?= |$)/, (number) => code(number));
}

function spanText(span: Inline): string {
  const { text, is } = span;
  if (span === doc.BREAK) return "<br>";
  const shown = is === "code" ? code(text) : prose(text);
  return is === "strong" && shown.trim() !== "" ? `**${shown.trim()}**` : shown;
}

/** A part of a sentence: ordinary words as they are, all others as code. Text in single backticks is code already. */
export function prose(text: string): string {
  return beginningOf(text)
    .split(/`([^`]+)`/)
    .map((piece, index) => (index % 2 === 1 ? code(piece) : piece.split(" ").map(word).join(" ")))
    .join("");
}

/** Letters and digits with the marks of ordinary writing around and inside of them. */
const ORDINARY = /^["'(“„]*[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+|,\d{3})*%?["')”]*[.,;:!?…]*["')”]*$/u;
/** What looks like a commit, or like a reference to an issue as some trackers write it. */
const REFERENCE = /(?:[0-9a-f]{7,}|[A-Z]+-[0-9]+)/i;
/** Signs between words, and behind code. */
const SIGN = /^(?:|[("]|[%–—→…⚠·]?["').,;:!?]*)$/u;

function word(text: string): string {
  if (SIGN.test(text) || (ORDINARY.test(text) && !isReference(text))) return text;
  const [, before = "", core = "", after = ""] = /^(\(*)(".*"|'.*'|.*?)(["').,;:!?]*)$/su.exec(text) ?? [];
  return core === "" ? code(text) : before + code(core) + after;
}

function isReference(text: string): boolean {
  return /[0-9]/.test(REFERENCE.exec(text)?.[0] ?? "");
}

/** Lines as a block of code. The fence is longer than any run of backticks in it. */
export function fence(lines: readonly string[], language: string): string {
  const shown = lines.map(safeText);
  const runs = shown.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length));
  const longest = largest([2, ...runs]);
  const mark = "`".repeat(longest + 1);
  return [mark + language, ...shown, mark].join("\n");
}

function beginningOf(text: string): string {
  return safeText(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
