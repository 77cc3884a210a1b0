/** Overrides as values: what one environment's files make of the manifests, and where each value then comes from. */
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { checkGame, loadDesired } from "../../../src/manifest/desired-game.ts";
import { environmentOf, strayOverrides } from "../../../src/manifest/overrides.ts";
import { parseTexts } from "../../../src/manifest/parse.ts";
import type { Diagnostic } from "../../../src/model/diagnostics.ts";
import type { DesiredGame } from "../../../src/model/model.ts";

const GAME = `actions:
  - { custom_id: slay, name: Slay }
  - { custom_id: slay-dragon, name: Slay a dragon, reactions: [slay], custom_data: { icon: dragon.png, size: 3 } }
criteria:
  - custom_id: ten
    name: Ten
    custom_action_id: slay
    rule: gte:10
    streak: days:3
criteria_groups:
  - { custom_id: group, name: Group, criteria: [ten] }
rewards:
  - { custom_id: egg, name: Egg }
achievements:
  - custom_id: slayer
    name: Slayer
    points: 50
    custom_criteria_group_id: group
    rewards: [egg, { custom_id: medal, name: Medal }]
`;

function load(
  overrides: string,
  manifests = GAME,
): { game: DesiredGame | undefined; diagnostics: readonly Diagnostic[] } {
  const texts = [{ file: "overrides/testers.yaml", text: overrides }];
  const { value, diagnostics } = loadDesired([{ file: "game.yaml", text: manifests }], catalog, texts);
  return { game: value, diagnostics };
}

function game(overrides: string, manifests = GAME): DesiredGame {
  const loaded = load(overrides, manifests);
  expect(loaded.diagnostics).toEqual([]);
  return loaded.game as DesiredGame;
}

function problems(overrides: string, manifests = GAME): readonly string[] {
  return load(overrides, manifests).diagnostics.map(({ code, primary }) => {
    const { file, start } = primary?.span ?? { file: "", start: { line: 0, column: 0 } };
    return `${code} ${file}:${start.line}:${start.column}`;
  });
}

describe("an override", () => {
  it("changes the fields that it gives, and no others", () => {
    const { resources } = game("criteria: [{ custom_id: ten, rule: gte:1 }]");
    expect(resources.get("criterion/ten")?.body).toMatchObject({ name: "Ten", rule: "gte:1", streak: "days:3" });
  });

  it("gives the same game as manifests with its values in them", () => {
    const merged = game("criteria: [{ custom_id: ten, rule: gte:1, streak: null }]");
    const written = game("{}", GAME.replace("rule: gte:10\n    streak: days:3", "rule: gte:1"));
    const plain = (each: DesiredGame) =>
      [...each.resources.values()].map(({ overrides: _, origin: __, ...rest }) => rest);
    expect(plain(merged)).toEqual(plain(written));
  });

  it("takes a field back to its default with null, or nothing", () => {
    for (const none of ["null", "~"]) {
      const { resources } = game(`achievements: [{ custom_id: slayer, points: ${none} }]`);
      expect(resources.get("achievement/slayer")?.body.points).toBe(1);
    }
  });

  it("takes the place of a whole list, a whole custom_data and whole conditions", () => {
    const { resources } = game(`actions: [{ custom_id: slay-dragon, reactions: [], custom_data: { icon: x.png } }]
achievements: [{ custom_id: slayer, rewards: [medal] }]`);
    expect(resources.get("action/slay-dragon")?.body.custom_data).toEqual({ icon: "x.png" });
    expect(resources.get("action/slay-dragon")?.links).toEqual({ reactions: [] });
    expect(resources.get("achievement/slayer")?.links).toEqual({ rewards: ["medal"] });
  });

  it("reaches a resource that is defined in place, which stays declared when nothing names it any more", () => {
    const { resources } = game(`rewards: [{ custom_id: medal, name: Test medal }]
achievements: [{ custom_id: slayer, rewards: [] }]`);
    expect(resources.get("reward/medal")?.body.name).toBe("Test medal");
    expect(resources.get("achievement/slayer")?.links).toEqual({ rewards: [] });
  });

  it("overrides what a policy says, and a policy left alone still counts", () => {
    const manifests = GAME.replace("    points: 50\n", "    points: 50\n    ignore: [description]\n");
    const one = game("achievements: [{ custom_id: slayer, points: 5 }]", manifests);
    expect(one.resources.get("achievement/slayer")?.ignore).toEqual(["description"]);
    const other = game("achievements: [{ custom_id: slayer, ignore: [points] }]", manifests);
    expect(other.resources.get("achievement/slayer")?.ignore).toEqual(["points"]);
    const made = game("achievements: [{ custom_id: slayer, ignore: null, create_only: true }]", manifests);
    expect(made.resources.get("achievement/slayer")).toMatchObject({ ignore: [], create_only: true });
  });

  it("manages no kind", () => {
    expect(game("leaderboards: []").managed).toEqual(game("{}").managed);
  });

  it("leaves the resource where it is declared, and its own members where they are overridden", () => {
    const { resources, sources } = game("criteria:\n  - custom_id: ten\n    name: One\n    rule: gte:1\n");
    const ten = resources.get("criterion/ten");
    expect(ten?.origin).toEqual({ file: "game.yaml", line: 5, column: 5 });
    expect(ten?.overrides).toEqual({
      name: { file: "overrides/testers.yaml", line: 3, column: 5 },
      rule: { file: "overrides/testers.yaml", line: 4, column: 5 },
    });
    expect(sources.get("criterion/ten")?.locate("/rule", "value")).toMatchObject({
      file: "overrides/testers.yaml",
      start: { line: 4, column: 11 },
    });
    expect(sources.get("criterion/ten")?.locate("/streak", "key")).toMatchObject({
      file: "game.yaml",
      start: { line: 9, column: 5 },
    });
  });

  it("may come in several parts, also of one resource", () => {
    const texts = [
      { file: "overrides/testers/a.yaml", text: "criteria: [{ custom_id: ten, rule: gte:1 }]" },
      { file: "overrides/testers/b.json", text: '{"criteria": [{"custom_id": "ten", "streak": "days:1"}]}' },
    ];
    const { value } = loadDesired([{ file: "game.yaml", text: GAME }], catalog, texts);
    expect(value?.resources.get("criterion/ten")?.body).toMatchObject({ rule: "gte:1", streak: "days:1" });
  });
});

