/** Pages of plans for tests, with the assets that they have in the product. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { catalog } from "../../../src/catalog/index.ts";
import { sha256Base64 } from "../../../src/files/hash.ts";
import type { PageAssets } from "../../../src/view/html/html.ts";
import { type PlanPageOptions, renderPlanPage } from "../../../src/view/plan/plan-html.ts";
import type { GameToShow } from "../../../src/view/plan/plan-view.ts";
import { ROOT } from "../../docs/reader.ts";

const template = (name: string): string => readFileSync(join(ROOT, "templates/pages", name), "utf8");

export const ASSETS: PageAssets = {
  styles: [template("page.css"), template("graph.css"), template("plan.css")],
  scripts: [template("plan.js")],
};

export function planPage(games: readonly GameToShow[], options: Partial<PlanPageOptions> = {}): string {
  return renderPlanPage(games, [], {
    catalog,
    reveal: false,
    pictures: new Map(),
    assets: ASSETS,
    hash: sha256Base64,
    ...options,
  });
}
