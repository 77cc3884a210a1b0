/** The view of `laurel graph`. */
import type { GameGraph } from "../../workflow/checks.ts";
import { type Mask, maskProblems, type ProblemsOfRun } from "../mask/mask.ts";
import { maskGraph } from "../mask/results.ts";
import type { View } from "../view.ts";
import { graphJson } from "./json.ts";
import { fitsMermaid, renderGraphMarkdown } from "./mermaid.ts";

interface GraphsOfRun extends ProblemsOfRun {
  readonly games: readonly GameGraph[];
}

/** `isDrawable`: whether the programs that draw Mermaid diagrams take the diagram. */
export interface GraphView extends View {
  readonly isDrawable: boolean;
}

export function graphView(run: GraphsOfRun, mask: Mask): GraphView {
  const graphs = run.games.map((graph) => maskGraph(graph, mask));
  const problems = maskProblems(run, mask);
  return {
    problems,
    isDrawable: fitsMermaid(graphs),
    document: async () => (await import("./document.ts")).graphDocument(graphs),
    json: () => graphJson(graphs, problems.all),
    verbatim: (form) => {
      if (form !== "markdown") return undefined;
      // Without a game there is nothing to draw.
      return graphs.length === 0 ? "" : renderGraphMarkdown(graphs);
    },
  };
}
