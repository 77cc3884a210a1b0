/** Each kind of change, with the class and the sentence that it is given. */
import { describe, expect, it } from "vitest";
import type { Impact } from "../../../src/analysis/impact/impacts.ts";
import { catalog } from "../../../src/catalog/index.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { DOCUMENTED_ACCESS, type GameText } from "../../support/games.ts";
import { impactsBetween } from "./impacts.ts";

const GAME: Readonly<
  Record<
    "actions" | "criteria" | "criteria_groups" | "rewards" | "achievements" | "leaderboards",
    readonly JsonObject[]
  >
> = {
  actions: [
    { custom_id: "match", name: "Finish a match", reactions: [] },
    { custom_id: "win", name: "Win a match", reactions: ["match"] },
    { custom_id: "idle", name: "Wait" },
  ],
  criteria: [
    { custom_id: "matches", name: "Matches", custom_action_id: "match", rule: "gte:50" },
    { custom_id: "wins", name: "Wins", custom_action_id: "win", rule: "gte:5" },
    { custom_id: "unused", name: "Unused", custom_action_id: "idle" },
  ],
  criteria_groups: [
    { custom_id: "veteran", name: "Veteran group", criteria: ["matches"] },
    { custom_id: "champion", name: "Champion group", criteria: ["wins"], criteria_groups: ["veteran"] },
  ],
  rewards: [
    { custom_id: "hat", name: "Hat" },
    { custom_id: "cape", name: "Cape" },
  ],
  achievements: [
    { custom_id: "veteran", name: "Veteran", points: 50, custom_criteria_group_id: "veteran", rewards: ["hat"] },
    { custom_id: "champion", name: "Champion", points: 100, custom_criteria_group_id: "champion", is_secret: true },
  ],
  leaderboards: [{ custom_id: "season", name: "Season", type: "custom" }],
};

type Change = Readonly<Record<string, JsonObject | null>>;

/** The game with other members at some addresses; null takes a resource away. */
function changed(changes: Change): GameText {
  const written: Record<string, JsonObject[]> = {};
  for (const kind of catalog) {
    const own = (GAME as GameText)[kind.plural] ?? [];
    const ids = new Set(own.map(({ custom_id }) => custom_id));
    const mine = Object.entries(changes).filter(([address]) => address.startsWith(`${kind.name}/`));
    const by = new Map(mine.map(([address, members]) => [address.slice(kind.name.length + 1), members]));
    written[kind.plural] = [
      ...own.flatMap((each) => {
        const members = by.get(String(each.custom_id));
        return members === null ? [] : [{ ...each, ...members }];
      }),
      ...[...by].flatMap(([id, members]) => (ids.has(id) || members === null ? [] : [{ custom_id: id, ...members }])),
    ];
  }
  return written;
}

const sentences = (impacts: readonly Impact[]) => impacts.map((each) => `${each.class}: ${each.sentence}`);
const shown = (change: Change) => sentences(impactsBetween(GAME, changed(change)));

const SOON = " Players who have done enough already may get it the next time they do something that counts for it.";

const only = (...conditions: readonly string[]): JsonObject => ({ conditions: { groups: [{ conditions }] } });

