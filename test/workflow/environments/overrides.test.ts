/**
 * Overrides as values: what one environment's files make of the manifests, and where each value
 * then comes from. What is wrong with one: `test/cases-invalid`; what plans show of them:
 * `test/cases/plan`.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import type { Json, JsonObject } from "../../../src/ground/json.ts";
import { checkGame } from "../../../src/manifest/game/desired-game.ts";
import { environmentOf } from "../../../src/manifest/overrides.ts";
import type { DesiredGame } from "../../../src/model/model.ts";
import { planned } from "../../plan/planning.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { type GameText, liveGame } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";
import { loadTexts, parseTexts } from "../../support/sources.ts";

/**
 * The resources of `wanted` with the values that `other` has for them, and what to override so that
 * they are as wanted.
 */
function taken(
  wanted: GameText,
  other: GameText,
): { readonly manifests: GameText; readonly overrides: GameText } {
  const manifests: [string, readonly JsonObject[]][] = [];
  const overrides: [string, readonly JsonObject[]][] = [];
  for (const [plural, resources] of Object.entries(wanted)) {
    const pairs = resources.map((resource) => {
      const twin = other[plural]?.find(({ custom_id }) => custom_id === resource.custom_id);
      return [resource, twin ?? resource] as const;
    });
    manifests.push([plural, pairs.map(([, declared]) => declared)]);
    overrides.push([plural, pairs.flatMap(([resource, declared]) => override(resource, declared))]);
  }
  return { manifests: Object.fromEntries(manifests), overrides: Object.fromEntries(overrides) };
}

function override(wanted: JsonObject, declared: JsonObject): readonly JsonObject[] {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(declared)])];
  const different = names.filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(declared[name]),
  );
  if (different.length === 0) return [];
  const members = different.map((name): [string, Json] => [name, wanted[name] ?? null]);
  return [{ custom_id: wanted.custom_id ?? null, ...Object.fromEntries(members) }];
}

/** Without where everything is written. */
function plain(game: DesiredGame | undefined) {
  const resources = [...(game?.resources.values() ?? [])].map(
    ({ origin: _, overrides: __, ...rest }) => rest,
  );
  return { resources, managed: [...(game?.managed ?? [])].sort() };
}

const file = (name: string, game: GameText) => ({ file: name, text: JSON.stringify(game) });

