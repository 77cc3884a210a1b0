/** docs/service.md#surprises from outside: manifests in, requests and the live game out. Every surprise has a test of its name. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { GAME_ID, inGame, type TestGame } from "../support/cli.ts";

/** Applies, and plans again: nothing must be left. */
async function applied(game: TestGame, ...flags: readonly string[]): Promise<TestGame> {
  const run = await game.run(["apply", "--yes", ...flags]);
  expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
  const again = await game.run(["plan", "--detailed-exitcode", ...flags]);
  expect(again.exit, again.stdout).toBe(0);
  return game;
}

/** The writes as `METHOD path`. */
function sent(game: TestGame): readonly string[] {
  return game.writes().map(({ method, path }) => `${method} ${path.replace(`/v1/games/${GAME_ID}/`, "")}`);
}

function contents(game: TestGame, plural: string) {
  return game.service().contents(GAME_ID)[plural] ?? [];
}

describe("secrets", () => {
  it("Hidden resources: a secret achievement is not created twice, and is pruned", async () => {
    const achievements = [
      { custom_id: "known", name: "Known", is_secret: true },
      { custom_id: "unknown", name: "Unknown", is_secret: true },
    ];
    const manifests = {
      "a.yaml": "achievements:\n  - { custom_id: known, name: Known, is_secret: true, points: 5 }\n",
    };
    const game = await inGame({ manifests, live: { achievements } });
    await applied(game, "--prune", "--allow", "deletes-player-data");
    expect(sent(game)).toEqual(["PUT achievements/known", "DELETE achievements/unknown"]);
  });

  it("Hidden resources: a write that makes or creates a secret achievement is verified", async () => {
    const manifests = {
      "a.yaml": `rewards:
  - { custom_id: egg, name: Egg }
achievements:
  - { custom_id: old, name: Old, is_secret: true }
  - { custom_id: new, name: New, is_secret: true, rewards: [egg] }
`,
    };
    const game = await applied(
      await inGame({ manifests, live: { achievements: [{ custom_id: "old", name: "Old" }] } }),
    );
    expect(contents(game, "achievements")).toMatchObject([{ custom_id: "new", rewards: ["egg"] }, { is_secret: true }]);
  });

  it("Hidden resources: a secret creation whose answer is lost is found again", async () => {
    const manifests = { "a.yaml": "achievements:\n  - { custom_id: s, name: S, is_secret: true }\n" };
    const faults = [{ effect: "drop-after", when: { method: "POST", from: 1, to: 1 } }] as const;
    const game = await applied(await inGame({ manifests, service: { faults } }));
    expect(sent(game)).toEqual(["POST achievements"]);
  });
});

describe("what must not be deleted", () => {
  it("Undeclared groups: pruning keeps a group that the service made for an achievement until it is unused", async () => {
    const live = {
      criteria_groups: [{ custom_id: "auto-1", name: "auto-1" }],
      achievements: [{ custom_id: "a", name: "A", custom_criteria_group_id: "auto-1" }],
    };
    const manifests = { "a.yaml": "criteria_groups: []\n" };
    const flags = ["--prune", "--allow", "empties-kind"];
    const game = await applied(await inGame({ manifests, live }), ...flags);
    expect(sent(game)).toEqual([]);
    await game.service().edit(GAME_ID, "achievement", "a", { custom_criteria_group_id: null });
    await applied(game, ...flags);
    expect(sent(game)).toEqual(["DELETE criteria-groups/auto-1"]);
  });
});

describe("names", () => {
  it("Ids and names are both unique: the next run finishes one that failed after the temporary name", async () => {
    const live = {
      rewards: [
        { custom_id: "a", name: "B" },
        { custom_id: "b", name: "A" },
      ],
    };
    const manifests = { "a.yaml": "rewards:\n  - { custom_id: a, name: A }\n  - { custom_id: b, name: B }\n" };
    const faults = [{ effect: "error-before", status: 422, when: { method: "PUT", from: 2 } }] as const;
    const game = await inGame({ manifests, live, service: { faults } });
    expect((await game.run(["apply", "--yes"])).exit).toBe(1);
    await game.restart();
    await applied(game);
    expect(contents(game, "rewards")).toMatchObject([{ name: "A" }, { name: "B" }]);
  });

  it("422 means many things: a 422 is shown with the service's words for each field, at the field's line", async () => {
    const manifests = { "a.yaml": "rewards:\n  - custom_id: b\n    name: COIN\n" };
    const live = { rewards: [{ custom_id: "a", name: "Coin" }] };
    const game = await inGame({ manifests, live, service: { ignoreCase: true } });
    const run = await game.run(["apply", "--yes"]);
    expect(run.exit).toBe(1);
    expect(run.stdout).toContain("at manifests/a.yaml:3");
    expect(run.stdout.replace(/\s+/g, " ")).toContain("The name has already been taken.");
  });
});

