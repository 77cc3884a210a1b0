/** Each kind of change, with the class and the sentence that it is given. */
import { describe, expect, it } from "vitest";
import { impactOfPlan } from "../../../src/analysis/impact/plan-impact.ts";
import { catalog } from "../../../src/catalog/index.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { makePlan } from "../../../src/plan/plan.ts";
import { DEFAULT_SEMANTICS, type Semantics } from "../../../src/project/rules-settings.ts";
import {
  DOCUMENTED_ACCESS,
  desiredGame,
  type Entries,
  EXTENDED_ACCESS,
  type GameText,
  liveGame,
  shortHash,
  TARGET,
} from "../../support/games.ts";

const GAME = {
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
} satisfies GameText;

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

function impactsOf(
  changes: Change | GameText,
  {
    entries = {},
    semantics = DEFAULT_SEMANTICS,
    access = EXTENDED_ACCESS,
    before = GAME,
  }: { entries?: Entries; semantics?: Semantics; access?: typeof EXTENDED_ACCESS; before?: GameText } = {},
) {
  const isWhole = Object.keys(changes).some((key) => !key.includes("/"));
  const desired = desiredGame(isWhole ? (changes as GameText) : changed(changes as Change), entries);
  const live = liveGame(before, access);
  const own = isWhole ? { ...live, read: new Set(desired.managed) } : live;
  const resources = new Map([...live.resources].filter(([, { kind }]) => own.read.has(kind)));
  const options = { prune: true, targets: [], scalars: "native" } as const;
  const made = makePlan(TARGET, desired, { ...own, resources }, catalog, options, shortHash);
  if (made.value === undefined) throw new Error(JSON.stringify(made.diagnostics));
  return impactOfPlan(made.value, desired, { ...own, resources }, semantics);
}

const shown = (...args: Parameters<typeof impactsOf>) =>
  impactsOf(...args).map((each) => `${each.class}: ${each.sentence}`);

