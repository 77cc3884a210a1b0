/** Layouts: no box on another, each in its column, lines from left to right. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Graph, sortGraph } from "../../../src/analysis/graph/graph.ts";
import { BOX, type Layout, layOutGraph } from "../../../src/analysis/graph/layout.ts";
import type { Address } from "../../../src/model/model.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import { runs } from "../../support/runs.ts";
import { DRAGONS, graphFor, largeGame } from "./scenes.ts";

/** Checks what holds for every layout. */
function checkedLayout(graph: Graph): Layout {
  const layout = layOutGraph(graph);
  if (layout === undefined) throw new Error("too large to draw");
  const { width, height, boxes } = layout;
  expect([...boxes.keys()].sort()).toEqual(graph.nodes.map(({ address }) => address).sort());
  const sorted = [...boxes.values()].sort((a, b) => a.x - b.x || a.y - b.y);
  for (const [index, { x, y }] of sorted.entries()) {
    expect(x >= 0 && y >= 0 && x + BOX.width <= width && y + BOX.height <= height).toBe(true);
    const next = sorted[index + 1];
    if (next?.x === x) expect(next.y - y).toBeGreaterThanOrEqual(BOX.height);
  }
  for (const { from, to } of graph.edges) {
    expect(boxes.get(to)?.x).toBeGreaterThan((boxes.get(from)?.x ?? 0) + BOX.width);
  }
  return layout;
}

describe("a layout", () => {
  it("puts stages from left to right, and steps within a stage, too", () => {
    const { boxes } = checkedLayout(graphFor(DRAGONS));
    const columnOf = (address: Address): number => ((boxes.get(address)?.x ?? 0) - 12) / 250;
    const chain = [
      "action/slay-dragon",
      "action/slay-enemy",
      "criterion/ten-dragons",
      "criteria_group/dragons",
    ];
    const rest = ["criteria_group/all", "achievement/slayer", "reward/egg"];
    expect(([...chain, ...rest] as Address[]).map(columnOf)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(columnOf("action/cast-spell")).toBe(1);
  });

  it("has no box on another, and no line backwards, whatever the game", () => {
    fc.assert(
      fc.property(arbitraryGame({ allKinds: true }), (game) => {
        const graph = graphFor(game);
        expect(checkedLayout(graph)).toEqual(layOutGraph(graph));
      }),
      runs(100, 30),
    );
  });

  it("is defined for nothing, and for cycles, which are errors elsewhere", () => {
    expect(layOutGraph({ nodes: [], edges: [] })?.boxes.size).toBe(0);
    const edges = ["ab", "ba", "aa"].map(([from, to]) => {
      return { from: `action/${from}`, to: `action/${to}`, relation: "records" } as const;
    });
    expect(layOutGraph(sortGraph([], edges))?.boxes.size).toBe(2);
  });

  it("takes a moment for 5,000 nodes, and refuses what would take long", {
    timeout: 20_000,
  }, () => {
    const graph = graphFor(largeGame(1_000));
    checkedLayout(graph);
    expect(layOutGraph({ ...graph, edges: [1, 2, 3].flatMap(() => graph.edges) })).toBeUndefined();
  });
});
