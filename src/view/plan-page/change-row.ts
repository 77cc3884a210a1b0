/** One change of a plan as a row of a table. What changes is said in short; opened, it has every field, notes and requests. */
import { counted } from "../../manifest/wording.ts";
import type { Step, StepId } from "../../model/model.ts";
import type { PlanCauses } from "../../plan/cause.ts";
import type { ImpactClass } from "../../plan/impact.ts";
import { MASK } from "../../plan/secrets.ts";
import { cutToWidth } from "../form/text-layout.ts";
import { type Html, html } from "../html/html-text.ts";
import { renderRequests } from "../plan/requests-text.ts";
import { ROW_VALUE, type RowField, type RowValue, rowFields } from "../plan/row-fields.ts";
import { PAGE_VIEW, sizeOfValues, stepDifference } from "../plan/step-difference.ts";
import { actionSign } from "../plan/step-text.ts";
import { differenceHtml } from "./difference.ts";

/** How rows are shown. */
export interface RowView {
  /** The anchor of a step. */
  readonly anchorOf: (id: StepId) => string;
  readonly showRequests: boolean;
  /** Hazards that are not allowed, by name. */
  readonly refused: ReadonlySet<string>;
  readonly causes: PlanCauses | undefined;
  /** What the step means to players, the gravest first. */
  readonly impactsOf: (id: StepId) => readonly ImpactClass[];
  /** Steps that there is room to open. */
  readonly opened: ReadonlySet<StepId>;
}

export function changeRow(step: Step, view: RowView): Html {
  const { id, action, address, hazards, link } = step;
  const cause = view.causes?.steps.get(id)?.cause ?? "";
  const names = [...new Set(hazards.map(({ name }) => name))];
  const impacts = view.impactsOf(id);
  const short = link === undefined ? shortFields(step) : memberWords(step);
  const badges = [
    ...names.map((name) => hazardBadge(name, view.refused.has(name))),
    ...impacts.map((name) => html`<span class="badge impact ${name}">${name}</span>`),
    ...(cause === "" || cause === "pending" ? [] : [html`<span class="badge cause ${cause}">${cause}</span>`]),
  ];
  const marks =
    badges.length === 0 ? html`` : html`<span class="badges">${badges.map((badge) => html`${badge} `)}</span>`;
  return html`<tr id="${view.anchorOf(id)}" class="change" data-change="${action}" data-hazards="${names.join(" ")}" data-cause="${cause}" data-impacts="${impacts.join(" ")}">
<td class="action ${action}"><span aria-hidden="true">${actionSign(action)}</span> ${action}</td>
<th scope="row"><code>${address}</code></th>
<td>${openable(html`${short}${marks}`, detailsOf(step, view))}</td>
</tr>
`;
}

function hazardBadge(name: string, isRefused: boolean): Html {
  return html`<span class="badge hazard${isRefused ? " refused" : ""}">⚠ ${name}${isRefused ? "" : " (allowed)"}</span>`;
}

function openable(short: Html, details: readonly Html[]): Html {
  if (details.length === 0) return short;
  return html`<details><summary>${short}</summary>
${details}</details>`;
}

function memberWords({ action, link }: Step): Html {
  const word = action === "attach" ? "with" : "without";
  return html`<span class="field"><code>${link?.name ?? ""}</code>: ${word} <code>${link?.member ?? ""}</code></span>`;
}

function shortFields(step: Step): Html {
  const { shown, more } = rowFields(step);
  const fields = shown.map(
    (field) => html`<span class="field"><code>${field.label}</code>: ${rowValues(field)}</span>`,
  );
  const rest = more === 0 ? [] : [html`<span class="field soft">and ${counted(more, "more field")}</span>`];
  const all = [...fields, ...rest];
  return all.length === 0 ? html`<span class="soft">only its id</span>` : html`${all}`;
}

function rowValues({ shows, before, after }: RowField): Html {
  if (shows === "one") return rowValue(after ?? before);
  if (shows === "long") return html`<span class="soft">see the diff</span>`;
  return html`${rowValue(before)} <span aria-label="becomes">→</span> ${rowValue(after)}`;
}

function rowValue(value: RowValue): Html {
  if (value === undefined) return html`<span class="soft">none</span>`;
  return value === MASK ? html`<span class="soft">${MASK}</span>` : html`<code>${cutToWidth(value, ROW_VALUE)}</code>`;
}

/** Every field, where the resource is declared, notes, dangers and, if asked for, the requests. */
function detailsOf(step: Step, view: RowView): readonly Html[] {
  const { origin, notes, hazards } = step;
  const hasRoom = view.opened.has(step.id);
  const differences = hasRoom ? stepDifference(step, view.causes) : [];
  const requests = view.showRequests && hasRoom ? renderRequests(step, PAGE_VIEW, 0) : [];
  return [
    ...(origin === undefined
      ? []
      : [html`<p class="soft">declared at <code>${origin.file}:${origin.line}</code></p>\n`]),
    ...(hasRoom ? [] : [tooLong(step)]),
    ...hazards.map(({ name, sentence }) => html`<p>${hazardBadge(name, view.refused.has(name))} ${sentence}</p>\n`),
    ...differences.map(({ label, marks, lines }) => {
      const heading = label === "" ? html`` : html`<p class="label"><code>${label}</code> ${marks.join(" ")}</p>\n`;
      return html`${heading}${differenceHtml(lines)}\n`;
    }),
    ...notes.map((note) => html`<p>Note: ${note}</p>\n`),
    ...(requests.length === 0 ? [] : [html`<pre class="request">${linesOf(requests)}</pre>\n`]),
  ];
}

/** Line breaks between the lines are the page's own. */
function linesOf(lines: readonly string[]): readonly Html[] {
  return lines.map((line, index) => (index === 0 ? html`${line}` : html`\n${line}`));
}

function tooLong(step: Step): Html {
  const size = `${counted(sizeOfValues(step), "character")} in ${counted(step.fields.length, "field")}`;
  return html`<p class="soft">The values are too large for this page: ${size}. To see them: <code>laurel plan --target ${step.address}</code></p>\n`;
}
