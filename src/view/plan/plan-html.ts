/**
 * Plans as one page of HTML for the people who review them. The page needs nothing else: its script searches, filters
 * and opens; without it, everything is there as well.
 */
import type { Graph } from "../../analysis/graph/graph.ts";
import type { Layout } from "../../analysis/graph/layout.ts";
import { IMPACT_CLASS_NAMES, type ImpactClass } from "../../analysis/impact/classes.ts";
import { gravestFirst, type Impact } from "../../analysis/impact/impacts.ts";
import type { Catalog } from "../../catalog/types.ts";
import { counted } from "../../manifest/wording.ts";
import { append } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { Action, Address, Step, StepId } from "../../model/model.ts";
import { type ChangedPart, changedSentences } from "../../project/changed.ts";
import type { Concealment } from "../findings/concealment.ts";
import { graphPicture } from "../graph/graph-figure.ts";
import {
  anchorOf,
  cappedList,
  type Html,
  html,
  maskNote,
  named,
  type PageAssets,
  problemBoxes,
  renderHtmlPage,
  withCode,
} from "../html/html.ts";
import { notVerifiedGroups } from "../text/not-verified.ts";
import { type RowPart, rowLines, stepDifference } from "./fields.ts";
import {
  ACTIONS,
  type GameToShow,
  type GameView,
  type HazardOfStep,
  historyLines,
  impactCounts,
  type KeptGroup,
  type PlanView,
  runView,
  SETTING_PLACE,
  stepGroups,
} from "./plan-view.ts";

/** The graph around the changes of a game, without secrets. */
export interface Picture {
  readonly graph: Graph;
  /** Absent where there is too much to draw. */
  readonly layout: Layout | undefined;
}

export interface PlanPageOptions extends Concealment, ChangedPart {
  /** Address of the pipeline run, where the host provides it. */
  readonly runUrl?: string;
  /** Of games that have one. */
  readonly pictures: ReadonlyMap<GameToShow, Picture>;
  readonly assets: PageAssets;
  /** As for any page. */
  readonly hash: (text: string) => string;
}

/** Steps that an impact links to; the others are counted. */
const MOST_LINKS = 5;

/** One game on the page. */
interface GameOnPage {
  readonly game: GameView;
  readonly shown: PlanView;
  /** Of the section. */
  readonly anchor: string;
  /** Of the rows. */
  readonly anchors: ReadonlyMap<StepId, string>;
  readonly picture: Picture | undefined;
}

/** `general`: problems of the run as a whole. With an error among them, there are no games. */
export function renderPlanPage(
  given: readonly GameToShow[],
  general: readonly Diagnostic[],
  options: PlanPageOptions,
): string {
  const { games, plans, findings, byUrgency, next } = runView(given, general, options);
  const counts = new Map<string, number>();
  const onPage = games.flatMap((game, index): readonly GameOnPage[] => {
    const { plan: shown } = game;
    const source = given[index];
    const place = shown === undefined ? -1 : plans.indexOf(shown);
    if (shown === undefined || source === undefined) return [];
    const anchor = `g${place + 1}`;
    const anchors = anchorsOf(shown.plan.steps, games.length > 1 ? game.game : undefined, counts);
    return [{ game, shown, anchor, anchors, picture: options.pictures.get(source) }];
  });
  const isSeveral = games.length > 1;
  const [only] = isSeveral ? [] : plans;
  const notes = options.changed === undefined ? [] : changedSentences(options.changed);
  const title = titleOf(games);
  const run = options.runUrl;
  const body = html`<a class="skip" href="#changes">Skip to the changes</a>
<main>
<header>
<h1>${title}</h1>
${only === undefined ? "" : summaryHtml(only)}${notes.map((words) => html`<p>${words}</p>\n`)}${isSeveral ? overviewHtml(byUrgency, onPage) : ""}${run === undefined ? "" : html`<p><a href="${run}" rel="noreferrer">Pipeline run</a></p>\n`}</header>
${problemBoxes(findings)}<div id="changes">
${toolsHtml(onPage)}${onPage.map((each) => gameSection(each, isSeveral, options))}</div>
${next === "" ? "" : html`<p class="next"><strong>Next:</strong> ${withCode(next)}</p>\n`}`;
  return renderHtmlPage({ title, body: html`${body}${maskNote(body)}</main>`, assets: options.assets }, options.hash);
}

/** The first change of a resource has the link of the resource; further ones are counted, over the whole page. */
function anchorsOf(
  steps: readonly Step[],
  game: string | undefined,
  counts: Map<string, number>,
): ReadonlyMap<StepId, string> {
  return new Map(
    steps.map(({ id, address }) => {
      const anchor = anchorOf(address, game);
      const count = (counts.get(anchor) ?? 0) + 1;
      counts.set(anchor, count);
      return [id, count === 1 ? anchor : `${anchor}/${count}`];
    }),
  );
}

