/** The graphs of the chosen games, with what a plan does to them and without what is secret, as the flags say. */
import { around, concealGraph, graphOf } from "../analysis/graph/graph.ts";
import { plannedGraph } from "../analysis/graph/planned.ts";
import { catalog } from "../catalog/index.ts";
import { flag, type Flags, texts } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import type { Screen } from "../cli/terminal/screen.ts";
import { sha256 } from "../files/hash.ts";
import { both, quoted } from "../manifest/wording.ts";
import { pushAll } from "../model/collections.ts";
import { diagnostic, type Diagnostic } from "../model/diagnostics.ts";
import { digestOfManifests } from "../plan/plan.ts";
import type { SavedPlan } from "../plan/plan-file.ts";
import { secretsOf, secretsOfManifests } from "../plan/secrets.ts";
import type { GameGraph } from "../view/graph/graph-words.ts";
import { type GameWithIds, unknownAchievements } from "./asked-achievements.ts";
import { foundIn, loadDesigns, type LoadedDesign } from "./loaded-designs.ts";
import { inEnvironmentOf, planOfFlag, type ShownPlans } from "./plan-of-flag.ts";

export interface GameGraphs {
  /** Of the games without errors, in the order of the project. */
  readonly games: readonly GameGraph[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Needs no network. */
export async function gameGraphs(flags: Flags, ports: Ports, screen: Screen): Promise<GameGraphs> {
  const plans = await planOfFlag(flags, ports);
  if (plans.value === undefined) return { games: [], diagnostics: plans.diagnostics };
  const all = await loadDesigns(inEnvironmentOf(plans.value, flags), ports, screen);
  const { designs, diagnostics } = all;
  const others = unfitting(plans.value, designs);
  const problems = [...diagnostics, ...others];
  if (designs.length === 0 || others.length > 0) return { games: [], diagnostics: problems };
  const whole = designs.map((loaded): GameGraph => {
    const plan = plans.value?.get(loaded.choice.game);
    if (plan !== undefined && digestOfManifests(loaded.desired, catalog, sha256) !== plan.basis.manifests) {
      pushAll(problems, foundIn(all, loaded.choice.game, [otherManifests(plan)]));
    }
    return gameGraph(loaded, plan, flag(flags, "hide-secrets") ?? false);
  });
  const ids = texts(flags, "achievement");
  const unknown = unknownAchievements(ids, whole.map(withIds), problems);
  if (unknown.length > 0) return { games: [], diagnostics: [...problems, ...unknown] };
  return { games: ids.length === 0 ? whole : whole.flatMap((game) => narrowed(game, ids)), diagnostics: problems };
}

function gameGraph({ choice, desired, design }: LoadedDesign, plan: SavedPlan | undefined, hides: boolean): GameGraph {
  const graph = plan === undefined ? graphOf(design) : plannedGraph(design, plan, catalog);
  const secrets =
    plan === undefined
      ? secretsOfManifests(desired, catalog)
      : secretsOf({ plan, desired, live: { resources: new Map() } }, catalog);
  const shown = hides ? concealGraph(graph, secrets) : graph;
  if (plan === undefined) return { game: choice.game, graph: shown };
  return { game: choice.game, graph: shown, plan: { environment: plan.environment, digest: plan.digest } };
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

function withIds({ game, graph }: GameGraph): GameWithIds {
  return { game, ids: graph.nodes.filter(({ stage }) => stage === "earn").map(({ custom_id }) => custom_id) };
}

function unfitting(plans: ShownPlans, designs: readonly LoadedDesign[]): readonly Diagnostic[] {
  if (plans.size === 0 || designs.length === 0 || designs.some(({ choice }) => plans.has(choice.game))) return [];
  const [planned, drawn] = [[...plans.keys()], designs.map(({ choice }) => choice.game)];
  const detail = `The plan is for ${both(planned.map(quoted))}, and the graph is of ${both(drawn.map(quoted))}.`;
  return [diagnostic("other-target", detail)];
}

function otherManifests({ game, environment }: SavedPlan): Diagnostic {
  const detail = `The plan for the game ${quoted(game)} (${environment}) was made from other manifests than those here. The graph shows these.`;
  return diagnostic("other-manifests", detail, { help: ["plan again with: laurel plan --out FILE"] });
}
