/** What all forms of a graph share: titles and words. */
import type { GraphNode } from "../../analysis/graph/graph.ts";
import type { GameGraph } from "../../workflow/graphs.ts";

/** The graph of one game. */
export type GraphToShow = Pick<GameGraph, "game" | "graph">;

/** The name, or the id where no name is known. */
export function titleOf({ name, custom_id }: GraphNode): string {
  return name === "" ? custom_id : name;
}

/** Beside the title: the note, and what is special. */
export function remarksOf({ note, is_secret, is_declared }: GraphNode): readonly string[] {
  return [note, is_secret ? "secret" : "", is_declared ? "" : "not declared"].filter((text) => text !== "");
}
