/** Graphs as one page of HTML: a picture, and a card for each resource. Its script searches, zooms and shows cards. */
import { type Graph, type GraphNode, type Relation, STAGES } from "../../analysis/graph/graph.ts";
import type { Layout } from "../../analysis/graph/layout.ts";
import type { Catalog } from "../../catalog/types.ts";
import { counted } from "../../manifest/wording.ts";
import { append, grouped } from "../../model/collections.ts";
import type { Address } from "../../model/model.ts";
import { maskNote } from "../render/html.ts";
import { anchorOf, type Html, html, named, type PageAssets, renderHtmlPage } from "../render/html-template.ts";
import { graphPicture, headingOf } from "./graph-figure.ts";
import { type GraphToShow, remarksOf, titleOf } from "./graph-view.ts";

/** Without a layout, the graph is too large to draw. */
export interface GraphOnPage extends GraphToShow {
  readonly layout: Layout | undefined;
}

/** An edge on the card of its first end, and of its last. */
const RELATIONS: Readonly<Record<Relation, readonly [to: string, from: string]>> = {
  records: ["Also records", "Recorded by"],
  "counts-for": ["Counts for", "Counts"],
  "member-of": ["Member of", "Members"],
  earns: ["Earns", "Earned by"],
  gives: ["Gives", "Given by"],
};

/** `hash`: as for any page. */
export function renderGraphHtml(
  games: readonly GraphOnPage[],
  catalog: Catalog,
  { assets, hash }: { readonly assets: PageAssets; readonly hash: (text: string) => string },
): string {
  const [only] = games.length === 1 ? games : [];
  const title = only === undefined ? `Graphs of ${games.length} games` : `Graph of ${only.game}`;
  const body = html`<main class="wide">
<h1>${title}</h1>
<p id="tools" hidden><label>Search <input type="search" id="search" autocomplete="off" placeholder="name or id"></label> <span id="found" class="soft" role="status"></span></p>
${games.map((game) => gameSection(game, catalog, only === undefined))}<aside id="details" aria-label="Selected" hidden><button type="button" aria-label="Close">×</button><div></div></aside>
`;
  return renderHtmlPage({ title, body: html`${body}${maskNote(body)}</main>\n`, assets }, hash);
}

function gameSection({ game, graph, layout }: GraphOnPage, catalog: Catalog, isNamed: boolean): Html {
  const anchor = ({ address }: GraphNode): string => anchorOf(address, isNamed ? game : undefined);
  const size = `${counted(graph.nodes.length, "resource")}, ${counted(graph.edges.length, "connection")}`;
  const linkOf = (node: GraphNode): Html => html`id="${anchor(node)}" href="#${anchor(node)}/card"`;
  const picture =
    layout === undefined
      ? html`<p>Too many to draw. <code>laurel graph --achievement ID</code> draws one achievement.</p>\n`
      : graphPicture({ graph, layout, catalog, label: `Picture of ${game}`, linkOf });
  const neighbors = neighborsOf(graph);
  const card = (node: GraphNode): Html => {
    const links = grouped(neighbors.get(node.address) ?? [], ({ label }) => label);
    const rows = Array.from(links, ([label, ends]) => {
      const linked = ends.map(({ end }) => html` <a href="#${anchor(end)}">${named(titleOf(end))}</a>`);
      return html`<p>${label}:${linked.map((link, index) => (index === 0 ? link : html`,${link}`))}</p>\n`;
    });
    return html`<div class="card ${node.stage}" id="${anchor(node)}/card">
<p><strong>${named(titleOf(node))}</strong> <span class="soft">${remarksOf(node).join(" · ")}</span><br><a class="mono" href="#${anchor(node)}">${named(node.address)}</a></p>
${node.description === "" ? "" : html`<p>${named(node.description)}</p>\n`}${node.facts.map(({ label, text }) => html`<p>${label}: ${text}</p>\n`)}${rows}</div>
`;
  };
  const lists = STAGES.flatMap((stage) => {
    const nodes = graph.nodes.filter((node) => node.stage === stage);
    const [first] = nodes;
    if (first === undefined) return [];
    return html`<details><summary class="${stage}">${headingOf(first, catalog)} (${nodes.length})</summary>
${nodes.map(card)}</details>
`;
  });
  return html`<section>
${isNamed ? html`<h2>${named(game)}</h2>\n` : ""}<p class="soft">${size}.</p>
${picture}${lists}</section>
`;
}

interface Neighbor {
  readonly label: string;
  readonly end: GraphNode;
}

function neighborsOf({ nodes, edges }: Graph): ReadonlyMap<Address, readonly Neighbor[]> {
  const byAddress = new Map(nodes.map((node) => [node.address, node]));
  const neighbors = new Map<Address, Neighbor[]>();
  for (const { from, to, relation } of edges) {
    const [start, end] = [byAddress.get(from), byAddress.get(to)] as [GraphNode, GraphNode];
    append(neighbors, from, { label: RELATIONS[relation][0], end });
    append(neighbors, to, { label: RELATIONS[relation][1], end: start });
  }
  return neighbors;
}
