/** What single rules find, where, and what they leave alone. */
import { describe, expect, it } from "vitest";
import { codesIn, found, foundAt } from "./support.ts";

const ACHIEVEMENT = (rest: string) =>
  `achievements:\n  - { custom_id: a, name: A, description: All., custom_criteria_group_id: g${rest} }\n`;
const GROUP = (rest: string) => `criteria_groups:\n  - { custom_id: g, name: G, ${rest} }\n`;
const CRITERION = (id: string, rest: string) =>
  `  - { custom_id: ${id}, name: The ${id}, custom_action_id: do, ${rest} }\n`;
const CRITERIA = (...each: readonly (readonly [string, string])[]) =>
  `criteria:\n${each.map(([id, rest]) => CRITERION(id, rest)).join("")}`;
const CONDITIONS = (...each: readonly string[]) =>
  `conditions: { groups: [{ conditions: [${each.map((one) => `"${one}"`).join(", ")}] }] }`;

describe("unreachable-achievement", () => {
  const unreachable = (manifests: string, project = "") =>
    found(manifests, project, ["unreachable-achievement"]).map(({ primary, others }) => [
      primary?.text,
      ...others.map(({ text }) => text),
    ]);

  it("shows the missing link, through groups in groups", () => {
    const manifests = `${CRITERIA(["never", "rule: lt:0"])}criteria_groups:
  - { custom_id: g, name: G, criteria_groups: [h] }
  - { custom_id: h, name: H, criteria: [never] }
${ACHIEVEMENT("")}`;
    expect(unreachable(manifests)).toEqual([
      [`"a" can never be earned, because of criterion/never`, "no total is below zero"],
    ]);
    expect(foundAt(manifests)).toEqual(["impossible-criterion 2:70", "unreachable-achievement 7:49"]);
  });

  it("is all there is to say: everything would follow from what never happens", () => {
    const manifests = `${CRITERIA(["never", "rule: lt:0"], ["ten", "rule: gte:10"], ["five", "rule: gte:5"])}criteria_groups:
  - { custom_id: g, name: G, criteria: [never, ten] }
  - { custom_id: h, name: H, criteria: [five] }
  - { custom_id: i, name: I, criteria: [ten] }
achievements:
  - { custom_id: a, name: A, description: All of it., points: 5, custom_criteria_group_id: g }
  - { custom_id: b, name: B, description: Do some., points: 10, custom_criteria_group_id: h }
  - { custom_id: c, name: C, description: Do more., points: 20, custom_criteria_group_id: i }
`;
    expect(codesIn(manifests)).toEqual(["impossible-criterion", "unreachable-achievement"]);
  });

  it("knows that one way is enough under or, and that none is not", () => {
    const both = CRITERIA(["never", "rule: lt:0"], ["twice", "rule: gte:2"]);
    const group = GROUP("operator: or, criteria: [never, twice]");
    expect(unreachable(both + group + ACHIEVEMENT(""))).toEqual([]);
    expect(unreachable(both.replace("gte:2", "eq:-2") + group + ACHIEVEMENT(""))).toHaveLength(1);
  });

  it("finds nothing in what is not declared here or left to the admin panel", () => {
    expect(unreachable(ACHIEVEMENT(""))).toEqual([]);
    expect(unreachable(`${GROUP("criteria: [live]")}${ACHIEVEMENT("")}`)).toEqual([]);
    expect(unreachable(`${GROUP("ignore: [criteria]")}${ACHIEVEMENT("")}`)).toEqual([]);
    expect(unreachable("achievements:\n  - { custom_id: a, name: A, ignore: [custom_criteria_group_id] }\n")).toEqual(
      [],
    );
    const left = `${CRITERIA(["never", "rule: lt:0, ignore: [rule]"])}${GROUP("criteria: [never]")}${ACHIEVEMENT("")}`;
    expect(unreachable(left)).toEqual([]);
  });

  it("follows what the project assumes of a criterion without activity", () => {
    const dead = `${CRITERIA(["c", `rule: eq:0, ${CONDITIONS("month:1", "month:2")}`])}${GROUP("criteria: [c]")}${ACHIEVEMENT("")}`;
    expect(unreachable(dead)).toHaveLength(1);
    expect(unreachable(dead, "semantics: { no_activity: zero }\n")).toEqual([]);
  });

  it("follows what the project assumes of the reach of a group's conditions", () => {
    const manifests = `${CRITERIA(["c", CONDITIONS("month:1")])}criteria_groups:
  - { custom_id: g, name: G, criteria_groups: [h], ${CONDITIONS("month:2")} }
  - { custom_id: h, name: H, criteria: [c] }
${ACHIEVEMENT("")}`;
    expect(unreachable(manifests)).toHaveLength(1);
    expect(unreachable(manifests, "semantics: { group_conditions: own }\n")).toEqual([]);
  });
});

