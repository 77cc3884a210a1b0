/**
 * Each way to find out what to write for a wrong value: what it explains, and what it leaves to the
 * others.
 */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/ground/json.ts";
import * as fixes from "../../../src/manifest/explain/fixes.ts";
import { valueIn } from "./schema-errors.ts";

const TEXT = { type: "string" };
const LIST = { type: "array" };
const GOLD = { "x-rewrites": [["^(\\d+) gold$", "gold:$1"]], pattern: "^gold:" };
const TEXTS = { type: "array", items: { type: "string" } };

/** A value, the schema that it breaks, and the text that is proposed in place of which piece. */
type Case = readonly [
  text: string,
  schema: JsonObject,
  help: string | undefined,
  replaced?: string,
];

const CASES: readonly (readonly [
  fix: (value: fixes.WrongValue) => fixes.Fix | undefined,
  cases: readonly Case[],
])[] = [
  [
    fixes.quoteWordForNothing,
    [
      ["k: ~\n", TEXT, 'write a value; to mean the text, quote it: "~"', "~"],
      ["k: null\n", TEXT, 'write a value; to mean the text, quote it: "null"', "null"],
      ["k:\n", TEXT, undefined],
      ["k: ~\n", LIST, undefined],
    ],
  ],
  [
    fixes.quoteCommentOrAnchor,
    [
      ["k: #1 hero\n", TEXT, 'quote it: "#1 hero"', "#1 hero"],
      ["k: &hero\n", TEXT, 'quote it: "&hero"', "&hero"],
      ["k: ~\n", TEXT, undefined],
      ["k: # a comment\n", TEXT, undefined],
    ],
  ],
  [
    fixes.rewriteText,
    [
      ["k: 100 gold\n", { ...TEXT, ...GOLD }, "write gold:100", "100 gold"],
      [
        "k: 100 coins\n",
        { ...TEXT, "x-rewrites": [["coins", "gold coins"]] },
        'write "100 gold coins"',
        "100 coins",
      ],
      ["k: 100 silver\n", { ...TEXT, ...GOLD }, undefined],
    ],
  ],
  [
    fixes.translateChoice,
    [
      [
        "k: Desc\n",
        { enum: ["highest"], "x-also": { desc: "highest" } },
        'did you mean "highest"?',
      ],
      ["k: highets\n", { enum: ["highest"], "x-also": { desc: "highest" } }, undefined],
    ],
  ],
  [
    fixes.correctChoice,
    [
      ["k: highets\n", { enum: ["highest", "lowest"] }, 'did you mean "highest"?'],
      ["k: other\n", { enum: ["highest", "lowest"] }, undefined],
    ],
  ],
  [
    fixes.unwrapText,
    [
      ["k: [text]\n", TEXT, "write text", "[text]"],
      ["k: { a: text }\n", TEXT, "write text", "{ a: text }"],
      ["k: [one, two]\n", TEXT, undefined],
      ["k: [1]\n", TEXT, undefined],
    ],
  ],
  [
    fixes.readBoolean,
    [
      ["k: yes\n", { type: "boolean" }, "write true"],
      ["k: 0\n", { type: "boolean" }, "write false"],
      ["k: maybe\n", { type: "boolean" }, "write true or false, without quotes"],
      ["k: no\n", { type: "boolean", const: true }, undefined],
      ["k: yes\n", TEXT, undefined],
    ],
  ],
  [
    fixes.readNumber,
    [
      ['k: "30"\n', { type: "integer" }, "write 30, without quotes"],
      ["k: 1,000 points\n", { type: "integer" }, "write 1000"],
      ["k: 30 days\n", { type: "integer", maximum: 20 }, undefined],
      ["k: many\n", { type: "integer" }, undefined],
    ],
  ],
  [
    fixes.quoteValue,
    [
      ["k: 007\n", TEXT, 'quote it: "007"'],
      ["k: true\n", TEXT, 'quote it: "true"'],
      ["k: 7\n", { type: "string", pattern: "^[a-z]+$" }, undefined],
    ],
  ],
  [
    fixes.listKeys,
    [
      ["k: { a: 1, b: 2 }\n", TEXTS, "write a list: [a, b]", "{ a: 1, b: 2 }"],
      ["k: { a: 1 }\n", LIST, undefined],
    ],
  ],
  [
    fixes.wrapInBrackets,
    [
      ["k: one\n", LIST, "write a list: [one]"],
      ["k: (a, b)\n", LIST, "write a list: [a, b]"],
      ["k: { a: 1 }\n", LIST, "write a list: [{ a: 1 }]", "{ a: 1 }"],
      ["k:\n  a: 1\n", LIST, undefined],
      ["k: { a: 1 }\n", TEXTS, undefined],
    ],
  ],
  [
    fixes.listById,
    [
      [
        "k:\n  hero: { name: Hero }\n",
        LIST,
        'write a list, whose elements begin with "- custom_id: hero"',
      ],
      ["k:\n  name: Hero\n", LIST, undefined],
    ],
  ],
  [
    fixes.beginElement,
    [
      ["k:\n  name: Hero\n  points: 1\n", LIST, 'begin an element: "- name: Hero"', "name"],
      ["k:\n name: Hero\n", LIST, 'begin each element with "- "'],
      ["k: { name: Hero }\n", LIST, undefined],
    ],
  ],
  [
    fixes.takeFixOfSchema,
    [
      ["k: 1\n", { "x-fix": "write it in full" }, "write it in full"],
      ["k: 1\n", TEXT, undefined],
    ],
  ],
  [
    fixes.requestValue,
    [
      ["k:\n", TEXT, "write a value"],
      ["k: 1\n", TEXT, undefined],
    ],
  ],
  [
    fixes.nameKeys,
    [
      ["k: 1\n", { type: "object", properties: { a: {}, b: {} } }, "it has the keys a and b"],
      ["k: 1\n", { type: ["object", "string"], properties: { a: {} } }, undefined],
    ],
  ],
];

describe.each(CASES.map(([find, cases]) => ({ name: find.name, find, cases })))(
  "$name",
  ({ find, cases }) => {
    it.each(cases.map((each) => ({ each })))("is right about $each.0 and $each.1", ({ each }) => {
      const [text, schema, help, replaced] = each;
      const fix = find({ part: valueIn(text), schemas: [schema] });
      expect(fix?.help).toBe(help);
      expect(fix?.extent && text.slice(...fix.extent)).toBe(replaced);
    });
  },
);

describe("takeOnlyChoice", () => {
  it.each([
    ["const", { const: "any" }, "write any"],
    ["const", { enum: ["any", "all"] }, undefined],
    ["type", { const: "any" }, undefined],
  ])("of the keyword %s with %j is %j", (keyword, schema, help) => {
    expect(
      fixes.takeOnlyChoice({ part: valueIn("k: 1\n"), schemas: [schema] }, keyword)?.help,
    ).toBe(help);
  });
});
