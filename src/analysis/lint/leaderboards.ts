/** Rules about leaderboards, whose settings are made for good (docs/service.md#scores). */
import { finding, isLeftOpen, type LintRules } from "./linted-game.ts";

export const LEADERBOARD_RULES = {
  "keeps-worst-score": (game) =>
    [...game.design.leaderboards.values()].flatMap((board) => {
      const { address, type, ordering, score_preference } = board;
      if (type === "standard" || isLeftOpen(game, board, "type", "ordering", "score_preference")) return [];
      const wanted = PREFERENCES[ordering];
      if (wanted === undefined || score_preference !== wanted.worst) return [];
      const text = `with ordering: ${ordering}, each player's worst score is kept`;
      const help = [`write score_preference: ${wanted.best}`];
      return [finding(game, "keeps-worst-score", { address, pointer: "/score_preference" }, text, { help })];
    }),

  "fewest-points-first": (game) =>
    [...game.design.leaderboards.values()].flatMap((board) => {
      const { address, type, ordering } = board;
      if (type !== "standard" || ordering !== "smaller-is-better") return [];
      if (isLeftOpen(game, board, "type", "ordering")) return [];
      const help = ["write ordering: larger-is-better, or leave it out"];
      const part = { address, pointer: "/ordering" };
      return [finding(game, "fewest-points-first", part, "those who earned the fewest points rank first", { help })];
    }),

  "idle-preference": (game) =>
    [...game.design.leaderboards.values()].flatMap((board) => {
      const { address, type, score_preference } = board;
      // The default is what one has who says nothing.
      if (type !== "standard" || score_preference === "prefer-higher") return [];
      if (isLeftOpen(game, board, "type", "score_preference")) return [];
      const part = { address, pointer: "/score_preference" };
      return [
        finding(game, "idle-preference", part, "points are added up, so none is preferred", { help: ["leave it out"] }),
      ];
    }),

  "session-board": (game) =>
    [...game.design.leaderboards.values()].flatMap((board) => {
      if (board.type !== "session" || isLeftOpen(game, board, "type")) return [];
      const part = { address: board.address, pointer: "/type" };
      const help = ["write type: custom, and have the game report the session's scores"];
      return [finding(game, "session-board", part, "sessions are called disabled", { help })];
    }),
} satisfies LintRules;

/** By ordering: the preference that keeps the best score, and the one that keeps the worst. */
const PREFERENCES: Readonly<Record<string, { readonly best: string; readonly worst: string }>> = {
  "larger-is-better": { best: "prefer-higher", worst: "prefer-lower" },
  "smaller-is-better": { best: "prefer-lower", worst: "prefer-higher" },
};
