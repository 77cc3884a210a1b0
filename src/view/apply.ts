/** The results of an apply as a document: how it ended, what failed and why, then the rest. */
import type { Secrets } from "../analysis/secrets.ts";
import { both, counted, inDigits } from "../manifest/wording.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyOutcome, ApplyResult, StepStatus } from "../model/events.ts";
import type { Kept, Plan } from "../model/model.ts";
import type { ChangedPart } from "../project/changed.ts";
import { type Concealment, concealAll, concealResult } from "./concealment.ts";
import { nameWords, OUTCOMES, runDocument } from "./games.ts";
import { summaryOf } from "./plan.ts";
import { matchWords, notVerifiedBlocks } from "./plan-kept.ts";
import { problemCallouts, problemEntry } from "./problems.ts";
import {
  type Block,
  code,
  type Document,
  details,
  type Entry,
  heading,
  type Inline,
  list,
  onForm,
  painted,
  paragraph,
  strong,
  table,
  type Words,
} from "./render/document.ts";
import { targetWords } from "./render/phrases.ts";
import { safeText } from "./render/safe-text.ts";
import type { Role } from "./render/style.ts";

/** The result of one game of a run, before its secrets are hidden. */
export interface AppliedGame {
  readonly result: ApplyResult;
  /** Its problems beside those of the result, such as warnings of its plan. */
  readonly diagnostics?: readonly Diagnostic[];
  /** What its plan kept; absent where there was no plan. */
  readonly kept?: readonly Kept[];
  /** Absent where they are unknown, because not both sides of the game could be read. */
  readonly secrets?: Secrets;
}

export interface AppliesToShow extends ChangedPart {
  readonly each: readonly AppliedGame[];
  /** Problems of the run as a whole, because of which there may be no results. */
  readonly general?: readonly Diagnostic[];
}

/** In the order in which steps are listed; text shows skipped ones, and others with `--verbose`. */
const STATUSES: Readonly<Record<StepStatus, { readonly word: string; readonly role: Role; readonly rank: number }>> = {
  failed: { word: "failed", role: "error", rank: 0 },
  skipped: { word: "skipped", role: "warning", rank: 1 },
  "not-started": { word: "not started", role: "warning", rank: 1 },
  "not-verified": { word: "not verified", role: "warning", rank: 2 },
  done: { word: "done", role: "muted", rank: 3 },
};

const TITLES: Readonly<Record<ApplyOutcome, string>> = {
  done: "Applied: ",
  failed: "Not fully applied: ",
  refused: "Refused, nothing was applied: ",
  invalid: "Nothing was applied: ",
  usage: "Nothing was applied: ",
  interrupted: "Interrupted: ",
  "not-started": "Nothing was applied: ",
};

/** Skipped steps that text lists without `--verbose`. */
const MOST_SKIPPED = 10;

/** `hides`: what is done with secrets; absent where the results are concealed already. */
export function applyDocument({ each, general = [], changed }: AppliesToShow, hides?: Concealment): Document {
  const games = hides === "masked" ? each.map(concealed) : each;
  const isSeveral = games.length > 1;
  return runDocument({
    title: titleOf(games),
    command: "laurel apply",
    changed,
    overview: isSeveral ? [overview(games)] : [],
    problems: [...concealAll(general, undefined, hides), ...games.flatMap(({ diagnostics = [] }) => diagnostics)],
    blocks: games.flatMap((game) => gameBlocks(game, isSeveral)),
  });
}

function concealed({ result, secrets, diagnostics = [], ...game }: AppliedGame): AppliedGame {
  return { ...game, result: concealResult(result, secrets), diagnostics: concealAll(diagnostics, secrets) };
}

function titleOf(games: readonly AppliedGame[]): Words {
  const [first, ...others] = games;
  if (first === undefined) return "Nothing was applied";
  if (others.length === 0) return [TITLES[first.result.outcome], ...nameWords(first.result)];
  const done = games.filter(({ result }) => result.outcome === "done").length;
  return `Applied ${done === games.length ? "" : `${done} of `}${counted(games.length, "game")}`;
}

/** Those first that are not done. */
function overview(games: readonly AppliedGame[]): Block {
  const rows = [...games]
    .sort((a, b) => Number(a.result.outcome === "done") - Number(b.result.outcome === "done"))
    .map(({ result }): readonly Words[] => {
      const { game, environment, outcome, converged, steps } = result;
      const { words, role } = OUTCOMES[outcome];
      return [
        [code(game)],
        environment === "" ? "" : [code(environment)],
        role === undefined ? words : [strong(words, role)],
        steps.length === 0 ? "" : totalsWords(result),
        converged ? "yes" : "no",
      ];
    });
  return table("game", ["Game", "Environment", "Result", "Steps", "Converged"], rows);
}

