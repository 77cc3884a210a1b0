/**
 * The frame of every page of HTML: one file that needs no network, works from a disk, in dark and in light, and runs no
 * script but its own.
 */
import { Html, html } from "./html-text.ts";

/** A style or script that comes with laurel: written into the page as it is. */
export interface PageAssets {
  /** Styles in their order. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly assets: PageAssets;
}

/** `hash`: SHA-256 of a text in base64, by which the browser knows the page's own scripts. */
export function renderHtmlPage({ title, body, assets }: Page, hash: (text: string) => string): string {
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
