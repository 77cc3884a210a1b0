/**
 * A document as one page of HTML for the people who review it. Everything is there without a
 * script.
 */
import { MASK, MASK_NOTE } from "../../analysis/secrets.ts";
import { counted } from "../../ground/words.ts";
import { MOST_SHOWN } from "../../model/diagnostics.ts";
import type {
  Block,
  Content,
  Diff,
  Document,
  Inline,
  List,
  Role,
  Table,
  Words,
} from "./document.ts";
import * as doc from "./document.ts";
import { safeText } from "./safe-text.ts";

/** Styles and scripts of laurel, written into the page as they are. */
export interface HtmlOptions {
  /** In their order. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** SHA-256 of a text in base64, by which the browser knows the page's own scripts. */
  readonly hash: (text: string) => string;
}

/**
 * Renders a document as one file that needs no network, works from a disk, in dark and in light,
 * and runs only its own scripts.
 */
export function renderHtml(
  { title: words, blocks }: Document,
  { styles, scripts, hash }: HtmlOptions,
): string {
  const title = doc.plainText(words);
  const hashes = scripts.map((script) => `'sha256-${hash(script)}'`).join(" ") || "'none'";
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'unsafe-inline'; script-src ${hashes}`;
  const body = html`${blocksHtml(blocks)}`;
  // A page with masks explains them.
  const note = body.source.includes(MASK)
    ? html`<p class="muted">${sentenceHtml(MASK_NOTE)}</p>\n`
    : "";
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${styles.map((style) => new Html(`<style>\n${style}</style>\n`))}</head>
<body>
<main>
<h1>${title}</h1>
${body}${note}</main>
${scripts.map((script) => new Html(`<script>${script}</script>\n`))}</body>
</html>
`.source;
}

function blocksHtml(content: Content): readonly Html[] {
  return doc.listBlocks("page", content).map(blockHtml);
}

function blockHtml(block: Block): Html {
  switch (block.type) {
    case "heading":
      return block.level === 2
        ? html`<h2>${wordsHtml(block.text)}</h2>\n`
        : html`<h3>${wordsHtml(block.text)}</h3>\n`;
    case "paragraph":
      return html`<p${classHtml(block.role)}>${wordsHtml([block.lead, block.text])}</p>\n`;
    case "list":
      return listHtml(block);
    case "table":
      return tableHtml(block);
    case "diff":
      return diffHtml(block);
    case "code":
      return html`<pre>${block.lines.map((line) => html`${wordsHtml(line)}\n`)}</pre>\n`;
    case "details":
      return html`<details><summary>${block.summary}</summary>\n${blocksHtml(block.blocks)}</details>\n`;
    case "callout":
      return html`<section class="box ${block.role}">\n<h2>${wordsHtml(block.title)}</h2>\n${blocksHtml(block.blocks)}</section>\n`;
    case "drawing":
      return block.html;
  }
}

function classHtml(name: Role | "number" | false | undefined): Html {
  return name ? html` class="${name}"` : html``;
}

function wordsHtml(words: Words): readonly Html[] {
  return doc.listSpans(words).map(spanHtml);
}

function spanHtml(span: Inline): Html {
  const { text, is, role } = span;
  if (span === doc.BREAK) return html`<br>`;
  if (is === "code" || is === "name")
    return html`<code${classHtml(role)}>${isolateText(text)}</code>`;
  if (is === "strong") return html`<strong${classHtml(role)}>${sentenceHtml(text)}</strong>`;
  return role === undefined
    ? html`${sentenceHtml(text)}`
    : html`<span${classHtml(role)}>${sentenceHtml(text)}</span>`;
}

function listHtml({ entries, noun, isNumbered, isVital = false }: List): Html {
  const left = isVital ? 0 : entries.length - MOST_SHOWN;
  const listed = left > 0 ? entries.slice(0, MOST_SHOWN) : entries;
  const items = listed.map(
    ({ text, blocks }) => html`<li>${wordsHtml(text)}${blocksHtml(blocks)}</li>\n`,
  );
  const rest = left > 0 ? html`<li class="muted">and ${counted(left, `more ${noun}`)}</li>\n` : "";
  return isNumbered === true
    ? html`<ol>\n${items}${rest}</ol>\n`
    : html`<ul>\n${items}${rest}</ul>\n`;
}

/** Writes a table. The last cell of a row opens its details. */
function tableHtml(table: Table): Html {
  const { columns, rows } = doc.selectTable("page", table);
  const heads = columns.map(
    ({ title, isNumber }) => html`<th scope="col"${classHtml(isNumber && "number")}>${title}</th>`,
  );
  const body = rows.map((rowOf) => {
    const { cells, details } = rowOf();
    const shown = columns.map(({ isNumber, title }, index) => {
      const words = wordsHtml(cells[index]);
      const isOpened = details.length > 0 && index === columns.length - 1;
      const cell = isOpened
        ? html`<details><summary>${words}</summary>\n${blocksHtml(details)}</details>`
        : words;
      return html`<td${classHtml(isNumber && "number")} data-title="${title}">${cell}</td>`;
    });
    return html`<tr>${shown}</tr>\n`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${counted(body.length, table.noun)}"><table class="rows">
<thead><tr>${heads}</tr></thead>
<tbody>
${body}</tbody></table></div>
`;
}

function diffHtml({ changes }: Diff): Html {
  const parts = changes.map(({ label, marks = [], lines }) => {
    const head = html`<p class="label"><code>${isolateText(label)}</code>${marks.map((mark) => html` ${spanHtml(mark)}`)}</p>\n`;
    return html`${label === "" ? "" : head}<pre class="difference">${lines().map((line) => html`${signedLineHtml(line)}\n`)}</pre>\n`;
  });
  return html`${parts}`;
}

function signedLineHtml(line: string): Html {
  if (line.startsWith("-")) return html`<del>${isolateText(line)}</del>`;
  return line.startsWith("+")
    ? html`<ins>${isolateText(line)}</ins>`
    : html`<span class="same">${isolateText(line)}</span>`;
}

/** HTML that needs no further escaping. Only `html` makes it from text, which it escapes. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type HtmlPart = Html | string | number | readonly HtmlPart[];

/**
 * Makes HTML of a template and values: `html\`<b>${name}</b>\``. Texts and numbers are escaped,
 * lists are joined, HTML stays.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  return new Html(strings.map((text, index) => text + joinParts(values[index] ?? "")).join(""));
}

function joinParts(part: HtmlPart): string {
  if (part instanceof Html) return part.source;
  return typeof part === "object" ? part.map(joinParts).join("") : escapeText(String(part));
}

/** Escapes text between tags and in quoted attributes. Invisible characters become visible. */
function escapeText(text: string): string {
  return safeText(text).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Writes a text from outside, such as a name or a value. A text from right to left does not reorder
 * the text around it.
 */
export function isolateText(text: string): Html {
  return new Html(
    /^[\0-\u058f]*$/.test(text) ? escapeText(text) : `<bdi>${escapeText(text)}</bdi>`,
  );
}

/** Writes a sentence, with its parts in backticks as code. */
function sentenceHtml(words: string): readonly Html[] {
  return doc
    .splitSentence(words)
    .map(({ text, is }) =>
      is === "code" ? html`<code>${isolateText(text)}</code>` : isolateText(text),
    );
}
