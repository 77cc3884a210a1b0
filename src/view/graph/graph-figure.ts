/**
 * The picture of a graph as SVG, for any page of HTML that has the styles of `graph.css`. It needs no script: every node
 * is a link to where more is said of it. Shapes, signs and words say what colours say.
 */
import type { Graph, GraphEdge, GraphNode, Stage } from "../../analysis/graph/graph.ts";
import type { Layout, PlacedEdge, PlacedNode, Point } from "../../analysis/graph/layout.ts";
import type { Catalog } from "../../catalog/types.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import { Html, html } from "../html/html.ts";
import { cutToWidth } from "../text/layout.ts";
import { safeText } from "../text/safe-text.ts";
import { changeWords, EDGE_CHANGES, NODE_SIGNS, RELATIONS, remarksOf, titleOf } from "./graph-view.ts";

export interface Figure {
  readonly graph: Graph;
  readonly layout: Layout;
  readonly catalog: Catalog;
  /** Distinguishes figures of one page. */
  readonly id: string;
  /** What the picture shows. */
  readonly label: string;
  /** Where a node leads. `index`: its place in the graph. */
  readonly linkOf: (node: GraphNode, index: number) => string;
}

/** Columns of text that a box has room for in most fonts; what is wider is cut off at its edge. */
const TITLE_WIDTH = 25;
const GOAL_WIDTH = 23;
const REMARK_WIDTH = 30;

/** The sign of a stage, in a square of 16 pixels. */
const ICONS: Readonly<Record<Stage, string>> = {
  act: "M3 2l11 6-11 6z",
  count: "M2 13V8h3v5zM6.5 13V5h3v8zM11 13V2h3v11z",
  combine: "M8 1l7 7-7 7-7-7z",
  earn: "M8 1l2.1 4.6 5 .6-3.7 3.4 1 5L8 12.1 3.6 14.6l1-5L.9 6.2l5-.6z",
  give: "M2 7h12v7H2zM1 3.5h14V6H1zM8 3.5C5 3.5 4 .8 5.5.8S8 3.5 8 3.5s1-2.7 2.5-2.7S11 3.5 8 3.5z",
};

/** The picture alone; a page puts it into something that scrolls. */
export function graphFigure({ graph, layout, catalog, id, label, linkOf }: Figure): Html {
  const { width, height, box, nodes, edges } = layout;
  const place = new Map(graph.nodes.map(({ address }, index) => [address, index]));
  const counts = countsOf(graph.edges);
  const shownEdges = edges.map((each) => edgeSvg(each, id, place));
  const shownNodes = nodes.map((each) => {
    const index = place.get(each.node.address) ?? 0;
    return nodeSvg(each, box, id, index, linkOf(each.node, index), ariaLabel(each.node, catalog, counts));
  });
  return html`<svg class="graph" id="${id}svg" role="group" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" style="--width:${width}">
<defs><clipPath id="${id}clip"><rect width="${box.width - 4}" height="${box.height}"/></clipPath><marker id="${id}arrow" class="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0l8 4-8 4z"/></marker></defs>
<g class="edges" aria-hidden="true">${shownEdges}</g>
<g class="nodes">
${shownNodes}</g>
</svg>`;
}

export function stageIcon(stage: Stage): Html {
  return html`<svg class="icon ${stage}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${ICONS[stage]}"/></svg>`;
}

interface Counts {
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
}

function countsOf(edges: readonly GraphEdge[]): Counts {
  const [before, after] = [new Map<string, number>(), new Map<string, number>()];
  for (const { from, to } of edges) {
    before.set(to, (before.get(to) ?? 0) + 1);
    after.set(from, (after.get(from) ?? 0) + 1);
  }
  return { before, after };
}

function nodeSvg(
  { node, x, y }: PlacedNode,
  box: Layout["box"],
  id: string,
  index: number,
  link: string,
  label: string,
): Html {
  const sign = node.change === undefined ? "" : `${NODE_SIGNS[node.change]} `;
  const title = cutToWidth(safeText(`${sign}${titleOf(node)}`), node.stage === "earn" ? GOAL_WIDTH : TITLE_WIDTH);
  const remarks = cutToWidth(safeText(remarksOf(node).join(" · ")), REMARK_WIDTH);
  const classes = [
    node.stage,
    ...(node.change === undefined ? [] : [node.change]),
    ...(node.is_declared ? [] : ["undeclared"]),
  ];
  return html`<a class="node ${classes.join(" ")}" id="${id}n${index}" href="${link}" aria-label="${label}" transform="translate(${x} ${y})"><title>${titleOf(node)} (${node.custom_id})</title><rect width="${box.width}" height="${box.height}" rx="5"/><path class="icon" transform="translate(9 11)" d="${ICONS[node.stage]}"/><g clip-path="url(#${id}clip)"><text class="name" x="33" y="${remarks === "" ? 24 : 16}">${title}</text>${remarks === "" ? "" : html`<text class="remark" x="33" y="31">${remarks}</text>`}</g></a>
`;
}

/** `Achievement: Dragon slayer (dragon-slayer), 50 points, secret; 1 leads here, 2 follow; will be created`. */
function ariaLabel(node: GraphNode, catalog: Catalog, { before, after }: Counts): string {
  const kind = capitalised(kindNamed(catalog, node.kind).label);
  const what = [`${kind}: ${titleOf(node)} (${node.custom_id})`, ...remarksOf(node)].join(", ");
  const near = `${before.get(node.address) ?? 0} before, ${after.get(node.address) ?? 0} after`;
  const change = changeWords(node);
  return [what, near, ...(change === "" ? [] : [change])].join("; ");
}

/** Words as the beginning of a line. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function edgeSvg({ edge, points }: PlacedEdge, id: string, place: ReadonlyMap<string, number>): Html {
  const classes = ["edge", edge.relation, ...(edge.change === undefined ? [] : [edge.change])].join(" ");
  const ends = `${place.get(edge.from)} ${place.get(edge.to)}`;
  const title = edge.change === undefined ? RELATIONS[edge.relation].to : EDGE_CHANGES[edge.change];
  return html`<path class="${classes}" data-ends="${ends}" marker-end="url(#${id}arrow)" d="${new Html(curve(points))}"><title>${title}</title></path>`;
}

/** Bends from side to side, flat where it passes through a column. */
function curve([start, ...rest]: readonly Point[]): string {
  if (start === undefined) return "";
  let from = start;
  let path = `M${start.x} ${start.y}`;
  for (const to of rest) {
    const middle = (from.x + to.x) / 2;
    path += from.y === to.y ? `H${to.x}` : `C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
    from = to;
  }
  return path;
}
