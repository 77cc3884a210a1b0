/** Problems on a page: each with its code, its place and what helps. */
import { counted } from "../../manifest/wording.ts";
import { type Diagnostic, MOST_SHOWN, sortDiagnostics } from "../../model/diagnostics.ts";
import { problemWords } from "../findings/problem-words.ts";
import { type Html, html } from "./html-text.ts";

/** Of problems, sentences and the like a page lists no more than this. Of each, for each game. */
const MOST_LISTED = MOST_SHOWN;

/** Every problem of that severity in a box; nothing if there is none. */
export function problemBox(problems: readonly Diagnostic[], severity: Diagnostic["severity"]): readonly Html[] {
  const mine = sortDiagnostics(problems.filter((each) => each.severity === severity));
  if (mine.length === 0) return [];
  const [kind, id] = severity === "error" ? ["bad", "errors"] : ["warn", "warnings"];
  return [
    html`<section class="box ${kind}" aria-labelledby="${id}">
<h2 id="${id}">${counted(mine.length, severity)}</h2>
${cappedList(mine.slice(0, MOST_LISTED).map(problemHtml), severity, mine.length)}</section>
`,
  ];
}

function problemHtml(problem: Diagnostic): Html {
  const { code, game, summary, address } = problem;
  const { place, sentences, more, help } = problemWords(problem);
  const [first = "", ...rest] = sentences;
  const below = [
    ...rest.map((sentence) => html`<li>${withCode(sentence)}</li>`),
    ...(more > 0 ? [html`<li class="soft">and ${counted(more, "more sentence")}</li>`] : []),
    ...help.map(
      ({ words, copied }) =>
        html`<li>help: ${withCode(words)}${copied === "" ? "" : html`<code>${copied}</code>`}</li>`,
    ),
  ];
  return html`${game === undefined ? "" : html`<code>${game}</code> `}<strong>${summary}</strong> <code>${code}</code>${
    place === undefined ? "" : html` at <code>${place}</code>`
  }${address === undefined ? "" : html` (<code>${address}</code>)`}: ${withCode(first)}${below.length === 0 ? "" : html`<ul>${below}</ul>`}`;
}

/** A list of at most so many entries, and a word on the others. `noun`: what one is; `count`: how many there are. */
export function cappedList(entries: readonly Html[], noun: string, count = entries.length): Html {
  const left = count - MOST_LISTED;
  const more = left > 0 ? [html`<li class="soft">and ${counted(left, `more ${noun}`)}</li>\n`] : [];
  return html`<ul>\n${entries.slice(0, MOST_LISTED).map((entry) => html`<li>${entry}</li>\n`)}${more}</ul>\n`;
}

/** Words of laurel's own, which set off what is to be typed in backticks. Names may do the same, and nothing comes of it. */
export function withCode(words: string): readonly Html[] {
  return words.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