describe("impossible-group", () => {
  const isFound = (...criteria: readonly (readonly [string, string])[]) =>
    codesIn(CRITERIA(...criteria) + GROUP(`criteria: [${criteria.map(([id]) => id).join(", ")}]`)).includes(
      "impossible-group",
    );

  it.each<[string, string, boolean]>([
    ["rule: gte:10", "rule: lte:9", true],
    ["rule: gte:10", "rule: lte:10", false],
    ["type: amount, rule: gte:10", "rule: lt:10", true],
    ["type: amount, rule: gte:10", "type: amount, rule: lt:10", false],
    ["type: average, rule: gte:10", "type: average, rule: lt:10", true],
    ["type: average, rule: gte:10", "rule: lt:10", true],
    ["type: average, rule: lt:10", "rule: gte:10", false],
    ["rule: gte:5, streak: days:3", "rule: lte:14", true],
    ["rule: gte:5, streak: days:3", "rule: lte:15", false],
    [`rule: gte:10, ${CONDITIONS("month:1")}`, "rule: lte:9", true],
    ["rule: gte:10", `rule: lte:9, ${CONDITIONS("month:1")}`, false],
    ["rule: gte:10", "rule: lte:9, streak: days:2", false],
  ])("%s and %s: %s", (one, other, expected) => {
    expect(isFound(["one", one], ["two", other])).toBe(expected);
    expect(isFound(["two", other], ["one", one])).toBe(expected);
  });

  it("is reported once, where the contradiction is", () => {
    const manifests = `${CRITERIA(["many", "rule: gte:10"], ["few", "rule: lte:9"])}criteria_groups:
  - { custom_id: outer, name: Outer, criteria_groups: [inner] }
  - { custom_id: inner, name: Inner, criteria: [many, few] }
`;
    const contradictions = found(manifests, "", ["impossible-group"]);
    expect(contradictions.map(({ address }) => address)).toEqual(["criteria_group/inner"]);
  });
});

describe("conditions", () => {
  const impossible = (...conditions: readonly string[]) =>
    codesIn(CRITERIA(["c", CONDITIONS(...conditions)])).includes("impossible-condition");

  it.each<[readonly string[], boolean]>([
    [["betweenHours:9,0"], true],
    [["betweenHours:22,6", "betweenHours:3,2"], false],
    [["betweenHours:22,6", "betweenHours:4,2"], true],
    [["month:4", "dayOfMonth:31"], true],
    [["month:2", "dayOfMonth:29"], false],
    [["months:2,4", "dayOfMonth:31"], true],
    [["dayOfMonth:last", "dayOfMonth:27"], true],
    [["dayOfMonth:last", "dayOfMonth:28"], false],
    [["dayOfMonth:last", "dayOfMonth:30", "month:2"], true],
    [["month:{player.month}", "dayOfMonth:31"], false],
    [["activityData:class,gt,rogue"], true],
    [["activityData:class,eq,rogue", "activityData:class,eq,mage"], true],
    [["activityData:class,eq,rogue", "activityData:class,eq,rogue"], false],
    [["activityData:class,eq,rogue", "activityData:class,gte,3"], true],
    [["activityData:level,gt,4", "activityData:level,lt,5"], false],
    [["activityData:level,gte,5", "activityData:level,lt,5"], true],
    [["activityData:level,gt,5", "activityData:level,eq,5"], true],
    [["activityData:level,gte,5", "activityData:level,lte,5"], false],
    [["activityData:level,eq,{action.level}", "activityData:level,eq,7"], false],
  ])("%s can never match: %s", (conditions, expected) => {
    expect(impossible(...conditions)).toBe(expected);
  });

  it("are looked at one by one, then by group, then together", () => {
    const groups = (...each: readonly string[]) =>
      `criteria:\n  - { custom_id: c, name: C, custom_action_id: do, conditions: { groups: [${each.join(", ")}] } }\n`;
    const places = (text: string) => found(text, "", ["impossible-condition"]).map(({ primary }) => primary?.text);
    expect(places(groups('{ operator: or, conditions: ["month:1", "betweenHours:1,0"] }'))).toEqual([
      "no activity can pass this",
    ]);
    expect(places(groups('{ conditions: ["month:1", "month:2"] }'))).toEqual(["no activity can pass all of these"]);
    expect(places(groups('{ conditions: ["month:1"] }', '{ conditions: ["month:2"] }'))).toEqual([
      "no activity can pass all of these condition groups",
    ]);
    expect(places(groups('{ operator: or, conditions: ["month:1", "month:2"] }'))).toEqual([]);
  });

  it.each([256, 1_000])("are followed through %i alternatives of a field", (count) => {
    const levels = Array.from({ length: count }, (_, level) => `"activityData:level,eq,${level}"`).join(", ");
    const groups = `[{ operator: or, conditions: [${levels}] }, { conditions: ["activityData:level,eq,9999"] }]`;
    const manifests = CRITERIA(["c", `conditions: { groups: ${groups} }`]);
    expect(codesIn(manifests)).toContain("impossible-condition");
  });
});

