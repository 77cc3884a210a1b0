/** Which score is kept, and who ranks where (docs/service.md#leaderboards). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findImprovedSpans,
  type LeaderboardRules,
  namePeriod,
  rankPlayers,
  type Submission,
  TIME_SPANS,
} from "../../src/rules/leaderboards.ts";
import type { Reading } from "../../src/rules/model.ts";

const now = Date.parse("2026-05-20T12:00:00Z");
const board = (more: Partial<LeaderboardRules> = {}): LeaderboardRules => ({
  type: "custom",
  ordering: "larger-is-better",
  score_preference: "prefer-higher",
  ...more,
});
const score = (custom_player_id: string, value: number): Submission => {
  return { custom_player_id, score: BigInt(value), at: now };
};

function read<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Error(reading.reason);
  return reading.value;
}
const ranked = (
  rules: LeaderboardRules,
  submissions: readonly Submission[],
  span = TIME_SPANS[0],
) =>
  read(rankPlayers(rules, submissions, { time_span: span, now })).map(
    (row) => `${row.rank} ${row.custom_player_id} ${row.score}`,
  );

describe("rankings", () => {
  const ties = [score("a", 5), score("b", 7), score("c", 5), score("d", 7)];

  it("count ranks from zero and keep the order of submission among equals, for both orderings", () => {
    expect(ranked(board(), ties)).toEqual(["0 b 7", "1 d 7", "2 a 5", "3 c 5"]);
    expect(ranked(board({ ordering: "smaller-is-better" }), ties)).toEqual([
      "0 a 5",
      "1 c 5",
      "2 b 7",
      "3 d 7",
    ]);
  });

  it.each([
    ["prefer-higher", 9],
    ["prefer-lower", 2],
    ["prefer-first", 5],
    ["prefer-last", 4],
  ])("%s keeps %i of 5, 9, 2, 4", (score_preference, kept) => {
    const submissions = [5, 9, 2, 4].map((value) => score("a", value));
    expect(ranked(board({ score_preference }), submissions)).toEqual([`0 a ${kept}`]);
  });

  it("a better score later in the list takes its own place among equals", () => {
    expect(ranked(board(), [score("a", 1), score("b", 5), score("a", 5)])).toEqual([
      "0 b 5",
      "1 a 5",
    ]);
    expect(ranked(board(), [score("a", 5), score("b", 5), score("a", 5)])).toEqual([
      "0 a 5",
      "1 b 5",
    ]);
  });

  it("a standard board adds points up, and those of zero move nobody to a later place", () => {
    const points = [score("a", 5), score("a", 2), score("b", 7), score("a", 0), score("c", 0)];
    const standard = board({ type: "standard", score_preference: "prefer-first" });
    expect(ranked(standard, points)).toEqual(["0 a 7", "1 b 7", "2 c 0"]);
  });

  it("an unknown ordering or preference is unreadable", () => {
    expect(rankPlayers(board({ ordering: "random" }), [], { time_span: "daily", now }).ok).toBe(
      false,
    );
    expect(
      rankPlayers(board({ score_preference: "any" }), [score("a", 1)], { time_span: "daily", now })
        .ok,
    ).toBe(false);
  });

  it("show every player of the period once, sorted, with ranks that count up, under all rules", () => {
    const submissions = fc.array(
      fc.record({
        custom_player_id: fc.constantFrom("a", "b", "c", "d"),
        score: fc.bigInt({ min: 0n, max: 5n }),
        at: fc.integer({ min: now - 40 * 86_400_000, max: now }),
      }),
    );
    const rules = fc.record({
      type: fc.constantFrom("custom", "standard"),
      ordering: fc.constantFrom("larger-is-better", "smaller-is-better"),
      score_preference: fc.constantFrom(
        "prefer-higher",
        "prefer-lower",
        "prefer-first",
        "prefer-last",
      ),
    });
    fc.assert(
      fc.property(rules, submissions, fc.constantFrom(...TIME_SPANS), (some, list, span) => {
        const rows = read(rankPlayers(some, list, { time_span: span, now }));
        const sign = some.ordering === "larger-is-better" ? -1 : 1;
        const sorted = [...rows].sort((a, b) => sign * Number(a.score - b.score));
        expect(rows).toEqual(sorted.map((row, rank) => ({ ...row, rank })));
        const inPeriod = list.filter(({ at }) => namePeriod(span, at) === namePeriod(span, now));
        const players = new Set(inPeriod.map((submission) => submission.custom_player_id));
        expect(rows.map((row) => row.custom_player_id).sort()).toEqual([...players].sort());
      }),
    );
  });

  it("a submission improves a time span exactly when the kept score of that span changes", () => {
    const values = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 8 });
    const preferences = fc.constantFrom("prefer-higher", "prefer-lower", "prefer-first");
    fc.assert(
      fc.property(values, fc.nat(4), preferences, (list, value, score_preference) => {
        const before = list.map((earlier) => score("a", earlier));
        const last = score("a", value);
        const rules = board({ score_preference });
        const isChanged =
          String(ranked(rules, [...before, last])) !== String(ranked(rules, before));
        expect(read(findImprovedSpans(rules, before, last)).length).toBe(isChanged ? 5 : 0);
      }),
    );
  });
});

it("weeks begin on Monday, midnight UTC", () => {
  const week = (time: string) => namePeriod("weekly", Date.parse(time));
  expect(week("2026-05-18T00:00:00Z")).toBe(week("2026-05-24T23:59:59Z"));
  expect(week("2026-05-17T23:59:59Z")).not.toBe(week("2026-05-18T00:00:00Z"));
  expect(week("2025-12-31T00:00:00Z")).toBe(week("2026-01-01T00:00:00Z"));
});
