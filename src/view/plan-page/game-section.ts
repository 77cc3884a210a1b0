/** One game on the page of a plan: its dangers, what it means to players, its picture, its changes, and what is left alone. */
import type { Graph } from "../../analysis/graph/graph.ts";
import type { Layout } from "../../analysis/graph/layout.ts";
import type { Catalog } from "../../catalog/types.ts";
import { counted } from "../../manifest/wording.ts";
import type { Address, Step, StepId } from "../../model/model.ts";
import { gravestFirst, type Impact, type ImpactClass } from "../../plan/impact.ts";
import { renderPlace } from "../form/target-text.ts";
import { graphFigure } from "../graph/graph-figure.ts";
import { html, type Html } from "../html/html-text.ts";
import { cappedList } from "../html/problem-box.ts";
import { impactCounts } from "../impact/impact-text.ts";
import { renderCauses } from "../plan/cause-text.ts";
import { keptGroups, keptLine, unknownHeading } from "../plan/kept-text.ts";
import { renderSummary } from "../plan/plan-text.ts";
import { type ShownPlan, stepsByCause } from "../plan/shown-game.ts";
import { PAGE_VIEW } from "../plan/step-difference.ts";
import { changeRow, type RowView } from "./change-row.ts";
import { allowedBox, refusedBox, type StepLink } from "./problem-list.ts";
import type { Room } from "./room.ts";

/** What the changes of a game are part of, without secrets. */
export interface Picture {
  readonly graph: Graph;
  /** Absent where there is too much to be drawn. */
  readonly layout?: Layout;
}

export interface GameOnPage {
  readonly shown: ShownPlan;
  readonly room: Room;
  /** Of the section. */
  readonly anchor: string;
  readonly showRequests: boolean;
  readonly picture?: Picture;
  readonly catalog: Catalog;
}

export function gameSection(game: GameOnPage, isNamed: boolean): Html {
  const { shown, room, anchor, picture } = game;
  const { plan } = shown;
  const places = new Map(room.steps.map(({ id }, index) => [id, `${anchor}c${index + 1}`]));
  const linkOf: StepLink = ({ step }) => stepLink(step, places);
  const drawn = picture === undefined ? [] : pictureHtml(picture, game, places);
  return html`<section class="game" id="${anchor}"${isNamed ? html` aria-labelledby="${anchor}name"` : ""}>
${isNamed ? html`<h2 id="${anchor}name">${plan.game} <span class="soft">(${plan.environment})</span></h2>\n${summaryHtml(shown)}` : ""}${refusedBox(shown, linkOf)}${allowedBox(shown, linkOf)}${impactHtml(shown, places)}${drawn}${changesHtml(game, places)}${unknownHtml(shown)}${keptHtml(shown)}</section>
`;
}

/** What the plan comes to, where it goes, and what it was compared with. */
export function summaryHtml({ plan, causes }: ShownPlan): Html {
  const [todo = "", rest = ""] = renderSummary(plan).split(/(?<=\.) /);
  const digest = plan.steps.length === 0 ? "" : html`Digest <code class="digest">${plan.digest}</code> · `;
  const [first, ...meanings] = causes === undefined ? [] : renderCauses(causes, PAGE_VIEW);
  const why =
    first === undefined
      ? ""
      : html`<p>${first}</p>\n${meanings.map((line) => html`<p class="soft">${line.trim()}</p>\n`)}`;
  return html`<p><strong>${todo}</strong> ${rest}</p>
<p class="soft">${digest}${renderPlace(plan)}</p>
${why}`;
}

function stepLink(step: Step, places: ReadonlyMap<StepId, string>): Html {
  const place = places.get(step.id);
  const words = html`${step.action} <code>${step.address}</code>`;
  return place === undefined ? html`<span class="soft">(${words})</span>` : html`<a href="#${place}">${words}</a>`;
}

function impactHtml({ plan, impact = [] }: ShownPlan, places: ReadonlyMap<StepId, string>): readonly Html[] {
  if (impact.length === 0) return [];
  const byId = new Map(plan.steps.map((step) => [step.id, step]));
  const entries = gravestFirst(impact).map(({ class: name, sentence, steps }) => {
    const links = steps.slice(0, MOST_LINKS).flatMap((id) => {
      const step = byId.get(id);
      return step === undefined ? [] : [html` ${stepLink(step, places)}`];
    });
    const more =
      steps.length > MOST_LINKS ? html` <span class="soft">and ${steps.length - MOST_LINKS} more</span>` : "";
    return html`<span class="badge impact ${name}">${name}</span> ${sentence}${links}${more}`;
  });
  return [
    html`<h3>What this means for players</h3>
<p>${impactCounts(impact)}.</p>
${cappedList(entries, "impact")}`,
  ];
}

