/** The oracles of random applies complain about each sort of harm. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/ground/json.ts";
import { inGame } from "../../support/cli.ts";
import type { SeenRequest } from "../../support/service/service.ts";
import { expectAsPlanned, expectOnlyMeant, type Scene } from "./oracles.ts";

const CUP = { custom_id: "cup", name: "Cup", description: "Gold", custom_data: null };
const EGG = { custom_id: "egg", name: "Egg", description: "White", custom_data: null };
const BOARD = { custom_id: "board", name: "Board" };

const sceneOf = (resources: Scene["manifests"]["resources"], more: Partial<Scene> = {}): Scene => {
  return {
    manifests: { resources, entries: { moved: [], removed: [] } },
    live: {},
    prune: false,
    ...more,
  };
};

const check = (
  scene: Scene,
  after: readonly JsonObject[],
  before: readonly JsonObject[] = [CUP, EGG],
): void =>
  expectOnlyMeant(
    scene,
    { rewards: before, leaderboards: [BOARD] },
    { rewards: after, leaderboards: [BOARD] },
    "",
  );

describe("the manifests decide everything that changes", () => {
  it.each<[string, Scene, readonly JsonObject[]]>([
    [
      "a declared change",
      sceneOf({ rewards: [{ ...CUP, description: "Silver" }] }),
      [{ ...CUP, description: "Silver" }, EGG],
    ],
    ["a pruned resource", sceneOf({ rewards: [CUP] }, { prune: true }), [CUP]],
    ["a resource that nobody declares", sceneOf({ rewards: [CUP] }), [CUP, EGG]],
  ])("%s may be", (_, scene, after) => {
    expect(() => check(scene, after)).not.toThrow();
  });

  it.each<[string, Scene, readonly JsonObject[]]>([
    ["a declared resource that is missing", sceneOf({ rewards: [CUP] }), [EGG]],
    ["a deletion without prune", sceneOf({ rewards: [CUP] }), [CUP]],
    ["a deletion of a kind that is not managed", sceneOf({ actions: [] }, { prune: true }), [CUP]],
    [
      "a change of what nobody declares",
      sceneOf({ rewards: [CUP] }),
      [CUP, { ...EGG, description: "Brown" }],
    ],
    [
      "a change of an ignored field",
      sceneOf({ rewards: [{ ...CUP, ignore: ["description"] }] }),
      [{ ...CUP, description: "" }, EGG],
    ],
    [
      "a change of what is only created",
      sceneOf({ rewards: [{ ...CUP, create_only: true }] }),
      [{ ...CUP, name: "Mug" }, EGG],
    ],
    [
      "a marked id that is left",
      sceneOf({ rewards: [CUP] }),
      [CUP, { ...EGG, custom_id: "egg~laurel-old" }],
    ],
  ])("%s must not be", (_, scene, after) => {
    expect(() => check(scene, after)).toThrow();
  });

  it("a resource too many must not be where everything is managed and pruned", () => {
    const kinds = ["actions", "criteria", "criteria_groups", "achievements"].map((plural) => [
      plural,
      [],
    ]);
    const scene = sceneOf(
      { ...Object.fromEntries(kinds), rewards: [CUP], leaderboards: [BOARD] },
      { prune: true },
    );
    expect(() => check(scene, [CUP])).not.toThrow();
    expect(() => check(scene, [CUP, EGG])).toThrow();
  });
});

describe("an apply sends its plan", () => {
  const ACTIONS = "actions: [{ custom_id: jump, name: Jump }]\n";
  const MANIFEST = `${ACTIONS}criteria: [{ custom_id: jumps, name: Jumps, custom_action_id: jump }]\n`;

  async function honest() {
    const game = await inGame({ manifests: { "a.yaml": MANIFEST } });
    const planned = await game.run(["plan", "--reveal-secrets", "--format", "json"]);
    game.forget();
    await game.run(["apply", "--yes"]);
    return { planned, seen: game.requests() };
  }

  it("an honest one does", async () => {
    const { planned, seen } = await honest();
    expect(seen.filter(({ method }) => method === "POST")).toHaveLength(2);
    expect(() => expectAsPlanned(planned, seen, true)).not.toThrow();
  });

  it.each<[string, (writes: readonly SeenRequest[]) => readonly SeenRequest[]]>([
    ["leaves a step out", (writes) => writes.slice(0, 1)],
    ["sends a step twice", (writes) => [...writes, ...writes.slice(-1)]],
    ["sends a step before one that it needs", (writes) => [...writes].reverse()],
    [
      "sends another body",
      (writes) => writes.map((write) => ({ ...write, body: { custom_id: "other" } })),
    ],
    [
      "goes on after a refusal of what is needed",
      (writes) => writes.map((write, index) => (index === 0 ? { ...write, status: 500 } : write)),
    ],
  ])("one that %s does not", async (_, change) => {
    const { planned, seen } = await honest();
    const writes = seen.filter(({ method }) => method !== "GET");
    expect(() => expectAsPlanned(planned, change(writes), true)).toThrow();
  });
});
