/**
 * Pages of HTML: one file that needs no network, works from a disk, in dark and in light, and runs only its own scripts.
 * Text from outside is escaped here.
 */
import { safeText } from "./safe-text.ts";

/** HTML that is written as it is. Only `html` makes it from text, which it escapes. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type HtmlPart = Html | string | number | readonly HtmlPart[];

/** HTML with values in it: `html\`<b>${name}</b>\``. Texts and numbers are escaped, lists are joined, HTML stays. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  return new Html(strings.map((text, index) => text + sourceOf(values[index] ?? "")).join(""));
}

function sourceOf(part: HtmlPart): string {
  if (part instanceof Html) return part.source;
  return typeof part === "object" ? part.map(sourceOf).join("") : escaped(String(part));
}

/** Text between tags and in quoted attributes. Invisible characters are made visible. */
function escaped(text: string): string {
  return safeText(text).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** One text from outside, such as a name or a value. Written from right to left, it does not reorder the text around it. */
export function named(text: string): Html {
  return new Html(/^[\0-\u058f]*$/.test(text) ? escaped(text) : `<bdi>${escaped(text)}</bdi>`);
}

/** Text with what is in backticks as code. */
export function withCode(words: string): readonly Html[] {
  return words
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? html`<code>${named(part)}</code>` : named(part)));
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
  const scripts = assets.scripts.map((script) => `'sha256-${hash(script)}'`).join(" ") || "'none'";
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'unsafe-inline'; script-src ${scripts}`;
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