it("random overrides make of any manifests what editing these would make, and know where each value comes from", () => {
  const games = fc.tuple(arbitraryGame({ allKinds: true }), arbitraryGame({ allKinds: true }));
  fc.assert(
    fc.property(games, ([wanted, other]) => {
      const { manifests, overrides } = taken(wanted, other);
      const files = [file("overrides.json", overrides)];
      const overridden = loadTexts([file("game.json", manifests)], catalog, files);
      const edited = loadTexts([file("game.json", wanted)], catalog);
      expect(overridden.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(plain(overridden.value)).toEqual(plain(edited.value));
      for (const kind of catalog) {
        for (const { custom_id, ...values } of overrides[kind.plural] ?? []) {
          const address = `${kind.name}/${custom_id}` as const;
          const known = overridden.value?.resources.get(address)?.overrides ?? {};
          expect(Object.keys(known).sort()).toEqual(Object.keys(values).sort());
          for (const name of Object.keys(values)) {
            const span = overridden.value?.sources.get(address)?.locate(`/${name}`, "key");
            expect(span?.source.name).toBe("overrides.json");
            expect(files[0]?.text.slice(span?.start.offset, span?.end.offset)).toBe(
              JSON.stringify(name),
            );
          }
        }
      }
    }),
    runs(150, 20),
  );
});

const GAME = `actions:
  - { custom_id: slay, name: Slay }
  - { custom_id: slay-dragon, name: Slay a dragon, reactions: [slay] }
criteria:
  - { custom_id: ten, name: Ten, custom_action_id: slay, rule: gte:10 }
rewards:
  - { custom_id: egg, name: Egg }
achievements:
  - custom_id: slayer
    name: Slayer
    points: 50
    rewards: [egg, { custom_id: medal, name: Medal }]
moved: [{ kind: criterion, from: old-ten, to: ten }]
`;

/** What an environment makes of manifests by its overrides. */
function load(text: string, manifests = GAME) {
  return loadTexts([{ file: "game.yaml", text: manifests }], catalog, [
    { file: "overrides/testers.yaml", text },
  ]);
}

function game(text: string, manifests = GAME): DesiredGame {
  const { value, diagnostics } = load(text, manifests);
  expect(diagnostics).toEqual([]);
  return value as DesiredGame;
}

describe("an override", () => {
  it("reaches a resource that is defined in place, which stays declared when nothing names it any more", () => {
    const { resources } = game(`rewards: [{ custom_id: medal, name: Test medal }]
achievements: [{ custom_id: slayer, rewards: [] }]`);
    expect(resources.get("reward/medal")?.body.name).toBe("Test medal");
    expect(resources.get("achievement/slayer")?.links).toEqual({ rewards: [] });
  });

  it.each([
    ["points: 5", { ignore: ["description"] }],
    ["ignore: [points]", { ignore: ["points"] }],
    ["ignore: null, create_only: true", { ignore: [], create_only: true }],
  ])(
    "of %s overrides what a policy says, and a policy left alone still counts",
    (values, policies) => {
      const manifests = GAME.replace(
        "    points: 50\n",
        "    points: 50\n    ignore: [description]\n",
      );
      const { resources } = game(`achievements: [{ custom_id: slayer, ${values} }]`, manifests);
      expect(resources.get("achievement/slayer")).toMatchObject(policies);
    },
  );

  it("manages no kind", () => {
    expect(game("leaderboards: []").managed).toEqual(game("{}").managed);
  });

  it("gives the plan that edited manifests give, with its digest", () => {
    const overridden = game("criteria: [{ custom_id: ten, rule: gte:1 }]");
    const edited = game("{}", GAME.replace("gte:10", "gte:1"));
    expect(planned(overridden, liveGame({})).digest).toBe(planned(edited, liveGame({})).digest);
  });

  it.each([
    [
      "criteria: [{ custom_id: ten, custom_action_id: sly }]",
      "dangling-reference",
      'did you mean "slay"?',
    ],
    ["criteria: [{ custom_id: ten, rule: gte:1, rule: gte:2 }]", "duplicate-key", undefined],
    [
      "criteria: [{ custom_id: slayer, name: X }]",
      "dangling-reference",
      '"slayer" is an achievement; a criterion is needed here',
    ],
    [
      "criteria: [{ custom_id: old-ten, rule: gte:1 }]",
      "dangling-reference",
      "write the new id: ten",
    ],
    ["actions: [{ custom_id: slay, name: Slay a dragon }]", "duplicate-name", undefined],
    ["actions: [{ custom_id: slay, reactions: [slay-dragon] }]", "reference-cycle", undefined],
  ])("%s is %s", (text, code, help) => {
    const [problem] = load(text).diagnostics;
    expect([problem?.code, problem?.help[0]]).toEqual([code, help ?? problem?.help[0]]);
  });

  it("is no problem where its resource may stand in a file that could not be read", () => {
    const texts = [GAME, "rewards: ["].map((text, index) => ({ file: `${index}.yaml`, text }));
    const overrides = [
      { file: "overrides/testers.yaml", text: "rewards: [{ custom_id: cup, name: Cup }]" },
    ];
    expect(loadTexts(texts, catalog, overrides).diagnostics.map(({ code }) => code)).toEqual([
      "syntax-error",
    ]);
  });
});

describe("all environments of a game are checked together", () => {
  const check = (environments: readonly string[], manifests = GAME) =>
    checkGame(parseTexts([{ file: "game.yaml", text: manifests }]), catalog, [
      [],
      ...environments.map((text, index) => parseTexts([{ file: `overrides/${index}.yaml`, text }])),
    ]);

  it("each by itself: what one takes from another is no problem", () => {
    const both = check([
      "actions: [{ custom_id: slay, name: X }]",
      "actions: [{ custom_id: slay-dragon, name: X }]",
    ]);
    expect(both.diagnostics).toEqual([]);
    expect(both.value?.desired().resources.get("action/slay")?.body.name).toBe("Slay");
  });

  it("what they have in common is reported once", () => {
    const overrides = ["name", "nme"].map((field) => `rewards: [{ custom_id: egg, ${field}: X }]`);
    const { diagnostics, value } = check(overrides, GAME.replace("rule: gte:10", "rule: 10"));
    expect(diagnostics.map(({ code, primary }) => `${code} ${primary?.span.source.name}`)).toEqual([
      "wrong-type game.yaml",
      "unknown-field overrides/1.yaml",
    ]);
    expect(value).toBeUndefined();
  });
});

it.each([
  ["testers.yml", "testers"],
  ["testers.v2.json", "testers.v2"],
  ["testers/deep/er.yaml", "testers"],
])("the file of overrides %s is for %s", (path, environment) => {
  expect(environmentOf(path)).toBe(environment);
});