function totalsWords({ totals }: ApplyResult): readonly (string | Inline)[] {
  const others = (["not-verified", "failed", "skipped", "not-started"] as const).flatMap((status) => {
    const count = totals[status.replace("-", "_") as keyof typeof totals];
    const { word, role } = STATUSES[status];
    return count === 0 ? [] : [", ", painted(`${inDigits(count)} ${word}`, role)];
  });
  return [strong(`${counted(totals.done, "step")} done`), ...others, "."];
}

/** Pages begin with the verdict; text ends with it. */
function gameBlocks({ result, kept = [] }: AppliedGame, isSeveral: boolean): readonly Block[] {
  const { steps, outcome, not_verified, diagnostics } = result;
  const rank = isSeveral ? 2 : 0;
  const matches = matchWords("The live game matches", { kept: kept.length, "not verified": not_verified.length });
  const unchanged = paragraph([strong("No changes."), ` ${matches}`], { rank });
  const verdict =
    steps.length > 0
      ? [paragraph(totalsWords(result), { rank }), verdictOf(result)]
      : outcome === "done"
        ? [unchanged]
        : [];
  return [
    ...(isSeveral ? [heading(nameWords(result), { rank })] : []),
    ...onForm("page", verdict),
    ...failures(result),
    ...problemCallouts(diagnostics),
    ...(["skipped", "not-started", "not-verified", "done"] as const).flatMap((status) => stepsOf(result, status)),
    ...notVerifiedBlocks(not_verified),
    ...onForm("text", verdict),
  ];
}

function verdictOf({ converged, outcome, totals, not_verified }: ApplyResult): Block {
  const seen = not_verified.length === 0 ? "" : ", as far as the service returns it";
  const again = "Run again to finish; completed steps are not repeated.";
  const isUnfinished = totals.failed + totals.skipped + totals.not_started > 0;
  const [text, role]: [string, Role] = converged
    ? [`Converged${seen}: a new plan has no changes.`, not_verified.length === 0 ? "create" : "warning"]
    : outcome === "interrupted"
      ? [`Interrupted, and not verified. ${again}`, "warning"]
      : isUnfinished
        ? [`Not converged: not every step was done. ${again}`, "error"]
        : ["Not converged: a new plan still has changes, or could not be made; see the problems above.", "error"];
  return paragraph(text, { role, isTight: true });
}

/** Failed steps, each with the reason. */
function failures({ steps }: ApplyResult): readonly Block[] {
  const failed = steps.filter(({ status }) => status === "failed");
  if (failed.length === 0) return [];
  const entries = failed.map(({ id, diagnostic }): Entry => {
    const blocks = diagnostic === undefined ? [] : list("problem", [problemEntry(diagnostic)]);
    return { text: [painted("failed", "error"), ": ", code(id)], blocks };
  });
  const title = `${counted(failed.length, "step")} failed`;
  return [{ type: "callout", role: "error", rank: 0, title, blocks: list("failed step", entries) }];
}

function stepsOf({ steps }: ApplyResult, wanted: StepStatus): readonly Block[] {
  const { word, role, rank } = STATUSES[wanted];
  const entries = steps
    .filter(({ status }) => status === wanted)
    .map(({ id, because }): Words => {
      return [painted(word, role), ": ", code(id), ...(because === undefined ? [] : [", because of ", code(because)])];
    });
  const shown = list("step", entries, { most: MOST_SKIPPED });
  return details(`${counted(entries.length, "step")} ${word}`, shown, { rank, isVerbose: wanted !== "skipped" });
}

/** The question before an apply. `skipped`: games of the run that are not touched. */
export function applyQuestion(plans: readonly Plan[], skipped: readonly string[] = []): string {
  const lines = plans.map((plan) => {
    const { headline, details: rest } = summaryOf(plan);
    return `  game "${plan.game}" (${plan.environment}) ${targetWords(plan)}: ${headline} ${rest}`;
  });
  const others =
    skipped.length === 0 ? [] : [`Skipped because of the problems above: ${both(skipped.map((game) => `"${game}"`))}.`];
  return ["", "Changes to apply:", ...lines, ...others, ""].map(safeText).join("\n");
}
