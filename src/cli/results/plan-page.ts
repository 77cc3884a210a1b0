/** Plans as a page of HTML: what comes with laurel for it, and what the flags and the environment say about it. */
import { catalog } from "../../catalog/index.ts";
import { readTemplate } from "../../edges/files/templates.ts";
import { sha256Base64 } from "../../edges/hash.ts";
import { renderPlanPage } from "../../render/plan-page/plan-page.ts";
import { type Flags, flag } from "../line/command.ts";
import type { PlannedGames } from "../planning/planned-games.ts";
import type { Ports } from "../ports.ts";
import { runUrl } from "./markdown.ts";

/** `each`: the games of the run; `general`: what concerns all of them. */
export async function plansPage(
  { each, general }: Pick<PlannedGames, "each" | "general">,
  flags: Flags,
  env: Ports["env"],
): Promise<string> {
  const [page = "", style = "", script = ""] = await Promise.all(
    ["page.css", "plan.css", "plan.js"].map(async (name) => (await readTemplate("pages", name)).text),
  );
  const url = runUrl(env);
  return renderPlanPage(each, general, {
    catalog,
    reveal: flag(flags, "reveal-secrets") ?? false,
    showRequests: flag(flags, "show-requests") ?? false,
    ...(url === undefined ? {} : { runUrl: url }),
    pictures: new Map(),
    assets: { styles: [page, style], scripts: [script] },
    hash: sha256Base64,
  });
}