describe("streaks", () => {
  const codes = (rest: string, project = "") => codesIn(CRITERIA(["c", rest]), project);

  it.each<[string, boolean]>([
    [`streak: days:2, ${CONDITIONS("dayOfMonth:last")}`, true],
    [`streak: days:31, ${CONDITIONS("month:1")}`, false],
    [`streak: days:32, ${CONDITIONS("month:1")}`, true],
    [`streak: days:91, ${CONDITIONS("months:12,1,2")}`, false],
    [`streak: days:92, ${CONDITIONS("months:12,1,2")}`, true],
    [`streak: days:9999, ${CONDITIONS("betweenHours:9,8")}`, false],
    [`streak: hours:8, ${CONDITIONS("betweenHours:9,8")}`, false],
    [`streak: hours:11, ${CONDITIONS("betweenHours:9,8")}`, true],
    [`streak: hours:11, ${CONDITIONS("betweenHours:{x},8").replace("{x}", "0")}`, true],
    [`streak: days:40, ${CONDITIONS("month:{player.month}")}`, false],
  ])("%s can never be: %s", (rest, expected) => {
    expect(codes(rest).includes("impossible-streak")).toBe(expected);
    expect(codes(rest, "semantics: { streak_intervals: sliding }\n")).not.toContain("impossible-streak");
  });

  it.each<[string, boolean]>([
    ["streak: days:1", true],
    ["streak: hours:1, type: amount, rule: lte:3", true],
    ["streak: days:1, rule: gte:2", false],
    ["streak: days:1, type: average, rule: gte:2", false],
    ["streak: days:2", false],
  ])("%s has no effect: %s", (rest, expected) => {
    expect(codes(rest).includes("pointless-streak")).toBe(expected);
    expect(codes(rest, "semantics: { streak_place: current }\n")).not.toContain("pointless-streak");
  });
});

describe("unused resources", () => {
  it("are not reported while a kind that could use them is not managed", () => {
    const all = `actions: [{ custom_id: do, name: Do }]
criteria: [{ custom_id: c, name: C, custom_action_id: other }]
criteria_groups: [{ custom_id: g, name: G, criteria: [x] }]
rewards: [{ custom_id: r, name: R }]
`;
    expect(codesIn(all.replace("other", "do").replace("criteria: [x]", "criteria: [c]"))).toEqual([]);
    const two = `actions: [{ custom_id: do, name: Do }, { custom_id: idle, name: Idle }]\n`;
    expect(codesIn(two)).toEqual([]);
    expect(codesIn(`${two}criteria: []\n`)).toEqual(["unused-action"]);
    expect(codesIn("rewards: [{ custom_id: r, name: R }]\nachievements: []\n")).toEqual(["unused-reward"]);
    const open =
      "achievements: [{ custom_id: a, name: A, description: D, custom_criteria_group_id: g, ignore: [rewards] }]\n";
    expect(codesIn(`rewards: [{ custom_id: r, name: R }]\n${open}`)).toEqual([]);
  });
});

