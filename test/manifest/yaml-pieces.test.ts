import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseYamlText } from "../../src/manifest/parse-yaml.ts";
import { MAXIMUM_DEPTH } from "../../src/manifest/parsed-text.ts";
import { type Part, sourceText, spanOf } from "../../src/manifest/parts.ts";
import { sectionsOf } from "../../src/manifest/yaml-pieces.ts";
import { runs } from "../support/runs.ts";

/** A part with its place, as plain data. Where a list or mapping ends, comments after it may count or not. */
function placed(part: Part): unknown {
  const { start, end } = spanOf(part);
  const at = `${start.offset}-${end.offset}`;
  if (part.type === "scalar") return [at, part.value];
  if (part.type === "list") return [start.offset, part.elements.map(placed)];
  return [
    start.offset,
    part.members.map(({ name, keyStart, keyEnd, value }) => [name, keyStart, keyEnd, placed(value)]),
  ];
}

function both(text: string): readonly unknown[] {
  const source = sourceText("game.yaml", text);
  return [0, Number.POSITIVE_INFINITY].map((large) => {
    const { parts, problems } = parseYamlText(source, MAXIMUM_DEPTH, large);
    return { parts: parts.map(placed), problems };
  });
}

const LINES = [
  "actions:\n",
  "rewards:\n",
  "rewards: []\n",
  "  - custom_id: a\n",
  "  - &x custom_id: b\n",
  "  - *x\n",
  "  - { custom_id: c,\n",
  "      name: C }\n",
  "  -\n",
  "  - - deep\n",
  "- custom_id: d\n",
  "    name: N\n",
  "    name: 'open\n",
  "      more'\n",
  '    text: "two\n',
  '  - lines"\n',
  "    text: |\n",
  "      block\n",
  "\n",
  "   \n",
  "# note\n",
  "    # note\n",
  "    list:\n",
  "    - x\n",
  "      - y\n",
  "    list: &y [1, 2]\n",
  "    again: *y\n",
  "\t- tab\n",
  "---\n",
  "...\n",
  "x",
  "-",
  " ",
];

describe("reading a large text in pieces", () => {
  it("gives the same parts at the same places, and the same problems, as reading it whole", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LINES), { maxLength: 14 }), (lines) => {
        const [pieces, whole] = both(`actions:\n  - custom_id: first\n${lines.join("")}`);
        expect(pieces).toEqual(whole);
      }),
      runs(4000),
    );
  });

  it("cuts between elements, and knows anchors of earlier pieces", () => {
    const rows = Array.from(
      { length: 9000 },
      (_, row) => `  - custom_id: a${row}\n    name: A${row}\n    custom_data: *d\n\n`,
    );
    const text = `# game\nactions:\n  - custom_id: first\n    custom_data: &d { x: 1 }\n${rows.join("")}rewards:\n- custom_id: gold\n`;
    expect(sectionsOf(text)?.map(({ name, pieces }) => [name, pieces.length > 1])).toEqual([
      ["actions", true],
      ["rewards", false],
    ]);
    const [pieces, whole] = both(text);
    expect(pieces).toEqual(whole);
  });
});
