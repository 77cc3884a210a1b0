/** Text from outside made harmless for pages of HTML. Everything that such a page shows goes through here. */
import type { Json } from "../../core/json.ts";
import { safeText } from "../form/safe-text.ts";

/** HTML that is written as it is. Made here only: text becomes it by being escaped. */
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

/** Text for between tags and for attributes in quotes. What could not be seen is made visible. */
export function escapeHtml(text: string): string {
  return safeText(text).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Data for a script of the page to read, in an element that runs nothing. */
export function dataElement(id: string, value: Json): Html {
  const text = JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return new Html(`<script type="application/json" id="${escapeHtml(id)}">${text}</script>`);
}
