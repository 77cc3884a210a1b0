/** The view of `laurel apply` after its plans were shown. */
import type { ApplyResult } from "../../model/events.ts";
import { listResults } from "../../workflow/apply-games.ts";
import type { Games, PlannedGame } from "../../workflow/game.ts";
import { type Mask, maskProblems, maskResult } from "../mask/mask.ts";
import { gamesLine } from "../parts/games.ts";
import { maskRefusals } from "../plan/view.ts";
import type { TextView } from "../render/layout.ts";
import { renderText } from "../render/text.ts";
import type { View } from "../view.ts";
import { applyDocument } from "./document.ts";
import { applyJson } from "./json.ts";

interface AppliedPlans {
  /** Each game's plan or its problems. */
  readonly plans: Games<PlannedGame>;
  /** The results of games that were applied after the question. */
  readonly applied: readonly ApplyResult[];
}

export function applyView({ plans, applied }: AppliedPlans, mask: Mask): View {
  const results = listResults(plans, applied);
  const shown = results.map((result) => ({ result, ...maskResult(result, mask) }));
  // The problems of other games were reported with their plans.
  const unbegun = applied.filter(({ outcome }) => outcome === "not-started");
  const all = maskProblems({ byGame: unbegun }, mask).all;
  const ended = shown.filter(
    ({ result }) =>
      applied.includes(result) && result.outcome !== "not-started" && result.steps.length > 0,
  );
  // The results contain the problems of games that were not applied.
  const ofPlans = {
    general: plans.general,
    byGame: plans.byGame.filter(({ game }) => applied.some((result) => result.game === game)),
  };
  const textOf = (view: TextView): string => {
    const documents = ended.map(({ inLogs }) => applyDocument([inLogs]));
    const line = { title: "", blocks: gamesLine(results) };
    const several = plans.isSeveral && applied.length > 0 ? [line] : [];
    return [...documents, ...several].map((document) => `\n${renderText(document, view)}`).join("");
  };
  return {
    problems: { all, onPages: maskProblems(ofPlans, mask).onPages },
    document: () =>
      applyDocument(
        shown.map(({ onPages }) => onPages),
        plans,
      ),
    json: () =>
      applyJson({ results: shown.map(({ inLogs }) => inLogs), changed: plans.changed }, [
        ...maskProblems(plans, mask).all,
        ...maskRefusals(plans, mask).all,
      ]),
    verbatim: (form, view) => (form === "text" ? textOf(view) : undefined),
  };
}
