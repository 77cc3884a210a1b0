/** Graphs as a document for a page of HTML: a picture, and a card for each resource. Its script searches, zooms and shows cards. */
import { type Graph, type GraphNode, type Relation, STAGES } from "../../analysis/graph/graph.ts";
import { layoutOf } from "../../analysis/graph/layout.ts";
import { counted } from "../../manifest/wording.ts";
import { append, grouped } from "../../model/collections.ts";
import type { Address } from "../../model/model.ts";
import { gameSections, titleFor } from "../games.ts";
import type { Content, Document } from "../render/document.ts";
import * as doc from "../render/document.ts";
import { type Html, html, named } from "../render/html-template.ts";
import { graphPicture, headingOf } from "./graph-figure.ts";
import { type GraphToShow, remarksOf, titleOf } from "./graph-view.ts";

/** An edge on the card of its first end, and of its last. */
const RELATIONS: Readonly<Record<Relation, readonly [to: string, from: string]>> = {
  records: ["Also records", "Recorded by"],
  "counts-for": ["Counts for", "Counts"],
  "member-of": ["Member of", "Members"],
  earns: ["Earns", "Earned by"],
  gives: ["Gives", "Given by"],
};

export function graphDocument(games: readonly GraphToShow[]): Document {
  const tools = html`<p id="tools" hidden><label>Search <input type="search" id="search" autocomplete="off" placeholder="name or id"></label> <span id="found" class="soft" role="status"></span></p>\n`;
  const selected = html`<aside id="details" aria-label="Selected" hidden><button type="button" aria-label="Close">×</button><div></div></aside>\n`;
  return {
    title: titleFor("Graph of", games),
    assets: ["graph.css", "picture.js", "graph.js"],
    blocks: games.length > 0 && [
      doc.drawing(tools),
      gameSections(games, (game) => graphBlocks(game, games.length > 1)),
      doc.drawing(selected),
    ],
  };
}

function graphBlocks({ game, graph }: GraphToShow, isSeveral: boolean): Content {
  const anchor = ({ address }: GraphNode): string => anchorOf([...(isSeveral ? [game] : []), ...address.split("/")]);
  const size = `${counted(graph.nodes.length, "resource")}, ${counted(graph.edges.length, "connection")}.`;
  const linkOf = (node: GraphNode): Html => html`id="${anchor(node)}" href="#${anchor(node)}/card"`;
  const layout = layoutOf(graph);
  const picture =
    layout === undefined
      ? doc.paragraph("Too many to draw. `laurel graph --achievement ID` draws one achievement.")
      : doc.drawing(graphPicture({ graph, layout, label: `Picture of ${game}`, linkOf }));
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
  const lists = STAGES.map((stage): Content => {
    const nodes = graph.nodes.filter((node) => node.stage === stage);
    const [first] = nodes;
    return first && doc.details(`${headingOf(first)} (${nodes.length})`, doc.drawing(html`${nodes.map(card)}`));
  });
  return [doc.paragraph(size, { role: "muted" }), picture, lists];
}

/**
 * The id of the place where the page describes a resource: `achievement/slayer`, behind its game where there are several.
 * It is the same on every page, so links to it stay right.
 */
function anchorOf(names: readonly string[]): string {
  return names.map((name) => encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, "\ufffd"))).join("/");
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
