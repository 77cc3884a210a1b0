/**
 * The picture of a graph as SVG, for any page of HTML that has the styles of `graph.css`. It needs no script: a node is a
 * link to where more is said of it. Shapes, signs and words say what colours say.
 */
import { type Graph, type GraphEdge, type GraphNode, STAGES, type Stage } from "../../analysis/graph/graph.ts";
import type { Layout, PlacedEdge, PlacedNode, Point } from "../../analysis/graph/layout.ts";
import type { Catalog } from "../../catalog/types.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import { grouped } from "../../model/collections.ts";
import { Html, html, pieceOf } from "../html/html.ts";
import { safeText } from "../text/safe-text.ts";
import {
  changeWords,
  EDGE_CHANGES,
  EDGE_SIGNS,
  NODE_SIGNS,
  RELATIONS,
  remarksOf,
  titleOf,
  titleWithId,
} from "./graph-view.ts";
import { type BoxLabel, labelsOf } from "./labels.ts";

export interface Figure {
  readonly graph: Graph;
  readonly layout: Layout;
  readonly catalog: Catalog;
  /** Distinguishes figures of one page. */
  readonly id: string;
  /** What it is, and what it shows. */
  readonly name: string;
  readonly label: string;
  /** Where a node leads; undefined where nothing more is said of it. */
  readonly linkOf: (node: GraphNode) => string | undefined;
}

/** The sign of a stage, in a square of 16 pixels. */
const ICONS: Readonly<Record<Stage, string>> = {
  act: "M3 2l11 6-11 6z",
  count: "M2 13V8h3v5zM6.5 13V5h3v8zM11 13V2h3v11z",
  combine: "M8 1l7 7-7 7-7-7z",
  earn: "M8 1l2.1 4.6 5 .6-3.7 3.4 1 5L8 12.1 3.6 14.6l1-5L.9 6.2l5-.6z",
  give: "M2 7h12v7H2zM1 3.5h14V6H1zM8 3.5C5 3.5 4 .8 5.5.8S8 3.5 8 3.5s1-2.7 2.5-2.7S11 3.5 8 3.5z",
};

/** The picture in something that scrolls, with its legend and with what the script of pictures adds. `top`: above it. */
export function graphPicture(figure: Figure, top: Html): Html {
  return html`<div class="above">
<div>${top}
${legend(figure)}</div>
<span class="controls buttons" role="group" aria-label="Picture" hidden><button type="button" data-do="smaller" aria-label="Smaller" aria-keyshortcuts="-">−</button><button type="button" data-do="fit" aria-keyshortcuts="0">Fit</button><button type="button" data-do="larger" aria-label="Larger" aria-keyshortcuts="+">+</button><button type="button" data-do="save">Save as SVG</button></span>
<div class="map" hidden></div>
</div>
<div class="viewport" tabindex="0" role="region" aria-label="${figure.name}">
${graphFigure(figure)}
</div>
`;
}

/** What shapes and lines mean, as far as they occur. */
function legend({ graph: { nodes, edges }, catalog }: Figure): Html {
  const stages = STAGES.flatMap((stage) => {
    const node = nodes.find((each) => each.stage === stage);
    return node === undefined ? [] : [html`<li class="${stage}">${stageIcon(stage)} ${pluralOf(node, catalog)}</li>\n`];
  });
  const line = (name: string, words: string): Html =>
    html`<li><svg class="sample" viewBox="0 0 30 10" width="30" height="10" aria-hidden="true"><path class="edge ${name}" d="M0 5h30"/></svg> ${words}</li>\n`;
  const lines = [
    ...(edges.some(({ relation }) => relation !== "records") ? [line("", "leads to")] : []),
    ...(edges.some(({ relation }) => relation === "records") ? [line("records", "records also")] : []),
    ...(["attach", "detach"] as const)
      .filter((change) => edges.some((edge) => edge.change === change))
      .map((change) => line(change, `${EDGE_SIGNS[change]} ${EDGE_CHANGES[change]}`)),
  ];
  const strange = nodes.some((node) => !node.is_declared)
    ? [html`<li><span class="sample undeclared"></span> not declared</li>\n`]
    : [];
  return html`<ul class="legend" aria-label="Legend">
${[...stages, ...lines, ...strange]}</ul>`;
}

/** The kind of a node in the plural, as a heading. */
export function pluralOf({ kind }: GraphNode, catalog: Catalog): string {
  return capitalised(kindNamed(catalog, kind).plural.replaceAll("_", " "));
}

function graphFigure({ graph, layout, catalog, id, label, linkOf }: Figure): Html {
  const { width, height, box, nodes, edges } = layout;
  const place = new Map(graph.nodes.map(({ address }, index) => [address, index]));
  const counts = countsOf(graph.edges);
  const byKind = grouped(graph.nodes, ({ kind }) => kind);
  const labels = new Map(
    [...byKind].map(([kind, nodes]) => [kind, labelsOf(nodes.map((node) => safeText(titleOf(node))))]),
  );
  const shownEdges = edges.map((each) => edgeSvg(each, id, place));
  const shownNodes = nodes.map((each) => {
    const { node } = each;
    const index = place.get(node.address) ?? 0;
    const title = labels.get(node.kind)?.get(safeText(titleOf(node))) ?? { head: "", tail: "" };
    return nodeSvg(each, box, `${id}n${index}`, linkOf(node), ariaLabel(node, catalog, counts), title);
  });
  return html`<svg class="graph" role="group" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs><marker id="${id}arrow" class="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0l8 4-8 4z"/></marker></defs>
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
  { node, x, y, part, column }: PlacedNode,
  box: Layout["box"],
  id: string,
  link: string | undefined,
  label: string,
  { head, tail }: BoxLabel,
): Html {
  const sign = node.change === undefined ? "" : `${NODE_SIGNS[node.change]} `;
  const remarks = remarksOf(node).join(" · ");
  const classes = [
    node.stage,
    ...(node.change === undefined ? [] : [node.change]),
    ...(node.is_declared ? [] : ["undeclared"]),
  ];
  const name = html`<p class="name" dir="auto"><span>${sign}${pieceOf(head)}</span>${tail === "" ? "" : html`<span>${pieceOf(tail)}</span>`}</p>`;
  const remark = remarks === "" ? "" : html`<p class="remark" dir="auto"><span>${remarks}</span></p>`;
  const [tag, use] = link === undefined ? ["g", html`role="img"`] : ["a", html`href="${link}"`];
  return html`<${new Html(tag)} class="node ${classes.join(" ")}" id="${id}" ${use} aria-label="${label}" data-at="${part} ${column}" transform="translate(${x} ${y})"><title>${titleWithId(node)}</title><rect width="${box.width}" height="${box.height}" rx="5"/><path class="icon" transform="translate(9 11)" d="${ICONS[node.stage]}"/><foreignObject width="${box.width}" height="${box.height}"><div class="label">${name}${remark}</div></foreignObject></${new Html(tag)}>
`;
}

/** `Achievement: Dragon slayer (dragon-slayer), 50 points, secret; 1 leads here, 2 follow; will be created`. */
function ariaLabel(node: GraphNode, catalog: Catalog, { before, after }: Counts): string {
  const kind = capitalised(kindNamed(catalog, node.kind).label);
  const what = [`${kind}: ${titleWithId(node)}`, ...remarksOf(node)].join(", ");
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
