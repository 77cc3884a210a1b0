/** Graphs as a page of HTML: with what comes with laurel for it, and the pictures. */
import { layoutOf } from "../../analysis/graph/layout.ts";
import { catalog } from "../../catalog/index.ts";
import { sha256Base64 } from "../../files/hash.ts";
import { renderGraphHtml } from "../../view/graph/graph-html.ts";
import type { GameGraph } from "../../view/graph/graph-view.ts";
import { pageAssets } from "./page-assets.ts";

export async function graphPage(games: readonly GameGraph[]): Promise<string> {
  const drawn = games.map((game) => ({ ...game, layout: layoutOf(game.graph) }));
  return renderGraphHtml(drawn, catalog, await pageAssets(["graph"], ["graph"]), sha256Base64);
}
