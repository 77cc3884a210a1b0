/** `laurel fmt` on random layouts: nothing is lost or moved, nothing refused, and a second run changes nothing. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { formatText } from "../../src/edit/format.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { canonicalJson } from "../../src/model/json.ts";
import { jsonOf } from "../../src/text/parts.ts";
import { runs } from "../support/runs.ts";
import { randomDocuments, writeRandomly } from "./random-layout.ts";

it("keeps values, comments and their entries, whatever the layout", () => {
  fc.assert(
    fc.property(randomDocuments, fc.infiniteStream(fc.nat(999)), (documents, stream) => {
      const text = writeRandomly(documents, { upTo: (most) => (stream.next().value as number) % (most + 1) });
      const before = parseText("game.yaml", text);
      expect(before.diagnostics, text).toEqual([]);
      const formatted = formatText({ file: "game.yaml", text }, catalog);
      expect(formatted.diagnostics, text).toEqual([]);
      const after = parseText("game.yaml", formatted.text);
      expect(canonicalJson(after.documents.map(jsonOf))).toBe(canonicalJson(before.documents.map(jsonOf)));
      expect(numbered(formatted.text)).toEqual(numbered(text));
      expect(formatText({ file: "game.yaml", text: formatted.text }, catalog).text).toBe(formatted.text);
      expect(misplaced(formatted.text), `${text}\n=====\n${formatted.text}`).toEqual([]);
    }),
    runs(2_000),
  );
});

function numbered(text: string): readonly string[] {
  return [...text.matchAll(/# (?:id-\d+|top) \d+/g)].map(([each]) => each).sort();
}

/** Comments that are at another entry than they name. Entries begin in the third column, what is in them further right. */
function misplaced(text: string): readonly string[] {
  const found: string[] = [];
  const pending: string[] = [];
  let current = "";
  const lines = text.split(/\r?\n/);
  lines.forEach((line, index) => {
    if (/^ {2}- /.test(line)) {
      current = /\bcustom_id"?: (?:&\w+ )?"?(id-\d+)/.exec(lines.slice(index).join("\n"))?.[1] ?? "";
      found.push(...pending.splice(0).filter((each) => each !== current));
    }
    const [, indent = "", owner] = /^( *).*?# (id-\d+) \d+$/.exec(line) ?? [];
    if (owner === undefined) return;
    if (indent.length <= 2 && /^ *#/.test(line)) pending.push(owner);
    else if (owner !== current) found.push(line);
  });
  return [...found, ...pending];
}
