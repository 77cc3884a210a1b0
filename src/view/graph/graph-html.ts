/** Graphs as one page of HTML: a picture, and the same as lists. Its script only filters, zooms and shows details. */
import { type GraphEdge, type GraphNode, STAGES, type Stage } from "../../analysis/graph/graph.ts";
import type { Layout } from "../../analysis/graph/layout.ts";
import type { Catalog } from "../../catalog/types.ts";
import { counted } from "../../manifest/wording.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import { append, grouped } from "../../model/collections.ts";
import { anchorOf, type Html, html, maskNote, named, type PageAssets, renderHtmlPage } from "../html/html.ts";
import { capitalised, type Figure, graphPicture, pluralOf, stageIcon } from "./graph-figure.ts";
import { type GraphToShow, RELATIONS, remarksOf, titleOf, titleWithId } from "./graph-view.ts";

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
${games.map((game, index) => gameHtml(game, index, isSeveral, catalog))}`;
  return renderHtmlPage({ title, body: html`${body}${maskNote(body)}</main>\n`, assets }, hash);
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
    const inner = own.map(({ node, id }) => html`<option value="${id}">${titleWithId(node)}</option>`);
    return games.length > 1 && own.length > 0
      ? html`<optgroup label="${game.game}">${inner}</optgroup>`
      : html`${inner}`;
  });
  return html`<div class="tools" id="tools" role="group" aria-label="Search and filter" hidden>
<label>Search <input type="search" id="search" autocomplete="off" placeholder="name or id" aria-keyshortcuts="/"></label>
${goal === undefined ? "" : html`<label>${capitalised(kindNamed(catalog, goal.node.kind).label)} <select id="only"><option value="">all</option>${options}</select></label>\n`}<button type="button" id="lists" aria-pressed="false">Lists only</button>
<button type="button" id="reset" aria-keyshortcuts="Escape">Show all</button>
<span id="found" class="soft" role="status"></span>
</div>`;
}

function gameHtml(drawn: DrawnGraph, index: number, isSeveral: boolean, catalog: Catalog): Html {
  const { game, graph, layout } = drawn;
  const id = figureId(index);
  const linkOf = ({ address }: GraphNode): string => `#${anchorOf(address, isSeveral ? game : undefined)}`;
  const figure: Figure = {
    graph,
    layout,
    catalog,
    id,
    name: `Picture of ${game}`,
    label: `${game}: ${sizeOf(drawn)}. Use the arrow keys to move between them.`,
    linkOf,
  };
  const size = html`<p class="soft">${sizeOf(drawn)}.</p>`;
  return html`<section class="game" id="${id}">
${isSeveral ? html`<h2>${named(game)}</h2>\n` : ""}<div class="picture">
<div class="frame">
${graphPicture(figure, size)}</div>
<aside class="details" aria-label="Chosen" aria-live="polite" hidden></aside>
</div>
<div class="lists" id="${listId(index)}">
${graphList(figure, linkOf, isSeveral ? 3 : 2)}</div>
</section>
`;
}

function sizeOf({ graph }: GraphToShow): string {
  return `${counted(graph.nodes.length, "resource")}, ${counted(graph.edges.length, "connection")}`;
}

function figureId(index: number): string {
  return `g${index + 1}`;
}

function listId(index: number): string {
  return `${figureId(index)}lists`;
}

/** What players get is what readers look for. */
const LISTED: readonly Stage[] = ["earn", ...STAGES.filter((stage) => stage !== "earn")];

/** The kinds, each as a heading and a list; `level`: of the headings. */
function graphList({ graph, catalog }: Figure, linkOf: (node: GraphNode) => string, level: 2 | 3): readonly Html[] {
  const near = neighboursOf(graph.edges);
  const byAddress = new Map(graph.nodes.map((node) => [node.address, node]));
  const link = (other: string): Html => {
    const found = byAddress.get(other as GraphNode["address"]);
    return found === undefined ? named(other) : html`<a href="${linkOf(found)}">${named(titleOf(found))}</a>`;
  };
  return LISTED.flatMap((stage) => {
    const items = graph.nodes.filter((node) => node.stage === stage);
    const [first] = items;
    if (first === undefined) return [];
    const heading = html`${stageIcon(stage)} ${pluralOf(first, catalog)} <span class="soft tally">(${items.length})</span>`;
    return [
      html`<section class="kind">
${level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
<ul class="items">
${items.map((node) => itemHtml(node, linkOf(node), near.get(node.address) ?? [], link))}</ul>
</section>
`,
    ];
  });
}

/** Something next to a node, with what the edge says seen from the node. */
interface Neighbour {
  readonly words: string;
  readonly address: string;
}

function neighboursOf(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly Neighbour[]> {
  const near = new Map<string, Neighbour[]>();
  for (const edge of edges) {
    const { to, from } = RELATIONS[edge.relation];
    append(near, edge.from, { words: to, address: edge.to });
    append(near, edge.to, { words: from, address: edge.from });
  }
  return near;
}

/** `own`: the link to this item. A name that is the id is shown once, in the address. */
function itemHtml(node: GraphNode, own: string, near: readonly Neighbour[], link: (address: string) => Html): Html {
  const address = html`<a href="${own}">${named(node.address)}</a>`;
  const title =
    titleOf(node) === node.custom_id
      ? html`<strong class="mono">${address}</strong>`
      : html`<strong>${named(titleOf(node))}</strong>`;
  const groups = grouped(near, ({ words }) => words);
  const rows = [
    ...node.facts.map(({ label, text }) => html`<dt>${label}</dt><dd>${text}</dd>`),
    ...[...groups].map(
      ([words, all]) =>
        html`<dt>${capitalised(words)}</dt>${all.map(({ address: other }) => html`<dd>${link(other)}</dd>`)}`,
    ),
  ];
  return html`<li class="item ${node.stage}" id="${own.slice(1)}">
<p class="title">${title}${remarksOf(node).map((remark) => html` <span class="tag">${remark}</span>`)}</p>
${titleOf(node) === node.custom_id ? "" : html`<p class="mono soft">${address}</p>\n`}${node.description === "" ? "" : html`<p>${named(node.description)}</p>\n`}${rows.length === 0 ? "" : html`<dl>${rows}</dl>\n`}</li>
`;
}
