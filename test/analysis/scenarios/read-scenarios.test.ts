/** Problems of a file of scenarios are reported at their place, with what was probably meant. */
import { describe, expect, it } from "vitest";
import { designFrom, momentsOf, playOne, problemsIn } from "./play.ts";

const DESIGN = designFrom(`
actions: [{ custom_id: slay, name: Slay }]
achievements:
  - custom_id: ten
    name: Ten
    custom_criteria_group_id:
      { custom_id: ten, name: Ten, criteria: [{ custom_id: ten, name: Ten, custom_action_id: slay, rule: "gte:10" }] }
rewards: [{ custom_id: medal, name: Medal }]
leaderboards: [{ custom_id: fame, name: Fame, type: standard }, { custom_id: arena, name: Arena, type: custom }]
`);

/** Problems of a scenario of which everything but the name is given; it begins in line 3. */
function problems(...lines: readonly string[]): readonly string[] {
  return problemsIn(`scenarios:\n  - name: it\n${lines.map((line) => `    ${line}\n`).join("")}`, DESIGN);
}

const STEPS = "steps: [{ do: slay }]";
const EXPECT = "expect: { points: 0 }";

describe("a step", () => {
  it.each([
    ["{ do: sly }", '3:19 dangling-reference there is no action "sly" | did you mean "slay"?'],
    ["{ dO: slay }", '3:15 unknown-field a step has no field "dO" | did you mean "do"?'],
    ["{ do: slay, amount: 1.5 }", '3:33 wrong-type "amount": expected a whole number, found the number 1.5'],
    // Doubles would take these for 1 and 9007199254740991.
    [
      "{ do: slay, amount: 1.00000000000000000001 }",
      '3:33 wrong-type "amount": expected a whole number, found the number 1.00000000000000000001',
    ],
    [
      "{ do: slay, amount: 9007199254740991.4 }",
      '3:33 wrong-type "amount": expected a whole number, found the number 9007199254740991.4',
    ],
    ["{ do: slay, times: 0 }", '3:32 out-of-range "times": expected a whole number from 1 to 100,000, found 0'],
    ["{ do: slay, player: 5 }", '3:33 wrong-type "player": expected a string, found the number 5 | quote it: "5"'],
    ["{ do: slay, player: tom }", '3:33 dangling-reference the scenario has no player "tom" | its players: "player"'],
    [
      "{ do: slay, every: 1d }",
      '3:25 missing-field "every" needs "times" | write times, or after for the time since the step before',
    ],
    [
      "{ do: slay, times: 2, every: 1 day }",
      '3:42 invalid-value "every": expected a duration, such as 30s, 90m, 2h, 1d or 1d12h, found "1 day"',
    ],
    [
      "{ do: slay, at: 2026-03-01 }",
      '3:29 invalid-value "at": expected a date and a time, such as 2026-03-01T09:00 or 2026-03-01T09:00Z, found "2026-03-01"',
    ],
    ["{ do: slay, at: 2026-02-30T09:00 }", "3:29 invalid-value there is no 2026-02-30 09:00"],
    ["{ do: slay, at: 2026-02-03T09:00+99:00 }", "3:29 invalid-value there is no zone +99:00"],
    [
      "{ do: slay, at: 2025-12-31T09:00 }",
      "3:29 invalid-value this is before the step before, which ends at 2026-01-01T12:00:00Z",
    ],
    ["{ do: slay, at: 2026-02-03T09:00, after: 1h }", '3:47 invalid-value a step has "at" or "after", not both'],
    ["{ do: slay, times: 100000, every: 90000d }", "3:13 out-of-range this is after the year 9999"],
    [
      "{ wait: 3d, do: slay }",
      '3:15 invalid-value an element of "steps": expected exactly one of "do", "score", "wait" and "expect", found "wait" and "do" | write each as a step of its own, in the order in which they happen',
    ],
    ["{ wait: 3d, amount: 3 }", '3:25 invalid-value "amount" does not go with "wait" | make it a step of its own'],
    ["{ score: 3 }", '3:22 missing-field a score needs "leaderboard"'],
    [
      "{ score: 3, leaderboard: fame }",
      "3:38 invalid-value a standard leaderboard takes no scores | it adds up the points of achievements by itself",
    ],
    [
      "{ score: 3, leaderboard: arena, times: 3 }",
      '3:45 invalid-value "times" does not go with "score" | it goes with leaderboard, player, at and after',
    ],
    [
      "{ expect: {} }",
      '3:15 missing-field "expect": expected a mapping of at least 1 key, found an empty mapping | it has the keys earned, earned_exactly, not_earned, earned_at, points, rewards, players and rankings',
    ],
  ])("%s", (step, expected) => {
    expect(problems(`steps: [${step}]`, EXPECT)).toEqual([expected]);
  });
});