describe("earning", () => {
  it("is harder with a higher threshold, for everything that rests on the criterion", () => {
    expect(impactsBetween(GAME, changed({ "criterion/matches": { rule: "gte:500" } }))).toEqual([
      {
        class: "harder",
        address: "achievement/champion",
        sentence: '"Champion" now needs 500 of "Finish a match" instead of 50.',
        because: ["criterion/matches"],
        steps: ["update criterion/matches"],
      },
      {
        class: "harder",
        address: "achievement/veteran",
        sentence: '"Veteran" now needs 500 of "Finish a match" instead of 50.',
        because: ["criterion/matches"],
        steps: ["update criterion/matches"],
      },
    ]);
  });

  it.each<[Change, string]>([
    [{ "criterion/wins": { rule: "gte:1" } }, `easier: X now needs 1 of "Win a match" instead of 5.${SOON}`],
    [{ "criterion/wins": { rule: "gt:4" } }, "cosmetic: X is earned as before, only described in another way."],
    [
      { "criterion/wins": { custom_action_id: "match", rule: "gte:90" } },
      'mixed: X now needs 90 of "Finish a match" instead of 5 of "Win a match". That is easier for players who have done 90 of "Finish a match", and harder for those who have done 5 of "Win a match" and 45 of "Finish a match".',
    ],
    [
      { "criterion/wins": { custom_action_id: "match" } },
      `easier: X now needs 5 of "Finish a match" instead of 5 of "Win a match".${SOON}`,
    ],
    [
      { "criterion/wins": { streak: "days:3" } },
      'harder: X now needs 5 of "Win a match" on each of 3 days in a row instead of 5 of "Win a match".',
    ],
    [
      { "criterion/wins": { streak: "hours:1" } },
      'harder: X now needs 5 of "Win a match" within one hour instead of 5 of "Win a match".',
    ],
    [
      { "criterion/wins": only("months:6,7,8,7", "betweenHours:5,24") },
      'harder: X now counts "Win a match" only in June, July or August and at any hour.',
    ],
    [
      { "criterion/wins": { type: "amount" } },
      'harder: X now needs one "Win a match" of at least 5 instead of 5 of "Win a match".',
    ],
    [
      { "criterion/wins": { streak: "hours:2", ...only("month:1") } },
      'harder: X now needs 5 of "Win a match" in each of 2 hours in a row, counted only in January instead of 5 of "Win a match".',
    ],
    [
      { "criterion/wins": only("dayOfMonth:last", "betweenHours:22,4") },
      'harder: X now counts "Win a match" only on the last day of a month and from 22:00 to 2:00.',
    ],
    [
      { "criterion/wins": only("activityData:map.size,gte,3") },
      'harder: X now counts "Win a match" only with map.size of at least 3.',
    ],
    [
      { "criteria_group/champion": only("months:12,1") },
      "harder: X now counts only what is done in December or January.",
    ],
    [
      { "criteria_group/champion": { operator: "or" } },
      `easier: X now needs at least one of "Wins" and "Veteran group".${SOON}`,
    ],
    [{ "criteria_group/champion": { criteria: ["wins", "unused"] } }, 'harder: X now also needs 1 of "Wait".'],
    [{ "criteria_group/champion": { criteria: [] } }, `easier: X no longer needs 5 of "Win a match".${SOON}`],
    [
      { "achievement/champion": { custom_criteria_group_id: "veteran" } },
      `easier: X no longer needs 5 of "Win a match".${SOON}`,
    ],
    [{ "achievement/champion": { custom_criteria_group_id: null } }, "harder: X can no longer be earned."],
    [{ "criterion/wins": { rule: "lt:0" } }, "harder: X can no longer be earned."],
  ])("changes with %j", (change, expected) => {
    expect(shown(change)).toEqual([expected.replace("X", '"Champion"')]);
  });

  it("changes with what counts as what", () => {
    const reacting: Change = { "action/win": { reactions: [] } };
    expect(shown(reacting)).toContain('harder: "Veteran" no longer counts "Win a match" as "Finish a match".');
  });

  it("changes with the data of an action that a condition reads", () => {
    const wins = only("activityData:level,eq,{action.level}");
    const before = changed({ "criterion/wins": wins, "action/win": { custom_data: { level: 1 } } });
    const after = changed({ "criterion/wins": wins, "action/win": { custom_data: { level: 2 } } });
    expect(sentences(impactsBetween(before, after))).toEqual([
      expect.stringMatching(
        /^mixed: "Champion" depends on the data of "Win a match", which change\. That is easier for players who have done .* with level 2.*, and harder for those who have done .* with level 1/,
      ),
      'cosmetic: The action "Win a match" has other custom data.',
    ]);
  });

  it("is classified by what can be met, not by what is written", () => {
    const before = changed({ "achievement/veteran": { custom_criteria_group_id: null } });
    expect(sentences(impactsBetween(before, GAME))).toEqual([
      'easier: "Veteran" can be earned now; before, nobody could.',
    ]);
  });

  // An achievement is evaluated only when something is done that its criteria are about.
  it("is not called easier where it would not be evaluated in time", () => {
    const without = { "criteria_group/champion": { criteria_groups: [] } };
    const wins = { "criterion/wins": only("activityData:level,eq,{action.level}") };
    const [first] = sentences(impactsBetween(changed(wins), changed({ ...wins, ...without })));
    expect(first).toMatch(/^(?:unknown|mixed): "Champion" no longer needs 50/);
    const limit = { "criterion/wins": { rule: "lte:3" } };
    const [lazy, lazier] = [changed(limit), changed({ ...limit, ...without })];
    expect(impactsBetween(lazy, lazier)[0]?.class).toBe("easier");
  });
});

