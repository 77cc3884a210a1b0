import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import type { JsonObject } from "../../src/ground/json.ts";
import { ignorableNames } from "../../src/manifest/forms.ts";
import { load, loadAll } from "../support/load.ts";
import { runs } from "../support/runs.ts";
import { loadTexts } from "../support/sources.ts";

function codes(value: JsonObject): readonly string[] {
  return loadTexts([{ file: "game.json", text: JSON.stringify(value) }], catalog).diagnostics.map(
    ({ code }) => code,
  );
}

const rewards = (...ids: string[]): JsonObject[] =>
  ids.map((id) => ({ custom_id: id, name: `Reward ${id}` }));
const move = (from: string, to: string): JsonObject => ({ kind: "reward", from, to });
const remove = (custom_id: string): JsonObject => ({ kind: "reward", custom_id, reason: "Over" });

describe("moved and removed entries", () => {
  it("are read with the place where each is written", () => {
    const game = load(`
achievements:
  - { custom_id: dragon-slayer, name: Dragon slayer }
moved:
  - { kind: achievement, from: dragon-killer, to: dragon-slayer }
removed:
  - kind: leaderboard
    custom_id: season-1
    reason: "  Season 1 is over "
`);
    const file = "game.yaml";
    expect(game.moved).toEqual([
      {
        kind: "achievement",
        from: "dragon-killer",
        to: "dragon-slayer",
        origin: { file, line: 5, column: 7 },
      },
    ]);
    expect(game.removed).toEqual([
      {
        kind: "leaderboard",
        custom_id: "season-1",
        reason: "Season 1 is over",
        origin: { file, line: 7, column: 5 },
      },
    ]);
  });

  it("come in the order of the catalog, then of ids, whatever the order of files", () => {
    const files = [
      {
        file: "b.yaml",
        text: "removed: [{ kind: leaderboard, custom_id: a, reason: x }]\n---\nremoved: []\n",
      },
      {
        file: "a.json",
        text: JSON.stringify({
          rewards: rewards("x", "y", "Z"),
          moved: [move("c", "x"), move("a", "y"), move("B", "Z")],
          removed: [{ kind: "leaderboard", custom_id: "B", reason: "x" }, remove("z"), remove("Q")],
        }),
      },
    ];
    for (const { moved, removed } of [loadAll(files), loadAll([...files].reverse())]) {
      expect(moved.map(({ from }) => from)).toEqual(["B", "a", "c"]);
      expect(removed.map(({ kind, custom_id }) => `${kind}/${custom_id}`)).toEqual([
        "reward/Q",
        "reward/z",
        "leaderboard/B",
        "leaderboard/a",
      ]);
    }
  });

  it("make no kind managed, and lead to resources that are defined in place, too", () => {
    const game = load(`
achievements:
  - { custom_id: a, name: A, rewards: [{ custom_id: gold, name: Gold }] }
moved: [{ kind: reward, from: coin, to: gold }]
removed: [{ kind: leaderboard, custom_id: season-1, reason: Over }]
`);
    expect([game.managed, game.moved.length]).toEqual([new Set(["achievement", "reward"]), 1]);
    expect([...game.resources.keys()]).toEqual(["reward/gold", "achievement/a"]);
  });

  it("take the same id for different kinds", () => {
    const removed = [remove("season-1"), { ...remove("season-1"), kind: "leaderboard" }];
    expect(codes({ achievements: [{ custom_id: "season-1", name: "S" }], removed })).toEqual([]);
  });
});

