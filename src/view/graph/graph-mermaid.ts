/**
 * Graphs as text for Mermaid, which GitHub, GitLab and many editors draw. Ids are made here, and labels hold nothing but
 * letters, digits, blanks and numbered characters: no text of a game can be anything else than a label.
 */
import type { GraphEdge, GraphNode, Stage } from "../../analysis/graph/graph.ts";
import { safeText } from "../text/safe-text.ts";
import {
  COLOURS,
  coloursOf,
  EDGE_SIGNS,
  type GameGraph,
  NODE_SIGNS,
  remarksOf,
  TEXT_COLOUR,
  titleOf,
} from "./graph-view.ts";

/** Mermaid draws no larger ones unless it is told to, and hosts do not tell it. */
const MERMAID_LIMITS = { characters: 50_000, edges: 500 } as const;

const SHAPES: Readonly<Record<Stage, readonly [open: string, close: string]>> = {
  act: ["([", "])"],
  count: ["[", "]"],
  combine: ["{{", "}}"],
  earn: ["[[", "]]"],
  give: ["[/", "/]"],
};

/** One diagram for all games; several stand in frames of their own. */
export function renderGraphMermaid(games: readonly GameGraph[]): string {
  const isFramed = games.length > 1;
  const ids = new Map(games.flatMap(({ graph }) => graph.nodes).map((node, index) => [node, `n${index + 1}`]));
  const lines = games.flatMap((game, index) => {
    const inner = linesOf(game, ids).map((line) => (isFramed ? `  ${line}` : line));
    return isFramed ? [`  subgraph g${index + 1}["${label(game.game)}"]`, ...inner, "  end"] : inner;
  });
  const used = new Set(
    games.flatMap(({ graph, plan }) => graph.nodes.map((node) => coloursOf(node, plan !== undefined))),
  );
  const classes = [...used].map((name) => `  classDef ${name} ${styleOf(name)}`);
  return `${["flowchart LR", ...lines, ...classes].join("\n")}\n`;
}

/** Why common programs would not draw it; undefined when they do. */
export function beyondMermaid(games: readonly GameGraph[]): string | undefined {
  const edges = games.reduce((sum, { graph }) => sum + graph.edges.length, 0);
  const characters = renderGraphMermaid(games).length;
  if (edges > MERMAID_LIMITS.edges) return `${edges} connections; Mermaid draws at most ${MERMAID_LIMITS.edges}`;
  const most = MERMAID_LIMITS.characters;
  return characters > most ? `${characters} characters; Mermaid reads at most ${most}` : undefined;
}

function linesOf({ graph, plan }: GameGraph, ids: ReadonlyMap<GraphNode, string>): readonly string[] {
  const byAddress = new Map(graph.nodes.map((node) => [node.address, ids.get(node) ?? ""]));
  const nodes = graph.nodes.map((node) => {
    const [open, close] = SHAPES[node.stage];
    return `  ${ids.get(node)}${open}"${nodeLabel(node)}"${close}:::${coloursOf(node, plan !== undefined)}`;
  });
  return [...nodes, ...graph.edges.map((edge) => `  ${edgeLine(edge, byAddress)}`)];
}

function styleOf(name: keyof typeof COLOURS): string {
  const { fill, line } = COLOURS[name];
  const dashed = name === "delete" ? ",stroke-dasharray:5 3" : "";
  return `fill:${fill},stroke:${line},color:${TEXT_COLOUR}${dashed}`;
}

function nodeLabel(node: GraphNode): string {
  const sign = node.change === undefined ? "" : `${NODE_SIGNS[node.change]} `;
  const remarks = remarksOf(node).join(", ");
  return label(sign + titleOf(node)) + (remarks === "" ? "" : `<br/>${label(remarks)}`);
}

function edgeLine({ from, to, relation, change }: GraphEdge, ids: ReadonlyMap<string, string>): string {
  const word = relation === "records" ? "records" : "";
  const text = [...(change === undefined ? [] : [EDGE_SIGNS[change]]), ...(word === "" ? [] : [word])].join(" ");
  const arrow = change === "attach" ? "==>" : change === "detach" || relation === "records" ? "-.->" : "-->";
  return `${ids.get(from)} ${arrow}${text === "" ? "" : `|"${label(text)}"|`} ${ids.get(to)}`;
}

/** Mermaid reads `#33;` as the character with that number. Some words and signs mean something to it even in quotes. */
function label(text: string): string {
  return safeText(text).replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, (character) => `#${character.codePointAt(0)};`);
}