describe("an expectation", () => {
  it.each([
    ["earned: ten", '4:23 wrong-type "earned": expected a list, found "ten" | write a list: [ten]'],
    ["earned: [tenn]", '4:24 dangling-reference there is no achievement "tenn" | did you mean "ten"?'],
    [
      "earned: [ten, ten]",
      '4:23 duplicate-member "earned": expected a list without repetition, found an element twice',
    ],
    ["rewards: [medals]", '4:25 dangling-reference there is no reward "medals" | did you mean "medal"?'],
    ["earned_at: { ten: 3 }", "4:33 out-of-range the scenario has 1 step"],
    ["earned_at: { ten: end }", '4:33 invalid-value no step is called "end"'],
    ["earned_at: { ten: { step: 1, repetition: 2 } }", "4:28 out-of-range the step is done only once"],
    [
      "players: { tom: { points: 1 } }",
      '4:26 dangling-reference the scenario has no player "tom" | its players: "player"',
    ],
    [
      "rankings: [{ leaderboard: fame }]",
      "4:41 missing-field nothing is expected of this leaderboard | write players, a list with the first one first, or scores",
    ],
    [
      "rankings: [{ leaderboard: fame, time_span: week, players: [] }]",
      '4:58 invalid-value "time_span": expected "all-time", "daily", "weekly", "monthly" or "yearly", found "week" | did you mean "weekly"?',
    ],
    [
      "rankings: [{ leaderboard: fame, players: [tom] }]",
      '4:57 dangling-reference the scenario has no player "tom" | its players: "player"',
    ],
  ])("%s", (expectation, expected) => {
    expect(problems(STEPS, `expect: { ${expectation} }`)).toEqual([expected]);
  });
});

describe("what is expected of one of several", () => {
  it("has the same members, at any depth", () => {
    expect(problems(STEPS, "expect: { players: { player: { earned_at: { ten: { stop: 1 } } } } }")).toEqual([
      '4:56 unknown-field "ten" has no field "stop" | did you mean "step"?',
    ]);
  });
});

describe("players", () => {
  it("have to be named when there are several", () => {
    expect(problems("players: { lea: , tom: }", STEPS, EXPECT)).toEqual([
      '4:13 missing-field with several players, a step needs "player" | such as player: lea',
      "5:15 missing-field the scenario has 2 players, and this does not say whose it is | write it below players, and the player: players: { lea: { points: … } }",
    ]);
  });

  it("live in zones that exist", () => {
    expect(problems("players: { lea: { time_zone: Europe/Wien } }", STEPS, EXPECT)).toEqual([
      '3:34 invalid-value there is no time zone "Europe/Wien" | write a name of the time zone database, such as Europe/Vienna',
    ]);
  });

  it("do not agree on when a time without a zone is", () => {
    const step = "steps: [{ player: lea, do: slay }]";
    const nothing = "expect: { players: { lea: { points: 0 } } }";
    expect(problems("players: { lea: , tom: }", "start: 2026-01-01T09:00", step, nothing)).toEqual([
      "4:12 invalid-value with several players, the start needs a zone | write Z behind it for UTC: 2026-01-01T09:00Z",
    ]);
  });
});

