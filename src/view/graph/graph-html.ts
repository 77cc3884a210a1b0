/**
 * Graphs as one page of HTML: a picture to search and to walk through, and the same as lists. The page says everything
 * without its script, which only narrows down, zooms and shows what is chosen beside the picture.
 */
import type { GraphNode, NodeChange } from "../../analysis/graph/graph.ts";
import type { Layout } from "../../analysis/graph/layout.ts";
import type { Catalog } from "../../catalog/types.ts";
import { counted } from "../../manifest/wording.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import { type Html, html, type PageAssets, renderHtmlPage } from "../html/html.ts";
import { capitalised, type Figure, graphFigure, stageIcon } from "./graph-figure.ts";
import { graphList } from "./graph-list.ts";
import { type GameGraph, NODE_SIGNS, titleOf } from "./graph-words.ts";

export interface DrawnGraph extends GameGraph {
  readonly layout: Layout;
}

/** `hash`: as for any page. */
export function renderGraphHtml(
  games: readonly DrawnGraph[],
  catalog: Catalog,
  assets: PageAssets,
  hash: (text: string) => string,
): string {
  const isSeveral = games.length > 1;
  const title = isSeveral ? `Graphs of ${games.length} games` : `Graph of ${games[0]?.game ?? ""}`;
  const goals = games.flatMap((game, index) =>
    game.graph.nodes.flatMap((node, place) =>
      node.stage === "earn" ? [{ node, id: `${figureId(index)}n${place}`, game }] : [],
    ),
  );
  const body = html`<a class="skip" href="#${listId(0)}">Skip the picture, go to the lists</a>
<main class="wide">
<header><h1>${title}</h1></header>
${toolsHtml(games, goals, catalog)}
${games.map((game, index) => gameHtml(game, index, isSeveral, catalog))}</main>
`;
  return renderHtmlPage({ title, body, assets }, hash);
}

interface Goal {
  readonly node: GraphNode;
  readonly id: string;
  readonly game: DrawnGraph;
}

/** Shown by the script, without which none of it would work. */
function toolsHtml(games: readonly DrawnGraph[], goals: readonly Goal[], catalog: Catalog): Html {
  const [goal] = goals;
  const options = games.map((game) => {
    const own = goals.filter((each) => each.game === game);
    const inner = own.map(({ node, id }) => html`<option value="${id}">${titleOf(node)} (${node.custom_id})</option>`);
    return games.length > 1 && own.length > 0
      ? html`<optgroup label="${game.game}">${inner}</optgroup>`
      : html`${inner}`;
  });
  const isPlanned = games.some(({ plan }) => plan !== undefined);
  return html`<div class="tools" id="tools" role="group" aria-label="Search and filter" hidden>
<label>Search <input type="search" id="search" autocomplete="off" placeholder="name or id" aria-keyshortcuts="/"></label>
${goal === undefined ? "" : html`<label>${capitalised(kindNamed(catalog, goal.node.kind).label)} <select id="only"><option value="">all</option>${options}</select></label>\n`}${isPlanned ? html`<label class="check"><input type="checkbox" id="touched"> Only what the plan touches</label>\n` : ""}<span class="buttons"><button type="button" id="smaller" aria-label="Smaller" aria-keyshortcuts="-">−</button><button type="button" id="fit" aria-keyshortcuts="0">Fit</button><button type="button" id="larger" aria-label="Larger" aria-keyshortcuts="+">+</button></span>
<button type="button" id="lists" aria-pressed="false">Lists only</button>
<button type="button" id="reset" aria-keyshortcuts="Escape">Show all</button>
<span id="found" class="soft" role="status"></span>
</div>`;
}

function gameHtml(drawn: DrawnGraph, index: number, isSeveral: boolean, catalog: Catalog): Html {
  const { game, graph, layout, plan } = drawn;
  const id = figureId(index);
  const figure: Figure = {
    graph,
    layout,
    catalog,
    id,
    label: `${game}: ${sizeOf(drawn)}. Use the arrow keys to move between them.`,
    linkOf: (_, place) => `#${id}i${place}`,
  };
  const columns = layout.stages.map(({ stage, from, to }) => {
    const kind = graph.nodes.find((node) => node.stage === stage)?.kind ?? "";
    const words = capitalised(kindNamed(catalog, kind).plural.replaceAll("_", " "));
    return html`<span class="${stage}" data-stage="${stage}" style="--from:${from};--to:${to}">${stageIcon(stage)} ${words}</span>`;
  });
  return html`<section class="game" id="${id}">
${isSeveral ? html`<h2>${game}</h2>\n` : ""}<p class="soft">${sizeOf(drawn)}.${plan === undefined ? "" : html` With the plan for ${plan.environment} <code>${plan.digest.replace(/^sha256:/, "").slice(0, 12)}</code>: ${changesOf(graph.nodes)}`}</p>
<div class="picture">
<div class="viewport" tabindex="0" role="region" aria-label="Picture of ${game}">
<div class="sheet">
<div class="columns" aria-hidden="true">${columns}</div>
${graphFigure(figure)}
</div>
</div>
<aside class="details" aria-label="Chosen" aria-live="polite" hidden></aside>
</div>
<div class="lists" id="${listId(index)}">
${graphList(figure, isSeveral ? 3 : 2)}</div>
</section>
`;
}

function sizeOf({ graph }: GameGraph): string {
  return `${counted(graph.nodes.length, "resource")}, ${counted(graph.edges.length, "connection")}`;
}

/** What the signs and colours in the picture mean, with how often they are there. */
function changesOf(nodes: readonly GraphNode[]): Html {
  const changes: readonly NodeChange[] = ["create", "update", "rename", "replace", "delete"];
  const tallied = changes.map((change) => ({ change, count: nodes.filter((node) => node.change === change).length }));
  const shown = tallied.filter(({ count }) => count > 0);
  if (shown.length === 0) return html`it changes none of these.`;
  return html`${shown.map(({ change, count }) => html`<span class="key ${change}">${NODE_SIGNS[change]} ${count} to ${change}</span> `)}`;
}

function figureId(index: number): string {
  return `g${index + 1}`;
}

function listId(index: number): string {
  return `${figureId(index)}lists`;
}
