/** Text from outside made harmless for pages of HTML. Everything that such a page shows goes through here. */
import { safeText } from "../text/safe-text.ts";

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
function escapeHtml(text: string): string {
  return safeText(text).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
