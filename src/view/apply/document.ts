/** The results of an apply as a document: how it ended, what failed and why, then the rest. */
import { both, counted, inQuotes } from "../../ground/words.ts";
import type { StepStatus } from "../../model/events.ts";
import type { Plan } from "../../model/model.ts";
import type { ChangedPart } from "../../project/changed.ts";
import type { Masked, ResultToShow, StepToShow } from "../mask/mask.ts";
import {
  changedBlocks,
  gameSections,
  gamesLine,
  nameWords,
  targetWords,
  titleFor,
} from "../parts/games.ts";
import { problemCallout, problemCallouts } from "../parts/problems.ts";
import { summaryWords } from "../plan/document.ts";
import { countWords, matchWords, notVerifiedBlocks } from "../plan/kept.ts";
import { type OrderedSteps, orderSteps } from "../plan/step-order.ts";
import type { Block, Content, Document, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";
import { safeText } from "../render/safe-text.ts";

/** Statuses in the order of listing, after the failed steps. */
const LISTED = ["skipped", "not-started", "not-verified", "done"] as const;

/** Skipped steps that text lists without `--verbose`. */
const MOST_SKIPPED = 10;

export function applyDocument(
  results: readonly Masked<ResultToShow>[],
  { changed }: ChangedPart = {},
): Document {
  const [only] = results.length === 1 ? results : [];
  return {
    title:
      only === undefined
        ? titleFor("Apply for", results)
        : [wordBeginning(only), ": ", nameWords(only)],
    command: "laurel apply",
    blocks: [
      changedBlocks(changed),
      only === undefined && doc.onPage(gamesLine(results)),
      gameSections(results, resultBlocks),
    ],
  };
}

function wordBeginning(result: ResultToShow): string {
  if (result.outcome === "done") return "Applied";
  return isBegun(result) ? "Not fully applied" : "Nothing was applied";
}

/** The part of a result that shows whether the apply started. */
interface Begun {
  readonly steps: readonly Pick<StepToShow, "status">[];
}

/** Whether any of its steps was sent. */
export function isBegun({ steps }: Begun): boolean {
  return steps.some(({ status }) => status !== "not-started");
}

function totalsWords({ totals: { done, ...others } }: ResultToShow): Words {
  const counts = Object.entries(others).map(
    ([status, count]) => [status.replace("_", " "), count] as const,
  );
  const left = countWords(Object.fromEntries(counts));
  return [doc.strong(`${counted(done, "step")} done`), left !== "" && `, ${left}`, "."];
}

/** Makes the blocks of a result. Pages begin with the verdict; text ends with it. */
function resultBlocks(result: ResultToShow): Content {
  const { outcome, not_verified, diagnostics } = result;
  const { changes, creations } = orderSteps(result.steps);
  const steps = [...changes, ...creations];
  const matches = matchWords("The live game matches", { "not verified": not_verified.length });
  const counts =
    steps.length > 0 ? totalsWords(result) : [doc.strong("No changes."), ` ${matches}`];
  const verdict = (isBegun(result) || outcome === "done") && [
    doc.paragraph(counts),
    writeVerdict(result),
  ];
  const failures = steps.flatMap(({ address, diagnostic }) =>
    diagnostic ? [{ address, ...diagnostic }] : [],
  );
  const stepsThatAre = (status: StepStatus): OrderedSteps<StepToShow> => {
    const isSo = (step: StepToShow): boolean => step.status === status;
    return { changes: changes.filter(isSo), creations: creations.filter(isSo) };
  };
  return [
    doc.onPage(verdict),
    problemCallout("error", `${counted(failures.length, "step")} failed`, failures),
    problemCallouts(diagnostics),
    LISTED.map((status) => stepsBlock(stepsThatAre(status), status)),
    notVerifiedBlocks(not_verified),
    doc.onText(verdict),
  ];
}

function writeVerdict({ converged, outcome, totals, not_verified }: ResultToShow): Block {
  const seen = not_verified.length === 0 ? "" : ", as far as the service returns it";
  const again = "Run again to finish; completed steps are not repeated.";
  if (converged) {
    return doc.note(`Converged${seen}: a new plan has no changes.`, {
      role: seen === "" ? "create" : "warning",
    });
  }
  if (outcome === "interrupted")
    return doc.note(`Interrupted, and not verified. ${again}`, { role: "warning" });
  const isUnfinished = totals.failed + totals.skipped + totals.not_started > 0;
  const why = isUnfinished
    ? `not every step was done. ${again}`
    : "a new plan still has changes, or could not be made; see the problems above.";
  return doc.note(`Not converged: ${why}`, { role: "error" });
}

/** Lists the steps of one status. Text cuts only creations. */
function stepsBlock({ changes, creations }: OrderedSteps<StepToShow>, status: StepStatus): Block {
  const steps = [...changes, ...creations];
  const word = status.replace("-", " ");
  const mark = doc.paint(word, status === "done" ? "muted" : "warning");
  const entries = steps.map(({ id, because }): Words => {
    return [
      mark,
      ": ",
      doc.code(id),
      because !== undefined && [", because of ", doc.code(because)],
    ];
  });
  const list = doc.list("step", entries, { most: Math.max(MOST_SKIPPED, changes.length) });
  const options = {
    rank: status === "done" ? doc.RANKS.rest : doc.RANKS.impact,
    isVerbose: status !== "skipped",
  };
  return doc.details(`${counted(steps.length, "step")} ${word}`, list, options);
}

/** Writes the question before an apply. `skipped`: games of the run that are not touched. */
export function applyQuestion(plans: readonly Plan[], skipped: readonly string[] = []): string {
  const lines = plans.map((plan) => {
    return `  game ${inQuotes(plan.game)} (${plan.environment}) ${targetWords(plan)}: ${doc.plainText(summaryWords(plan))}`;
  });
  const others =
    skipped.length === 0
      ? []
      : [`Skipped because of the problems above: ${both(skipped.map((game) => inQuotes(game)))}.`];
  return ["", "Changes to apply:", ...lines, ...others, ""].map(safeText).join("\n");
}
