/** Pieces of HTML and XML. Text from outside is escaped here. */
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
