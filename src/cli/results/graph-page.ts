/** Graphs as a page of HTML: with what comes with laurel for it, and the pictures. */
import { catalog } from "../../catalog/index.ts";
import { sha256Base64 } from "../../edges/hash.ts";
import { layoutOf } from "../../meaning/graph/layout.ts";
import { renderGraphHtml } from "../../render/graph/graph-html.ts";
import type { GameGraph } from "../../render/graph/graph-words.ts";
import { pageAssets } from "./page-assets.ts";

export async function graphPage(games: readonly GameGraph[]): Promise<string> {
  const drawn = games.map((game) => ({ ...game, layout: layoutOf(game.graph) }));
  return renderGraphHtml(drawn, catalog, await pageAssets(["graph"], ["graph"]), sha256Base64);
}
