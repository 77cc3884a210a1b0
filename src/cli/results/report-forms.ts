/** The result of `report` in each of its forms. */
import { catalog } from "../../catalog/index.ts";
import type { Diagnostic } from "../../core/diagnostics.ts";
import type { DesiredGame } from "../../core/model.ts";
import { secretsOf } from "../../core/plan/secrets.ts";
import { readTemplate } from "../../edges/files/templates.ts";
import { sha256Base64 } from "../../edges/hash.ts";
import type { ReportedGame } from "../../render/report/reported-game.ts";
import type { Flags } from "../line/command.ts";
import { flag } from "../line/command.ts";
import type { Ports } from "../ports.ts";
import { renderProblems } from "../telling/problems.ts";
import type { ReportFormat } from "./formats.ts";
import { runUrl } from "./markdown.ts";
import type { Forms } from "./outputs.ts";

export interface ReportResult {
  readonly games: readonly (ReportedGame & { readonly desired: DesiredGame })[];
  readonly diagnostics: readonly Diagnostic[];
}

export function reportForms(flags: Flags, ports: Ports): Forms<ReportFormat, ReportResult> {
  return {
    text: async ({ games, diagnostics }, view) =>
      (view.alone ? renderProblems(diagnostics, view, ports) : "") +
      (await import("../../render/report/economy-text.ts")).renderEconomyText(games, view),
    json: async ({ games, diagnostics }) =>
      (await import("../../render/report/economy-json.ts")).renderEconomyJson(games, diagnostics),
    markdown: async ({ games, diagnostics }) => {
      const { renderEconomyMarkdown } = await import("../../render/report/economy-markdown.ts");
      const url = runUrl(ports.env);
      const shown = games.map((game) => ({ ...game, secrets: secretsIn(game.desired) }));
      return renderEconomyMarkdown(shown, diagnostics, {
        catalog,
        reveal: flag(flags, "reveal-secrets") ?? false,
        showRequests: false,
        ...(url === undefined ? {} : { runUrl: url }),
      });
    },
    html: async ({ games, diagnostics }) => {
      const { renderEconomyHtml } = await import("../../render/report/economy-html.ts");
      const [page, own, sorting] = await Promise.all(
        ["page.css", "report.css", "report.js"].map(async (name) => (await readTemplate("pages", name)).text),
      );
      const assets = { styles: [page ?? "", own ?? ""], scripts: [sorting ?? ""] };
      return renderEconomyHtml(games, diagnostics, assets, sha256Base64);
    },
  };
}

/** The manifests alone say what is secret: nothing live is shown. */
function secretsIn(desired: DesiredGame) {
  const plan = { steps: [], basis: { manifests: "", live: "", touched: [] } };
  return secretsOf({ plan, desired, live: { resources: new Map() } }, catalog);
}
