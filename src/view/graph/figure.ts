/**
 * The picture of a graph as SVG, for any page of HTML with `graph.css`. It needs no script: each
 * box is a link.
 */
import { type GraphEdge, type GraphNode, STAGES, type Stage } from "../../analysis/graph/graph.ts";
import { BOX, type Layout, type Point } from "../../analysis/graph/layout.ts";
import { catalog } from "../../catalog/index.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import type { Address } from "../../model/model.ts";
import type { GraphToShow } from "../mask/results.ts";
import { Html, html } from "../render/html.ts";
import { findTitle, listRemarks } from "./mermaid.ts";

interface Figure extends GraphToShow {
  readonly layout: Layout;
  /** Returns the id of a box. The id of its card has `/card` at the end. */
  readonly anchorOf: (node: GraphNode) => string;
}

/** Signs of the stages, which repeat the meaning of colours. */
const SIGNS: Readonly<Record<Stage, string>> = {
  act: "▸",
  count: "#",
  combine: "◇",
  earn: "★",
  give: "♦",
};

/** Draws the picture in a frame that scrolls, with its legend and the buttons of its script. */
export function drawGraph(figure: Figure): Html {
  const { game, graph, layout } = figure;
  const { width, height } = layout;
  const indexes = new Map(graph.nodes.map(({ address }, index) => [address, index]));
  const paths = graph.edges.map((edge) => drawEdge(edge, layout, indexes));
  return html`<div class="picture">
<div class="above">${drawLegend(figure)}
<span class="zoom" role="group" aria-label="Zoom" hidden><button type="button" data-zoom="0.8" aria-label="Zoom out">−</button><button type="button" data-zoom="fit">Fit</button><button type="button" data-zoom="1.25" aria-label="Zoom in">+</button></span></div>
<div class="viewport" tabindex="0" role="region" aria-label="Picture of ${game}">
<svg class="graph" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<g aria-hidden="true">${paths}</g>
${graph.nodes.map((node) => drawNode(node, figure))}</svg>
</div>
</div>
`;
}

/** Lists the kinds that occur, each with its sign. */
function drawLegend({ graph: { nodes, edges } }: Figure): Html {
  const kinds = STAGES.flatMap((stage) => {
    const node = nodes.find((candidate) => candidate.stage === stage);
    return node === undefined ? [] : [html`<li class="${stage}">${writeHeading(node)}</li>`];
  });
  const records = edges.some(({ relation }) => relation === "records")
    ? html`<li>┄ also records</li>`
    : "";
  return html`<ul class="legend" aria-label="Legend">${kinds}${records}</ul>`;
}

/** Returns the heading of a kind, such as `★ Achievements`. */
export function writeHeading({ kind, stage }: GraphNode): string {
  return `${SIGNS[stage]} ${capitalize(kindNamed(catalog, kind).plural.replaceAll("_", " "))}`;
}

function drawNode(node: GraphNode, { layout, anchorOf }: Figure): Html {
  const { address, custom_id, kind, stage, is_declared } = node;
  const title = findTitle(node) === custom_id ? custom_id : `${findTitle(node)} (${custom_id})`;
  const label = [
    `${capitalize(kindNamed(catalog, kind).label)}: ${title}`,
    ...listRemarks(node),
  ].join(", ");
  const classes = is_declared ? `node ${stage}` : `node ${stage} undeclared`;
  const { x, y } = layout.boxes.get(address) ?? { x: 0, y: 0 };
  return html`<a class="${classes}" id="${anchorOf(node)}" href="#${anchorOf(node)}/card" aria-label="${label}" transform="translate(${x} ${y})"><title>${title}</title><rect width="${BOX.width}" height="${BOX.height}" rx="5"/><foreignObject width="${BOX.width}" height="${BOX.height}"><div class="label"><p class="name" dir="auto">${findTitle(node)}</p><p class="remark"><span class="sign">${SIGNS[stage]}</span> ${listRemarks(node).join(" · ")}</p></div></foreignObject></a>
`;
}

/** Draws a line from the right side of one box to the left side of another. */
function drawEdge(edge: GraphEdge, { boxes }: Layout, indexes: ReadonlyMap<string, number>): Html {
  const pointOf = (address: Address): Point => boxes.get(address) ?? { x: 0, y: 0 };
  const from = pointOf(edge.from);
  const to = pointOf(edge.to);
  const startX = from.x + BOX.width;
  const startY = from.y + BOX.height / 2;
  const endY = to.y + BOX.height / 2;
  const middle = (startX + to.x) / 2;
  const path = `M${startX} ${startY}C${middle} ${startY} ${middle} ${endY} ${to.x} ${endY}`;
  const ends = `${indexes.get(edge.from)} ${indexes.get(edge.to)}`;
  return html`<path class="edge ${edge.relation}" data-ends="${ends}" d="${new Html(path)}"/>`;
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
