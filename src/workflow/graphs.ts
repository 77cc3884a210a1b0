/** The graphs of the chosen games. */
import { around, concealGraph, type Graph, graphOf } from "../analysis/graph/graph.ts";
import { type Secrets, secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { quoted } from "../manifest/wording.ts";
import { diagnostic, hasErrors } from "../model/diagnostics.ts";
import { didYouMean } from "../model/nearest.ts";
import { type LocalContext, loadGames } from "./load-games.ts";
import type { GameOptions } from "./options.ts";

/** The graph of one game. */
export interface GameGraph {
  readonly game: string;
  readonly graph: Graph;
  readonly secrets: Secrets;
}

/** The games without errors, in the order of the project. */
export async function gameGraphs(
  { achievement: ids, ...options }: GameOptions & { readonly achievement: readonly string[] },
  run: LocalContext,
) {
  const { games: loaded, diagnostics } = await loadGames(options, run);
  const whole = loaded.map(({ choice: { game }, desired, design }): GameGraph => {
    return { game, graph: graphOf(design), secrets: secretsOf({ desired }, catalog) };
  });
  if (ids.length === 0) return { games: whole, diagnostics };
  const known = whole.flatMap(({ graph }) => achievementsIn(graph).map(({ custom_id }) => custom_id));
  const unknown = ids.filter((id) => !known.includes(id));
  // Where a game could not be read, an id may be one of its.
  if (whole.length > 0 && !hasErrors(diagnostics) && unknown.length > 0) {
    const problems = unknown.map((id) =>
      diagnostic("unknown-achievement", `No achievement is ${quoted(id)}.`, { help: didYouMean(id, known) }),
    );
    return { games: [], diagnostics: [...diagnostics, ...problems] };
  }
  // Games that have none of the achievements are left out.
  const games = whole.flatMap((game) => {
    const goals = achievementsIn(game.graph).filter(({ custom_id }) => ids.includes(custom_id));
    const addresses = goals.map(({ address }) => address);
    return goals.length === 0 ? [] : [{ ...game, graph: around(game.graph, addresses) }];
  });
  return { games, diagnostics };
}

/** Without secrets. */
export function concealGraphs(games: readonly GameGraph[]): readonly GameGraph[] {
  return games.map((game) => ({ ...game, graph: concealGraph(game.graph, game.secrets) }));
}

function achievementsIn({ nodes }: Graph): Graph["nodes"] {
  return nodes.filter(({ stage }) => stage === "earn");
}
