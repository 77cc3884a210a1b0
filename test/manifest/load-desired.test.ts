import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { loadDesired } from "../../src/manifest/desired-game.ts";
import { kindNamed, namedReferences } from "../../src/model/catalog-lookup.ts";
import type { Desired, DesiredGame } from "../../src/model/model.ts";
import { load, loadAll } from "../support/load.ts";

function codes(text: string, file = "game.yaml"): readonly string[] {
  return loadDesired([{ file, text }], catalog).diagnostics.map(({ code }) => code);
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

  it("are moved to their kinds, however deep they stand", () => {
    expect([...game.resources.keys()]).toEqual([
      "action/slay",
      "action/slay-dragon",
      "criterion/ten-dragons",
      "criteria_group/dragons",
      "reward/egg",
      "reward/gold",
      "achievement/dragon-slayer",
    ]);
  });

  it("leave their ids behind", () => {
    expect(game.resources.get("achievement/dragon-slayer")).toMatchObject({
      body: { custom_criteria_group_id: "dragons" },
      links: { rewards: ["egg", "gold"] },
    });
    expect(game.resources.get("criterion/ten-dragons")?.body.custom_action_id).toBe("slay-dragon");
    expect(game.resources.get("action/slay-dragon")?.links).toEqual({ reactions: ["slay"] });
  });

  it("make their kind managed", () => {
    const kinds = ["achievement", "action", "criteria_group", "criterion", "reward"];
    expect([...game.managed].sort()).toEqual(kinds);
  });

  it("have an origin and can be pointed into", () => {
    expect(game.resources.get("action/slay-dragon")?.origin).toEqual({ file: "game.yaml", line: 13, column: 13 });
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
  it("are those whose key is written, with an empty list too", () => {
    expect([...load("leaderboards: []\n").managed]).toEqual(["leaderboard"]);
  });

  it("are none for a file that is empty or holds comments only", () => {
    for (const text of ["", "# nothing yet\n", "---\n", "---\n# one\n---\n# two\n"]) {
      expect(load(text)).toMatchObject({ resources: new Map(), managed: new Set() });
    }
    expect(load("", "game.json").managed.size).toBe(0);
  });

  it("come from all files and documents together", () => {
    const game = loadAll([
      { file: "a.yaml", text: "actions: []\n---\nrewards: []\n---\nactions:\n  - { custom_id: x, name: X }\n" },
      { file: "b.json", text: '{ "leaderboards": [] }' },
    ]);
    expect([...game.managed].sort()).toEqual(["action", "leaderboard", "reward"]);
    expect(game.resources.get("action/x")?.origin).toEqual({ file: "a.yaml", line: 6, column: 7 });
  });
});

describe("what is left out", () => {
  const bare = load("achievements:\n  - { custom_id: a, name: A }\n").resources.get("achievement/a");

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
  it("names are unique within a kind, compared after trimming, and free between kinds", () => {
    expect(codes('rewards: [{ custom_id: a, name: Gold }, { custom_id: b, name: " Gold" }]\n')).toEqual([
      "duplicate-name",
    ]);
    expect(codes("rewards: [{ custom_id: a, name: A }]\nactions: [{ custom_id: a, name: A }]\n")).toEqual([]);
  });

  it("custom_data counts as encoded text, and its keys have no order", () => {
    const fits = `rewards:\n  - { custom_id: a, name: A, custom_data: "${"x".repeat(1022)}" }\n`;
    expect(codes(fits)).toEqual([]);
    expect(codes(fits.replace("xx", "xxx"))).toEqual(["too-long"]);
    const [one, two] = ["{ b: 1, a: 2 }", "{ a: 2, b: 1 }"].map(
      (value) => load(`rewards: [{ custom_id: a, name: A, custom_data: ${value} }]\n`).resources.get("reward/a")?.body,
    );
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

  it("a second standard leaderboard is found although standard is only the default", () => {
    const boards = "leaderboards: [{ custom_id: a, name: A }, { custom_id: b, name: B }]\n";
    expect(codes(boards)).toEqual(["more-than-one"]);
    expect(codes(boards.replace("name: B", "name: B, type: custom"))).toEqual([]);
  });

  it("cycles and chains of more than 100 levels are refused, diamonds are not", () => {
    const chain = (count: number, last: string): string =>
      `actions:\n${Array.from({ length: count }, (_, index) => `  - { custom_id: a${index}, name: A${index}, reactions: [${index + 1 < count ? `a${index + 1}` : last}] }\n`).join("")}`;
    expect(codes(chain(101, ""))).toEqual([]);
    expect(codes(chain(20_000, ""))).toEqual(["too-deep"]);
    expect(codes(chain(2000, "a0"))).toEqual(["reference-cycle"]);
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

  it("every field of old exports is explained", () => {
    for (const kind of catalog) {
      for (const [name, help] of Object.entries(kind.outdatedFields ?? {})) {
        const { diagnostics } = loadDesired(
          [{ file: "game.yaml", text: `${kind.plural}: [{ custom_id: a, name: A, ${name}: x }]\n` }],
          catalog,
        );
        expect(diagnostics.find(({ code }) => code === "outdated-field")?.help).toEqual([help]);
      }
    }
  });
});

describe("references", () => {
  const text = "criteria: [{ custom_id: a, name: A, custom_action_id: jump }]\n";

  it("into a kind that is not managed are left to be looked up live", () => {
    const { resources } = load(text);
    const references = namedReferences(kindNamed(catalog, "criterion"), resources.get("criterion/a") as Desired);
    expect([...resources.keys()]).toEqual(["criterion/a"]);
    expect(references).toEqual([{ by: "custom_action_id", to: "action/jump" }]);
  });

  it("are not called dangling while another file cannot be read", () => {
    const { diagnostics } = loadDesired(
      [
        { file: "a.yaml", text: `${text}actions: []\n` },
        { file: "b.yaml", text: 'actions: [{ custom_id: jump, name: "Jump }]\n' },
      ],
      catalog,
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(["syntax-error"]);
  });

  it("are found whatever the order of files and resources is", () => {
    const files = [
      { file: "a.yaml", text: "achievements: [{ custom_id: x, name: X, rewards: [r2, r1] }]\n" },
      { file: "b.yaml", text: "rewards: [{ custom_id: r1, name: R1 }, { custom_id: r2, name: R2 }]\n" },
    ];
    expect([...loadAll(files).resources]).toEqual([...loadAll([...files].reverse()).resources]);
  });
});

describe("forms of files", () => {
  const json = { actions: [{ custom_id: "slay", name: "Slay", custom_data: { icon: "slay.png" } }] };

  it("JSON is read with any indentation, and positions count tabs as one column", () => {
    const game = load(JSON.stringify(json, null, "\t"), "game.json");
    expect(game.resources.get("action/slay")?.origin).toEqual({ file: "game.json", line: 4, column: 4 });
    expect(game.resources).toEqual(load(JSON.stringify(json, null, "\t"), "game.json").resources);
  });

  it("YAML that looks like JSON with tabs is read too", () => {
    expect(load(JSON.stringify(json, null, "\t")).resources.size).toBe(1);
  });

  it("line ends of Windows change no position and no text", () => {
    const text = "actions:\n  - custom_id: slay\n    name: Slay\n    description: >\n      one\n      two\n";
    const [unix, windows] = [load(text), load(text.replaceAll("\n", "\r\n"))];
    const [one, two] = [unix, windows].map(({ resources }) => resources.get("action/slay"));
    expect(two?.body).toEqual(one?.body);
    expect(two?.origin).toEqual(one?.origin);
    expect(windows.sources.get("action/slay")?.locate("/name", "value").end.column).toBe(15);
  });

  it("a byte order mark is no character of the first line", () => {
    for (const [file, text] of [
      ["game.yaml", "\uFEFFactons: []\n"],
      ["game.json", '\uFEFF{"actons": []}'],
    ] as const) {
      const { diagnostics } = loadDesired([{ file, text }], catalog);
      expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-key"]);
      expect(diagnostics[0]?.primary?.span.start).toMatchObject({ line: 1, column: file === "game.yaml" ? 1 : 2 });
    }
  });

  it("words that YAML 1.1 took for booleans are text", () => {
    const { resources } = load("actions: [{ custom_id: no, name: yes }, { custom_id: on, name: off }]\n");
    expect([...resources.keys()]).toEqual(["action/no", "action/on"]);
  });
});

describe("all problems in one run", () => {
  it("10,000 resources with 10,000 dangling references take no quadratic time", () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, row) => `{"custom_id":"action-${row}","name":"N${row}","reactions":["gone-${row}"]}`,
    );
    const began = process.cpuUsage();
    const { diagnostics } = loadDesired([{ file: "game.json", text: `{"actions":[${rows.join(",")}]}` }], catalog);
    expect(diagnostics.length).toBe(10_000);
    expect(process.cpuUsage(began).user).toBeLessThan(15_000_000);
  });
});
