/** Scenarios are played by the run-time rules, and every expectation is answered. */
import { describe, expect, it } from "vitest";
import { expectedWords } from "../../../src/view/test/document.ts";
import { designFrom, momentsOf, playOne } from "./play.ts";

const achievement = (id: string, action: string, criterion: string, more = "") => `
  - custom_id: ${id}
    name: ${id}${more}
    custom_criteria_group_id:
      { custom_id: ${id}, name: ${id}, criteria: [{ custom_id: ${id}, name: ${id}, custom_action_id: ${action}, ${criterion} }] }`;
const only = (condition: string) => `conditions: { groups: [{ conditions: ["${condition}"] }] }`;

const DESIGN = designFrom(`
actions:
  - { custom_id: slay, name: Slay }
  - { custom_id: slay-boss, name: Slay a boss, reactions: [slay] }
  - { custom_id: visit, name: Visit }
achievements:${achievement("ten", "slay", 'rule: "gte:10"', "\n    points: 10\n    rewards: [medal]")}
${achievement("boss", "slay-boss", "type: sum", "\n    points: 5")}
${achievement("loyal", "visit", 'streak: "days:3"', "\n    points: 3")}
${achievement("birthday", "visit", only("month:{player.month}"))}
rewards: [{ custom_id: medal, name: Medal }]
leaderboards:
  - { custom_id: fame, name: Fame, type: standard }
  - { custom_id: arena, name: Arena, type: custom, score_preference: prefer-last }
`);

