/** A graph without the names and texts of what is secret. Ids stay: they are how people speak of things. */
import { concealing, MASK, type Secrets } from "../../plan/secrets.ts";
import type { Graph, GraphNode } from "./graph.ts";

/** The graph with a mask in place of every name, description and text that is secret. */
export function concealGraph({ nodes, edges }: Graph, secrets: Secrets): Graph {
  const conceal = concealing(secrets);
  const concealed = nodes.map((node): GraphNode => {
    const facts = node.facts.map(({ label, text }) => ({ label, text: conceal(text) }));
    if (!secrets.addresses.has(node.address)) {
      return { ...node, name: conceal(node.name), description: conceal(node.description), facts };
    }
    return { ...node, name: MASK, description: node.description === "" ? "" : MASK, facts };
  });
  return { nodes: concealed, edges };
}
