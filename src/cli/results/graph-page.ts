/** Graphs as a page of HTML: what comes with laurel for it, and the pictures. */
import { catalog } from "../../catalog/index.ts";
import { readTemplate } from "../../edges/files/templates.ts";
import { sha256Base64 } from "../../edges/hash.ts";
import { layoutOf } from "../../meaning/graph/layout.ts";
import { renderGraphHtml } from "../../render/graph/graph-html.ts";
import type { GameGraph } from "../../render/graph/graph-words.ts";

export async function graphPage(games: readonly GameGraph[]): Promise<string> {
  const [page, style, script] = await Promise.all(
    ["page.css", "graph.css", "graph.js"].map(async (name) => (await readTemplate("pages", name)).text),
  );
  const assets = { styles: [page ?? "", style ?? ""], scripts: [script ?? ""] };
  const drawn = games.map((game) => ({ ...game, layout: layoutOf(game.graph) }));
  return renderGraphHtml(drawn, catalog, assets, sha256Base64);
}
