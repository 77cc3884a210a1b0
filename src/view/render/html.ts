/** A document as one page of HTML for the people who review it. Everything is there without a script. */
import { MASK, MASK_NOTE } from "../../analysis/secrets.ts";
import { counted } from "../../manifest/wording.ts";
import { MOST_SHOWN } from "../../model/diagnostics.ts";
import {
  type Block,
  BREAK,
  type Callout,
  type Diff,
  type Document,
  type Inline,
  isOn,
  type List,
  type Row,
  spansOf,
  type Table,
  type Words,
} from "./document.ts";
import { type Html, html, named, type PageAssets, renderHtmlPage, withCode } from "./html-template.ts";
import type { Role } from "./style.ts";
import { resourceLines } from "./values.ts";

export interface HtmlOptions {
  readonly assets: PageAssets;
  /** SHA-256 of a text in base64, by which the browser knows the page's own scripts. */
  readonly hash: (text: string) => string;
}

export function renderHtml(document: Document, { assets, hash }: HtmlOptions): string {
  const title = spansOf(document.title)
    .map((span) => (typeof span === "string" ? span : span.text))
    .join("");
  const body = html`<main>
<h1>${title}</h1>
${blocksHtml(document.blocks)}`;
  return renderHtmlPage({ title, body: html`${body}${maskNote(body)}</main>`, assets }, hash);
}

/** What masks mean, on a page that has one. */
export function maskNote(body: Html): Html {
  return body.source.includes(MASK) ? html`<p class="muted">${withCode(MASK_NOTE)}</p>\n` : html``;
}

/** For pages with parts of their own. */
export function blocksHtml(blocks: readonly Block[]): readonly Html[] {
  return blocks.filter((block) => isOn(block, "html")).map(blockHtml);
}

function blockHtml(block: Block): Html {
  switch (block.type) {
    case "heading": {
      const id = block.id === undefined ? "" : html` id="${block.id}"`;
      const words = wordsHtml(block.text);
      return block.level === 2 ? html`<h2${id}>${words}</h2>\n` : html`<h3${id}>${words}</h3>\n`;
    }
    case "paragraph":
      return html`<p${classOf(block.role)}>${wordsHtml(block.text)}</p>\n`;
    case "list":
      return listHtml(block);
    case "table":
      return tableHtml(block);
    case "diff":
      return diffHtml(block);
    case "code":
      return html`<pre>${joined(block.lines.map(wordsHtml))}</pre>\n`;
    case "details":
      return html`<details><summary>${block.summary}</summary>\n${blocksHtml(block.blocks)}</details>\n`;
    case "callout":
      return calloutHtml(block);
    case "drawing":
      return block.html;
  }
}

function classOf(role: Role | undefined): Html {
  return role === undefined ? html`` : html` class="${role}"`;
}

function wordsHtml(words: Words): readonly Html[] {
  return spansOf(words).flatMap((span) => (typeof span === "string" ? withCode(span) : [spanHtml(span)]));
}

function spanHtml(span: Inline): Html {
  if (span === BREAK) return html`<br>`;
  const { text, is, role, to } = span;
  const own = is === "code" ? html`<code${classOf(role)}>${named(text)}</code>` : html`${withCode(text)}`;
  const shown = is === "strong" ? html`<strong${classOf(role)}>${own}</strong>` : own;
  const marked = is === undefined && role !== undefined ? html`<span${classOf(role)}>${shown}</span>` : shown;
  return to === undefined ? marked : html`<a href="${to}" rel="noreferrer">${marked}</a>`;
}

/** A number of entries that a reader can take in; the others are counted. */
function listHtml({ entries, noun, isNumbered }: List): Html {
  const left = entries.length - MOST_SHOWN;
  const shown = entries
    .slice(0, MOST_SHOWN)
    .map(({ text, blocks = [] }) => html`<li>${wordsHtml(text)}${blocksHtml(blocks)}</li>\n`);
  const more = left > 0 ? html`<li class="muted">and ${counted(left, `more ${noun}`)}</li>\n` : "";
  return isNumbered === true ? html`<ol>\n${shown}${more}</ol>\n` : html`<ul>\n${shown}${more}</ul>\n`;
}

function calloutHtml({ role, title, blocks }: Callout): Html {
  return html`<section class="box ${role}">\n<h2>${wordsHtml(title)}</h2>\n${blocksHtml(blocks)}</section>\n`;
}

function tableHtml({ columns, rows, caption }: Table): Html {
  const chosen = columns.flatMap((column, index) => (isOn(column, "html") ? [{ column, index }] : []));
  const heads = chosen.map(
    ({ column }) => html`<th scope="col"${column.isNumber === true ? html` class="number"` : ""}>${column.title}</th>`,
  );
  const body = rows.map((row) => {
    const cells = chosen.map(({ column, index }, place) =>
      cellHtml(row, index, { isNumber: column.isNumber === true, isLast: place === chosen.length - 1 }),
    );
    return html`<tr${row.id === undefined ? "" : html` id="${row.id}"`}>${cells}</tr>\n`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="rows">
<caption class="visually-hidden">${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${body}</tbody></table></div>
`;
}

/** The last cell opens what belongs to the row. */
function cellHtml(
  row: Row,
  index: number,
  { isNumber, isLast }: { readonly isNumber: boolean; readonly isLast: boolean },
): Html {
  const words = wordsHtml(row.cells[index] ?? "");
  const details = isLast ? blocksHtml(row.details ?? []) : [];
  if (details.length > 0) return html`<td><details><summary>${words}</summary>\n${details}</details></td>`;
  return isNumber ? html`<td class="number">${words}</td>` : html`<td>${words}</td>`;
}

function diffHtml({ of, differences }: Diff): Html {
  const parts = differences.map((each) => {
    const sign = each.after === undefined ? "-" : "+";
    const lines = of === "resource" ? resourceLines(each).map((line) => `${sign} ${line}`) : each.lines();
    const marks = (each.marks ?? []).map((mark) => html` ${spanHtml(mark)}`);
    return html`<p class="label"><code>${named(each.label)}</code>${marks}</p>\n<pre class="difference">${joined(lines.map(signed))}</pre>\n`;
  });
  return html`${parts}`;
}

function signed(line: string): Html {
  if (line.startsWith("-")) return html`<del>${named(line)}</del>`;
  return line.startsWith("+") ? html`<ins>${named(line)}</ins>` : html`<span class="same">${named(line)}</span>`;
}

/** Line breaks between the lines are the page's own. */
function joined(lines: readonly (Html | readonly Html[])[]): readonly Html[] {
  return lines.map((line, index) => (index === 0 ? html`${line}` : html`\n${line}`));
}
