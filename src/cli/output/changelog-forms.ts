/** The result of `changelog` in each of its forms. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { GameChangelog } from "../../plan/impact.ts";
import { renderChangelogMarkdown, renderChangelogText } from "../../view/changelog-text.ts";
import { renderChangelogJson } from "../../view/impact/changelog-json.ts";
import type { Ports } from "../terminal/ports.ts";
import { renderProblems } from "../terminal/problems.ts";
import type { ChangelogFormat } from "./formats.ts";
import type { Forms } from "./outputs.ts";

export interface ChangelogResult {
  /** Those without errors. */
  readonly games: readonly GameChangelog[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Problems are not for players: what they are to read holds none. */
export function changelogForms(ports: Ports): Forms<ChangelogFormat, ChangelogResult> {
  return {
    text: ({ games, diagnostics }, view) =>
      (view.alone ? renderProblems(diagnostics, view, ports) : "") + renderChangelogText(games, view),
    json: ({ games, diagnostics }) => renderChangelogJson(games, diagnostics),
    markdown: ({ games }) => renderChangelogMarkdown(games),
  };
}
