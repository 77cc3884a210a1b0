/** What single rules find, where, and what they leave alone. */
import { describe, expect, it } from "vitest";
import { parseText } from "../../../src/manifest/parse.ts";
import { lintSettingsOfGame } from "../../../src/project/game-settings.ts";
import { type Project, parseProject } from "../../../src/project/project.ts";
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
    const manifests = `${CRITERIA(["never", "rule: eq:-2"])}criteria_groups:
  - { custom_id: g, name: G, criteria_groups: [h] }
  - { custom_id: h, name: H, criteria: [never] }
${ACHIEVEMENT("")}`;
    expect(unreachable(manifests)).toEqual([
      [`"a" can never be earned, because of criterion/never`, "no total is below zero"],
    ]);
    expect(foundAt(manifests)).toEqual([
      "impossible-criterion 2:70",
      "unreachable-achievement 7:49",
    ]);
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

  it("finds nothing in what is not declared here or left to the admin panel", () => {
    expect(unreachable(ACHIEVEMENT(""))).toEqual([]);
    expect(unreachable(`${GROUP("criteria: [live]")}${ACHIEVEMENT("")}`)).toEqual([]);
    expect(unreachable(`${GROUP("ignore: [criteria]")}${ACHIEVEMENT("")}`)).toEqual([]);
    expect(
      unreachable(
        "achievements:\n  - { custom_id: a, name: A, ignore: [custom_criteria_group_id] }\n",
      ),
    ).toEqual([]);
    const left = `${CRITERIA(["never", "rule: lt:0, ignore: [rule]"])}${GROUP("criteria: [never]")}${ACHIEVEMENT("")}`;
    expect(unreachable(left)).toEqual([]);
  });

  it("follows what is assumed of criteria without activity, and of the reach of a group's conditions", () => {
    const dead = CRITERIA(["c", `rule: eq:0, ${CONDITIONS("month:1", "month:2")}`]);
    expect(unreachable(`${dead}${GROUP("criteria: [c]")}${ACHIEVEMENT("")}`)).toHaveLength(1);
    const manifests = `${CRITERIA(["c", CONDITIONS("month:1")])}criteria_groups:
  - { custom_id: g, name: G, criteria_groups: [h], ${CONDITIONS("month:2")} }
  - { custom_id: h, name: H, criteria: [c] }
${ACHIEVEMENT("")}`;
    expect(unreachable(manifests)).toHaveLength(1);
  });
});

