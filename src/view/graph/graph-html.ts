/** Graphs as one page of HTML: a picture, and the same as lists. Its script only filters, zooms and shows details. */
import { type GraphEdge, type GraphNode, type NodeChange, STAGES } from "../../analysis/graph/graph.ts";
import type { Layout } from "../../analysis/graph/layout.ts";
import type { Catalog } from "../../catalog/types.ts";
import { counted } from "../../manifest/wording.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import { append, grouped } from "../../model/collections.ts";
import { type Html, html, type PageAssets, renderHtmlPage } from "../html/html.ts";
import { capitalised, type Figure, graphFigure, stageIcon } from "./graph-figure.ts";
import {
  changeWords,
  EDGE_CHANGES,
  EDGE_SIGNS,
  type GraphToShow,
  NODE_SIGNS,
  RELATIONS,
  remarksOf,
  titleOf,
} from "./graph-view.ts";

export interface DrawnGraph extends GraphToShow {
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

function sizeOf({ graph }: GraphToShow): string {
  return `${counted(graph.nodes.length, "resource")}, ${counted(graph.edges.length, "connection")}`;
}

/** What the signs and colours in the picture mean, with how often they are there. */
function changesOf(nodes: readonly GraphNode[]): Html {
  const counts = (Object.keys(NODE_SIGNS) as NodeChange[]).map((change) => {
    return { change, count: nodes.filter((node) => node.change === change).length };
  });
  const shown = counts.filter(({ count }) => count > 0);
  if (shown.length === 0) return html`it changes none of these.`;
  return html`${shown.map(({ change, count }) => html`<span class="key ${change}">${NODE_SIGNS[change]} ${count} to ${change}</span> `)}`;
}

function figureId(index: number): string {
  return `g${index + 1}`;
}

function listId(index: number): string {
  return `${figureId(index)}lists`;
}

/** The kinds in the order of the picture, each as a heading and a list; `level`: of the headings. */
export function graphList({ graph, catalog, linkOf }: Figure, level: 2 | 3): readonly Html[] {
  const near = neighboursOf(graph.edges);
  const byAddress = new Map(graph.nodes.map((node, index) => [node.address, { node, index }]));
  const itemOf = (node: GraphNode, index: number): Html => {
    const link = (other: string): Html => {
      const found = byAddress.get(other as GraphNode["address"]);
      return found === undefined
        ? html`${other}`
        : html`<a href="${linkOf(found.node, found.index)}">${titleOf(found.node)}</a>`;
    };
    return itemHtml(node, linkOf(node, index).slice(1), near.get(node.address) ?? [], link);
  };
  return STAGES.flatMap((stage) => {
    const items = graph.nodes.map((node, index) => ({ node, index })).filter(({ node }) => node.stage === stage);
    const [first] = items;
    if (first === undefined) return [];
    const words = capitalised(kindNamed(catalog, first.node.kind).plural.replaceAll("_", " "));
    const heading = html`${stageIcon(stage)} ${words} <span class="soft tally">(${items.length})</span>`;
    return [
      html`<section class="kind">
${level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
<ul class="items">
${items.map(({ node, index }) => itemOf(node, index))}</ul>
</section>
`,
    ];
  });
}

/** Something next to a node, with what the edge says seen from the node. */
interface Neighbour {
  readonly words: string;
  readonly address: string;
  readonly edge: GraphEdge;
}

function neighboursOf(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly Neighbour[]> {
  const near = new Map<string, Neighbour[]>();
  for (const edge of edges) {
    const { to, from } = RELATIONS[edge.relation];
    append(near, edge.from, { words: to, address: edge.to, edge });
    append(near, edge.to, { words: from, address: edge.from, edge });
  }
  return near;
}

function itemHtml(node: GraphNode, id: string, near: readonly Neighbour[], link: (address: string) => Html): Html {
  const change = changeWords(node);
  const sign =
    node.change === undefined ? "" : html`<span class="sign" aria-hidden="true">${NODE_SIGNS[node.change]}</span> `;
  const groups = grouped(near, ({ words }) => words);
  const rows = [
    ...node.facts.map(({ label, text }) => html`<dt>${label}</dt><dd>${text}</dd>`),
    ...[...groups].map(
      ([words, all]) => html`<dt>${capitalised(words)}</dt>${all.map((each) => neighbourHtml(each, link))}`,
    ),
  ];
  return html`<li class="item ${node.stage} ${node.change ?? ""}" id="${id}">
<p class="title">${sign}<strong>${titleOf(node)}</strong>${remarksOf(node).map((remark) => html` <span class="tag">${remark}</span>`)}</p>
<p class="mono soft">${node.address}</p>
${change === "" ? "" : html`<p class="change">${capitalised(change)}</p>\n`}${node.description === "" ? "" : html`<p>${node.description}</p>\n`}${rows.length === 0 ? "" : html`<dl>${rows}</dl>\n`}</li>
`;
}

function neighbourHtml({ address, edge }: Neighbour, link: (address: string) => Html): Html {
  if (edge.change === undefined) return html`<dd>${link(address)}</dd>`;
  return html`<dd class="${edge.change}"><span aria-hidden="true">${EDGE_SIGNS[edge.change]}</span> ${link(address)} <span class="soft">(${EDGE_CHANGES[edge.change]})</span></dd>`;
}