describe("a scenario", () => {
  it("reports what was earned, in which step and at which of its times", () => {
    const { passed, earned } = playOne(
      `
steps:
  - { do: slay, times: 4 }
  - { do: slay-boss, times: 9, every: 1h }
expect:
  earned: [ten, boss]
  earned_exactly: [boss, ten]
  not_earned: [loyal]
  earned_at: { ten: { step: 2, repetition: 6 }, boss: 2 }
  points: 15
  rewards: [medal]`,
      DESIGN,
    );
    expect(passed).toBe(true);
    expect(
      earned.map(({ achievement, step, repetition, at }) => [achievement, step, repetition, at]),
    ).toEqual([
      ["boss", 2, 1, Date.UTC(2026, 0, 1, 12)],
      ["ten", 2, 6, Date.UTC(2026, 0, 1, 17)],
    ]);
  });

  it.each([
    ["earned: [ten]", "ten to be earned by player, but it is not"],
    ["not_earned: [boss]", "boss not to be earned by player, but it is earned in step 1"],
    ["earned_exactly: [boss, ten]", "player to have exactly boss and ten; earned: boss"],
    [
      "earned_at: { boss: { step: 1, repetition: 2 } }",
      "boss to be earned by player in step 1, time 2, but it is earned in step 1",
    ],
    ["earned_at: { ten: 1 }", "ten to be earned by player in step 1, but it is not"],
    ["points: 6", "player to have 6 points; there are 5 (boss 5)"],
    [
      "rewards: [medal]",
      "player to get medal, but none of the achievements that give it is earned: ten",
    ],
    [
      "rankings: [{ leaderboard: fame, players: [] }]",
      "fame (all-time) to show nobody; it shows player with 5",
    ],
    [
      "rankings: [{ leaderboard: fame, scores: { player: 6 } }]",
      "fame (all-time) to show player with 6; it shows player with 5",
    ],
    [
      "rankings: [{ leaderboard: arena, players: [player] }]",
      "arena (all-time) to show player; it shows nobody",
    ],
  ])("fails when it expects %s of nine bosses", (expectation, words) => {
    const { passed, answers } = playOne(
      `steps: [{ do: slay-boss, times: 9 }]\nexpect: { ${expectation} }`,
      DESIGN,
    );
    expect(passed).toBe(false);
    expect(answers.map((answer) => expectedWords(answer).replace("expected ", ""))).toEqual([
      words,
    ]);
  });

  it("explains what was evaluated, and nothing else", () => {
    const { answers } = playOne(
      "steps: [{ do: slay-boss, times: 9 }]\nexpect: { earned: [ten, loyal], not_earned: [boss] }",
      DESIGN,
    );
    const texts = answers.map(({ why }) => [
      why[0]?.achievement,
      why[0]?.explained?.members[0]?.text,
    ]);
    expect(texts).toEqual([
      ["ten", 'needs 10 of "Slay"; so far 9, in 9 activities'],
      ["loyal", undefined],
      ["boss", 'needs 1 of "Slay a boss"; so far 1, in 1 activity'],
    ]);
  });

  it("explains by what was recorded last, also where several things are done at one moment", () => {
    const design = designFrom(`
actions: [{ custom_id: open, name: Open }, { custom_id: close, name: Close }]
criteria_groups:
  - custom_id: doors
    name: Doors
    criteria:
      - { custom_id: closed, name: Closed, custom_action_id: close, rule: "gte:9" }
      - custom_id: opened
        name: Opened
        custom_action_id: open
        rule: "gte:2"
        conditions: { groups: [{ conditions: ["activityData:door,eq,{activity.door}"] }] }
achievements: [{ custom_id: doors, name: Doors, custom_criteria_group_id: doors }]
`);
    const { answers } = playOne(
      `
steps:
  - { do: open, custom_data: { door: red } }
  - { do: close, custom_data: { door: blue } }
  - { do: open, custom_data: { door: green } }
expect: { not_earned: [doors] }`,
      design,
    );
    expect(answers[0]?.why[0]?.explained).toMatchObject({
      members: [
        {},
        {
          text: expect.stringContaining(
            "with door the activity's door; so far 1, in 1 of 2 activities",
          ),
        },
      ],
    });
  });

  it("looks at expectations in the middle when they come", () => {
    const { passed, answers } = playOne(
      `
steps:
  - { do: slay, amount: 9 }
  - expect: { not_earned: [ten], points: 0 }
  - { do: slay }
expect: { earned: [ten] }`,
      DESIGN,
    );
    expect(passed).toBe(true);
    expect(answers.map(({ step }) => step)).toEqual([2, 2, undefined]);
  });

  it("begins at its start, also where the clock shows that time twice", () => {
    // On the 25th of October 2026 the clocks of Vienna show 2:30 at 0:30 and at 1:30 UTC.
    const steps = 'steps: [{ do: visit, at: "2026-10-25T02:30:00+01:00", times: 2, every: 1d }]';
    const { scenario } = playOne(
      `players: { lea: { time_zone: Europe/Vienna } }\n${steps}\nexpect: { points: 0 }`,
      DESIGN,
    );
    expect(momentsOf(scenario)).toEqual([
      Date.UTC(2026, 9, 25, 1, 30),
      Date.UTC(2026, 9, 26, 1, 30),
    ]);
  });

  it("ranks in the period of the moment", () => {
    const { passed } = playOne(
      `
players: { lea: , tom: }
steps:
  - { player: lea, score: 100, leaderboard: arena }
  - { player: tom, score: 90, leaderboard: arena, after: 1h }
  - expect: { rankings: [{ leaderboard: arena, time_span: daily, players: [lea, tom] }] }
  - { wait: 1d }
  - expect: { rankings: [{ leaderboard: arena, time_span: daily, players: [] }] }
  - { player: lea, score: 80, leaderboard: arena }
expect:
  players: { lea: { points: 0 }, tom: { not_earned: [loyal] } }
  rankings:
    - { leaderboard: arena, players: [tom, lea], scores: { lea: 80 } }
    - { leaderboard: arena, time_span: daily, players: [lea] }`,
      DESIGN,
    );
    expect(passed).toBe(true);
  });

  it("treats a reference that leads to nothing as the assumption says", () => {
    const without = playOne("steps: [{ do: visit }]\nexpect: { not_earned: [birthday] }", DESIGN);
    expect(without).toMatchObject({ passed: true, unjudged: new Map() });
    expect(without.answers[0]?.why[0]?.explained).toMatchObject({
      members: [{ text: expect.stringContaining("{player.month}"), truth: "unreadable" }],
    });
    const born = playOne(
      "players: { lea: { custom_data: { month: 1 } } }\nsteps: [{ do: visit }]\nexpect: { earned: [birthday] }",
      DESIGN,
    );
    expect(born.passed).toBe(true);
  });
});

describe("what the rules cannot read", () => {
  const strange = designFrom(`
actions: [{ custom_id: a, name: A }]
achievements:${achievement("x", "a", only("moonPhase:full"))}
`);

  it.each(["earned: [x]", "not_earned: [x]", "earned_at: { x: 1 }"])(
    "answers no expectation: %s",
    (expectation) => {
      expect(playOne(`steps: [{ do: a }]\nexpect: { ${expectation} }`, strange)).toMatchObject({
        passed: false,
        answers: [{ outcome: expect.stringContaining("cannot evaluate it") }],
        unjudged: new Map([["x", [expect.stringContaining("moonPhase")]]]),
      });
    },
  );
});
