/** Graphs as text for Graphviz. Everything from a game stands in quotes, with nothing in it that Graphviz would obey. */
import type { GraphEdge, GraphNode, Stage } from "../../analysis/graph/graph.ts";
import { safeText } from "../text/safe-text.ts";
import {
  COLOURS,
  changeWords,
  coloursOf,
  EDGE_SIGNS,
  type GameGraph,
  NODE_SIGNS,
  remarksOf,
  TEXT_COLOUR,
  titleOf,
} from "./graph-view.ts";

const SHAPES: Readonly<Record<Stage, string>> = {
  act: 'shape=box, style="filled,rounded"',
  count: "shape=box, style=filled",
  combine: "shape=hexagon, style=filled",
  earn: "shape=box, peripheries=2, style=filled",
  give: "shape=note, style=filled",
};

const ATTACHED = 'color="#1a7f37", penwidth=2';
const DETACHED = 'color="#b42318", style=dashed';

/** One directed graph; several games stand in frames of their own. */
export function renderGraphDot(games: readonly GameGraph[]): string {
  const isFramed = games.length > 1;
  const lines = games.flatMap((game, index) => {
    const inner = linesOf(game, isFramed ? `${game.game}/` : "");
    if (!isFramed) return inner.map((line) => `  ${line}`);
    const frame = [`  subgraph ${quotedText(`cluster_${index + 1}`)} {`, `    label=${quotedText(game.game)};`];
    return [...frame, ...inner.map((line) => `    ${line}`), "  }"];
  });
  const head = [
    "digraph laurel {",
    "  rankdir=LR;",
    `  node [fontname="Helvetica", fontsize=11, fontcolor="${TEXT_COLOUR}"];`,
    '  edge [fontname="Helvetica", fontsize=9, color="#57606a"];',
  ];
  return `${[...head, ...lines, "}"].join("\n")}\n`;
}

function linesOf({ graph, plan }: GameGraph, before: string): readonly string[] {
  return [
    ...graph.nodes.map((node) => nodeLine(node, before, plan !== undefined)),
    ...graph.edges.map((edge) => edgeLine(edge, before)),
  ];
}

function nodeLine(node: GraphNode, before: string, isPlanned: boolean): string {
  const { fill, line } = COLOURS[coloursOf(node, isPlanned)];
  const sign = node.change === undefined ? "" : `${NODE_SIGNS[node.change]} `;
  const label = [`${sign}${titleOf(node)}`, ...[remarksOf(node).join(", ")].filter((text) => text !== "")];
  const tooltip = [node.address, node.description, changeWords(node)].filter((text) => text !== "");
  const dashed = node.change === "delete" ? ", penwidth=2" : "";
  return `${quotedText(before + node.address)} [label=${quotedText(...label)}, ${SHAPES[node.stage]}, fillcolor="${fill}", color="${line}"${dashed}, tooltip=${quotedText(...tooltip)}];`;
}

function edgeLine({ from, to, relation, change }: GraphEdge, before: string): string {
  const words = [...(change === undefined ? [] : [EDGE_SIGNS[change]]), ...(relation === "records" ? ["records"] : [])];
  const attributes = [
    ...(words.length === 0 ? [] : [`label=${quotedText(words.join(" "))}`]),
    ...(change === undefined
      ? relation === "records"
        ? ["style=dashed"]
        : []
      : [change === "attach" ? ATTACHED : DETACHED]),
  ];
  const ends = `${quotedText(before + from)} -> ${quotedText(before + to)}`;
  return `${ends}${attributes.length === 0 ? "" : ` [${attributes.join(", ")}]`};`;
}

/** Lines in quotes. Graphviz would obey a backslash, and read `&lt;` as HTML does. */
function quotedText(...lines: readonly string[]): string {
  const texts = lines.map((line) =>
    safeText(line).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("&", "&amp;"),
  );
  return `"${texts.join("\\n")}"`;
}
