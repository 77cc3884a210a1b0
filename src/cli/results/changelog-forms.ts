/** The result of `changelog` in each of its forms. */
import type { GameChangelog } from "../../core/changelog.ts";
import type { Diagnostic } from "../../core/diagnostics.ts";
import { renderChangelogJson } from "../../render/impact/changelog-json.ts";
import { renderChangelogMarkdown } from "../../render/impact/changelog-markdown.ts";
import { renderChangelogText } from "../../render/impact/changelog-text.ts";
import type { Ports } from "../ports.ts";
import { renderProblems } from "../telling/problems.ts";
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
