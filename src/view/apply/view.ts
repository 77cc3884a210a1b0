/** What `laurel apply` shows of its results. The plans were shown before them. */
import type { ApplyResult } from "../../model/events.ts";
import type { GameResults, PlannedGame } from "../../workflow/game.ts";
import { type Mask, maskProblems, maskResult } from "../mask/mask.ts";
import { gamesLine } from "../parts/games.ts";
import { refusedIn } from "../plan/view.ts";
import type { TextView } from "../render/layout.ts";
import { renderText } from "../render/text.ts";
import type { View } from "../view.ts";
import { applyDocument } from "./document.ts";
import { applyJson } from "./json.ts";

interface AppliedRun {
  /** The plans, or why there are none. */
  readonly attempts: GameResults<PlannedGame>;
  readonly results: readonly ApplyResult[];
  /** The results of games that were planned and confirmed. */
  readonly begun: readonly ApplyResult[];
}

export function applyView({ attempts, results, begun }: AppliedRun, mask: Mask): View {
  const shown = results.map((result) => maskResult(result, mask));
  // What is wrong with the others was reported with their plans.
  const unbegun = begun.filter(({ outcome }) => outcome === "not-started");
  const all = maskProblems({ byGame: unbegun }, mask).all;
  const ended = begun.filter(({ outcome, steps }) => outcome !== "not-started" && steps.length > 0);
  // The results hold the problems of games that were not begun.
  const ofPlans = {
    general: attempts.general,
    byGame: attempts.byGame.filter(({ game }) => begun.some((result) => result.game === game)),
  };
  const textOf = (view: TextView): string => {
    const documents = ended.map((result) => applyDocument([maskResult(result, mask).inLogs]));
    const line = { title: "", blocks: gamesLine(results) };
    const several = attempts.isSeveral && begun.length > 0 ? [line] : [];
    return [...documents, ...several].map((document) => `\n${renderText(document, view)}`).join("");
  };
  return {
    problems: { all, onPages: maskProblems(ofPlans, mask).onPages },
    document: () =>
      applyDocument(
        shown.map(({ onPages }) => onPages),
        attempts,
      ),
    json: () =>
      applyJson({ results: shown.map(({ inLogs }) => inLogs), changed: attempts.changed }, [
        ...maskProblems(attempts, mask).all,
        ...refusedIn(attempts, mask).all,
      ]),
    verbatim: (form, view) => (form === "text" ? textOf(view) : undefined),
  };
}
