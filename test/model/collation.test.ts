/** Texts that a database may take for one get one key. */
import { describe, expect, it } from "vitest";
import { collationKey, foldedText } from "../../src/model/collation.ts";

/** Texts that MySQL compares as equal under `utf8mb4_0900_ai_ci` or `utf8mb4_unicode_ci`. */
const ALIKE: readonly (readonly [string, string])[] = [
  ["Egg", "EGG"],
  ["Café", "cafe"],
  ["Caf\u00e9", "Cafe\u0301"],
  ["Straße", "STRASSE"],
  ["STRA\u1e9eE", "strasse"],
  ["Ærø", "aero"],
  ["Łódź", "lodz"],
  ["Σοφός", "ΣΟΦΟΣ"],
  ["An\u00a0egg", "An egg"],
  ["E\u200dgg", "Egg"],
  ["Ｅｇｇ", "Egg"],
  ["ガ", "カ"],
];

it.each(ALIKE)("%j and %j", (a, b) => {
  expect(foldedText(a)).toBe(foldedText(b));
  expect(collationKey(a)).toBe(collationKey(b));
});

describe("other texts stay apart", () => {
  it.each([
    ["Egg", "Eggs"],
    ["กา", "กี"],
    ["की", "का"],
    ["龍", "竜"],
  ])("%j and %j", (a, b) => expect(collationKey(a)).not.toBe(collationKey(b)));

  it("but for emoji, which only the key takes for one", () => {
    expect(collationKey("Egg \u{1F409}")).toBe(collationKey("Egg \u{1F423}"));
    expect(foldedText("Egg \u{1F409}")).not.toBe(foldedText("Egg \u{1F423}"));
  });
});

it("folding again changes no character", () => {
  const changed: string[] = [];
  for (let code = 1; code < 0x20000; code += 1) {
    const text = String.fromCodePoint(code);
    if (text.isWellFormed() && foldedText(foldedText(text)) !== foldedText(text))
      changed.push(text);
  }
  expect(changed).toEqual([]);
});