/** Steps that an impact leads to; the others are counted. */
const MOST_LINKS = 5;

function pictureHtml(
  { graph, layout }: Picture,
  { room, anchor, catalog }: GameOnPage,
  places: ReadonlyMap<StepId, string>,
): readonly Html[] {
  const size = counted(graph.nodes.length, "resource");
  const heading = html`<h3>Affected resources</h3>\n`;
  if (layout === undefined) {
    const help = html`<code>laurel plan --out plan.json</code> and <code>laurel graph --plan plan.json --format html</code>`;
    return [heading, html`<p class="soft">${size}, too many to draw on this page. To draw them: ${help}.</p>\n`];
  }
  const rows = new Map<Address, string>();
  for (const { id, address } of room.steps) if (!rows.has(address)) rows.set(address, places.get(id) ?? anchor);
  const label = `${size} that the changes affect`;
  const linkOf = (address: Address): string => `#${rows.get(address) ?? anchor}`;
  const figure = graphFigure({
    graph,
    layout,
    catalog,
    id: `${anchor}p`,
    label,
    linkOf: (node) => linkOf(node.address),
  });
  return [
    heading,
    html`<div class="drawing" tabindex="0" role="region" aria-label="${label}">
${figure}</div>
`,
  ];
}

function changesHtml({ shown, room, showRequests }: GameOnPage, places: ReadonlyMap<StepId, string>): readonly Html[] {
  const { refusals, causes, impact = [] } = shown;
  if (room.steps.length === 0) return [];
  const impacts = impactsBySteps(impact);
  const view: RowView = {
    anchorOf: (id) => places.get(id) ?? "",
    showRequests,
    refused: new Set(refusals.map(({ code }) => code)),
    causes,
    impactsOf: (id) => impacts.get(id) ?? [],
    opened: room.opened,
  };
  const tables = stepsByCause(room.steps, causes).map(
    ({ title, steps }) => html`<table class="changes">
<caption>${title === "" ? "Changes, in the order they are applied" : title}</caption>
<thead><tr><th scope="col">Change</th><th scope="col">Resource</th><th scope="col">What changes</th></tr></thead>
<tbody>
${steps.map((step) => changeRow(step, view))}</tbody>
</table>
`,
  );
  const left =
    room.left === 0
      ? ""
      : html`<p class="left">… and ${counted(room.left, "more change")}, not on this page: hazards come first, then drift. <code>laurel plan</code> prints all of them; <code>--target</code> selects some.</p>\n`;
  return [
    html`<h3>Changes</h3>\n<p class="none soft" hidden>No changes match the filter.</p>\n`,
    ...tables,
    html`${left}`,
  ];
}

/** What each step means to players, the gravest class first. */
function impactsBySteps(impact: readonly Impact[]): ReadonlyMap<StepId, readonly ImpactClass[]> {
  const classes = new Map<StepId, ImpactClass[]>();
  for (const { class: name, steps } of gravestFirst(impact)) {
    for (const id of steps) {
      const known = classes.get(id);
      if (known === undefined) classes.set(id, [name]);
      else if (!known.includes(name)) known.push(name);
    }
  }
  return classes;
}

/** What prune deletes while nothing is known of its history. */
function unknownHtml({ plan: { unknown = [] } }: ShownPlan): readonly Html[] {
  if (unknown.length === 0) return [];
  const addresses = unknown.map((address) => html`<code>${keptLine({ address, reason: "not-pruned" })}</code>`);
  return [html`<p>${unknownHeading(unknown.length)}</p>\n${cappedList(addresses, "resource")}`];
}

/** What is left alone, and what could not be compared. */
function keptHtml({ plan }: ShownPlan): readonly Html[] {
  const parts = [
    ...(plan.kept.length > 0 ? [`${counted(plan.kept.length, "resource")} kept`] : []),
    ...(plan.not_comparable.length > 0 ? [`${counted(plan.not_comparable.length, "field")} not compared`] : []),
  ];
  if (parts.length === 0) return [];
  const kept = keptGroups(plan.kept).map(
    ({ heading, group }) =>
      html`<p>${heading}</p>\n${cappedList(
        group.map((each) => html`<code>${keptLine(each)}</code>`),
        "resource",
      )}`,
  );
  const unseen = plan.not_comparable.map(
    ({ kind, field, resources }) => html`<code>${kind}.${field}</code> (${counted(resources, "resource")})`,
  );
  return [
    html`<details class="kept"><summary>${parts.join(", ")}</summary>
${kept}${unseen.length === 0 ? "" : html`<p>Not compared, because the service does not return it:</p>\n${cappedList(unseen, "field")}`}</details>
`,
  ];
}
