/** Dangers on the page of a plan: what is refused with the exact words to go on, and what is allowed. */
import { type Html, html } from "../html/html-text.ts";
import { cappedList, withCode } from "../html/problem-box.ts";
import { type HazardOfStep, hazardsOf, refusedWords, SETTING_PLACE } from "../plan/refused-words.ts";
import type { ShownPlan } from "../plan/shown-game.ts";

/** Leads to a step's row; text alone where the row is not on the page. */
export type StepLink = (hazard: HazardOfStep) => Html;

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
      : [html`<p>${words.others.map((name) => html`<code>${name}</code> `)}– see the problems.</p>\n`];
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
<p><strong>Allowed hazards:</strong></p>
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
