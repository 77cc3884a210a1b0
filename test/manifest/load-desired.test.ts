import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import type { DesiredGame } from "../../src/model/model.ts";
import { load, loadAll } from "../support/load.ts";
import { loadTexts } from "../support/sources.ts";

function codes(text: string, file = "game.yaml"): readonly string[] {
  return loadTexts([{ file, text }], catalog).diagnostics.map(({ code }) => code);
}

const IN_ONE_PLACE = `
achievements:
  - custom_id: dragon-slayer
    name: Dragon slayer
    custom_criteria_group_id:
      custom_id: dragons
      name: Dragons
      criteria:
        - custom_id: ten-dragons
          name: Ten dragons
          rule: gte:10
          custom_action_id:
            custom_id: slay-dragon
            name: Slay a dragon
            reactions:
              - { custom_id: slay, name: Slay }
    rewards:
      - gold
      - { custom_id: egg, name: Dragon egg }
rewards:
  - { custom_id: gold, name: Gold }
`;

describe("definitions in place", () => {
  const game = load(IN_ONE_PLACE);

  it("make their kind managed", () => {
    const kinds = ["achievement", "action", "criteria_group", "criterion", "reward"];
    expect([...game.managed].sort()).toEqual(kinds);
  });

  it("have an origin and can be pointed into", () => {
    expect(game.resources.get("action/slay-dragon")?.origin).toEqual({
      file: "game.yaml",
      line: 13,
      column: 13,
    });
    const source = game.sources.get("action/slay-dragon");
    expect(source?.locate("/name", "value").start).toMatchObject({ line: 14, column: 19 });
    expect(source?.locate("/name", "key").start).toMatchObject({ line: 14, column: 13 });
    expect(source?.locate("/description", "value").start).toMatchObject({ line: 13 });
  });

  it("give the same game as the same resources written apart", () => {
    const apart = load(`
actions:
  - { custom_id: slay-dragon, name: Slay a dragon, reactions: [slay] }
  - { custom_id: slay, name: Slay }
criteria:
  - { custom_id: ten-dragons, name: Ten dragons, custom_action_id: slay-dragon, rule: gte:10 }
criteria_groups:
  - { custom_id: dragons, name: Dragons, criteria: [ten-dragons] }
rewards: [{ custom_id: egg, name: Dragon egg }, { custom_id: gold, name: Gold }]
achievements:
  - { custom_id: dragon-slayer, name: Dragon slayer, custom_criteria_group_id: dragons, rewards: [gold, egg] }
`);
    const bare = (each: DesiredGame): unknown =>
      [...each.resources.values()].map(({ address, body, links }) => ({ address, body, links }));
    expect(bare(apart)).toEqual(bare(game));
  });

  it("are declared once when an alias repeats them", () => {
    const { resources } = load(`
achievements:
  - { custom_id: a, name: A, custom_criteria_group_id: &g { custom_id: g, name: G } }
  - { custom_id: b, name: B, custom_criteria_group_id: *g }
`);
    expect(resources.get("achievement/b")?.body.custom_criteria_group_id).toBe("g");
    expect(resources.size).toBe(3);
  });
});

describe("managed kinds", () => {
  it("are those whose key is written in any file or document, with an empty list too", () => {
    const game = loadAll([
      {
        file: "a.yaml",
        text: "actions: []\n---\nrewards: []\n---\nactions:\n  - { custom_id: x, name: X }\n",
      },
      { file: "b.json", text: '{ "leaderboards": [] }' },
    ]);
    expect([...game.managed].sort()).toEqual(["action", "leaderboard", "reward"]);
    expect(game.resources.get("action/x")?.origin).toEqual({ file: "a.yaml", line: 6, column: 7 });
  });

  it("are none for a file that is empty or holds comments only", () => {
    for (const text of ["", "# nothing yet\n", "---\n", "---\n# one\n---\n# two\n"]) {
      expect(load(text)).toMatchObject({ resources: new Map(), managed: new Set() });
    }
  });
});

describe("what is left out", () => {
  const bare = load("achievements:\n  - { custom_id: a, name: A }\n").resources.get(
    "achievement/a",
  );

  it("means the documented defaults, of which points is 1", () => {
    expect(bare?.body).toEqual({
      custom_id: "a",
      name: "A",
      description: "",
      custom_data: null,
      is_secret: false,
      points: 1,
      custom_criteria_group_id: null,
    });
    expect(bare?.links).toEqual({ rewards: [] });
  });

  it("is the same as null, and an empty text or value where that is of the right type", () => {
    const text = `achievements:
  - custom_id: a
    name: A
    description: ""
    custom_data: {}
    is_secret: null
    points: ~
    custom_criteria_group_id: null
    rewards:
`;
    const written = load(text).resources.get("achievement/a");
    expect(written?.body).toEqual(bare?.body);
    expect(written?.links).toEqual(bare?.links);
  });
});