function titleOf(games: readonly GameView[]): string {
  const [first] = games;
  if (first === undefined) return "Plan";
  if (games.length > 1) return `Plan for ${counted(games.length, "game")}`;
  return `Plan for ${first.game}${first.environment === undefined ? "" : ` (${first.environment})`}`;
}

/** The summary of a plan, its target, and what it was compared with. */
function summaryHtml({ headline, details, digest, target, against }: PlanView): Html {
  const shown = digest === undefined ? "" : html`Digest <code class="digest">${digest}</code> · `;
  const why =
    against === undefined
      ? ""
      : html`<p>${against.line}</p>\n${against.meanings.map((line) => html`<p class="soft">${line}</p>\n`)}`;
  return html`<p><strong>${headline}</strong> ${details}</p>
<p class="soft">${shown}${target}</p>
${why}`;
}

function overviewHtml(games: readonly GameView[], onPage: readonly GameOnPage[]): Html {
  const anchors = new Map(onPage.map(({ game, anchor }) => [game, anchor]));
  const rows = games.map((each) => {
    const { game, environment = "", plan, outcome } = each;
    const anchor = anchors.get(each);
    const name = anchor === undefined ? named(game) : html`<a href="#${anchor}">${named(game)}</a>`;
    const alert = outcome.alert === "" ? "" : html`<strong class="bad">⚠ ${outcome.alert}</strong> · `;
    return html`<tr><th scope="row">${name}</th><td>${named(environment)}</td><td>${alert}${outcome.words}</td><td>${impactCounts(plan?.impact ?? [])}</td></tr>\n`;
  });
  return html`<table class="overview">
<caption>Games, those that need attention first</caption>
<thead><tr><th scope="col">Game</th><th scope="col">Environment</th><th scope="col">Plan</th><th scope="col">Impact on players</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}

/** Search and filters, which the script shows. Only what occurs can be chosen. */
function toolsHtml(onPage: readonly GameOnPage[]): Html {
  const steps = onPage.flatMap(({ shown }) => shown.plan.steps);
  if (steps.length === 0) return html``;
  const hazards = new Set(steps.flatMap((step) => step.hazards.map(({ name }) => name)));
  const impacts = new Set(onPage.flatMap(({ shown: { impact = [] } }) => impact.map((each) => each.class)));
  const causes = new Set(
    onPage.flatMap(({ shown }) => [...(shown.causes?.steps.values() ?? [])].map(({ cause }) => cause)),
  );
  const actions = (Object.keys(ACTIONS) as Action[]).filter((action) => steps.some((step) => step.action === action));
  const classes = IMPACT_CLASS_NAMES.filter((name) => impacts.has(name)).toReversed();
  return html`<div class="tools" id="tools" role="group" aria-label="Search and filter" hidden>
<label>Search <input type="search" id="search" autocomplete="off" placeholder="any words" aria-keyshortcuts="/"></label>
${select("change", "Change", actions)}${select("hazards", "Hazard", [...hazards].sort())}${select("impacts", "Impact", classes)}${select("cause", "Cause", [...causes].sort())}<button type="button" id="open">Open all</button>
<button type="button" id="close">Close all</button>
<span id="found" class="soft" role="status"></span>
</div>
`;
}

function select(of: string, label: string, values: readonly string[]): Html {
  if (values.length === 0) return html``;
  const options = values.map((value) => html`<option>${value}</option>`);
  const any = of === "hazards" ? html`<option value="*">any</option>` : "";
  return html`<label>${label} <select data-of="${of}"><option value="">all</option>${any}${options}</select></label>\n`;
}

function gameSection(each: GameOnPage, isNamed: boolean, options: PlanPageOptions): Html {
  const { shown, anchor } = each;
  const { plan, unknown } = shown;
  return html`<section class="game" id="${anchor}"${isNamed ? html` aria-labelledby="${anchor}name"` : ""}>
${isNamed ? html`<h2 id="${anchor}name">${named(plan.game)} <span class="soft">(${named(plan.environment)})</span></h2>\n${summaryHtml(shown)}` : ""}${refusedBox(each)}${allowedBox(each)}${changesHtml(each)}${impactHtml(each)}${pictureHtml(each, options.catalog)}${unknown.map(keptGroup)}${keptHtml(shown)}</section>
`;
}

function stepLink({ action, address, id }: Step, { anchors }: GameOnPage): Html {
  const anchor = anchors.get(id);
  const words = html`${action} <code>${named(address)}</code>`;
  return anchor === undefined ? html`<span class="soft">(${words})</span>` : html`<a href="#${anchor}">${words}</a>`;
}

/** What is refused about a plan, and the exact words that allow it. */
function refusedBox(each: GameOnPage): readonly Html[] {
  const { others, hazards, what, flags, setting, players } = each.shown.refused;
  if (what === "" && others.length === 0) return [];
  const sentences = [
    ...hazards.map((hazard) => hazardHtml(hazard, each)),
    ...players.map((sentence) => html`${withCode(sentence)}`),
  ];
  const elsewhere = html`<p>${others.map((name) => html`<code>${name}</code> `)}– see the problems.</p>\n`;
  const inProject = setting === "" ? [] : html`<br>or ${SETTING_PLACE} <code>${setting}</code>`;
  const goOn = html`<p>To go ahead, add <code>${flags}</code>${inProject}</p>\n`;
  return [
    html`<div class="box bad">
<p><strong>Refused${what === "" ? "" : `: ${what}`}.</strong></p>
${others.length === 0 ? "" : elsewhere}${what === "" ? "" : goOn}${sentences.length === 0 ? "" : cappedList(sentences, "sentence")}</div>
`,
  ];
}

function allowedBox(each: GameOnPage): readonly Html[] {
  const { allowed } = each.shown;
  if (allowed.length === 0) return [];
  const hazards = allowed.map((hazard) => hazardHtml(hazard, each));
  return [
    html`<div class="box warn">
<p><strong>Allowed hazards:</strong></p>
${cappedList(hazards, "hazard")}</div>
`,
  ];
}

function hazardHtml({ name, sentence, step }: HazardOfStep, each: GameOnPage): Html {
  return html`<code>${name}</code>: ${sentence} ${stepLink(step, each)}`;
}

function impactHtml(each: GameOnPage): readonly Html[] {
  const { plan, impact = [] } = each.shown;
  if (impact.length === 0) return [];
  const byId = new Map(plan.steps.map((step) => [step.id, step]));
  const entries = gravestFirst(impact).map(({ class: name, sentence, steps, ...rest }) => {
    const links = steps.slice(0, MOST_LINKS).flatMap((id) => {
      const step = byId.get(id);
      return step === undefined ? [] : [html` ${stepLink(step, each)}`];
    });
    const left = steps.length - MOST_LINKS;
    const more = left > 0 ? html` <span class="soft">and ${left} more</span>` : "";
    return html`<span class="badge impact ${name}">${name}</span> ${sentence}${links}${more}${historyHtml(rest)}`;
  });
  return [
    html`<h3>What this means for players</h3>
<p>${impactCounts(impact)}.</p>
${cappedList(entries, "impact")}`,
  ];
}

function historyHtml(impact: Pick<Impact, "witnesses">): readonly Html[] {
  const lines = historyLines(impact);
  if (lines.length === 0) return [];
  return [
    html`<details><summary>Histories that show it</summary>${lines.map((line) => html`<p>${line}</p>`)}</details>`,
  ];
}

function pictureHtml({ picture: drawn, shown, anchors }: GameOnPage, catalog: Catalog): readonly Html[] {
  if (drawn === undefined) return [];
  const { graph, layout } = drawn;
  const size = counted(graph.nodes.length, "resource");
  const heading = html`<h3>Affected resources</h3>\n`;
  if (layout === undefined) {
    return [heading, html`<p class="soft">${size}, too many to draw on this page.</p>\n`];
  }
  const rows = new Map<Address, string>();
  for (const { id, address } of shown.plan.steps) if (!rows.has(address)) rows.set(address, `#${anchors.get(id)}`);
  const name = `${size} that the changes affect`;
  const linkOf = ({ address }: { readonly address: Address }): Html => {
    const row = rows.get(address);
    return row === undefined ? html`` : html`href="${row}"`;
  };
  const picture = graphPicture({ graph, layout, catalog, label: name, linkOf });
  return [heading, html`<p class="soft">${name}.</p>\n${picture}`];
}

