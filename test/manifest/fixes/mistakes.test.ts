/** What the help of a mistake says exactly, `--fix` writes. */
import { expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import { fixTexts, type Texts } from "../../../src/manifest/fix-texts.ts";
import { IN_JSON } from "../mistakes/json.ts";
import { LAYOUT } from "../mistakes/layout.ts";
import { SIGNS } from "../mistakes/signs.ts";
import { VALUES } from "../mistakes/values.ts";

const check = (texts: Texts) =>
  loadDesired(
    [...texts].map(([file, text]) => ({ file, text })),
    catalog,
  );
it("report", () => {
  for (const m of [...LAYOUT, ...SIGNS, ...IN_JSON, ...VALUES]) {
    const file = m.file ?? "game.yaml";
    const before = check(new Map([[file, m.text]]));
    const fixes = before.diagnostics.flatMap((d) => d.fixes ?? []);
    const { texts, found } = fixTexts(new Map([[file, m.text]]), check, true);
    const state =
      fixes.length === 0
        ? "NOFIX"
        : texts.get(file) === m.text
          ? "REFUSED"
          : found.diagnostics.length === 0
            ? "fixed"
            : "LEFT " + found.diagnostics[0]!.detail;
    console.log(
      state.padEnd(8),
      fixes[0]?.isSafe === false ? "unsafe" : "",
      m.name,
      "|",
      m.help,
      state === "fixed" ? "" : JSON.stringify(m.text),
      state === "NOFIX" ? "" : JSON.stringify(fixes[0]?.edits.map((e) => [e.start, e.end, e.text])),
    );
  }
});
