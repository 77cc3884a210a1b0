/** The result of `apply` in each of its forms. */

import { renderResults } from "../../view/apply/apply-text.ts";
import { renderApplyJson } from "../../view/json/render.ts";
import { renderGamesLine } from "../../view/plan/plan-text.ts";
import type { AppliedGames } from "../../workflow/apply-games.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import type { Ports } from "../terminal/ports.ts";
import { renderProblems } from "../terminal/problems.ts";
import type { ApplyFileFormat } from "./formats.ts";
import type { Forms } from "./outputs.ts";
import { renderPlans } from "./shown-plans.ts";

export function applyForms(flags: OutputFlags, ports: Ports): Forms<ApplyFileFormat, AppliedGames> {
  return {
    text: ({ attempts, results, begun, problems }, view) =>
      [
        renderPlans(attempts, flags, { result: view }),
        renderProblems(problems, view, ports),
        renderResults(begun, view),
        attempts.isSeveral ? `\n${renderGamesLine(results, view)}` : "",
      ].join(""),
    json: ({ results, problems }) => renderApplyJson(results, problems),
    markdown: async (applied) => (await import("./markdown.ts")).applyMarkdown(applied, flags, ports.env),
  };
}
