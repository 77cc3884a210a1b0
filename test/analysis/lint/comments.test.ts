/** Comments that switch rules off: their places, their subjects, and those without effect. */
import { describe, expect, it } from "vitest";
import { yamlComments } from "../../../src/manifest/parse-yaml.ts";
import { sourceText } from "../../../src/text/parts.ts";
import { found, foundAt } from "./support.ts";

const BOARD = "leaderboards:\n  - custom_id: b\n    name: B\n    type: custom\n    score_preference: prefer-lower\n";

describe("laurel-ignore", () => {
  it("is on the line of the finding, above it, or above its resource", () => {
    const without = ["missing-description 3:11", "keeps-worst-score 5:23"];
    expect(foundAt(BOARD)).toEqual(without);
    const comment = "# laurel-ignore keeps-worst-score";
    expect(foundAt(BOARD.replace("prefer-lower", `prefer-lower ${comment}`))).toEqual([without[0]]);
    expect(foundAt(BOARD.replace("    score", `    ${comment}\n    score`))).toEqual([without[0]]);
    expect(foundAt(BOARD.replace("  - custom_id", `  ${comment}\n  - custom_id`))).toEqual([
      "missing-description 4:11",
    ]);
    expect(foundAt(BOARD.replace("  - custom_id: b", `  - custom_id: b ${comment}`))).toEqual([without[0]]);
  });

  it("names several rules, and gives a reason", () => {
    const comment = "# laurel-ignore keeps-worst-score, missing-description -- the game, so to speak, likes losers";
    expect(foundAt(BOARD.replace("  - custom_id", `  ${comment}\n  - custom_id`))).toEqual([]);
  });

  it("counts for the line below when several are above each other", () => {
    const comments = "  # laurel-ignore keeps-worst-score\n  # on purpose\n  # laurel-ignore missing-description\n";
    expect(foundAt(BOARD.replace("  - custom_id", `${comments}  - custom_id`))).toEqual([]);
  });

  it("is a finding when it switches off nothing on its line", () => {
    expect(foundAt(BOARD.replace("name: B", "name: B # laurel-ignore keeps-worst-score"))).toEqual([
      "missing-description 3:11",
      "idle-ignore 3:13",
      "keeps-worst-score 5:23",
    ]);
    expect(foundAt(`${BOARD}# laurel-ignore-file unused-action\n`)).toContain("idle-ignore 6:1");
  });

  it("is no finding while its rule does not run", () => {
    const text = `${BOARD}# laurel-ignore-file unused-action\n`;
    expect(foundAt(text, "lint: { rules: { unused-action: off } }\n")).not.toContain("idle-ignore 6:1");
    expect(found(text, "", ["keeps-worst-score", "idle-ignore"]).map(({ code }) => code)).toEqual([
      "keeps-worst-score",
    ]);
  });

  it("for a whole file, anywhere in it", () => {
    expect(foundAt(`${BOARD}# laurel-ignore-file keeps-worst-score, missing-description -- for now\n`)).toEqual([]);
  });

  it("that names nothing, or no rule, is a finding with the nearest name", () => {
    const [unknown] = found(`${BOARD}# laurel-ignore-file keeps-worse-score\n`, "", ["unknown-ignore"]);
    expect(unknown?.help).toEqual(['did you mean "keeps-worst-score"?']);
    expect(found(`${BOARD}# laurel-ignore -- because\n`, "", ["unknown-ignore"])[0]?.detail).toBe("No rule is named.");
    expect(found(`${BOARD}# laurel-ignored by mistake\n`, "", ["unknown-ignore"])).toEqual([]);
  });
});

describe("yamlComments", () => {
  it("knows comments from what only looks like one", () => {
    const text = [
      "# first",
      'a: "# laurel-ignore x" # second',
      "b: '# it''s no comment'",
      "c: |",
      "  # laurel-ignore y",
      "d: no#comment",
      "e: [1, # third",
      "  2]",
      "f: >-",
      "  text",
      "  # of it",
      "--- # fourth",
      "g: plain # fifth",
    ].join("\n");
    const comments = yamlComments(sourceText("a.yaml", text));
    expect(comments.map((each) => [each.text, each.span.start.line, each.span.start.column, each.isAlone])).toEqual([
      ["# first", 1, 1, true],
      ["# second", 2, 24, false],
      ["# third", 7, 8, false],
      ["# fourth", 12, 5, false],
      ["# fifth", 13, 10, false],
    ]);
  });

  it("keeps places behind a byte order mark and with line ends of Windows", () => {
    const [comment] = yamlComments(sourceText("a.yaml", "\uFEFFa: 1\r\nb: 2 # here\r\n"));
    expect([comment?.text, comment?.span.start.line, comment?.span.start.column]).toEqual(["# here", 2, 6]);
  });
});
