/**
 * A graph as lists, one for each kind: all that the picture shows and all that there is to say, for those who do not look
 * at pictures, for printing, and for the script of the page, which shows from it what is chosen.
 */
import type { GraphEdge, GraphNode } from "../../analysis/graph/graph.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import { append, grouped } from "../../model/collections.ts";
import { type Html, html } from "../html/html.ts";
import { capitalised, type Figure, stageIcon } from "./graph-figure.ts";
import { changeWords, EDGE_CHANGES, EDGE_SIGNS, NODE_SIGNS, RELATIONS, remarksOf, titleOf } from "./graph-words.ts";

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
  return STAGE_ORDER.flatMap((stage) => {
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

/** Checked by the compiler to be stages; the value stands with the pure code, which renderers do not call. */
const STAGE_ORDER: readonly GraphNode["stage"][] = ["act", "count", "combine", "earn", "give"];

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
