/** Fields and values of conditions: against what the project declares, else against each other. */
import { describe, expect, it } from "vitest";
import { parseText } from "../../../src/manifest/parse.ts";
import { parseProject } from "../../../src/project/project.ts";
import { found } from "./support.ts";

const criterion = (id: string, ...conditions: readonly string[]) =>
  `  - { custom_id: ${id}, name: "Criterion ${id}", custom_action_id: win, conditions: { groups: [{ conditions: [${conditions.map((each) => `"${each}"`).join(", ")}] }] } }\n`;
const DECLARED =
  "lint: { fields: { win: { class: [mage, bard], level: number, hero.name: word, extra: any, rank: [1, 2] } } }\n";

describe("declared fields", () => {
  const problem = (condition: string, project = DECLARED) =>
    found(`criteria:\n${criterion("c", condition)}`, project, ["undeclared-condition"]).map(({ detail, help }) => [
      detail,
      ...help,
    ]);

  it.each([
    "class,eq,mage",
    "level,gte,5",
    "level,eq,{player.level}",
    "hero.name,eq,Ann",
    "extra,gte,7",
    "extra,eq,word",
    "rank,eq,1",
    "rank,lte,9",
  ])("allow %s", (condition) => {
    expect(problem(`activityData:${condition}`)).toEqual([]);
  });

  it.each([
    ["clas,eq,mage", '"win" has no field "clas".', 'did you mean "class"?'],
    ["class,eq,Bard", '"class" of "win" is never "Bard".', 'did you mean "bard"?'],
    ["class,eq,paladin", '"class" of "win" is never "paladin".', 'it is one of "mage", "bard"'],
    ["class,gte,mage", '"class" of "win" has no numbers to compare.', "compare with eq"],
    ["level,eq,ten", '"level" of "win" is a number.', "write a number"],
    ["hero.name,gt,3", '"hero.name" of "win" has no numbers to compare.', "compare with eq"],
  ])("refuse %s", (condition, detail, help) => {
    expect(problem(`activityData:${condition}`)).toEqual([[detail, help]]);
  });

  it("check the conditions of groups for the actions that they reach", () => {
    const manifests = `criteria:\n  - { custom_id: c, name: C, custom_action_id: win }
criteria_groups:
  - { custom_id: g, name: G, criteria: [c], conditions: { groups: [{ conditions: ["activityData:class,eq,brad"] }] } }\n`;
    expect(found(manifests, DECLARED, ["undeclared-condition"])).toHaveLength(1);
  });

  it("say nothing of other actions", () => {
    expect(problem("activityData:any,eq,thing", DECLARED.replace("win:", "lose:"))).toEqual([]);
  });

  it("of an action that is not there are found", () => {
    const actions = "actions: [{ custom_id: win, name: Win }]\n";
    expect(found(actions, DECLARED, ["unknown-action-fields"])).toEqual([]);
    expect(found(actions, DECLARED.replace("win:", "winn:"), ["unknown-action-fields"])).toMatchObject([
      {
        detail: 'No action is called "winn".',
        help: ['did you mean "win"?', "declare the action, or remove its fields"],
      },
    ]);
  });

  it("are checked when the project is read", () => {
    const project = (fields: string) =>
      parseProject(
        parseText(
          "laurel.yaml",
          `version: 1\ngames: { g: { manifests: g, environments: { local: { embedded: true } } } }\nlint: { fields: ${fields} }\n`,
        ),
      ).diagnostics.map(({ code, detail, help }) => [code, detail, ...help]);
    expect(project("{ win: { class: [mage, 3], level: number } }")).toEqual([]);
    expect(project("{ win: { level: nubmer } }")).toEqual([
      ["invalid-value", '"level" is a list of values, or "number", "word" or "any".', 'did you mean "number"?'],
    ]);
    expect(project("{ win: { class: [] } }")).toHaveLength(1);
    expect(project("{ win: [class] }")).toHaveLength(1);
  });
});

describe("fields and values that nothing declares", () => {
  const odd = (...conditions: readonly string[]) =>
    found(
      `criteria:\n${conditions.map((each, index) => criterion(`c${index}`, `activityData:${each}`)).join("")}`,
      "",
      ["misspelt-condition"],
    ).map(({ address }) => address);

  it.each<[string, readonly string[], readonly string[]]>([
    ["a slip", ["class,eq,mage", "class,eq,bard", "clas,eq,elf"], ["criterion/c2"]],
    ["a slip where nothing is usual", ["class,eq,mage", "clas,eq,bard"], []],
    ["another case", ["class,eq,bard", "class,eq,Bard"], ["criterion/c1"]],
    [
      "another case of what is written more often",
      ["class,eq,Bard", "class,eq,bard", "class,eq,bard"],
      ["criterion/c0"],
    ],
    ["exchanged letters", ["class,eq,rogue", "class,eq,rogue", "class,eq,rouge"], ["criterion/c2"]],
    ["short words", ["pet,eq,rat", "pet,eq,rat", "pet,eq,brat"], []],
    ["numbered values", ["map,eq,stage1", "map,eq,stage1", "map,eq,stage11"], []],
    ["values of different fields", ["class,eq,rogue", "class,eq,rogue", "guild,eq,rouge"], []],
    ["a word among numbers", ["level,eq,1", "level,eq,2", "level,eq,three"], ["criterion/c2"]],
    ["a number among words", ["class,eq,mage", "class,eq,bard", "class,eq,7"], ["criterion/c2"]],
    ["words and numbers", ["code,eq,1", "code,eq,2", "code,eq,a", "code,eq,b"], []],
  ])("%s", (_, conditions, expected) => {
    expect(odd(...conditions)).toEqual(expected);
  });
});