describe("moved entries that fit each other", () => {
  it.each([
    ["a chain written backwards", ["c"], [move("b", "c"), move("a", "b")]],
    [
      "a shift, where the middle one is declared anew",
      ["b", "c"],
      [move("a", "b"), move("b", "c")],
    ],
    [
      "a ring of three beside a chain",
      ["a", "b", "z"],
      [move("a", "b"), move("b", "a"), move("x", "y"), move("y", "z")],
    ],
  ])("%s", (_, declared, moved) => {
    expect(codes({ rewards: rewards(...declared), moved })).toEqual([]);
  });

  it("need what they lead to, and one mistake is said once", () => {
    const ring = [move("a", "b"), move("b", "c"), move("c", "a")];
    expect(codes({ rewards: rewards("a", "b"), moved: ring })).toEqual(["dangling-reference"]);
    expect(codes({ rewards: rewards("x"), moved: [move("a", "b"), move("b", "c")] })).toEqual([
      "dangling-reference",
    ]);
    expect(codes({ rewards: rewards("a"), moved: [move("a", "b")] })).toEqual([
      "contradicting-entry",
    ]);
    expect(codes({ rewards: [], moved: [move("a", "b")], removed: [remove("b")] })).toEqual([
      "contradicting-entry",
    ]);
  });

  it("are a walk that ends, whatever is written", () => {
    const ids = fc.constantFrom("a", "b", "c", "d", "e");
    const moved = fc.array(fc.tuple(ids, ids), { maxLength: 8 });
    fc.assert(
      fc.property(
        moved,
        fc.uniqueArray(ids),
        fc.uniqueArray(ids),
        fc.uniqueArray(ids),
        (pairs, here, gone, named) => {
          const game = {
            rewards: rewards(...here),
            achievements: [{ custom_id: "x", name: "X", rewards: named }],
            moved: pairs.map(([from, to]) => move(from, to)),
            removed: gone.map(remove),
          };
          const found = codes(game);
          const usable = pairs.filter(([from, to]) => from !== to);
          const unique = (each: readonly string[]): boolean => new Set(each).size === each.length;
          if (found.length > 0) return;
          // What is accepted is one to one, ends at declarations, and leaves nothing behind that is
          // named.
          expect(usable).toHaveLength(pairs.length);
          expect([unique(pairs.map(([from]) => from)), unique(pairs.map(([, to]) => to))]).toEqual([
            true,
            true,
          ]);
          expect(gone.filter((id) => here.includes(id) || pairs.flat().includes(id))).toEqual([]);
          expect(named.filter((id) => !here.includes(id))).toEqual([]);
          const next = new Map(pairs);
          for (const [from] of pairs) {
            let to = next.get(from);
            while (to !== undefined && !here.includes(to)) to = next.get(to);
            expect(here).toContain(to);
          }
        },
      ),
      runs(150),
    );
  });
});

describe("references to what entries have taken away", () => {
  const achievements = [{ custom_id: "a", name: "A", rewards: ["coin"] }];

  it("are refused where the kind is not managed, too, because live can tell only for now", () => {
    const moved = [move("coin", "gold")];
    expect(codes({ achievements, removed: [remove("coin")] })).toEqual(["dangling-reference"]);
    expect(
      codes({
        achievements: [...achievements, { custom_id: "b", name: "B", rewards: rewards("gold") }],
        moved,
      }),
    ).toEqual(["dangling-reference"]);
  });

  it("are fine when a swap brings another one there", () => {
    const moved = [move("coin", "gold"), move("gold", "coin")];
    expect(codes({ achievements, rewards: rewards("coin", "gold"), moved })).toEqual([]);
  });
});

describe("ignore and create_only", () => {
  it("are off when they are left out, and no values of the resource", () => {
    const { resources } = load(`
rewards:
  - { custom_id: a, name: A }
  - { custom_id: b, name: B, ignore: , create_only: null }
  - { custom_id: c, name: C, description: First words, ignore: [description] }
achievements: [{ custom_id: d, name: D, rewards: [{ custom_id: d, name: D, create_only: true }] }]
`);
    const policies = [...resources.values()].map(({ ignore, create_only }) => [
      ignore,
      create_only,
    ]);
    expect(policies.slice(0, 4)).toEqual([
      [[], false],
      [[], false],
      [["description"], false],
      [[], true],
    ]);
    // What is written beside it is for the creation.
    const body = { custom_id: "c", name: "C", description: "First words", custom_data: null };
    expect(resources.get("reward/c")?.body).toEqual(body);
  });

  it("names every field and link but the id, in the order of the kind", () => {
    for (const kind of catalog) {
      const names = ignorableNames(kind);
      expect([kind.fields[0]?.name, ...names]).toEqual(
        [...kind.fields, ...kind.links].map(({ name }) => name),
      );
      const required = kind.fields
        .filter((field) => field.required)
        .map(({ name }): [string, string] => [name, "x"]);
      const text = JSON.stringify({
        actions: [{ custom_id: "x", name: "X" }],
        [kind.plural]: [{ ...Object.fromEntries(required), ignore: [...names].reverse() }],
      });
      expect(load(text, "a.json").resources.get(`${kind.name}/x`)?.ignore).toEqual(names);
    }
  });
});
