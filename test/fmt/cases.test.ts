/** The layout of `laurel fmt` by example: each folder has a file before and after. `UPDATE_FMT=1` writes those after. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { formatText } from "../../src/edit/format.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { yamlText } from "../../src/text/yaml-text.ts";
import { runs } from "../support/runs.ts";
import { arbitraryCustomData, HOSTILE_TEXTS } from "../workflow/export/hostile-game.ts";

const CASES = join(import.meta.dirname, "cases");
const ROOT = join(import.meta.dirname, "../..");

describe("the layout", () => {
  it.each(readdirSync(CASES))("of %s", (name) => {
    const folder = join(CASES, name);
    const ending = readdirSync(folder).includes("before.json") ? "json" : "yaml";
    const file = `before.${ending}`;
    const { text, diagnostics } = formatText({ file, text: readFileSync(join(folder, file), "utf8") }, catalog);
    expect(diagnostics).toEqual([]);
    const expected = join(folder, `after.${ending}`);
    if (process.env.UPDATE_FMT === "1") writeFileSync(expected, text);
    expect(text).toBe(readFileSync(expected, "utf8"));
    expect(formatText({ file, text }, catalog).text).toBe(text);
  });

  it.each([
    ["rewards: [\n", "syntax-error"],
    ["rewards: []\nrewards: []\n", "duplicate-key"],
    ["rewards: !env X\n", "unknown-tag"],
  ])("is not given to a file with an error: %j", (text, code) => {
    const formatted = formatText({ file: "a.yaml", text }, catalog);
    expect(formatted.text).toBe(text);
    expect(formatted.diagnostics.map((each) => each.code)).toEqual([code]);
  });

  it("has the line ends of most lines, and line feeds where there are as many of either", () => {
    const layoutOf = (text: string): string => formatText({ file: "a.yaml", text }, catalog).text;
    expect(layoutOf("rewards:\r\n- custom_id: a\r\n  name: A\n")).toBe(
      "rewards:\r\n  - custom_id: a\r\n    name: A\r\n",
    );
    expect(layoutOf("rewards:\r\n- custom_id: a\n")).toBe("rewards:\n  - custom_id: a\n");
  });

  it("keeps a byte order mark, and files without a value", () => {
    expect(formatText({ file: "a.yaml", text: "\uFEFFrewards:   []" }, catalog).text).toBe("\uFEFFrewards: []\n");
    for (const text of ["", "# only a comment\n", "\n"]) {
      expect(formatText({ file: "a.yaml", text }, catalog).diagnostics).toEqual([]);
    }
  });

  it("is that of the files that laurel writes and ships", () => {
    const folders = ["examples", "templates/project"].map((name) => join(ROOT, name));
    const files = folders
      .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
      .filter((file) => /\.ya?ml$/.test(file) && !file.endsWith("laurel.yaml"));
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      expect(formatText({ file, text }, catalog), file).toEqual({ text, diagnostics: [] });
    }
  });

  it("is that of exports, whatever the values are", () => {
    const text = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string());
    const reward = fc.record({ custom_id: fc.constant("a"), name: text, custom_data: arbitraryCustomData() });
    fc.assert(
      fc.property(fc.array(reward, { maxLength: 3 }), (rewards) => {
        const exported = yamlText("rewards", rewards as unknown as readonly JsonObject[], "schema.json").text;
        expect(formatText({ file: "rewards.yaml", text: exported }, catalog)).toEqual({
          text: exported,
          diagnostics: [],
        });
      }),
      runs(300),
    );
  });
});
