/** What was expected against what is: the answer to one expectation, with what explains it. */
import { type Ranking, rankings, type Submission } from "../../rules/leaderboards.ts";
import type { Reading } from "../../rules/model.ts";
import type { Explained } from "../design/explain.ts";
import type { Expectation, PlayerExpectation, RankingExpectation } from "./model.ts";
import type { EarnedInStep, Scene } from "./play-scenario.ts";

/** The answer to one expectation. */
export interface Answer {
  readonly expectation: Expectation;
  /** The number of the step that expects it; absent at the end. */
  readonly step?: number;
  readonly passed: boolean;
  /** What there is instead, or just so. */
  readonly actual: Actual;
  /** Of the achievements that the answer turns on. */
  readonly why: readonly Why[];
}

/** What there is, in the terms of the expectation. */
export type Actual =
  /** Where and when the achievement was earned; `null` when it was not. */
  | { readonly of: "earned"; readonly earned: EarnedInStep | null }
  /** All that the player has, in the order of earning. */
  | { readonly of: "all-earned"; readonly earned: readonly EarnedInStep[] }
  | { readonly of: "points"; readonly points: number; readonly earned: readonly EarnedInStep[] }
  /** Achievements that give the reward, and those of them that the player has. */
  | { readonly of: "rewarded"; readonly given_by: readonly string[]; readonly earned: readonly string[] }
  | { readonly of: "ranking"; readonly rows: readonly Ranking[] }
  /** The rules cannot say. */
  | { readonly of: "unknown"; readonly reasons: readonly string[] };

/** Why an achievement is earned, or is not. */
export interface Why {
  readonly achievement: string;
  readonly earned: boolean;
  /** Absent when nothing that the player did concerns it. */
  readonly explained?: Explained;
}

/** `step`: the number of the step that expects it. */
export function answerTo(expectation: Expectation, scene: Scene, step: number | undefined): Answer {
  const {
    passed,
    actual,
    why = [],
  } = expectation.of === "ranking" ? answerRanking(expectation, scene) : answerOfPlayer(expectation, scene);
  return { expectation, passed, actual, why, ...(step === undefined ? {} : { step }) };
}

type Found = Pick<Answer, "passed" | "actual"> & { readonly why?: readonly Why[] };

function answerOfPlayer(expectation: PlayerExpectation, scene: Scene): Found {
  const own = scene.earned.filter(({ player }) => player === expectation.player);
  const why = (achievement: string): Why => whyOf(achievement, expectation.player, own, scene);
  switch (expectation.of) {
    case "earned":
    case "not_earned":
    case "earned_at": {
      const { achievement } = expectation;
      const earned = own.find((each) => each.achievement === achievement) ?? null;
      const reasons = earned === null ? scene.unreadable(achievement) : [];
      // Nobody can say that something is not earned when the rules cannot judge it.
      if (reasons.length > 0) return { passed: false, actual: { of: "unknown", reasons }, why: [why(achievement)] };
      return { passed: isAsExpected(expectation, earned), actual: { of: "earned", earned }, why: [why(achievement)] };
    }
    case "earned_exactly": {
      const ids = own.map(({ achievement }) => achievement);
      const differing = [
        ...expectation.achievements.filter((id) => !ids.includes(id)),
        ...ids.filter((id) => !expectation.achievements.includes(id)),
      ];
      return { passed: differing.length === 0, actual: { of: "all-earned", earned: own }, why: differing.map(why) };
    }
    case "points": {
      const points = own.reduce((sum, each) => sum + each.points, 0);
      return { passed: points === expectation.points, actual: { of: "points", points, earned: own } };
    }
    case "rewarded": {
      const { reward } = expectation;
      const givenBy = [...scene.design.achievements.values()].filter(({ rewards }) => rewards.includes(reward));
      const given_by = givenBy.map(({ custom_id }) => custom_id);
      const earned = given_by.filter((id) => own.some(({ achievement }) => achievement === id));
      return {
        passed: earned.length > 0,
        actual: { of: "rewarded", given_by, earned },
        why: (earned.length > 0 ? earned : given_by).map(why),
      };
    }
  }
}

function isAsExpected(expectation: PlayerExpectation, earned: EarnedInStep | null): boolean {
  if (expectation.of === "not_earned") return earned === null;
  if (earned === null || expectation.of !== "earned_at") return earned !== null;
  const { step, repetition = earned.repetition } = expectation;
  return earned.step === step && earned.repetition === repetition;
}

function whyOf(achievement: string, player: string, own: readonly EarnedInStep[], scene: Scene): Why {
  const earned = own.find((each) => each.achievement === achievement);
  const explained = earned?.explained ?? scene.explain(player, achievement);
  return { achievement, earned: earned !== undefined, ...(explained === undefined ? {} : { explained }) };
}

function answerRanking(expectation: RankingExpectation, scene: Scene): Found {
  const rows = rowsOf(expectation, scene);
  if (!rows.ok) return { passed: false, actual: { of: "unknown", reasons: [rows.reason] } };
  const ids = rows.value.map(({ custom_player_id }) => custom_player_id);
  const { players = ids, scores = {} } = expectation;
  const isOrder = players.length === ids.length && players.every((id, index) => id === ids[index]);
  const areScores = Object.entries(scores).every(
    ([id, score]) =>
      rows.value.find(({ custom_player_id }) => custom_player_id === id)?.score.toString() === String(score),
  );
  return { passed: isOrder && areScores, actual: { of: "ranking", rows: rows.value } };
}

function rowsOf(
  { leaderboard, time_span }: RankingExpectation,
  { design, now, earned, scores }: Scene,
): Reading<readonly Ranking[]> {
  const board = design.leaderboards.get(leaderboard);
  if (board === undefined) throw new Error("the leaderboards were looked at when the scenario was read");
  const badges = earned.map(({ player, points, at }): Submission => ({ custom_player_id: player, score: points, at }));
  const submissions = board.type === "standard" ? badges : (scores.get(leaderboard) ?? []);
  return rankings(board, submissions, time_span, now);
}