describe("what an achievement gives and says", () => {
  it.each<[Change, readonly string[]]>([
    [{ "achievement/veteran": { points: 20 } }, ['value: "Veteran" is now worth 20 points instead of 50.']],
    [{ "achievement/veteran": { rewards: [] } }, ['value: "Veteran" no longer gives "Hat".']],
    [{ "achievement/veteran": { rewards: ["cape", "hat"] } }, ['additive: "Veteran" now also gives "Cape".']],
    [{ "achievement/champion": { is_secret: false } }, ['revealing: The secret "Champion" is shown to all players.']],
    [{ "achievement/veteran": { is_secret: true } }, ['cosmetic: "Veteran" becomes a secret.']],
    [
      { "achievement/veteran": { name: "Old hand", description: "Still here.", custom_data: { icon: "x" } } },
      ['cosmetic: "Veteran" is now called "Old hand" and has another description and other custom data.'],
    ],
    [
      { "achievement/veteran": { points: 1, rewards: [], name: "Old hand" } },
      [
        'value: "Old hand" is now worth 1 point instead of 50.',
        'value: "Old hand" no longer gives "Hat".',
        'cosmetic: "Veteran" is now called "Old hand".',
      ],
    ],
  ])("changes with %j", (change, expected) => {
    expect(shown(change)).toEqual(expected);
  });

  it("has the steps of all resources that lead to it", () => {
    const after = changed({ "achievement/veteran": { points: 20 }, "criterion/matches": { rule: "gte:500" } });
    expect(impactsBetween(GAME, after).map(({ address, because, steps }) => [address, because, steps])).toEqual([
      ["achievement/champion", ["criterion/matches"], ["update criterion/matches"]],
      ["achievement/veteran", ["criterion/matches"], ["update criterion/matches"]],
      ["achievement/veteran", ["achievement/veteran"], ["update achievement/veteran"]],
    ]);
  });
});

describe("what is added and removed", () => {
  it.each<[string, Change, readonly string[]]>([
    [
      "an achievement with all that it alone used",
      { "achievement/champion": null, "criteria_group/champion": null, "criterion/wins": null },
      [
        'destructive: The secret achievement "Champion" (100 points) is deleted, with the badges of everybody who has it.',
      ],
    ],
    [
      "a new achievement, with all that it needs",
      {
        "achievement/new": { name: "New", custom_criteria_group_id: "new" },
        "criteria_group/new": { criteria: ["new"] },
        "criterion/new": { custom_action_id: "idle" },
      },
      ['additive: New achievement "New" (1 point).'],
    ],
    ["an unused criterion", { "criterion/unused": null }, []],
    ["an unused criterion that changes", { "criterion/unused": { rule: "gte:7" } }, []],
    ["a new reward that nothing gives", { "reward/cap": { name: "Cap" } }, []],
    ["a new action that nothing counts", { "action/rest": { name: "Rest" } }, []],
    [
      "a reward",
      { "reward/hat": null, "achievement/veteran": { rewards: [] } },
      ['value: "Veteran" no longer gives "Hat".'],
    ],
    [
      "a leaderboard",
      { "leaderboard/season": null },
      ['destructive: The leaderboard "Season" is deleted: players lose any scores.'],
    ],
    [
      "another order of a leaderboard",
      { "leaderboard/season": { ordering: "smaller-is-better", score_preference: "prefer-lower" } },
      ['destructive: The leaderboard "Season" is replaced: players lose any scores.'],
    ],
  ])("%s", (_, change, expected) => {
    expect(shown(change)).toEqual(expected);
  });

  it("follows a rename, and shows what else changes", () => {
    const after = changed({
      "achievement/veteran": null,
      "achievement/old-hand": { ...GAME.achievements[0], custom_id: "old-hand", points: 60 },
    });
    const moved = [{ kind: "achievement", from: "veteran", to: "old-hand" }];
    expect(sentences(impactsBetween(GAME, after, { entries: { moved } }))).toEqual([
      'value: "Veteran" is now worth 60 points instead of 50.',
    ]);
  });

  it("has nothing for a rename alone", () => {
    const after = changed({ "reward/cape": null, "reward/cloak": { name: "Cape" } });
    const moved = [{ kind: "reward", from: "cape", to: "cloak" }];
    expect(impactsBetween(GAME, after, { entries: { moved } })).toEqual([]);
  });
});

describe("what was not read", () => {
  const criteriaWith = (members: JsonObject, id?: string): GameText => ({
    actions: GAME.actions,
    criteria: GAME.criteria.map((each) => ({ ...each, ...(id === undefined || id === each.custom_id ? members : {}) })),
  });

  it("makes a change unknown", () => {
    expect(sentences(impactsBetween(GAME, criteriaWith({ rule: "gte:9" }, "wins")))).toEqual([
      'unknown: The criterion "Wins" changes; what uses it was not read.',
    ]);
  });

  it("leaves texts cosmetic", () => {
    const impacts = impactsBetween(GAME, criteriaWith({ description: "Other." }));
    expect(impacts.map((each) => each.class)).toEqual(["cosmetic", "cosmetic", "cosmetic"]);
  });

  it("is taken to be as declared where the service never shows it", () => {
    const after = changed({ "criterion/matches": { rule: "gte:500" } });
    expect(sentences(impactsBetween(GAME, after, { access: DOCUMENTED_ACCESS }))).toEqual([
      'harder: "Champion" now needs 500 of "Finish a match" instead of 50.',
      'harder: "Veteran" now needs 500 of "Finish a match" instead of 50.',
    ]);
  });
});