describe("a clock that is put forward", () => {
  const vienna = "players: { lea: { time_zone: Europe/Vienna } }";

  it("leaves times out, and says so", () => {
    expect(problems(vienna, "steps: [{ do: slay, at: 2026-03-29T02:30 }]", EXPECT)).toEqual([
      "4:29 invalid-value the clocks of Europe/Vienna leave 2026-03-29 02:30 out",
    ]);
  });

  it("moves what comes day by day, and only on that day; one that is put back shows a time twice, and the first is meant", () => {
    const moments = (at: string): readonly string[] =>
      momentsOf(
        playOne(`${vienna}\nsteps: [{ do: slay, at: ${at}, times: 3, every: 1d }]\n${EXPECT}`, DESIGN).scenario,
      ).map((moment) => new Date(moment).toISOString());
    expect(moments("2026-03-28T02:30")).toEqual([
      "2026-03-28T01:30:00.000Z",
      "2026-03-29T01:30:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
    expect(moments("2026-10-24T02:30:15")).toEqual([
      "2026-10-24T00:30:15.000Z",
      "2026-10-25T00:30:15.000Z",
      "2026-10-26T01:30:15.000Z",
    ]);
  });
});

describe("a file", () => {
  it.each([
    ["", ["1:1 missing-field the file holds no scenarios | write scenarios:, and below it a list of them"]],
    ["# nothing\n", ["1:1 missing-field the file holds no scenarios | write scenarios:, and below it a list of them"]],
    ["scenario: []\n", ['1:1 unknown-key a file of scenarios has no key "scenario" | did you mean "scenarios"?']],
    ["- it\n", ["1:1 wrong-type expected a file of scenarios (a mapping), found a list | it has the keys scenarios"]],
    [
      "scenarios: [3]\n",
      [
        '1:13 wrong-type an element of "scenarios": expected a scenario (a mapping), found the number 3 | it has the keys name, description, players, start, steps and expect',
      ],
    ],
    ["scenarios: [{ steps: [] }]\n", ['1:15 missing-field a scenario needs "name" | write name: …']],
    [
      "scenarios: [{ name: a, steps: [] }]\n",
      ["1:21 missing-field the scenario expects nothing | write expect: below its steps"],
    ],
  ])("%j", (text, expected) => {
    expect(problemsIn(text, DESIGN)).toEqual(expected);
  });

  it("reports all problems of all scenarios in one run", () => {
    const text = `scenarios:
  - { name: a, steps: [{ do: sly }], expect: { points: 1 } }
  - { name: b, steps: [{ do: sly }], expect: { earned: [tne] } }
  - { name: c, steps: [], expect: { points: 0 } }
  - { name: c, steps: [], expect: { points: 0 } }
`;
    expect(problemsIn(text, DESIGN).map((each) => each.split(" | ")[0])).toEqual([
      '2:30 dangling-reference there is no action "sly"',
      '3:30 dangling-reference there is no action "sly"',
      '3:57 dangling-reference there is no achievement "tne"',
      '5:13 duplicate-name another scenario is called "c", too',
    ]);
  });
});

describe("actions that only the service knows", () => {
  it("can be done when a criterion names them", () => {
    const design = designFrom(`
criteria: [{ custom_id: c, name: C, custom_action_id: slay }]
criteria_groups: [{ custom_id: g, name: G, criteria: [c] }]
achievements: [{ custom_id: x, name: X, custom_criteria_group_id: g }]
`);
    expect(playOne("steps: [{ do: slay }]\nexpect: { earned: [x] }", design).passed).toBe(true);
    expect(problemsIn("scenarios: [{ name: a, steps: [{ do: walk }], expect: { rewards: [r] } }]\n", design)).toEqual([
      '1:38 dangling-reference there is no action "walk" | the manifests declare no actions, and nothing else is read here',
      '1:67 dangling-reference there is no reward "r" | the manifests declare no rewards, and nothing else is read here',
    ]);
  });
});
