/**
 * Pages of HTML: one file that needs no network, works from a disk, in dark and in light, and runs only its own scripts.
 * Text from outside is escaped here.
 */
import { counted } from "../../manifest/wording.ts";
import { type Diagnostic, MOST_SHOWN } from "../../model/diagnostics.ts";
import { MASK } from "../../plan/secrets.ts";
import { MASK_NOTE } from "../findings/concealment.ts";
import { type FindingsGroup, problemView } from "../findings/findings-view.ts";
import { safeText } from "../text/safe-text.ts";

/** HTML that is written as it is. Only `html` makes it from text, which it escapes. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = Html | string | number | readonly Part[];

/** HTML with values in it: `html\`<b>${name}</b>\``. Texts and numbers are escaped, lists are joined, HTML stays. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(
    strings.map((text, index) => text + (index < values.length ? sourceOf(values[index] ?? "") : "")).join(""),
  );
}

function sourceOf(part: Part): string {
  if (part instanceof Html) return part.source;
  return typeof part === "object" ? part.map(sourceOf).join("") : escapeHtml(String(part));
}

/** Text between tags and in quoted attributes. Invisible characters are made visible. */
function escapeHtml(text: string): string {
  return safeText(text).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
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

/** What masks mean, on a page that has one. */
export function maskNote(body: Html): Html {
  return body.source.includes(MASK) ? html`<p class="soft">${withCode(MASK_NOTE)}</p>\n` : html``;
}

/** The errors and the warnings, each in a box. */
export function problemBoxes(groups: readonly FindingsGroup[]): readonly Html[] {
  return groups.map(({ severity, title, problems: mine }) => {
    const [kind, id] = severity === "error" ? ["bad", "errors"] : ["warn", "warnings"];
    return html`<section class="box ${kind}" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${cappedList(mine.slice(0, MOST_LISTED).map(problemHtml), severity, mine.length)}</section>
`;
  });
}

function problemHtml(problem: Diagnostic): Html {
  const { code, game, summary, address, place, sentences, more, help } = problemView(problem);
  const [first = "", ...rest] = sentences;
  const whose = game === undefined ? "" : html`<code>${game}</code> `;
  const where = place === undefined ? "" : html` at <code>${place}</code>`;
  const about = address === undefined ? "" : html` (<code>${address}</code>)`;
  const below = [
    ...rest.map((sentence) => html`<li>${withCode(sentence)}</li>`),
    ...(more > 0 ? [html`<li class="soft">and ${counted(more, "more sentence")}</li>`] : []),
    ...help.map(({ words, copied }) => {
      return html`<li>help: ${withCode(words)}${copied === "" ? "" : html`<code>${copied}</code>`}</li>`;
    }),
  ];
  const list = below.length === 0 ? "" : html`<ul>${below}</ul>`;
  return html`${whose}<strong>${summary}</strong> <code>${code}</code>${where}${about}: ${withCode(first)}${list}`;
}

/** Entries of one list. */
const MOST_LISTED = MOST_SHOWN;

/** A list of at most `MOST_LISTED` entries; the others are counted. `noun`: what one is; `count`: how many there are. */
export function cappedList(entries: readonly Html[], noun: string, count = entries.length): Html {
  const left = count - MOST_LISTED;
  const more = left > 0 ? [html`<li class="soft">and ${counted(left, `more ${noun}`)}</li>\n`] : [];
  return html`<ul>\n${entries.slice(0, MOST_LISTED).map((entry) => html`<li>${entry}</li>\n`)}${more}</ul>\n`;
}

/** Text with what is in backticks as code. */
export function withCode(words: string): readonly Html[] {
  return words.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