describe("values", () => {
  it.each([
    "{ b: [1, { d: 2 }], a: null }",
    "[]",
    "{}",
    '""',
    '"{}"',
    "0",
    "false",
    "[[]]",
    '{ "": 1 }',
    "12345678901234",
  ])("Two forms of JSON: custom_data %s is the same value on both sides", async (value) => {
    const manifests = { "a.yaml": `actions:\n  - { custom_id: a, name: A, custom_data: ${value} }\n` };
    await applied(await inGame({ manifests }));
    await applied(
      await inGame({ manifests, live: { actions: [{ custom_id: "a", name: "A", custom_data: { other: 1 } }] } }),
    );
  });

  it("Two forms of JSON: conditions are sent as an object and custom_data as text", async () => {
    const manifests = {
      "a.yaml": `actions:
  - { custom_id: jump, name: Jump, custom_data: { a: 1 } }
criteria:
  - { custom_id: c, name: C, custom_action_id: jump, conditions: { groups: [ { conditions: ["month:1"] } ] } }
`,
    };
    const game = await applied(await inGame({ manifests }));
    expect(game.writes().map(({ body }) => body)).toMatchObject([
      { custom_data: '{"a":1}' },
      { conditions: { groups: [{ conditions: ["month:1"] }] } },
    ]);
  });

  it("Data is behaviour: a change of type in an action's custom_data is a change", async () => {
    const manifests = { "a.yaml": "actions:\n  - { custom_id: a, name: A, custom_data: { level: '1' } }\n" };
    const game = await inGame({
      manifests,
      live: { actions: [{ custom_id: "a", name: "A", custom_data: { level: 1 } }] },
    });
    const run = await game.run(["plan"]);
    expect(run.stdout).toContain('custom_data.level  1 -> "1"');
    await applied(game);
    expect(contents(game, "actions")).toMatchObject([{ custom_data: { level: "1" } }]);
  });

  it("Old forms: members of old exports are explained and never sent", async () => {
    const manifests = {
      "a.yaml": `actions:
  - { custom_id: jump, name: Jump }
criteria:
  - { custom_id: a, name: A, custom_action_id: jump, threshold: 10 }
  - { custom_id: b, name: B, custom_action_id: jump, rule: "gte:sum,10" }
criteria_groups:
  - { custom_id: g, name: G, criteria_conditions: {} }
achievements:
  - { custom_id: x, name: X, type: standard }
`,
    };
    const game = await inGame({ manifests });
    const run = await game.run(["apply", "--yes"]);
    expect(run.exit).toBe(3);
    expect(run.stderr.match(/^error\[outdated-field\]/gm)).toHaveLength(3);
    expect(run.stderr).toContain("such as gte:10");
    expect(game.requests()).toEqual([]);
  });
});

describe("order and links", () => {
  it("Ignored fields: a change of nested groups, which no request is known to make, is made by a replacement", async () => {
    const manifests = {
      "a.yaml":
        "criteria_groups:\n  - { custom_id: i, name: I }\n  - { custom_id: o, name: O, criteria_groups: [i] }\n",
    };
    const live = {
      criteria_groups: [
        { custom_id: "i", name: "I" },
        { custom_id: "o", name: "O" },
      ],
    };
    const extended = await inGame({ manifests, live });
    await applied(extended);
    expect(sent(extended)).toEqual([
      "PUT criteria-groups/o",
      "POST criteria-groups",
      "DELETE criteria-groups/o~laurel-old",
    ]);
    expect(contents(extended, "criteria_groups")).toMatchObject([{}, { name: "O", criteria_groups: ["i"] }]);
    const documented = await inGame({ manifests, live, service: { profile: "documented" } });
    await applied(documented);
    expect(contents(documented, "criteria_groups")).toMatchObject([{}, { criteria_groups: ["i"] }]);
  });

  it("Replacing is deleting: a leaderboard that needs a replacement is left alone until the loss is allowed", async () => {
    const board = (more: object) => ({ custom_id: "races", name: "Races", type: "custom", ...more });
    const manifests = {
      "a.yaml": "leaderboards:\n  - { custom_id: races, name: Races, type: custom, ordering: smaller-is-better }\n",
    };
    const game = await inGame({ manifests, live: { leaderboards: [board({})] } });
    const refused = await game.run(["apply", "--yes"]);
    expect(refused.exit).toBe(4);
    expect(refused.stdout).toContain("replaces-player-data");
    expect(game.writes()).toEqual([]);
    await applied(game, "--allow", "replaces-player-data");
    expect(contents(game, "leaderboards")).toMatchObject([board({ ordering: "smaller-is-better" })]);
  });

  it(". and .. are allowed as ids: ids with dots and tildes are created, changed and deleted", async () => {
    const manifest = (id: string, name: string) => ({
      "a.yaml": `rewards:\n  - { custom_id: "${id}", name: ${name} }\n  - { custom_id: stays, name: Stays }\n`,
    });
    for (const id of ["~", "a~b", "...", ".hidden", "v1.0", "-", "_", "A.b~C-d_9"]) {
      const game = await applied(await inGame({ manifests: manifest(id, "One") }));
      await game.write(manifest(id, "Two"));
      await applied(game);
      expect(contents(game, "rewards")).toMatchObject(
        [{ custom_id: id, name: "Two" }, { custom_id: "stays" }].sort((a, b) => (a.custom_id < b.custom_id ? -1 : 1)),
      );
      await game.write({ "a.yaml": "rewards:\n  - { custom_id: stays, name: Stays }\n" });
      await applied(game, "--prune");
      expect(contents(game, "rewards")).toHaveLength(1);
    }
  });
});

describe("docs/service.md#surprises", () => {
  const tests = fileURLToPath(new URL("..", import.meta.url));
  const page = readFileSync(join(tests, "../docs/service.md"), "utf8");
  const section = /^## Surprises\n(.*?)^## /ms.exec(page)?.[1] ?? "";
  const surprises = [...section.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name = ""]) => name.replace(/`|\.$/g, ""));
  const sources = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(tests, file), "utf8"));

  it("names surprises", () => expect(surprises.length).toBeGreaterThan(10));

  it.each(surprises)("%s has a test titled with its name", (name) => {
    expect(sources.some((source) => source.includes(`("${name}: `))).toBe(true);
  });
});
