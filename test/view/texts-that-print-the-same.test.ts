/** Two texts that differ and print the same are shown with escapes; all others as they are. */
import { expect, it } from "vitest";
import { toldApart } from "../../src/ground/invisible-characters.ts";
import { fieldChange } from "../../src/view/render/difference.ts";

const shown = (before: string, after: string) =>
  fieldChange({ path: "/name", before, after }).short;

it.each([
  ["composed and not", "Café", "Cafe\u0301", ['"Café"', '"Cafe\\u0301"']],
  ["a no-break space", "An egg", "An\u00a0egg", ['"An egg"', '"An\\u00a0egg"']],
  ["a character of no width", "egg", "e\u200bgg", ['"egg"', '"e\\u200bgg"']],
  ["other letters", "Café", "Cafe", ['"Café"', '"Cafe"']],
  ["equal but for a letter", "Cafe\u0301 a", "Cafe\u0301 b", ['"Cafe\u0301 a"', '"Cafe\u0301 b"']],
])("in the change of a field: %s", (_, before, after, expected) => {
  expect(shown(before, after)).toEqual(expected);
});

it("in texts over several lines", () => {
  const lines = fieldChange({
    path: "/description",
    before: "Café\nb",
    after: "Cafe\u0301\nb",
  }).lines();
  expect(lines).toContain("+ Cafe\\u0301");
});

it("never makes two different texts the same", () => {
  for (const [one, other] of [
    ["é", "e\u0301"],
    ["a b", "a\u2003b"],
    ["x", "x\ufeff"],
    ["\u00a0", "\u2007"],
  ] as const) {
    const [first, second] = toldApart(one, other);
    expect(first).not.toBe(second);
  }
});
