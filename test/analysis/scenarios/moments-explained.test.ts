/** Each explanation shows the state at the moment that its expectation is about, in every form of the result. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Design } from "../../../src/analysis/design/design.ts";
import { type Explained, explain } from "../../../src/analysis/scenarios/explain.ts";
import { type CheckAnswer, playScenario } from "../../../src/analysis/scenarios/play-scenario.ts";
import type { ActivityStep, Expectation, Scenario, ScenarioStep } from "../../../src/analysis/scenarios/scenario.ts";
import { compile } from "../../../src/rules/compiled.ts";
import { evaluateGroup } from "../../../src/rules/evaluate.ts";
import { rankings } from "../../../src/rules/leaderboards.ts";
import { type Activity, type Player, rulesFrom } from "../../../src/rules/model.ts";
import { play } from "../../../src/rules/play.ts";
import { openHistory } from "../../../src/rules/tally.ts";
import { explainedLines } from "../../../src/view/scenarios/answers.ts";
import { renderTestJson } from "../../../src/view/scenarios/test-json.ts";
import { renderTestJunit } from "../../../src/view/scenarios/test-junit.ts";
import { renderTestText } from "../../../src/view/scenarios/test-text.ts";
import { plainStyle } from "../../../src/view/text/style.ts";
import {
  arbitraryActions,
  arbitraryCriterion,
  arbitraryGroups,
  arbitraryPlay,
  arbitraryPlayer,
  arbitrarySemantics,
} from "../../rules/play-arbitrary.ts";
import { runs } from "../../support/runs.ts";
import { designFrom, playOne } from "./play.ts";

const PLACE = { file: "x", start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } };
const IDS = ["ada", "bob"] as const;
const criteria = ["c0", "c1", "c2"];
const ACHIEVEMENTS = ["g0", "g1", "g2", "slow"];

/** An achievement that takes several steps. */
const SLOW_CRITERION = {
  custom_id: "c3",
  custom_action_id: "a",
  type: "sum",
  rule: "gte:5",
  streak: null,
  conditions: null,
};
const SLOW = { custom_id: "slow", operator: "and", conditions: null, criteria: ["c3"], criteria_groups: [] };

const player = fc.constantFrom(...IDS);
const achievement = fc.constantFrom(...ACHIEVEMENTS);
const arbitraryExpectation = (most: number): fc.Arbitrary<Expectation> =>
  fc
    .oneof(
      fc.record({ of: fc.constantFrom("earned" as const, "not_earned" as const), player, achievement }),
      fc.record({
        of: fc.constant("earned_at" as const),
        player,
        achievement,
        step: fc.integer({ min: 1, max: most }),
        repetition: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      }),
      fc.record({ of: fc.constant("earned_exactly" as const), player, achievements: fc.subarray(ACHIEVEMENTS) }),
      fc.record({ of: fc.constant("rewarded" as const), player, reward: fc.constant("medal") }),
      fc.constant({ of: "ranking" as const, leaderboard: "fame", time_span: "all-time" as const }),
    )
    .map((each) => ({ ...each, place: PLACE }) as unknown as Expectation);

/** Steps in the order of time; each is done up to three times, and expectations stand between them and at the end. */
const arbitrarySteps: fc.Arbitrary<readonly ScenarioStep[]> = arbitraryPlay
  .filter((activities) => activities.length > 0)
  .chain((activities) => {
    const most = activities.length * 2;
    return fc.tuple(
      fc.tuple(
        ...activities.map((each) =>
          fc.record({ each: fc.constant(each), player, times: fc.integer({ min: 1, max: 3 }) }),
        ),
      ),
      fc.tuple(...activities.map(() => fc.array(arbitraryExpectation(most), { maxLength: 2 }))),
      fc.array(arbitraryExpectation(most), { minLength: 4, maxLength: 8 }),
    );
  })
  .map(([done, between, last]) => {
    const sorted = [...done].sort((a, b) => a.each.at - b.each.at);
    const steps = sorted.flatMap(({ each: { at, ...activity }, player: who, times }, index): ScenarioStep[] => [
      {
        does: "activity",
        number: index * 2 + 1,
        place: PLACE,
        player: who,
        ...activity,
        moments: Array(times).fill(at),
      },
      { does: "expect", number: index * 2 + 2, place: PLACE, expectations: between[index] ?? [] },
    ]);
    return [...steps, { does: "expect", place: PLACE, expectations: last }];
  });

