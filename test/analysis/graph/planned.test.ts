/** A graph with a plan: what is created, changed, renamed, replaced and deleted. */
import { expect, it } from "vitest";
import { designOf } from "../../../src/analysis/design/design.ts";
import { plannedGraph } from "../../../src/analysis/graph/planned.ts";
import { DEFAULT_PLAY } from "../../../src/project/game-settings.ts";
import { planned } from "../../plan/planning.ts";
import { desiredGame, type Entries, type GameText, liveGame } from "../../support/games.ts";
import { DRAGONS, written } from "./scenes.ts";

/** The nodes that a plan changes, and the edges of deleted ones. */
function changed(wanted: GameText, live: GameText, entries: Entries = {}): readonly string[] {
  const desired = desiredGame(wanted, entries);
  const plan = planned(desired, liveGame(live), { prune: true });
  const design = designOf(desired.resources.values(), desired.managed, DEFAULT_PLAY);
  const graph = plannedGraph(design, plan);
  const deleted = graph.nodes.flatMap(({ address, change }) => (change === "delete" ? [address] : []));
  return written(graph).filter(
    (line) =>
      / (?:create|update|rename|replace|delete)$/.test(line) || deleted.some((address) => line.includes(`${address} `)),
  );
}

it("has no change for an empty plan", () => {
  expect(changed(DRAGONS, DRAGONS)).toEqual([]);
});

it("creates everything in an empty game", () => {
  expect(changed(DRAGONS, {}).filter((line) => line.endsWith(" create"))).toHaveLength(10);
});

it("shows deleted resources with their live edges", () => {
  const wanted = { ...DRAGONS, rewards: [], achievements: [{ ...DRAGONS.achievements[0], rewards: [] }] };
  const deleted = { ...DRAGONS, achievements: [DRAGONS.achievements[0]] };
  expect(changed(wanted, DRAGONS)).toEqual([
    "achievement/fighter delete",
    "achievement/slayer update",
    "reward/egg delete",
  ]);
  expect(changed(deleted, DRAGONS)).toEqual(["achievement/fighter delete"]);
});

it("marks a changed reference", () => {
  const [dragons, enemy] = DRAGONS.criteria;
  const wanted = { ...DRAGONS, criteria: [{ ...dragons, custom_action_id: "cast-spell" }, enemy] };
  expect(changed(wanted, DRAGONS)).toEqual(["criterion/ten-dragons update"]);
});

it("marks renames, also of two that swap their ids", () => {
  const two = (...ids: readonly string[]): GameText => ({
    rewards: ids.map((custom_id, index) => ({ custom_id, name: `Reward ${index}` })),
  });
  const moved = [
    { kind: "reward", from: "x", to: "y" },
    { kind: "reward", from: "y", to: "x" },
  ];
  expect(changed(two("z", "y"), two("x", "y"), { moved: [{ kind: "reward", from: "x", to: "z" }] })).toEqual([
    "reward/z rename",
  ]);
  expect(changed(two("y", "x"), two("x", "y"), { moved })).toEqual(["reward/x rename", "reward/y rename"]);
});

it("shows a replaced resource once", () => {
  const [inner, outer] = DRAGONS.criteria_groups;
  const wanted = { ...DRAGONS, criteria_groups: [inner, { ...outer, criteria_groups: [] }] };
  expect(changed(wanted, DRAGONS)).toContain("criteria_group/all replace");
});