describe("impossible-group", () => {
  const isFound = (...criteria: readonly (readonly [string, string])[]) =>
    codesIn(
      CRITERIA(...criteria) + GROUP(`criteria: [${criteria.map(([id]) => id).join(", ")}]`),
    ).includes("impossible-group");

  it.each<[string, string, boolean]>([
    ["rule: gte:10", "rule: lte:9", true],
    ["rule: gte:10", "rule: lte:10", false],
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

describe("impossible-condition", () => {
  it("looks at conditions one by one, then by group, then together", () => {
    const groups = (...each: readonly string[]) =>
      `criteria:\n  - { custom_id: c, name: C, custom_action_id: do, conditions: { groups: [${each.join(", ")}] } }\n`;
    const places = (text: string) =>
      found(text, "", "impossible-condition").map(({ primary }) => primary?.text);
    expect(places(groups('{ operator: or, conditions: ["month:1", "betweenHours:1,0"] }'))).toEqual(
      ["no activity can pass this"],
    );
    expect(places(groups('{ conditions: ["month:1", "month:2"] }'))).toEqual([
      "no activity can pass all of these",
    ]);
    expect(places(groups('{ conditions: ["month:1"] }', '{ conditions: ["month:2"] }'))).toEqual([
      "no activity can pass all of these groups",
    ]);
    expect(places(groups('{ operator: or, conditions: ["month:1", "month:2"] }'))).toEqual([]);
  });

  it("follows hundreds of alternatives of a field", () => {
    const levels = Array.from(
      { length: 400 },
      (_, level) => `"activityData:level,eq,${level}"`,
    ).join(", ");
    const groups = `[{ operator: or, conditions: [${levels}] }, { conditions: ["activityData:level,eq,9999"] }]`;
    expect(codesIn(CRITERIA(["c", `conditions: { groups: ${groups} }`]))).toContain(
      "impossible-condition",
    );
  });
});

describe("unreachable-data", () => {
  const deep = (keys: number): string => Array.from({ length: keys }, () => "a").join(".");
  const ODD = (key: string) =>
    `"${key}" may not be found: documented keys have only a–z, A–Z and _`;
  const texts = (manifests: string) =>
    found(manifests, "", "unreachable-data").map(({ primary }) => [
      primary?.text,
      primary?.span.start.column,
    ]);

  it.each<[string, readonly string[]]>([
    ["activityData:class,eq,rogue", []],
    ["activityData:itemClass.sub_class.Kind,eq,rogue", []],
    ["activityData:items.0.kind,eq,rogue", []],
    ["activityData:item-class.tier2,eq,rogue", [ODD("item-class"), ODD("tier2")]],
    ["activityData:tier2.tier2,eq,{player.tier2}", [ODD("tier2")]],
    ["activityData:größe,eq,1", [ODD("größe")]],
    ["month:{player.birth-date.month}", [ODD("birth-date")]],
    [`dayOfMonth:{player.${deep(10)}}`, []],
    [`dayOfMonth:{player.${deep(11)}}`, ["the reference has 11 keys; 10 are documented"]],
    [`activityData:${deep(11)},eq,1`, []],
  ])("of %s", (condition, expected) => {
    const criterion = `${CRITERIA(["c", CONDITIONS("month:1", condition)])}`;
    expect(texts(criterion).map(([text]) => text)).toEqual(expected);
    const group = GROUP(CONDITIONS(condition));
    expect(texts(group).map(([text]) => text)).toEqual(expected);
  });

  it("leaves keys alone that no condition uses, and conditions that are left to the panel", () => {
    const action = `actions:\n  - { custom_id: do, name: Do, custom_data: { icon-2: a.png } }\n`;
    expect(texts(action)).toEqual([]);
    const left = CRITERIA(["c", `${CONDITIONS("activityData:tier2,eq,1")}, ignore: [conditions]`]);
    expect(texts(left)).toEqual([]);
  });

  it("points at the condition", () => {
    const group = GROUP(CONDITIONS("month:1", "activityData:tier2,eq,1"));
    const column = (group.split("\n")[1] ?? "").indexOf('"activityData') + 1;
    expect(texts(group)).toEqual([[ODD("tier2"), column]]);
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

it("harder-worth-less compares the points of what implies each other", () => {
  const foundWith = (harder: number, easier: number) =>
    foundAt(`${CRITERIA(["ten", "rule: gte:10"], ["five", "rule: gte:5"])}criteria_groups:
  - { custom_id: g, name: G, criteria: [ten] }
  - { custom_id: h, name: H, criteria: [five] }
achievements:
  - { custom_id: a, name: A, description: All of it., points: ${harder}, custom_criteria_group_id: g }
  - { custom_id: b, name: B, description: Do some., points: ${easier}, custom_criteria_group_id: h }
`);
  expect(foundWith(5, 10)).toEqual(["harder-worth-less 8:63"]);
  expect([...foundWith(10, 5), ...foundWith(5, 5)]).toEqual([]);
});

describe("duplicate-requirements", () => {
  it("is found once, where the copy is: in criteria, groups and achievements", () => {
    const criteria = CRITERIA(["one", "rule: gte:3"], ["two", "rule: gte:3"]);
    expect(codesIn(criteria)).toEqual(["duplicate-requirements"]);
    expect(codesIn(criteria.replace("gte:3", "gte:4"))).toEqual([]);
    const groups = (one: string, other: string) =>
      `${CRITERIA(["one", "rule: gte:3"], ["two", "rule: gte:4"])}criteria_groups:\n  - { custom_id: g, name: G, ${one} }\n  - { custom_id: h, name: H, ${other} }\n`;
    const isDuplicate = (one: string, other: string) =>
      codesIn(groups(one, other)).includes("duplicate-requirements");
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
    expect(codesIn(all.replace("other", "do").replace("criteria: [x]", "criteria: [c]"))).toEqual(
      [],
    );
    const two = `actions: [{ custom_id: do, name: Do }, { custom_id: idle, name: Idle }]\n`;
    expect(codesIn(two)).toEqual([]);
    expect(codesIn(`${two}criteria: []\n`)).toEqual(["unused-action"]);
    expect(codesIn("rewards: [{ custom_id: r, name: R }]\nachievements: []\n")).toEqual([
      "unused-reward",
    ]);
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
    const project =
      "lint: { budget: { total_points: 100, max_points: 50, min_points: 10, step: 5 } }\n";
    expect(foundAt(points(20, 30), project)).toEqual([]);
    expect(
      found(points(5, 57, 60), project).map(
        ({ detail, primary }) => `${primary?.span.source.name}: ${detail}`,
      ),
    ).toEqual([
      "laurel.yaml: All achievements together give 122 points, 22 more than this.",
      "game.yaml: 5 points: below the minimum of 10.",
      "game.yaml: 57 points: above the maximum of 50, and not a multiple of 5.",
      "game.yaml: 60 points: above the maximum of 50.",
    ]);
  });

  it("compares the number of achievements", () => {
    const foundWith = (budget: string) =>
      found(points(5, 5), `lint: { budget: { ${budget} } }\n`).map(({ detail }) => detail);
    expect(foundWith("max_achievements: 1")).toEqual([
      "There are 2 achievements, 1 more than this.",
    ]);
    expect(foundWith("min_achievements: 3")).toEqual([
      "There are 2 achievements, 1 fewer than this.",
    ]);
    expect(foundWith("min_achievements: 2, max_achievements: 2")).toEqual([]);
  });
});

describe("the settings of lint", () => {
  const settings = (shared: string, rest = "") => {
    const games =
      "games:\n  g:\n    manifests: g\n    environments: { local: { embedded: true } }\n";
    return parseProject(parseText("laurel.yaml", `version: 1\n${shared}\n${games}${rest}`));
  };

  it("are those of the game, else those of the project, one by one", () => {
    const { value } = settings(
      "lint: { rules: { unused-action: off, unused-reward: off }, budget: { step: 5, max_points: 50 } }",
      "    lint: { rules: { unused-action: error }, budget: { step: 10 } }\n",
    );
    const { rules, budget } = lintSettingsOfGame(value as Project, "g");
    expect(rules).toEqual({ "unused-action": "error", "unused-reward": "off" });
    expect([budget.step?.value, budget.step?.span.start.line]).toEqual([10, 7]);
    expect([budget.max_points?.value, budget.max_points?.span.start.line]).toEqual([50, 2]);
  });

  it.each([
    [
      "lint: { rules: { unused-actions: off } }",
      "unknown-field",
      ['did you mean "unused-action"?'],
    ],
    ["lint: { rules: { unused-action: warn } }", "invalid-value", []],
    ["lint: { budget: { step: 0 } }", "out-of-range", []],
  ])("are not %s", (shared, code, help) => {
    expect(settings(shared).diagnostics).toMatchObject([{ code, help }]);
  });

  it("decide which rules run", () => {
    const board = "leaderboards: [{ custom_id: b, name: B }]\n";
    expect(codesIn(board)).toEqual(["missing-description"]);
    expect(codesIn(board, "lint: { rules: { missing-description: off } }\n")).toEqual([]);
  });
});
