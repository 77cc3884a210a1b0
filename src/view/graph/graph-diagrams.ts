/**
 * Graphs as text for Mermaid, which GitHub, GitLab and many editors draw. Text of a game is only ever in labels, which
 * hold nothing that a renderer would obey.
 */
import type { GraphEdge, GraphNode, Stage } from "../../analysis/graph/graph.ts";
import { safeText } from "../text/safe-text.ts";
import { type GraphToShow, remarksOf, titleOf } from "./graph-view.ts";

/** One line, or none. */
function remarks(node: GraphNode): readonly string[] {
  return [remarksOf(node).join(", ")].filter((text) => text !== "");
}

/** Hosts use Mermaid's default limits. */
const MERMAID_LIMITS = { characters: 50_000, edges: 500 } as const;

const MERMAID_SHAPES: Readonly<Record<Stage, readonly [open: string, close: string]>> = {
  act: ["([", "])"],
  count: ["[", "]"],
  combine: ["{{", "}}"],
  earn: ["[[", "]]"],
  give: ["[/", "/]"],
};

const COLOURS: Readonly<Record<Stage, string>> = {
  act: "fill:#e6f0fc,stroke:#0550ae",
  count: "fill:#e3f4f1,stroke:#0f766e",
  combine: "fill:#f1eafb,stroke:#6f42c1",
  earn: "fill:#fdf3dc,stroke:#8a5a00",
  give: "fill:#fce8f1,stroke:#a8275f",
};

/** One diagram for all games, as a block of Markdown. */
export function renderGraphMarkdown(games: readonly GraphToShow[]): string {
  return `\`\`\`mermaid\n${renderGraphMermaid(games)}\`\`\`\n`;
}

/** One diagram for all games, each of several in a frame. */
export function renderGraphMermaid(games: readonly GraphToShow[]): string {
  const isFramed = games.length > 1;
  const ids = new Map(games.flatMap(({ graph }) => graph.nodes).map((node, index) => [node, `n${index + 1}`]));
  const lines = games.flatMap((game, index) => {
    const inner = mermaidLines(game, ids).map((line) => (isFramed ? `  ${line}` : line));
    return isFramed ? [`  subgraph g${index + 1}["${label(game.game)}"]`, ...inner, "  end"] : inner;
  });
  const used = new Set(games.flatMap(({ graph }) => graph.nodes.map(({ stage }) => stage)));
  const classes = [...used].map((stage) => `  classDef ${stage} ${COLOURS[stage]},color:#1c2127`);
  return `${["flowchart LR", ...lines, ...classes].join("\n")}\n`;
}

/** Why common programs would not draw it; undefined when they do. */
export function beyondMermaid(games: readonly GraphToShow[]): string | undefined {
  const edges = games.reduce((sum, { graph }) => sum + graph.edges.length, 0);
  const characters = renderGraphMermaid(games).length;
  if (edges > MERMAID_LIMITS.edges) return `${edges} connections; Mermaid draws at most ${MERMAID_LIMITS.edges}`;
  const most = MERMAID_LIMITS.characters;
  return characters > most ? `${characters} characters; Mermaid reads at most ${most}` : undefined;
}

function mermaidLines({ graph }: GraphToShow, ids: ReadonlyMap<GraphNode, string>): readonly string[] {
  const byAddress = new Map(graph.nodes.map((node) => [node.address, ids.get(node) ?? ""]));
  const nodes = graph.nodes.map((node) => {
    const [open, close] = MERMAID_SHAPES[node.stage];
    return `  ${ids.get(node)}${open}"${nodeLabel(node)}"${close}:::${node.stage}`;
  });
  return [...nodes, ...graph.edges.map((edge) => `  ${mermaidEdge(edge, byAddress)}`)];
}

function nodeLabel(node: GraphNode): string {
  return [titleOf(node), ...remarks(node)].map(label).join("<br/>");
}

function mermaidEdge(edge: GraphEdge, ids: ReadonlyMap<string, string>): string {
  const { from, to, relation } = edge;
  return `${ids.get(from)} ${relation === "records" ? '-.->|"records"|' : "-->"} ${ids.get(to)}`;
}

/** Mermaid reads `#33;` as the character with that number. Some words and signs mean something to it even in quotes. */
function label(text: string): string {
  return safeText(text).replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, (character) => `#${character.codePointAt(0)};`);
}
