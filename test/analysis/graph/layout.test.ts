/** Layouts: nothing on top of another, everything in its column, edges from left to right. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembled, type Graph, STAGES } from "../../../src/analysis/graph/graph.ts";
import { type Layout, layoutOf } from "../../../src/analysis/graph/layout.ts";
import { arbitraryGame } from "../../support/arbitrary-game.ts";
import type { GameText } from "../../support/games.ts";
import { runs } from "../../support/runs.ts";
import { DRAGONS, graphFor, largeGame } from "./scenes.ts";

/** The same game with other ids. */
function renamed(game: GameText, prefix: string): GameText {
  const text = JSON.stringify(game).replaceAll(/("(?:custom_id|custom_[a-z_]+_id)":")/g, `$1${prefix}-`);
  const lists = text.replaceAll(/"(reactions|criteria|criteria_groups|rewards)":(\["[^\]]*\])/g, (_, name, ids) => {
    return `"${name}":${ids.replaceAll(/"([^"]+)"/g, `"${prefix}-$1"`)}`;
  });
  return JSON.parse(lists);
}

/** Checks what holds of every layout. */
function check(graph: Graph, layout: Layout): void {
  const { width, height, box, nodes, edges } = layout;
  expect(nodes.map(({ node }) => node.address).sort()).toEqual(graph.nodes.map(({ address }) => address).sort());
  expect(edges.map(({ edge }) => edge)).toEqual(graph.edges);
  for (const { x, y } of nodes) {
    expect(x >= 0 && y >= 0 && x + box.width <= width && y + box.height <= height).toBe(true);
  }
  const overlapping: number[] = [];
  for (const [index, { x, y }] of nodes.entries()) {
    // They come from left to right.
    for (let other = index + 1; (nodes[other]?.x ?? width) < x + box.width; other += 1) {
      if (Math.abs((nodes[other]?.y ?? 0) - y) < box.height) overlapping.push(index);
    }
  }
  expect(overlapping).toEqual([]);
  const places = new Map(nodes.map((each) => [each.node.address, each]));
  for (const { edge, points } of edges) {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    expect(points[0]).toEqual({ x: (from?.x ?? 0) + box.width, y: (from?.y ?? 0) + box.height / 2 });
    expect(points.at(-1)).toEqual({ x: to?.x, y: (to?.y ?? 0) + box.height / 2 });
    for (const [index, point] of points.entries()) {
      expect(point.x).toBeGreaterThanOrEqual(points[index - 1]?.x ?? 0);
    }
  }
}

describe("a layout", () => {
  it("puts stages from left to right, and what leads on within one, too", () => {
    const layout = layoutOf(graphFor(DRAGONS));
    const x = (id: string): number => layout.nodes.find(({ node }) => node.custom_id === id)?.x ?? Number.NaN;
    const order = ["slay-dragon", "slay-enemy", "ten-dragons", "dragons", "all", "slayer", "egg"];
    expect(order.map(x)).toEqual(order.map(x).toSorted((a, b) => a - b));
    const column = (id: string) => layout.nodes.find(({ node }) => node.custom_id === id)?.column;
    expect(order.map(column)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(column("cast-spell")).toBe(column("slay-enemy"));
    check(graphFor(DRAGONS), layout);
  });

  it("is empty for nothing", () => {
    expect(layoutOf({ nodes: [], edges: [] })).toMatchObject({ nodes: [], edges: [], width: 0, height: 0 });
  });

  it("has no box on another, and no line backwards, whatever the game", () => {
    fc.assert(
      fc.property(arbitraryGame({ allKinds: true }), (game) => {
        const graph = graphFor(game);
        check(graph, layoutOf(graph));
      }),
      runs(100),
    );
  });

  it("is the same for the same graph", () => {
    expect(layoutOf(graphFor(largeGame(40)))).toEqual(layoutOf(graphFor(largeGame(40))));
  });

  it("ends for circles, which are errors elsewhere", () => {
    const { nodes } = graphFor({ actions: [{ custom_id: "a" }, { custom_id: "b" }] });
    const edges = [
      { from: "action/a", to: "action/b", relation: "records" },
      { from: "action/b", to: "action/a", relation: "records" },
      { from: "action/a", to: "action/a", relation: "records" },
    ] as const;
    expect(layoutOf(assembled(nodes, edges)).nodes).toHaveLength(2);
  });

  it("has few lines that cross, and is compact, with 500 nodes", () => {
    const graph = graphFor(largeGame(100));
    expect(graph.nodes.length).toBeGreaterThanOrEqual(500);
    const layout = layoutOf(graph);
    check(graph, layout);
    const tallest = Math.max(...STAGES.map((stage) => graph.nodes.filter((node) => node.stage === stage).length));
    // The column with the most boxes decides how high the picture has to be.
    expect(layout.height).toBeLessThan(tallest * (layout.box.height + 8) * 1.6);
  });

  it.each([1, 3, 20, 60])("has about the shape of a screen with %i parts that are not connected", (count) => {
    const many = Array.from({ length: count }, (_, index) => renamed(DRAGONS, `p${index}`));
    const merged = Object.keys(DRAGONS).map((plural) => [plural, many.flatMap((game) => game[plural] ?? [])]);
    const graph = graphFor(Object.fromEntries(merged));
    const layout = layoutOf(graph);
    check(graph, layout);
    const shape = layout.width / layout.height;
    if (count > 1) expect(shape).toBeGreaterThan(1.2);
    if (count > 1) expect(shape).toBeLessThan(4);
    const boxes = graph.nodes.length * layout.box.width * layout.box.height;
    expect((layout.width * layout.height) / boxes).toBeLessThan(5);
  });

  it.each([1, 7, 40, 300])("puts %i unconnected nodes into a grid", (count) => {
    const graph = graphFor({ actions: Array.from({ length: count }, (_, index) => ({ custom_id: `a${index}` })) });
    const layout = layoutOf(graph);
    check(graph, layout);
    expect(layout.height).toBeLessThan(Math.max(7, 2 * Math.sqrt(count)) * 46);
  });

  it("takes a moment for 5,000 nodes", { timeout: 20_000 }, () => {
    const graph = graphFor(largeGame(1_000));
    check(graph, layoutOf(graph));
  });
});
