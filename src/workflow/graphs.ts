/** The graphs of the chosen games. */
import { around, concealGraph, type Graph, graphOf } from "../analysis/graph/graph.ts";
import { type Secrets, secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { quoted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { didYouMean } from "../model/nearest.ts";
import { type LocalContext, loadDesigns } from "./load-games.ts";
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
  const known = whole.flatMap(({ graph }) => achievementsIn(graph));
  const where = whole.length === 1 ? `The game ${quoted(whole[0]?.game ?? "")} has` : "The games have";
  // Where a game could not be read, an id may be one of its.
  const unknown = ids
    .filter((id) => whole.length > 0 && !hasErrors(diagnostics) && !known.includes(id))
    .map((id) =>
      diagnostic("unknown-achievement", `${where} no achievement ${quoted(id)}.`, { help: didYouMean(id, known) }),
    );
  if (unknown.length > 0) return { games: [], diagnostics: [...diagnostics, ...unknown] };
  return { games: ids.length === 0 ? whole : whole.flatMap((game) => narrowed(game, ids)), diagnostics };
}

/** Without secrets. */
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

function achievementsIn({ nodes }: Graph): readonly string[] {
  return nodes.filter(({ stage }) => stage === "earn").map(({ custom_id }) => custom_id);
}
