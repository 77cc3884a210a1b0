/** Labels: names that begin alike are cut where they differ, and no character is cut in two. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BoxLabel, labelsOf } from "../../../src/view/graph/labels.ts";
import { runs } from "../../support/runs.ts";

function labels(...texts: readonly string[]): readonly (BoxLabel | undefined)[] {
  const found = labelsOf(texts);
  return texts.map((text) => found.get(text));
}

describe("labels", () => {
  it("are in one piece where names are short, or begin differently", () => {
    const texts = ["First blood", "First bloom", "Ten thousand dragons are slain", "Find the last page of the book"];
    expect(labels(...texts)).toEqual(texts.map((head) => ({ head, tail: "" })));
  });

  it("keep the end of names that begin alike, from the word in which they differ", () => {
    expect(labels("The lanterns of the harbour, part 9", "The lanterns of the harbour, part 10")).toEqual([
      { head: "The lanterns of the harbour, part ", tail: "9" },
      { head: "The lanterns of the harbour, part ", tail: "10" },
    ]);
    expect(labels("season-2026-winter-quest-one", "season-2026-winter-quest-two")[0]?.tail).toBe("one");
  });

  it("cut one long word where it differs", () => {
    expect(labels("Donaudampfschifffahrtsgesellschaft", "Donaudampfschifffahrtskapitän")).toEqual([
      { head: "Donaudampfschifffahrts", tail: "gesellschaft" },
      { head: "Donaudampfschifffahrts", tail: "kapitän" },
    ]);
  });

  it("keep every character whole, and every text", () => {
    const letter = fc.constantFrom("a", "b", " ", "-", "é", "e\u0301", "👩‍🚀", "🇩🇪", "ש", "漢", "क्ष");
    const text = fc.array(letter, { maxLength: 40 }).map((letters) => letters.join(""));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const segments = (value: string): number => [...new Intl.Segmenter("en").segment(value)].length;
        for (const [whole, { head, tail }] of labelsOf(texts)) {
          expect(head + tail).toBe(whole);
          expect(segments(head) + segments(tail)).toBe(segments(whole));
        }
      }),
      runs(200),
    );
  });
});