function changesHtml(each: GameOnPage): readonly Html[] {
  const { shown } = each;
  const { steps: all } = shown.plan;
  if (all.length === 0) return [];
  const impacts = new Map<StepId, ImpactClass[]>();
  for (const { class: name, steps } of gravestFirst(shown.impact ?? []) as readonly Impact[])
    for (const id of steps) if (impacts.get(id)?.includes(name) !== true) append(impacts, id, name);
  const tables = stepGroups(all, shown.causes).map(
    ({ title, steps }) => html`<table class="changes">
<caption>${title === "" ? "Changes, in the order they are applied" : title}</caption>
<thead><tr><th scope="col">Change</th><th scope="col">Resource</th><th scope="col">What changes</th></tr></thead>
<tbody>
${steps.map((step) => changeRow(step, each, impacts.get(step.id) ?? []))}</tbody>
</table>
`,
  );
  return [html`<h3>Changes</h3>\n<p class="none soft" hidden>No changes match the filter.</p>\n`, ...tables];
}

/** A row of the table of changes: in short, and opened with every field, notes and requests. */
function changeRow(step: Step, each: GameOnPage, impacts: readonly ImpactClass[]): Html {
  const { id, action, address, hazards } = step;
  const { causes, isRefused } = each.shown;
  const cause = causes?.steps.get(id)?.cause ?? "";
  const names = [...new Set(hazards.map(({ name }) => name))];
  const badges = [
    ...names.map((name) => hazardBadge(name, isRefused(name))),
    ...impacts.map((name) => html`<span class="badge impact ${name}">${name}</span>`),
    ...(cause === "" || cause === "pending" ? [] : [html`<span class="badge cause ${cause}">${cause}</span>`]),
  ];
  const marks = html`<span class="badges">${badges.map((badge) => html`${badge} `)}</span>`;
  const short = html`${rowLines(step).map((parts) => html`<span class="field">${parts.map(rowPart)}</span>`)}${badges.length === 0 ? "" : marks}`;
  const details = stepDetails(step, each);
  const opened = html`<details><summary>${short}</summary>
${details}</details>`;
  return html`<tr id="${each.anchors.get(id) ?? ""}" class="change" data-change="${action}" data-hazards="${names.join(" ")}" data-cause="${cause}" data-impacts="${impacts.join(" ")}">
<td class="action ${action}"><span aria-hidden="true">${ACTIONS[action].sign}</span> ${action}</td>
<th scope="row"><code>${named(address)}</code></th>
<td>${details.length === 0 ? short : opened}</td>
</tr>
`;
}

