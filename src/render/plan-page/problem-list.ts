/** Problems and dangers on the page of a plan: what is refused with the exact words to go on, and what is only to be known. */
import type { Diagnostic } from "../../core/diagnostics.ts";
import { counted } from "../../core/wording.ts";
import { problemWords } from "../findings/problem-words.ts";
import { type Html, html } from "../html/html-text.ts";
import { type HazardOfStep, hazardsOf, refusedWords, SETTING_PLACE } from "../plan/refused-words.ts";
import type { ShownPlan } from "../plan/shown-game.ts";
import { MOST_LISTED } from "./room.ts";

/** Leads to a step's row; text alone where the row is not on the page. */
export type StepLink = (hazard: HazardOfStep) => Html;

/** A list of at most so many entries, and a word on the others. `noun`: what one is. */
export function cappedList(entries: readonly Html[], noun: string): Html {
  const left = entries.length - MOST_LISTED;
  const more = left > 0 ? [html`<li class="soft">and ${counted(left, `more ${noun}`)}</li>\n`] : [];
  return html`<ul>\n${entries.slice(0, MOST_LISTED).map((entry) => html`<li>${entry}</li>\n`)}${more}</ul>\n`;
}

/** Every problem of that severity in a box; nothing if there is none. */
export function problemBox(problems: readonly Diagnostic[], severity: Diagnostic["severity"]): readonly Html[] {
  const mine = problems.filter((each) => each.severity === severity);
  if (mine.length === 0) return [];
  const [kind, id] = severity === "error" ? ["bad", "errors"] : ["warn", "warnings"];
  return [
    html`<section class="box ${kind}" aria-labelledby="${id}">
<h2 id="${id}">${counted(mine.length, severity)}</h2>
${cappedList(mine.map(problemHtml), severity)}</section>
`,
  ];
}

/** Words of laurel's own, which set off what is to be typed in backticks. Names may do the same, and nothing comes of it. */
function withCode(words: string): readonly Html[] {
  return words.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
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

/** What is refused about a plan, and what to add to go ahead. `heading`: HTML of its level. */
export function refusedBox({ plan, refusals }: ShownPlan, linkOf: StepLink): readonly Html[] {
  const words = refusedWords(plan, refusals);
  if (words.hazards.length + words.others.length === 0) return [];
  const { refused } = hazardsOf(plan, refusals);
  const sentences = [
    ...refused.map((each) => hazardHtml(each, linkOf)),
    ...words.beyond.map((each) => html`${withCode(each)}`),
  ];
  const goOn =
    words.hazards.length === 0
      ? []
      : [
          html`<p>To go ahead, add <code>${words.flags}</code><br>or ${SETTING_PLACE} <code>${words.setting}</code></p>\n`,
        ];
  const others =
    words.others.length === 0
      ? []
      : [html`<p>See ${words.others.map((name) => html`<code>${name}</code> `)}among the problems.</p>\n`];
  return [
    html`<div class="box bad">
<p><strong>Refused${words.hazards.length === 0 ? "" : `: ${words.what}`}.</strong></p>
${others}${goOn}${sentences.length === 0 ? "" : cappedList(sentences, "sentence")}</div>
`,
  ];
}

/** Dangers that somebody has allowed are still dangers. */
export function allowedBox({ plan, refusals }: ShownPlan, linkOf: StepLink): readonly Html[] {
  const { allowed } = hazardsOf(plan, refusals);
  if (allowed.length === 0) return [];
  return [
    html`<div class="box warn">
<p><strong>Dangerous, and allowed:</strong></p>
${cappedList(
  allowed.map((each) => hazardHtml(each, linkOf)),
  "hazard",
)}</div>
`,
  ];
}

function hazardHtml(hazard: HazardOfStep, linkOf: StepLink): Html {
  return html`<code>${hazard.name}</code>: ${hazard.sentence} ${linkOf(hazard)}`;
}
