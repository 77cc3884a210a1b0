/** The colours of a graph where there is no style sheet: dark text on light ground, which can be read on any page. */
import type { GraphNode, NodeChange, Stage } from "../../analysis/graph/graph.ts";

export interface Colours {
  readonly fill: string;
  readonly line: string;
}

export const TEXT_COLOUR = "#1c2127";

const STAGES: Readonly<Record<Stage, Colours>> = {
  act: { fill: "#e6f0fc", line: "#0550ae" },
  count: { fill: "#e3f4f1", line: "#0f766e" },
  combine: { fill: "#f1eafb", line: "#6f42c1" },
  earn: { fill: "#fdf3dc", line: "#8a5a00" },
  give: { fill: "#fce8f1", line: "#a8275f" },
};
const CHANGES: Readonly<Record<NodeChange, Colours>> = {
  create: { fill: "#d7f2de", line: "#1a7f37" },
  update: { fill: "#fdf0c4", line: "#8a5a00" },
  rename: { fill: "#dcebfd", line: "#0550ae" },
  replace: { fill: "#ffe3cc", line: "#b35900" },
  delete: { fill: "#fdebe9", line: "#b42318" },
};

/** Every set of colours by the name of what it stands for. `stays`: what a plan does not touch. */
export const COLOURS = { ...STAGES, ...CHANGES, stays: { fill: "#f6f7f9", line: "#8b949e" } } as const;

/** With a plan, colours tell what it does; without one, the stages. */
export function coloursOf(node: GraphNode, isPlanned: boolean): keyof typeof COLOURS {
  return isPlanned ? (node.change ?? "stays") : node.stage;
}
