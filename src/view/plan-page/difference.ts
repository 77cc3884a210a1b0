/** Lines of a difference as HTML: every line with its sign, and in lines that correspond the words that differ. */
import { diffWordsWithSpace } from "diff";
import { pushAll } from "../../model/collections.ts";
import { type Html, html } from "../html/html-text.ts";

/** Words that may differ in a line; where there are more, the whole line does. */
const MOST_WORDS = 200;

/** `lines`: as the text of a plan has them, each with its sign and a blank in front. */
export function differenceHtml(lines: readonly string[]): Html {
  const rows: Html[] = [];
  for (let index = 0; index < lines.length; ) {
    const removed = runOf(lines, index, "- ");
    const added = runOf(lines, index + removed.length, "+ ");
    if (removed.length + added.length === 0) {
      rows.push(html`<span class="same">${lines[index] ?? ""}</span>`);
      index += 1;
      continue;
    }
    pushAll(rows, changedRows(removed, added));
    index += removed.length + added.length;
  }
  return html`<pre class="difference">${rows.map((row, index) => (index === 0 ? row : html`\n${row}`))}</pre>`;
}

/** The lines from there on that begin with the sign. */
function runOf(lines: readonly string[], from: number, sign: string): readonly string[] {
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => !`${line} `.startsWith(sign));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Only runs of the same length tell which line became which. */
function changedRows(removed: readonly string[], added: readonly string[]): readonly Html[] {
  const pairs =
    removed.length === added.length ? removed.map((line, index) => changedWords(line, added[index] ?? "")) : [];
  return [
    ...removed.map((line, index) => html`<del>- ${pairs[index]?.before ?? line.slice(2)}</del>`),
    ...added.map((line, index) => html`<ins>+ ${pairs[index]?.after ?? line.slice(2)}</ins>`),
  ];
}

interface ChangedWords {
  readonly before: readonly Html[];
  readonly after: readonly Html[];
}

function changedWords(before: string, after: string): ChangedWords | undefined {
  const parts = diffWordsWithSpace(before.slice(2), after.slice(2), { maxEditLength: MOST_WORDS });
  // Lines that have nothing in common are no pair, and a mark on all of it would mark nothing.
  if (parts?.some(({ added, removed, value }) => !added && !removed && /\w/.test(value)) !== true) return undefined;
  const side = (leaves: "added" | "removed"): readonly Html[] =>
    parts
      .filter((part) => !part[leaves])
      .map((part) => (part.added || part.removed ? html`<mark>${part.value}</mark>` : html`${part.value}`));
  return { before: side("added"), after: side("removed") };
}
