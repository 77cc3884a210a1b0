/** Files get other values by small edits: what they read as, and what stays to the character. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rewriteText } from "../../src/edit/rewrite.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { jsonOf } from "../../src/manifest/parts.ts";
import { isJsonObject, type Json } from "../../src/model/json.ts";
import { runs } from "../support/runs.ts";
import { choicesOf, layOut } from "./random-layout.ts";

const text = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "true",
    "null",
    "12",
    "",
    "- x",
    "a: b",
    "#x",
    "two words",
    "it's",
    'a "q"',
    "line\nnext",
    " lead",
    "end ",
    "é\u2028",
    "&a",
    "*a",
    "~",
  ),
  fc.string({ maxLength: 8 }),
);
const scalar: fc.Arbitrary<Json> = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("name", "custom_id", "points", "x y", "k", "z"), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));
const document = fc.dictionary(fc.constantFrom("actions", "rewards", "k", "l"), value, {
  minKeys: 1,
  maxKeys: 3,
  noNullPrototype: true,
});

/** Changes a value here and there. */
function changed(root: Json, choose: (below: number) => number, other: () => Json): Json {
  if (choose(6) === 0) return other();
  if (Array.isArray(root)) {
    const kept = root.flatMap((each) =>
      choose(5) === 0 ? [] : [choose(3) === 0 ? changed(each as Json, choose, other) : (each as Json)],
    );
    if (choose(3) === 0) kept.splice(choose(kept.length + 1), 0, other());
    return kept;
  }
  if (!isJsonObject(root)) return root;
  const members = Object.entries(root).flatMap(([name, member]): [string, Json][] =>
    choose(6) === 0 ? [] : [[name, choose(2) === 0 ? changed(member, choose, other) : member]],
  );
  if (choose(3) === 0) members.splice(choose(members.length + 1), 0, ["added", other()]);
  return Object.fromEntries(members);
}

const choices = fc.array(fc.nat({ max: 1000 }), { minLength: 5, maxLength: 40 });

describe("rewriting", () => {
  it("gives any document in any layout any other value", () => {
    fc.assert(
      fc.property(
        document,
        choices,
        choices,
        fc.array(value, { minLength: 1, maxLength: 4 }),
        (old, layout, edits, others) => {
          const parsed = parseText("f.yaml", layOut(old, choicesOf(layout)));
          fc.pre(parsed.diagnostics.length === 0 && parsed.documents.length === 1);
          const choose = choicesOf(edits);
          const target = changed(old, choose, () => others[choose(others.length)] as Json);
          fc.pre(isJsonObject(target));
          const written = rewriteText(parsed, [target]);
          expect(parseText("f.yaml", written).documents.map(jsonOf)).toEqual([target]);
        },
      ),
      runs(3000),
    );
  });
});
