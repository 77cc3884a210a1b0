/** Graphs for Mermaid: every line is of the language, and no text of a game is more than a label. */
import { describe, expect, it } from "vitest";
import { fitsMermaid, type GraphToShow, renderGraphMarkdown } from "../../../src/view/graph/graph-mermaid.ts";
import { HOSTILE_TEXTS } from "../../hostile/texts.ts";
import type { GameText } from "../../support/games.ts";
import { DRAGONS, dragonsNamed, graphFor, largeGame } from "./scenes.ts";

const game = (written: GameText, name = "dungeon"): GraphToShow => ({ game: name, graph: graphFor(written) });

/** A name in every place, and a game for each text. */
const HOSTILE = Object.entries(HOSTILE_TEXTS).map(([what, text]) => [what, dragonsNamed(text)] as const);

/** What a line of Mermaid may be: everything that is not a word of the language is a label of harmless signs. */
const LABEL = /"(?:[\p{L}\p{M}\p{N} ]|#\d+;|<br\/>)*"/u.source;
const MERMAID_LINES = [
  /```(?:mermaid)?/,
  /flowchart LR/,
  /n\d+_\d+(?:\(\[L\]\)|\[L\]|\{\{L\}\}|\[\[L\]\]|\[\/L\/\]):::[a-z]+/,
  /n\d+_\d+ (?:-->|-\.->\|L\|) n\d+_\d+/,
  /subgraph g\d+\[L\]/,
  /end/,
  /classDef [a-z]+ fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},color:#[0-9a-f]{6}/,
].map(
  ({ source }) =>
    new RegExp(
      `^ *${source.replaceAll("L\\", `${LABEL}\\`).replaceAll("|L", `|${LABEL}`).replaceAll("[L", `[${LABEL}`).replaceAll("/L", `/${LABEL}`)}$`,
      "u",
    ),
);

function strangeLines(text: string): readonly string[] {
  return text
    .trimEnd()
    .split("\n")
    .filter((line) => !MERMAID_LINES.some((known) => known.test(line)));
}

describe("Mermaid", () => {
  it("draws a game", () => {
    expect(renderGraphMarkdown([game(DRAGONS)])).toBe(`\`\`\`mermaid
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

  it("gives each of several games a frame, and no id twice", () => {
    const text = renderGraphMarkdown([game(DRAGONS, "one"), game(DRAGONS, "two; end")]);
    expect(text).toContain('subgraph g1["two#59; end"]');
    const ids = [...text.matchAll(/^ +(n\d+_\d+)[[({]/gm)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(20);
    expect(strangeLines(text)).toEqual([]);
  });

  it.each(HOSTILE)("makes a label of %s", (_, hostile) => {
    expect(strangeLines(renderGraphMarkdown([hostile, hostile]))).toEqual([]);
  });

  it("knows what is too large for those who draw it", () => {
    expect(fitsMermaid([game(DRAGONS)])).toBe(true);
    expect(fitsMermaid([game(largeGame(60))])).toBe(true);
    expect(fitsMermaid([game(largeGame(100))])).toBe(false);
    const wordy = { ...DRAGONS, rewards: [{ custom_id: "egg", name: "words ".repeat(9_000).trim() }] };
    expect(fitsMermaid([game(wordy), game(largeGame(1))])).toBe(true);
    const many = Array.from({ length: 1_200 }, (_, index) => ({
      custom_id: `r-${index}`,
      name: `A reward with a long name ${index}`,
    }));
    expect(fitsMermaid([game({ rewards: many })])).toBe(false);
  });
});
