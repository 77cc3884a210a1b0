/** What all forms of a graph share: titles and words. */
import type { Graph, GraphNode } from "../../analysis/graph/graph.ts";

/** The graph of one game. */
export interface GraphToShow {
  readonly game: string;
  readonly graph: Graph;
}

/** The name, or the id where no name is known. */
export function titleOf({ name, custom_id }: GraphNode): string {
  return name === "" ? custom_id : name;
}

/** Beside the title: the note, and what is special. */
export function remarksOf({ note, is_secret, is_declared }: GraphNode): readonly string[] {
  return [note, is_secret ? "secret" : "", is_declared ? "" : "not declared"].filter((text) => text !== "");
}
