/**
 * What an apply came to as one page of Markdown, for the summary of a job. In: the results, what is secret, and the
 * problems that belong to no result. Out: a page with the verdict first, then what failed and why, then the rest.
 */
import { counted } from "../../manifest/wording.ts";
import { type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import type { ApplyOutcome, ApplyResult, StepResult, StepStatus } from "../../model/events.ts";
import type { Kept } from "../../model/model.ts";
import { concealResult, type Secrets, unknownSecrets } from "../../plan/secrets.ts";
import { FATES, renderTotals, renderVerdict } from "../apply/apply-text.ts";
import { plainStyle } from "../form/style.ts";
import { undeclaredWords } from "../plan/kept-text.ts";
import { concealAll } from "../plan/shown-game.ts";
import { nameOf, renderPage } from "./markdown-page.ts";
import { CLOSING, code, opening, prose } from "./markdown-text.ts";
import { type MarkdownOptions, noGames } from "./plan-markdown.ts";
import { problemLines, problemPile, quotation } from "./problem-markdown.ts";
import type { Pile } from "./size-budget.ts";

/** What an apply of one game came to. */
export interface AppliedGame {
  readonly result: ApplyResult;
  /** Its problems beside those of the result, such as warnings of its plan. */
  readonly diagnostics: readonly Diagnostic[];
  /** What its plan left alone; absent where there was no plan. */
  readonly kept?: readonly Kept[];
  /** Absent where nobody knows them, because not both sides of the game could be read. */
  readonly secrets?: Secrets;
}

const WIDE = { style: plainStyle, width: Number.POSITIVE_INFINITY, verbose: true };

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
  return renderPage({
    title: `## ${titleOf(results)}`,
    top: only === undefined ? noGames(results, problems) : verdictOf(only, games[0]?.kept ?? []),
    piles: [
      ...(results.length > 1 ? [overviewPile(results)] : []),
      ...problemPile(problems, "error"),
      ...results.flatMap((result) => failurePile(result, only === undefined)),
      ...results.flatMap((result) => stepPiles(result, only === undefined)),
      ...problemPile(problems, "warning"),
    ],
    bottom: [],
    ...(options.runUrl === undefined ? {} : { runUrl: options.runUrl }),
    whole: "`laurel apply` prints everything; `--format json` prints it for programs",
  });
}

function titleOf(results: readonly ApplyResult[]): string {
  const [first, ...others] = results;
  if (first === undefined) return "Nothing was applied";
  if (others.length === 0) return `${SINGLE[first.outcome]} ${nameOf(first)}`;
  const undone = results.filter(({ outcome }) => outcome !== "done").length;
  const all = counted(results.length, "game");
  return undone === 0 ? `Applied ${all}` : `Applied ${results.length - undone} of ${all}`;
}

/** What became of a game, in front of its name. */
const SINGLE: Readonly<Record<ApplyOutcome, string>> = {
  done: "Applied",
  failed: "Not fully applied:",
  refused: "Refused, nothing was applied:",
  invalid: "Nothing was applied:",
  usage: "Nothing was applied:",
  interrupted: "Interrupted:",
  "not-started": "Nothing was applied:",
};

/** What became of a game, in a table. */
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
    const undeclared = undeclaredWords(kept);
    return [`**No changes.** The live game matches the manifests${undeclared === undefined ? "" : `; ${undeclared}`}.`];
  }
  return [`**${prose(renderTotals(result, WIDE))}** ${renderVerdict(result, WIDE).map(prose).join(" ")}`];
}

function overviewPile(results: readonly ApplyResult[]): Pile {
  return {
    rank: 0,
    counts: "game",
    head: "| Game | Environment | Result | Steps | Converged |\n| :-- | :-- | :-- | :-- | :-- |\n",
    units: [...results]
      .sort((a, b) => Number(a.outcome === "done") - Number(b.outcome === "done"))
      .map((result) => () => {
        const { game, environment, outcome, converged, steps } = result;
        const place = environment === "" ? "" : code(environment);
        const totals = steps.length === 0 ? "" : prose(renderTotals(result, WIDE));
        return `| ${code(game)} | ${place} | ${WORDS[outcome]} | ${totals} | ${converged ? "yes" : "no"} |\n`;
      }),
    foot: "",
    more: (left) => `\n… and ${counted(left, "more game")}.\n`,
  };
}

/** Every step but those that failed. */
function stepPiles(result: ApplyResult, isNamed: boolean): readonly Pile[] {
  const of = (fates: readonly StepStatus[]): readonly StepResult[] =>
    fates.flatMap((fate) => result.steps.filter(({ status }) => status === fate));
  return [
    ...stepsPile(result, of(["skipped", "not-started"]), "not done", 1, isNamed),
    ...stepsPile(result, of(["done", "not-needed"]), "done", 3, isNamed),
  ];
}

/** Failed steps and what reading again has shown, each with the reason. */
function failurePile(result: ApplyResult, isNamed: boolean): readonly Pile[] {
  const failed = result.steps.filter(({ status }) => status === "failed");
  const units = [
    ...failed.map(({ id, diagnostic }) => (): readonly string[] => [
      `- ${FATES.failed.word}: ${code(id)}`,
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
      foot: "",
      more: (left) => quotation([`- and ${counted(left, "more problem")}, not shown here`]),
    },
  ];
}

function stepsPile(
  result: ApplyResult,
  steps: readonly StepResult[],
  what: string,
  rank: number,
  isNamed: boolean,
): readonly Pile[] {
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
        return `- ${FATES[status].word}: ${code(id)}${why}\n`;
      }),
      foot: `\n${CLOSING}`,
      more: (left) => `- and ${counted(left, "more step")}, not shown here\n`,
    },
  ];
}