const arbitraryScenario = fc.record({
  lists: fc.record({
    actions: arbitraryActions,
    criteria: fc.tuple(...criteria.map(arbitraryCriterion), fc.constant(SLOW_CRITERION)),
    criteria_groups: arbitraryGroups(criteria, 3).map((groups) => [...groups, SLOW]),
  }),
  semantics: arbitrarySemantics,
  players: fc.tuple(arbitraryPlayer, arbitraryPlayer),
  steps: arbitrarySteps,
});
type Drawn = typeof arbitraryScenario extends fc.Arbitrary<infer T> ? T : never;

function designOfDrawn({ lists, semantics }: Drawn): Design {
  const achievements = ACHIEVEMENTS.map((custom_id, index) => ({
    custom_id,
    points: index + 1,
    custom_criteria_group_id: custom_id,
    rewards: index === 1 ? ["medal"] : [],
  }));
  const fame = {
    ...{ custom_id: "fame", name: "Fame", description: "", address: "leaderboard/fame", type: "standard" },
    ...{ ordering: "larger-is-better", score_preference: "prefer-higher", equal_score: semantics.equal_score },
  };
  const rules = rulesFrom({ ...lists, achievements }, semantics);
  return {
    ...rules,
    rewards: new Map(),
    leaderboards: new Map([["fame", fame]]),
    known: new Set(),
  } as unknown as Design;
}

/** One time of one step, and what it brought. */
interface Done {
  readonly step: number;
  readonly repetition: number;
  readonly player: string;
  readonly recorded: readonly Activity[];
  readonly earned: readonly string[];
}

/** Everything that happens, each activity judged by a history that is read anew. */
function doneIn(design: Design, players: readonly Player[], steps: readonly ScenarioStep[]): readonly Done[] {
  const done: Done[] = [];
  for (const step of steps) {
    if (step.does !== "activity") continue;
    for (const [index, at] of step.moments.entries()) {
      const own = done.filter((each) => each.player === step.player);
      const history = {
        player: players[IDS.indexOf(step.player as (typeof IDS)[number])] as Player,
        activities: own.flatMap(({ recorded }) => recorded),
        earned: new Set(own.flatMap(({ earned }) => earned)),
      };
      const { recorded, earned } = play(design, history, reportOf(step, at));
      const ids = earned.map(({ custom_achievement_id: id }) => id);
      done.push({ step: step.number ?? 0, repetition: index + 1, player: step.player, recorded, earned: ids });
    }
  }
  return done;
}

function reportOf({ custom_action_id, amount, custom_data, custom_session_id }: ActivityStep, at: number): Activity {
  return { custom_action_id, amount, at, custom_data, custom_session_id };
}

/**
 * The state of the achievement after all of that: as of the activity of the last time that earned it, else of the last
 * that concerns it; undefined without one.
 */
function stateAfter(
  design: Design,
  about: Player,
  id: string,
  all: readonly Done[],
  isEarned: boolean,
): Explained | undefined {
  const compiled = compile(design);
  const activities = all.flatMap(({ recorded }) => recorded);
  const isAbout = ({ custom_action_id }: Activity): boolean =>
    compiled.relatedTo(custom_action_id).some(({ custom_id }) => custom_id === id);
  const group = compiled.group(id);
  const states = (isEarned ? (all.at(-1)?.recorded ?? []) : activities).filter(isAbout).flatMap((current) => {
    if (group === undefined) return [];
    const situation = { history: openHistory(about, activities), current };
    return [explain(compiled, evaluateGroup(compiled, group, situation), situation)];
  });
  return isEarned ? states.find(({ truth }) => truth === "yes") : states.at(-1);
}

