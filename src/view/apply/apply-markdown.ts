/** The results of an apply as one page of Markdown: the verdict first, then what failed and why, then the rest. */
import { counted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { StepStatus } from "../../model/events.ts";
import {
  boxSection,
  listSection,
  type MarkdownOptions,
  nameOf,
  problemLines,
  problemSections,
  renderPage,
  tableSection,
} from "../markdown/markdown-page.ts";
import { CLOSING, code, opening, prose } from "../markdown/markdown-text.ts";
import { OUTCOMES } from "../plan/plan-text.ts";
import { notVerifiedGroups } from "../text/not-verified.ts";
import type { Section } from "../text/size-budget.ts";
import { type AppliedGame, type ApplyView, applyRunView } from "./apply-view.ts";

/** `general`: problems of the run as a whole, because of which there may be no results. */
export function renderApplyMarkdown(
  given: readonly AppliedGame[],
  general: readonly Diagnostic[],
  options: MarkdownOptions,
): string {
  const { games, byUrgency, title, note, findings } = applyRunView(given, general, options);
  const [only] = games.length === 1 ? games : [];
  const verdict = only === undefined || only.steps.length === 0 ? "" : verdictOf(only);
  return renderPage(
    {
      title: `## ${title}${only === undefined ? "" : ` ${nameOf(only)}`}`,
      top: [note, verdict].filter((text) => text !== ""),
      sections: [
        ...(games.length > 1 ? overview(byUrgency) : []),
        ...problemSections(findings, "error"),
        ...games.flatMap((game) => failureSection(game, only === undefined)),
        ...games.flatMap((game) => [
          ...stepsSection(game, ["skipped", "not-started"], "not done", 1, only === undefined),
          ...notVerifiedSection(game, only === undefined),
          ...stepsSection(game, ["not-verified"], "not verified", 2, only === undefined),
          ...stepsSection(game, ["done"], "done", 3, only === undefined),
        ]),
        ...problemSections(findings, "warning"),
      ],
      command: "laurel apply",
    },
    options,
  );
}

function totalsOf({ totals }: ApplyView): string {
  return prose(`${totals.map(({ words }) => words).join(", ")}.`);
}

function verdictOf(game: ApplyView): string {
  return `**${totalsOf(game)}** ${prose(game.verdict.words)}`;
}

function outcomeCell({ outcome }: ApplyView): string {
  const { words, role } = OUTCOMES[outcome];
  return role === undefined ? words : `⚠ **${words}**`;
}

function overview(games: readonly ApplyView[]): readonly Section[] {
  const columns = ["Game", "Environment", "Result", "Steps", "Converged"];
  const rows = games.map((view) => () => [
    code(view.game),
    view.environment === "" ? "" : code(view.environment),
    outcomeCell(view),
    view.steps.length === 0 ? "" : totalsOf(view),
    !view.converged ? "no" : view.not_verified.length === 0 ? "yes" : `yes, ${view.not_verified.length} not verified`,
  ]);
  return tableSection({ rank: 0, counts: "game", head: "" }, columns, rows);
}

/** Failed steps and what reading again has shown, each with the reason. */
function failureSection(view: ApplyView, isNamed: boolean): readonly Section[] {
  const failed = view.steps.filter(({ status }) => status === "failed");
  const entries = [
    ...failed.map(({ id, word, diagnostic }) => () => {
      const [first, ...rest] = diagnostic === undefined ? [] : problemLines(diagnostic);
      return [
        `${word}: ${code(id)}`,
        ...(first === undefined ? [] : [`- ${first}`]),
        ...rest.map((line) => `  ${line}`),
      ];
    }),
    ...view.diagnostics.map((problem) => () => problemLines(problem)),
  ];
  const game = nameOf(view);
  const head = `${counted(entries.length, "problem")}${isNamed ? ` of ${game}` : ""}`;
  return boxSection("CAUTION", { rank: 0, counts: "problem", head }, entries);
}

function notVerifiedSection(view: ApplyView, isNamed: boolean): readonly Section[] {
  const game = nameOf(view);
  return notVerifiedGroups(view.not_verified).flatMap(({ heading, lines }) => {
    const lead = { rank: 2, counts: "field", head: `\n${isNamed ? `${game}\n\n` : ""}${prose(heading)}\n\n` };
    const entries = lines.map((line) => () => prose(line));
    return listSection(lead, entries);
  });
}

function stepsSection(
  view: ApplyView,
  statuses: readonly StepStatus[],
  what: string,
  rank: number,
  isNamed: boolean,
): readonly Section[] {
  const steps = statuses.flatMap((wanted) => view.steps.filter(({ status }) => status === wanted));
  const game = nameOf(view);
  const entries = steps.map(({ id, word, because }) => () => {
    return `${word}: ${code(id)}${because === undefined ? "" : `, because of ${code(because.id)}`}`;
  });
  const head = `${opening(`${counted(steps.length, "step")} ${what}`)}${isNamed ? `\n${game}\n` : ""}\n`;
  const list = listSection({ rank, counts: "step", head }, entries);
  return list.map((section) => ({ ...section, foot: `\n${CLOSING}` }));
}
