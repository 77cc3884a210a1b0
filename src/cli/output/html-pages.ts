/** Results as pages of HTML: pictures, and the styles and scripts that come with laurel. */
import { designOf } from "../../analysis/design/design.ts";
import { around, concealGraph } from "../../analysis/graph/graph.ts";
import { layoutOf } from "../../analysis/graph/layout.ts";
import { plannedGraph } from "../../analysis/graph/planned.ts";
import { catalog } from "../../catalog/index.ts";
import { readTemplate } from "../../files/assets.ts";
import { sha256Base64 } from "../../files/hash.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ChangedPart } from "../../project/changed.ts";
import { type Concealment, concealAll } from "../../view/findings/concealment.ts";
import type { GraphToShow } from "../../view/graph/graph-view.ts";
import type { PageAssets } from "../../view/html/html.ts";
import type { MarkdownOptions } from "../../view/markdown/markdown-page.ts";
import { type Picture, renderPlanPage } from "../../view/plan/plan-html.ts";
import type { ReportedGame } from "../../view/report/economy-view.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";

/** Resources in one picture: in a larger one, nobody finds the changes. */
const MOST_DRAWN = 150;

export async function plansPage(
  { each, general }: GameResults<PlannedGame>,
  options: MarkdownOptions,
): Promise<string> {
  const pictures = each.flatMap((game) => {
    const picture = game.value === undefined ? undefined : pictureOf(game.value, options.reveal);
    return picture === undefined ? [] : [[game, picture] as const];
  });
  return renderPlanPage(each, general, {
    ...options,
    pictures: new Map(pictures),
    assets: await pageAssets(["graph", "plan"], ["picture", "plan"]),
    hash: sha256Base64,
  });
}

/** The changed resources, with everything that leads to them and everything that follows. */
function pictureOf({ plan, desired, choice, secrets }: PlannedGame, reveal: boolean): Picture | undefined {
  const design = designOf(desired.resources.values(), desired.managed, choice);
  const whole = plannedGraph(design, plan);
  const changed = whole.nodes.filter(({ change }) => change !== undefined).map(({ address }) => address);
  const part = around(whole, changed);
  if (part.nodes.length === 0) return undefined;
  const graph = reveal ? part : concealGraph(part, secrets);
  return { graph, layout: graph.nodes.length > MOST_DRAWN ? undefined : layoutOf(graph) };
}

export async function graphPage(games: readonly GraphToShow[]): Promise<string> {
  const { renderGraphHtml } = await import("../../view/graph/graph-html.ts");
  const drawn = games.map((game) => ({ ...game, layout: layoutOf(game.graph) }));
  const assets = await pageAssets(["graph"], ["picture", "graph"]);
  return renderGraphHtml(drawn, catalog, { assets, hash: sha256Base64 });
}

/** `games`: as the page shows them. */
export async function reportPage(
  games: readonly ReportedGame[],
  diagnostics: readonly Diagnostic[],
  options: Concealment & ChangedPart,
): Promise<string> {
  const { renderEconomyHtml } = await import("../../view/report/economy-html.ts");
  const shown = concealAll(diagnostics, undefined, options);
  const assets = await pageAssets(["report"], []);
  return renderEconomyHtml(games, shown, { assets, hash: sha256Base64 });
}

/** `styles`: names without their ending, besides those that every page has. The scripts become one. */
async function pageAssets(styles: readonly string[], scripts: readonly string[]): Promise<PageAssets> {
  const read = (names: readonly string[]): Promise<readonly string[]> =>
    Promise.all(names.map(async (name) => (await readTemplate("pages", name)).text));
  return {
    styles: await read(["page", ...styles].map((name) => `${name}.css`)),
    scripts: scripts.length === 0 ? [] : [(await read(scripts.map((name) => `${name}.js`))).join("")],
  };
}
