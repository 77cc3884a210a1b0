/** Graphs in each of their forms. Without a game there is nothing to draw. */
import type { GameGraphs } from "../../workflow/graphs.ts";
import type { GraphFormat } from "./formats.ts";
import type { Forms } from "./outputs.ts";

export const graphForms: Forms<GraphFormat, GameGraphs> = {
  mermaid: async ({ games }) =>
    games.length === 0 ? "" : (await import("../../view/graph/graph-mermaid.ts")).renderGraphMermaid(games),
  dot: async ({ games }) =>
    games.length === 0 ? "" : (await import("../../view/graph/graph-dot.ts")).renderGraphDot(games),
  html: async ({ games }) => (games.length === 0 ? "" : (await import("./graph-page.ts")).graphPage(games)),
  json: async ({ games, diagnostics }) =>
    (await import("../../view/graph/graph-json.ts")).renderGraphJson(games, diagnostics),
};