describe("what is wrong with an override is said at its place", () => {
  it.each([
    ["a resource that is not there", "criteria: [{ custom_id: tn, rule: gte:1 }]", "dangling-reference", 1, 25],
    ["an unknown field", "criteria: [{ custom_id: ten, rul: gte:1 }]", "unknown-field", 1, 30],
    ["a value of the wrong form", "criteria: [{ custom_id: ten, rule: 1 }]", "wrong-type", 1, 36],
    ["a value over its limit", "achievements: [{ custom_id: slayer, points: -1 }]", "out-of-range", 1, 45],
    ["a required field without a value", "criteria: [{ custom_id: ten, name: null }]", "missing-field", 1, 36],
    ["no id", "criteria: [{ rule: gte:1 }]", "missing-field", 1, 14],
    ["an id that is no text", "criteria: [{ custom_id: 10, rule: gte:1 }]", "wrong-type", 1, 25],
    ["an id that cannot be one", "criteria: [{ custom_id: a b, rule: gte:1 }]", "invalid-id", 1, 25],
    ["no mapping", "criteria: [ten]", "wrong-type", 1, 12],
    ["nothing to override", "criteria: [{ custom_id: ten }]", "no-effect", 1, 14],
    [
      "a definition",
      "achievements: [{ custom_id: slayer, rewards: [{ custom_id: cup, name: Cup }] }]",
      "wrong-type",
      1,
      49,
    ],
    ["a reference to nothing", "criteria: [{ custom_id: ten, custom_action_id: sly }]", "dangling-reference", 1, 48],
    ["a name that is taken", "actions: [{ custom_id: slay, name: Slay a dragon }]", "duplicate-name", 1, 36],
    ["a circle", "actions: [{ custom_id: slay, reactions: [slay-dragon] }]", "reference-cycle", 1, 42],
    ["an entry for all environments", "moved: []", "unknown-key", 1, 1],
    ["an unknown kind", "criterias: []", "unknown-key", 1, 1],
    ["a list as a document", "[]", "wrong-type", 1, 1],
  ])("%s", (_, text, code, line, column) => {
    const found = problems(text);
    expect(found[0]).toMatch(new RegExp(`^${code} `));
    // A name is also said where it was first given, and a circle where it begins.
    expect(found.join("\n")).toMatch(
      code === "duplicate-name" || code === "reference-cycle"
        ? /:\d+:\d+$/
        : `overrides/testers.yaml:${line}:${column}`,
    );
  });

  it("a field that is given twice, in one element or in two", () => {
    const twice = "criteria:\n  - { custom_id: ten, rule: gte:1 }\n  - { custom_id: ten, rule: gte:1 }\n";
    expect(problems(twice)).toEqual(["overridden-twice overrides/testers.yaml:3:23"]);
    const [problem] = load(twice).diagnostics;
    expect(problem?.others[0]?.span.start.line).toBe(2);
    expect(problems("criteria: [{ custom_id: ten, rule: gte:1, rule: gte:2 }]")).toEqual([
      "duplicate-key overrides/testers.yaml:1:43",
    ]);
  });

  it("names the nearest id, another kind, or where the resource has gone", () => {
    const help = (text: string, manifests = GAME) => load(text, manifests).diagnostics[0]?.help;
    expect(help("criteria: [{ custom_id: tenn, rule: gte:1 }]")).toEqual(['did you mean "ten"?']);
    expect(help("criteria: [{ custom_id: slayer, name: X }]")).toEqual([
      '"slayer" is an achievement; a criterion is needed here',
    ]);
    const moved = `${GAME}moved: [{ kind: criterion, from: old-ten, to: ten }]\n`;
    expect(help("criteria: [{ custom_id: old-ten, rule: gte:1 }]", moved)).toEqual(["write the new id: ten"]);
  });

  it("is silent about a resource that may stand in a file that could not be read", () => {
    const { diagnostics } = loadDesired(
      [
        { file: "game.yaml", text: GAME },
        { file: "broken.yaml", text: "rewards: [" },
      ],
      catalog,
      [{ file: "overrides/testers.yaml", text: "rewards: [{ custom_id: cup, name: Cup }]" }],
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(["syntax-error"]);
  });
});

describe("all environments of a game are checked together", () => {
  const check = (environments: readonly string[], manifests = GAME) =>
    checkGame(parseTexts([{ file: "game.yaml", text: manifests }]), catalog, [
      [],
      ...environments.map((text, index) => parseTexts([{ file: `overrides/${index}.yaml`, text }])),
    ]);

  it("each by itself: what one takes from another is no problem", () => {
    const both = check(["actions: [{ custom_id: slay, name: X }]", "actions: [{ custom_id: slay-dragon, name: X }]"]);
    expect(both.diagnostics).toEqual([]);
    expect(both.value?.desired().resources.get("action/slay")?.body.name).toBe("Slay");
  });

  it("what they have in common is reported once", () => {
    const manifests = GAME.replace("rule: gte:10", "rule: 10");
    const { diagnostics, value } = check(
      ["rewards: [{ custom_id: egg, name: X }]", "rewards: [{ custom_id: egg, nme: X }]"],
      manifests,
    );
    expect(diagnostics.map(({ code, primary }) => `${code} ${primary?.span.file}`)).toEqual([
      "wrong-type game.yaml",
      "unknown-field overrides/1.yaml",
    ]);
    expect(value).toBeUndefined();
  });
});

describe("files of overrides", () => {
  it.each([
    ["testers.yaml", "testers"],
    ["testers.yml", "testers"],
    ["testers.json", "testers"],
    ["testers.v2.yaml", "testers.v2"],
    ["testers/criteria.yaml", "testers"],
    ["testers/deep/er.yaml", "testers"],
  ])("%s is for %s", (path, environment) => {
    expect(environmentOf(path)).toBe(environment);
  });

  it("for an environment that the game does not have are a mistake", () => {
    const files = [
      { file: "game/overrides/tester.yaml", environment: "tester" },
      { file: "game/overrides/local.yaml", environment: "local" },
    ];
    expect(strayOverrides(files, ["local", "testers"])).toMatchObject([
      {
        code: "override-without-environment",
        primary: { span: { file: "game/overrides/tester.yaml" } },
        help: ['did you mean "testers"?'],
      },
    ]);
  });
});
