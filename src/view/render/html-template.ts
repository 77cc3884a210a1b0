/**
 * Pages of HTML: one file that needs no network, works from a disk, in dark and in light, and runs only its own scripts.
 * Text from outside is escaped here.
 */

import { memoizedBy } from "../../model/collections.ts";
import { safeText } from "./safe-text.ts";

/** HTML that is written as it is. Only `html` makes it from text, which it escapes. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = Html | string | number | readonly Part[];

/**
 * HTML with values in it: `html\`<b>${name}</b>\``. Texts and numbers are escaped, lists are joined, HTML stays. What is
 * written from right to left in a text moves nothing around it.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  const writers = writersFor(strings);
  let source = "";
  for (const [index, text] of strings.entries()) {
    const value = values[index];
    source += value === undefined ? text : text + sourceOf(value, writers[index] ?? escapeHtml);
  }
  return new Html(source);
}

/** How each value of a template is written: in attributes and in some elements there can be no other element. */
const writersFor = memoizedBy((strings: TemplateStringsArray): readonly ((text: string) => string)[] => {
  let before = "";
  return strings.map((text) => {
    before += text;
    return /="[^"]*$|<(?:title|option|text)\b[^<]*$/.test(before) ? escapeHtml : sentenceHtml;
  });
});

function sourceOf(part: Part, write: (text: string) => string): string {
  if (part instanceof Html) return part.source;
  return typeof part === "object" ? part.map((each) => sourceOf(each, write)).join("") : write(String(part));
}

/** Text between tags and in quoted attributes. Invisible characters are made visible. */
function escapeHtml(text: string): string {
  return escapeSafe(safeText(text));
}

function escapeSafe(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

// Letters and digits that are written from right to left would take numbers, signs and other such texts beside them
// along: `"old" → "new"` would show the new value first. <bdi> keeps each apart, in its own direction.

/** The blocks of Unicode whose characters are written from right to left. */
const RIGHT_TO_LEFT = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const HAS_RIGHT_TO_LEFT = new RegExp(`[${RIGHT_TO_LEFT}]`, "u");
/** In a sentence: quoted texts, and words in a row. */
const IN_SENTENCE = new RegExp(
  `"(?:[^"\\\\]|\\\\.)*"|[${RIGHT_TO_LEFT}](?:[${RIGHT_TO_LEFT}\\p{M}\\p{Zs}\\u200c\\u200d'’-]*[${RIGHT_TO_LEFT}\\p{M}])?`,
  "gu",
);

/** A name, a description or a value, which is nothing but one text from outside. `pieces`: all of it. */
export function named(text: string, pieces?: readonly Html[]): Html {
  return new Html(apart(safeText(text), pieces && html`${pieces}`.source));
}

function apart(text: string, source = escapeSafe(text)): string {
  return HAS_RIGHT_TO_LEFT.test(text) ? `<bdi>${source}</bdi>` : source;
}

/** Words of laurel, which are read from left to right, with texts from outside among them. */
function sentenceHtml(text: string): string {
  const sentence = safeText(text);
  if (!HAS_RIGHT_TO_LEFT.test(sentence)) return escapeSafe(sentence);
  let [source, from] = ["", 0];
  for (const { 0: found, index } of sentence.matchAll(IN_SENTENCE)) {
    source += escapeSafe(sentence.slice(from, index)) + apart(found);
    from = index + found.length;
  }
  return source + escapeSafe(sentence.slice(from));
}

/**
 * The id of the place where a page describes a resource: `achievement/slayer`. It is the same on every page, so links to
 * it stay right. `game`: on pages of several.
 */
export function anchorOf(address: string, game?: string): string {
  const parts = [...(game === undefined ? [] : [game]), ...address.split("/")];
  return parts.map((part) => encodeURIComponent(part.replaceAll(/\p{Surrogate}/gu, "\ufffd"))).join("/");
}

/** Styles and scripts of laurel, written into the page as they are. */
export interface PageAssets {
  /** Styles in their order. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

export interface HtmlPage {
  readonly title: string;
  readonly body: Html;
  readonly assets: PageAssets;
}

/** `hash`: SHA-256 of a text in base64, by which the browser knows the page's own scripts. */
export function renderHtmlPage({ title, body, assets }: HtmlPage, hash: (text: string) => string): string {
  const scripts = assets.scripts.map((script) => `'sha256-${hash(script)}'`).join(" ");
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "img-src data:",
    "style-src 'unsafe-inline'",
    `script-src ${scripts === "" ? "'none'" : scripts}`,
  ].join("; ");
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${assets.styles.map((style) => new Html(`<style>\n${style}</style>\n`))}</head>
<body>
${body}
${assets.scripts.map((script) => new Html(`<script>${script}</script>\n`))}</body>
</html>
`.source;
}

/** Text with what is in backticks as code. */
export function withCode(words: string): readonly Html[] {
  return words
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? html`<code>${named(part)}</code>` : html`${part}`));
}
