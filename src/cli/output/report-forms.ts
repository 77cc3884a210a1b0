/** The result of `report` in each of its forms. */
import { catalog } from "../../catalog/index.ts";
import { sha256Base64 } from "../../files/hash.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { DesiredGame } from "../../model/model.ts";
import { secretsOfManifests } from "../../plan/secrets.ts";
import type { ReportedGame } from "../../view/report/economy-view.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import type { Ports } from "../terminal/ports.ts";
import { renderProblems } from "../terminal/problems.ts";
import type { ReportFormat } from "./formats.ts";
import { runUrl } from "./markdown.ts";
import type { Forms } from "./outputs.ts";

export interface ReportResult {
  readonly games: readonly (ReportedGame & { readonly desired: DesiredGame })[];
  readonly diagnostics: readonly Diagnostic[];
}

export function reportForms(flags: OutputFlags, ports: Ports): Forms<ReportFormat, ReportResult> {
  return {
    text: async ({ games, diagnostics }, view) =>
      (view.alone ? renderProblems(diagnostics, view, ports) : "") +
      (await import("../../view/report/economy-text.ts")).renderEconomyText(games, view),
    json: async ({ games, diagnostics }) =>
      (await import("../../view/report/economy-json.ts")).renderEconomyJson(games, diagnostics),
    markdown: async ({ games, diagnostics }) => {
      const { renderEconomyMarkdown } = await import("../../view/report/economy-markdown.ts");
      const url = runUrl(ports.env);
      const shown = games.map((game) => ({ ...game, secrets: secretsOfManifests(game.desired, catalog) }));
      return renderEconomyMarkdown(shown, diagnostics, {
        catalog,
        reveal: flags.revealSecrets ?? false,
        showRequests: false,
        ...(url === undefined ? {} : { runUrl: url }),
      });
    },
    html: async ({ games, diagnostics }) => {
      const { renderEconomyHtml } = await import("../../view/report/economy-html.ts");
      const { pageAssets } = await import("./page-assets.ts");
      return renderEconomyHtml(games, diagnostics, await pageAssets(["report"], ["report"]), sha256Base64);
    },
  };
}
