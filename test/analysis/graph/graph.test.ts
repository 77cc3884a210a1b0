/** A game as a graph: what is in it, in which order, and what is around an achievement. */
import { describe, expect, it } from "vitest";
import { around, concealGraph, graphOf } from "../../../src/analysis/graph/graph.ts";
import { designFrom } from "../../support/designs.ts";
import { DRAGONS, graphFor, written } from "./scenes.ts";

describe("a graph", () => {
  it("has every resource that takes part, in stages, and every reference as an edge", () => {
    expect(written(graphFor(DRAGONS))).toEqual([
      "action/cast-spell",
      "action/slay-dragon",
      "action/slay-enemy",
      "criterion/an-enemy",
      "criterion/ten-dragons",
      "criteria_group/all",
      "criteria_group/dragons",
      "achievement/fighter",
      "achievement/slayer",
      "reward/egg",
      "action/slay-dragon records action/slay-enemy",
      "action/slay-dragon counts-for criterion/ten-dragons",
      "action/slay-enemy counts-for criterion/an-enemy",
      "criterion/an-enemy member-of criteria_group/all",
      "criterion/ten-dragons member-of criteria_group/dragons",
      "criteria_group/all earns achievement/fighter",
      "criteria_group/dragons member-of criteria_group/all",
      "criteria_group/dragons earns achievement/slayer",
      "achievement/slayer gives reward/egg",
    ]);
  });

  it("does not depend on the order of the manifests", () => {
    const turned = Object.fromEntries(Object.entries(DRAGONS).map(([kind, list]) => [kind, [...list].reverse()]));
    expect(graphFor(turned)).toEqual(graphFor(DRAGONS));
  });

  it("shows what is referred to and not declared as such", () => {
    const game = { criteria: [{ custom_id: "c", custom_action_id: "made-by-hand" }] };
    expect(written(graphFor(game))).toEqual([
      "action/made-by-hand ?",
      "criterion/c",
      "action/made-by-hand counts-for criterion/c",
    ]);
  });

  it("says in words what players have to do", () => {
    const { nodes } = graphFor({
      ...DRAGONS,
      criteria: [
        ...DRAGONS.criteria,
        {
          custom_id: "rogue",
          custom_action_id: "slay-enemy",
          type: "average",
          rule: "lte:7",
          streak: "hours:1",
          conditions: {
            operator: "or",
            groups: [
              { conditions: ["activityData:class,eq,rogue", "dayOfMonth:last"] },
              { conditions: ["month:{player.birth.month}"] },
            ],
          },
        },
      ],
    });
    const said = (id: string): unknown => {
      const node = nodes.find(({ custom_id }) => custom_id === id);
      return [node?.note, ...(node?.facts ?? []).map(({ label, text }) => `${label}: ${text}`)];
    };
    expect(said("ten-dragons")).toEqual(["sum ≥ 10, 3 days", 'Needs: 10 of "slay-dragon" on each of 3 days in a row']);
    expect(said("an-enemy")).toEqual(["amount > 2", 'Needs: one "slay-enemy" of at least 3']);
    expect(said("rogue")).toEqual([
      "average ≤ 7, 1 hour",
      `Needs: an average of at most 7 in "slay-enemy" within one hour, counted only (with class rogue and on the last day of a month) or in the player's birth.month`,
    ]);
    expect(said("all")).toEqual(["at least one of", "Needs: at least one of its members"]);
    expect(said("slayer")).toEqual(["50 points"]);
    expect(said("fighter")).toEqual(["1 point"]);
  });

  it("says when an exclusive group holds", () => {
    const { nodes } = graphOf(designFrom({ groups: { it: { operator: "xor" } } }));
    expect(nodes).toMatchObject([
      { note: "exactly one of", facts: [{ label: "Needs", text: "exactly one of its members" }] },
    ]);
  });
});

describe("what is around an achievement", () => {
  it("is what leads to it and what it gives, and nothing beside", () => {
    const part = around(graphFor(DRAGONS), ["achievement/slayer"]);
    expect(written(part)).toEqual([
      "action/slay-dragon",
      "criterion/ten-dragons",
      "criteria_group/dragons",
      "achievement/slayer",
      "reward/egg",
      "action/slay-dragon counts-for criterion/ten-dragons",
      "criterion/ten-dragons member-of criteria_group/dragons",
      "criteria_group/dragons earns achievement/slayer",
      "achievement/slayer gives reward/egg",
    ]);
  });

  it("is nothing where there is none", () => {
    expect(around(graphFor(DRAGONS), ["achievement/none"])).toEqual({ nodes: [], edges: [] });
  });
});

describe("a concealed graph", () => {
  it("keeps ids and shows no name or text of what is secret", () => {
    const secrets = {
      addresses: new Set(["achievement/slayer", "reward/egg"] as const),
      texts: new Set(["Dragon slayer", "Dragon egg"]),
      unsure: new Set<string>(),
    };
    const text = JSON.stringify(concealGraph(graphFor(DRAGONS), secrets));
    expect(text).not.toMatch(/Dragon slayer|Dragon egg/);
    expect(text).toContain('"custom_id":"slayer"');
    expect(text).toContain('"name":"(secret)"');
    expect(text).toContain("Name of fighter");
  });
});
