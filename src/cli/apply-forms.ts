/** The result of `apply` in each of its forms. */
import type { ApplyResult } from "../core/events.ts";
import { renderApplyJson } from "../render/apply-json.ts";
import { renderApplyText } from "../render/apply-text.ts";
import { renderGamesLine } from "../render/games-text.ts";
import type { TextView } from "../render/text-layout.ts";
import type { AppliedGames } from "./apply-games.ts";
import type { Flags } from "./command.ts";
import type { ApplyFileFormat } from "./formats.ts";
import { applyMarkdown } from "./markdown.ts";
import type { Forms } from "./outputs.ts";
import type { Ports } from "./ports.ts";
import { renderProblems } from "./problems.ts";
import { renderPlans } from "./shown-plans.ts";

export function applyForms(flags: Flags, ports: Ports): Forms<ApplyFileFormat, AppliedGames> {
  return {
    text: ({ attempts, results, begun, problems }, view) =>
      [
        renderPlans(attempts, flags, { result: view }),
        renderProblems(problems, view, ports),
        renderResults(begun, view),
        attempts.isSeveral ? `\n${renderGamesLine(results, view)}` : "",
      ].join(""),
    json: ({ results, problems }) => renderApplyJson(results, problems),
    markdown: (applied) => applyMarkdown(applied, flags, ports.env),
  };
}

/** Each behind a blank line. Nothing is told of games that had nothing to do, and of those of which nothing was begun. */
export function renderResults(results: readonly ApplyResult[], view: TextView): string {
  return results
    .filter(({ steps, outcome }) => steps.length > 0 && outcome !== "not-started")
    .map((result) => `\n${renderApplyText(result, view)}`)
    .join("");
}
