/**
 * Graphs as diagrams for Mermaid, which GitHub, GitLab and many editors draw. Text of a game is
 * only ever in labels, which hold nothing that a renderer would obey.
 */
import type { GraphNode, Stage } from "../../analysis/graph/graph.ts";
import { sum } from "../../ground/collections.ts";
import type { Masked } from "../mask/mask.ts";
import type { GraphToShow } from "../mask/results.ts";
import { safeText } from "../render/safe-text.ts";

/** Hosts use Mermaid's default limits. */
const LIMITS = { characters: 50_000, edges: 500 } as const;

const SHAPES: Readonly<Record<Stage, readonly [open: string, close: string, colors: string]>> = {
  act: ["([", "])", "fill:#e6f0fc,stroke:#0550ae"],
  count: ["[", "]", "fill:#e3f4f1,stroke:#0f766e"],
  combine: ["{{", "}}", "fill:#f1eafb,stroke:#6f42c1"],
  earn: ["[[", "]]", "fill:#fdf3dc,stroke:#8a5a00"],
  give: ["[/", "/]", "fill:#fce8f1,stroke:#a8275f"],
};

/** Renders one diagram for all games as a block of Markdown. Each of several games has a frame. */
export function renderGraphMarkdown(games: readonly Masked<GraphToShow>[]): string {
  const lines = games.map((game, index) => diagramLines(game, index));
  const framed = games.map(({ game }, index) => [
    `  subgraph g${index}["${escapeLabel(game)}"]`,
    ...(lines[index] ?? []),
    "  end",
  ]);
  const stages = new Set(games.flatMap(({ graph }) => graph.nodes.map(({ stage }) => stage)));
  const classes = Array.from(
    stages,
    (stage) => `  classDef ${stage} ${SHAPES[stage][2]},color:#1c2127`,
  );
  const drawn = games.length > 1 ? framed : lines;
  return ["```mermaid", "flowchart LR", ...drawn.flat(), ...classes, "```", ""].join("\n");
}

/** Whether the diagram is within Mermaid's default limits. */
export function fitsMermaid(games: readonly Masked<GraphToShow>[]): boolean {
  const edges = sum(games.map(({ graph }) => graph.edges.length));
  return edges <= LIMITS.edges && renderGraphMarkdown(games).length <= LIMITS.characters;
}

function diagramLines({ graph: { nodes, edges } }: GraphToShow, game: number): readonly string[] {
  const ids = new Map(nodes.map(({ address }, index) => [address, `n${game}_${index}`]));
  return [
    ...nodes.map((node) => {
      const [open, close] = SHAPES[node.stage];
      return `  ${ids.get(node.address)}${open}"${nodeLabel(node)}"${close}:::${node.stage}`;
    }),
    ...edges.map(({ from, to, relation }) => {
      return `  ${ids.get(from)} ${relation === "records" ? '-.->|"records"|' : "-->"} ${ids.get(to)}`;
    }),
  ];
}

function nodeLabel(node: GraphNode): string {
  const remarks = listRemarks(node).join(", ");
  return [findTitle(node), ...(remarks === "" ? [] : [remarks])].map(escapeLabel).join("<br/>");
}

/**
 * Escapes a label. Mermaid reads `#33;` as the character with that number, and gives a meaning to
 * some words and signs even in quotes.
 */
function escapeLabel(text: string): string {
  return safeText(text).replaceAll(
    /[^\p{L}\p{M}\p{N} ]/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
}

/** Returns the name, or the id if the name is unknown. */
export function findTitle({ name, custom_id }: GraphNode): string {
  return name === "" ? custom_id : name;
}

/**
 * Lists the remarks next to a title: the note, and whether the resource is secret or not declared.
 */
export function listRemarks({ note, is_secret, is_declared }: GraphNode): readonly string[] {
  return [note, is_secret ? "secret" : "", is_declared ? "" : "not declared"].filter(
    (text) => text !== "",
  );
}
