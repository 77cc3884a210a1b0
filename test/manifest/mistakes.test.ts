import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { loadDesired } from "../../src/manifest/desired-game.ts";
import { mergeConflicts } from "../../src/manifest/merge-conflicts.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { IN_JSON } from "./mistakes/json.ts";
import { LAYOUT } from "./mistakes/layout.ts";
import { SIGNS } from "./mistakes/signs.ts";
import { VALUES } from "./mistakes/values.ts";

const MISTAKES = [...LAYOUT, ...SIGNS, ...IN_JSON, ...VALUES];

describe("one mistake is one problem", () => {
  it.each(MISTAKES)("$name", ({ file = "game.yaml", text, code, line, says, help }) => {
    const { diagnostics } = loadDesired([{ file, text }], catalog);
    const found = diagnostics.map((each) => ({
      code: each.code,
      line: each.primary?.span.start.line,
      says: each.primary?.text,
      help: each.help,
    }));
    expect(found).toEqual([{ code, line, says, help: [help] }]);
  });

  it("with line breaks of Windows, too", () => {
    for (const { file = "game.yaml", text, code, line, name } of MISTAKES) {
      const { diagnostics } = loadDesired([{ file, text: text.replaceAll("\n", "\r\n") }], catalog);
      const found = diagnostics.map((each) => [each.code, each.primary?.span.start.line]);
      expect([name, ...found]).toEqual([name, [code, line]]);
    }
  });

  it("after a byte order mark, too", () => {
    for (const { file = "game.yaml", text, code, line, name } of MISTAKES) {
      const { diagnostics } = loadDesired([{ file, text: `\ufeff${text}` }], catalog);
      const found = diagnostics.map((each) => [each.code, each.primary?.span.start.line]);
      expect([name, ...found]).toEqual([name, [code, line]]);
    }
  });
});

describe("merge conflicts", () => {
  const conflict = "<<<<<<< HEAD\nactions: []\n=======\nrewards: []\n>>>>>>> other\n";

  it("are one problem with their number, at the first marker", () => {
    const { diagnostics, documents } = parseText("game.yaml", `moved: []\n${conflict}removed: []\n${conflict}`);
    expect(documents).toEqual([]);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      code: "merge-conflict",
      primary: { span: { start: { line: 2, column: 1 } }, text: "the first of 2 merge conflicts" },
    });
    expect(diagnostics[0]?.others.map(({ span }) => span.start.line)).toEqual([4, 6]);
  });

  it("are found where the text is valid all the same", () => {
    const text = "<<<<<<< HEAD\n=======\n>>>>>>> other\n";
    expect(parseText("game.yaml", text).diagnostics.map(({ code }) => code)).toEqual(["merge-conflict"]);
  });

  it.each([
    ["a quoted text", `{ name: "one\n${conflict}\n" }\n`],
    ["a block text", `--- |\n${conflict}`],
    ["an indented block text", `name: |\n${conflict.replaceAll(/^/gm, "  ")}\n`],
  ])("are none in %s", (_, text) => {
    expect(parseText("game.yaml", text).diagnostics).toEqual([]);
  });

  it.each(["======== \n", "<<<<<<<<\n", "#<<<<<<< HEAD\n", " <<<<<<< HEAD\n", ">>>>>> a\n"])("are not %j", (text) => {
    expect(mergeConflicts(text, false)).toBeUndefined();
  });

  it("keep references into the file from being reported", () => {
    const files = [
      { file: "actions.yaml", text: `actions: []\n${conflict}` },
      { file: "more.yaml", text: "actions:\n  - { custom_id: a, name: A, reactions: [b] }\n" },
    ];
    expect(loadDesired(files, catalog).diagnostics.map(({ code }) => code)).toEqual(["merge-conflict"]);
  });
});