describe("the surprises of the service (docs/service.md#surprises)", () => {
  it("custom_data counts as encoded text, and its keys have no order", () => {
    const fits = `rewards:\n  - { custom_id: a, name: A, custom_data: "${"x".repeat(1022)}" }\n`;
    expect(codes(fits)).toEqual([]);
    expect(codes(fits.replace("xx", "xxx"))).toEqual(["too-long"]);
    const bodyWith = (custom_data: string) =>
      load(`rewards: [{ custom_id: a, name: A, custom_data: ${custom_data} }]\n`).resources.get(
        "reward/a",
      )?.body;
    const one = bodyWith("{ b: 1, a: 2 }");
    const two = bodyWith("{ a: 2, b: 1 }");
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
  });

  it("a character of four bytes counts once, and is warned about only in bytes", () => {
    const dragons = (count: number): string =>
      `rewards:\n  - { custom_id: a, name: A, custom_data: "${"🐉".repeat(count)}" }\n`;
    expect(codes(dragons(255))).toEqual([]);
    expect(codes(dragons(256))).toEqual(["long-in-bytes"]);
    expect(codes(dragons(1022))).toEqual(["long-in-bytes"]);
    expect(codes(dragons(1023))).toEqual(["too-long"]);
  });

  it("cycles and chains of more than 100 levels are refused, diamonds are not", () => {
    const chain = (length: number, last: readonly string[]): string => {
      const actions = Array.from({ length }, (_, index) => {
        return {
          custom_id: `a${index}`,
          name: `A${index}`,
          reactions: index + 1 < length ? [`a${index + 1}`] : last,
        };
      });
      return JSON.stringify({ actions });
    };
    expect(codes(chain(101, []), "game.json")).toEqual([]);
    expect(codes(chain(3000, []), "game.json")).toEqual(["too-deep"]);
    expect(codes(chain(500, ["a0"]), "game.json")).toEqual(["reference-cycle"]);
    const diamond = `criteria_groups:
  - { custom_id: a, name: A, criteria_groups: [b, c] }
  - { custom_id: b, name: B, criteria_groups: [d] }
  - { custom_id: c, name: C, criteria_groups: [d] }
  - { custom_id: d, name: D }
`;
    expect(codes(diamond)).toEqual([]);
  });

  it("texts are trimmed, and their length is counted as written, in code points", () => {
    const name = `  ${"🐉".repeat(251)}  `;
    const game = load(`actions: [{ custom_id: a, name: "${name}" }]\n`);
    expect(game.resources.get("action/a")?.body.name).toBe(name.trim());
    expect(codes(`actions: [{ custom_id: a, name: "${name}🐉" }]\n`)).toEqual(["too-long"]);
  });

  it("dot segments are no ids, tildes and inner dots are", () => {
    for (const id of [".", "..", "a/b", "é", ""])
      expect(codes(`actions: [{ custom_id: "${id}", name: A }]\n`).length).toBe(1);
    for (const id of ["...", "~a", "a.b", "_", "-", "x".repeat(255)]) {
      expect(codes(`actions: [{ custom_id: "${id}", name: A }]\n`)).toEqual([]);
    }
  });
});

describe("references", () => {
  it.each([
    ["a text without its end", 'actions: [{ custom_id: jump, name: "Jump }]\n', "syntax-error"],
    ["a merge conflict", "<<<<<<< HEAD\nrewards: []\n=======\n>>>>>>> other\n", "merge-conflict"],
  ])("are not judged while a file that may hold their resources has %s", (_, text, code) => {
    const criteria = "criteria: [{ custom_id: a, name: A, custom_action_id: jump }]\nactions: []\n";
    const moved = "moved: [{ kind: action, from: leap, to: hop }]\n";
    const files = [
      { file: "a.yaml", text: criteria + moved },
      { file: "b.yaml", text },
    ];
    expect(loadTexts(files, catalog).diagnostics.map((problem) => problem.code)).toEqual([code]);
  });

  it("are found whatever the order of files and resources is", () => {
    const files = [
      { file: "a.yaml", text: "achievements: [{ custom_id: x, name: X, rewards: [r2, r1] }]\n" },
      {
        file: "b.yaml",
        text: "rewards: [{ custom_id: r1, name: R1 }, { custom_id: r2, name: R2 }]\n",
      },
    ];
    expect([...loadAll(files).resources]).toEqual([...loadAll([...files].reverse()).resources]);
  });

  it("that all dangle are found in no quadratic time", () => {
    const actions = Array.from({ length: 3000 }, (_, row) => {
      return { custom_id: `action-${row}`, name: `N${row}`, reactions: [`gone-${row}`] };
    });
    const began = process.cpuUsage();
    expect(codes(JSON.stringify({ actions }), "game.json")).toHaveLength(3000);
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  });
});

describe("forms of files", () => {
  const json = JSON.stringify({ actions: [{ custom_id: "slay", name: "Slay" }] }, null, "\t");

  it("JSON is read with any indentation, as YAML too, and positions count tabs as one column", () => {
    const game = load(json, "game.json");
    expect(game.resources.get("action/slay")?.origin).toEqual({
      file: "game.json",
      line: 4,
      column: 4,
    });
    expect(load(json).resources.size).toBe(1);
  });

  it("a byte order mark is no character of the first line", () => {
    const { diagnostics } = loadTexts([{ file: "game.yaml", text: "\uFEFFactons: []\n" }], catalog);
    expect(diagnostics[0]?.primary?.span.start).toMatchObject({ line: 1, column: 1 });
  });

  it("words that YAML 1.1 took for booleans are text", () => {
    const { resources } = load(
      "actions: [{ custom_id: no, name: yes }, { custom_id: on, name: off }]\n",
    );
    expect([...resources.keys()]).toEqual(["action/no", "action/on"]);
  });
});
