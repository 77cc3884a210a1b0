/** The graphs of the chosen games, with the changes of a plan where one is given. */
import { around, concealGraph, type Graph, graphOf } from "../analysis/graph/graph.ts";
import { plannedGraph } from "../analysis/graph/planned.ts";
import { catalog } from "../catalog/index.ts";
import { sha256 } from "../files/hash.ts";
import { both, quoted } from "../manifest/wording.ts";
import { pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { digestOfManifests } from "../plan/plan.ts";
import type { SavedPlan } from "../plan/plan-file.ts";
import { type Secrets, secretsOf, secretsOfManifests } from "../plan/secrets.ts";
import { named } from "./game.ts";
import { type LoadedDesign, type LocalContext, loadDesigns, unknownAchievements } from "./load-games.ts";
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
  /** The plan that it shows. */
  readonly plan?: { readonly environment: string; readonly digest: string };
}

/** The plans of a file by game. */
type Plans = ReadonlyMap<string, SavedPlan>;

/** Needs no network. */
export async function gameGraphs(options: GraphOptions, run: LocalContext): Promise<GameGraphs> {
  // Problems of games that are in the file without a plan are for `apply`.
  const file =
    options.plan === undefined
      ? { value: [], diagnostics: [] }
      : await (await import("./saved-plan.ts")).readPlanFile(options.plan, run.ports.cwd);
  if (file.value === undefined) return { games: [], diagnostics: file.diagnostics };
  const plans: Plans = new Map(file.value.map((plan) => [plan.game, plan]));
  const all = await loadDesigns(inEnvironmentOf(plans, options), run);
  const { games: designs, diagnostics } = all;
  const others = unfitting(plans, designs);
  const problems = [...diagnostics, ...others];
  if (designs.length === 0 || others.length > 0) return { games: [], diagnostics: problems };
  const whole = designs.map((loaded): GameGraph => {
    const plan = plans.get(loaded.choice.game);
    if (plan !== undefined && digestOfManifests(loaded.desired, catalog, sha256) !== plan.basis.manifests) {
      pushAll(problems, named(all, loaded.choice.game, [otherManifests(plan)]));
    }
    return gameGraph(loaded, plan);
  });
  const ids = options.achievement;
  const unknown = unknownAchievements(ids, whole.map(withIds), problems);
  if (unknown.length > 0) return { games: [], diagnostics: [...problems, ...unknown] };
  return { games: ids.length === 0 ? whole : whole.flatMap((game) => narrowed(game, ids)), diagnostics: problems };
}

/** Manifests are read for the environment of the plan, unless the options name another or the folder. */
function inEnvironmentOf(plans: Plans, options: GraphOptions): GraphOptions {
  const environments = new Set([...plans.values()].map(({ environment }) => environment));
  const [env] = environments;
  const isGiven = options.env !== undefined || options.manifests !== undefined;
  return environments.size !== 1 || isGiven ? options : { ...options, env };
}

function gameGraph({ choice, desired, design }: LoadedDesign, plan: SavedPlan | undefined): GameGraph {
  const graph = plan === undefined ? graphOf(design) : plannedGraph(design, plan, catalog);
  const secrets =
    plan === undefined
      ? secretsOfManifests(desired, catalog)
      : secretsOf({ plan, desired, live: { resources: new Map() } }, catalog);
  if (plan === undefined) return { game: choice.game, graph, secrets };
  return { game: choice.game, graph, secrets, plan: { environment: plan.environment, digest: plan.digest } };
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

function unfitting(plans: Plans, designs: readonly LoadedDesign[]): readonly Diagnostic[] {
  if (plans.size === 0 || designs.length === 0 || designs.some(({ choice }) => plans.has(choice.game))) return [];
  const [planned, drawn] = [[...plans.keys()], designs.map(({ choice }) => choice.game)];
  const detail = `The plan is for ${both(planned.map(quoted))}, and the graph is of ${both(drawn.map(quoted))}.`;
  return [diagnostic("other-target", detail)];
}

function otherManifests({ game, environment }: SavedPlan): Diagnostic {
  const detail = `The plan for the game ${quoted(game)} (${environment}) was made from other manifests than those here. The graph shows these.`;
  return diagnostic("other-manifests", detail, { help: ["plan again with: laurel plan --out FILE"] });
}
