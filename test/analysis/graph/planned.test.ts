/** A graph with a plan: what is made, changed, renamed, replaced and deleted, and which edges come and go. */
import { describe, expect, it } from "vitest";
import { designOf } from "../../../src/analysis/design/design.ts";
import { plannedGraph } from "../../../src/analysis/graph/planned.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { DEFAULT_PLAY } from "../../../src/project/game-settings.ts";
import { planned } from "../../plan/planning.ts";
import { desiredGame, type Entries, type GameText, liveGame } from "../../support/games.ts";
import { DRAGONS, written } from "./scenes.ts";

/** The lines of the graph that a plan touches. */
function changed(wanted: GameText, live: GameText, entries: Entries = {}): readonly string[] {
  const desired = desiredGame(wanted, entries);
  const plan = planned(desired, liveGame(live), { prune: true });
  const design = designOf(desired.resources.values(), desired.managed, DEFAULT_PLAY);
  return written(plannedGraph(design, plan, catalog)).filter((line) =>
    / (?:create|update|rename|replace|delete|attach|detach)\b/.test(line),
  );
}

describe("a plan in a graph", () => {
  it("shows nothing where nothing changes", () => {
    expect(changed(DRAGONS, DRAGONS)).toEqual([]);
  });

  it("makes everything in an empty game", () => {
    const lines = changed(DRAGONS, {});
    expect(lines).toContain("achievement/slayer create");
    expect(lines).toContain("achievement/slayer gives reward/egg attach");
    expect(lines.filter((line) => line.endsWith(" create"))).toHaveLength(10);
    expect(lines.filter((line) => line.endsWith(" attach"))).toHaveLength(9);
  });

  it("shows what goes, with the edges that it has", () => {
    const wanted = { ...DRAGONS, rewards: [], achievements: [{ ...DRAGONS.achievements[0], rewards: [] }] };
    expect(changed(wanted, DRAGONS)).toEqual([
      "achievement/fighter delete",
      "reward/egg delete",
      "criteria_group/all earns achievement/fighter detach",
      "achievement/slayer gives reward/egg detach",
    ]);
  });

  it("shows a reference that is turned to something else", () => {
    const [dragons, enemy] = DRAGONS.criteria;
    const wanted = { ...DRAGONS, criteria: [{ ...dragons, custom_action_id: "cast-spell" }, enemy] };
    expect(changed(wanted, DRAGONS)).toEqual([
      "criterion/ten-dragons update",
      "action/cast-spell counts-for criterion/ten-dragons attach",
      "action/slay-dragon counts-for criterion/ten-dragons detach",
    ]);
  });

  it("follows a new id, and says the old one", () => {
    const wanted = {
      ...DRAGONS,
      rewards: [{ custom_id: "dragon-egg", name: "Dragon egg" }],
      achievements: [{ ...DRAGONS.achievements[0], rewards: ["dragon-egg"] }, DRAGONS.achievements[1]],
    };
    const entries = { moved: [{ kind: "reward", from: "egg", to: "dragon-egg" }] };
    expect(changed(wanted, DRAGONS, entries)).toEqual(["reward/dragon-egg rename egg"]);
  });

  it("follows two that swap their ids", () => {
    const two = (a: string, b: string): GameText => ({
      rewards: [
        { custom_id: a, name: "A" },
        { custom_id: b, name: "B" },
      ],
    });
    const entries = {
      moved: [
        { kind: "reward", from: "x", to: "y" },
        { kind: "reward", from: "y", to: "x" },
      ],
    };
    expect(changed(two("y", "x"), two("x", "y"), entries)).toEqual(["reward/x rename y", "reward/y rename x"]);
  });

  it("shows what is created again in place of the old one once", () => {
    const [inner, outer] = DRAGONS.criteria_groups;
    const wanted = { ...DRAGONS, criteria_groups: [inner, { ...outer, criteria_groups: [] }] };
    expect(changed(wanted, DRAGONS)).toEqual([
      "criteria_group/all replace",
      "criteria_group/dragons member-of criteria_group/all detach",
    ]);
  });

  it("leaves out leaderboards", () => {
    expect(changed(DRAGONS, { ...DRAGONS, leaderboards: [] })).toEqual([]);
  });
});
