/** A pull into a folder without manifests: the whole live game, a file for each kind. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { type Pull, pullGame } from "../../src/edit/pull.ts";
import type { Checked } from "../../src/model/diagnostics.ts";
import type { DesiredGame, LiveGame } from "../../src/model/model.ts";
import { planned } from "../plan/planning.ts";
import { DOCUMENTED_ACCESS, EXTENDED_ACCESS, type GameText, liveGame } from "../support/games.ts";
import { arbitraryHostileGame } from "../support/hostile-game.ts";
import { runs } from "../support/runs.ts";
import { loadTexts, parseTexts } from "../support/sources.ts";
import { gameTexts } from "./game-texts.ts";

const NEW = catalog.map(({ plural }) => ({
  file: `${plural}.yaml`,
  text: `# first\n${plural}: []\n`,
}));

function exported(live: LiveGame): Checked<Pull> {
  const desired = loadTexts(NEW, catalog).value as DesiredGame;
  const texts = gameTexts({ manifests: parseTexts(NEW) });
  return pullGame({ ...texts, desired, live }, catalog);
}

function textOf(live: GameText, key: string): string {
  const made = exported(liveGame(live)).value;
  const written = made?.files.find(({ file }) => file === `${key}.yaml`)?.after;
  return written ?? NEW.find(({ file }) => file === `${key}.yaml`)?.text ?? "";
}

function leftOut(live: GameText): readonly (readonly [string | undefined, string])[] {
  const { value, diagnostics } = exported(liveGame(live));
  expect(value?.leftOut).toBe(diagnostics.length);
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["left-out"]));
  return diagnostics.map(({ address, detail }) => [address, detail]);
}

describe("exporting a live game", () => {
  it("leaves a plan with nothing in it, whatever is live", () => {
    const states = fc.tuple(
      arbitraryHostileGame(),
      fc.constantFrom(EXTENDED_ACCESS, DOCUMENTED_ACCESS),
    );
    fc.assert(
      fc.property(states, ([game, access]) => {
        const live = liveGame(game, access);
        const { value, diagnostics } = exported(live);
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        const files = NEW.map(({ file, text }) => {
          return { file, text: value?.files.find((change) => change.file === file)?.after ?? text };
        });
        const desired = loadTexts(files, catalog).value as DesiredGame;
        expect(planned(desired, live, { prune: true })).toMatchObject({ steps: [], kept: [] });
      }),
      runs(60),
    );
  }, 180_000);

  it("orders resources by id and members by name or as the catalog does, and leaves defaults out", () => {
    const live: GameText = {
      actions: [{ custom_id: "slay", name: "Slay" }],
      criteria: [
        {
          conditions: { operator: "and", groups: [{ conditions: ["dayOfMonth:last"] }] },
          custom_id: "slain",
          name: "Slain",
          custom_action_id: "slay",
          type: "sum",
          rule: "gte:1",
        },
      ],
      rewards: [
        { custom_id: "b", name: "B" },
        { custom_id: "a", name: "A", custom_data: { z: 1, a: 2 } },
      ],
      achievements: [
        { custom_id: "slayer", name: "Slayer", rewards: ["b", "a"], points: 1, is_secret: true },
      ],
    };
    expect(textOf(live, "rewards")).toBe(`# first
rewards:
  - custom_id: a
    name: A
    custom_data:
      a: 2
      z: 1
  - custom_id: b
    name: B
`);
    expect(textOf(live, "criteria")).toBe(`# first
criteria:
  - custom_id: slain
    name: Slain
    custom_action_id: slay
    conditions:
      groups:
        - conditions: [dayOfMonth:last]
`);
    const achievement =
      "  - custom_id: slayer\n    name: Slayer\n    is_secret: true\n    rewards: [a, b]\n";
    expect(textOf(live, "achievements")).toBe(`# first\nachievements:\n${achievement}`);
    expect(textOf(live, "leaderboards")).toContain("\nleaderboards: []\n");
  });

  it("says which links and fields the service does not show", () => {
    const base = liveGame(
      { actions: [{ custom_id: "a" }, { custom_id: "b" }], leaderboards: [{ custom_id: "l" }] },
      DOCUMENTED_ACCESS,
    );
    const resources = new Map(
      [...base.resources].map(([address, each]) => {
        const { ordering: _, ...body } = each.body;
        return [address, { ...each, body }] as const;
      }),
    );
    expect(exported({ ...base, resources }).value?.notVerified).toEqual([
      { address: "action/a", fields: ["reactions"] },
      { address: "action/b", fields: ["reactions"] },
      { address: "leaderboard/l", fields: ["ordering"] },
    ]);
  });
});

describe("a live resource that manifests cannot express is left out by name", () => {
  it.each<readonly [string, GameText, string | undefined, string]>([
    ["an id with a blank", { rewards: [{ custom_id: "a b" }] }, "reward/a b", 'found "a b"'],
    [
      "a long name",
      { rewards: [{ custom_id: "a", name: "x".repeat(256) }] },
      "reward/a",
      "at most 255 characters",
    ],
    [
      "a cycle",
      {
        actions: [
          { custom_id: "a", reactions: ["b"] },
          { custom_id: "b", reactions: ["a"] },
        ],
      },
      "action/a",
      "leads back",
    ],
    [
      "a reference to nothing",
      { achievements: [{ custom_id: "a", custom_criteria_group_id: "gone" }] },
      "achievement/a",
      'refers to the criteria group "gone", which is not live',
    ],
    [
      "half of a surrogate pair",
      { rewards: [{ custom_id: "a", name: "a\ud83d" }] },
      "reward/a",
      "surrogate",
    ],
    [
      "a forbidden key",
      { rewards: [{ custom_id: "a", custom_data: JSON.parse('{"__proto__":1}') }] },
      "reward/a",
      "__proto__",
    ],
  ])("%s", (_, live, address, words) => {
    expect(leftOut(live)).toContainEqual([address, expect.stringContaining(words)]);
  });

  it("names every one", () => {
    const live = {
      rewards: [{ custom_id: "." }, { custom_id: "ok" }, { custom_id: "é" }],
      actions: [{ custom_id: "a" }],
    };
    const { value, diagnostics } = exported(liveGame(live));
    expect(diagnostics.map(({ detail }) => /found (.*)\./.exec(detail)?.[1])).toEqual([
      '"."',
      '"é"',
    ]);
    expect(value?.resources.map(({ address }) => address)).toEqual(["action/a", "reward/ok"]);
    expect(diagnostics.every(({ primary }) => primary === undefined)).toBe(true);
  });
});
