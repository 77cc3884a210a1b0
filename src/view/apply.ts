/** The results of an apply as a document: how it ended, what failed and why, then the rest. */
import { type Secrets, unknownSecrets } from "../analysis/secrets.ts";
import { both, counted, inDigits } from "../manifest/wording.ts";
import { append } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyOutcome, ApplyResult, StepResult, StepStatus } from "../model/events.ts";
import type { Kept, Plan, StepId } from "../model/model.ts";
import { type ChangedPart, changedSentences } from "../project/changed.ts";
import { type Concealment, concealAll, concealResult } from "./concealment.ts";
import { nameWords, OUTCOMES } from "./games.ts";
import { summaryOf } from "./plan.ts";
import { matchNote, notVerifiedBlocks, notVerifiedNote } from "./plan-kept.ts";
import { problemCallouts, problemEntry } from "./problems.ts";
import {
  type Block,
  code,
  type Document,
  type Entry,
  heading,
  type Inline,
  list,
  painted,
  paragraph,
  type Row,
  strong,
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

const STATUSES: Readonly<Record<StepStatus, { readonly word: string; readonly role: Role }>> = {
  done: { word: "done", role: "muted" },
  "not-verified": { word: "not verified", role: "warning" },
  "not-started": { word: "not started", role: "warning" },
  skipped: { word: "skipped", role: "warning" },
  failed: { word: "failed", role: "error" },
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

/** `hides`: for pages that many people see. Text shows everything. */
export function applyDocument({ each, general = [], changed }: AppliesToShow, hides?: Concealment): Document {
  const isSeveral = each.length > 1;
  const games = each.map((game): AppliedGame => {
    if (hides === undefined) return game;
    const { result, secrets, diagnostics = [] } = game;
    const shown = hides.reveal ? result : concealResult(result, secrets ?? unknownSecrets(hides.catalog));
    return { ...game, result: shown, diagnostics: concealAll(diagnostics, secrets, hides) };
  });
  const problems = [
    ...(hides === undefined ? [] : concealAll(general, undefined, hides)),
    ...games.flatMap(({ diagnostics = [] }) => diagnostics),
  ];
  const callouts = problemCallouts(problems).map((block): Block => ({ ...block, on: "page" }));
  return {
    title: titleOf(games),
    command: "laurel apply",
    blocks: [
      ...(changed === undefined
        ? []
        : changedSentences(changed).map((sentence) => paragraph(sentence, { on: "page" }))),
      ...(isSeveral ? [overview(games)] : []),
      ...callouts.filter(({ rank }) => rank === 0),
      ...games.flatMap((game) => gameBlocks(game, isSeveral)),
      ...callouts.filter(({ rank }) => rank !== 0),
    ],
  };
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
    .map(({ result }): Row => {
      const { game, environment, outcome, converged, steps, not_verified } = result;
      const { words, role } = OUTCOMES[outcome];
      const seen = not_verified.length === 0 ? "yes" : `yes, ${not_verified.length} not verified`;
      const ended: Words = role === undefined ? words : ["⚠ ", strong(words, role)];
      const cells = [
        [code(game)],
        environment === "" ? "" : [code(environment)],
        ended,
        steps.length === 0 ? "" : totalsWords(result),
        converged ? seen : "no",
      ];
      return { cells };
    });
  const columns = ["Game", "Environment", "Result", "Steps", "Converged"].map((title) => ({ title }));
  return { type: "table", noun: "game", caption: "Games", columns, rows, on: "page" };
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
  const title = isSeveral ? [heading(nameWords(result), { rank })] : [];
  const isUnchanged = outcome === "done" && steps.length === 0;
  const note = paragraph([strong("No changes."), ` ${matchNote({ kept, not_verified }, "The live game matches")}`], {
    rank,
  });
  const verdict =
    steps.length === 0 ? (isUnchanged ? [note] : []) : [paragraph(totalsWords(result), { rank }), verdictOf(result)];
  const rest: readonly Block[] = [
    ...failures(result),
    ...problemCallouts(diagnostics),
    ...stepsDetails(steps, ["skipped", "not-started"], "not done", 1),
    ...notVerifiedBlocks(not_verified).map((block): Block => ({ ...block, rank: 2 })),
    ...stepsDetails(steps, ["not-verified"], "not verified", 2),
    ...stepsDetails(steps, ["done"], "done", 3),
  ];
  const onForm =
    (on: "text" | "page") =>
    (block: Block): Block => ({ ...block, on });
  return [...title, ...verdict.map(onForm("page")), ...rest, ...verdict.map(onForm("text"))];
}

function verdictOf({ converged, outcome, totals, not_verified }: ApplyResult): Block {
  const line = (text: string, role: Role): Block => paragraph(text, { role, isTight: true });
  if (converged && not_verified.length > 0)
    return line(
      `Converged, except that ${notVerifiedNote(not_verified.length)}: a new plan has no changes.`,
      "warning",
    );
  if (converged) return line("Converged: a new plan has no changes.", "create");
  if (outcome === "interrupted" && totals.not_started === 0)
    return line("Interrupted: every step was done, but not verified. Run again to verify.", "warning");
  if (outcome === "interrupted")
    return line("Interrupted: not every step was done, and nothing was verified.", "warning");
  const isUnfinished = totals.failed + totals.skipped + totals.not_started > 0;
  return line(
    isUnfinished
      ? "Not converged: not every step was done. Run again to finish; completed steps are not repeated."
      : "Not converged: a new plan still has changes, or could not be made; see the problems above.",
    "error",
  );
}

/** Failed steps, each with the reason and with what was skipped because of it, directly or through others. */
function failures({ steps }: ApplyResult): readonly Block[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const skipped = new Map<StepId, StepId[]>();
  for (const step of steps) {
    let source: StepResult | undefined = step;
    while (source?.status === "skipped") source = byId.get(source.because ?? "");
    if (step.status === "skipped" && source?.status === "failed") append(skipped, source.id, step.id);
  }
  const entries = steps
    .filter(({ status }) => status === "failed")
    .map(({ id, diagnostic }): Entry => {
      const needing = skipped.get(id) ?? [];
      const blocks = [
        ...(diagnostic === undefined ? [] : list("problem", [problemEntry(diagnostic)])),
        ...(needing.length === 0 ? [] : skippedBlocks(needing)),
      ];
      return { text: [painted("failed", "error"), ": ", code(id)], blocks };
    });
  if (entries.length === 0) return [];
  return [
    {
      type: "callout",
      role: "error",
      rank: 0,
      title: `${counted(entries.length, "step")} failed`,
      blocks: list("failed step", entries),
    },
  ];
}

/** Pages list skipped steps by themselves. */
function skippedBlocks(ids: readonly StepId[]): readonly Block[] {
  const words = `${counted(ids.length, "step")} ${ids.length === 1 ? "needs it and was" : "need it and were"} skipped:`;
  const steps = list("skipped step", ids, { most: 10, isTight: true, on: "text" });
  return [paragraph(words, { role: "warning", isTight: true, on: "text" }), ...steps];
}

function stepsDetails(
  steps: readonly StepResult[],
  statuses: readonly StepStatus[],
  what: string,
  rank: number,
): readonly Block[] {
  const mine = steps.filter(({ status }) => statuses.includes(status));
  const entries = mine.map(({ id, status, because }): Words => {
    const { word, role } = STATUSES[status];
    return [painted(word, role), ": ", code(id), ...(because === undefined ? [] : [", because of ", code(because)])];
  });
  const blocks = list("step", entries);
  return entries.length === 0
    ? []
    : [{ type: "details", isVerbose: true, rank, summary: `${counted(entries.length, "step")} ${what}`, blocks }];
}

/** The question before an apply. `skipped`: games of the run that are not touched. */
export function applyQuestion(plans: readonly Plan[], skipped: readonly string[] = []): string {
  const lines = plans.map((plan) => {
    const { headline, details } = summaryOf(plan);
    return `  game "${plan.game}" (${plan.environment}) ${targetWords(plan)}: ${headline} ${details}`;
  });
  const others =
    skipped.length === 0 ? [] : [`Skipped because of the problems above: ${both(skipped.map((game) => `"${game}"`))}.`];
  return ["", "Changes to apply:", ...lines, ...others, ""].map(safeText).join("\n");
}
