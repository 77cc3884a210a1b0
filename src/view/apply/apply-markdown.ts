/**
 * The results of an apply as one page of Markdown, for the summary of a job: the verdict first, then what failed and why,
 * then the rest.
 */
import { counted } from "../../manifest/wording.ts";
import { type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import type { ApplyOutcome, ApplyResult, StepResult, StepStatus } from "../../model/events.ts";
import type { Kept } from "../../model/model.ts";
import { concealResult, type Secrets, unknownSecrets } from "../../plan/secrets.ts";
import { concealAll } from "../findings/problem-view.ts";
import {
  type MarkdownOptions,
  nameOf,
  problemLines,
  problemSection,
  quotation,
  renderPage,
} from "../markdown/markdown-page.ts";
import { CLOSING, code, opening, prose } from "../markdown/markdown-text.ts";
import { emptyNote, undeclaredNote } from "../plan/plan-view.ts";
import { UNWRAPPED } from "../text/layout.ts";
import type { Section } from "../text/size-budget.ts";
import { renderTotals, renderVerdict, STATUSES } from "./apply-text.ts";

/** The result of one game. */
export interface AppliedGame {
  readonly result: ApplyResult;
  /** Its problems beside those of the result, such as warnings of its plan. */
  readonly diagnostics: readonly Diagnostic[];
  /** What its plan kept; absent where there was no plan. */
  readonly kept?: readonly Kept[];
  /** Absent where they are unknown, because not both sides of the game could be read. */
  readonly secrets?: Secrets;
}

/** `general`: problems of the run as a whole, because of which there may be no results. */
export function renderApplyMarkdown(
  games: readonly AppliedGame[],
  general: readonly Diagnostic[],
  options: MarkdownOptions,
): string {
  const results = games.map(({ result, secrets = unknownSecrets(options.catalog) }) =>
    options.reveal ? result : concealResult(result, secrets),
  );
  const [only] = results.length === 1 ? results : [];
  const problems = sortDiagnostics([
    ...concealAll(general, undefined, options),
    ...games.flatMap(({ diagnostics, secrets }) => concealAll(diagnostics, secrets, options)),
  ]);
  return renderPage(
    {
      title: `## ${titleOf(results)}`,
      top: only === undefined ? emptyNote(results, problems) : verdictOf(only, games[0]?.kept ?? []),
      sections: [
        ...(results.length > 1 ? [overview(results)] : []),
        ...problemSection(problems, "error"),
        ...results.flatMap((result) => failureSection(result, only === undefined)),
        ...results.flatMap((result) => stepSections(result, only === undefined)),
        ...problemSection(problems, "warning"),
      ],
      command: "laurel apply",
    },
    options,
  );
}

function titleOf(results: readonly ApplyResult[]): string {
  const [first, ...others] = results;
  if (first === undefined) return "Nothing was applied";
  if (others.length === 0) return `${SINGLE[first.outcome]} ${nameOf(first)}`;
  const undone = results.filter(({ outcome }) => outcome !== "done").length;
  const all = counted(results.length, "game");
  return undone === 0 ? `Applied ${all}` : `Applied ${results.length - undone} of ${all}`;
}

/** In front of the name of the only game. */
const SINGLE: Readonly<Record<ApplyOutcome, string>> = {
  done: "Applied",
  failed: "Not fully applied:",
  refused: "Refused, nothing was applied:",
  invalid: "Nothing was applied:",
  usage: "Nothing was applied:",
  interrupted: "Interrupted:",
  "not-started": "Nothing was applied:",
};

/** In the table of several games. */
const WORDS: Readonly<Record<ApplyOutcome, string>> = {
  done: "done",
  failed: "⚠ **failed**",
  refused: "⚠ **refused**",
  invalid: "⚠ **invalid manifests**",
  usage: "⚠ **not started**",
  interrupted: "⚠ **interrupted**",
  "not-started": "not started",
};

function verdictOf(result: ApplyResult, kept: readonly Kept[]): readonly string[] {
  if (result.steps.length === 0) {
    if (result.outcome !== "done") return [];
    return [`**No changes.** The live game matches the manifests${undeclaredNote(kept)}.`];
  }
  return [`**${prose(renderTotals(result, UNWRAPPED))}** ${renderVerdict(result, UNWRAPPED).map(prose).join(" ")}`];
}

function overview(results: readonly ApplyResult[]): Section {
  return {
    rank: 0,
    counts: "game",
    head: "| Game | Environment | Result | Steps | Converged |\n| :-- | :-- | :-- | :-- | :-- |\n",
    units: [...results]
      .sort((a, b) => Number(a.outcome === "done") - Number(b.outcome === "done"))
      .map((result) => () => {
        const { game, environment, outcome, converged, steps } = result;
        const place = environment === "" ? "" : code(environment);
        const totals = steps.length === 0 ? "" : prose(renderTotals(result, UNWRAPPED));
        return `| ${code(game)} | ${place} | ${WORDS[outcome]} | ${totals} | ${converged ? "yes" : "no"} |\n`;
      }),
    more: (left) => `\n… and ${counted(left, "more game")}.\n`,
  };
}

/** Every step but those that failed. */
function stepSections(result: ApplyResult, isNamed: boolean): readonly Section[] {
  const of = (statuses: readonly StepStatus[]): readonly StepResult[] =>
    statuses.flatMap((wanted) => result.steps.filter(({ status }) => status === wanted));
  return [
    ...stepsSection(result, of(["skipped", "not-started"]), "not done", 1, isNamed),
    ...stepsSection(result, of(["done", "not-needed"]), "done", 3, isNamed),
  ];
}

/** Failed steps and what reading again has shown, each with the reason. */
function failureSection(result: ApplyResult, isNamed: boolean): readonly Section[] {
  const failed = result.steps.filter(({ status }) => status === "failed");
  const units = [
    ...failed.map(({ id, diagnostic }) => (): readonly string[] => [
      `- ${STATUSES.failed.word}: ${code(id)}`,
      ...(diagnostic === undefined ? [] : problemLines(diagnostic).map((line) => `  ${line}`)),
    ]),
    ...result.diagnostics.map((problem) => () => problemLines(problem)),
  ];
  if (units.length === 0) return [];
  const whose = isNamed ? ` of ${nameOf(result)}` : "";
  return [
    {
      rank: 0,
      counts: "problem",
      game: nameOf(result),
      head: `> [!CAUTION]\n> **${counted(units.length, "problem")}${whose}**\n>\n`,
      units: units.map((lines) => () => quotation(lines())),
      more: (left) => quotation([`- and ${counted(left, "more problem")}, not shown here`]),
    },
  ];
}

function stepsSection(
  result: ApplyResult,
  steps: readonly StepResult[],
  what: string,
  rank: number,
  isNamed: boolean,
): readonly Section[] {
  if (steps.length === 0) return [];
  const whose = isNamed ? `\n${nameOf(result)}\n` : "";
  return [
    {
      rank,
      counts: "step",
      game: nameOf(result),
      head: `${opening(`${counted(steps.length, "step")} ${what}`)}${whose}\n`,
      units: steps.map(({ id, status, because }) => () => {
        const why = because === undefined ? "" : `, because of ${code(because)}`;
        return `- ${STATUSES[status].word}: ${code(id)}${why}\n`;
      }),
      foot: `\n${CLOSING}`,
      more: (left) => `- and ${counted(left, "more step")}, not shown here\n`,
    },
  ];
}