function hazardBadge(name: string, isRefused: boolean): Html {
  return html`<span class="badge hazard${isRefused ? " refused" : ""}">⚠ ${name}${isRefused ? "" : " (allowed)"}</span>`;
}

function rowPart({ form, text }: RowPart): Html {
  if (form === "code") return html`<code>${named(text)}</code>`;
  if (form === "soft") return html`<span class="soft">${text}</span>`;
  return form === "arrow" ? html` <span aria-label="becomes">→</span> ` : html`${text}`;
}

/** Every field, where the resource is declared, notes and hazards. */
function stepDetails(step: Step, { shown }: GameOnPage): readonly Html[] {
  const { origin, notes, hazards } = step;
  const differences = stepDifference(step, shown.causes);
  return [
    ...(origin === undefined
      ? []
      : [html`<p class="soft">declared at <code>${named(origin.file)}:${origin.line}</code></p>\n`]),
    ...hazards.map(({ name, sentence }) => html`<p>${hazardBadge(name, shown.isRefused(name))} ${sentence}</p>\n`),
    ...differences.map(({ label, marks, lines }) => {
      const heading =
        label === "" ? html`` : html`<p class="label"><code>${named(label)}</code> ${marks.join(" ")}</p>\n`;
      return html`${heading}${differenceHtml(lines)}\n`;
    }),
    ...notes.map((note) => html`<p>Note: ${withCode(note)}</p>\n`),
  ];
}

/** Line breaks between the lines are the page's own. */
function joinLines(lines: readonly Html[]): readonly Html[] {
  return lines.map((line, index) => (index === 0 ? line : html`\n${line}`));
}

/** Lines of a diff, each with its sign and a blank in front. */
function differenceHtml(lines: readonly string[]): Html {
  const rows = lines.map((line) => {
    const shown = named(line);
    if (line.startsWith("- ")) return html`<del>${shown}</del>`;
    return line.startsWith("+ ") ? html`<ins>${shown}</ins>` : html`<span class="same">${shown}</span>`;
  });
  return html`<pre class="difference">${joinLines(rows)}</pre>`;
}

function keptGroup({ heading, lines }: KeptGroup): Html {
  const entries = lines.map((line) => html`<code>${line}</code>`);
  return html`<p>${withCode(heading)}</p>\n${cappedList(entries, "resource")}`;
}

function keptHtml({ plan, kept, keptTitle }: PlanView): readonly Html[] {
  if (keptTitle === "") return [];
  return [
    html`<details class="kept"><summary>${keptTitle}</summary>
${[...kept, ...notVerifiedGroups(plan.not_verified)].map(keptGroup)}</details>
`,
  ];
}
