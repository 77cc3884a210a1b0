/**
 * Graphs as a document for a page of HTML: a picture, and a card for each resource. Its script
 * searches, zooms and shows cards.
 */
import { type Graph, type GraphNode, type Relation, STAGES } from "../../analysis/graph/graph.ts";
import { layOutGraph } from "../../analysis/graph/layout.ts";
import { grouped } from "../../ground/collections.ts";
import { counted } from "../../ground/words.ts";
import type { Masked } from "../mask/mask.ts";
import type { GraphToShow } from "../mask/results.ts";
import { gameSections, titleFor } from "../parts/games.ts";
import type { Content, Document } from "../render/document.ts";
import * as doc from "../render/document.ts";
import { type Html, html, isolateText } from "../render/html.ts";
import { drawGraph, writeHeading } from "./figure.ts";
import { findTitle, listRemarks } from "./mermaid.ts";

/** Labels of an edge on the cards of its two ends. */
const RELATIONS: Readonly<Record<Relation, readonly [to: string, from: string]>> = {
  records: ["Also records", "Recorded by"],
  "counts-for": ["Counts for", "Counts"],
  "member-of": ["Member of", "Members"],
  earns: ["Earns", "Earned by"],
  gives: ["Gives", "Given by"],
};

export function graphDocument(games: readonly Masked<GraphToShow>[]): Document {
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

/**
 * Makes the blocks of a game. Ids on the page are `achievement/slayer`, after the name of the game
 * if there are several games. They are the same on every page, so links stay valid.
 */
function graphBlocks({ game, graph }: GraphToShow, isSeveral: boolean): Content {
  const anchorOf = ({ address }: GraphNode): string =>
    `${isSeveral ? `${game}/` : ""}${address}`
      .split("/")
      .map((name) => encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, "\ufffd")))
      .join("/");
  const size = `${counted(graph.nodes.length, "resource")}, ${counted(graph.edges.length, "connection")}.`;
  const layout = layOutGraph(graph);
  const picture =
    layout === undefined
      ? doc.paragraph("Too many to draw. `laurel graph --achievement ID` draws one achievement.")
      : doc.drawing(drawGraph({ game, graph, layout, anchorOf }));
  const cards = makeCards(graph, anchorOf);
  const lists = STAGES.map((stage): Content => {
    const nodes = graph.nodes.filter((node) => node.stage === stage);
    const [first] = nodes;
    return (
      first &&
      doc.details(
        `${writeHeading(first)} (${nodes.length})`,
        doc.drawing(html`${nodes.map(cards)}`),
      )
    );
  });
  return [doc.paragraph(size, { role: "muted" }), picture, lists];
}

/** Returns a function that makes the card of a resource, with links to connected resources. */
function makeCards(
  { nodes, edges }: Graph,
  anchorOf: (node: GraphNode) => string,
): (node: GraphNode) => Html {
  const byAddress = new Map(nodes.map((node) => [node.address, node]));
  const links = edges.flatMap(({ from, to, relation }) => {
    const [label, opposite] = RELATIONS[relation];
    return [
      { from, label, to },
      { from: to, label: opposite, to: from },
    ];
  });
  const linksFrom = grouped(links, ({ from }) => from);
  const linkTo = (node: GraphNode): Html =>
    html`<a href="#${anchorOf(node)}">${isolateText(findTitle(node))}</a>`;
  return (node) => {
    const rows = Array.from(
      grouped(linksFrom.get(node.address) ?? [], ({ label }) => label),
      ([label, ends]) => {
        const targets = ends.flatMap(({ to }) => byAddress.get(to) ?? []);
        return html`<p>${label}: ${targets.map((target, index) => html`${index > 0 ? ", " : ""}${linkTo(target)}`)}</p>\n`;
      },
    );
    return html`<div class="card ${node.stage}" id="${anchorOf(node)}/card">
<p><strong>${isolateText(findTitle(node))}</strong> <span class="soft">${listRemarks(node).join(" · ")}</span><br><a class="mono" href="#${anchorOf(node)}">${isolateText(node.address)}</a></p>
${node.description === "" ? "" : html`<p>${isolateText(node.description)}</p>\n`}${node.facts.map(({ label, text }) => html`<p>${label}: ${text}</p>\n`)}${rows}</div>
`;
  };
}
