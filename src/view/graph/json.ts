/** The document that `laurel graph --format json` prints. */

import type { Static } from "typebox";
import type { GraphEdge, GraphNode } from "../../analysis/graph/graph.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { problemsJson } from "../json/diagnostics.ts";
import type { Masked } from "../mask/mask.ts";
import type { GraphToShow } from "../mask/results.ts";
import type * as schemas from "./schema.ts";

export type GraphDocument = Static<typeof schemas.graphSchema>;
type DocumentGraph = Static<typeof schemas.gameGraph>;
type DocumentGraphNode = Static<typeof schemas.graphNode>;
type DocumentGraphEdge = Static<typeof schemas.graphEdge>;

export function graphJson(
  graphs: readonly Masked<GraphToShow>[],
  diagnostics: readonly Masked<Diagnostic>[],
): GraphDocument {
  return {
    format: 1,
    graphs: graphs.map(gameGraphJson),
    diagnostics: problemsJson(diagnostics),
  };
}

function gameGraphJson({ game, graph }: GraphToShow): DocumentGraph {
  return { game, nodes: graph.nodes.map(nodeJson), edges: graph.edges.map(edgeJson) };
}

function nodeJson(node: GraphNode): DocumentGraphNode {
  return {
    address: node.address,
    custom_id: node.custom_id,
    name: node.name,
    description: node.description,
    kind: node.kind,
    stage: node.stage,
    is_secret: node.is_secret,
    is_declared: node.is_declared,
    note: node.note,
    facts: node.facts.map(({ label, text }) => ({ label, text })),
  };
}

function edgeJson({ from, to, relation }: GraphEdge): DocumentGraphEdge {
  return { from, to, relation };
}
