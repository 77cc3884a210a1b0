/** Plans as a page of HTML: what comes with laurel for it, pictures, and what the flags and the environment say about it. */
import { designOf } from "../../analysis/design/design.ts";
import { around, concealGraph } from "../../analysis/graph/graph.ts";
import { layoutOf } from "../../analysis/graph/layout.ts";
import { plannedGraph } from "../../analysis/graph/planned.ts";
import { catalog } from "../../catalog/index.ts";
import { sha256Base64 } from "../../files/hash.ts";
import { type Picture, renderPlanPage } from "../../view/plan/plan-html.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import type { Ports } from "../terminal/ports.ts";
import { runUrl, shownGame } from "./markdown.ts";
import { pageAssets } from "./page-assets.ts";

/** Resources in one picture: more are a thicket in which nobody finds the changes. */
const MOST_DRAWN = 150;
/** Pictures on one page. */
const MOST_PICTURES = 20;

/** `each`: the games of the run; `general`: what concerns all of them. */
export async function plansPage(
  { each: results, general }: GameResults<PlannedGame>,
  flags: OutputFlags,
  env: Ports["env"],
): Promise<string> {
  const reveal = flags.revealSecrets ?? false;
  const url = runUrl(env);
  const each = results.map(shownGame);
  const pictures = each.flatMap((game) => {
    const picture = game.planned === undefined ? undefined : pictureOf(game.planned, reveal);
    return picture === undefined ? [] : [[game, picture] as const];
  });
  return renderPlanPage(each, general, {
    catalog,
    reveal,
    showRequests: flags.showRequests ?? false,
    ...(url === undefined ? {} : { runUrl: url }),
    pictures: new Map(pictures.slice(0, MOST_PICTURES)),
    assets: await pageAssets(["graph", "plan"], ["plan"]),
    hash: sha256Base64,
  });
}

/** What the changes touch, with all that leads there and all that follows. */
function pictureOf({ plan, desired, choice, secrets }: PlannedGame, reveal: boolean): Picture | undefined {
  const design = designOf(desired.resources.values(), desired.managed, choice.semantics);
  const whole = plannedGraph(design, plan, catalog);
  const changed = whole.nodes.filter(({ change }) => change !== undefined).map(({ address }) => address);
  const joined = whole.edges.filter(({ change }) => change !== undefined).map(({ to }) => to);
  const part = around(whole, [...changed, ...joined]);
  if (part.nodes.length === 0) return undefined;
  const graph = reveal ? part : concealGraph(part, secrets);
  return graph.nodes.length > MOST_DRAWN ? { graph } : { graph, layout: layoutOf(graph) };
}
