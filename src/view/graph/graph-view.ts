/** What all forms of a graph share: titles, signs and words. */
import type { EdgeChange, Graph, GraphNode, NodeChange, Relation } from "../../analysis/graph/graph.ts";

/** The graph of one game. */
export interface GraphToShow {
  readonly game: string;
  readonly graph: Graph;
}

/** In front of what a plan touches, as in a plan that is shown as text. */
export const NODE_SIGNS: Readonly<Record<NodeChange, string>> = {
  create: "+",
  update: "~",
  rename: "=",
  replace: "*",
  delete: "-",
};
export const EDGE_SIGNS: Readonly<Record<EdgeChange, string>> = { attach: "+", detach: "-" };

/** What a plan will have done. */
const NODE_CHANGES: Readonly<Record<NodeChange, string>> = {
  create: "will be created",
  update: "will be updated",
  rename: "will be renamed",
  replace: "will be replaced",
  delete: "will be deleted",
};
export const EDGE_CHANGES: Readonly<Record<EdgeChange, string>> = {
  attach: "will be connected",
  detach: "will be disconnected",
};

/** The words of an edge, seen from its beginning and from its end. */
export const RELATIONS: Readonly<Record<Relation, { readonly to: string; readonly from: string }>> = {
  records: { to: "records also", from: "recorded by" },
  "counts-for": { to: "counts for", from: "counts" },
  "member-of": { to: "member of", from: "made of" },
  earns: { to: "earns", from: "earned by" },
  gives: { to: "gives", from: "given by" },
};

/** The name, or the id where no name is known. */
export function titleOf({ name, custom_id }: GraphNode): string {
  return name === "" ? custom_id : name;
}

/** The name with the id, once where they are equal. */
export function titleWithId({ name, custom_id }: Pick<GraphNode, "name" | "custom_id">): string {
  return name === "" || name === custom_id ? custom_id : `${name} (${custom_id})`;
}

/** Beside the title: the note, and what is special. */
export function remarksOf({ note, is_secret, is_declared }: GraphNode): readonly string[] {
  return [...(note === "" ? [] : [note]), ...(is_secret ? ["secret"] : []), ...(is_declared ? [] : ["not declared"])];
}

/** What a plan does to it, in words; a new id comes with the old one. */
export function changeWords({ change, was }: GraphNode): string {
  if (change === undefined) return "";
  return was === undefined ? NODE_CHANGES[change] : `${NODE_CHANGES[change]} (now: ${was})`;
}
