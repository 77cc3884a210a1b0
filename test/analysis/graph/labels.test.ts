/** Labels: names that begin alike are cut where they differ, and no character is cut in two. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BoxLabel, labelsOf } from "../../../src/view/graph/labels.ts";
import { runs } from "../../support/runs.ts";

/** What a box shows at least of a label that is too long. */
function seen({ head, tail }: BoxLabel): string {
  return tail === "" ? head.slice(0, 22) : `${head.slice(0, 6)}|${tail.slice(0, 11)}`;
}

function labels(...texts: readonly string[]): readonly (BoxLabel | undefined)[] {
  const found = labelsOf(texts);
  return texts.map((text) => found.get(text));
}

describe("labels", () => {
  it("are in one piece where names are short, or begin differently", () => {
    const texts = ["First blood", "First bloom", "Ten thousand dragons are slain", "Find the last page of the book"];
    expect(labels(...texts)).toEqual(texts.map((head) => ({ head, tail: "" })));
  });

  it("look different for different names, of which many begin or end alike", () => {
    const places = ["of the Deep", "of the Northern Wastes", "in the Sunken City of Ys", "on Nightmare Difficulty"];
    const things = ["Dragon", "Goblin", "Moonpetal", "Dungeon", "Relic"];
    const rewards = Array.from({ length: 90 }, (_, index) => {
      return `Reward ${things[index % 5]} ${places[index % 4]} ${index}`;
    });
    const chapters = Array.from({ length: 90 }, (_, index) => {
      return `Chronicles of the Everlasting Kingdom: Chapter ${index >> 1} requirement ${index % 2} ${things[index % 5]}`;
    });
    const found = [...labelsOf([...rewards, ...chapters]).values()].map(seen);
    expect(new Set(found).size).toBe(180);
  });

  it("keep every character whole, and every text", () => {
    const letter = fc.constantFrom("a", "b", " ", "-", "é", "e\u0301", "👩‍🚀", "🇩🇪", "ש", "漢", "क्ष");
    const text = fc.array(letter, { maxLength: 40 }).map((letters) => letters.join(""));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const segments = (value: string): number => [...new Intl.Segmenter("en").segment(value)].length;
        for (const [whole, { head, tail }] of labelsOf(texts)) {
          // Between the pieces, and where a piece has …, something may be left out.
          const pieces = [head, ...tail.split("…")].filter((piece) => piece !== "");
          expect(head === whole ? tail : pieces.at(-1)).toBe(
            head === whole ? "" : whole.slice(-(pieces.at(-1) ?? "").length),
          );
          let from = 0;
          for (const piece of pieces) {
            const at = whole.indexOf(piece, from);
            expect(at).toBeGreaterThanOrEqual(from);
            expect(segments(whole.slice(0, at)) + segments(whole.slice(at))).toBe(segments(whole));
            from = at + piece.length;
          }
        }
      }),
      runs(200),
    );
  });
});