describe("names", () => {
  const alike = (one: string, other: string) =>
    codesIn(`rewards:\n  - { custom_id: a, name: "${one}" }\n  - { custom_id: b, name: "${other}" }\n`).length > 0;

  it.each<[string, string, boolean]>([
    ["Dragon slayer", "Dragonslayer", true],
    ["Café regular", "Cafe regular", true],
    ["Dragon slayer", "Dragon slayre", true],
    ["Dragon slayer", "Dragon slayers", false],
    ["Dragon slayer", "Dragonn slayer", true],
    ["Dragon slayer 1-1", "Dragon slayer 11", false],
    ["Dragon slayer", "DRAGON SLAYER", false],
    ["Slayer of ten 1", "Slayer of ten 10", false],
    ["Grand slayer I", "Grand slayer II", false],
    ["A rat", "A brat", false],
    ["Fire dragon slain", "Frost dragon slain", false],
  ])("%s and %s are nearly the same: %s", (one, other, expected) => {
    expect(alike(one, other)).toBe(expected);
  });
});

describe("descriptions", () => {
  const disagrees = (description: string, rule: string) =>
    codesIn(
      `${CRITERIA(["c", `rule: "${rule}"`])}${GROUP("criteria: [c]")}${ACHIEVEMENT("").replace("All.", `"${description}"`)}`,
    ).includes("description-disagrees");

  it.each<[string, string, boolean]>([
    ["Win 10 matches.", "gte:50", true],
    ["Win 50 matches.", "gte:50", false],
    ["Win more than 50 matches.", "gt:49", false],
    ["Win 10,000 matches.", "gte:10000", false],
    ["Win 10,000 matches.", "gte:1000", true],
    ["Win many matches.", "gte:50", false],
    ["Win on the 2nd floor.", "gte:1", false],
  ])("%s with %s disagrees: %s", (description, rule, expected) => {
    expect(disagrees(description, rule)).toBe(expected);
  });
});

describe("points", () => {
  const points = (...each: readonly number[]) =>
    `achievements:\n${each.map((worth, index) => `  - { custom_id: a${index}, name: "${index}: ${worth}", description: "No ${index}", points: ${worth}, custom_criteria_group_id: g${index} }\n`).join("")}`;

  it("are compared with the budget of the game, else that of the project", () => {
    const project = "lint: { budget: { total_points: 100, max_points: 50, min_points: 10, step: 5 } }\n";
    expect(foundAt(points(20, 30), project)).toEqual([]);
    const lines = found(points(5, 57, 60), project).map(
      ({ code, primary }) => `${code} ${primary?.span.file}:${primary?.span.start.line}`,
    );
    expect(lines.sort()).toEqual([
      "over-point-budget laurel.yaml:3",
      "points-off-step game.yaml:3",
      "points-out-of-range game.yaml:2",
      "points-out-of-range game.yaml:3",
      "points-out-of-range game.yaml:4",
    ]);
  });

  it("are compared with the published limits of stores", () => {
    const store = (name: string, ...each: readonly number[]) =>
      found(points(...each), `lint: { profiles: [${name}] }\n`).map(({ detail }) => detail);
    const epic = [...Array.from({ length: 4 }, () => 200), 100, 95, 5];
    expect(store("epic-games-store", ...epic)).toEqual([]);
    expect(store("epic-games-store", ...epic, 45)).toEqual([
      "Epic Games Store requires 1,000 points in all, and there are 1,045.",
    ]);
    expect(store("epic-games-store", 47, 4, 201)).toContain(
      "Epic Games Store accepts 5 to 45, 50 to 95, 100 to 200, and this is 47.",
    );
    expect(store("google-play", 5, 10)).toEqual([
      "Google Play Games requires at least 10 achievements, and there are 2.",
    ]);
    expect(store("apple-game-center", ...Array.from({ length: 101 }, () => 1))).toEqual([
      "Apple Game Center accepts 100 achievements, and there are 101.",
    ]);
    expect(store("steam", 0, 0)).toEqual([]);
    expect(store("steam", ...Array.from({ length: 101 }, () => 1))).toEqual([
      "Steam accepts 100 achievements, and there are 101.",
    ]);
    expect(store("xbox", ...Array.from({ length: 10 }, () => 100))).toEqual([]);
    expect(store("xbox", ...Array.from({ length: 5 }, () => 201))).toHaveLength(7);
  });
});
