/**
 * A game as a graph, and its picture in Mermaid, of which every line is of the language and no text
 * of a game more than a label.
 */

import { describe, expect, it } from "vitest";
import { buildGraph, selectAround } from "../../../src/analysis/graph/graph.ts";
import { fitsMermaid, renderGraphMarkdown } from "../../../src/view/graph/mermaid.ts";
import type { GraphToShow } from "../../../src/view/mask/results.ts";
import { HOSTILE_TEXTS } from "../../hostile/texts.ts";
import { designFrom } from "../../support/designs.ts";
import type { GameText } from "../../support/games.ts";
import { shownGraph } from "../../support/shown.ts";
import { DRAGONS, dragonsNamed, graphFor, largeGame } from "./scenes.ts";

const game = (written: GameText, name = "dungeon"): GraphToShow => ({
  game: name,
  graph: graphFor(written),
});

describe("a graph", () => {
  it("has every resource that takes part, in stages, and every reference as an edge", () => {
    expect(renderGraphMarkdown([shownGraph(game(DRAGONS))])).toBe(`\`\`\`mermaid
flowchart LR
  n0_0(["Name of cast#45;spell"]):::act
  n0_1(["Name of slay#45;dragon"]):::act
  n0_2(["Name of slay#45;enemy"]):::act
  n0_3["Name of an#45;enemy<br/>amount #62; 2"]:::count
  n0_4["Name of ten#45;dragons<br/>sum #8805; 10#44; 3 days"]:::count
  n0_5{{"Name of all<br/>at least one of"}}:::combine
  n0_6{{"Name of dragons<br/>all of"}}:::combine
  n0_7[["Name of fighter<br/>1 point"]]:::earn
  n0_8[["Dragon slayer<br/>50 points#44; secret"]]:::earn
  n0_9[/"Dragon egg"/]:::give
  n0_1 -.->|"records"| n0_2
  n0_1 --> n0_4
  n0_2 --> n0_3
  n0_3 --> n0_5
  n0_4 --> n0_6
  n0_5 --> n0_7
  n0_6 --> n0_5
  n0_6 --> n0_8
  n0_8 --> n0_9
  classDef act fill:#e6f0fc,stroke:#0550ae,color:#1c2127
  classDef count fill:#e3f4f1,stroke:#0f766e,color:#1c2127
  classDef combine fill:#f1eafb,stroke:#6f42c1,color:#1c2127
  classDef earn fill:#fdf3dc,stroke:#8a5a00,color:#1c2127
  classDef give fill:#fce8f1,stroke:#a8275f,color:#1c2127
\`\`\`
`);
  });

  it("does not depend on the order of the manifests", () => {
    const turned = Object.fromEntries(
      Object.entries(DRAGONS).map(([kind, list]) => [kind, [...list].reverse()]),
    );
    expect(graphFor(turned)).toEqual(graphFor(DRAGONS));
  });

  it("shows what is referred to and not declared as such", () => {
    const { nodes, edges } = graphFor({
      criteria: [{ custom_id: "c", custom_action_id: "made-by-hand" }],
    });
    expect(nodes.map(({ address, is_declared }) => [address, is_declared])).toEqual([
      ["action/made-by-hand", false],
      ["criterion/c", true],
    ]);
    expect(edges).toEqual([
      { from: "action/made-by-hand", to: "criterion/c", relation: "counts-for" },
    ]);
  });

  it("says in words what players have to do", () => {
    const groups = [
      { conditions: ["activityData:class,eq,rogue", "dayOfMonth:last"] },
      { conditions: ["month:{player.birth.month}"] },
    ];
    const { nodes } = buildGraph(
      designFrom({
        criteria: {
          one: { custom_action_id: "slay", type: "amount", rule: "gt:2" },
          rogue: {
            custom_action_id: "slay",
            type: "average",
            rule: "lte:7",
            streak: "hours:1",
            conditions: { operator: "or", groups },
          },
        },
        groups: { it: { operator: "xor", conditions: { groups: [{ conditions: ["month:1"] }] } } },
      }),
    );
    const facts = nodes.map(({ note, facts }) => [
      note,
      ...facts.map(({ label, text }) => `${label}: ${text}`),
    ]);
    expect(facts.filter((lines) => lines.length > 1)).toEqual([
      ["amount > 2", 'Needs: one "slay" of at least 3'],
      [
        "average ≤ 7, 1 hour",
        `Needs: an average of at most 7 in "slay" within one hour, counted only (with class rogue and on the last day of a month) or in the player's birth.month`,
      ],
      ["exactly one of", "Needs: exactly one of its members", "Counts only: in January"],
    ]);
  });
});

it("what is around an achievement leads to it, or is given by it", () => {
  const { nodes, edges } = selectAround(graphFor(DRAGONS), ["achievement/slayer"]);
  expect(nodes.map(({ custom_id }) => custom_id)).toEqual([
    "slay-dragon",
    "ten-dragons",
    "dragons",
    "slayer",
    "egg",
  ]);
  expect(edges.map(({ relation }) => relation)).toEqual([
    "counts-for",
    "member-of",
    "earns",
    "gives",
  ]);
  expect(selectAround(graphFor(DRAGONS), ["achievement/none"])).toEqual({ nodes: [], edges: [] });
});

/**
 * What a line of Mermaid may be: everything that is not a word of the language is a label of
 * harmless signs.
 */
const LABEL = /"(?:[\p{L}\p{M}\p{N} ]|#\d+;|<br\/>)*"/u.source;
const MERMAID_LINES = [
  /```(?:mermaid)?/,
  /flowchart LR/,
  /n\d+_\d+(?:\(\[LABEL\]\)|\[LABEL\]|\{\{LABEL\}\}|\[\[LABEL\]\]|\[\/LABEL\/\]):::[a-z]+/,
  /n\d+_\d+ (?:-->|-\.->\|LABEL\|) n\d+_\d+/,
  /subgraph g\d+\[LABEL\]/,
  /end/,
  /classDef [a-z]+ fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},color:#[0-9a-f]{6}/,
].map(({ source }) => new RegExp(`^ *${source.replaceAll("LABEL", LABEL)}$`, "u"));

describe("Mermaid", () => {
  it("gives each of several games a frame, and no id twice", () => {
    const text = renderGraphMarkdown(
      [game(DRAGONS, "one"), game(DRAGONS, "two; end")].map(shownGraph),
    );
    expect(text).toContain('subgraph g1["two#59; end"]');
    const ids = [...text.matchAll(/^ +(n\d+_\d+)[[({]/gm)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(20);
  });

  it.each(Object.entries(HOSTILE_TEXTS))("makes a label of %s", (_, text) => {
    const hostile = dragonsNamed(text);
    const lines = renderGraphMarkdown([hostile, hostile].map(shownGraph)).trimEnd().split("\n");
    expect(lines.filter((line) => !MERMAID_LINES.some((known) => known.test(line)))).toEqual([]);
  });

  it("knows what is too large for those who draw it", () => {
    expect(fitsMermaid([shownGraph(game(largeGame(60)))])).toBe(true);
    expect(fitsMermaid([shownGraph(game(largeGame(100)))])).toBe(false);
    const rewards = Array.from({ length: 1_200 }, (_, index) => {
      return { custom_id: `r-${index}`, name: `A reward with a long name ${index}` };
    });
    expect(fitsMermaid([shownGraph(game({ rewards }))])).toBe(false);
  });
});
