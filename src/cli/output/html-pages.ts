/** Results as pages of HTML: pictures, and the styles and scripts that come with laurel. */
import { hash } from "node:crypto";
import { layoutOf } from "../../analysis/graph/layout.ts";
import { catalog } from "../../catalog/index.ts";
import { readTemplate } from "../../files/assets.ts";
import type { GraphToShow } from "../../view/graph/graph-view.ts";
import type { Document } from "../../view/render/document.ts";
import { renderHtml } from "../../view/render/html.ts";
import type { PageAssets } from "../../view/render/html-template.ts";

export async function documentPage(document: Document): Promise<string> {
  return renderHtml(document, { assets: await pageAssets([], []), hash: (text) => hash("sha256", text, "base64") });
}

export async function graphPage(games: readonly GraphToShow[]): Promise<string> {
  const { renderGraphHtml } = await import("../../view/graph/graph-html.ts");
  const drawn = games.map((game) => ({ ...game, layout: layoutOf(game.graph) }));
  const assets = await pageAssets(["graph"], ["picture", "graph"]);
  return renderGraphHtml(drawn, catalog, { assets, hash: (text) => hash("sha256", text, "base64") });
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
