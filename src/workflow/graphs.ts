/** The graphs of the chosen games. */
import { around, concealGraph, type Graph, graphOf } from "../analysis/graph/graph.ts";
import { type Secrets, secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { type LocalContext, loadDesigns, unknownAchievements } from "./load-games.ts";
import type { GraphOptions } from "./options.ts";

export interface GameGraphs {
  /** Of the games without errors, in the order of the project. */
  readonly games: readonly GameGraph[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The graph of one game. */
export interface GameGraph {
  readonly game: string;
  readonly graph: Graph;
  readonly secrets: Secrets;
}

/** Needs no network. */
export async function gameGraphs(options: GraphOptions, run: LocalContext): Promise<GameGraphs> {
  const { games: designs, diagnostics } = await loadDesigns(options, run);
  const whole = designs.map(
    ({ choice, desired, design }): GameGraph => ({
      game: choice.game,
      graph: graphOf(design),
      secrets: secretsOf({ desired }, catalog),
    }),
  );
  const ids = options.achievement;
  const unknown = unknownAchievements(ids, whole.map(withIds), diagnostics);
  if (unknown.length > 0) return { games: [], diagnostics: [...diagnostics, ...unknown] };
  return { games: ids.length === 0 ? whole : whole.flatMap((game) => narrowed(game, ids)), diagnostics };
}

/** For pictures, which many people see: without secrets. */
export function concealGraphs(games: readonly GameGraph[]): readonly GameGraph[] {
  return games.map((game) => ({ ...game, graph: concealGraph(game.graph, game.secrets) }));
}

/** Games that have none of the achievements are left out. */
function narrowed(game: GameGraph, ids: readonly string[]): readonly GameGraph[] {
  const goals = game.graph.nodes.filter(({ stage, custom_id }) => stage === "earn" && ids.includes(custom_id));
  if (goals.length === 0) return [];
  const graph = around(
    game.graph,
    goals.map(({ address }) => address),
  );
  return [{ ...game, graph }];
}

function withIds({ game, graph }: GameGraph) {
  return { game, ids: graph.nodes.filter(({ stage }) => stage === "earn").map(({ custom_id }) => custom_id) };
}