describe("the state that explains an answer", () => {
  it("is that of the moment that the expectation is about", () => {
    const seen = { early: 0, late: 0, never: 0, earned: 0 };
    fc.assert(
      fc.property(arbitraryScenario, (drawn) => {
        const design = designOfDrawn(drawn);
        const players = drawn.players.map((each, index) => ({ ...each, id: IDS[index] ?? "" }));
        const { steps } = drawn;
        const scenario: Scenario = { name: "it", description: "", place: PLACE, players, start: 0, steps };
        const { answers } = playScenario(scenario, design, compile(design));
        const done = doneIn(design, players, steps);
        for (const answer of answers) checkAnswer(answer, design, players, done, seen);
      }),
      runs(100),
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
  });
});

function checkAnswer(
  { expectation, step = Number.POSITIVE_INFINITY, actual, why }: CheckAnswer,
  design: Design,
  players: readonly (Player & { readonly id: string })[],
  done: readonly Done[],
  seen: Record<"early" | "late" | "never" | "earned", number>,
): void {
  const before = done.filter((each) => each.step < step);
  if (expectation.of === "ranking") {
    if (actual.of !== "ranking") throw new Error("it is a ranking");
    const submissions = before.flatMap(({ player: who, earned, recorded }) =>
      earned.map((id) => ({
        ...{ custom_player_id: who, at: recorded[0]?.at ?? 0 },
        score: design.achievements.get(id)?.points ?? 0,
      })),
    );
    const board = design.leaderboards.get("fame");
    const rows = board && rankings(board, submissions, "all-time", 0);
    expect(rows?.ok && rows.value).toEqual(actual.rows);
    return;
  }
  const about = players.find(({ id }) => id === expectation.player) as Player;
  const own = before.filter((each) => each.player === expectation.player);
  for (const { achievement: id, earned, after, explained } of why) {
    const earning = own.find((each) => each.earned.includes(id));
    const due = expectation.of === "earned_at" && expectation.step <= step ? expectation : undefined;
    // Of a step that has fewer times, that time never comes.
    const isOver =
      due?.repetition === undefined ||
      done.some((each) => each.step === due.step && each.repetition === due.repetition);
    const until = isOver ? due : undefined;
    const isUpTo = (each: Done): boolean =>
      until === undefined ||
      each.step < until.step ||
      (each.step === until.step && each.repetition <= (until.repetition ?? each.repetition));
    const isInTime = earning !== undefined && isUpTo(earning);
    expect(earned).toBe(isInTime);
    expect(after?.step).toBe(isInTime ? undefined : until?.step);
    const shown = isInTime ? own.slice(0, own.indexOf(earning) + 1) : own.filter(isUpTo);
    expect(explained?.truth === "yes").toBe(isInTime);
    expect(explained).toEqual(stateAfter(design, about, id, shown, isInTime));
    if (isInTime) seen.earned += 1;
    else if (until === undefined) seen.never += 1;
    else if (earning === undefined) seen.late += 1;
    else seen.early += 1;
  }
}

describe("an achievement that is earned too late", () => {
  const DESIGN = designFrom(`
actions: [{ custom_id: slay, name: Slay }, { custom_id: visit, name: Visit }]
achievements:
  - custom_id: rich
    name: Rich
    custom_criteria_group_id:
      { custom_id: rich, name: Rich, criteria: [{ custom_id: rich, name: Rich, custom_action_id: slay, rule: "gte:500" }] }
`);
  const playedWith = (expectation: string) =>
    playOne(
      `steps: [{ do: visit }, { do: slay, amount: 100 }, { do: slay, amount: 150, times: 2 }, { do: slay, amount: 100 }]
expect: { ${expectation} }`,
      DESIGN,
    );

  it.each([
    ["earned_at: { rich: 1 }", "✗ rich: no step affects it up to step 1"],
    [
      "earned_at: { rich: 2 }",
      "✗ rich after step 2 — group rich: 0 of 1 met, needs it\n└─ ✗ rich: sum 100, needs gte:500",
    ],
    [
      "earned_at: { rich: { step: 3, repetition: 1 } }",
      "✗ rich after step 3, time 1 — group rich: 0 of 1 met, needs it\n└─ ✗ rich: sum 250, needs gte:500",
    ],
    [
      "earned_at: { rich: 3 }",
      "✗ rich after step 3 — group rich: 0 of 1 met, needs it\n└─ ✗ rich: sum 400, needs gte:500",
    ],
    ["not_earned: [rich]", "✓ rich — group rich: 1 of 1 met, needs it\n└─ ✓ rich: sum 500, needs gte:500"],
  ])("is explained as of the step for %s, in text, JSON and JUnit", (expectation, lines) => {
    const played = playedWith(expectation);
    expect(played.passed).toBe(false);
    const files = [{ file: "a.test.yaml", scenarios: [{ ...played, milliseconds: 0 }] }];
    const games = [{ game: "game", files, assumptions: [] }];
    const view = { style: plainStyle, verbose: false, width: 200, isSeveral: false };
    const [text, junit] = [renderTestText(games, view), renderTestJunit(games, [])];
    for (const line of lines.split("\n")) {
      expect(text).toContain(line);
      expect(junit).toContain(line);
    }
    expect(`${text}${junit}`.match(/sum \d+/g) ?? []).toEqual(
      lines.match(/sum \d+/g)?.flatMap((each) => [each, each]) ?? [],
    );
    const [found] = JSON.parse(renderTestJson(games, [])).games[0].files[0].scenarios[0].expectations;
    const { earned, after, tree } = found.why[0];
    const shown = tree === undefined ? [] : explainedLines(tree, plainStyle);
    expect(shown.at(-1) ?? "").toContain(lines.split("\n")[1]?.slice(3) ?? "");
    expect(earned).toBe(expectation.startsWith("not"));
    expect(after === undefined).toBe(earned);
  });
});
