import { describe, expect, it } from "vitest";
import { parseText } from "../../src/manifest/parse.ts";

describe("merge conflicts", () => {
  const conflict = "<<<<<<< HEAD\nactions: []\n=======\nrewards: []\n>>>>>>> other\n";

  it("are one problem with their number, at the first marker", () => {
    const { diagnostics, documents } = parseText(
      "game.yaml",
      `moved: []\n${conflict}removed: []\n${conflict}`,
    );
    expect(documents).toEqual([]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      code: "merge-conflict",
      primary: { span: { start: { line: 2, column: 1 } }, text: "the first of 2 merge conflicts" },
    });
  });

  it.each([
    ["a quoted text", `{ name: "one\n${conflict}\n" }\n`],
    ["a block text", `--- |\n${conflict}`],
    ["an indented block text", `name: |\n${conflict.replaceAll(/^/gm, "  ")}\n`],
  ])("are none in %s", (_, text) => {
    expect(parseText("game.yaml", text).diagnostics).toEqual([]);
  });

  it.each(["======== \n", "<<<<<<<<\n", "#<<<<<<< HEAD\n", " <<<<<<< HEAD\n", ">>>>>> a\n"])(
    "are not %j",
    (text) => {
      const { diagnostics } = parseText("game.yaml", `${text}]`);
      expect(diagnostics.map(({ code }) => code)).not.toContain("merge-conflict");
    },
  );
});