describe("earning", () => {
  it("is harder with a higher threshold, for everything that rests on the criterion", () => {
    expect(impactsOf({ "criterion/matches": { rule: "gte:500" } })).toEqual([
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

  it.each<[string, Change, string]>([
    [
      "a lower threshold",
      { "criterion/wins": { rule: "gte:1" } },
      'easier: "Champion" now needs 1 of "Win a match" instead of 5. Players who have done enough already get it the next time they do something that counts for it.',
    ],
    [
      "the same rule in other words",
      { "criterion/wins": { rule: "gt:4" } },
      'cosmetic: "Champion" is earned as before; only what it rests on is written otherwise.',
    ],
    [
      "another action",
      { "criterion/wins": { custom_action_id: "match", rule: "gte:90" } },
      'unknown: "Champion" now needs 90 of "Finish a match" instead of 5 of "Win a match". Whether that is easier or harder is not certain.',
    ],
    [
      "an action that the old one leads to",
      { "criterion/wins": { custom_action_id: "match" } },
      'easier: "Champion" now needs 5 of "Finish a match" instead of 5 of "Win a match". Players who have done enough already get it with their next "Finish a match".',
    ],
    [
      "a streak",
      { "criterion/wins": { streak: "days:3" } },
      'harder: "Champion" now needs 5 of "Win a match" on each of 3 days in a row instead of 5 of "Win a match".',
    ],
    [
      "a streak of a single interval",
      { "criterion/wins": { streak: "hours:1" } },
      'harder: "Champion" now needs 5 of "Win a match" within one hour instead of 5 of "Win a match".',
    ],
    [
      "conditions on many months",
      { "criterion/wins": { conditions: { groups: [{ conditions: ["months:6,7,8,7", "betweenHours:5,24"] }] } } },
      'harder: "Champion" now counts "Win a match" only in June, July or August and at any hour.',
    ],
    [
      "a longer way to count",
      { "criterion/wins": { type: "amount" } },
      'harder: "Champion" now needs one "Win a match" of at least 5 instead of 5 of "Win a match".',
    ],
    [
      "a streak and other conditions",
      { "criterion/wins": { streak: "hours:2", conditions: { groups: [{ conditions: ["month:1"] }] } } },
      'harder: "Champion" now needs 5 of "Win a match" in each of 2 hours in a row, counted only in January instead of 5 of "Win a match".',
    ],
    [
      "conditions",
      { "criterion/wins": { conditions: { groups: [{ conditions: ["dayOfMonth:last", "betweenHours:22,4"] }] } } },
      'harder: "Champion" now counts "Win a match" only on the last day of a month and from 22:00 to 2:00.',
    ],
    [
      "a condition on what was done",
      { "criterion/wins": { conditions: { groups: [{ conditions: ["activityData:map.size,gte,3"] }] } } },
      'harder: "Champion" now counts "Win a match" only with map size of at least 3.',
    ],
    [
      "conditions of a group",
      { "criteria_group/champion": { conditions: { groups: [{ conditions: ["months:12,1"] }] } } },
      'harder: "Champion" now counts only what is done in December or January.',
    ],
    [
      "another operator",
      { "criteria_group/champion": { operator: "or" } },
      'easier: "Champion" now needs only one of "Wins" and "Veteran group". Players who have done enough already get it the next time they do something that counts for it.',
    ],
    [
      "a member more",
      { "criteria_group/champion": { criteria: ["wins", "unused"] } },
      'harder: "Champion" now also needs 1 of "Wait".',
    ],
    [
      "a member less",
      { "criteria_group/champion": { criteria: [] } },
      'easier: "Champion" no longer needs 5 of "Win a match". Players who have done enough already get it with their next "Finish a match".',
    ],
    [
      "another group",
      { "achievement/champion": { custom_criteria_group_id: "veteran" } },
      'easier: "Champion" no longer needs 5 of "Win a match". Players who have done enough already get it with their next "Finish a match".',
    ],
    [
      "no group",
      { "achievement/champion": { custom_criteria_group_id: null } },
      'harder: "Champion" can no longer be earned.',
    ],
    [
      "a rule that nothing passes",
      { "criterion/wins": { rule: "lt:0" } },
      'harder: "Champion" can no longer be earned.',
    ],
  ])("with %s", (_, change, expected) => {
    expect(shown(change)).toEqual([expected]);
  });

  it("changes with what counts as what", () => {
    const reacting: Change = { "action/win": { reactions: [] } };
    expect(shown(reacting)).toContain('harder: "Veteran" no longer counts "Win a match" as "Finish a match".');
  });

  it("changes with the data of an action that a condition reads", () => {
    const conditions = { groups: [{ conditions: ["activityData:level,eq,{action.level}"] }] };
    const before = changed({ "criterion/wins": { conditions }, "action/win": { custom_data: { level: 1 } } });
    const after = changed({ "criterion/wins": { conditions }, "action/win": { custom_data: { level: 2 } } });
    expect(shown(after, { before })).toEqual([
      'unknown: "Champion" depends on the data of "Win a match", which change. Whether that is easier or harder is not certain.',
      'cosmetic: The action "Win a match" has other custom data.',
    ]);
  });

  it("is judged by what can come true, not by what is written", () => {
    const before = changed({ "achievement/veteran": { custom_criteria_group_id: null } });
    expect(shown(GAME, { before })).toEqual(['easier: "Veteran" can be earned now; before, nobody could.']);
  });

  // An achievement is judged only when something is done that its criteria are about.
  it("is not called easier where it would not be judged in time", () => {
    const conditions = { groups: [{ conditions: ["activityData:level,eq,{action.level}"] }] };
    const before = changed({ "criterion/wins": { conditions } });
    const after = changed({ "criterion/wins": { conditions }, "criteria_group/champion": { criteria_groups: [] } });
    expect(shown(after, { before })[0]).toMatch(/^unknown: "Champion" no longer needs 50/);
    const idle: Semantics = { ...DEFAULT_SEMANTICS, no_activity: "zero" };
    const lazy = changed({ "criterion/wins": { rule: "lte:3" } });
    const lazier = changed({ "criterion/wins": { rule: "lte:3" }, "criteria_group/champion": { criteria_groups: [] } });
    expect(shown(lazier, { before: lazy, semantics: idle })[0]).toMatch(/^unknown: /);
    expect(shown(lazier, { before: lazy })[0]).toMatch(/^easier: /);
  });
});

describe("what an achievement gives and says", () => {
  it.each<[string, Change, readonly string[]]>([
    ["points", { "achievement/veteran": { points: 20 } }, ['value: "Veteran" is now worth 20 points instead of 50.']],
    ["a reward less", { "achievement/veteran": { rewards: [] } }, ['value: "Veteran" no longer gives "Hat".']],
    [
      "a reward more",
      { "achievement/veteran": { rewards: ["cape", "hat"] } },
      ['additive: "Veteran" now also gives "Cape".'],
    ],
    [
      "a secret that is shown",
      { "achievement/champion": { is_secret: false } },
      ['revealing: The secret "Champion" is shown to all players.'],
    ],
    ["a secret that begins", { "achievement/veteran": { is_secret: true } }, ['cosmetic: "Veteran" becomes a secret.']],
    [
      "texts",
      { "achievement/veteran": { name: "Old hand", description: "Still here.", custom_data: { icon: "x" } } },
      ['cosmetic: "Veteran" is now called "Old hand" and has another description and other custom data.'],
    ],
    [
      "several tracked at once",
      { "achievement/veteran": { points: 1, rewards: [], name: "Old hand" } },
      [
        'value: "Old hand" is now worth 1 point instead of 50.',
        'value: "Old hand" no longer gives "Hat".',
        'cosmetic: "Veteran" is now called "Old hand".',
      ],
    ],
  ])("%s", (_, change, expected) => {
    expect(shown(change)).toEqual(expected);
  });

  it("tells which step leads to what", () => {
    const impacts = impactsOf({ "achievement/veteran": { points: 20, rewards: ["cape"] } });
    expect(impacts.map(({ sentence, steps }) => [sentence, steps])).toEqual([
      ['"Veteran" is now worth 20 points instead of 50.', ["update achievement/veteran"]],
      ['"Veteran" no longer gives "Hat".', ["detach achievement/veteran rewards hat"]],
      ['"Veteran" now also gives "Cape".', ["attach achievement/veteran rewards cape"]],
    ]);
  });
});

describe("what comes and goes", () => {
  it.each<[string, Change, readonly string[]]>([
    [
      "an achievement that goes, and what it alone used",
      { "achievement/champion": null, "criteria_group/champion": null, "criterion/wins": null },
      [
        'destructive: The secret achievement "Champion" (100 points) is deleted, with the badges of everybody who has it.',
        'cosmetic: The criterion "Wins" is deleted; no achievement uses it any more.',
        'cosmetic: The criteria group "Champion group" is deleted; no achievement uses it any more.',
      ],
    ],
    [
      "an achievement that comes, with all that it needs",
      {
        "achievement/new": { name: "New", custom_criteria_group_id: "new" },
        "criteria_group/new": { criteria: ["new"] },
        "criterion/new": { custom_action_id: "idle" },
      },
      ['additive: New achievement "New" (1 point).'],
    ],
    [
      "an unused criterion that goes",
      { "criterion/unused": null },
      ['cosmetic: The criterion "Unused" is deleted; no achievement uses it any more.'],
    ],
    [
      "an unused criterion that changes",
      { "criterion/unused": { rule: "gte:7" } },
      ['cosmetic: The criterion "Unused" changes; no achievement rests on it.'],
    ],
    ["an unused reward", { "reward/cap": { name: "Cap" } }, ['additive: New reward "Cap", which no achievement uses.']],
    [
      "a reward that goes",
      { "reward/hat": null, "achievement/veteran": { rewards: [] } },
      ['value: "Veteran" no longer gives "Hat".'],
    ],
    [
      "a leaderboard",
      { "leaderboard/season": null },
      ['destructive: The leaderboard "Season" is deleted, with all its scores.'],
    ],
    [
      "another order of a leaderboard",
      { "leaderboard/season": { ordering: "smaller-is-better", score_preference: "prefer-lower" } },
      [
        'destructive: The leaderboard "Season" starts anew with another order and choice of scores: its scores are lost.',
      ],
    ],
  ])("%s", (_, change, expected) => {
    expect(shown(change)).toEqual(expected);
  });

  it("follows a rename, and tells what else changes", () => {
    const { veteran: _, ...rest } = { veteran: null };
    const after = changed({
      ...rest,
      "achievement/veteran": null,
      "achievement/old-hand": {
        name: "Veteran",
        points: 60,
        custom_criteria_group_id: "veteran",
        rewards: ["hat"],
      },
    });
    const moved = [{ kind: "achievement", from: "veteran", to: "old-hand" }];
    expect(shown(after, { entries: { moved } })).toEqual(['value: "Veteran" is now worth 60 points instead of 50.']);
  });

  it("has a word for a rename alone", () => {
    const after = changed({ "reward/cape": null, "reward/cloak": { name: "Cape" } });
    expect(shown(after, { entries: { moved: [{ kind: "reward", from: "cape", to: "cloak" }] } })).toEqual([
      'cosmetic: The reward "Cape" gets another id; what players have stays.',
    ]);
  });
});

describe("what was not read", () => {
  const alone = { actions: GAME.actions, criteria: GAME.criteria } satisfies GameText;

  it("makes a change unknown", () => {
    const criteria = GAME.criteria.map((each) => (each.custom_id === "wins" ? { ...each, rule: "gte:9" } : each));
    expect(shown({ ...alone, criteria })).toEqual([
      'unknown: The criterion "Wins" changes; what uses it was not read.',
    ]);
  });

  it("leaves texts cosmetic", () => {
    const criteria = GAME.criteria.map((each) => ({ ...each, description: "Other." }));
    expect(impactsOf({ ...alone, criteria }).map((each) => each.class)).toEqual(["cosmetic", "cosmetic", "cosmetic"]);
  });

  it("is taken to be as declared where the service never shows it", () => {
    expect(shown({ "criterion/matches": { rule: "gte:500" } }, { access: DOCUMENTED_ACCESS })).toEqual([
      'harder: "Champion" now needs 500 of "Finish a match" instead of 50.',
      'harder: "Veteran" now needs 500 of "Finish a match" instead of 50.',
    ]);
  });
});

describe("what differs in one point only", () => {
  const with_ = (members: JsonObject): GameText => changed({ "criterion/wins": members });
  const only = (...conditions: readonly string[]): JsonObject => ({ conditions: { groups: [{ conditions }] } });

  it.each<[string, JsonObject, JsonObject, string]>([
    [
      "the length of a streak",
      { streak: "days:7" },
      { streak: "days:3" },
      '"Champion" now needs 5 of "Win a match" on each of 3 days in a row instead of 7 days.',
    ],
    [
      "conditions",
      only("activityData:map,eq,sea"),
      only("activityData:map,eq,hill"),
      '"Champion" now counts "Win a match" only with map hill, no longer with map sea.',
    ],
    [
      "no conditions",
      only("betweenHours:9,8", "dayOfMonth:3"),
      {},
      '"Champion" now counts every "Win a match", not only from 9:00 to 17:00 and on day 3 of a month.',
    ],
    [
      "a reference",
      {},
      only("month:{player.birthday.month}"),
      '"Champion" now counts "Win a match" only in the player\'s birthday month.',
    ],
    [
      "an average",
      { type: "average", rule: "gte:3" },
      { type: "average", rule: "lte:4" },
      '"Champion" now needs an average of at most 4 in "Win a match" instead of at least 3.',
    ],
  ])("%s", (_, before, after, expected) => {
    expect(impactsOf(with_(after), { before: with_(before) })[0]?.sentence).toContain(expected);
  });
});
