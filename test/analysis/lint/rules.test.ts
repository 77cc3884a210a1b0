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
    found(manifests, project, "unreachable-achievement").map(({ primary, others }) => [
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

  it("takes a secret achievement with an empty group as retired", () => {
    const retired = `${GROUP("criteria: []")}${ACHIEVEMENT(", is_secret: true")}`;
    expect(codesIn(retired)).toEqual([]);
    expect(codesIn(retired.replace("is_secret: true", "is_secret: false"))).toEqual([
      "empty-group",
      "unreachable-achievement",
    ]);
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

  it("follows what is assumed of a criterion without activity", () => {
    const dead = `${CRITERIA(["c", `rule: eq:0, ${CONDITIONS("month:1", "month:2")}`])}${GROUP("criteria: [c]")}${ACHIEVEMENT("")}`;
    expect(unreachable(dead)).toHaveLength(1);
  });

  it("follows what is assumed of the reach of a group's conditions", () => {
    const manifests = `${CRITERIA(["c", CONDITIONS("month:1")])}criteria_groups:
  - { custom_id: g, name: G, criteria_groups: [h], ${CONDITIONS("month:2")} }
  - { custom_id: h, name: H, criteria: [c] }
${ACHIEVEMENT("")}`;
    expect(unreachable(manifests)).toHaveLength(1);
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
    ["type: amount, rule: gte:10", "type: amount, rule: lt:10", false],
    ["type: average, rule: lt:10", "rule: gte:10", false],
    ["rule: gte:5, streak: days:3", "rule: lte:15", false],
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
    const contradictions = found(manifests, "", "impossible-group");
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
    const places = (text: string) => found(text, "", "impossible-condition").map(({ primary }) => primary?.text);
    expect(places(groups('{ operator: or, conditions: ["month:1", "betweenHours:1,0"] }'))).toEqual([
      "no activity can pass this",
    ]);
    expect(places(groups('{ conditions: ["month:1", "month:2"] }'))).toEqual(["no activity can pass all of these"]);
    expect(places(groups('{ conditions: ["month:1"] }', '{ conditions: ["month:2"] }'))).toEqual([
      "no activity can pass all of these groups",
    ]);
    expect(places(groups('{ operator: or, conditions: ["month:1", "month:2"] }'))).toEqual([]);
  });

  it.each([256, 400])("are followed through %i alternatives of a field", (count) => {
    const levels = Array.from({ length: count }, (_, level) => `"activityData:level,eq,${level}"`).join(", ");
    const groups = `[{ operator: or, conditions: [${levels}] }, { conditions: ["activityData:level,eq,9999"] }]`;
    const manifests = CRITERIA(["c", `conditions: { groups: ${groups} }`]);
    expect(codesIn(manifests)).toContain("impossible-condition");
  });
});

describe("impossible-criterion", () => {
  it.each<[string, boolean]>([
    ["rule: eq:-2", true],
    [`streak: days:31, ${CONDITIONS("month:1")}`, false],
    [`streak: days:9999, ${CONDITIONS("betweenHours:9,8")}`, false],
    [`streak: days:40, ${CONDITIONS("month:{player.month}")}`, false],
  ])("%s can never be met: %s", (rest, expected) => {
    expect(codesIn(CRITERIA(["c", rest])).includes("impossible-criterion")).toBe(expected);
  });
});

describe("average-of-one", () => {
  const averages = (operator: string, ...others: readonly (readonly [string, string])[]) => {
    const all = [["mean", "type: average, rule: gte:40"], ...others] as const;
    const group = GROUP(`operator: ${operator}, criteria: [${all.map(([id]) => id).join(", ")}]`);
    return found(CRITERIA(...all) + group, "", "average-of-one").length;
  };

  it("needs a number of activities or a total beside it, under and", () => {
    expect(averages("and")).toBe(1);
    expect(averages("and", ["total", "rule: gte:2000"])).toBe(0);
    expect(averages("and", ["once", "rule: gte:1"])).toBe(1);
    expect(averages("and", ["days", "streak: days:3"])).toBe(0);
    expect(averages("or", ["total", "rule: gte:2000"])).toBe(1);
  });
});

describe("harder-worth-less", () => {
  const found5and10 = (harder: number, easier: number) =>
    foundAt(`${CRITERIA(["ten", "rule: gte:10"], ["five", "rule: gte:5"])}criteria_groups:
  - { custom_id: g, name: G, criteria: [ten] }
  - { custom_id: h, name: H, criteria: [five] }
achievements:
  - { custom_id: a, name: A, description: All of it., points: ${harder}, custom_criteria_group_id: g }
  - { custom_id: b, name: B, description: Do some., points: ${easier}, custom_criteria_group_id: h }
`);

  it("compares the points of what implies each other", () => {
    expect(found5and10(5, 10)).toEqual(["harder-worth-less 8:63"]);
    expect(found5and10(10, 5)).toEqual([]);
    expect(found5and10(5, 5)).toEqual([]);
  });
});

describe("duplicate-requirements", () => {
  it("is found once, where the copy is: in criteria, groups and achievements", () => {
    const criteria = CRITERIA(["one", "rule: gte:3"], ["two", "rule: gte:3"]);
    expect(codesIn(criteria)).toEqual(["duplicate-requirements"]);
    expect(codesIn(criteria.replace("gte:3", "gte:4"))).toEqual([]);
    const groups = (one: string, other: string) =>
      `${CRITERIA(["one", "rule: gte:3"], ["two", "rule: gte:4"])}criteria_groups:\n  - { custom_id: g, name: G, ${one} }\n  - { custom_id: h, name: H, ${other} }\n`;
    const isDuplicate = (one: string, other: string) => codesIn(groups(one, other)).includes("duplicate-requirements");
    expect(isDuplicate("criteria: [one, two]", "criteria: [two, one]")).toBe(true);
    expect(isDuplicate("criteria: [one, two]", "operator: or, criteria: [one, two]")).toBe(false);
    expect(isDuplicate("criteria: [one]", "operator: or, criteria: [one]")).toBe(true);
    expect(isDuplicate("criteria: [one]", `criteria: [one], ${CONDITIONS("month:1")}`)).toBe(false);
    const twice =
      "custom_criteria_group_id: g }\n  - { custom_id: b, name: B, description: B., custom_criteria_group_id: g }";
    expect(codesIn(ACHIEVEMENT("").replace("custom_criteria_group_id: g }", twice))).toEqual([
      "duplicate-requirements",
    ]);
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

describe("description-disagrees", () => {
  const disagrees = (description: string, rest: string) =>
    codesIn(
      // The id has a number too, which excuses nothing.
      `${CRITERIA(["10-c", rest])}${GROUP("criteria: [10-c]")}${ACHIEVEMENT("").replace("All.", `"${description}"`)}`,
    ).includes("description-disagrees");

  it.each<[string, string, boolean]>([
    ["Win 10 matches.", "rule: gte:50", true],
    ["Slay 10 dragons", "rule: gte:20", true],
    ["Win 50 matches.", "rule: gte:50", false],
    ["Win more than 49 matches.", "rule: gt:49", false],
    ["Win 50 matches.", "rule: gt:49", false],
    ["Win 10,000 matches (all of them).", "rule: gte:10000", false],
    ["Win 10,000 matches.", "rule: gte:100", true],
    ["Play for 10 hours.", "rule: gte:600", false],
    ["Collect 2 dozen eggs.", "rule: gte:24", false],
    ["Run 5 km.", "rule: gte:5000", false],
    ["Win many matches.", "rule: gte:50", false],
    ["Win on the 2nd floor.", "rule: gte:50", false],
    ["Win 10 of 20 matches.", "rule: gte:50", false],
    ["Win on level 3.", "rule: gte:1", false],
    ["Win with 3 lives left.", "rule: gte:5, type: amount", false],
    ["Win on 7 days.", "rule: gte:2, streak: days:7", false],
    ["Win 10 matches in January.", `rule: gte:50, ${CONDITIONS("month:1")}`, false],
  ])("%s with %s disagrees: %s", (description, rest, expected) => {
    expect(disagrees(description, rest)).toBe(expected);
  });
});

describe("over-budget", () => {
  const points = (...each: readonly number[]) =>
    `achievements:\n${each.map((worth, index) => `  - { custom_id: a${index}, name: "${index}: ${worth}", description: "No ${index}", points: ${worth}, custom_criteria_group_id: g${index} }\n`).join("")}`;

  it("compares points with the budget of the game, else that of the project", () => {
    const project = "lint: { budget: { total_points: 100, max_points: 50, min_points: 10, step: 5 } }\n";
    expect(foundAt(points(20, 30), project)).toEqual([]);
    expect(found(points(5, 57, 60), project).map(({ detail, primary }) => `${primary?.span.file}: ${detail}`)).toEqual([
      "laurel.yaml: All achievements together give 122 points, 22 more than this.",
      "game.yaml: 5 points: below the minimum of 10.",
      "game.yaml: 57 points: above the maximum of 50, and not a multiple of 5.",
      "game.yaml: 60 points: above the maximum of 50.",
    ]);
  });

  it("compares the number of achievements", () => {
    const said = (budget: string) =>
      found(points(5, 5), `lint: { budget: { ${budget} } }\n`).map(({ detail }) => detail);
    expect(said("max_achievements: 1")).toEqual(["There are 2 achievements, 1 more than this."]);
    expect(said("min_achievements: 3")).toEqual(["There are 2 achievements, 1 fewer than this."]);
    expect(said("min_achievements: 2, max_achievements: 2")).toEqual([]);
  });
});
