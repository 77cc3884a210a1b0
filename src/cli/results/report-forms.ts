/** The result of `report` in each of its forms. */
import { catalog } from "../../catalog/index.ts";
import type { Diagnostic } from "../../core/diagnostics.ts";
import type { DesiredGame } from "../../core/model.ts";
import { secretsOfManifests } from "../../core/plan/secrets.ts";
import { sha256Base64 } from "../../edges/hash.ts";
import type { ReportedGame } from "../../render/report/reported-game.ts";
import { type Flags, flag } from "../line/command.ts";
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
      const shown = games.map((game) => ({ ...game, secrets: secretsOfManifests(game.desired, catalog) }));
      return renderEconomyMarkdown(shown, diagnostics, {
        catalog,
        reveal: flag(flags, "reveal-secrets") ?? false,
        showRequests: false,
        ...(url === undefined ? {} : { runUrl: url }),
      });
    },
    html: async ({ games, diagnostics }) => {
      const { renderEconomyHtml } = await import("../../render/report/economy-html.ts");
      const { pageAssets } = await import("./page-assets.ts");
      return renderEconomyHtml(games, diagnostics, await pageAssets(["report"], ["report"]), sha256Base64);
    },
  };
}
