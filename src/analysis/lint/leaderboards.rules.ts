/** Rules about leaderboards, whose settings are fixed when they are created (docs/service.md#scores). */
import { inEach, isLeftOpen, type LintRule } from "./rule.ts";

/** By ordering: the preference that keeps the best score, and the one that keeps the worst. */
const PREFERENCES: Readonly<Record<string, { readonly best: string; readonly worst: string }>> = {
  "larger-is-better": { best: "prefer-higher", worst: "prefer-lower" },
  "smaller-is-better": { best: "prefer-lower", worst: "prefer-higher" },
};

export const rules: readonly LintRule[] = [
  {
    code: "keeps-worst-score",
    severity: "error",
    summary: "Leaderboard keeps the worst score",
    explanation:
      "`ordering` ranks one end of the scores first, and `score_preference` keeps the other end of each player's scores. Neither can be changed after the leaderboard is created.",
    bad: `leaderboards:
  - custom_id: fastest-run
    name: Fastest run
    description: In seconds.
    type: custom
    ordering: smaller-is-better`,
    good: `leaderboards:
  - custom_id: fastest-run
    name: Fastest run
    description: In seconds.
    type: custom
    ordering: smaller-is-better
    score_preference: prefer-lower`,
    check: (game) =>
      inEach(game.design.leaderboards.values(), (board) => {
        const { address, type, ordering, score_preference } = board;
        // The standard leaderboard adds points up, so no score is preferred.
        if (type === "standard" || isLeftOpen(game, board, "type", "ordering", "score_preference")) return undefined;
        const preference = PREFERENCES[ordering];
        if (preference === undefined || score_preference !== preference.worst) return undefined;
        return {
          ...{ address, pointer: "/score_preference" },
          text: `with ordering: ${ordering}, each player's worst score is kept`,
          help: [`write score_preference: ${preference.best}`],
        };
      }),
  },
];
