/**
 * Marks count characters as the limits of the catalog do, and never change the text that they are
 * added to.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { TEXT_LIMIT } from "../../src/catalog/common.ts";
import { marked, markOf } from "../../src/model/marks.ts";

const OLD = { mark: "old", number: 1 } as const;
const LONGEST_BARE = TEXT_LIMIT - "~laurel-old".length;
const free = (): boolean => false;

it.each([
  ["letters", "a"],
  ["emoji of two UTF-16 units", "\u{1F409}"],
  ["letters with a combining accent", "é"],
])("leave room for as many %s as the limit allows, and no more", (_, character) => {
  const fitting = character.repeat(Math.floor(LONGEST_BARE / [...character].length));
  expect(marked(fitting, OLD, free)).toBe(`${fitting}~laurel-old`);
  expect(marked(`${fitting}${character}`, OLD, free)).toBeUndefined();
});

it("are read back, whatever the text is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.nat(3), (text, taken) => {
      fc.pre(!text.includes("~laurel-"));
      let asked = 0;
      const result = marked(text, OLD, () => {
        asked += 1;
        return asked <= taken;
      });
      fc.pre(result !== undefined);
      expect(markOf(result ?? "")).toEqual({ bare: text, mark: "old", number: taken + 1 });
      expect([...(result ?? "")].length).toBeLessThanOrEqual(TEXT_LIMIT);
    }),
  );
});
