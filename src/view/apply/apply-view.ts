/**
 * What is shown of an apply, decided once for text and Markdown: how each step ended and in which order, the totals, the
 * verdict and what to do next. In: results. Out: plain data that each form lays out.
 */

import { type Secrets, unknownSecrets } from "../../analysis/secrets.ts";
import { counted } from "../../manifest/wording.ts";
import { defined } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ApplyOutcome, ApplyResult, StepStatus } from "../../model/events.ts";
import type { Kept, StepId } from "../../model/model.ts";
import type { ChangedPart } from "../../project/changed.ts";
import { type Concealment, concealAll, concealResult } from "../findings/concealment.ts";
import { type FindingsGroup, findingsView } from "../findings/findings-view.ts";
import { matchNote } from "../plan/plan-view.ts";
import { notVerifiedNote } from "../text/not-verified.ts";
import type { Role } from "../text/style.ts";

/** In the order of listing: failures come last, where people look first. */
const STATUSES: Readonly<Record<StepStatus, { readonly word: string; readonly role: Role }>> = {
  done: { word: "done", role: "muted" },
  "not-verified": { word: "not verified", role: "warning" },
  "not-started": { word: "not started", role: "warning" },
  skipped: { word: "skipped", role: "warning" },
  failed: { word: "failed", role: "error" },
};

/** Columns of the longest word of a status. */
export const STATUS_WIDTH = Math.max(...Object.values(STATUSES).map(({ word }) => word.length));

/** A sentence or a part of one, and how it is painted. */
interface Painted {
  readonly words: string;
  readonly role: Role;
}

export interface StepView {
  readonly id: StepId;
  readonly status: StepStatus;
  readonly word: string;
  readonly role: Role;
  /** The step that it needed, and how that one ended: `failed`, `was skipped`. */
  readonly because?: { readonly id: StepId; readonly ended: string };
  readonly diagnostic?: Diagnostic;
}

/** The result of one game as every form shows it. */
export interface ApplyView
  extends Pick<ApplyResult, "game" | "environment" | "outcome" | "converged" | "not_verified" | "diagnostics"> {
  /** By status: what is done first, failures last. */
  readonly steps: readonly StepView[];
  /** `3 steps done`, `1 failed`: parts of one sentence. */
  readonly totals: readonly Painted[];
  /** Whether the live game matches the plan, and what to do if not. */
  readonly verdict: Painted;
}

export function applyView({ steps, totals, ...result }: ApplyResult): ApplyView {
  const { game, environment, outcome, converged, not_verified, diagnostics } = result;
  const failed = new Set(steps.filter(({ status }) => status === "failed").map(({ id }) => id));
  const becauseOf = (id: StepId) => ({ id, ended: failed.has(id) ? "failed" : "was skipped" });
  const others = [
    [totals.not_verified, "not-verified"],
    [totals.failed, "failed"],
    [totals.skipped, "skipped"],
    [totals.not_started, "not-started"],
  ] as const;
  return {
    ...{ game, environment, outcome, converged, not_verified, diagnostics },
    steps: (Object.keys(STATUSES) as StepStatus[]).flatMap((status) =>
      steps
        .filter((step) => step.status === status)
        .map(({ id, because, diagnostic }) => ({
          ...{ id, status, ...STATUSES[status] },
          ...defined({ because: because === undefined ? undefined : becauseOf(because), diagnostic }),
        })),
    ),
    totals: [
      { words: `${counted(totals.done, "step")} done`, role: "strong" },
      ...others
        .filter(([count]) => count > 0)
        .map(([count, status]) => ({ words: `${count} ${STATUSES[status].word}`, role: STATUSES[status].role })),
    ],
    verdict: verdictOf({ ...result, totals }),
  };
}

function verdictOf({ converged, outcome, totals, not_verified }: Omit<ApplyResult, "steps">): Painted {
  const { failed, skipped, not_started } = totals;
  if (converged && not_verified.length > 0) {
    const words = `Converged, except that ${notVerifiedNote(not_verified.length)}: a new plan has no changes.`;
    return { words, role: "warning" };
  }
  if (converged) return { words: "Converged: a new plan has no changes.", role: "create" };
  if (outcome === "interrupted") {
    const words =
      not_started === 0
        ? "Interrupted: every step was done, but not verified. Run again to verify."
        : "Interrupted: not every step was done, and nothing was verified.";
    return { words, role: "warning" };
  }
  const words =
    failed + skipped + not_started > 0
      ? "Not converged: not every step was done. Run again to finish; completed steps are not repeated."
      : "Not converged: a new plan still has changes, or could not be made; see the problems above.";
  return { words, role: "error" };
}

/** The result of one game of a run, before its secrets are hidden. */
export interface AppliedGame {
  readonly result: ApplyResult;
  /** Its problems beside those of the result, such as warnings of its plan. */
  readonly diagnostics: readonly Diagnostic[];
  /** What its plan kept; absent where there was no plan. */
  readonly kept?: readonly Kept[];
  /** Absent where they are unknown, because not both sides of the game could be read. */
  readonly secrets?: Secrets;
}

/** An apply over games as a page shows it, without secrets. */
export interface ApplyRunView {
  readonly games: readonly ApplyView[];
  /** Those first that are not done. */
  readonly byUrgency: readonly ApplyView[];
  /** In front of the name of the only game, or with the number of games. */
  readonly title: string;
  /** Instead of totals and a verdict: that nothing was to be done; both are empty otherwise. */
  readonly note: string;
  readonly findings: readonly FindingsGroup[];
}

/** `general`: problems of the run as a whole, because of which there may be no results. */
export function applyRunView(
  given: readonly AppliedGame[],
  general: readonly Diagnostic[],
  options: Concealment & ChangedPart,
): ApplyRunView {
  const games = given.map(({ result, secrets = unknownSecrets(options.catalog) }) =>
    applyView(options.reveal ? result : concealResult(result, secrets)),
  );
  const problems = [
    ...concealAll(general, undefined, options),
    ...given.flatMap(({ diagnostics, secrets }) => concealAll(diagnostics, secrets, options)),
  ];
  const [first] = given;
  const isUnchanged = given.length === 1 && first?.result.outcome === "done" && first.result.steps.length === 0;
  const unseen = first?.result.not_verified ?? [];
  const unchanged = matchNote({ kept: first?.kept ?? [], not_verified: unseen }, "The live game matches");
  return {
    games,
    byUrgency: [...games].sort((a, b) => Number(a.outcome === "done") - Number(b.outcome === "done")),
    title: titleOf(games),
    note: isUnchanged ? `**No changes.** ${unchanged}` : "",
    findings: findingsView(problems),
  };
}

function titleOf(games: readonly ApplyView[]): string {
  const [first, ...others] = games;
  if (first === undefined) return "Nothing was applied";
  if (others.length === 0) return TITLES[first.outcome];
  const done = games.filter(({ outcome }) => outcome === "done").length;
  return `Applied ${done === games.length ? "" : `${done} of `}${counted(games.length, "game")}`;
}

const TITLES: Readonly<Record<ApplyOutcome, string>> = {
  done: "Applied",
  failed: "Not fully applied:",
  refused: "Refused, nothing was applied:",
  invalid: "Nothing was applied:",
  usage: "Nothing was applied:",
  interrupted: "Interrupted:",
  "not-started": "Nothing was applied:",
};
